"""BH C6-T1 to T21: what moves before the emperor is prompted (BH A7)."""

from __future__ import annotations

import pytest

from paiju.core.errors import LayoutError
from paiju.core.game import Event

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
    options,
    refused,
)
from .ledger import tributes

P = options("pagat")
S = options("pagat-scored")
M = options("moegirl")
CAMP = options("moegirl", tribute_mode="camp")
FACE_UP = options("pagat", tribute_face_up=True)
THREES = options("moegirl", low_last="lowest_rank")


def moved(state: State, kind: str) -> list[Event]:
    return [event for event in GAME.opening(state) if event.kind == kind]


NUMBERS = {
    "T1": ("EGPPP", "people", (-2, -1, 1, 1, 1)),
    "T2": ("EGPPP", "emperor", (2, 1, -1, -1, -1)),
    "T3": ("EPPPP", "people", (-4, 1, 1, 1, 1)),
    "T4": ("EPPPP", "emperor", (4, -1, -1, -1, -1)),
    "T5": ("EGPPP", "tie", (0, 0, 0, 0, 0)),
    "T5-solo": ("EPPPP", "tie", (0, 0, 0, 0, 0)),
}


@pytest.mark.parametrize("preset", ["pagat", "pagat-scored", "sixes-last"])
@pytest.mark.parametrize("row", NUMBERS)
def test_tribute(row: str, preset: str) -> None:
    roles, winner, expected = NUMBERS[row]
    state = deal(options(preset), previous=carry(roles, winner=winner))
    assert changes(state) == expected
    assert state.phase is Phase.CROWN


@pytest.mark.parametrize("preset", ["pagat", "pagat-scored", "sixes-last", "moegirl", "moegirl-threes"])
def test_tribute_t6_first_deal(preset: str) -> None:
    state = deal(options(preset))
    assert changes(state) == (0, 0, 0, 0, 0)
    assert state.phase is Phase.CROWN


def paid_by(state: State, seat: int) -> str:
    """What a seat has less than it drew, as letters."""
    rest = list(held(state, seat))
    gone = []
    for card in drew(state, seat):
        if card in rest:
            rest.remove(card)
        else:
            gone.append(card)
    return "".join(gone)


def test_tribute_t7_never_a_joker() -> None:
    state = deal(P, {2: "R r b 2 2 A"}, previous=carry("EGPPP"))
    assert count(state, 2, "2") == drew(state, 2).count("2") - 1
    for joker in "Rrb":
        assert count(state, 2, joker) == drew(state, 2).count(joker)


def test_tribute_t8_a_two_and_an_ace() -> None:
    state = deal(P, {0: "R 2 A A"}, never={0: "2"}, previous=carry("EGPPP", winner="people"))
    assert paid_by(state, 0) == "A2"


def test_tribute_t9_no_two() -> None:
    state = deal(P, {2: "A"}, never={2: "2"}, previous=carry("EGPPP"))
    assert paid_by(state, 2) == "A"


def test_tribute_t10_second_and_third() -> None:
    # The winner of {2,3} is a tie in P and the emperor in S: tests/rules/test_c4_results.py plays it out.
    assert changes(deal(P, previous=carry("EGPPP", (2, 3, 1, 4, 5), "tie"))) == (0, 0, 0, 0, 0)
    assert changes(deal(S, previous=carry("EGPPP", (2, 3, 1, 4, 5), "emperor"))) == (2, 1, -1, -1, -1)


def test_tribute_t11_face_up_emperor_first() -> None:
    state = deal(FACE_UP, {4: "A"}, never={4: "2"}, previous=carry("EGPPP", (1, 4, 2, 3, 5)))
    assert (state.phase, state.turn) == (Phase.TAKE, 0)
    assert answers(state) == ["take A 2", "take 2 2"] or set(answers(state)) == {"take 2 2", "take A 2"}
    state = follow(state, "0 take 2 2")
    assert (state.turn, answers(state)) == (1, ["take A"])
    state = follow(state, "1 take A")
    assert changes(state) == (2, 1, -1, -1, -1)
    assert count(state, 0, "2") == drew(state, 0).count("2") + 2
    assert count(state, 1, "A") == drew(state, 1).count("A") + 1


