"""BH C2-L1 to L20: sixes last and threes last (BH A14)."""

from __future__ import annotations

import pytest

from .builders import (
    State,
    all_pass,
    answers,
    changes,
    count,
    deal,
    drew,
    follow,
    held,
    is_legal,
    options,
    playing,
    plays,
    refused,
)

X = options("sixes-last")
S = options("pagat-scored")
M3 = options("moegirl", low_last="lowest_rank", low_last_all_at_once=True)
SPLIT = options("moegirl", low_last="lowest_rank", low_last_all_at_once=False)
NEXT = options("moegirl", low_last="lowest_rank", low_last_none="next_rank")
BUY = options("moegirl", low_last="lowest_rank", low_last_none="buy")


def lead(rules: object, hand: str, **table: object) -> State:
    """Seat 0 leads from `hand`; the others have cards enough."""
    return playing(rules, [hand, "9TJ", "9TJ", "9TJ", "9TJ"], guards=(3,), called="Ad", **table)


ROWS = {
    "L1": (X, "667", "7", True),
    "L2": (X, "667", "6", False),
    "L3": (X, "66b", "6 b", False),
    "L4": (X, "66b", "b", True),
    "L5": (X, "66b", "6 6 b", False),
    "L6": (X, "666", "6 6 6", True),
    "L7": (X, "666", "6", True),
    "L7-all-at-once": (options("sixes-last", low_last_all_at_once=True), "666", "6", False),
    "L9": (X, "rbb", "b b r", True),
    "L10": (S, "66b7", "6 6 b", True),
    "L11": (M3, "3s3hK", "3s 3h", False),
    "L12": (M3, "33", "3 3", True),
    "L13": (M3, "3s3h", "3s", False),
    "L13-split": (SPLIT, "33", "3", True),
    "L15": (NEXT, "4s4hK", "4s 4h", False),
    "L16": (M3, "44K", "4 4", True),
}


@pytest.mark.parametrize("row", ROWS)
def test_low_last(row: str) -> None:
    rules, hand, play, expected = ROWS[row]
    state = lead(rules, hand)
    assert is_legal(state, "0 play " + play) is expected
    if not expected:
        error = refused(state, "0 play " + play)
        assert (error.rule, error.facts["why"]) == ("BH A14", "lowest_last")


def test_a_play_without_suits_gets_the_right_reason() -> None:
    assert refused(lead(M3, "3s3hK"), "0 play 3 3").facts["why"] == "lowest_last"


def test_low_last_l6_finishes() -> None:
    state = follow(lead(X, "666"), "0 play 6 6 6")
    assert state.out == (0,)


def test_low_last_l8_a_six_beats_nothing() -> None:
    state = playing(X, ["777", "66", "9", "9", "9"], guards=(3,))
    state = follow(state, "0 play 7 7")
    assert answers(state) == ["pass"]


def test_low_last_l14_the_called_three_is_exempt() -> None:
    # 3♠ is called; seat 1 is guard and holds it as L.
    state = playing(M3, ["3s3s3sK", "LK", "99", "99", "99"], guards=(1,), called="3s", turn=1)
    assert is_legal(state, "1 play L")
    assert is_legal(state, "1 play K L")


def test_low_last_l14_without_laowang_the_called_three_is_bound() -> None:
    rules = options("moegirl", low_last="lowest_rank", laowang=False)
    state = playing(rules, ["3s3s3sK", "3sK", "99", "99", "99"], guards=(1,), called="3s", turn=1)
    assert not is_legal(state, "1 play 3s")


def test_low_last_l15_with_a_three_the_fours_are_free() -> None:
    assert is_legal(lead(NEXT, "344K"), "0 play 4 4")
    assert not is_legal(lead(NEXT, "344K"), "0 play 3")


def test_low_last_l15_neither_three_nor_four() -> None:
    assert is_legal(lead(NEXT, "55K"), "0 play 5 5")


def test_low_last_l17_buys_from_the_next_seat_for_one_two() -> None:
    # The emperor card is in seat 1's hand too: seat 1 sells first either way, for one 2.
    state = deal(BUY, {0: "2 2", 1: "3 3 R", 2: "3 3 3 3"}, never={0: "3", 1: "3"}, first_drawer=4)
    assert drew(state, 0).count("3") == 0
    assert count(state, 0, "3") == 1
    assert count(state, 0, "2") == drew(state, 0).count("2") - 1
    assert count(state, 1, "3") == 1
    assert count(state, 1, "2") == drew(state, 1).count("2") + 1
    assert changes(state) == (0, 0, 0, 0, 0)


def test_low_last_l17_the_holder_of_the_emperor_card_is_asked_first() -> None:
    state = deal(BUY, {0: "2 2 2", 1: "3 3", 3: "3 3 R"}, never={0: "3", 1: "3", 3: "3"})
    assert (count(state, 0, "3"), count(state, 1, "3"), count(state, 3, "3")) == (1, 2, 1)
    assert count(state, 0, "2") == drew(state, 0).count("2") - 1


