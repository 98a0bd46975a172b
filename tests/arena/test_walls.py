"""Duplicate walls: what they count, that nothing but the seed decides, and that the heuristic stays strong."""

from dataclasses import replace
from functools import partial

import pytest

from paiju.arena.figures import Mean, ratio_of
from paiju.arena.match import Play, Unit, play_unit
from paiju.arena.paohuzi import play_walls
from paiju.bots.paohuzi.heuristic import DEFAULT, HeuristicBot
from paiju.core.errors import UsageError
from paiju.games.paohuzi.game import GAME
from paiju.games.paohuzi.views import View
from tests.arena.test_duplicate import assert_apart, spying
from tests.drawing import often

AKAGIRI = GAME.options({})
SEED = 2026
# Of 60 walls the heuristic won all, the shy one 43 % and the unplanned one 80 %; 90 % are more than four standard errors
# below 98.5 % of 40 walls, and the same walls are played each time.
WALLS, LEAST = often(16, 40), 0.9
SHY = replace(DEFAULT, refusal=-3.0)  # claims next to nothing
UNPLANNED = replace(DEFAULT, plans=1, least_chance=1.0)  # cards that wait for nothing are as good as others


def test_ratios():
    assert ratio_of([(1, 2), (0, 0), (2, 2)]) == Mean(0.75, pytest.approx(0.2165, abs=1e-4), 3)
    assert ratio_of([(0, 0)]) == Mean(0.0, 0.0, 1)
    assert ratio_of([]) == Mean(0.0, 0.0, 0)


@pytest.mark.parametrize("seats", [3, 4])
def test_a_bot_without_chance_against_itself_is_even_on_every_wall(seats, seed):
    result = play_walls(GAME.options({"seats": seats}), "greedy", "greedy", WALLS, seed)
    assert result.margin == result.more["winsorised"] == Mean(0.0, 0.0, WALLS)
    assert result.more["won"] == result.more["lost"] == Mean(0.0, 0.0, WALLS)
    assert result.more["share"].value == pytest.approx(1 / 3)
    assert result.more["deals_won"].value * 3 + result.more["deals_drawn"].value == pytest.approx(1)
    assert result.more["a_hu_rate"] == result.more["b_hu_rate"]
    assert result.more["a_hu"] == result.more["b_hu"]


def test_swapping_the_bots_negates_the_margin(seed):
    one = play_walls(AKAGIRI, "heuristic", "greedy", 3, seed)
    other = play_walls(AKAGIRI, "greedy", "heuristic", 3, seed)
    assert one.margin.value == -other.margin.value
    assert one.more["alone"].value == -other.more["pair"].value
    assert one.more["alone_tally"] == other.more["pair_tally"][::-1]
    assert one.more["a_roles"] == other.more["b_roles"]


def test_every_figure_follows_from_the_deals(seed):
    """Six deals by hand: what the lone bot gets, who won, what is cut."""
    walls = [play_unit(play_walls, AKAGIRI, ("greedy", "random"), seed, index) for index in range(WALLS)]
    result = play_walls(AKAGIRI, "greedy", "random", WALLS, seed)
    deals = [play.facts for wall in walls for play in wall.a_apart]
    assert [deal.lone for deal in deals] == [0, 1, 2] * WALLS
    assert all(sum(deal.points) == 0 for deal in deals)
    assert result.more["alone"].value == pytest.approx(
        sum(deal.points[deal.lone] for deal in deals) / (3 * WALLS)
    )
    assert result.more["alone_tally"].wins == sum(deal.winner == deal.lone for deal in deals)
    assert result.more["alone_tally"].ties == sum(deal.winner < 0 for deal in deals)
    won = [deal for deal in deals if deal.winner == deal.lone]
    others = [play.facts for wall in walls for play in wall.b_apart]
    won += [deal for deal in others if deal.winner not in (-1, deal.lone)]
    assert result.more["a_hu"].value == pytest.approx(sum(deal.hu for deal in won) / len(won))
    assert result.more["a_hu_rate"].value == pytest.approx(len(won) / (9 * WALLS))
    assert min(deal.hu for deal in won) >= 15
    whole = 9 * WALLS * (result.more["a_hu_rate"].value + result.more["b_hu_rate"].value)
    assert whole + 6 * WALLS * result.more["deals_drawn"].value == pytest.approx(6 * WALLS)
    assert result.margin.value == pytest.approx((result.more["alone"].value + result.more["pair"].value) / 2)


def test_points_beyond_the_limit_are_cut():
    """The margin within a limit is that of cut points; beyond the limit nothing changes."""
    wall = Unit([Play(50)] * 3, [Play(-2)] * 3, 0, [], [])
    assert wall.margin == (50 + 2) / 2
    assert wall.margin_within(20) == (20 + 2) / 2
    assert wall.margin_within(1) == (1 + 1) / 2


def test_the_same_seed_gives_the_same_figures_for_any_number_of_jobs():
    reports = []
    one = play_walls(AKAGIRI, "greedy", "random", 6, SEED, progress=reports.append)
    assert reports == [1, 2, 3, 4, 5, 6]
    assert one == play_walls(AKAGIRI, "greedy", "random", 6, SEED, jobs=2)
    assert one != play_walls(AKAGIRI, "greedy", "random", 6, SEED + 1)


def test_every_preset_can_be_measured():
    for preset in GAME.presets():
        result = play_walls(GAME.options({"preset": preset}), "greedy", "random", 2, SEED)
        assert result.margin.size == 2
        assert 0 <= result.a_ms.p50 <= result.a_ms.p95


def test_bots_get_views_and_seats_share_no_bot():
    spy, made = spying(HeuristicBot, View)
    play_walls(AKAGIRI, spy, spy, 2, SEED)
    assert_apart(made, 36)


@pytest.mark.parametrize(
    ("walls", "jobs", "bot", "code"),
    [(0, 1, "greedy", "usage.pairs"), (2, 0, "greedy", "usage.jobs"), (2, 1, "nobody", "usage.bot")],
)
def test_wrong_usage(walls, jobs, bot, code):
    with pytest.raises(UsageError) as caught:
        play_walls(AKAGIRI, bot, "random", walls, SEED, jobs=jobs)
    assert caught.value.code == code


def is_strong(parameters):
    """The check that guards the heuristic's strength."""
    bot = partial(HeuristicBot, parameters=parameters)
    return play_walls(AKAGIRI, bot, "random", WALLS, SEED).more["won"].value >= LEAST


def test_the_heuristic_is_as_strong_as_it_was_measured():
    assert is_strong(DEFAULT)


@pytest.mark.parametrize(
    "planted", [pytest.param(SHY, id="shy", marks=pytest.mark.long), pytest.param(UNPLANNED, id="unplanned")]
)
def test_a_planted_weakness_is_noticed(planted):
    assert not is_strong(planted)


@pytest.mark.long
def test_the_heuristic_beats_random_play_by_more_than_greedy_does():
    """Greedy's margin over random play is 2.57 ± 0.08 points (docs/ladder.md)."""
    result = play_walls(AKAGIRI, "heuristic", "random", 500, SEED)
    assert result.more["won"].value >= LEAST
    assert result.margin.lower95 >= 2.57 + 3 * 0.08
