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
    first,
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


def test_only_the_drawer_sees_what_he_draws() -> None:
    (dealt,) = [event for event in GAME.opening(deal(S)) if event.kind == "dealt"]
    assert set(dealt.private) == set(range(5))
    assert "cards" not in dealt.public
    assert dealt.seen_by(None).public == dealt.public
    for seat in range(5):
        assert len(dealt.seen_by(seat).public["cards"]) == (34 if seat < 3 else 33)  # type: ignore[arg-type]


# The guard


QUIET = ["0 crown", "0 quiet", "1 quiet", "2 quiet", "3 quiet", "4 quiet"]


def test_the_guard_is_unknown_to_all_but_himself() -> None:
    state = follow(deal(S, {0: "R", 2: "B"}), *QUIET)
    assert roles(state, 2) == (E, C, G, C, C)  # he knows the others are people
    for viewer in (1, 3, 4):
        assert roles(state, viewer) == tuple(
            E if seat == 0 else C if seat == viewer else None for seat in range(5)
        )
    for viewer in (0, None):  # not even the emperor, and no spectator
        assert roles(state, viewer) == (E, None, None, None, None)
        assert GAME.view(state, viewer).alone is (False if viewer == 0 else None)
    assert GAME.view(state, 1).alone is None


def test_the_guard_card_in_another_hand_changes_nothing_for_the_rest() -> None:
    cards = layout(S, {0: "R 7 8", 1: "6 9", 2: "B b", 3: "b b"})
    changed = swap(cards, (2, "B"), (3, "b"))
    script = [*QUIET, "0 play 7", "1 play 9", "2 pass", "3 pass", "4 pass", "0 pass", "1 play 6", "2 play b"]
    alike_all_through(S, cards, changed, (0, 1, 4, None), script)


def test_the_prompt_is_the_same_for_all() -> None:
    # BH A18-22: whoever is guard, the same seats are asked in the same order with two answers each.
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


def test_a_revolt_shows_one_of_the_people_and_nothing_else() -> None:
    state = follow(deal(S, {0: "R", 2: "B"}), "0 crown", "0 quiet", "1 revolt")
    assert roles(state, None) == (E, C, None, None, None)
    assert roles(state, 0) == (E, C, None, None, None)
    assert roles(state, 3) == (E, C, None, C, None)


def test_the_guard_card_played_tells_all() -> None:
    state = settled(S, ["77", "B9", "88", "88", "88"], guards=(1,))
    for seat in range(5):
        state = follow(state, f"{seat} quiet")
    state = follow(state, "0 play 7", "1 play B")
    for viewer in EVERY_VIEWER:
        assert roles(state, viewer) == (E, G, C, C, C)


def test_laowang_played_tells_all() -> None:
    state = settled(M, ["77", "L9", "88", "88", "88"], guards=(1,), called="9s")
    for seat in range(5):
        state = follow(state, f"{seat} quiet")
    assert roles(state, 0) == (E, None, None, None, None)
    state = follow(state, "0 play 7", "1 play L")
    for viewer in EVERY_VIEWER:
        assert roles(state, viewer) == (E, G, C, C, C)


def test_the_called_fourth_copy_is_nobodys_business() -> None:
    rules = options("moegirl")
    cards = layout(rules, {0: "R 9s9s9s", 2: "9s 8h", 3: "8h"}, never={2: "8", 3: "8"})
    changed = swap(cards, (2, "9s"), (3, "8h"))
    script = ["0 crown", "0 call 9s", "0 quiet", "1 quiet", "2 quiet", "3 quiet", "4 quiet"]
    one, other = alike_all_through(rules, cards, changed, (0, 1, 4, None), script)
    assert (one.roles.guards, other.roles.guards) == ((2,), (3,))
    assert one.hands[2][LAOWANG] == other.hands[3][LAOWANG] == 1
    for viewer in EVERY_VIEWER:
        assert {(0, kind("9s"))} <= known(one, viewer)  # the three shown copies


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


