"""PZ 3.5, option `cut`: who cuts, how deep, what it does, and that no card is visible before."""

from __future__ import annotations

import pickle
import re
from dataclasses import replace

import pytest

from paiju.core.errors import PaijuError, PositionError, RecordError, RuleError
from paiju.core.game import whole
from paiju.core.reading import loads
from paiju.core.record import Recorder, dumps, replay
from paiju.games.paohuzi import GAME
from paiju.games.paohuzi.actions import Action
from paiju.games.paohuzi.cards import CARDS
from paiju.games.paohuzi.state import Carry, Layout, Phase, State

from .builders import act, lumpy_wall, random_options

RULES = GAME.options({"cut": True})
FOUR = GAME.options({"cut": True, "seats": 4})


def uncut(rng, options=RULES, dealer=0) -> State:
    return GAME.deal(options, lumpy_wall(rng), Carry(dealer))


@pytest.mark.parametrize(
    ("options", "dealer", "cutter"), [(RULES, 0, 2), (RULES, 2, 1), (FOUR, 0, 3), (FOUR, 3, 2)]
)
def test_the_left_neighbour_of_the_dealer_cuts(rng, options, dealer, cutter):
    state = uncut(rng, options, dealer)
    assert (state.phase, GAME.actors(state), GAME.askable(state)) == (Phase.CUT, (cutter,), (cutter,))
    legal = [action.number for action in GAME.legal_actions(state, cutter)]
    assert legal[0] == 40  # the safe default: what a table does for who does not answer
    assert sorted(legal) == list(range(1, 80))
    assert not GAME.legal_actions(state, dealer)


def test_there_is_no_cut_by_default():
    assert GAME.options({}).cut is False
    assert all("cut" not in dict(given) for given in GAME.presets().values())


@pytest.mark.parametrize("lifted", [1, 33, 40, 79])
def test_the_lifted_cards_go_under_the_rest(rng, lifted):
    """As the deal of the pack that lies so, played without a cut; but for the cut itself."""
    options = replace(random_options(rng), cut=True)
    state, carry = uncut(rng, options), Carry(0)
    pack = state.stock
    after, events = act(state, state.turn, f"cut {lifted}")
    plain = GAME.opening_moments(replace(options, cut=False), Layout((*pack[lifted:], *pack[:lifted])), carry)
    assert (after.hands, after.stock, after.melds, after.phase) == (
        plain[-1].state.hands, plain[-1].state.stock, plain[-1].state.melds, plain[-1].state.phase,
    )  # fmt: skip
    assert events == (events[0], *whole(plain).events)
    assert (events[0].kind, events[0].public, dict(events[0].private)) == (
        "cut", {"seat": state.turn, "number": lifted}, {},
    )  # fmt: skip
    assert GAME.opening(state) == GAME.opening(after) == ()
    sent = [event for moment in GAME.moments(state, state.turn, f"cut {lifted}") for event in moment.events]
    assert tuple(sent) == events


def test_no_card_is_visible_before_the_cut(rng):
    """Whatever the pack, everybody's view is the same, and so is its text; nor do they know it by a completion."""
    one, other = uncut(rng), uncut(rng)
    assert one != other
    for viewer in (*range(3), None):
        view = GAME.view(one, viewer)
        assert view == GAME.view(other, viewer)
        assert GAME.position_text(view) == GAME.position_text(GAME.view(other, viewer))
        assert (view.asked, view.left, view.sizes) == ((2,), CARDS, (0, 0, 0))
        completed = GAME.determinize(view, rng)
        assert GAME.view(completed, viewer) == view
        assert completed.stock != one.stock
        assert act(completed, 2, "cut 3")[0].start.wall == completed.stock


@pytest.mark.parametrize(
    ("seat", "text", "code", "why"),
    [
        (2, "cut 0", "action.illegal", "not_offered"),
        (2, "cut 80", "action.illegal", "not_offered"),
        (2, "discard s1", "action.illegal", "cut_first"),
        (2, "hu", "action.illegal", "cut_first"),
        (0, "cut 40", "action.not_your_turn", None),
    ],
)
def test_an_invalid_cut_is_refused(rng, seat, text, code, why):
    with pytest.raises(RuleError) as caught:
        act(uncut(rng), seat, text)
    assert (caught.value.code, caught.value.facts.get("why")) == (code, why)


def test_a_second_cut_is_refused(rng):
    state, _ = act(uncut(rng, replace(RULES, heavenly_sets="off")), 2, "cut 9")
    refused = GAME.why_not(GAME.view(state, state.turn), Action("cut", number=9))
    assert refused is not None
    assert (refused.facts["why"], refused.rule) == ("not_offered", "PZ 3.5")
    assert GAME.why_not(GAME.view(uncut(rng), 2), Action("cut", number=9)) is None


@pytest.mark.parametrize("text", ["cut", "cut -1", "cut x", "cut 12345", "cut 4 4", "cut ۴"])
def test_a_cut_is_a_number(rng, text):
    with pytest.raises(PaijuError) as caught:
        act(uncut(rng), 2, text)
    assert caught.value.code == "notation.action"


def test_a_record_with_a_cut_replays_and_a_changed_one_does_not(rng):
    recorder, carry = Recorder(GAME, RULES, ["a", "b", "c"]), None
    for _ in range(2):
        state = recorder.begin(rng.randbytes(32), [b"a", b"b", b"c"], carry)[-1].state
        while GAME.actors(state):
            seat = rng.choice(GAME.actors(state))
            state = recorder.act(state, seat, rng.choice(GAME.legal_actions(state, seat)))[-1].state
        carry = GAME.carry(state)
    text = dumps(recorder.record)
    steps = list(replay(GAME, loads(text.encode())))
    assert steps[-1].state == state
    cuts = re.findall(r"cut \d+", text)
    assert len(cuts) == 2
    other = text.replace(cuts[0], "cut 11" if cuts[0] != "cut 11" else "cut 12", 1)
    with pytest.raises(RecordError):
        list(replay(GAME, loads(other.encode())))


def test_a_position_before_the_cut(rng):
    state = uncut(rng, FOUR, 1)
    text = GAME.position_text(state)
    assert text.startswith("paohuzi akagiri seats=4 cut=true; turn 0 cut; dealer 1; stock ")
    again = GAME.parse_position(text).state
    assert again == state
    assert pickle.loads(pickle.dumps(again)) == state
    assert act(again, 0, "cut 7")[0].hands == act(state, 0, "cut 7")[0].hands
    dealt = GAME.position("akagiri cut=true", rng, turn="2 cut")
    assert (dealt.phase, len(dealt.stock)) == (Phase.CUT, CARDS)


@pytest.mark.parametrize(
    ("fields", "other"),
    [
        ({"turn": "1 cut"}, "dealer"),
        ({"turn": "2 cut", "shown": "s1"}, "turn"),
        ({"turn": "2 cut", "hands": "s1 / - / -"}, "turn"),
    ],
)
def test_an_impossible_position_before_the_cut_is_refused(rng, fields, other):
    with pytest.raises(PositionError) as caught:
        GAME.position("akagiri cut=true", rng, **fields)
    assert (caught.value.code, caught.value.facts["other"]) == ("position.conflict", other)
    with pytest.raises(PositionError):
        GAME.position("akagiri", rng, turn="2 cut")
