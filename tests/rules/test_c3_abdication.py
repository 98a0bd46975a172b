"""BH C3-A1 to A20: who becomes emperor, and what it costs (BH A6)."""

from __future__ import annotations

import pytest

from paiju.games.baohuang.cards import MARKED_BIG

from .builders import (
    GAME,
    Phase,
    State,
    answers,
    carry,
    changes,
    count,
    deal,
    drew,
    first,
    follow,
    held,
    kind,
    options,
    refused,
)

P = options("pagat")
S = options("pagat-scored")
M = options("moegirl")
HIGHEST = options("pagat-scored", abdication_cost="highest_card")
POOL = options("pagat-scored", abdication_cost="highest_card", abdication_pool=True)
LAST_DECLINER = options("pagat-scored", guard_by="called", abdication_full_circle="last_decliner")

TRIPLES = {0: "7s7s7s", 1: "7h7h7h", 2: "7c7c7c", 3: "7d7d7d", 4: "8s8s8s"}


def decide(state: State, *seats: int, crown: int | None = None) -> State:
    """`seats` abdicate in turn, then `crown` takes the crown."""
    for seat in seats:
        state = follow(state, f"{seat} abdicate")
    return state if crown is None else follow(state, f"{crown} crown")


def without_triples(rules: object, **chosen: str) -> State:
    """A suited deal with R in seat 2 and triples only where `s0="..."` names them."""
    hands = {int(name[1:]): text for name, text in chosen.items()}
    hands[2] = hands.get(2, "") + " R"
    state = deal(rules, hands)
    for seat in range(5):
        wanted = any(hands.get(seat, "").count(card) >= 3 for card in hands.get(seat, "").split())
        has = max(state.hands[seat][k] for k in range(52)) >= 3
        assert has is (wanted or (has and seat in hands and len(hands[seat]) > 3)), (seat, held(state, seat))
    return state


# row: (rules, hands, who abdicates, who crowns, changes, guards)
CHAINS: dict[str, tuple[object, dict[int, str], tuple[int, ...], int, tuple[int, ...], tuple[int, ...]]] = {
    "A1": (P, {2: "R", 0: "B"}, (), 2, (0, 0, 0, 0, 0), (0,)),
    "A2": (P, {2: "R", 0: "B"}, (2,), 3, (0, 0, -1, 1, 0), (0,)),
    "A3": (S, {2: "R", 0: "B"}, (2,), 1, (0, 1, -1, 0, 0), (0,)),
    "A4": (S, {2: "R", 3: "B"}, (2, 1), 0, (1, 0, -1, 0, 0), (3,)),
    "A5": (S, {2: "R", 3: "B"}, (2, 1, 0, 4, 3), 2, (0, 0, 0, 0, 0), (3,)),
    "A6": (HIGHEST, {2: "R", 3: "B"}, (2, 1), 0, (2, -1, -1, 0, 0), (3,)),
    "A7": (HIGHEST, {2: "R", 3: "B"}, (2, 1, 0, 4, 3), 2, (0, -1, 1, 0, 0), (3,)),
    "A8": (POOL, {2: "R", 3: "B"}, (2, 1, 0, 4, 3), 2, (-1, -1, 4, -1, -1), (3,)),
    "A9": (S, {2: "R B"}, (2,), 1, (0, 1, -1, 0, 0), (2,)),
    "A10": (S, {2: "R", 1: "B"}, (2,), 1, (0, 1, -1, 0, 0), ()),
    "A11": (S, {2: "R B"}, (2, 1, 0, 4, 3), 2, (0, 0, 0, 0, 0), ()),
}


@pytest.mark.parametrize("row", CHAINS)
def test_abdication(row: str) -> None:
    rules, hands, passing, emperor, expected, guards = CHAINS[row]
    state = deal(rules, hands)
    for seat in passing:
        assert set(answers(state)) == {"crown", "abdicate"}
        assert state.turn == seat
        state = follow(state, f"{seat} abdicate")
        assert state.hands[state.turn][MARKED_BIG] == 1
    forced = len(passing) == 5
    assert set(answers(state)) == ({"crown"} if forced else {"crown", "abdicate"})
    state = follow(state, f"{emperor} crown")
    assert (state.roles.emperor, state.roles.guards) == (emperor, guards)
    assert changes(state) == expected


