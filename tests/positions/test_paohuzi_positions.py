"""Positions of Paohuzi: text and state are inverses, in every phase; views say what a seat knows and no more."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from paiju.core.errors import PositionError
from paiju.games.paohuzi import GAME
from paiju.games.paohuzi.state import Carry, State
from tests.drawing import often
from tests.paohuzi import builders
from tests.positions.texts import read, read_broken

DEALS = often(10, 25)


def states(rng: random.Random, deals: int = DEALS, **options: object) -> Iterator[State]:
    """Every state of deals with random options that is displayed, pauses among them."""
    for _ in range(deals):
        chosen = GAME.options(options) if options else builders.random_options(rng)
        carry = Carry(rng.randrange(chosen.seats), rng.randint(1, 3), rng.randint(0, 2))
        seed = rng.randbytes(32) if rng.random() < 0.3 else builders.lumpy_wall(rng)
        moments = GAME.opening_moments(chosen, seed, carry)
        while True:
            yield from (moment.state for moment in moments)
            state = moments[-1].state
            if not GAME.actors(state):
                break
            seat = rng.choice(GAME.actors(state))
            moments = GAME.moments(state, seat, rng.choice(GAME.legal_actions(state, seat)))


def play_on(state: State, rng: random.Random) -> list[object]:
    """What random play leads to."""
    reported: list[object] = []
    while actors := GAME.actors(state):
        seat = rng.choice(actors)
        legal = GAME.legal_actions(state, seat)
        state, events = GAME.apply(state, seat, rng.choice(legal))
        reported += [legal, events]
    return [*reported, GAME.returns(state)]


def test_a_state_survives_being_written_and_read(rng: random.Random) -> None:
    for state in states(rng):
        if rng.random() < 0.3 or state.phase == "over":
            text = GAME.position_text(state)
            again = GAME.parse_position(text).state
            assert again == state, text
            assert GAME.position_text(again) == text
            assert "\n" not in text


def test_play_continues_identically_from_a_position(rng: random.Random) -> None:
    for state in states(rng, 12):
        if rng.random() < 0.04:
            again = GAME.parse_position(GAME.position_text(state)).state
            seed = rng.random()
            assert play_on(again, random.Random(seed)) == play_on(state, random.Random(seed))


def test_windows_for_one_seat_survive_being_written_and_read(rng: random.Random) -> None:
    """The displayed card, own forced sets and Pao: pauses in which somebody might be prompted."""
    met: set[str] = set()
    for state in states(rng, 400, min_hu=0, hu_after_discard_pao=True):
        source = state.window.source if state.window is not None else "drawn"
        if source not in ("drawn", "thrown") and (source not in met or rng.random() < 0.1):
            met.add(source)
            assert GAME.parse_position(GAME.position_text(state)).state == state
        if met == {"shown", "own", "pao"}:
            return
    pytest.fail(f"only {met} in 400 deals")


def test_a_view_text_holds_what_its_seat_knows(rng: random.Random) -> None:
    for state in states(rng):
        if rng.random() > 0.25:
            continue
        viewer = rng.choice((None, *range(state.rules.seats)))
        view = GAME.view(state, viewer)
        text = GAME.position_text(view)
        found, refusal = read(GAME, text, rng)
        if refusal is not None:  # three claims on one card, of which the best is known only by its effect
            assert refusal.code == "position.rare"
            assert "outranked" in text or view.answer is not None
            continue
        assert found.view == replace(view, past=None, covered=()), text
        assert GAME.position_text(found.view) == text


def test_a_position_is_completed_like_any_view(rng: random.Random) -> None:
    for state in states(rng, 4):
        if rng.random() < 0.1 and state.phase == "discard":
            view = GAME.view(GAME.parse_position(GAME.position_text(state)).state, state.turn)
            assert GAME.view(GAME.determinize(view, rng), state.turn) == view


def test_a_view_text_does_not_reveal_other_hands(rng: random.Random) -> None:
    """Two states that look alike to a seat are the same text to it, whatever the others hold."""
    for state in states(rng, 4):
        view = GAME.view(state, 0)
        assert GAME.position_text(view) == GAME.position_text(GAME.view(state, 0))
        if state.phase != "over":
            hands = GAME.position_text(view).partition("hands ")[2].partition(";")[0].split(" / ")
            assert all(part.endswith("?") or part == "-" for part in hands[1:])


SOUND = (
    "paohuzi akagiri; turn 1 drawn s5; dealer 0; hands s1 s1 s2 s3 s4 s7 s9 s9 b2 b7 b10 b10 b5 ? / ? / ?; "
    "table U3 b6 / E3 b9, s2-s7-s10 / -; piles s8! b3 / - / b3!; stock ? b8"
)


@pytest.mark.parametrize(
    ("change", "code", "field", "at"),
    [
        (("drawn s5", "drawn"), "position.value", "turn", "1 drawn"),
        (("turn 1", "turn 7"), "position.value", "turn", "7 drawn"),
        (("drawn s5", "eaten s5"), "position.value", "turn", "1 eaten"),
        (("drawn s5", "own s5"), "position.conflict", "turn", "1 own"),
        (("dealer 0", "dealer x"), "position.value", "dealer", "x;"),
        (("s1 s1 s2", "s1 s1 x2"), "position.value", "hands", "s1 s1 x2"),
        (("b10 b10 b5", "b9 b9 b5"), "position.cards", "hands", "s1 s1"),
        (("/ ? / ?;", "/ ?;"), "position.value", "hands", "s1 s1"),
        (("/ ? / ?;", "/ 70? / ?;"), "position.cards", "hands", "s1 s1"),
        (("U3 b6", "U3 b6 b7"), "position.value", "table", "U3 b6 b7"),
        (("U3 b6", "E3 (b6)"), "position.value", "table", "E3 (b6)"),
        (("stock ? b8", "stock 3? b8"), "position.cards", "stock", "3? b8"),
        (("stock ? b8", "stock ? b8; bottom b5"), "position.conflict", "bottom", "b5"),
        (("stock ? b8", "stock ? b8; answers 0 hu"), "position.conflict", "answers", "0 hu"),
        (("turn 1 drawn s5", "turn 1 discard; won 1"), "position.conflict", "won", "1;"),
        (("stock ? b8", "stock ? b8; weather fine"), "position.field", "weather", "fine"),
        (("stock ? b8", "stock ? b8; offers pass"), "position.conflict", "offers", "pass"),
        (("dealer 0", "dealer 0; view 3"), "position.value", "view", "3;"),
        (("turn 1 drawn s5", "turn 1 over"), "position.conflict", "stock", "? b8"),
        (("akagiri", "akagiri seats=4"), "position.value", "table", "U3 b6"),
    ],
)
def test_errors_in_a_position_are_named_with_their_column(
    change: tuple[str, str], code: str, field: str, at: str, rng: random.Random
) -> None:
    text = SOUND.replace(*change)
    assert text != SOUND
    with pytest.raises(PositionError) as caught:
        GAME.parse_position(text, rng)
    error = caught.value
    if error.code == "position.rare":
        assert code in error.detail or field in error.detail
        return
    assert (error.code, error.field) == (code, field)
    assert text[error.column - 1 :].startswith(at)


def test_arguments_are_the_fields_of_the_text(rng: random.Random) -> None:
    for state in states(rng, 6):
        if rng.random() < 0.1:
            head, *clauses = GAME.position_text(state).split("; ")
            fields = {name: text or True for name, _, text in (clause.partition(" ") for clause in clauses)}
            assert GAME.position(state.rules.options, **fields) == state
            by_seat = {
                name: text.split(" / ") if " / " in str(text) else int(text) if str(text).isdigit() else text
                for name, text in fields.items()
            }
            assert GAME.position(head.partition(" ")[2], **by_seat) == state


def test_an_argument_that_is_wrong_is_named(rng: random.Random) -> None:
    for arguments, code, field in (
        ({"turn": "0 discard", "hands": {5: "s1"}}, "position.value", "hands"),
        ({"turn": "0 discard", "hands": {0: "s1 s1 s1 s1 s1"}}, "position.cards", "hands"),
        ({"turn": "0 discard", "colour": "red"}, "position.field", "colour"),
        ({"turn": "0 discard", "dealer": 1.5}, "position.value", "dealer"),
        ({"turn": "0 discard", "dealer": "0; won 1"}, "position.value", "dealer"),
        ({}, "position.value", "turn"),
    ):
        with pytest.raises(PositionError) as caught:
            GAME.position(None, rng, **arguments)
        assert (caught.value.code, caught.value.field, caught.value.column) == (code, field, 0)


def test_completing_unknown_cards_needs_a_generator(rng: random.Random) -> None:
    with pytest.raises(PositionError) as caught:
        GAME.parse_position(SOUND)
    assert caught.value.code == "position.open"
    filled = {GAME.position_text(GAME.parse_position(SOUND, rng).state) for _ in range(4)}
    assert len(filled) == 4


def test_a_broken_text_is_refused_or_playable(rng: random.Random) -> None:
    """Whatever a line says, it is refused with a code, or the rules engine can go on with it to an end."""
    lines = [GAME.position_text(state) for state in states(rng, 10) if rng.random() < 0.2]
    played = 0
    for state in read_broken(GAME, lines * 4, rng):
        assert GAME.parse_position(GAME.position_text(state)).state == state
        play_on(state, rng)
        played += 1
    assert played > 0


def test_a_deal_starts_from_a_position(rng: random.Random) -> None:
    for state in states(rng, 4):
        if rng.random() < 0.2:
            begun = GAME.deal(state.rules.options, state)
            assert GAME.actors(begun) or begun.phase == "over"
            if GAME.actors(state):
                assert begun == state
    with pytest.raises(PositionError, match="options"):
        GAME.deal(GAME.options({"min_hu": 3}), state)
    with pytest.raises(PositionError, match="carry"):
        GAME.deal(state.rules.options, state, Carry(0))


QUIET = "paohuzi akagiri; turn 1 discard; dealer 0; hands ? / ? / ?; table - / E3 b9 / -; piles s8! / - / -; stock ? b8"
OPEN = "paohuzi akagiri; turn 1 drawn s5; dealer 0; hands ? / s1 s3 ? / ?; stock ? b8"
DEALT = "paohuzi akagiri; turn 0 discard; dealer 0; hands ? / ? / ?; table - / S3 s8 / -; piles - / s8! / -; stock ? b8"


@pytest.mark.parametrize(
    ("text", "change", "field", "other"),
    [
        (QUIET, ("? b8", "? b7"), "stock", "turned"),
        (QUIET, ("stock ?", "stock s3 | ?"), "stock", "turned"),
        (QUIET, ("hands ? /", "hands s1 s2 s3 /"), "hands", "table"),
        (QUIET, ("turn 1 discard", "turn 1 discard; dead 0"), "hands", "table"),
        (QUIET, ("/ ? /", "/ b9 ? /"), "table", "hands"),
        (QUIET, ("hands ? /", "hands s1 s1 s1 s1 ? /"), "table", "hands"),
        (OPEN, ("s1 s3 ?", "s5 s5 ?"), "turn", "hands"),
        (OPEN, ("s1 s3 ?", "s5 s5 s5 ?"), "turn", "hands"),
        (OPEN, ("; stock", "; table - / U3 s5 / -; stock"), "turn", "hands"),
        (OPEN.replace("drawn", "thrown"), ("s1 s3 ?", "s5 s5 ?"), "turn", "hands"),
        (DEALT, ("piles - / s8! / -; stock ?", "stock s8 ?"), "table", "piles"),
        (DEALT, ("piles - / s8! / -; stock ?", "stock ?"), "table", "piles"),
    ],
)
def test_unreachable_positions_are_refused(
    text: str, change: tuple[str, str], field: str, other: str, rng: random.Random
) -> None:
    assert GAME.actors(GAME.parse_position(text, rng).state)
    with pytest.raises(PositionError) as refused:
        GAME.parse_position(text.replace(*change), rng)
    assert refused.value.code == "position.conflict", refused.value
    assert (refused.value.field, refused.value.facts["other"]) == (field, other)


def test_a_pause_is_named_and_every_open_card_has_a_claimant(rng: random.Random) -> None:
    met = set()
    for state in states(rng):
        if state.window is None or state.phase == "over":
            continue
        text = GAME.position_text(state)
        idle = not GAME.actors(state)
        assert text.endswith("; pause") is idle
        wrong = text.removesuffix("; pause") if idle else f"{text}; pause"
        with pytest.raises(PositionError) as refused:
            GAME.parse_position(wrong)
        assert (refused.value.code, refused.value.field) == ("position.conflict", "turn" if idle else "pause")
        met.add(idle)
    assert met == {True, False}


def test_an_open_card_always_has_a_possible_claimant(rng: random.Random) -> None:
    for _ in range(20):
        assert GAME.actors(GAME.parse_position(OPEN, rng).state)
