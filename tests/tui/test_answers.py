from __future__ import annotations

import io
from types import SimpleNamespace

import pytest

from paiju.core.errors import NotationError, UsageError
from paiju.games.baohuang.actions import PASS, Action
from paiju.games.baohuang.notation import parse_cards
from paiju.games.baohuang.state import Phase
from paiju.tui.plain import face_of, plain
from paiju.tui.screen import Screen
from tests.tui.driver import GAME

PLAYS = (
    PASS,
    Action("play", parse_cards("9 9", suited=False)),
    Action("play", parse_cards("T T", suited=False)),
)


def read(text, phase=Phase.PLAY, actions=PLAYS, *, numbered=False, lang="zh", preset="pagat"):
    options = GAME.options({"preset": preset})
    state = GAME.deal(options, bytes(32))
    face = face_of(GAME, options, "ABCDE", Screen(lang, io.StringIO()))
    view = SimpleNamespace(phase=phase)
    return face.answer(
        plain(text), view, actions, lambda t: GAME.parse_action(state, 0, t), numbered=numbered
    )


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("play 9 9 9 b", "play 9 9 9 b"),
        ("999b", "play 9 9 9 b"),
        ("9,9,9 b", "play 9 9 9 b"),
        ("10 10", "play T T"),
        ("tt", "play T T"),
        ("qq", "play Q Q"),
        ("９９", "play 9 9"),
        ("۹ ۹", "play 9 9"),
        ("99", "play 9 9"),
        ("PLAY jj R", "play J J R"),
        ("R", "play R"),
        ("p", "pass"),
        ("pass", "pass"),
        ("不要", "pass"),
        ("1", "pass"),
        ("#2", "play 9 9"),
    ],
)
def test_a_play_can_be_typed_in_several_ways(text, means):
    state = GAME.deal(GAME.options({}), bytes(32))
    assert GAME.action_text(state, read(text)) == means


def test_numbers_pick_once_the_list_is_displayed():
    assert read("3", numbered=True) == PLAYS[2]
    with pytest.raises(UsageError, match=r"usage\.number"):
        read("4", numbered=True)
    with pytest.raises(UsageError):
        read("#0")


def test_a_cut_is_a_number_of_cards():
    cuts = tuple(Action("cut", (), n) for n in (84, 1, 2, 3))
    assert read("3", Phase.CUT, cuts, numbered=True) == Action("cut", (), 3)
    assert read("#2", Phase.CUT, cuts) == Action("cut", (), 1)
    assert read("cut 2", Phase.CUT, cuts) == Action("cut", (), 2)


def test_cards_without_a_verb_use_the_questions_verb():
    gifts = (Action("return", (44, 45)), Action("return", (44, 46)))
    assert read("As Ah", Phase.GIVE_BACK, gifts, preset="moegirl") == Action("return", (44, 45))
    with pytest.raises(NotationError):
        read("9", Phase.CROWN, (Action("crown"), Action("abdicate")))


@pytest.mark.parametrize(
    ("text", "code", "column"),
    [
        ("99z", "notation.card", 3),
        ("play 9 9 z", "notation.card", 10),
        ("9s", "notation.suit", 2),
        ("xyzzy", "notation.action", 1),
        ("pass 9", "notation.action", 6),
        ("play", "notation.action", 5),
        ("play " + "9" * 500, "notation.action", None),
    ],
)
def test_typing_errors_name_their_column_in_the_input(text, code, column):
    with pytest.raises(NotationError) as caught:
        read(text)
    assert caught.value.code == code
    assert caught.value.text == text
    if column is not None:
        assert caught.value.column == column