def test_abdication_a6_the_payment_is_the_highest_card_but_no_identity_card() -> None:
    # Seat 1 holds B and one red: the red goes. Without the red a plain black one would.
    state = decide(deal(HIGHEST, {2: "R", 1: "B r b"}, never={1: "r"}), 2, 1)
    assert (count(state, 1, "r"), count(state, 1, "B"), count(state, 1, "b")) == (
        0,
        1,
        drew(state, 1).count("b"),
    )
    state = decide(deal(HIGHEST, {2: "R", 1: "B b"}, never={1: "rb"}), 2, 1)
    assert (count(state, 1, "b"), count(state, 1, "B")) == (0, 1)
    state = decide(deal(HIGHEST, {2: "R", 1: "B 2"}, never={1: "rb"}), 2, 1)
    assert count(state, 1, "2") == drew(state, 1).count("2") - 1
    assert count(state, 1, "B") == 1


def test_abdication_a7_each_payment_goes_one_seat_on() -> None:
    hands = {2: "R", 1: "r", 0: "b", 4: "2", 3: "B"}
    state = deal(HIGHEST, hands, never={0: "rb", 1: "rb", 4: "rb", 3: "rb"})
    state = decide(state, 2, 1)
    assert count(state, 0, "r") == 1  # seat 1's red
    state = decide(state, 0)
    assert (count(state, 0, "r"), count(state, 4, "r")) == (0, 1)  # and on to seat 4
    state = decide(state, 4, 3)
    assert count(state, 2, "r") == drew(state, 2).count("r") + 1


def test_abdication_a8_the_pool_goes_to_the_final_emperor() -> None:
    state = decide(deal(POOL, {2: "R", 3: "B"}), 2, 1)
    assert changes(state) == (1, -1, -1, 0, 0)  # the card lies on the table
    assert changes(follow(state, "0 crown")) == (2, -1, -1, 0, 0)


def test_abdication_a12_without_a_triple_only_abdicate() -> None:
    state = without_triples(M)
    assert (state.turn, answers(state)) == (2, ["abdicate"])
    assert refused(state, "2 crown").code == "action.illegal"


def test_abdication_a13_the_second_to_abdicate_pays_a_two() -> None:
    state = deal(M, {2: "R", 3: "2s2h", 4: TRIPLES[4]})
    state = decide(state, 2, 3)
    assert count(state, 3, "2") == drew(state, 3).count("2") - 1
    assert count(state, 4, "2") == drew(state, 4).count("2") + 1
    state = follow(state, "4 crown")
    assert changes(state) == (0, 0, -1, -1, 2)
    assert state.roles.emperor == 4


def test_abdication_a14_redeal_when_all_pass() -> None:
    previous = carry("GPEPP", (2, 5, 4, 3, 1), "people", opened=True, first_drawer=3)
    state = deal(M, {2: "R"}, previous=previous, first_drawer=3)
    while state.phase is not Phase.CROWN:
        state = follow(state, f"{state.turn} {first(state)}")
    state = decide(state, 2, 3, 4, 0, 1)
    assert GAME.is_void(state)
    assert GAME.actors(state) == ()
    assert GAME.returns(state) == (0, 0, 0, 0, 0)
    assert GAME.carry(state) == previous  # same first drawer, tribute owed again
    assert refused(state, "2 crown").code == "action.game_over"


def eligible(**chosen: str) -> State:
    return decide(without_triples(LAST_DECLINER, **chosen), 2, 1, 0, 4, 3)


def test_abdication_a15_the_last_able_decliner() -> None:
    state = eligible(s1="7s7s7s", s4="8s8s8s")
    assert (state.turn, answers(state)) == (4, ["crown"])
    state = follow(state, "4 crown")
    assert changes(state) == (0, 0, -1, 0, 1)  # R only
    assert state.hands[4][MARKED_BIG] == 1
    assert answers(state) == ["call 8s"]


def test_abdication_a16_the_original_holder_can() -> None:
    state = eligible(s1="7s7s7s", s2="9s9s9s")
    assert (state.turn, answers(state)) == (2, ["crown"])


def test_abdication_a17_nobody_can() -> None:
    state = eligible()
    assert GAME.is_void(state)


