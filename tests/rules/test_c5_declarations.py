"""BH C5-D1 to D13: declarations and the multiplier (BH A8)."""

from __future__ import annotations

import pytest

from .builders import (
    GAME,
    Phase,
    Role,
    State,
    answers,
    deal,
    everybody,
    first,
    follow,
    is_legal,
    options,
    refused,
    settled,
)

S = options("pagat-scored")
P = options("pagat")
M = options("moegirl")


def ready(rules: object, *, emperor: str = "R", guard: int | None = 2) -> State:
    """Seat 0 is emperor and has taken the crown; `guard` None makes them solo."""
    chosen = {0: emperor} if guard is None else {0: emperor, guard: "B"}
    return follow(deal(rules, chosen), "0 crown")


def ready_solo(rules: object = S) -> State:
    return ready(rules, emperor="R B", guard=None)


def ready_called(*, solo: bool = False) -> State:
    fourth = {0: "R 9s9s9s9s"} if solo else {0: "R 9s9s9s", 2: "9s"}
    return follow(deal(M, fourth), "0 crown", "0 call 9s")


def times(state: State) -> int:
    return GAME.view(state, None).multiplier


def guard_is_public(state: State, guard: int = 2) -> bool:
    return GAME.view(state, None).roles[guard] is Role.GUARD


def test_d1_no_declaration() -> None:
    state = everybody(ready(S), "quiet")
    assert (state.phase, times(state)) == (Phase.PLAY, 1)


def test_d2_the_guard_declares() -> None:
    state = follow(ready(S), "0 quiet", "1 quiet", "2 declare")
    assert times(state) == 2
    assert guard_is_public(state)
    assert times(everybody(state, "quiet")) == 2


def test_d3_one_revolts() -> None:
    state = everybody(follow(ready(S), "0 quiet", "1 revolt"), "quiet")
    assert times(state) == 2
    assert not guard_is_public(state)
    assert GAME.view(state, None).roles == (Role.EMPEROR, Role.COMMONER, None, None, None)


def test_d4_guard_and_two_people() -> None:
    state = follow(ready(S), "0 quiet", "1 revolt", "2 declare", "3 revolt", "4 quiet")
    assert (state.phase, times(state)) == (Phase.PLAY, 2)


def test_d5_solo_announced() -> None:
    state = everybody(follow(ready_solo(), "0 declare"), "quiet")
    assert times(state) == 2
    assert GAME.view(state, None).alone is True


def test_d6_silent_solo_and_a_revolt() -> None:
    state = everybody(follow(ready_solo(), "0 quiet", "1 revolt"), "quiet")
    assert times(state) == 2
    for viewer in (None, 1, 2, 3, 4):
        assert GAME.view(state, viewer).alone is None
        assert GAME.view(state, viewer).roles[0] is Role.EMPEROR


def test_d7_solo_announced_and_a_revolt() -> None:
    assert times(everybody(follow(ready_solo(), "0 declare", "1 revolt"), "quiet")) == 2


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_d8_usurper(seat: int) -> None:
    state = ready(options("pagat-scored", usurper=True))
    for earlier in range(seat):
        state = follow(state, f"{earlier} decline")
    state = follow(state, f"{seat} usurp")
    assert (state.phase, state.turn, times(state)) == (Phase.PLAY, seat, 2)
    assert state.roles.emperor == seat
    assert state.roles.solo


def test_d9_no_declaration_after_the_first_play() -> None:
    state = everybody(ready(S), "quiet")
    state = follow(state, answers_line(state))
    assert state.turn == 1
    assert refused(state, "1 revolt").code == "action.illegal"
    assert refused(state, "2 declare").code == "action.not_your_turn"


def answers_line(state: State) -> str:
    return f"{state.turn} {first(state)}"


def test_d10_no_commoner_can_claim_support() -> None:
    state = follow(ready(S), "0 quiet")
    assert answers(state) == ["quiet", "revolt"]
    assert not is_legal(state, "1 declare")
    state = follow(state, "1 quiet")
    assert answers(state) == ["quiet", "declare"]  # the guard: never against
    assert not is_legal(state, "2 revolt")


def test_d11_one_revolt_below_the_threshold() -> None:
    state = everybody(follow(ready_called(), "0 quiet", "1 revolt"), "quiet")
    assert not guard_is_public(state)
    assert (times(state), state.stakes.opened, state.stakes.factors) == (1, False, ())


