"""Public verbs of the library answer or refuse with a code, whatever they are given."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import paiju
from paiju.core.errors import PaijuError
from paiju.core.match import Match
from paiju.core.reading import loads
from paiju.core.rng import Chance

GAMES = paiju.available()[:2]
BIG = 10**5000
"""A number of more digits than Python writes."""
DEEP: list[Any] = []
for _ in range(100_000):
    DEEP = [DEEP]
WRONG: tuple[Any, ...] = (
    BIG, -BIG, (BIG,), {"a": BIG}, {BIG: 1}, DEEP, "x" * 10**6, "9" * 5000, bytearray(32), np.int64(1), np.array([1, 2]),
    None, True, -1, 0, 7, 10**12, 2**33, 1.5, float("nan"), "", "x", "play 6" * 500, b"", bytes(31), bytes(32), (), [], {},
    {"a": 1}, [1], (1, 2), object(), random.Random(1), int, len, Path("/none"), "\ud800", "\0", range(3), {1, 2},
)  # fmt: skip


def attempts(game: Any, name: str) -> Iterator[tuple[str, Callable[..., Any], list[Any]]]:
    """Every verb with sound arguments."""
    options = game.options({})
    state = game.deal(options, bytes(32))
    seat = game.actors(state)[0]
    action = game.legal_actions(state, seat)[0]
    carry = import_module(f"paiju.games.{name}.state").Carry()
    chance = random.Random(1)
    sound = {
        "options": [{}], "seats_of": [options], "deal": [options, bytes(32), None], "actors": [state],
        "legal_actions": [state, seat], "apply": [state, seat, action], "moments": [state, seat, action],
        "opening_moments": [options, bytes(32), None], "ends_pause": [state, seat, action], "view": [state, 0],
        "determinize": [game.view(state, 0), chance], "returns": [state], "carry": [state], "match_rules": [options],
        "opening": [state], "is_void": [state], "action_text": [state, action], "parse_action": [state, seat, "pass"],
        "event_json": [options, game.opening(state)[0]], "carry_json": [carry], "parse_carry": [None],
        "position_text": [state], "position": [None, chance], "parse_position": ["x", chance],
    }  # fmt: skip
    for verb, arguments in sound.items():
        yield verb, getattr(game, verb), arguments


def odd_values(name: str) -> tuple[Any, ...]:
    """Values of the right types with wrong things inside."""
    values, actions = import_module(f"paiju.games.{name}.state"), import_module(f"paiju.games.{name}.actions")
    carry, layout, action = values.Carry, values.Layout, actions.Action
    return (
        carry(9), carry("a"), carry(-1), layout(()), layout((1, 2)), layout(None), layout("wall"), layout(([],) * 5),
        action("play", (99,)), action("play", ("x",)), action("dance"), action(None, None), action("eat", (), ((1, 2),)),
    )  # fmt: skip


ATOMS = (
    None,
    BIG,
    DEEP,
    np.array([1, 2]),
    True,
    False,
    1.0,
    float("nan"),
    "s1",
    b"x",
    (1,),
    [1],
    {1: 2},
    object,
    -1,
    99,
)
NESTED = (*ATOMS, *[(atom,) for atom in ATOMS], *[((atom,),) for atom in ATOMS])


@pytest.mark.parametrize("name", GAMES)
def test_malformed_actions_are_refused_with_a_code(name: str, rng: random.Random) -> None:
    """At every question, with anything in an action: its verb, its cards, its sets or number."""
    game, actions = paiju.load(name), import_module(f"paiju.games.{name}.actions")
    first, *others = actions.Action._fields
    odd = [actions.Action(value) for value in ATOMS]
    for verb in actions.VERBS:
        odd += [actions.Action(**{first: verb, field: value}) for field in others for value in NESTED]
    state = game.deal(game.options({}), rng.randbytes(32))
    while seats := game.actors(state):
        legal = game.legal_actions(state, seats[0])
        for action in rng.sample(odd, 20):
            calls = (
                (game.apply, (state, seats[0])),
                (game.ends_pause, (state, seats[0])),
                (game.action_text, (state,)),
            )
            done = [refused(call, *given, action) for call, given in calls]
            assert done[0] or action in legal
        state, _ = game.apply(state, seats[0], rng.choice(legal))


@pytest.mark.parametrize("name", GAMES)
def test_an_equal_action_is_stored_in_canonical_form(name: str, rng: random.Random) -> None:
    """True and 1.0 equal 1 in Python: actions and events are the same, with whole numbers."""
    game, actions = paiju.load(name), import_module(f"paiju.games.{name}.actions")
    for _ in range(10):  # hardly any deal is over before a card is laid
        state, seen = game.deal(game.options({}), rng.randbytes(32)), 0
        while seats := game.actors(state):
            action = rng.choice(game.legal_actions(state, seats[0]))
            after, events = game.apply(state, seats[0], action)
            if action.cards:
                seen += 1
                other = actions.Action(action.verb, tuple(map(float, action.cards)), *action[2:])
                assert repr(game.apply(state, seats[0], other)[1]) == repr(events)
            state = after
        if seen:
            return
    pytest.fail("no card was laid")


def refused(verb: Callable[..., Any], *arguments: Any, **named: Any) -> bool:
    """Whether a call is refused with a code, and in few words; any other error is one of the library's own."""
    try:
        found = verb(*arguments, **named)
        if isinstance(found, Iterator):
            next(found, None)
    except PaijuError as error:
        if len(str(error)) > 1000 and error.code != "file.unreadable":  # which has all of the file's name
            pytest.fail(f"{error.code} has {len(str(error))} letters")
        return bool(error.code)
    return False


