"""Every question of every phase, in three languages: nothing wider than 80 cells."""

from __future__ import annotations

import io
import random
from dataclasses import replace

import pytest
from rich.cells import cell_len

from paiju.core.match import Match
from paiju.games.baohuang.cards import EMPTY, KINDS, hand_of
from paiju.games.baohuang.state import Phase
from paiju.locales import Texts
from paiju.tui.plain import face_of
from paiju.tui.screen import Lines, Screen
from paiju.tui.session import Asker
from tests.drawing import often
from tests.tui.driver import GAME, LANGS, Script, Stand, drawn, refused

SETS = {
    "pagat": {"cut": True, "scoring": "free"},
    "moegirl": {"crown_during_draw": True, "call_restriction": "none"},
    "moegirl-threes": {"usurper": True, "bombs": True},
    "weihai": {"tribute_face_up": True},
    "sixes-last": {"show_hand_counts": False, "bombs": True, "abdication_cost": "two"},
    "five-threes": {},
}
REACHED = {
    "pagat": {Phase.CUT, Phase.CROWN, Phase.PLAY},
    "moegirl": {Phase.DRAW, Phase.CALL, Phase.DECLARE, Phase.PLAY},
    "moegirl-threes": {Phase.USURP, Phase.TRIBUTE, Phase.GIVE_BACK, Phase.PLAY},
    "weihai": {Phase.TAKE, Phase.COUNTER, Phase.PLAY},
    "sixes-last": {Phase.CROWN, Phase.DECLARE, Phase.PLAY},
    "five-threes": {Phase.CALL, Phase.PLAY},
}
NAMES = ("很长很长的名字甲乙丙丁", "x" * 12, "Li [b]Wei[/b]", "علی", "🀄️🀄️🀄️🀄️🀄️🀄️")


def states(preset, seed, deals=3):
    """States of a short match, played at random, in which somebody is prompted."""
    chance = random.Random(seed)
    match = Match.start(GAME, GAME.options({"preset": preset, **SETS[preset]}))
    for _ in range(deals):
        state = match.deal(chance.randbytes(32))
        while actors := GAME.actors(state):
            yield state, actors[0]
            actions = GAME.legal_actions(state, actors[0])
            action = Stand("", chance.getrandbits(32)).choose(GAME.view(state, actors[0]), actions)
            state, _ = GAME.apply(state, actors[0], action)
        match = match.after(state)


def face(options, lang="en", names=NAMES):
    return face_of(GAME, options, names, Screen(lang, io.StringIO()))


def match_of(options, *returns):
    return replace(Match.start(GAME, options), returns=returns)


def question(state, seat, lang):
    options = state.rules.options
    display = face(options, lang)
    view = GAME.view(state, seat)
    match = match_of(options, *[(-12, 3, 3, 3, 3)] * 11)
    for viewer in (view, GAME.view(state, (seat + 1) % 5), GAME.view(state, None)):
        display.screen.show(display.table(viewer, match))
    script = Script(["", "?", "?", "h", "u", "c", "r", "s", "help", "zz"])
    asker = Asker(
        display, Lines(display.screen, script), hint=Stand("", 1).choose, sheet=lambda: display.sheet(match)
    )
    assert asker.ask(state, view, GAME.legal_actions(state, seat), refused) is None
    return display.screen.console.file.getvalue()


MOMENTS = (1, 2, 60)
"""The questions of a phase that are displayed, each in a different language."""


@pytest.mark.parametrize("preset", SETS)
def test_every_phase_fits_into_80_columns(preset):
    seen: dict[Phase, int] = {}
    for seed in range(4):
        if set(seen) >= REACHED[preset] and seed >= often(2, 4):
            break
        for state, seat in states(preset, seed, deals=2):
            seen[state.phase] = seen.get(state.phase, 0) + 1
            if seen[state.phase] not in MOMENTS:
                continue
            lang = LANGS[MOMENTS.index(seen[state.phase])]
            text = question(state, seat, lang)
            assert max(map(cell_len, text.splitlines())) <= 80
            assert Texts(lang).t(f"ask.{state.phase}") in text.replace("\n", " ")
            assert "\x1b" not in text
    assert set(seen) >= REACHED[preset]


def test_the_tested_options_reach_every_phase():
    assert set().union(*REACHED.values()) == set(Phase) - {Phase.OVER}


def of(**changes):
    return GAME.options({"preset": "pagat", **changes})


SUITED = {"bombs": True}


def hand_lines(hand, *, suited, width=80):
    """The lines of a hand's stacks: cards, then their numbers."""
    display = face(of(**SUITED) if suited else of())
    assert display.options.suited is suited
    display.screen.console.width = width
    _, stacks, *_ = display.hand(hand)
    return drawn(display.screen, stacks)


def test_44_cards_in_columns():
    hand = hand_of([kind for kind in range(0, KINDS, 2) for _ in range(2)][:44])
    for suited in (False, True):
        lines = hand_lines(hand, suited=suited)
        assert max(map(cell_len, lines)) <= 80
        assert sum(int(n) for n in lines[-1].split()) == 44
        assert sum(len(line.split()) for line in lines[:-1]) == 44


def test_eighteen_columns_fit_and_a_narrow_screen_uses_two_rows():
    hand = hand_of([*range(0, 52, 4), 52, 53, 54, 55, 56])
    (cards, counts) = hand_lines(hand, suited=False)
    assert cards.split() == list("LRrBb2AKQJT9876543")
    assert counts.split() == ["1"] * 18
    narrow = hand_lines(hand, suited=False, width=40)
    assert len(narrow) == 4
    assert max(map(cell_len, narrow)) <= 40


def test_identical_triples_are_marked_where_suits_matter():
    hand = hand_of([24, 24, 24, 25, 28, 28, 28, 28])
    text = "\n".join(hand_lines(hand, suited=True))
    assert text.count("9s│") == 3
    assert text.count("Ts║") == 4
    assert "9h│" not in text
    assert "│" not in "".join(hand_lines(hand, suited=False))


def test_cards_in_a_line():
    cards = (24, 24, 25, 52, 55)
    suited, plain = face(of(**SUITED)), face(of())
    assert suited.cards(cards).plain == "R b 9s 9s 9h"
    assert plain.cards(cards).plain == "R b 9 9 9"
    assert suited.cards((24,) * 5 + (25,) * 4).plain == "5×9s 4×9h"
    assert suited.short(hand_of(cards)).plain == "R b 9ssh"
    assert plain.short(hand_of(cards)).plain == "R b 999"
    assert plain.short(EMPTY).plain == ""


@pytest.mark.parametrize("lang", LANGS)
def test_a_hidden_count_and_an_unknown_guard_stay_hidden(lang):
    texts = Texts(lang)
    state = next(
        s
        for s, _ in states("sixes-last", 1, 1)
        if s.phase is Phase.PLAY and s.roles.guards and not s.roles.shown
    )
    viewer = next(seat for seat in range(5) if state.roles.of(seat) == "commoner")
    options = state.rules.options
    display = face(options, lang, "ABCDE")
    lines = drawn(display.screen, *display.table(GAME.view(state, viewer), match_of(options)))
    assert not any(texts.t("role.guard") in line for line in lines)
    assert sum(texts.t("role.unknown") in line for line in lines) >= 3
