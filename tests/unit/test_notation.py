"""Text notation of Bao Huang: parsing and printing are inverses, errors name the column."""

from __future__ import annotations

import random

import pytest

from paiju.core.errors import NotationError, PaijuError
from paiju.games.baohuang import GAME, notation
from paiju.games.baohuang.actions import VERBS, Action
from paiju.games.baohuang.cards import FIRST_JOKER, KINDS
from paiju.games.baohuang.state import State
from tests.drawing import often
from tests.rules.builders import deal, first, follow, options, playing

PLAIN = playing(options("pagat"), ["99bB7", "8", "8", "8", "8"], guards=(1,))
SUITED = playing(options("moegirl"), ["9s9h9dbL7s", "8", "8", "8", "8"], guards=(1,), called="Ad")


def error_of(text: str, *, suited: bool | None = False) -> NotationError:
    with pytest.raises(NotationError) as caught:
        notation.parse_cards(text, suited=suited)
    return caught.value


def action_error(text: str, state: object = PLAIN) -> NotationError:
    with pytest.raises(NotationError) as caught:
        GAME.parse_action(state, 0, text)
    return caught.value


@pytest.mark.parametrize("suited", [False, True])
def test_cards_round_trip(rng: random.Random, *, suited: bool) -> None:
    for _ in range(50):
        cards = sorted(rng.choices(range(KINDS), k=rng.randrange(61)))
        if not suited:
            cards = [card if card >= FIRST_JOKER else card & ~3 for card in cards]
        text = notation.cards_text(cards, suited=suited)
        assert notation.parse_cards(text, suited=suited) == tuple(cards)
        assert notation.parse_cards(text.replace(" ", ""), suited=suited) == tuple(cards)


def test_cards_in_any_order_and_spacing() -> None:
    for text in ("999b", "9 9 9 b", "b999", " 9 9\t9 b ", "b 9 99"):
        assert notation.cards_text(notation.parse_cards(text, suited=False), suited=False) == "9 9 9 b"
    assert notation.parse_cards("9h9s", suited=True) == notation.parse_cards("9s 9h", suited=True)
    assert notation.parse_cards_in_order("2AK", suited=False) == (48, 44, 40)
    assert notation.parse_cards("", suited=False) == ()


def test_canonical_order() -> None:
    # Naturals low to high, suits s h c d, then b B r R L.
    text = "L R r B b 2d 2s Td 3c 3h"
    cards = notation.parse_cards(text, suited=True)
    assert notation.cards_text(cards, suited=True) == "3h 3c Td 2s 2d b B r R L"


@pytest.mark.parametrize(
    ("text", "suited", "code", "column"),
    [
        ("x", False, "notation.card", 1),
        ("9 9 x", False, "notation.card", 5),
        ("10", False, "notation.card", 1),
        ("99s", False, "notation.suit", 3),
        ("9s", False, "notation.suit", 2),
        ("9", True, "notation.suit", 2),
        ("9s 9", True, "notation.suit", 5),
        ("9s9", True, "notation.suit", 4),
        ("9x", True, "notation.suit", 2),
        ("s9", True, "notation.card", 1),
        ("bs", True, "notation.card", 2),
        ("1", None, "notation.card", 1),
        ("大", None, "notation.card", 1),
        ("\x00", None, "notation.card", 1),
    ],
)
def test_card_errors_name_their_column(text: str, code: str, column: int, *, suited: bool | None) -> None:
    error = error_of(text, suited=suited)
    assert (error.code, error.column, error.text) == (code, column, text)
    assert f"column {column}" in str(error)
    assert error.facts == {"text": text, "column": column}


@pytest.mark.parametrize(
    ("text", "code", "at"),
    [
        ("fly", "notation.action", "fly"),
        ("", "notation.action", ""),
        ("play 9 9 x", "notation.card", "x"),
        ("  play 9 x", "notation.card", "x"),
        ("play  9 x", "notation.card", "x"),
        ("play 9s", "notation.suit", "s"),
        ("pass 9", "notation.action", "9"),
        ("crown now", "notation.action", "now"),
        ("cut", "notation.action", ""),
        ("cut forty", "notation.action", "forty"),
        ("cut -4", "notation.action", "-4"),
        ("cut 4.5", "notation.action", "4.5"),
        ("cut ٤٠", "notation.action", "٤٠"),
        ("cut 99999", "notation.action", "99999"),
        ("PLAY 9", "notation.action", "PLAY"),
    ],
)
def test_the_caret_points_at_the_error(text: str, code: str, at: str) -> None:
    error = action_error(text)
    assert error.code == code
    assert error.text == text
    assert 1 <= error.column <= len(text) + 1
    assert text[error.column - 1 :].startswith(at)


@pytest.mark.parametrize("verb", ["play", "give", "take", "return", "call"])
def test_card_verbs_need_cards(verb: str) -> None:
    for text in (verb, verb + "  "):
        error = action_error(text)
        assert error.code == "notation.action"
        assert 1 <= error.column <= len(text) + 1


def test_very_long_texts_are_refused_without_repeating_them() -> None:
    for text in ("9" * 401, "play " + "9 " * 100_000):
        error = action_error(text)
        assert error.code.startswith("notation.")
        assert len(str(error)) < 200


def test_every_verb_round_trips() -> None:
    displayed = {"cut": "cut 40", "call": "call 9s"}
    for state, suited in ((PLAIN, False), (SUITED, True)):
        for verb in VERBS:
            text = displayed.get(verb, verb if verb not in notation.CARD_VERBS else f"{verb} 9s b")
            text = text if suited else text.replace("9s", "9")
            action = GAME.parse_action(state, 0, text)
            assert action.verb == verb
            assert GAME.action_text(state, action) == text


