"""States, views and actions are values; callers' arguments are checked, each error with a code."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import pytest

import paiju
from paiju.core.errors import PaijuError, UsageError
from tests.playing import at_random

GAMES = ("baohuang", "paohuzi")


def moments(game: Any, rng: random.Random) -> list[Any]:
    """Some states of a random deal of a random preset, from the first decision to the end."""
    state = game.deal(game.options({"preset": rng.choice(list(game.presets()))}), rng.randbytes(32))
    return [
        one
        for one in at_random(game, state, rng)
        if one is state or rng.random() < 0.1 or not game.actors(one)
    ]


@pytest.mark.parametrize("name", GAMES)
def test_values_are_copied_pickled_compared_and_hashed(name: str, rng: random.Random) -> None:
    game = paiju.load(name)
    states = moments(game, rng)
    seats = (None, *range(game.seats_of(states[0].rules.options)))
    values = [*states, *(game.view(state, seat) for state in states for seat in seats)]
    values += [game.legal_actions(state, seat)[0] for state in states for seat in game.actors(state)]
    for value in values:
        for other in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
            assert other == value
            assert hash(other) == hash(value)
    assert len(set(states)) == len(states)


@pytest.mark.parametrize("name", GAMES)
def test_events_are_copied_and_pickled(name: str, rng: random.Random) -> None:
    game = paiju.load(name)
    state = game.deal(game.options({"preset": rng.choice(list(game.presets()))}), rng.randbytes(32))
    events = list(game.opening(state))
    while actors := game.actors(state):
        legal = game.legal_actions(state, actors[0])
        state, happened = game.apply(state, actors[0], legal[rng.randrange(len(legal))])
        events += happened
    for event in events:
        for other in (copy.copy(event), copy.deepcopy(event), pickle.loads(pickle.dumps(event))):
            assert other == event
            assert type(other) is type(event)


@pytest.mark.parametrize("name", GAMES)
def test_a_deal_continues_from_a_pickle(name: str, rng: random.Random) -> None:
    """From any moment but the last; a deal that is over as soon as it is dealt has no other."""
    game = paiju.load(name)
    before = next(found for found in (moments(game, rng)[:-1] for _ in range(20)) if found)
    state = rng.choice(before)
    other = pickle.loads(pickle.dumps(state))
    seat = game.actors(state)[0]
    for action in game.legal_actions(state, seat)[:50]:
        assert game.apply(other, seat, action) == game.apply(state, seat, action)


@pytest.mark.parametrize("name", GAMES)
def test_asking_for_actions_changes_nothing(name: str, rng: random.Random) -> None:
    """A state may cache answers, but they are not part of it."""
    game = paiju.load(name)
    for state in moments(game, rng):
        fresh = pickle.loads(pickle.dumps(state))
        before = pickle.dumps(fresh), hash(fresh), repr(fresh)
        for seat in game.actors(fresh):
            assert len(game.legal_actions(fresh, seat)) == len(game.legal_actions(fresh, seat)) > 0
        assert (pickle.dumps(fresh), hash(fresh), repr(fresh)) == before


@pytest.mark.parametrize("name", GAMES)
def test_actions_may_be_text(name: str, rng: random.Random) -> None:
    game = paiju.load(name)
    for state in moments(game, rng)[:-1]:
        seat = game.actors(state)[0]
        for action in game.legal_actions(state, seat)[:50]:
            text = game.action_text(state, action)
            assert game.apply(state, seat, text) == game.apply(
                state, seat, game.parse_action(state, seat, text)
            )


class Odd:
    """Nothing that anybody wants."""


@pytest.mark.parametrize("name", GAMES)
def test_callers_arguments_are_checked(name: str, rng: random.Random) -> None:
    game = paiju.load(name)
    options = game.options({})
    state = game.deal(options, bytes(32))
    seat = game.actors(state)[0]
    view = game.view(state, seat)
    seats = game.seats_of(options)

    def code(verb: Any, *given: Any) -> str:
        with pytest.raises(PaijuError) as caught:
            verb(*given)
        assert not isinstance(caught.value, UsageError) or caught.value.code.startswith("usage.")
        return caught.value.code

    for wrong in (-1, seats, 10**30, True, 0.0, "0", Odd()):
        assert code(game.view, state, wrong) == "usage.seat"
        assert code(game.legal_actions, state, wrong) == "usage.seat"
        assert code(game.apply, state, wrong, "pass") == "usage.seat"
        assert code(game.parse_action, state, wrong, "pass") == "usage.seat"
    for wrong in (None, 5, "x" * 32, [0] * 32, Odd()):
        assert code(game.deal, options, wrong) == "usage.type"
    for wrong in (b"", bytes(31), bytes(33)):
        assert code(game.deal, options, wrong) == "usage.seed"
    for wrong in ({}, "pagat", Odd()):
        assert code(game.deal, wrong, bytes(32)) == "usage.type"
        assert code(game.deal, options, bytes(32), wrong) == "usage.type"
        assert code(game.determinize, wrong, rng) == "usage.type"
        assert code(game.determinize, view, wrong) == "usage.type"
    for wrong in (None, 7, Odd()):
        assert code(game.apply, state, seat, wrong) == "usage.type"
        assert code(game.parse_action, state, seat, wrong) == "usage.type"
        assert code(game.options, wrong) == "usage.type"
    assert code(game.apply, state, seat, "dance") == "notation.action"
    assert code(game.carry, state) == "usage.unfinished"
    assert game.view(state, None).viewer is None