def test_abdication_a18_must_crown_with_triple() -> None:
    rules = options("moegirl", must_crown_with_triple=True)
    assert answers(without_triples(rules, s2="9s9s9s")) == ["crown"]
    assert answers(without_triples(rules)) == ["abdicate"]


def test_abdication_a19_without_a_two_the_highest_but_no_joker() -> None:
    state = deal(M, {2: "R", 3: "A r b", 4: TRIPLES[4]}, never={3: "2"})
    state = follow(decide(state, 2, 3), "4 crown")
    assert count(state, 3, "A") == drew(state, 3).count("A") - 1
    assert count(state, 4, "A") == drew(state, 4).count("A") + 1
    assert (count(state, 3, "r"), count(state, 3, "b")) == (
        drew(state, 3).count("r"),
        drew(state, 3).count("b"),
    )
    assert changes(state) == (0, 0, -1, -1, 2)


@pytest.mark.parametrize("preset", ["pagat", "pagat-scored", "sixes-last", "moegirl"])
def test_abdication_a20_the_emperor_leads(preset: str) -> None:
    state = deal(options(preset), {2: "R", 3: "7s7s7s", 1: "8s8s8s"})
    heir = 3 if preset in ("pagat", "moegirl") else 1
    state = decide(state, 2, crown=heir)
    while state.phase is not Phase.PLAY:
        state = follow(state, f"{state.turn} {first(state)}")
    assert state.turn == heir
    assert state.top is None
    assert all(answer.startswith("play") for answer in answers(state))


# Part A beside the table.


def test_skip_jumps_one_seat_and_still_visits_all() -> None:
    rules = options("pagat-scored", abdication_skip=1)
    state = deal(rules, {2: "R"})
    visited = []
    for _ in range(5):
        visited.append(state.turn)
        state = follow(state, f"{state.turn} abdicate")
    assert visited == [2, 0, 3, 1, 4]
    assert (state.turn, answers(state)) == (2, ["crown"])


def test_costs_skip_aces_where_aces_stay_home() -> None:
    # BH A6: with tribute_exclude_aces aces are skipped in payments too.
    rules = options("moegirl", tribute_exclude_aces=True)
    state = deal(rules, {2: "R", 3: "A K", 4: TRIPLES[4]}, never={3: "2"})
    state = decide(state, 2, 3)
    assert count(state, 3, "A") == drew(state, 3).count("A")
    assert count(state, 3, "K") == drew(state, 3).count("K") - 1


def test_double_holder_only() -> None:
    # BH A18-38: only the first pass needs both cards.
    rules = options("weihai")
    assert answers(deal(rules, {2: "R", 3: "B"})) == ["crown"]
    state = deal(rules, {2: "R B"})
    assert set(answers(state)) == {"crown", "abdicate"}
    state = decide(state, 2)
    assert state.turn == 4  # one seat skipped
    assert set(answers(state)) == {"crown", "abdicate"}


def test_original_loses() -> None:
    # BH A18-43.
    rules = options("pagat-scored", abdication_full_circle="original_loses")
    state = decide(deal(rules, {2: "R", 3: "B"}), 2, 1, 0, 4, 3)
    assert state.result is not None
    assert state.result.places == (3, 4, 5, 1, 2)
    assert state.result.returns == (3, 3, -12, 3, 3)
    assert state.result.multiplier == 1
    assert not GAME.is_void(state)


def test_two_card_call_makes_one_or_two_guards() -> None:
    # BH A18-42.
    rules = options("moegirl", abdication_full_circle="two_card_call")
    chosen = {2: "R 7s7s", 0: "7s", 1: "7s 8h8h", 4: "8h8h"}
    state = decide(deal(rules, chosen), 2, 3, 4, 0, 1)
    assert answers(state) == ["crown"]
    state = follow(state, "2 crown")
    assert "call 7s" in answers(state)
    state = follow(state, "2 call 7s")
    assert sorted(state.roles.guards) == [0, 1]
    assert not any(hand[56] for hand in state.hands)  # no 老王
    one = deal(rules, {2: "R 7s7s", 0: "7s7s"})
    one = follow(decide(one, 2, 3, 4, 0, 1), "2 crown", "2 call 7s")
    assert one.roles.guards == (0,)
    assert one.hands[0][kind("7s")] == 2
