"""Matches inside the kernel beside the arena's: the same deals, the same plays, the same figures."""

from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from paiju.arena import baohuang, match
from paiju.arena.figures import mean_of
from paiju.arena.match import play_out
from paiju.bots.baohuang.compiled.matches import finisher
from paiju.bots.baohuang.heuristic import HeuristicBot
from paiju.bots.baohuang.parameters import DEFAULT
from paiju.bots.base import make_bot
from paiju.core.errors import UsageError
from paiju.games.baohuang import GAME
from paiju.kernels.baohuang.adapter import from_law
from paiju.kernels.baohuang.records import StateRecord
from paiju.kernels.records import fields, new
from paiju.train.baohuang import tune
from tests.bots_compiled.baohuang.given import play_from
from tests.bots_compiled.baohuang.test_policy import shaken
from tests.drawing import often
from tests.kernels.baohuang.driving import options_for

WEIRD = replace(DEFAULT, control=(0.1,) * 6, lead_control=0.0, small=2.0)


@pytest.mark.parametrize("preset", ["pagat", "sixes-last", "moegirl"])
def test_the_kernels_pairs_are_the_arenas_pairs(preset, seed, rng):
    options, pairs = GAME.options({"preset": preset}), often(1, 3)
    other = shaken(rng, 0.9)
    a, b = HeuristicBot, partial(HeuristicBot, parameters=other)
    slow = [match.play_unit(baohuang.play_duplicate, options, (a, b), seed, index) for index in range(pairs)]
    starts = np.concatenate(
        [from_law(baohuang.first_lead(options, seed, index)[0]) for index in range(pairs)]
    )
    results = play_from(options, DEFAULT, other, starts)
    assert results.tolist() == [[unit.a_apart[0].points, unit.b_apart[0].points] for unit in slow]
    margin = mean_of([unit.margin for unit in slow])
    assert mean_of(tune.margins(results).tolist()) == pytest.approx(margin)


def test_a_player_against_itself_gains_nothing_on_any_deal(seed):
    assert not tune.margins(
        tune.Matches(GAME.options({})).play(DEFAULT, DEFAULT, range(seed, seed + 50))
    ).any()


def test_a_deal_depends_on_its_number_alone(seed):
    """Whatever was played before; and every deal has a guard."""
    matches = tune.Matches(GAME.options({}))
    rules = fields(matches.rules)
    deck, chance = np.zeros(rules.deck_size, np.uint8), np.ones(1, np.int64)
    seen = set()
    for number in (seed, seed + 1, seed):
        state = new(StateRecord)
        tune.deal_numbered(state[0], matches.rules[0], number, deck, chance)
        assert fields(state).guard >= 0
        seen.add(state.tobytes())
    assert len(seen) == 2
    whole = matches.play(DEFAULT, WEIRD, range(seed, seed + 20))
    assert (matches.play(DEFAULT, WEIRD, range(seed + 5, seed + 8)) == whole[5:8]).all()


def test_the_better_player_wins_the_match(seed):
    played = tune.Matches(GAME.options({})).play(DEFAULT, WEIRD, range(seed, seed + 400))
    margin = mean_of(tune.margins(played).tolist())
    assert margin.value > 3 * margin.se


def test_a_deal_is_finished_as_the_python_bots_finish_it(rng, seed):
    """Under every preset and under options that nobody plays: the same places, returns, hands left and roles displayed."""
    mixed = set()
    every = [GAME.options({"preset": preset}) for preset in GAME.presets()]
    for options in (*every, *(options_for(rng) for _ in range(8))):
        try:
            start, _ = baohuang.first_lead(options, seed, 0)
        except UsageError:  # hardly ever one guard
            continue
        names = tuple(rng.choice(("greedy", "heuristic")) for _ in range(5))
        bots = [make_bot(name, 0) for name in names]
        slow = play_out(GAME, start, lambda seat, view, legal, bots=bots: bots[seat].choose(view, legal))
        fast = finisher(options, names)(start)
        assert (fast.phase, fast.queue, fast.result) == (slow.phase, slow.queue, slow.result)
        mixed.add(len({*names}))
    assert 2 in mixed


def test_the_arenas_fast_path_gives_the_same_figures(monkeypatch, seed):
    options = GAME.options({})
    slow = baohuang.play_duplicate(options, "heuristic", "greedy", 4, seed)
    monkeypatch.setattr(match, "TIMED", 0)
    assert baohuang.play_duplicate(options, "heuristic", "greedy", 4, seed) == slow


def test_only_compiled_bots_have_a_fast_path():
    options = GAME.options({})
    assert finisher(options, ("greedy",) * 4 + ("random",)) is None
    assert finisher(options, ("normal",) * 5) is None
    assert finisher(options, ("greedy",) * 4 + ("heuristic",)) is not None
