"""Every question of Paohuzi, in three languages: the picture, the choices, what may be typed."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from rich.cells import cell_len

from paiju.core.errors import NotationError, UsageError
from paiju.core.match import Match
from paiju.games.paohuzi.cards import KINDS
from paiju.games.paohuzi.notation import parse_action
from paiju.games.paohuzi.state import Source
from paiju.locales import Texts
from paiju.tui.plain import face_of, plain
from paiju.tui.screen import Lines, Screen
from paiju.tui.session import Asker
from paiju.wire import prompt_json
from tests.drawing import often
from tests.tui.driver import LANGS, PAOHUZI, Script, Taker, drawn, refused
from tests.tui.test_paohuzi import windows

NAMES = ("很长很长的名字甲乙丙丁", "x" * 12, "Li [b]Wei[/b]", "علی")


def question(state, seat, lang, *, encoding="utf-8"):
    raw = io.BytesIO()
    out = io.TextIOWrapper(raw, encoding=encoding)
    screen, options = Screen(lang, out), state.rules.options
    display = face_of(PAOHUZI, options, NAMES[: len(state.hands)], screen)
    match = replace(Match.start(PAOHUZI, options), returns=((-12, 3, 3, 6)[: len(state.hands)],) * 11)
    for viewer in (seat, (seat + 1) % 3, None):
        screen.show(display.table(PAOHUZI.view(state, viewer), match))
    script = Script(["", "?", "?", "h", "u", "c", "r", "s", "help", "zz"])
    asker = Asker(
        display, Lines(screen, script), hint=Taker("", 1).choose, sheet=lambda: display.sheet(match)
    )
    view = PAOHUZI.view(state, seat)
    assert asker.ask(state, view, PAOHUZI.legal_actions(state, seat), refused) is None
    out.flush()
    return raw.getvalue().decode(encoding)


@pytest.mark.parametrize("seats", [3, 4])
def test_every_question_fits_into_80_columns(seats):
    counted: dict[tuple[object, int], int] = {}
    sources = set()
    for state, actors in windows(range(often(4, 12)), seats=seats, min_hu=10):
        source = state.window.source if state.window else None
        sources.add(source)
        kind = (source, len(state.piles[actors[0]]) // 3)
        counted[kind] = counted.get(kind, 0) + 1
        if counted[kind] > 1:
            continue
        for lang in LANGS:
            text = question(state, actors[0], lang)
            assert max(map(cell_len, text.splitlines())) <= 80
            assert "\x1b" not in text
        assert question(state, actors[0], "zh", encoding="ascii")
    assert sources >= {None, Source.DRAWN, Source.THROWN}


def test_the_displayed_points_are_paid():
    promised = 0
    for state, actors in windows(range(150), preset="chenzhou"):
        for seat in actors:
            view = PAOHUZI.view(state, seat)
            if "hu" not in {action.verb for action in view.offers}:
                continue
            win = prompt_json(PAOHUZI, state, seat)["details"]["hu"]
            after = state
            while after.result is None and seat in PAOHUZI.actors(after):
                after, _ = PAOHUZI.apply(after, seat, parse_action("hu"))
            while after.window is not None and after.result is None:
                other = PAOHUZI.actors(after)[0]
                after, _ = PAOHUZI.apply(after, other, PAOHUZI.legal_actions(after, other)[0])
            assert after.result.winner == seat
            assert (after.result.hu, after.result.final) == (win["hu"], win["final"])
            promised += 1
    assert promised > 3


def face(lang="zh", encoding="utf-8"):
    screen = Screen(lang, io.TextIOWrapper(io.BytesIO(), encoding=encoding))
    screen.console.file = io.StringIO()
    return face_of(PAOHUZI, PAOHUZI.options({}), NAMES[:3], screen)


def test_columns_go_by_number_and_mark_concealed_triples():
    hand = [0] * KINDS
    hand[6], hand[16], hand[9] = 3, 4, 1
    display = face()
    lines = drawn(display.screen, display.screen.stacks(display.stacks(hand), 3))
    assert len(lines) == 8
    assert lines[-1].split() == ["7", "10"]
    assert lines[-2].split() == ["柒▌", "十"]
    assert "".join(lines).count("柒▌") == 4
    assert "".join(lines).count("七▌") == 3
    assert "十▌" not in "".join(lines)
    display = face(encoding="ascii")
    plain_lines = drawn(display.screen, display.screen.stacks(display.stacks(hand), 4))
    assert plain_lines[-2].split() == ["b7▌", "s10"]
    assert display.stacks([0] * KINDS) == []


def test_face_down_cards_are_backs():
    assert face().set((-1, -1, -1)).plain == "[▒▒▒▒▒▒]"
    assert face(encoding="ascii").set((-1, -1, -1)).plain == "[? ? ?]"


@pytest.fixture(scope="module")
def claim():
    return next(
        (state, actors[0])
        for state, actors in windows(range(40))
        if any(a.verb == "eat" for a in PAOHUZI.legal_actions(state, actors[0]))
    )


@pytest.fixture(scope="module")
def discard():
    return next((state, actors[0]) for state, actors in windows(range(40)) if state.window is None)


def answer(at, text, *, numbered=False, lang="zh"):
    state, seat = at
    view = PAOHUZI.view(state, seat)
    actions = PAOHUZI.legal_actions(state, seat)
    action = face(lang).answer(plain(text), view, actions, parse_action, numbered=numbered)
    return PAOHUZI.action_text(state, action)


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("eat s1-s2-s3", "eat s1-s2-s3"),
        ("EAT S1 s2 S3", "eat s1-s2-s3"),
        ("吃一二三", "eat s1-s2-s3"),
        ("吃 一二三 二贰贰", "eat s1-s2-s3 s2-b2-b2"),
        ("s1s2s3+s3-s4-s5", "eat s1-s2-s3 s3-s4-s5"),
        ("一、二、三", "eat s1-s2-s3"),
        ("一二三二貳贰", "eat s1-s2-s3 s2-b2-b2"),
        ("pong", "pong"),
        ("碰", "pong"),
        ("胡", "hu"),
        ("p", "pass"),
        ("过", "pass"),
        ("#1", "pass"),
    ],
)
def test_a_claim_can_be_typed_in_several_ways(claim, text, means):
    assert answer(claim, text) == means


@pytest.mark.parametrize("text", ["s4", "四", "打四", "discard 四", "打 s4", "S4", "s۴", "ｓ４"])
def test_a_discard_can_be_typed_in_several_ways(discard, text):
    assert answer(discard, text) == "discard s4"


def test_numbers_pick_only_from_a_displayed_list(discard):
    first = answer(discard, "#2")
    assert answer(discard, "2", numbered=True) == first
    with pytest.raises(NotationError):
        answer(discard, "2")
    with pytest.raises(UsageError):
        answer(discard, "#99")


@pytest.mark.parametrize(
    ("text", "column"),
    [("打 x", 3), ("eat s1-s2-s33", 11), ("xyzzy", 1), ("pass s1", 6), ("discard s1 s2", 9), ("s4 ?", 4)],
)
def test_typing_errors_name_their_column(discard, text, column):
    with pytest.raises(NotationError) as caught:
        answer(discard, text)
    assert (caught.value.text, caught.value.column) == (text, column)


@pytest.mark.parametrize("lang", LANGS)
def test_the_pack_is_cut_by_a_number(lang):
    state = PAOHUZI.deal(PAOHUZI.options({"cut": True}), bytes(32))
    view, cuts = PAOHUZI.view(state, state.turn), PAOHUZI.legal_actions(state, state.turn)
    text = question(state, state.turn, lang)
    assert "cut 40" in text
    assert Texts(lang).t("ask.cut") in text
    word = Texts(lang).t("action.cut")
    for typed, number in (("7", 7), ("cut 8", 8), (f"{word} 9", 9), (f"{word}10", 10), ("#1", 40)):
        action = face(lang).answer(plain(typed), view, cuts, parse_action, numbered=False)
        assert (action.verb, action.number) == ("cut", number)
    with pytest.raises(NotationError) as caught:
        face(lang).answer("xy", view, cuts, parse_action, numbered=False)
    assert caught.value.column == 1
