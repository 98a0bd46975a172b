"""Positions of Bao Huang: text and state are inverses, in every phase; views say what a seat knows and no more."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from paiju.core.errors import PositionError
from paiju.games.baohuang import GAME
from paiju.games.baohuang.cards import MARKED_BIG, SEATS
from paiju.games.baohuang.state import Phase, State
from tests import strategies
from tests.drawing import often
from tests.positions.texts import read, read_broken
from tests.rules.builders import deal, kind, options


def states(rng: random.Random, deals: int, whole: float = 0.2) -> Iterator[State]:
    """States of deals of random options: most are left soon after play has begun."""
    for _ in range(deals):
        state = strategies.random_deal(rng, strategies.random_options(rng))
        manner = rng.choice(strategies.MANNERS)
        leaves = 0.0 if rng.random() < whole else 0.08
        while True:
            yield state
            if not state.queue or (state.phase is Phase.PLAY and rng.random() < leaves):
                break
            state, _ = GAME.apply(state, state.turn, manner(state, state.turn, rng))


def said(state: State) -> State:
    """A state as a text says it: a seed that chance has no use for any more is not in it."""
    if state.phase in (Phase.CUT, Phase.DRAW, Phase.TRIBUTE) or state.plan.drawing is not None:
        return state
    bare = state.copy()
    bare.start = replace(state.start, seed=bytes(32), pile=())
    return bare


def test_a_state_survives_being_written_and_read(rng: random.Random) -> None:
    met = set()
    for state in states(rng, often(10, 25)):
        if state.phase is not Phase.PLAY or rng.random() < 0.1:
            text = GAME.position_text(state)
            again = GAME.parse_position(text).state
            assert again == said(state), text
            assert GAME.position_text(again) == text
            met.add(state.phase)
    assert Phase.PLAY in met


def test_a_position_without_its_past_is_short_and_plays_the_same(rng: random.Random) -> None:
    for state in states(rng, 8, whole=1.0):
        if rng.random() < 0.03:
            text = GAME.position_text(state, past=False)
            assert len(text) < 2500
            again = GAME.parse_position(text).state
            assert again.tricks == ()
            seed = rng.random()
            assert play_on(again, random.Random(seed)) == play_on(state, random.Random(seed))


def play_on(state: State, rng: random.Random) -> list[object]:
    """What random play leads to; the text of the end stands for all that was laid."""
    reported: list[object] = []
    while state.queue:
        action = strategies.any_action(state, state.turn, rng)
        state, events = GAME.apply(state, state.turn, action)
        reported.append(events)
    return [*reported, state.result, state.hands]


def test_play_continues_identically_from_a_position(rng: random.Random) -> None:
    for state in states(rng, 20):
        if state.queue and rng.random() < (0.02 if state.phase is Phase.PLAY else 0.1):
            again = GAME.parse_position(GAME.position_text(state)).state
            assert GAME.legal_actions(again, state.turn)[:50] == GAME.legal_actions(state, state.turn)[:50]
            seed = rng.random()
            assert play_on(again, random.Random(seed)) == play_on(state, random.Random(seed))


def test_a_view_text_holds_what_its_seat_knows(rng: random.Random) -> None:
    """Now and then no deal is found that looks so: hands may be rigged, as no shuffle makes them."""
    looked = rare = 0
    for state in states(rng, 20):
        if state.phase is Phase.PLAY and rng.random() > 0.1:
            continue
        viewer = rng.choice((None, *range(SEATS), *state.queue[:1] * 3))
        view = GAME.view(state, viewer)
        text = GAME.position_text(view)
        found, refusal = read(GAME, text, rng)
        looked += 1
        if refusal is not None:
            assert refusal.code == "position.rare", text
            rare += 1
            continue
        assert found.view == replace(view, past=None), text
        assert GAME.position_text(found.view) == text
        if state.phase is not Phase.OVER:
            hands = text.partition("; hands ")[2].partition(";")[0].split(" / ")
            assert all(
                part == "-" or part.endswith("?")
                for seat, part in enumerate(hands)
                if seat != viewer and part
            )
    assert rare <= looked // 10


SOUND = (
    "baohuang pagat; turn 3 play; first 0; hands 66 7 8 ? / ? / ? / ? / 9 9 ?; emperor 1; "
    "known 1:R; trick 1:999 2:-; tricks 1:6 2:- 3:- 4:- 0:-"
)


def test_the_base_position_of_the_error_cases_is_valid(rng: random.Random) -> None:
    state = GAME.parse_position(SOUND, rng).state
    assert state.queue == (3,)
    assert GAME.legal_actions(state, 3)[0].verb == "pass"


@pytest.mark.parametrize(
    ("change", "code", "field", "at"),
    [
        (("turn 3 play", "turn 3 dance"), "position.value", "turn", "3 dance"),
        (("turn 3 play", "turn 3 4 play"), "position.value", "turn", "3 4"),
        (("turn 3 play", "turn 1 play"), "position.conflict", "turn", "1 play"),
        (("turn 3 play", "turn over"), "position.rare", "hands", ""),
        (("turn 3 play", "turn 3 cut"), "position.conflict", "emperor", "1;"),
        (("emperor 1; ", ""), "position.value", "emperor", ""),
        (("66 7 8 ?", "66666 66666 66666 66666 ?"), "position.cards", "hands", "66666"),
        (("66 7 8 ?", "66 7 3 ?"), "position.cards", "hands", "66 7 3"),
        (("66 7 8 ?", "66 7 1 ?"), "position.value", "hands", "66 7 1"),
        (("66 7 8 ?", "66 7 8"), "position.cards", "hands", "66 7 8"),
        (("1:999", "1:99b2J"), "position.value", "trick", "1:99b2J"),
        (("1:999 2:-", "1:999 2:defer"), "position.conflict", "trick", "1:999"),
        (("1:999", "1 999"), "position.value", "trick", "1 999"),
        (("known 1:R", "known 1:R; called 9"), "position.conflict", "called", "9;"),
        (("known 1:R", "known 1:R; stakes war"), "position.value", "stakes", "war"),
        (("known 1:R", "known 1:R; passed 1"), "position.conflict", "passed", "1;"),
        (("known 1:R", "known 1:R; payers 1:2"), "position.conflict", "payers", "1:2"),
        (("known 1:R", "known 1:R; carry 0 EGPPP 11111 emperor"), "position.value", "carry", "0 EGPPP"),
        (("known 1:R", "known 1:R; seed ff"), "position.value", "seed", "ff"),
        (("known 1:R", "known 1:R; out 2"), "position.cards", "hands", "66"),
        (("known 1:R", "known 1:R; view 5"), "position.value", "view", "5;"),
        (("pagat", "moegirl"), "position.value", "called", ""),
    ],
)
def test_errors_in_a_position_are_named_with_their_column(
    change: tuple[str, str], code: str, field: str, at: str, rng: random.Random
) -> None:
    text = SOUND.replace(*change, 1)
    assert text != SOUND
    with pytest.raises(PositionError) as caught:
        GAME.parse_position(text, rng)
    error = caught.value
    assert error.code == code, error
    assert error.field == field
    assert text[error.column - 1 :].startswith(at) if at else not error.column


def test_arguments_are_the_fields_of_the_text(rng: random.Random) -> None:
    for state in states(rng, 6):
        if rng.random() < 0.15:
            _, *clauses = GAME.position_text(state).split("; ")
            fields = {name: text or True for name, _, text in (clause.partition(" ") for clause in clauses)}
            assert GAME.position(state.rules.options, **fields) == said(state)


def test_a_puzzle_is_set_up_by_name(rng: random.Random) -> None:
    state = GAME.position("pagat", rng, turn="1 play", emperor=1, hands={1: "R 6 7 8 9 9 9 ?"})
    assert state.hands[1][55] == 1
    assert all(action.verb == "play" for action in GAME.legal_actions(state, 1))


def test_a_broken_text_is_refused_or_playable(rng: random.Random) -> None:
    """Whatever a line says, it is refused with a code, or the rules engine can go on with it to an end."""
    lines = [
        GAME.position_text(state, past=False)
        for state in states(rng, often(10, 25), whole=0.0)
        if rng.random() < (0.1 if state.phase is Phase.PLAY else 0.5)
    ]
    played = 0
    for state in read_broken(GAME, lines * 3, rng):
        assert GAME.parse_position(GAME.position_text(state)).state == said(state)
        play_on(state, rng)
        played += 1
    assert played > 0


def test_a_deal_starts_from_a_position(rng: random.Random) -> None:
    state = GAME.parse_position(SOUND, rng).state
    assert GAME.deal(state.rules.options, state) == state
    with pytest.raises(PositionError, match="options"):
        GAME.deal(options("moegirl"), state)


CALLED = "baohuang moegirl; turn 0 play; emperor 0; called 9s; hands R ? / ? / ? / ? / ?"
CLAIMED = "baohuang moegirl; turn 3 crown; hands ? / ? / ? / ? / ?"
SLOW = (
    "baohuang pagat pass_mode=hard emperor_defer=t; turn 0 play; emperor 0; trick 4:9 0:defer 1:- 2:T 3:- 4:-"
)


@pytest.mark.parametrize(
    ("text", "change", "field", "other"),
    [
        (CALLED, ("/ ? / ? / ? / ?", "/ 9s9s ? / ? / ? / ?"), "hands", "called"),
        (CALLED, ("/ ? / ? / ? / ?", "/ L ? / 9s ? / ? / ?"), "hands", "called"),
        (CALLED, ("hands R ? / ?", "hands ? / R ?"), "hands", "emperor"),
        (CALLED, ("; hands R ?", "; tricks 0:3s 1:R 2:- 3:- 4:- 0:-; hands ?"), "hands", "emperor"),
        (CALLED, ("; hands", "; tricks 0:3s 1:9s 2:- 3:- 4:- 0:-; hands"), "called", "played"),
        (CLAIMED, ("/ ? / ? / ? / ?", "/ ? / R ? / ? / ?"), "hands", "emperor"),
        (SLOW, ("3:- 4:-", "3:- 4:- 0:defer"), "trick", "options"),
        (SLOW, ("2:T 3:- 4:-", "2:T 4:- 3:-"), "trick", "turn"),
        (SLOW, ("turn 0 play", "turn 1 play"), "turn", "trick"),
        (SOUND, ("1:999 2:-", "1:999 4:-"), "trick", "turn"),
        (CALLED, ("; hands", "; carry 0 EGGPP 12345 emperor; hands"), "carry", "options"),
        (SOUND, ("; emperor", "; carry 0 EGPPP 12345 emperor opened; emperor"), "carry", "options"),
    ],
)
def test_unreachable_positions_are_refused(
    text: str, change: tuple[str, str], field: str, other: str, rng: random.Random
) -> None:
    assert GAME.parse_position(text, rng).state.queue
    with pytest.raises(PositionError) as refused:
        GAME.parse_position(text.replace(*change), rng)
    assert (refused.value.code, refused.value.field) == ("position.conflict", field), refused.value
    assert refused.value.facts["other"] == other


def test_an_emperor_is_dealt_what_only_an_emperor_can_have(rng: random.Random) -> None:
    for _ in range(5):
        state = GAME.parse_position(CALLED.replace("R ? / ?", "? / L ?"), rng).state
        assert (state.hands[0][MARKED_BIG], state.hands[0][kind("9s")], state.roles.guards) == (1, 3, (1,))
        assert GAME.parse_position(CLAIMED, rng).state.hands[3][MARKED_BIG] == 1


def test_during_the_draw_only_seats_that_may_take_the_crown_are_asked(rng: random.Random) -> None:
    rules = options("moegirl", crown_during_draw=True)
    text = GAME.position_text(deal(rules, {0: "R 9s9s9s"}))
    assert GAME.parse_position(text).state.queue == (0,)
    for change in (("turn 0 draw", "turn 1 draw"), ("9s", "8h")):
        with pytest.raises(PositionError) as refused:
            GAME.parse_position(text.replace(*change, 1))
        assert refused.value.code in ("position.conflict", "position.cards")
