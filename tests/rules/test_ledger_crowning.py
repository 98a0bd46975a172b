"""Rows 26 to 44 of BH A18: suits, decks, who buys, whom tribute and abdication ask."""

from __future__ import annotations

import pytest

from paiju.core.errors import UsageError
from paiju.games.baohuang.cards import MARKED_BIG, hand_of
from paiju.games.baohuang.phases.transfers import highest, tribute_payable
from paiju.games.baohuang.rules import compile_rules
from paiju.games.baohuang.state import Carry

from .builders import (
    BIG,
    GAME,
    LAOWANG,
    Phase,
    Role,
    answers,
    carry,
    changes,
    count,
    deal,
    drew,
    everybody,
    first,
    follow,
    happened,
    kind,
    kinds,
    options,
)
from .ledger import M, S, passes

# Suits, decks, buying, automatic choices


@pytest.mark.parametrize(
    ("given", "suited"),
    [({}, False), ({"deck": "216"}, False), ({"bombs": "on"}, True), ({"guard_by": "called"}, True)],
)
def test_row_26_when_cards_have_suits(given: dict[str, object], *, suited: bool) -> None:
    rules = options("pagat", **given)
    assert rules.suited is suited
    naturals = {card & 3 for card in compile_rules(rules).first_deck if card < 52}
    assert naturals == ({0, 1, 2, 3} if suited else {0})


def test_row_27_the_short_decks() -> None:
    short = compile_rules(options("pagat", deck="165", bombs="on")).first_deck
    assert [short.count(kind(f"6{suit}")) for suit in "shcd"] == [4, 3, 3, 3]
    five = compile_rules(options("moegirl", deck="205")).first_deck
    assert [five.count(kind(f"3{suit}")) for suit in "shcd"] == [2, 1, 1, 1]


def test_row_28_the_buyer_holds_the_emperor_card() -> None:
    rules = options("moegirl", low_last="lowest_rank", low_last_none="buy")
    state = deal(rules, {0: "R 2", 1: "3 3"}, never={0: "3", 1: "3"})
    assert (count(state, 0, "3"), count(state, 1, "3")) == (1, 1)


def test_row_28_previous_head_is_the_holder() -> None:
    rules = options("moegirl", low_last="lowest_rank", low_last_none="buy", emperor_by="previous_head")
    previous = carry("EGPPP", (2, 3, 4, 1, 5), "tie")
    state = deal(rules, {0: "2 2 2", 1: "3 3", 3: "3 3"}, never={0: "3", 1: "3", 3: "3"}, previous=previous)
    assert (count(state, 0, "3"), count(state, 1, "3"), count(state, 3, "3")) == (1, 2, 1)
    assert count(state, 0, "2") == drew(state, 0).count("2") - 1


def test_row_29_the_kind_with_the_fewest_copies_is_paid() -> None:
    state = deal(M, {2: "R", 3: "2s2s2s2h2h2d2d", 4: "9s9s9s"}, never={3: "2"})
    state = passes(state, 2, 3)
    twos = [state.hands[3][kind(f"2{suit}")] for suit in "shcd"]
    assert twos == [3, 1, 0, 2]  # ♥ and ♦ have two copies: ♥ first
    hand = hand_of(kinds("2s2s2s2h2h2d2d", M))
    left = deal(M)
    assert highest(hand, 3, tribute_payable(left)) == kinds("2h2h2d", M)


def test_row_30_tribute_in_order_of_places() -> None:
    state = deal(S, previous=carry("EGPPP", (1, 4, 5, 2, 3)))
    order = [(e.kind, e.public["seat"]) for e in GAME.opening(state) if e.kind in ("paid", "received")]
    assert order == [("paid", 3), ("paid", 4), ("paid", 2), ("received", 0), ("received", 1)]
    by_place = deal(M, previous=carry("EGPPP", (4, 1, 5, 2, 3)))
    seats = []
    while by_place.phase in (Phase.TRIBUTE, Phase.GIVE_BACK):
        seats.append((str(by_place.phase), by_place.turn))
        by_place = follow(by_place, f"{by_place.turn} {first(by_place)}")
    assert seats == [("tribute", 2), ("tribute", 0), ("give_back", 1), ("give_back", 3)]


