"""Observations: as long as the table says, within its bounds, and blind to what the view hides."""

from __future__ import annotations

import random

import numpy as np
import pytest

import paiju
from paiju.envs.pack import pack_of
from tests.envs.tables import EVERY
from tests.playing import at_random


def states(game, options, rng, deals=2, part=0.1):
    """Some states of some deals in a row."""
    carry = None
    for _ in range(deals):
        deal = game.deal(options, rng.randbytes(32), carry)
        for state in at_random(game, deal, rng):
            if rng.random() < part or not game.actors(state):
                yield state
        carry = game.carry(state)


@pytest.mark.parametrize(
    ("name", "options"), [*EVERY, ("paohuzi", {"seats": 4}), ("baohuang", {"show_hand_counts": False})]
)
def test_observations_stay_within_their_documented_bounds(name, options) -> None:
    game, module = paiju.load(name), pack_of(name)
    low, high = module.layout.low, module.layout.high
    for state in states(game, game.options(options), random.Random(0)):
        for seat in range(len(game.returns(state))):
            vector = module.encode(game.view(state, seat))
            assert vector.dtype == np.int8
            assert vector.shape == (module.layout.size,)
            assert (low <= vector).all()
            assert (vector <= high).all()


@pytest.mark.parametrize(("name", "options"), [*EVERY, ("paohuzi", {"seats": 4})])
def test_indistinguishable_deals_have_the_same_observation(name, options) -> None:
    """The check for leaks: whatever a seat may not know is drawn again, and its observation stays."""
    game, module, rng = paiju.load(name), pack_of(name), random.Random(1)
    others, many = 0, {"baohuang": 5, "paohuzi": 20}[name]  # dear in Bao Huang once cards were passed on
    for state in rng.sample(list(states(game, game.options(options), rng, part=1)), many):
        seat = rng.randrange(len(game.returns(state)))
        view = game.view(state, seat)
        other = game.determinize(view, rng)
        others += other != state
        assert np.array_equal(module.encode(game.view(other, seat)), module.encode(view))
    assert others


@pytest.mark.parametrize("name", paiju.available())
def test_the_hand_and_the_turn_are_in_their_documented_fields(name) -> None:
    game, module = paiju.load(name), pack_of(name)
    for state in states(game, game.options({}), random.Random(2), deals=1):
        for seat in range(game.seats):
            view = game.view(state, seat)
            named = module.layout.named(module.encode(view))
            assert tuple(named["hand"]) == view.hand
            assert named["turn"][0] == ((view.turn - seat) % game.seats if view.turn >= 0 else -1)
            assert module.layout.named(np.stack([module.encode(view)] * 3))["hand"].shape == (
                3,
                len(view.hand),
            )


@pytest.mark.parametrize("name", paiju.available())
def test_no_two_fields_overlap(name) -> None:
    layout = pack_of(name).layout
    assert min(layout.start.values()) == 0
    assert sum(int(np.prod(field.shape)) for field in layout.fields) == layout.size
    assert len({field.name for field in layout.fields}) == len(layout.fields)
    assert layout.version == 1


@pytest.mark.parametrize(
    ("name", "options"), [("baohuang", {"preset": "moegirl"}), ("paohuzi", {"seats": 4})]
)
def test_scaled_observations_lose_nothing(name, options) -> None:
    """Read back field by field, as the table has it: a name from the place of its one, a number by its divisor."""
    game, module = paiju.load(name), pack_of(name)
    layout, scaling = module.layout, module.layout.scaling
    assert scaling.size == sum(
        field.size // len(field.readings) * sum(len(r) if isinstance(r, range) else 1 for r in field.readings)
        for field in layout.fields
    )
    for state in states(game, game.options(options), random.Random(3)):
        vector = module.encode(game.view(state, 0))
        read = layout.scaled(vector)
        assert (read.dtype, read.shape) == (np.float32, (scaling.size,))
        assert (scaling.low <= read).all()
        assert (read <= scaling.high).all()
        assert np.array_equal(layout.scaled(np.stack([vector, vector]))[1], read)
        rest, back = read.tolist(), []
        for field in layout.fields:
            assert len(read) - len(rest) == scaling.start[field.name]
            for place in range(field.size):
                reading = field.readings[place % len(field.readings)]
                part = [rest.pop(0) for _ in (reading if isinstance(reading, range) else (0,))]
                if isinstance(reading, range):
                    assert sorted(part) == [0] * (len(part) - 1) + [1], field.name
                    back.append(reading[part.index(1)])
                else:
                    back.append(round(part[0] * reading))
        assert back == vector.tolist()


@pytest.mark.parametrize("name", paiju.available())
def test_scaled_observations_of_usual_play_are_small(name) -> None:
    game, module = paiju.load(name), pack_of(name)
    read = [
        module.layout.scaled(module.encode(game.view(state, 1)))
        for state in states(game, game.options({}), random.Random(4))
    ]
    assert np.abs(read).max() <= 1
