"""BH A4, A5, A7, A8, A18-22, A18-24: what a seat, or a spectator, may know, in every phase."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pytest

from paiju.core.game import Event
from paiju.games.baohuang.options import BaohuangOptions
from paiju.games.baohuang.state import Knows, Layout

from .builders import (
    EVERY_VIEWER,
    GAME,
    LAOWANG,
    MARKED_BIG,
    Phase,
    Role,
    State,
    answers,
    carry,
    deal,
    follow,
    kind,
    layout,
    options,
    settled,
    step,
)

S = options("pagat-scored")
M = options("moegirl")
E, G, C = Role.EMPEROR, Role.GUARD, Role.COMMONER


def swap(cards: Layout, one: tuple[int, str], other: tuple[int, str]) -> Layout:
    """The layout in which two seats have exchanged one card each."""
    hands = [list(hand) for hand in cards.hands]
    (a, mine), (b, theirs) = (one[0], kind(one[1])), (other[0], kind(other[1]))
    i, j = hands[a].index(mine), hands[b].index(theirs)
    hands[a][i], hands[b][j] = theirs, mine
    return Layout(tuple(map(tuple, hands)), cards.first_drawer, cards.pile, cards.seed)


def alike(one: State, other: State, viewers: Iterable[int | None]) -> None:
    """Two deals that these viewers must not be able to tell apart."""
    for viewer in viewers:
        assert GAME.view(one, viewer) == GAME.view(other, viewer)


def alike_all_through(
    rules: BaohuangOptions,
    cards: Layout,
    changed: Layout,
    viewers: Sequence[int | None],
    script: Sequence[str],
) -> tuple[State, State]:
    """Both deals through one script, compared after every step, events and questions too."""
    one, other = GAME.deal(rules, cards), GAME.deal(rules, changed)
    seen(GAME.opening(one), GAME.opening(other), viewers)
    alike(one, other, viewers)
    for line in script:
        (one, first), (other, second) = step(one, line), step(other, line)
        seen(first, second, viewers)
        alike(one, other, viewers)
        for viewer in viewers:
            if viewer is not None:
                assert list(GAME.legal_actions(one, viewer)) == list(GAME.legal_actions(other, viewer))
    return one, other


def seen(first: Sequence[Event], second: Sequence[Event], viewers: Iterable[int | None]) -> None:
    for viewer in viewers:
        assert [e.seen_by(viewer) for e in first] == [e.seen_by(viewer) for e in second]


def roles(state: State, viewer: int | None) -> tuple[Role | None, ...]:
    return GAME.view(state, viewer).roles


def known(state: State, viewer: int | None) -> set[tuple[int, int]]:
    """Cards this viewer knows in other hands: (seat, kind)."""
    return {(token.holder, token.kind) for token in GAME.view(state, viewer).known}


# Own hand only


@pytest.mark.parametrize("preset", ["pagat", "pagat-scored", "moegirl-threes", "sixes-last", "weihai"])
def test_a_seat_sees_its_own_hand_and_no_other_until_the_end(preset: str) -> None:
    state = GAME.deal(options(preset), bytes(32), carry("EGPPP"))
    while state.phase is not Phase.OVER:
        for viewer in EVERY_VIEWER:
            view = GAME.view(state, viewer)
            assert view.hands == ()
            assert view.hand == (None if viewer is None else state.hands[viewer])
            assert view.drawn == (None if viewer is None else state.drawn[viewer])
            assert all(token.viewer in (-1, viewer) for token in view.known)
        state = GAME.apply(
            state, state.turn, GAME.legal_actions(state, state.turn)[-1 if state.phase is Phase.CROWN else 0]
        )[0]
        if state.phase is Phase.OVER and GAME.is_void(state):
            return


def test_only_the_drawer_sees_a_drawn_card() -> None:
    (dealt,) = [event for event in GAME.opening(deal(S)) if event.kind == "dealt"]
    assert set(dealt.private) == set(range(5))
    assert "cards" not in dealt.public
    assert dealt.seen_by(None).public == dealt.public
    for seat in range(5):
        assert len(dealt.seen_by(seat).public["cards"]) == (34 if seat < 3 else 33)


# The guard


QUIET = ["0 crown", "0 quiet", "1 quiet", "2 quiet", "3 quiet", "4 quiet"]


def test_only_the_guard_knows_the_guard() -> None:
    state = follow(deal(S, {0: "R", 2: "B"}), *QUIET)
    assert roles(state, 2) == (E, C, G, C, C)  # they know the others are people
    for viewer in (1, 3, 4):
        assert roles(state, viewer) == tuple(
            E if seat == 0 else C if seat == viewer else None for seat in range(5)
        )
    for viewer in (0, None):  # not even the emperor, and no spectator
        assert roles(state, viewer) == (E, None, None, None, None)
        assert GAME.view(state, viewer).alone is (False if viewer == 0 else None)
    assert GAME.view(state, 1).alone is None


def test_moving_the_guard_card_changes_nothing_for_the_other_seats() -> None:
    cards = layout(S, {0: "R 7 8", 1: "6 9", 2: "B b", 3: "b b"})
    changed = swap(cards, (2, "B"), (3, "b"))
    script = [*QUIET, "0 play 7", "1 play 9", "2 pass", "3 pass", "4 pass", "0 pass", "1 play 6", "2 play b"]
    alike_all_through(S, cards, changed, (0, 1, 4, None), script)


def test_the_prompt_is_the_same_for_all() -> None:
    # BH A18-22: whichever seat is guard, the same seats are prompted in the same order with two answers each.
    cards = layout(S, {0: "R", 2: "B b", 3: "b"})
    for deal_ in (cards, swap(cards, (2, "B"), (3, "b"))):
        state = follow(GAME.deal(S, deal_), "0 crown", "0 quiet")
        for seat in (1, 2, 3, 4):
            assert GAME.view(state, None).asked == tuple(range(seat, 5))
            assert len(answers(state)) == 2
            state = follow(state, f"{seat} quiet")


def test_a_declared_guard_is_known_to_all() -> None:
    state = follow(deal(S, {0: "R", 2: "B"}), "0 crown", "0 quiet", "1 quiet", "2 declare")
    for viewer in EVERY_VIEWER:
        assert roles(state, viewer) == (E, C, G, C, C)
        assert GAME.view(state, viewer).alone is False
        assert GAME.view(state, viewer).shown == {2}


def test_a_revolt_reveals_one_of_the_people_and_nothing_else() -> None:
    state = follow(deal(S, {0: "R", 2: "B"}), "0 crown", "0 quiet", "1 revolt")
    assert roles(state, None) == (E, C, None, None, None)
    assert roles(state, 0) == (E, C, None, None, None)
    assert roles(state, 3) == (E, C, None, C, None)


def test_playing_the_guard_card_reveals_the_guard() -> None:
    state = settled(S, ["77", "B9", "88", "88", "88"], guards=(1,))
    for seat in range(5):
        state = follow(state, f"{seat} quiet")
    state = follow(state, "0 play 7", "1 play B")
    for viewer in EVERY_VIEWER:
        assert roles(state, viewer) == (E, G, C, C, C)


def test_playing_laowang_reveals_the_guard() -> None:
    state = settled(M, ["77", "L9", "88", "88", "88"], guards=(1,), called="9s")
    for seat in range(5):
        state = follow(state, f"{seat} quiet")
    assert roles(state, 0) == (E, None, None, None, None)
    state = follow(state, "0 play 7", "1 play L")
    for viewer in EVERY_VIEWER:
        assert roles(state, viewer) == (E, G, C, C, C)


def test_the_holder_of_the_called_fourth_copy_is_hidden() -> None:
    rules = options("moegirl")
    cards = layout(rules, {0: "R 9s9s9s", 2: "9s 8h", 3: "8h"}, never={2: "8", 3: "8"})
    changed = swap(cards, (2, "9s"), (3, "8h"))
    script = ["0 crown", "0 call 9s", "0 quiet", "1 quiet", "2 quiet", "3 quiet", "4 quiet"]
    one, other = alike_all_through(rules, cards, changed, (0, 1, 4, None), script)
    assert (one.roles.guards, other.roles.guards) == ((2,), (3,))
    assert one.hands[2][LAOWANG] == other.hands[3][LAOWANG] == 1
    for viewer in EVERY_VIEWER:
        assert {(0, kind("9s"))} <= known(one, viewer)  # the three displayed copies


# Solo


def test_a_silent_solo_looks_like_any_other_deal() -> None:
    cards = layout(S, {0: "R B 7 8", 1: "6 9", 2: "b b"})
    changed = swap(cards, (0, "B"), (2, "b"))
    script = [*QUIET, "0 play 7", "1 play 9", "2 pass", "3 pass", "4 pass", "0 pass"]
    one, other = alike_all_through(S, cards, changed, (1, 3, 4, None), script)
    assert (one.roles.solo, other.roles.solo) == (True, False)
    assert GAME.view(one, 0).alone is True
    assert roles(one, 0) == (E, C, C, C, C)


def test_a_silent_solo_with_all_four_copies_looks_like_any_other_call() -> None:
    cards = layout(M, {0: "R 9s9s9s9s", 2: "8h"})
    changed = swap(cards, (0, "9s"), (2, "8h"))
    script = ["0 crown", "0 call 9s", "0 quiet", "1 quiet", "2 quiet", "3 quiet", "4 quiet"]
    one, other = alike_all_through(M, cards, changed, (1, 3, 4, None), script)
    assert (one.roles.solo, other.roles.solo) == (True, False)


def test_playing_the_guard_card_reveals_a_solo_emperor() -> None:
    state = settled(S, ["B77", "99", "88", "88", "88"])
    for seat in range(5):
        state = follow(state, f"{seat} quiet")
    assert GAME.view(state, 3).alone is None
    state = follow(state, "0 play B")
    for viewer in EVERY_VIEWER:
        assert roles(state, viewer) == (E, C, C, C, C)
        assert GAME.view(state, viewer).alone is True


def test_three_called_copies_from_the_emperor_reveal_nothing_but_a_fourth_does() -> None:
    state = settled(M, ["9s9s9s9s7", "TT", "88", "88", "88"], called="9s")
    for seat in range(5):
        state = follow(state, f"{seat} quiet")
    three = follow(state, "0 play 9s 9s 9s")
    assert GAME.view(three, 1).alone is None
    four = follow(state, "0 play 9s 9s 9s 9s")
    assert GAME.view(four, 1).alone is True


def test_an_announced_solo_is_known_to_all() -> None:
    state = follow(deal(S, {0: "R B"}), "0 crown", "0 declare")
    for viewer in EVERY_VIEWER:
        assert roles(state, viewer) == (E, C, C, C, C)


# Abdication


def test_an_abdication_reveals_nothing_about_the_guard_card() -> None:
    cards = layout(S, {2: "R B", 3: "b"})
    changed = swap(cards, (2, "B"), (3, "b"))
    one, _ = alike_all_through(S, cards, changed, (0, 1, 4, None), ["2 abdicate", "1 abdicate", "0 crown"])
    for viewer in EVERY_VIEWER:
        assert {(0, MARKED_BIG)} <= known(one, viewer)


def test_hand_counts_may_be_hidden() -> None:
    rules = options("pagat-scored", show_hand_counts=False)
    state = follow(deal(rules, {0: "R", 2: "B"}), *QUIET)
    assert GAME.view(state, 3).sizes == (None, None, None, 33, None)
    assert GAME.view(state, None).sizes == (None,) * 5
    assert GAME.view(follow(deal(S, {0: "R"}), "0 crown"), 3).sizes == (34, 34, 34, 33, 33)


def test_questions_during_the_draw_are_hidden() -> None:
    rules = options("moegirl", crown_during_draw=True)
    state = deal(rules, {3: "R 9s9s9s"})
    assert GAME.view(state, 3).asked == (3,)
    for viewer in (0, 1, 2, 4, None):
        assert GAME.view(state, viewer).asked == ()
        assert GAME.view(state, viewer).turn == -1


def test_the_drawer_of_the_emperor_card_is_hidden_until_the_draw_ends() -> None:
    rules = options("moegirl", crown_during_draw=True)
    state = deal(rules, {3: "R 9s9s9s"})
    for viewer in (0, 1, 2, 4, None):
        assert known(state, viewer) == set()


def test_a_counter_shows_no_hidden_guard() -> None:
    """On the emperor's side only known seats are prompted, among the people all that are not known (BH A18-49, 69)."""
    rules = options("pagat-scored", counter_double=True)
    cards = layout(rules, {0: "R", 2: "B b", 3: "b"})
    script = ["0 crown", "0 quiet", "1 revolt", "2 quiet", "3 quiet", "4 quiet"]
    state = follow(GAME.deal(rules, cards), *script)
    assert state.phase is Phase.COUNTER
    for viewer in EVERY_VIEWER:
        assert GAME.view(state, viewer).asked == (0,)
    alike_all_through(rules, cards, swap(cards, (2, "B"), (3, "b")), (0, 1, 4, None), [*script, "0 quiet"])


