"""Long series of Paohuzi: what they count, that records verify, and that the number of jobs changes nothing."""

import pytest

from paiju.arena.match import play_out
from paiju.arena.simulate import BLOCK, record_text, simulate
from paiju.bots.base import make_bot
from paiju.core.errors import UsageError
from paiju.core.reading import loads
from paiju.core.record import replay
from paiju.games.paohuzi.game import GAME
from paiju.games.paohuzi.state import Carry

NAMES = ["heuristic", "greedy", "random"]


@pytest.fixture(scope="module", params=[3, 4])
def series(request):
    options = GAME.options({"seats": request.param})
    played, reports = [], []
    summary = simulate(GAME, options, 23, NAMES, 5, on_deal=played.append, progress=reports.append)
    return options, summary, played, reports


def test_every_deal_is_counted(series):
    _, summary, played, reports = series
    assert (summary.deals, summary.void, reports) == (23, 0, [10, 20, 23])
    assert [bot.name for bot in summary.bots] == NAMES
    assert sum(bot.deals for bot in summary.bots) == 3 * 23  # who sits out is not counted
    assert sum(bot.wins for bot in summary.bots) + summary.drawn == 23
    assert 0 < summary.drawn < 23
    assert summary.decisions == sum(len(deal.actions) for deal in played)
    for deal in played:
        assert sum(deal.won) <= 1
        assert sum(deal.returns) == 0
        assert sorted(filter(None, deal.roles)) == ["dealer", "other", "other"]


def test_points_by_role_add_up_to_all_points(series):
    _, summary, _, _ = series
    for bot in summary.bots:
        assert tuple(bot.points_by_role) == ("dealer", "other")
        total = sum(mean.value * mean.size for mean in bot.points_by_role.values())
        assert total == pytest.approx(bot.points.value * bot.points.size)
    assert sum(bot.points_by_role["dealer"].size for bot in summary.bots) == 23


def test_blocks_are_chains(series):
    _, _, played, _ = series
    for deal in played:
        assert (deal.opening_carry == Carry()) is (deal.index % BLOCK == 0)


def test_records_verify(series):
    options, _, played, _ = series
    for deal in played:
        *_, step = replay(GAME, loads(record_text(GAME, options, deal).encode()))
        assert GAME.returns(step.state) == deal.returns


def test_the_number_of_jobs_changes_nothing(series):
    options, summary, played, _ = series
    again = []
    assert simulate(GAME, options, 23, NAMES, 5, jobs=2, on_deal=again.append) == summary
    assert again == played


def test_the_order_in_which_seats_are_asked_changes_nothing():
    """Random bots, whose answers depend on how often they are prompted."""

    class Backwards:
        def __getattr__(self, name):
            return getattr(GAME, name)

        def actors(self, state):
            return GAME.actors(state)[::-1]

    options, windows = GAME.options({"preset": "chenzhou"}), 0
    for deal in range(30):
        ends = []
        for game in (GAME, Backwards()):
            bots = [make_bot("random", seat) for seat in range(3)]
            start = GAME.deal(options, bytes([deal]) * 32)

            def choose(seat, view, legal, bots=bots):
                return bots[seat].choose(view, legal)

            def heard(state, _seat, _action):
                nonlocal windows
                windows += len(GAME.actors(state)) > 1

            ends.append(play_out(game, start, choose, heard))
        assert ends[0] == ends[1]
    assert windows > 20


def test_too_many_bots_for_the_seats():
    with pytest.raises(UsageError) as caught:
        simulate(GAME, GAME.options({}), 1, ["random"] * 4, 1)
    assert caught.value.code == "usage.seats"