def test_row_31_payers_are_asked_in_suited_games_only() -> None:
    previous = carry("EGPPP", (4, 1, 5, 2, 3))
    state = deal(
        options("moegirl", tribute_exclude_jokers=True), {2: "2s2s2s"}, never={2: "2"}, previous=previous
    )
    assert (state.turn, answers(state)) == (2, ["give 2s 2s"])  # even with one possible set
    state = deal(
        options("moegirl", tribute_exclude_jokers=True), {2: "2s 2h 2d"}, never={2: "2"}, previous=previous
    )
    assert set(answers(state)) == {"give 2s 2h", "give 2s 2d", "give 2h 2d"}
    assert (
        deal(options("moegirl", guard_by="marked_black", deck="216"), previous=previous).phase
        is Phase.GIVE_BACK
    )


def test_row_32_camp_returns() -> None:
    rules = options("moegirl", tribute_mode="camp", tribute_return="same_count")
    previous = carry("EGPPP", (1, 4, 5, 2, 3))  # payers by place: 3, 4, 2
    state = deal(rules, {0: "R 4s 5s", 1: "6s"}, previous=previous)
    while state.phase is Phase.TRIBUTE:
        state = follow(state, f"{state.turn} {first(state)}")
    before = {seat: state.hands[seat] for seat in (2, 3, 4)}
    assert state.turn == 0
    state = follow(state, "0 return 5s 4s", "1 return 6s")
    for seat, card in ((3, "4s"), (4, "5s"), (2, "6s")):
        assert state.hands[seat][kind(card)] == before[seat][kind(card)] + 1
    assert changes(state) == (0, 0, 0, 0, 0)


@pytest.mark.parametrize(
    ("roles", "opened", "expected"),
    [
        ("EGPPP", True, (4, 2, -2, -2, -2)),
        ("EPPPP", True, (8, -2, -2, -2, -2)),
        ("EGGPP", False, (2, 1, 1, -2, -2)),
        ("EGGPP", True, (4, 2, 2, -4, -4)),
    ],
)
def test_row_33_doubled_camp_tribute_and_two_guards(
    roles: str, expected: tuple[int, ...], *, opened: bool
) -> None:
    called = {"guard_by": "called", "abdication_full_circle": "two_card_call"} if "GG" in roles else {}
    rules = options("pagat-scored", tribute_double_on_open=True, **called)
    for winner, times in (("emperor", 1), ("people", -1)):
        state = deal(rules, previous=carry(roles, winner=winner, opened=opened))
        while state.phase is Phase.TRIBUTE:  # with suits each payer is prompted
            state = follow(state, f"{state.turn} {first(state)}")
        assert changes(state) == tuple(times * n for n in expected)


@pytest.mark.parametrize(
    ("preset", "passed_on", "part"),
    [
        ("pagat", carry("EGGPP"), "roles"),
        ("pagat", carry("EGPPP", opened=True), "opened"),
    ],
)
def test_a_carry_that_the_options_cannot_have_made_is_refused(
    preset: str, passed_on: Carry, part: str
) -> None:
    with pytest.raises(UsageError) as refused:
        deal(options(preset), previous=passed_on)
    assert (refused.value.code, refused.value.facts["text"]) == ("usage.carry", part)
    assert deal(options("moegirl", abdication_full_circle="two_card_call"), previous=passed_on).queue


def test_row_34_the_emperor_takes_the_low_cards() -> None:
    rules = options("pagat", tribute_emperor_takes_low=True)
    hands = {0: "R", 2: "K", 3: "2", 4: "A"}
    state = deal(rules, hands, never={2: "2A", 4: "2"}, previous=carry("EGPPP", (4, 1, 2, 3, 5)))
    assert count(state, 0, "K") == drew(state, 0).count("K") + 1
    assert count(state, 0, "A") == drew(state, 0).count("A") + 1
    assert count(state, 1, "2") == drew(state, 1).count("2") + 1
    lost = deal(rules, previous=carry("EGPPP", (4, 5, 1, 2, 3), "people"))
    assert changes(lost) == (-2, -1, 1, 1, 1)


def test_row_35_exclusions_do_not_bind_returns() -> None:
    rules = options("moegirl", tribute_exclude_jokers=True, tribute_exclude_aces=True)
    state = deal(rules, {1: "As b r", 0: "R"}, previous=carry("EGPPP", (4, 1, 5, 2, 3)))
    while state.turn != 1:
        state = follow(state, f"{state.turn} {first(state)}")
    assert {"return As b", "return b r", "return As r"} <= set(answers(state))
    assert not any("R" in text for text in answers(state))