def test_tribute_t12_face_up_people_by_place() -> None:
    previous = carry("EGPPP", (2, 5, 1, 3, 4), "people")
    state = deal(FACE_UP, {0: "R 2 A", 1: "K"}, never={0: "2A", 1: "2A"}, previous=previous)
    for seat, card, rest in ((2, "2", 3), (3, "A", 2), (4, "K", 1)):
        assert state.turn == seat
        assert len(answers(state)) == rest
        state = follow(state, f"{seat} take {card}")
        assert count(state, seat, card) == drew(state, seat).count(card) + 1
    assert changes(state) == (-2, -1, 1, 1, 1)


# Moegirl: a, b, c, d, e are the seats by place.
PLACES = (3, 1, 5, 2, 4)  # seat 1 came first, seat 3 second, seat 4 fourth, seat 2 last


def test_tribute_t13_by_place_with_return() -> None:
    state = deal(M, {2: "R r b", 4: "b"}, never={2: "rb", 4: "rb"}, previous=carry("EGPPP", PLACES))
    assert (state.phase, state.turn, answers(state)) == (Phase.TRIBUTE, 2, ["give b r"])
    state = follow(state, "2 give b r")
    assert (state.turn, answers(state)) == (4, ["give b"])
    state = follow(state, "4 give b")
    assert changes(state) == (0, 2, -2, 1, -1)
    assert (state.phase, state.turn) == (Phase.GIVE_BACK, 1)
    two = answers_of(state, 2)
    state = follow(state, f"1 {two}")
    assert state.turn == 3
    state = follow(state, f"3 {answers_of(state, 1)}")
    assert changes(state) == (0, 0, 0, 0, 0)
    assert count(state, 2, "r") == 0
    assert state.phase is Phase.CROWN


def answers_of(state: State, cards: int) -> str:
    """The first return offered; it has that many cards."""
    text = GAME.action_text(state, GAME.legal_actions(state, state.turn)[0])
    assert len(text.split()) == cards + 1
    return text


def test_tribute_t13_teammates_and_ties_pay_too() -> None:
    # BH A7: by place, whatever the teams; after a tie with `tribute_on_tie`.
    previous = carry("PEPPG", PLACES, "tie")
    assert deal(M, previous=previous).phase is Phase.TRIBUTE
    off = options("moegirl", tribute_on_tie=False)
    assert deal(off, previous=previous).phase is Phase.CROWN
    assert deal(off, previous=carry("PEPPG", PLACES, "people")).phase is Phase.TRIBUTE


def test_tribute_t14_doubled_after_an_open_deal() -> None:
    previous = carry("EGPPP", PLACES, opened=True)
    state = deal(M, {2: "R r r b b", 4: "2 2"}, never={2: "rb", 4: "rb"}, previous=previous)
    state = follow(state, "2 give b b r r")
    assert len(first(state).split()) == 3
    state = follow(state, f"4 {first(state)}")
    assert changes(state) == (0, 4, -4, 2, -2)
    state = follow(state, f"1 {answers_of(state, 4)}")
    state = follow(state, f"3 {answers_of(state, 2)}")
    assert changes(state) == (0, 0, 0, 0, 0)


def test_tribute_t14_not_doubled_without_the_option() -> None:
    rules = options("moegirl", tribute_double_on_open=False)
    state = deal(rules, previous=carry("EGPPP", PLACES, opened=True))
    state = follow(state, f"2 {first(state)}")
    state = follow(state, f"4 {first(state)}")
    assert changes(state) == (0, 2, -2, 1, -1)
    assert tributes(state).phase is Phase.CROWN
    closed = deal(M, previous=carry("EGPPP", PLACES, opened=False))
    assert len(first(closed).split()) == 3


def test_tribute_t15_never_the_emperor_card() -> None:
    state = deal(M, {2: "R r b 2"}, never={2: "rb"}, previous=carry("EGPPP", PLACES))
    assert answers(state) == ["give b r"]
    assert refused(state, "2 give r R").code == "action.illegal"


def test_tribute_t16_no_jokers() -> None:
    rules = options("moegirl", tribute_exclude_jokers=True)
    state = deal(rules, {2: "R r b 2s 2h"}, never={2: "2"}, previous=carry("EGPPP", PLACES))
    assert answers(state) == ["give 2s 2h"]


