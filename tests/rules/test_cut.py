"""BH A3, option `cut`: who cuts, how deep, and what the cut does."""

from __future__ import annotations

from dataclasses import replace

import pytest

from paiju.core.errors import LayoutError

from .builders import (
    EVERY_VIEWER,
    GAME,
    Phase,
    answers,
    carry,
    deal,
    follow,
    kinds,
    layout,
    options,
    refused,
    step,
)

RULES = options("pagat", cut=True)


def test_impossible_hands_are_refused():
    """A3: the first drawers have a card more; a layout names its first drawer, or lets the sizes tell."""
    cards = layout(RULES, {3: "R", 1: "B"}, first_drawer=2)
    assert GAME.deal(RULES, replace(cards, first_drawer=None)).start.first_drawer == 2
    hands = cards.hands
    uneven = (hands[0] + hands[3][:1], hands[1], hands[2], hands[3][1:], hands[4])
    for wrong in (replace(cards, first_drawer=1), replace(cards, hands=uneven, first_drawer=None)):
        with pytest.raises(LayoutError, match="first"):
            GAME.deal(RULES, wrong)
    with pytest.raises(LayoutError, match="kind"):
        GAME.deal(RULES, replace(cards, hands=((99, *hands[0][1:]), *hands[1:])))


def test_there_is_no_cut_by_default() -> None:
    assert deal(options("pagat")).phase is Phase.CROWN


@pytest.mark.parametrize("first", range(5))
def test_the_seat_before_the_first_drawer_cuts(first: int) -> None:
    state = deal(RULES, first_drawer=first)
    assert (state.phase, GAME.actors(state)) == (Phase.CUT, ((first - 1) % 5,))


@pytest.mark.parametrize(
    ("preset", "size"), [("pagat", 168), ("weihai", 165), ("moegirl", 216), ("five-threes", 205)]
)
def test_any_number_from_one_to_one_less_than_the_pack(preset: str, size: int) -> None:
    state = deal(options(preset, cut=True))
    legal = answers(state)
    assert sorted(int(text.split()[1]) for text in legal) == list(range(1, size))
    assert legal[0] == f"cut {size // 2}"  # the safe default
    for bad in (0, size, 9999):
        assert refused(state, f"{state.turn} cut {bad}").code == "action.illegal"
    assert refused(state, f"{(state.turn + 1) % 5} cut 40").code == "action.not_your_turn"


@pytest.mark.parametrize("lifted", [1, 2, 40, 84, 167])
def test_the_lifted_cards_go_under_the_rest(lifted: int) -> None:
    cards = layout(RULES, {3: "R", 1: "B"}, first_drawer=2)
    deck = [cards.hands[(2 + i) % 5][i // 5] for i in range(168)]
    state = follow(GAME.deal(RULES, cards), f"1 cut {lifted}")
    drawn = [deck[(lifted + i) % 168] for i in range(168)]
    for seat in range(5):
        expected = sorted(drawn[i] for i in range(168) if (2 + i) % 5 == seat)
        assert [k for k, n in enumerate(state.hands[seat]) for _ in range(n)] == expected


def test_different_cuts_give_different_deals_and_equal_cuts_equal_ones() -> None:
    state = GAME.deal(RULES, bytes(32))
    first, again, other = (follow(state, f"{state.turn} cut {n}") for n in (40, 40, 41))
    assert first.hands == again.hands != other.hands


def test_no_seat_sees_a_card_before_the_cut() -> None:
    state = deal(RULES, first_drawer=1)
    for viewer in EVERY_VIEWER:
        view = GAME.view(state, viewer)
        assert view.asked == (0,)
        assert view.sizes == (0,) * 5
        assert str(kinds("R", RULES)[0]) not in str(view.plan)
        if viewer is not None:
            assert sum(view.hand) == 0
    assert GAME.opening(state) == ()


def test_the_cut_is_public() -> None:
    state = deal(RULES)
    _, events = step(state, "4 cut 40")
    assert events[0].kind == "cut"
    assert events[0].public == {"seat": 4, "number": 40}
    assert not events[0].private


def test_tribute_follows_the_cut() -> None:
    state = follow(deal(RULES, previous=carry("EGPPP")), "4 cut 1")
    assert tuple(map(sum, state.hands)) == (36, 35, 33, 32, 32)