def test_d12_two_revolts_force_the_guard_open() -> None:
    state = follow(ready_called(), "0 quiet", "1 revolt", "2 quiet")
    assert not guard_is_public(state)
    state = follow(state, "3 revolt")
    assert guard_is_public(state)
    assert state.stakes.opened
    state = play_out(everybody(state, "quiet"))
    assert GAME.carry(state).opened  # the next tribute is doubled: BH C6-T14
    assert state.result is not None
    assert state.result.multiplier == 1


def test_d12_a_silent_solo_emperor_is_revealed() -> None:
    state = follow(ready_called(solo=True), "0 quiet", "1 revolt", "2 revolt")
    assert GAME.view(state, 4).alone is True
    assert state.stakes.opened


def test_d13_not_offered_in_the_plain_game() -> None:
    state = follow(deal(P, {0: "R", 2: "B"}), "0 crown")
    assert state.phase is Phase.PLAY
    for line in ("0 declare", "0 revolt", "0 quiet"):
        assert refused(state, line).code == "action.illegal"


def play_out(state: State) -> State:
    """First answers to the end; a leader lays their lowest single."""
    while state.phase is not Phase.OVER:
        state = follow(state, answers_line(state))
    return state


# BH A8 beside the table.


def test_guard_only() -> None:
    # The people are prompted too, with `quiet` alone.
    state = follow(ready(options("pagat-scored", declarations="guard_only")), "0 quiet")
    assert answers(state) == ["quiet"]
    assert set(answers(follow(state, "1 quiet"))) == {"quiet", "declare"}


def test_the_emperor_is_asked_first_in_every_deal() -> None:
    assert answers(ready(S)) == ["quiet"]
    assert answers(ready_solo()) == ["quiet", "declare"]
    assert answers(ready_solo(options("pagat-scored", silent_solo=False))) == ["declare"]
    assert ready(options("pagat-scored", open_solo=False)).turn == 1


def test_only_the_solo_question_where_declarations_are_off() -> None:
    rules = options("pagat-scored", declarations="off")
    assert follow(ready(rules), "0 quiet").phase is Phase.PLAY
    state = follow(ready_solo(rules), "0 declare")
    assert (state.phase, times(state)) == (Phase.PLAY, 2)


@pytest.mark.parametrize(
    ("given", "script", "expected"),
    [
        # guard and revolt 3 each, stacked
        ({"declarations_stack": True, "declaration_multiplier": 3}, ("1 revolt", "2 declare"), 9),
        ({"declaration_multiplier": 3}, ("1 revolt", "2 declare"), 3),
        # several revolts are one factor
        ({"declarations_stack": True}, ("1 revolt", "2 declare", "3 revolt", "4 revolt"), 4),
        ({"revolt_threshold": 2}, ("1 revolt",), 1),
        ({"revolt_threshold": 3}, ("1 revolt", "2 quiet", "3 revolt"), 1),
        ({"revolt_threshold": 3}, ("1 revolt", "2 quiet", "3 revolt", "4 revolt"), 2),
    ],
)
def test_factors(given: dict[str, object], script: tuple[str, ...], expected: int) -> None:
    # BH A18-48.
    state = follow(ready(options("pagat-scored", **given)), "0 quiet", *script)
    assert times(everybody(state, "quiet")) == expected


def test_a_solo_factor_of_three_stands_beside_declarations() -> None:
    rules = options("pagat-scored", open_solo_multiplier=3)
    assert times(everybody(follow(ready_solo(rules), "0 declare", "1 revolt"), "quiet")) == 3
    stacked = options("pagat-scored", open_solo_multiplier=3, declarations_stack=True)
    assert times(everybody(follow(ready_solo(stacked), "0 declare", "1 revolt"), "quiet")) == 6


def test_a_seat_forced_open_before_its_turn_is_not_asked() -> None:
    # BH A18-46: only `quiet`; later ones may still revolt.
    rules = options("pagat-scored", revolt_forces_reveal=True)
    state = follow(ready(rules), "0 quiet", "1 revolt")
    assert (state.turn, answers(state)) == (2, ["quiet"])
    assert answers(follow(state, "2 quiet")) == ["quiet", "revolt"]


def test_a_usurping_emperor_refuses_a_partner() -> None:
    state = settled(options("pagat-scored", usurper=True), ["RA", "BK", "9", "9", "9"], guards=(1,))
    state = follow(state, "0 usurp")
    assert state.roles.guards == ()
    assert GAME.view(state, 1).roles == (Role.EMPEROR, *[Role.COMMONER] * 4)
