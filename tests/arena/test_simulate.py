"""Long series: what they count, that records replay, and that the number of jobs changes nothing."""

import pytest

from paiju.arena.pack import pack_of
from paiju.arena.simulate import BLOCK, simulate
from paiju.core.errors import UsageError
from paiju.core.rng import seed_of
from paiju.games.baohuang.game import GAME
from paiju.games.baohuang.state import Carry

SCORED = GAME.options({"preset": "pagat-scored"})
ROLES = pack_of("baohuang").roles
NAMES = ["heuristic", "greedy", "random"]


@pytest.fixture(scope="module")
def series():
    played, reports = [], []
    summary = simulate(GAME, SCORED, 23, NAMES, 5, on_deal=played.append, progress=reports.append)
    return summary, played, reports


def test_every_deal_is_counted(series):
    summary, played, reports = series
    assert (summary.deals, summary.void, reports) == (23, 0, [10, 20, 23])
    assert [bot.name for bot in summary.bots] == NAMES
    assert sum(bot.deals for bot in summary.bots) == 5 * 23
    assert [sum(bot.places[i] for bot in summary.bots) for i in range(5)] == [23] * 5
    assert summary.decisions == sum(len(deal.actions) for deal in played)
    assert summary.seconds > 0


def test_points_by_role_add_up_to_all_points(series):
    summary, played, _ = series
    for bot in summary.bots:
        assert tuple(bot.points_by_role) == ROLES
        total = sum(mean.value * mean.size for mean in bot.points_by_role.values())
        assert total == pytest.approx(bot.points.value * bot.points.size)
    means = [bot.points_by_role for bot in summary.bots]
    emperors = sum(by_role["emperor"].size + by_role["solo"].size for by_role in means)
    assert emperors == 23
    assert sum(sum(deal.returns) for deal in played) == 0


def test_every_bot_sits_everywhere(series):
    _, played, _ = series
    for name in NAMES:
        assert {seat for deal in played for seat in range(5) if deal.names[seat] == name} == set(range(5))


def test_deals_replay_from_the_records_that_are_written(series):
    _, played, _ = series
    for deal in played:
        state = GAME.deal(SCORED, seed_of(deal.secret, ()), deal.opening_carry)
        for seat, text in deal.actions:
            state, _ = GAME.apply(state, seat, GAME.parse_action(state, seat, text))
        assert GAME.returns(state) == deal.returns
        assert state.result.places == deal.places


def test_blocks_are_chains(series):
    _, played, _ = series
    for deal in played:
        first = deal.index % BLOCK == 0
        assert (deal.opening_carry == Carry()) is first
        if not first:
            assert deal.opening_carry.places == played[deal.index - 1].places


def test_the_number_of_jobs_changes_nothing(series):
    summary, played, _ = series
    again = []
    assert simulate(GAME, SCORED, 23, NAMES, 5, jobs=2, on_deal=again.append) == summary
    assert again == played
    assert simulate(GAME, SCORED, 23, NAMES, 6) != summary


def test_void_deals_stay_out_of_the_tables():
    options = GAME.options({"preset": "moegirl"})
    summary = simulate(GAME, options, 60, ["random"], 1)
    assert summary.void > 0
    (bot,) = summary.bots
    assert bot.deals == 5 * (60 - summary.void)


@pytest.mark.parametrize(
    ("deals", "names", "code"),
    [
        (0, NAMES, "usage.deals"),
        (1, [], "usage.seats"),
        (1, ["random"] * 6, "usage.seats"),
        (1, ["nobody"], "usage.bot"),
    ],
)
def test_wrong_usage(deals, names, code):
    with pytest.raises(UsageError) as caught:
        simulate(GAME, SCORED, deals, names, 1)
    assert caught.value.code == code
