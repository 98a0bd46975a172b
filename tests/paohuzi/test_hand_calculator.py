"""The hand calculator: worked cases of the rules, wrong input, the command line."""

from __future__ import annotations

import io
import json
import sys

import pytest

from paiju.analysis.paohuzi import hands
from paiju.analysis.paohuzi.hands import (
    away,
    discards,
    hand_waits,
    read_card,
    read_cards,
    read_holding,
    verdict,
)
from paiju.cli import run
from paiju.core.errors import NotationError
from paiju.games.paohuzi import GAME
from paiju.games.paohuzi.cards import KINDS, hand_of
from paiju.games.paohuzi.notation import card_text
from paiju.games.paohuzi.scoring import How

OPTIONS = GAME.options({})
K1 = "U3 b6, E3 b9, Q s1 s2 s3, s4-s5-s6, X s8 s8 b8 | s2 s7 s10 b3 b4"
K3 = "E3 b1, E3 b2, E3 b3, E3 b4, E3 b5, E3 b6 | b7 b7"
K4 = "U3 b6, U3 b9, s6-s7-s8, b3-b4-b5 | s2 s2 b2 b2 s3 s4 s1 s3"
K5 = "U3 b6, E3 b9, s1-s2-s3, s4-s5-s6, s8-s8-b8 | s3 s4 b7 b7 b7"
K6 = "U3 b6, E3 b9, s1-s2-s3, s4-s5-s6, s8-s8-b8 | s9 s9 b7 b7 b7"
K22 = "E3 s1, E3 s4, E3 b6, U3 b9, b3-b4-b5 | s5 s6 s7 b8 b8"
C24 = "U3 b6, U3 b9, E3 s1, E3 s4, b3-b4-b5 | s8 s8 b8 s3 s3"
C28 = "U3 s1, U3 s3, s2-s7-s10, E3 b9, s4-s5-s6 | s8 s8 s8 b7 b7"
C30 = "E4 b1, U3 b4, E3 b6, E3 s5, E3 s8 | s9 s9 s9 s3"
C31 = "U3 b6, E3 b9, U3 b3, s4-s5-s6, s1-s2-s3 | s9 s9 b4 b4 s4"


@pytest.mark.parametrize(
    ("hand", "card", "own", "hu", "final"),
    [
        (K1, "b2", False, 15, 1), (K1, "b2", True, 15, 2), (K1, "b5", False, 15, 2), (K1, "b5", True, 15, 4),
        (K3, "b7", False, 21, 42), (K3, "b1", False, 24, 56), (K3, "b7", True, 24, 70), (K3, "b1", True, 24, 70),
        (K4, "s2", False, 15, 1), (K5, "s2", False, 18, 2), (K5, "s5", False, 18, 4),
        (K6, "b7", False, 21, 3), (K6, "b7", True, 24, 5), (K6, "s9", True, 21, 8), (K6, "s9", False, 19, 4),
        (K22, "b8", True, 17, 8), (C24, "s3", False, 15, 5), (C24, "s3", True, 17, 10),
        (C28, "s7", False, 15, 8), (C28, "b7", False, 18, 2), (C30, "s3", False, 23, 30), (C30, "s3", True, 23, 40),
        (C31, "b9", False, 24, 16),
    ],
)  # fmt: skip
def test_worked_wins(hand: str, card: str, *, own: bool, hu: int, final: int) -> None:
    found = verdict(OPTIONS, read_holding(hand), read_card(card), How(own=own))
    assert found.score is not None
    assert (found.score.hu, found.score.final) == (hu, final)
    assert sum(part.hu for part in found.parts) == hu
    assert len(found.parts) == 7


@pytest.mark.parametrize(
    ("hand", "card", "own", "plain"),
    [
        ("U3 b6, E3 b9, E3 s9, E3 s5, s1-s2-s3 | s6 s7 s8 b3 b4", "b5", False, 14),
        (K22, "b8", False, 14),
        (K4, "s2", True, None),
        (K5, "b7", False, None),
        (K3, "b8", True, None),
    ],
)
def test_worked_refusals(hand: str, card: str, *, own: bool, plain: int | None) -> None:
    found = verdict(OPTIONS, read_holding(hand), read_card(card), How(own=own))
    assert found.score is None
    assert (found.plain.hu if found.plain else None) == plain


def test_the_last_card_pays_more() -> None:
    found = verdict(OPTIONS, read_holding(K1), read_card("b5"), How(last=True))
    assert found.score is not None
    assert found.score.final == 4


def test_the_example_hand_has_its_waits() -> None:
    holding = read_holding(K3)
    found = hand_waits(OPTIONS, holding.laid, holding.hand, 0)
    assert [card_text(card) for card in found] == ["s7", "b1", "b2", "b3", "b4", "b5", "b6", "b7"]


def test_visible_cards_reduce_the_waits() -> None:
    holding = read_holding(K1)
    seen = hand_of(read_cards("b2 b2 b2 b2"))
    assert [card_text(c) for c in hand_waits(OPTIONS, holding.laid, holding.hand, seen)] == ["b5"]


def test_characters_and_left_out_sets() -> None:
    written = read_holding("U3 陆, E3 玖玖玖, 一二三｜二七十叁 肆")
    assert written == read_holding("U3 b6 b6 b6; E3 b9, s1-s2-s3 | s2 s7 s10 b3 b4")
    assert written.missing == 2
    whole, part = (
        verdict(OPTIONS, one, read_card("贰"), How(own=True)).score for one in (read_holding(K1), written)
    )
    assert whole == part


