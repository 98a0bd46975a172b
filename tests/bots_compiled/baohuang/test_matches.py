"""Matches inside the kernel beside the arena's: the same deals, the same plays, the same figures."""

from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from paiju.arena import duplicate
from paiju.bots.compiled.baohuang.matches import Matches, deal_numbered, margins, mean_and_error
from paiju.bots.heuristic.bot import HeuristicBot
from paiju.bots.heuristic.parameters import DEFAULT
from paiju.games.baohuang import GAME
from paiju.kernels.baohuang.adapter import from_law
from paiju.kernels.baohuang.records import STATE, blank, fields
from tests.bots_compiled.baohuang.test_policy import shaken

WEIRD = replace(DEFAULT, control=(0.1,) * 6, lead_control=0.0, small=2.0)


@pytest.mark.parametrize("preset", ["pagat", "sixes-last", "moegirl"])
def test_pairs_of_the_kernel_are_pairs_of_the_arena(preset, seed, rng):
    options, pairs = GAME.options({"preset": preset}), 7
    other = shaken(rng, 0.9)
    a, b = HeuristicBot, partial(HeuristicBot, parameters=other)
    slow = [duplicate.play_pair(options, a, b, seed, index) for index in range(pairs)]
    starts = np.concatenate([from_law(duplicate._start(options, seed, index)[0]) for index in range(pairs)])
    results = Matches(options).play_from(DEFAULT, other, starts)
    assert results.tolist() == [[pair.a_crown, pair.b_crown] for pair in slow]
    margin = duplicate._result(slow).margin
    assert mean_and_error(margins(results)) == pytest.approx((margin.value, margin.se))


def test_a_player_against_itself_gains_nothing_on_any_deal(seed):
    assert not margins(Matches(GAME.options({})).play(DEFAULT, DEFAULT, range(seed, seed + 50))).any()


def test_the_number_alone_decides_a_deal(seed):
    """Whatever was played before; and every deal has a guard."""
    matches = Matches(GAME.options({}))
    rules = fields(matches.rules)
    deck, chance = np.zeros(rules.deck_size, np.uint8), np.ones(1, np.int64)
    seen = set()
    for number in (seed, seed + 1, seed):
        state = blank(STATE)
        deal_numbered(state[0], matches.rules[0], number, deck, chance)
        assert fields(state).guard >= 0
        seen.add(state.tobytes())
    assert len(seen) == 2
    whole = matches.play(DEFAULT, WEIRD, range(seed, seed + 20))
    assert (matches.play(DEFAULT, WEIRD, range(seed + 5, seed + 8)) == whole[5:8]).all()


def test_the_better_player_wins_the_match(seed):
    played = Matches(GAME.options({})).play(DEFAULT, WEIRD, range(seed, seed + 400))
    mean, error = mean_and_error(margins(played))
    assert mean > 3 * error