# Two guards


def test_one_of_two_guards_does_not_know_the_other() -> None:
    rules = options("moegirl", abdication_full_circle="two_card_call")
    chosen = {2: "R 9s9s", 0: "9s", 4: "9s"}
    state = deal(rules, chosen)
    for seat in (2, 3, 4, 0, 1):
        state = follow(state, f"{seat} abdicate")
    state = follow(state, "2 crown", "2 call 9s")
    assert roles(state, 0) == (G, None, E, None, None)
    assert roles(state, 4) == (None, None, E, None, G)
    assert roles(state, 2) == (None, None, E, None, None)
    both = deal(rules, {2: "R 9s9s", 0: "9s9s"})
    for seat in (2, 3, 4, 0, 1):
        both = follow(both, f"{seat} abdicate")
    both = follow(both, "2 crown", "2 call 9s")
    assert roles(both, 0) == (G, C, E, C, C)  # they hold both, so they are the only one


# The usurper, the end


def test_a_usurper_makes_all_roles_known() -> None:
    rules = options("pagat-scored", usurper=True)
    state = follow(deal(rules, {0: "R", 2: "B"}), "0 crown", "0 decline", "1 usurp")
    for viewer in EVERY_VIEWER:
        assert roles(state, viewer) == (C, E, C, C, C)
        assert (1, MARKED_BIG) in known(state, viewer)


