"""Bao Huang has nothing to show between two decisions: an action is one piece."""

from __future__ import annotations

from paiju.games.baohuang import GAME
from paiju.games.baohuang.state import State
from tests.strategies import random_deal, random_options, random_seed, walk


def test_an_action_is_one_piece(rng):
    for _ in range(4):
        for step in walk(random_deal(rng, random_options(rng)), rng):
            ((after, events),) = GAME.steps(step.before, step.seat, step.action)
            assert events == step.events
            assert all(getattr(after, name) == getattr(step.after, name) for name in State.__slots__)


def test_a_deal_is_one_piece(rng):
    options, seed = random_options(rng), random_seed(rng)
    ((state, events),) = GAME.opening_steps(options, seed)
    assert events == GAME.opening(GAME.deal(options, seed))
    assert GAME.view(state, 0) == GAME.view(GAME.deal(options, seed), 0)