def test_low_last_l18_the_second_seat_takes_two_twos() -> None:
    state = deal(BUY, {0: "2 2 2", 1: "3 R", 2: "3 3 3"}, never={0: "3", 1: "3", 2: "3"}, first_drawer=4)
    assert (count(state, 0, "3"), count(state, 1, "3"), count(state, 2, "3")) == (1, 1, 2)
    assert count(state, 0, "2") == drew(state, 0).count("2") - 2
    assert count(state, 2, "2") == drew(state, 2).count("2") + 2
    assert changes(state) == (-1, 0, 1, 0, 0)


@pytest.mark.parametrize(("seller", "price"), [(3, 3), (4, 4)])
def test_low_last_l18_farther_seats_take_more(seller: int, price: int) -> None:
    # BH A14: the third seat sells for three 2s, the fourth for four. One 3 each elsewhere.
    poor = [seat for seat in range(1, 5) if seat != seller]
    chosen = {0: "2 2 2 2 2", seller: "3 3 3 3 3 3 3 3 3 3 3 3 3", poor[0]: "3 R", poor[1]: "3", poor[2]: "3"}
    state = deal(BUY, chosen)
    assert count(state, 0, "2") == drew(state, 0).count("2") - price
    assert changes(state)[0] == 1 - price
    assert changes(state)[seller] == price - 1


def test_low_last_l19_without_a_two_the_highest_below_it() -> None:
    state = deal(BUY, {0: "A b r", 1: "3 3 R"}, never={0: "32", 1: "3"}, first_drawer=4)
    assert count(state, 0, "3") == 1
    assert count(state, 0, "A") == drew(state, 0).count("A") - 1
    assert (count(state, 0, "b"), count(state, 0, "r")) == (
        drew(state, 0).count("b"),
        drew(state, 0).count("r"),
    )
    assert count(state, 1, "A") == drew(state, 1).count("A") + 1


def test_low_last_l19_a_short_price_is_filled_with_lower_cards() -> None:
    state = deal(BUY, {0: "2 A", 1: "3 R", 2: "3 3 3"}, never={0: "32", 1: "3", 2: "3"}, first_drawer=4)
    assert (count(state, 0, "2"), count(state, 0, "A")) == (0, drew(state, 0).count("A") - 1)


def test_low_last_l19_aces_stay_home() -> None:
    rules = options("moegirl", low_last="lowest_rank", low_last_none="buy", tribute_exclude_aces=True)
    state = deal(rules, {0: "A K", 1: "3 3 R"}, never={0: "32", 1: "3"}, first_drawer=4)
    assert count(state, 0, "A") == drew(state, 0).count("A")
    assert count(state, 0, "K") == drew(state, 0).count("K") - 1


def test_low_last_buying_goes_in_order_from_the_first_drawer() -> None:
    # Seats 3 and 0 have no 3; seat 4 can spare one, and R sits there. Seat 3 draws first and buys it.
    chosen = {3: "2 2", 4: "3 3 R", 0: "2 2 2 2", 1: "3", 2: "3 3 3 3 3 3 3 3 3 3 3 3 3"}
    state = deal(BUY, chosen, never={0: "3"}, first_drawer=3)
    assert (count(state, 3, "3"), count(state, 4, "3"), count(state, 0, "3")) == (1, 1, 1)
    assert count(state, 0, "2") == drew(state, 0).count("2") - 2  # from the second seat after them


def test_low_last_nobody_can_sell() -> None:
    rules = options("five-threes", buy_from="emperor_or_next")
    state = deal(rules, {0: "R", 1: "3", 2: "3", 3: "3", 4: "3 3"}, never={0: "3"})
    assert count(state, 0, "3") == 1  # the fourth seat had one to spare
    chosen = {0: "R 4s4s4s4sKsKsKs", 1: "3", 2: "3", 3: "3 3 3 3", 4: "3 3 3 3 3 3 3 3 3 3"}
    free = options("moegirl", low_last="lowest_rank", low_last_none="ignore")
    assert count(deal(free, chosen), 0, "3") == 0


def test_low_last_any_surplus_asks_the_nearest_seat_for_one_card() -> None:
    rules = options("five-threes")
    state = deal(rules, {0: "2 2 R", 1: "3", 2: "3", 3: "3 3"}, never={0: "3"}, first_drawer=0)
    assert count(state, 0, "3") == 1
    assert count(state, 3, "3") == 1
    assert count(state, 0, "2") == drew(state, 0).count("2") - 1
    assert changes(state) == (0, 0, 0, 0, 0)


def test_low_last_l20_a_leader_always_has_a_play() -> None:
    state = lead(X, "66r")
    assert answers(state) == ["play r"]
    state = all_pass(follow(state, "0 play r"))
    assert plays(state) == {"6", "66"}
    assert held(state, 0) == "66"