def test_a_hand_can_be_evaluated_without_a_table() -> None:
    dealt = read_holding("b5 b5 b5 b8 b8 b8 s1 s2 s3 b1 b2 b3 s4 s5 s6 s9 s9 b9 s6 s7 s8")
    assert dealt.due
    assert away(OPTIONS, dealt, 0) == 0
    found = verdict(OPTIONS, dealt, None, How(heaven=True))
    assert found.score is not None
    assert (found.score.hu, found.score.final) == (21, 10)


@pytest.mark.parametrize(
    ("text", "code", "column"),
    [
        ("E3 b1, E3 b2 | s1 s1 s1 s1 s1", "copies", 28),
        ("E3 b1, E4 b1 | s1", "copies", 1),
        ("E3 b1 | b1 s2", "set", 9),
        ("E3 b1, s1-s2-s4 | s1", "set", 8),
        ("E3, s1-s2-s3 | s1", "set", 1),
        ("P b1 | s1", "set", 1),
        ("Q s1 s1 b1 | s1", "set", 1),
        ("s1 s2 s12", "card", 7),
        ("s1 s2 x3", "card", 7),
        ("| s1", "size", 5),
        ("", "size", 1),
        ("s" * 500, "card", 401),
    ],
)
def test_errors_name_the_column(text: str, code: str, column: int) -> None:
    with pytest.raises(NotationError) as caught:
        read_holding(text)
    assert (caught.value.code, caught.value.column) == (f"notation.{code}", column)


def test_the_best_discard_keeps_the_most_live_copies() -> None:
    holding = read_holding(K1 + " s9")
    found = discards(OPTIONS, holding, 0)
    assert card_text(found[0].card) == "s9"
    assert {card_text(card) for card in found[0].waits} == {"b2", "b5"}
    assert found[0].live == 8
    fewer = discards(OPTIONS, holding, hand_of(read_cards("b2 b2 b5")))
    assert fewer[0].live == 5
    assert [one.live for one in fewer] == sorted((one.live for one in fewer), reverse=True)


# The command line


def test_the_command_explains_an_example_hand(capsys: pytest.CaptureFixture[str]) -> None:
    example = "U3 b6, E3 b9, s1-s2-s3 | s2 s7 s10 b3 b4"
    assert run(["hand", example, "--card", "b2", "--by", "self", "--lang", "en"]) == 0
    out = capsys.readouterr().out
    for word in ("陆陆陆", "二七十", "贰叁肆", "PZ M3", "PZ 3.7", "PZ M21", "wins, 2 from"):
        assert word in out


@pytest.mark.parametrize("lang", ["zh", "en", "fa"])
def test_every_answer_in_every_language(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (
        [K1],
        [K1, "-c", "s4"],
        [K3, "-c", "壹", "--by", "other", "--last"],
        [K22, "-c", "b8", "--by", "other"],
    ):
        assert run(["hand", *arguments, "--lang", lang]) == 0
    assert run(["hand", K1 + " s9", "--discard", "--seen", "b2 贰", "--lang", lang]) == 0
    assert "{" not in capsys.readouterr().out


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["hand", K1, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["complete"], data["away"]) == (False, 1)
    assert [(one["card"], one["live"], one["own"]["final"]) for one in data["waits"]] == [
        ("b2", 4, 2),
        ("b5", 4, 4),
    ]
    assert run(["hand", K1 + " s9", "--discard", "--json"]) == 0
    best = json.loads(capsys.readouterr().out)["discards"][0]
    assert (best["card"], best["live"]) == ("s9", 8)


def test_a_hand_with_too_few_hu_has_no_score(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["hand", K22, "-c", "b8", "--by", "other"]
    assert run([*arguments, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["complete"], data["hu"], data["score"]) == (False, 14, None)
    assert run([*arguments, "--lang", "en"]) == 0
    out = capsys.readouterr().out
    assert "14 hu are too few" in out
    assert "Final score" not in out


def test_presets_change_the_score(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["hand", C24, "-c", "s3", "--preset", "shaoyang", "--json"]) == 0
    score = json.loads(capsys.readouterr().out)["score"]
    assert (score["bottom"], score["items"]) == (3, {"black": 2})


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["E3 b1, E3 b2 | s1 s1 s1 s1 s1"], "notation.copies"),
        ([K1 + " s9 s9"], "notation.size"),
        ([K1, "-c", "z"], "notation.card"),
        ([K1, "-c", "s4 s5"], "notation.card"),
        (["U4 b6, b2-b3-b4 | s1", "-c", "b6"], "notation"),
        ([K1, "--seen", "b6 b6"], "notation.copies"),
        ([K1, "--discard"], "usage.discard"),
        ([K1 + " s9", "-c", "s1"], "usage.card"),
        ([K1, "--by", "me"], "usage.command"),
        ([K1, "--preset", "nowhere"], "option.preset"),
    ],
)
def test_wrong_input_is_one_line_and_status_two(
    arguments: list[str], code: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    assert run(["hand", *arguments]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert code in err


def test_the_characters_match_the_cards() -> None:
    assert len(hands.CHARACTERS) == KINDS


def test_a_terminal_without_chinese_letters_gets_notation_and_no_question_marks(monkeypatch) -> None:
    out = io.TextIOWrapper(io.BytesIO(), encoding="cp1252", errors="replace")
    monkeypatch.setattr(sys, "stdout", out)
    hand = "U3 b6, E3 b9, s1-s2-s3, s4-s5-s6 | s2 s7 s10 b2 b7 b10 b3 b4"
    assert run(["hand", hand, "--card", "b5", "--lang", "en"]) == 0
    out.seek(0)
    printed = out.read()
    assert "?" not in printed
    assert all(text in printed for text in ("U3 b6 b6 b6  E3 b9 b9 b9", "Hu number", "Final score"))
