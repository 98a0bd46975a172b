"""BH A18-22, A18-24: what a seat, or a spectator, may know of what was paid and returned."""

from __future__ import annotations

from .builders import (
    EVERY_VIEWER,
    GAME,
    MARKED_BIG,
    Phase,
    carry,
    deal,
    first,
    follow,
    kind,
    options,
    step,
)
from .test_views import M, S, alike, known


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


def test_each_payer_knows_only_their_own_cards_in_a_face_down_pile() -> None:
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


def test_a_single_receiver_is_known_to_hold_the_tribute() -> None:
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
