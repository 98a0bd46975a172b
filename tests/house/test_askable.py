"""The askable seats are public: it includes every prompted seat and reveals no hidden card."""

from __future__ import annotations

import random

from paiju.games import baohuang, paohuzi
from tests import strategies
from tests.paohuzi import builders


def test_every_asked_seat_is_among_the_askable_ones(rng: random.Random) -> None:
    wide = 0
    for _ in range(15):
        state = builders.random_deal(rng, builders.random_options(rng))
        while actors := paohuzi.GAME.actors(state):
            askable = paohuzi.GAME.askable(state)
            assert set(actors) <= set(askable)
            wide += len(askable) > len(actors)
            state, *_ = builders.random_step(rng, state)
        assert paohuzi.GAME.askable(state) == ()
    assert wide
    for _ in range(5):
        deal = strategies.random_deal(rng, strategies.random_options(rng))
        for step in strategies.walk(deal, rng):
            assert {step.seat} <= set(baohuang.GAME.askable(step.before))


def test_the_askable_seats_depend_on_public_facts_alone(rng: random.Random) -> None:
    checked = 0
    for _ in range(6):
        state = builders.random_deal(rng, builders.random_options(rng))
        while paohuzi.GAME.actors(state):
            if rng.random() < 0.1:
                counterpart = paohuzi.GAME.determinize(paohuzi.GAME.view(state, None), rng)
                assert paohuzi.GAME.askable(counterpart) == paohuzi.GAME.askable(state)
                checked += 1
            state, *_ = builders.random_step(rng, state)
    assert checked
