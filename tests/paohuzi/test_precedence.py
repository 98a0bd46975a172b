"""A pause ends early only where public facts make a claim the strongest."""

from __future__ import annotations

import pytest

from paiju.core.game import Pause
from paiju.games.paohuzi import GAME
from paiju.games.paohuzi.actions import HU, PASS, PONG, Action
from paiju.games.paohuzi.claims import outranks_all, rank
from paiju.games.paohuzi.notation import parse_cards
from paiju.games.paohuzi.state import Left, Phase, Source, Window
from paiju.games.paohuzi.views import pause
from tests.drawing import rounds
from tests.paohuzi.builders import position, random_deal, random_options, random_step

EAT = Action("eat", (), (tuple(parse_cards("s1 s2 s3")),))


def window(state, source, *, last=False):
    """A window on that card of seat 0, which anybody could win."""
    (kind,) = parse_cards("s3")
    state.window = Window(source, 0, kind, ((),) * 3, (0, 1, 2), (None,) * 3, (), last=last)
    state.phase, state.turn = Phase.CLAIM, 0
    return state


def table(**options):
    return position(dict.fromkeys(range(3), ("", "s1 s2 s5 s6 b7 b8")), **options)


@pytest.mark.parametrize(
    ("source", "seat", "action", "options", "final"),
    [
        (Source.DRAWN, 0, HU, {}, True),  # the drawer comes first
        (Source.DRAWN, 1, HU, {}, False),
        (Source.DRAWN, 2, HU, {}, False),
        (Source.DRAWN, 1, PONG, {}, False),  # somebody might win
        (Source.DRAWN, 0, EAT, {}, False),
        (Source.THROWN, 1, PONG, {}, True),  # a discard wins for nobody, and there is no second pair
        (Source.THROWN, 2, PONG, {}, True),
        (Source.THROWN, 1, EAT, {}, False),  # somebody might Pong
        (Source.THROWN, 1, HU, {"win_on_hand_discard": True}, True),
        (Source.THROWN, 2, HU, {"win_on_hand_discard": True}, False),
        (Source.THROWN, 1, PONG, {"win_on_hand_discard": True}, False),
        (Source.SHOWN, 0, HU, {}, True),
        (Source.SHOWN, 1, HU, {}, False),
        (Source.OWN, 0, HU, {}, True),
        (Source.PAO, 0, HU, {}, True),
        (Source.DRAWN, 0, PASS, {}, False),
    ],
)
def test_priority(source, seat, action, options, final):
    assert outranks_all(window(table(**options), source), seat, action) is final


def test_no_claim_is_final_without_an_open_card():
    assert not outranks_all(table(), 0, HU)


def test_dead_seats_cannot_outrank_a_claim():
    state = window(table(), Source.DRAWN)
    state.dead = (True, False, False)
    assert outranks_all(state, 1, HU)
    assert not outranks_all(state, 2, HU)
    state.dead = (True, False, True)
    assert outranks_all(state, 1, EAT)


def test_two_visible_copies_rule_out_a_pong():
    state = window(table(), Source.THROWN)
    assert not outranks_all(state, 1, EAT)
    state.piles = ((), (), (Left(parse_cards("s3")[0], thrown=True),) * 2)
    assert outranks_all(state, 1, EAT)


def test_the_last_card_can_only_be_claimed_for_a_win():
    state = window(table(), Source.DRAWN, last=True)
    assert outranks_all(state, 0, HU)
    state.dead = (True, True, False)
    assert outranks_all(state, 2, HU)


def is_open(state):
    return pause(state) is Pause.OPEN


@rounds(1, 4)
def test_a_pause_never_ends_while_a_stronger_claim_is_possible(part, rng):
    """In every deal that a spectator thinks possible the claim is the strongest, or the window goes on."""
    final = checked = 0
    for _ in range(15):
        state = random_deal(rng, random_options(rng))
        while GAME.actors(state):
            opened = state.window
            for seat in opened.asked if opened is not None else ():
                for action in opened.offers[seat]:
                    ends = outranks_all(state, seat, action)
                    final += ends
                    checked += 1
                    counterpart = GAME.determinize(GAME.view(state, None), rng)
                    if counterpart.window is None:
                        assert not is_open(state)
                        continue
                    assert outranks_all(counterpart, seat, action) is ends
                    if ends:
                        own = rank(opened, seat, action.verb)
                        rivals = [s for s in state.start.order if s != seat]
                        assert all(opened.best[rival] >= own for rival in rivals)
                        assert all(counterpart.window.best[rival] >= own for rival in rivals)
            state, _, _, _ = random_step(rng, state)
    assert checked > 100
    assert final


def test_a_seat_asked_alone_looks_like_a_discard_or_a_window(rng):
    """The others see a discard where one is due after the forced set, else a window."""
    for _ in range(3000):
        state = random_deal(rng, GAME.options({"min_hu": 3}))
        while GAME.actors(state):
            window = state.window
            if window is None:
                assert not is_open(state)
            elif window.source is not Source.OWN:
                assert is_open(state)
            else:
                passed, _ = GAME.apply(state, window.seat, PASS)
                if passed.phase is Phase.DISCARD and passed.turn == window.seat:
                    assert not is_open(state)
                    return
            state, _, _, _ = random_step(rng, state)
    pytest.fail("no forced set completed a hand")