@pytest.mark.parametrize("name", GAMES)
def test_ends_pause_refuses_seats_that_do_not_exist(name: str, rng: random.Random) -> None:
    game = paiju.load(name)
    state = game.deal(game.options({}), rng.randbytes(32))
    while seats := game.actors(state):
        action = rng.choice(game.legal_actions(state, seats[0]))
        for seat in (-1, 9, True, None, "0", BIG):
            assert refused(game.ends_pause, state, seat, action)
        state, _ = game.apply(state, seats[0], action)


@pytest.mark.parametrize("name", GAMES)
def test_every_public_verb_answers_or_refuses_with_a_code(name: str) -> None:
    game = paiju.load(name)
    for verb, call, arguments in attempts(game, name):
        refusals = 0
        for at in range(len(arguments)):
            for wrong in (*WRONG, *odd_values(name)):
                given = list(arguments)
                given[at] = wrong
                refusals += refused(call, *given)
        assert refusals, verb


@pytest.mark.parametrize("name", GAMES)
def test_malformed_options_and_positions_are_refused_with_a_code(name: str) -> None:
    game = paiju.load(name)
    for wrong in WRONG:
        refused(game.options, {"preset": wrong})
        for declared in type(game.options({})).declared():
            refused(game.options, {declared.name: wrong})
        for field in ("turn", "hands", "view", "weather"):
            refused(game.position, None, None, **{"turn": "0 discard", field: wrong})
        if getattr(wrong, "__hash__", None):
            assert refused(game.options, {wrong: 1})


def test_malformed_matches_records_and_chance_are_refused_with_a_code() -> None:
    game = paiju.load("paohuzi")
    options = game.options({})
    recorder = paiju.Recorder(game, options, ["a", "b", "c"])
    state = recorder.begin(bytes(32), [b""] * 3, None)[-1].state
    calls: tuple[tuple[Callable[..., Any], list[Any]], ...] = (
        (Match.start, [game, options]), (Match.start(game, options).after, [state]),
        (Match.start(game, options).deal, [bytes(32)]), (paiju.Recorder, [game, options, ["a"]]),
        (recorder.begin, [bytes(32), [b""], None]), (recorder.begin_at, ["x"]), (recorder.act, [state, 1, "pass"]),
        (paiju.load, ["paohuzi"]), (paiju.position, ["x"]), (paiju.read_positions, ["x"]), (paiju.read_record, ["x"]),
        (paiju.dumps, [recorder.record]), (paiju.replay, [game, recorder.record]), (Chance, [bytes(32), "x"]),
        (Chance(bytes(32), "x").below, [7]), (Chance(bytes(32), "x").shuffle, [(1, 2)]),
        (paiju.evaluate_hand, ["s1 | s2", "b2", "akagiri"]), (paiju.rule_text, [options, "en"]), (loads, [b""]),
    )  # fmt: skip
    for call, arguments in calls:
        for at in range(len(arguments)):
            for wrong in WRONG:
                given = list(arguments)
                if given[at] is not game:
                    given[at] = wrong
                refused(call, *given)