def test_the_guard_card_played_by_the_emperor_tells_all() -> None:
    state = settled(S, ["B77", "99", "88", "88", "88"])
    for seat in range(5):
        state = follow(state, f"{seat} quiet")
    assert GAME.view(state, 3).alone is None
    state = follow(state, "0 play B")
    for viewer in EVERY_VIEWER:
        assert roles(state, viewer) == (E, C, C, C, C)
        assert GAME.view(state, viewer).alone is True


def test_three_copies_played_by_the_emperor_tell_nothing_the_fourth_does() -> None:
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


def test_an_abdication_tells_nothing_about_the_guard_card() -> None:
    cards = layout(S, {2: "R B", 3: "b"})
    changed = swap(cards, (2, "B"), (3, "b"))
    one, _ = alike_all_through(S, cards, changed, (0, 1, 4, None), ["2 abdicate", "1 abdicate", "0 crown"])
    for viewer in EVERY_VIEWER:
        assert {(0, MARKED_BIG)} <= known(one, viewer)


def test_a_payment_is_seen_by_payer_and_receiver_alone() -> None:
    rules = options("pagat-scored", abdication_cost="highest_card")
    state = follow(deal(rules, {2: "R", 1: "r"}), "2 abdicate")
    after, events = step(state, "1 abdicate")
    (paid,) = [event for event in events if event.public.get("why") == "cost"]
    assert set(paid.private) == {0, 1}
    assert "cards" not in paid.public
    assert (0, kind("r")) in known(after, 1)
    for viewer in (2, 3, 4, None):
        assert (0, kind("r")) not in known(after, viewer)


def test_the_pool_lies_face_down() -> None:
    rules = options("pagat-scored", abdication_cost="highest_card", abdication_pool=True)
    state = follow(deal(rules, {2: "R", 1: "r"}), "2 abdicate", "1 abdicate")
    for viewer in EVERY_VIEWER:
        ((payer, card),) = GAME.view(state, viewer).plan.pile
        assert (payer, card) == (1, kind("r") if viewer == 1 else -1)
    after, events = step(state, "0 crown")
    (pool,) = [event for event in events if event.kind == "pool"]
    assert set(pool.private) == {0}
    assert (0, kind("r")) in known(after, 1)
    assert (0, kind("r")) not in known(after, 3)


# Tribute


def test_a_face_down_pile_is_known_to_each_payer_for_his_own_cards() -> None:
    rules = options("moegirl", tribute_mode="camp", tribute_exclude_jokers=True)
    state = deal(rules, previous=carry("EGPPP"))
    state = follow(state, f"2 {first(state)}")
    assert state.phase is Phase.TRIBUTE
    for viewer in EVERY_VIEWER:
        ((payer, card),) = GAME.view(state, viewer).plan.pile
        assert payer == 2
        assert (card != -1) is (viewer == 2)
    _, events = step(
        follow(deal(rules, previous=carry("EGPPP"))), f"2 {first(deal(rules, previous=carry('EGPPP')))}"
    )
    (paid,) = [event for event in events if event.kind == "paid"]
    assert set(paid.private) == {2}
    assert "cards" not in paid.public


def test_face_down_tribute_is_seen_by_the_receiver_alone() -> None:
    previous = carry("EGPPP")
    hands = {2: "2", 3: "A", 4: "K"}
    never = {3: "2", 4: "2A"}
    first = deal(S, hands, never=never, previous=previous, pile="2AK")
    second = deal(S, hands, never=never, previous=previous, pile="KA2")
    alike(first, second, (2, 3, 4, None))  # not even the payers know who has their card
    received = [event for event in GAME.opening(first) if event.kind == "received"]
    assert [set(event.private) for event in received] == [{0}, {1}]
    assert first.hands[0] != second.hands[0]


def test_a_single_receiver_is_known_to_have_it() -> None:
    state = deal(S, {1: "2"}, previous=carry("EPPPP"))  # all go to the solo emperor
    assert (0, kind("2s")) in known(state, 1)
    assert known(state, None) == {(0, MARKED_BIG)}


def test_tribute_by_place_is_seen_by_the_two_seats() -> None:
    state = deal(M, {4: "R b r"}, never={4: "rb"}, previous=carry("EGPPP", (1, 2, 3, 4, 5)))
    after, events = step(state, "4 give b r")
    (moved,) = [event for event in events if event.kind == "moved"]
    assert set(moved.private) == {0, 4}
    assert known(after, 4) >= {(0, kind("b")), (0, kind("r"))}
    for viewer in (1, 2, 3, None):
        assert known(after, viewer) == set()


