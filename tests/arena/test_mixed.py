"""Mixed company: fair seats, ratings that find the stronger bot, the same for the same seed."""

from collections import Counter
from math import log

import pytest

from paiju import load
from paiju.core.errors import UsageError

pytest.importorskip("openskill")

from tools.mixed import Lineup, play_mixed, rate, seating

BAOHUANG, PAOHUZI = load("baohuang"), load("paohuzi")


@pytest.mark.parametrize(("names", "seats"), [("ab", 5), ("abc", 3), ("abcdef", 5), ("ab", 3)])
def test_every_bot_takes_every_seat(names, seats, rng):
    found = [seating(tuple(names), seats, rng) for _ in range(2000)]
    for seat in range(seats):
        counts = Counter(at[seat] for at in found)
        assert set(counts) == set(names)
        assert max(counts.values()) < 1.5 * min(counts.values())
    for at in found:
        counts = Counter(at)
        assert max(counts.values()) - min(counts[name] for name in names) <= 1


@pytest.mark.parametrize(("game", "blind"), [(BAOHUANG, 0.8), (PAOHUZI, log(3))], ids=["baohuang", "paohuzi"])
def test_the_stronger_bot_is_rated_higher(game, blind, seed):
    """The ratings foresee winners better than somebody would who knows how many sides there are, and little else.

    Of 240 deals points and foresight are four to seven standard errors away from that; if they do not show it, 960 do.
    """
    for deals in (240, 960):
        ratings = play_mixed(game, game.options({}), ["random", "greedy"], deals, seed)
        strong, weak = ratings.bots
        assert ratings.deals == deals
        assert strong.deals == deals - ratings.void
        is_higher = (strong.name, weak.name) == ("greedy", "random") and strong.mu > weak.mu
        if is_higher and strong.points.value > 0 > weak.points.value and ratings.log_loss < blind:
            return
    pytest.fail(f"{ratings}")


def test_the_number_of_jobs_changes_nothing(seed):
    options = BAOHUANG.options({})
    one = play_mixed(BAOHUANG, options, ["random", "greedy"], 12, seed)
    assert one == play_mixed(BAOHUANG, options, ["random", "greedy"], 12, seed, jobs=2)
    assert one != play_mixed(BAOHUANG, options, ["random", "greedy"], 12, seed + 1)


def test_uninformative_deals_change_no_rating():
    """The same bots on all sides, or a side without seats."""
    alike = Lineup(("a", "b", "b", "a"), ((0, 1), (3, 2)), (1, 1, -1, -1))
    alone = Lineup(("a", "b"), ((0, 1), ()), (1, 1))
    ratings = rate(("a", "b"), [alone], 0)
    assert {bot.mu for bot in ratings.bots} == {25.0}
    assert {bot.mu for bot in rate(("a", "b"), [alike], 0).bots} == {25.0}
    won = Lineup(("a", "b"), ((0,), (1,)), (1, -1))
    assert rate(("a", "b"), [won], 0).bots[0].name == "a"


@pytest.mark.parametrize(
    ("names", "deals", "code"),
    [
        (["greedy"], 3, "usage.seats"),
        (["greedy", "nobody"], 3, "usage.bot"),
        (["greedy", "random"], 0, "usage.deals"),
    ],
)
def test_wrong_usage(names, deals, code):
    with pytest.raises(UsageError) as caught:
        play_mixed(PAOHUZI, PAOHUZI.options({}), names, deals, 1)
    assert caught.value.code == code