def test_row_36_what_may_be_called() -> None:
    # 165 cards: three copies of 6♥ are all there are, so nobody can be called with them.
    short = options("pagat-scored", deck="165", guard_by="called")
    assert answers(follow(deal(short, {0: "R 6h6h6h 6s6s6s"}), "0 crown")) == ["call 6s"]
    free = options("moegirl", call_restriction="none")
    state = follow(deal(free, {0: "R r r b b b", 3: "r"}, never={0: "rb"}), "0 crown")
    assert set(answers(state)) == {"call b", "call r"}
    state = follow(state, "0 call r")
    assert (state.roles.guards, state.roles.called) == ((3,), BIG)
    black = options("moegirl", call_restriction="no_red")
    assert answers(follow(deal(black, {0: "R r r b b b"}), "0 crown")) == ["call b"]
    assert answers(deal(M, {0: "R r r b b b"})) == ["abdicate"]
    no_threes = options("moegirl", call_threes=False)
    assert answers(follow(deal(no_threes, {0: "R 3s3s3s 4s4s4s"}), "0 crown")) == ["call 4s"]
    assert answers(follow(deal(M, {0: "R 3s3s3s 4s4s4s"}), "0 crown")) == ["call 3s", "call 4s"]


def test_row_36_all_four_reds_make_a_solo() -> None:
    free = options("moegirl", call_restriction="none")
    state = follow(deal(free, {0: "R r r r"}), "0 crown", "0 call r")
    assert state.roles.solo


def test_row_37_crown_and_call_are_two_steps() -> None:
    rules = options("moegirl", usurper=True)
    state = deal(rules, {0: "R 9s9s9s"})
    phases = [state.phase]
    for line in ("0 crown", "0 call 9s"):
        state = follow(state, line)
        phases.append(state.phase)
    phases.append(everybody(state, "decline").phase)
    assert phases == [Phase.CROWN, Phase.CALL, Phase.USURP, Phase.DECLARE]


def test_row_38_abdication_off() -> None:
    assert answers(deal(options("pagat", abdication="off"), {2: "R"})) == ["crown"]
    called = options("moegirl", abdication="off")
    assert answers(deal(called, {2: "R 9s9s9s"})) == ["crown"]
    assert answers(deal(called, {2: "R"})) == ["abdicate"]


def test_row_38_double_holder_only() -> None:
    rules = options("pagat", abdication="double_holder_only")
    assert answers(deal(rules, {2: "R"})) == ["crown"]
    state = follow(deal(rules, {2: "R B"}), "2 abdicate")
    assert set(answers(state)) == {"crown", "abdicate"}


def test_row_39_the_emperor_card_goes_before_the_payment() -> None:
    rules = options("pagat-scored", abdication_cost="highest_card")
    state = follow(deal(rules, {2: "R", 1: "r"}), "2 abdicate")
    events = happened(state, "1 abdicate")
    assert [event.public["why"] for event in events if event.kind == "moved"] == ["claim", "cost"]
    head = options("pagat-scored", abdication_cost="highest_card", emperor_by="previous_head")
    state = deal(head, {0: "r b"}, never={0: "rb", 4: "rb"}, previous=carry("EGPPP", winner="tie"))
    state = follow(state, "0 abdicate")
    assert (count(state, 0, "r"), count(state, 4, "r")) == (0, 1)
    state = follow(state, "4 abdicate")
    assert changes(state) == (-1, 0, 0, 2, -1)  # the red, and seat 4's next highest
    assert (count(state, 3, "r") - drew(state, 3).count("r"), count(state, 4, "r")) == (1, 0)


def test_row_40_the_original_holder_cannot_call() -> None:
    rules = options("moegirl", abdication_full_circle="force_original")
    state = passes(deal(rules, {2: "R", 3: "9s9s9s", 0: "8s8s8s8s"}), 2, 3, 4, 0, 1)
    assert (state.turn, answers(state)) == (0, ["crown"])
    assert state.hands[0][MARKED_BIG] == 1


def test_row_41_the_first_eligible_seat_takes_the_crown() -> None:
    rules = options("moegirl", abdication_full_circle="force_first_eligible")
    hands = {2: "R", 3: "9s9s9s", 0: "8s8s8s"}
    state = passes(deal(rules, hands), 2, 3, 4, 0, 1)
    assert (state.turn, answers(state)) == (3, ["crown"])
    own = passes(deal(rules, hands | {2: "R 7s7s7s"}), 2, 3, 4, 0, 1)
    assert own.turn == 2
    nobody = passes(deal(rules, {2: "R"}), 2, 3, 4, 0, 1)
    assert GAME.is_void(nobody)