def test_returns_are_seen_by_the_two_seats() -> None:
    state = deal(M, {0: "R 5s 6s"}, previous=carry("EGPPP", (1, 2, 3, 4, 5)))
    while state.phase is Phase.TRIBUTE:
        state = follow(state, f"{state.turn} {first(state)}")
    after, events = step(state, "0 return 5s 6s")
    assert [set(event.private) for event in events if event.kind == "moved"] == [{0, 4}]
    assert known(after, 0) >= {(4, kind("5s")), (4, kind("6s"))}
    assert not {(4, kind("5s")), (4, kind("6s"))} & known(after, 1)


def test_face_up_tribute_is_open_to_all() -> None:
    rules = options("pagat", tribute_face_up=True)
    state = deal(rules, {2: "2", 3: "2", 4: "A"}, never={4: "2"}, previous=carry("EGPPP"))
    for viewer in EVERY_VIEWER:
        pile = GAME.view(state, viewer).plan.pile
        assert sorted(card for _, card in pile) == sorted((kind("2s"), kind("2s"), kind("As")))
    after, events = step(state, "0 take 2 2")
    assert events[0].public["cards"] == (kind("2s"), kind("2s"))
    for viewer in EVERY_VIEWER:
        assert (0, kind("2s")) in known(after, viewer)


# Buying


def test_a_price_is_seen_by_buyer_and_seller() -> None:
    rules = options("moegirl", low_last="lowest_rank", low_last_none="buy")
    state = deal(rules, {0: "2 2", 1: "3 3 R"}, never={0: "3", 1: "3"}, first_drawer=4)
    prices = [event for event in GAME.opening(state) if event.public.get("why") == "price"]
    assert [set(event.private) for event in prices] == [{0, 1}]
    twos = {(1, kind(f"2{suit}")) for suit in "shcd"}
    assert known(state, 0) & twos
    for viewer in (2, 3, 4, None):
        assert not known(state, viewer) & twos


# Counts, drawing, counter


def test_hand_counts_may_be_hidden() -> None:
    rules = options("pagat-scored", show_hand_counts=False)
    state = follow(deal(rules, {0: "R", 2: "B"}), *QUIET)
    assert GAME.view(state, 3).sizes == (None, None, None, 33, None)
    assert GAME.view(state, None).sizes == (None,) * 5
    assert GAME.view(follow(deal(S, {0: "R"}), "0 crown"), 3).sizes == (34, 34, 34, 33, 33)


def test_who_is_asked_during_the_draw_is_hidden() -> None:
    rules = options("moegirl", crown_during_draw=True)
    state = deal(rules, {3: "R 9s9s9s"})
    assert GAME.view(state, 3).asked == (3,)
    for viewer in (0, 1, 2, 4, None):
        assert GAME.view(state, viewer).asked == ()
        assert GAME.view(state, viewer).turn == -1


def test_who_draws_the_emperor_card_is_hidden_until_the_draw_is_over() -> None:
    rules = options("moegirl", crown_during_draw=True)
    state = deal(rules, {3: "R 9s9s9s"})
    for viewer in (0, 1, 2, 4, None):
        assert known(state, viewer) == set()


def test_a_counter_shows_no_hidden_guard() -> None:
    """Of the emperor's side only who is known is asked, of the people whoever is not (BH A18-49, 69)."""
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
    assert roles(both, 0) == (G, C, E, C, C)  # he holds both, so he is the only one


# The usurper, the end


def test_a_usurper_makes_all_roles_known() -> None:
    rules = options("pagat-scored", usurper=True)
    state = follow(deal(rules, {0: "R", 2: "B"}), "0 crown", "0 decline", "1 usurp")
    for viewer in EVERY_VIEWER:
        assert roles(state, viewer) == (C, E, C, C, C)
        assert (1, MARKED_BIG) in known(state, viewer)


def test_declining_to_usurp_tells_nothing() -> None:
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
