"""Duplicate pairs: what they count, that nothing but the seed decides, and who beats whom."""

from dataclasses import replace
from functools import partial

import pytest

from paiju.arena.baohuang import play_duplicate
from paiju.arena.figures import Mean, mean_of, percentile
from paiju.arena.seeds import bot_seed, deal_seed
from paiju.bots.baohuang.heuristic import HeuristicBot
from paiju.bots.baohuang.parameters import DEFAULT
from paiju.core.errors import UsageError
from paiju.games.baohuang.game import GAME
from paiju.games.baohuang.views import View

PAGAT = GAME.options({})
PAIRS, SEED = 60, 2026
# Margins over 300 (random) and 1 000 (greedy) pairs of other deals were 5.95 and 4.23; the thresholds are three
# standard errors of 60 pairs below: 0.04 and 0.21.
OVER_RANDOM, OVER_GREEDY = 5.83, 3.6
BLIND = replace(
    DEFAULT,
    ally_emperor=0.0,
    ally_guard=0.0,
    ally_people=0.0,
    feed_friend=0.0,
    feed_foe=0.0,
    danger=0.0,
)
WASTEFUL = replace(DEFAULT, lead_control=0.0, follow_control=0.0, run_out=0.0)


def test_means_and_percentiles():
    assert mean_of([1, 2, 3, 4]) == Mean(2.5, pytest.approx(0.6455, abs=1e-4), 4)
    assert mean_of([]) == Mean(0.0, 0.0, 0)
    assert mean_of([7.0]).lower95 == 7.0
    assert (percentile([5, 1, 3, 2, 4], 0.5), percentile([], 0.5)) == (3, 0.0)


def test_seeds_differ_wherever_an_index_differs():
    seeds = {deal_seed(1, 2, 3), deal_seed(1, 23), deal_seed(12, 3), deal_seed(1, 2)}
    assert len(seeds) == 4
    assert all(len(seed) == 32 for seed in seeds)
    assert bot_seed(1, 2, 3) != bot_seed(1, 3, 2)
    # Written down, so that no later version deals other cards for the same seed.
    assert deal_seed(7, 0, 0).hex()[:16] == "3bd721d1de601fba"


def test_a_bot_against_itself_is_even_in_every_pair():
    result = play_duplicate(PAGAT, "heuristic", "heuristic", 5, SEED)
    assert result.margin == Mean(0.0, 0.0, 5)
    assert result.more["crown"].wins == result.more["people"].losses
    assert sum(result.more["crown"]) == sum(result.more["people"]) == 5


def test_points_of_roles_add_up_to_the_margin(seed):
    """Place points of five seats are 0 in sum, so that both sides tell the same."""
    result = play_duplicate(PAGAT, "heuristic", "greedy", 8, seed)
    crown = result.more["a_roles"]["emperor"].value + result.more["a_roles"]["guard"].value
    assert crown == pytest.approx(result.more["crown_points"].value)
    assert 3 * result.more["a_roles"]["commoner"].value == pytest.approx(result.more["people_points"].value)
    assert 3 * result.more["b_roles"]["commoner"].value == pytest.approx(-crown)
    assert result.margin.value == pytest.approx((crown + result.more["people_points"].value) / 2)


def test_sides_are_swapped():
    """What A wins over B, B loses to A; the same deals are dealt to both."""
    one = play_duplicate(PAGAT, "greedy", "heuristic", 5, SEED)
    other = play_duplicate(PAGAT, "heuristic", "greedy", 5, SEED)
    assert one.margin.value == -other.margin.value
    assert one.more["crown"] == other.more["people"][::-1]
    assert one.more["redealt"] == other.more["redealt"]


def test_the_same_seed_gives_the_same_figures_for_any_number_of_jobs():
    reports = []
    one = play_duplicate(PAGAT, "greedy", "random", 6, SEED, progress=reports.append)
    assert reports == [1, 2, 3, 4, 5, 6]
    assert one == play_duplicate(PAGAT, "greedy", "random", 6, SEED)
    assert one == play_duplicate(PAGAT, "greedy", "random", 6, SEED, jobs=2)
    assert one != play_duplicate(PAGAT, "greedy", "random", 6, SEED + 1)


def test_every_preset_can_be_measured():
    for preset in GAME.presets():
        result = play_duplicate(GAME.options({"preset": preset}), "greedy", "random", 2, SEED)
        assert result.margin.size == 2
        assert 0 <= result.a_ms.p50 <= result.a_ms.p95


def test_bots_get_views_and_seats_share_no_bot():
    spy, made = spying(HeuristicBot, View)
    play_duplicate(PAGAT, spy, "greedy", 2, SEED)
    assert_apart(made, 10)


def spying(bot, form):
    """A bot that checks what it is given, and every one that is made: its seed, and the seats it has played for."""
    made = []

    class Spy(bot):
        def __init__(self, seed):
            super().__init__(seed)
            self.seats = set()
            made.append((seed, self.seats))

        def choose(self, view, actions):
            assert type(view) is form
            assert len(actions) > 1
            self.seats.add(view.viewer)
            return super().choose(view, actions)

    return Spy, made


def assert_apart(made, count):
    assert len({seed for seed, _ in made}) == len(made) == count
    assert all(len(seats) <= 1 for _, seats in made)


@pytest.mark.parametrize(
    ("pairs", "jobs", "bot", "code"),
    [
        (0, 1, "greedy", "usage.pairs"),
        (2, 0, "greedy", "usage.jobs"),
        (2, 1, "nobody", "usage.bot"),
    ],
)
def test_wrong_usage(pairs, jobs, bot, code):
    with pytest.raises(UsageError) as caught:
        play_duplicate(PAGAT, bot, "random", pairs, SEED, jobs=jobs)
    assert caught.value.code == code


def is_strong(parameters):
    """The check that guards the heuristic's strength."""
    bot = partial(HeuristicBot, parameters=parameters)
    return all(
        play_duplicate(PAGAT, bot, other, PAIRS, SEED).margin.value >= least
        for other, least in (("greedy", OVER_GREEDY), ("random", OVER_RANDOM))
    )


def test_the_heuristic_is_as_strong_as_it_was_measured():
    assert is_strong(DEFAULT)


@pytest.mark.parametrize(
    "planted",
    [pytest.param(BLIND, id="role-blind"), pytest.param(WASTEFUL, id="wasteful", marks=pytest.mark.long)],
)
def test_a_planted_weakness_is_noticed(planted):
    assert not is_strong(planted)


@pytest.mark.long
def test_the_goals_of_the_heuristic():
    """The acceptance figures, with room to spare, in lower 95 % bounds of 300 pairs."""
    assert play_duplicate(PAGAT, "heuristic", "random", 300, SEED + 1).margin.lower95 >= 5.8
    assert play_duplicate(PAGAT, "heuristic", "greedy", 300, SEED + 1).margin.lower95 >= 3.0