def test_row_41_ability_is_judged_after_the_fifth_pass() -> None:
    # Seat 3 has only one triple, of 2s, and pays one of them away: they are no longer able.
    rules = options("moegirl", abdication_full_circle="force_first_eligible")
    hands = {2: "R", 3: "2s2s2s", 0: "8s8s8s"}
    state = passes(deal(rules, hands, never={3: "2"}), 2, 3, 4, 0, 1)
    assert state.turn == 0


def test_row_41_a_pool_goes_to_the_final_emperor() -> None:
    rules = options("moegirl", abdication_full_circle="last_decliner", abdication_pool=True)
    state = passes(deal(rules, {2: "R", 3: "9s9s9s"}), 2, 3, 4, 0, 1)
    state = follow(state, "3 crown")
    assert changes(state) == (-1, -1, -1, 4, -1)  # R, and four 2s of which one was their own


def test_row_42_two_card_call() -> None:
    rules = options("moegirl", abdication_full_circle="two_card_call")
    state = follow(
        passes(deal(rules, {2: "R 9s9s", 0: "9s", 4: "9s"}), 2, 3, 4, 0, 1), "2 crown", "2 call 9s"
    )
    assert set(state.roles.guards) == {0, 4}
    assert state.hands[0][LAOWANG] == state.hands[4][LAOWANG] == 0
    assert GAME.view(state, 0).alone is False
    assert rules.laowang  # switched off for this deal only
    # R and 42 different cards: without a pair the deal is void.
    single = "".join(f"{card}{suit}" for suit in "shcd" for card in "3456789TJQKA2")[: 2 * 42]
    free = options("moegirl", abdication_full_circle="two_card_call", abdication_cost="none")
    assert GAME.is_void(passes(deal(free, {2: "R" + single}), 2, 3, 4, 0, 1))


@pytest.mark.parametrize(
    ("copies", "displayed", "guards", "laowang"), [(2, 2, (0, 4), 0), (3, 3, (0,), 1), (4, 3, (), 0)]
)
def test_row_42_with_more_than_two_it_is_an_ordinary_call(
    copies: int, displayed: int, guards: tuple[int, ...], laowang: int
) -> None:
    # One outside copy makes one guard with 老王 (BH A12), none a solo.
    rules = options("moegirl", abdication_full_circle="two_card_call")
    outside = {0: "9s" if copies < 4 else "", 4: "9s" if copies < 3 else ""}
    state = passes(deal(rules, {2: "R" + "9s" * copies, **outside}), 2, 3, 4, 0, 1)
    state = follow(state, "2 crown")
    (called, *_) = happened(state, "2 call 9s")
    assert called.public["cards"] == (kind("9s"),) * displayed
    state = follow(state, "2 call 9s")
    assert set(state.roles.guards) == set(guards)
    assert sum(hand[LAOWANG] for hand in state.hands) == laowang


def test_row_43_original_loses() -> None:
    rules = options("moegirl", abdication_full_circle="original_loses")
    state = passes(deal(rules, {2: "R"}), 2, 3, 4, 0, 1)
    assert state.result is not None
    assert state.result.places == (3, 4, 5, 1, 2)
    assert GAME.carry(state).roles[2] is Role.EMPEROR
    assert [str(role) for role in GAME.carry(state).roles].count("commoner") == 4
    assert (str(state.result.winner), state.result.multiplier) == ("people", 1)


def test_row_44_previous_head() -> None:
    rules = options("pagat", emperor_by="previous_head")
    first = deal(rules, {2: "R"})
    assert first.turn == 2
    previous = carry("EGPPP", (3, 2, 4, 1, 5), "tie")
    state = deal(rules, {3: "B r 2"}, never={3: "rb"}, previous=previous)
    assert sum(hand[MARKED_BIG] for hand in state.drawn) == 0
    assert sum(hand[BIG] for hand in state.drawn) == 4
    assert (state.turn, set(answers(state))) == (3, {"crown", "abdicate"})
    passed = follow(state, "3 abdicate")
    assert (count(passed, 3, "r"), count(passed, 3, "B")) == (0, 1)  # their highest card, but not B
    assert changes(passed) == (0, 0, 0, -1, 1)
    assert follow(passed, "4 crown").roles.guards == (3,)