def test_declining_to_usurp_reveals_nothing() -> None:
    rules = options("pagat-scored", usurper=True)
    cards = layout(rules, {0: "R", 2: "B b", 3: "b"})
    script = ["0 crown", *(f"{seat} decline" for seat in range(5)), *QUIET[1:]]
    alike_all_through(rules, cards, swap(cards, (2, "B"), (3, "b")), (0, 1, 4, None), script)


def test_after_the_end_everything_is_open() -> None:
    state = settled(S, ["7", "B9", "8", "88", "88"], guards=(1,))
    for seat in range(5):
        state = follow(state, f"{seat} quiet")
    state = follow(state, "0 play 7", "1 play 9", "2 pass", "3 pass", "4 pass", "1 play B")
    assert state.phase is Phase.OVER
    for viewer in EVERY_VIEWER:
        view = GAME.view(state, viewer)
        assert view.hands == state.hands
        assert view.roles == (E, G, C, C, C)
        assert view.alone is False
        assert view.result == state.result
        assert view.sizes == (0, 0, 1, 2, 2)


def test_hand_counts_are_open_at_the_end_in_any_case() -> None:
    rules = options("pagat", show_hand_counts=False)
    state = follow(settled(rules, ["7", "88", "8", "88", "88"]), "0 play 7")
    assert state.phase is Phase.OVER
    assert GAME.view(state, None).sizes == (0, 2, 1, 2, 2)


def test_a_void_deal_shows_no_hands_and_no_roles() -> None:
    state = deal(M, {2: "R"})
    for seat in (2, 3, 4, 0, 1):
        state = follow(state, f"{seat} abdicate")
    assert GAME.is_void(state)
    for viewer in EVERY_VIEWER:
        view = GAME.view(state, viewer)
        assert view.hands == ()
        assert view.roles == (None,) * 5
        assert view.hand == (None if viewer is None else state.hands[viewer])


def test_a_view_holds_no_state() -> None:
    # BH A18-22: an allow-list; seeds, piles and undrawn cards have no place in it.
    view = GAME.view(deal(S), None)
    names = set(type(view).__dataclass_fields__)
    assert not names & {"start", "rules", "queue", "seed", "pile", "deck", "lows"}
    assert all(isinstance(token, Knows) for token in view.known)