@pytest.mark.parametrize("preset", ["pagat", "moegirl-threes", "weihai"])
def test_every_legal_action_round_trips(preset: str) -> None:
    state = GAME.deal(GAME.options({"preset": preset, "cut": True}), bytes(32))
    for _ in range(60):
        if not state.queue:
            break
        legal = GAME.legal_actions(state, state.turn)
        for action in legal[:200]:
            assert GAME.parse_action(state, state.turn, GAME.action_text(state, action)) == action
        state = GAME.apply(state, state.turn, legal[-1 if state.phase == "play" else 0])[0]


def test_a_play_may_be_written_without_suits() -> None:
    listed = GAME.parse_action(SUITED, 0, "play 9 9 b")
    assert listed in GAME.legal_actions(SUITED, 0)
    assert GAME.parse_action(SUITED, 0, "play b 9s 9h") == Action("play", (24, 25, 52))
    error = action_error("play 9s 9", SUITED)
    assert (error.code, error.column) == ("notation.suit", 10)
    for verb in ("give", "return", "take", "call"):
        assert action_error(f"{verb} 9", SUITED).code == "notation.suit"


def test_parsing_does_not_check_legality() -> None:
    assert GAME.parse_action(PLAIN, 0, "play 2 2 2") == Action("play", (48, 48, 48))
    assert GAME.parse_action(PLAIN, 0, "abdicate") == Action("abdicate")


ANYTHING = [
    *map(chr, range(32, 127)),
    *"\x00\n\x7f\x85é٣९２¹½ß\u2028\u202e\ufeff中牌王\U0001f0cf",
    "play ",
    "pass",
    "call ",
    "give ",
]


@pytest.mark.parametrize("state", [PLAIN, SUITED], ids=["plain", "suited"])
def test_any_text_is_an_action_or_a_notation_error(state: State, rng: random.Random) -> None:
    for _ in range(often(100, 1000)):
        text = "".join(rng.choices(ANYTHING, k=rng.randrange(60)))
        try:
            action = GAME.parse_action(state, 0, text)
        except NotationError as error:
            assert 1 <= error.column <= max(1, len(text) + 1)  # noqa: PT017 - most of what is drawn is no error
            continue
        assert action.verb in VERBS
        try:
            GAME.apply(state, 0, action)
        except PaijuError as error:
            assert error.code == "action.illegal"  # noqa: PT017 - most of what is drawn is no error


@pytest.mark.parametrize("state", [PLAIN, SUITED], ids=["plain", "suited"])
def test_nearly_right_texts_are_read_or_refused(state: State, rng: random.Random) -> None:
    for _ in range(often(100, 1000)):
        text = "".join(rng.choices("3456789TJQKA2shcdbBrRL playgivtkrunc0", k=rng.randrange(30)))
        try:
            action = GAME.parse_action(state, 0, "play " + text)
        except NotationError:
            continue
        assert notation.action_text(action, suited=state.rules.suited).startswith("play")


def test_events_and_carry_survive_json() -> None:
    state = deal(options("moegirl"), {0: "R 9s9s9s"})
    assert first(state) == "crown"
    state = follow(state, "0 crown")
    _, (called, *_) = GAME.apply(state, 0, GAME.parse_action(state, 0, "call 9s"))
    data = GAME.event_json(state.rules.options, called)
    assert (data["event"], data["card"], data["cards"]) == ("called", "9s", "9s 9s 9s")
    assert GAME.carry_json(None) is None
    text = {
        "first_drawer": 2,
        "carry": {"roles": "EGPPP", "places": [5, 4, 3, 2, 1], "winner": "people", "opened": True},
    }
    assert GAME.carry_json(GAME.parse_carry(text)) == text
    empty = {"first_drawer": None, "carry": None}
    assert GAME.carry_json(GAME.parse_carry(empty)) == empty


@pytest.mark.parametrize(
    "data",
    [
        [],
        "carry",
        {"first_drawer": 5},
        {"first_drawer": -1},
        {"first_drawer": True},
        {"first_drawer": "0"},
        {"first_drawer": 0, "carry": []},
        {"first_drawer": 0, "carry": {}},
        {
            "first_drawer": 0,
            "carry": {"roles": "EGPP", "places": [1, 2, 3, 4, 5], "winner": "tie", "opened": False},
        },
        {
            "first_drawer": 0,
            "carry": {"roles": "EEPPP", "places": [1, 2, 3, 4, 5], "winner": "tie", "opened": False},
        },
        {
            "first_drawer": 0,
            "carry": {"roles": "EGPPP", "places": [1, 2, 3, 4, 4], "winner": "tie", "opened": False},
        },
        {
            "first_drawer": 0,
            "carry": {"roles": "EGPPP", "places": [1, 2, 3, 4, 5.0], "winner": "tie", "opened": False},
        },
        {"first_drawer": 0, "carry": {"roles": "EGPPP", "places": "12345", "winner": "tie", "opened": False}},
        {
            "first_drawer": 0,
            "carry": {"roles": "EGPPP", "places": [1, 2, 3, 4, 5], "winner": "guard", "opened": False},
        },
        {
            "first_drawer": 0,
            "carry": {"roles": "EGPPP", "places": [1, 2, 3, 4, 5], "winner": ["tie"], "opened": False},
        },
        {
            "first_drawer": 0,
            "carry": {"roles": "EGPPP", "places": [1, 2, 3, 4, 5], "winner": "tie", "opened": 1},
        },
    ],
)
def test_a_malformed_carry_is_refused(data: object) -> None:
    with pytest.raises(PaijuError) as caught:
        GAME.parse_carry(data)
    assert caught.value.code == "record.field"