def test_tribute_t17_no_aces() -> None:
    rules = options("moegirl", tribute_exclude_aces=True)
    state = deal(rules, {4: "As Ah Kd"}, never={4: "rb2K"}, previous=carry("EGPPP", PLACES))
    state = follow(state, f"2 {first(state)}")
    assert (state.turn, answers(state)) == (4, ["give Kd"])


def test_tribute_t18_the_only_three_stays() -> None:
    state = deal(THREES, {3: "3s 4s"}, never={3: "3"}, previous=carry("EGPPP", PLACES))
    while state.turn != 3:
        state = follow(state, f"{state.turn} {answers_of(state, len(first(state).split()) - 1)}")
    assert state.phase is Phase.GIVE_BACK
    assert refused(state, "3 return 3s").code == "action.illegal"
    assert "return 3s" not in answers(state)
    assert "return 4s" in answers(state)


@pytest.mark.parametrize(
    ("how", "allowed"),
    [
        ("keep_one", ["return 3s 4s", "return 3h 4s"]),
        ("any", ["return 3s 3h", "return 3s 4s"]),
        ("never", []),
    ],
)
def test_tribute_t18_values_of_return_threes(how: str, allowed: list[str]) -> None:
    rules = options("moegirl", low_last="lowest_rank", return_threes=how)
    state = deal(rules, {1: "3s 3h 4s 5s"}, never={1: "3"}, previous=carry("EGPPP", PLACES))
    while state.turn != 1:
        state = follow(state, f"{state.turn} {first(state)}")
    legal = answers(state)
    for one in allowed:
        assert one in legal
    assert "return 4s 5s" in legal
    assert ("return 3s 3h" in legal) is (how == "any")
    assert any("3" in one for one in legal) is (how != "never")


@pytest.mark.parametrize(
    ("roles", "winner", "expected"),
    [
        ("EGPPP", "people", (-2, -1, 1, 1, 1)),
        ("EGPPP", "emperor", (2, 1, -1, -1, -1)),
        ("EPPPP", "people", (-4, 1, 1, 1, 1)),
        ("EPPPP", "emperor", (4, -1, -1, -1, -1)),
    ],
)
def test_tribute_t19_moegirl_by_camp(roles: str, winner: str, expected: tuple[int, ...]) -> None:
    state = deal(CAMP, previous=carry(roles, winner=winner))
    while state.phase is Phase.TRIBUTE:
        state = follow(state, f"{state.turn} {first(state)}")
    assert state.phase is Phase.GIVE_BACK
    assert changes(state) == expected
    assert changes(tributes(state)) == (0, 0, 0, 0, 0)


def test_tribute_t20_a_void_deal_does_not_count() -> None:
    # Deal n−2 decided, n−1 void: n pays for n−2. Both M (redeal) and a called guard nobody can call.
    previous = carry("EGPPP", PLACES, opened=True, first_drawer=2)
    state = tributes(deal(M, previous=previous, first_drawer=2))
    for _ in range(5):
        state = follow(state, f"{state.turn} abdicate")
    assert GAME.is_void(state)
    assert GAME.carry(state) == previous
    again = GAME.deal(M, bytes(32), GAME.carry(state))
    assert again.phase is Phase.TRIBUTE
    assert again.start.first_drawer == 2


def test_a_pile_must_be_what_was_paid() -> None:
    hands, never = {2: "2", 3: "A", 4: "K"}, {3: "2", 4: "2A"}
    state = deal(P, hands, never=never, previous=carry("EGPPP"), pile="K2A")
    assert count(state, 0, "K") == drew(state, 0).count("K") + 1
    assert count(state, 1, "A") == drew(state, 1).count("A") + 1
    with pytest.raises(LayoutError):
        deal(P, hands, never=never, previous=carry("EGPPP"), pile="22A")


def test_tribute_t21_hand_sizes() -> None:
    state = deal(S, previous=carry("EGPPP", winner="people"))
    assert state.start.sizes == (34, 34, 34, 33, 33)
    assert tuple(map(sum, state.hands)) == (32, 33, 35, 34, 34)
