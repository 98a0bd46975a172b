"""Rows 45 to 53 of BH A18: usurpers, declarations, countering, what is multiplied."""

from __future__ import annotations

import pytest

from paiju.core.errors import OptionError
from paiju.games.baohuang.cards import MARKED_BIG

from .builders import (
    GAME,
    LAOWANG,
    Phase,
    Role,
    State,
    answers,
    deal,
    follow,
    kind,
    options,
    settled,
    to_the_end,
)
from .ledger import S, quiet

# Usurper, declarations, counter


def test_row_45_usurper() -> None:
    rules = options("moegirl", usurper=True)
    state = follow(deal(rules, {0: "R 9s9s9s", 1: "9s"}), "0 crown", "0 call 9s")
    assert state.hands[1][LAOWANG] == 1
    state = follow(state, "0 decline", "1 decline", "2 usurp")
    assert (state.phase, state.turn) == (Phase.PLAY, 2)
    assert state.hands[2][MARKED_BIG] == 1
    assert (state.hands[1][LAOWANG], state.hands[1][kind("9s")]) == (0, 1)
    assert GAME.view(state, None).roles == tuple(
        Role.EMPEROR if seat == 2 else Role.COMMONER for seat in range(5)
    )
    assert GAME.carry(to_the_end(state)).opened


def test_row_45_everyone_is_asked_once() -> None:
    rules = options("pagat-scored", usurper=True)
    state = follow(deal(rules, {3: "R"}), "3 crown")
    for seat in (3, 4, 0, 1, 2):
        assert (state.turn, answers(state)) == (seat, ["decline", "usurp"])
        state = follow(state, f"{seat} decline")
    assert state.phase is Phase.DECLARE


def test_row_46_forced_open_before_being_asked() -> None:
    rules = options("pagat-scored", revolt_forces_reveal=True)
    state = follow(deal(rules, {0: "R", 3: "B"}), "0 crown", "0 quiet", "1 revolt", "2 quiet")
    assert (state.turn, answers(state)) == (3, ["quiet"])
    assert answers(follow(state, "3 quiet")) == ["quiet", "revolt"]


@pytest.mark.parametrize(
    ("given", "hands", "script", "opened"),
    [
        ({}, {0: "R", 1: "B"}, ("0 quiet", "1 declare"), True),
        ({}, {0: "R", 1: "B"}, ("0 quiet", "1 quiet", "2 revolt"), False),
        ({"revolt_forces_reveal": True}, {0: "R", 1: "B"}, ("0 quiet", "1 quiet", "2 revolt"), True),
        ({"revolt_forces_reveal": True}, {0: "R B"}, ("0 quiet", "1 revolt"), True),
        ({"revolt_threshold": 2, "revolt_forces_reveal": True}, {0: "R", 1: "B"}, ("0 quiet", "1 quiet", "2 revolt"), False),
        ({}, {0: "R B"}, ("0 declare",), True),
        ({}, {0: "R B"}, ("0 quiet",), False),
    ],
)  # fmt: skip
def test_row_47_what_opens_a_deal(
    given: dict[str, object], hands: dict[int, str], script: tuple[str, ...], *, opened: bool
) -> None:
    state = follow(deal(options("pagat-scored", **given), hands), "0 crown", *script)
    assert GAME.carry(to_the_end(quiet(state))).opened is opened


def test_row_47_playing_the_guard_card_does_not_open() -> None:
    # Open is what was said before play; the guard card on the table is not.
    state = settled(S, ["7A", "B", "8", "8", "8"], guards=(1,))
    state = follow(quiet(state), "0 play 7", "1 play B", "2 pass", "3 pass", "4 pass", "0 pass")
    assert GAME.carry(to_the_end(state)).opened is False


@pytest.mark.parametrize(
    ("stacked", "script", "times"),
    [
        (False, ("0 quiet", "1 declare", "2 revolt"), 2),
        (True, ("0 quiet", "1 declare", "2 revolt"), 4),
        (True, ("0 quiet", "1 quiet", "2 revolt"), 2),
    ],
)
def test_row_48_factors(script: tuple[str, ...], times: int, *, stacked: bool) -> None:
    rules = options("pagat-scored", declarations_stack=stacked, revolt_forces_reveal=True)
    state = follow(deal(rules, {0: "R", 1: "B"}), "0 crown", *script)
    assert GAME.view(quiet(state), None).multiplier == times  # a forced reveal is no factor


COUNTER = options("pagat-scored", counter_double=True)


def asked_to_counter(state: State) -> list[int]:
    seats = []
    while state.phase is Phase.COUNTER:
        assert set(answers(state)) == {"counter", "quiet"}
        seats.append(state.turn)
        state = follow(state, f"{state.turn} quiet")
    return seats


def declared_round(*script: str, hands: dict[int, str] | None = None, rules: object = COUNTER) -> State:
    state = follow(deal(rules, hands or {0: "R", 1: "B"}), "0 crown", *script)
    while state.phase is Phase.DECLARE:
        state = follow(state, f"{state.turn} quiet")
    return state


def test_row_49_the_other_side_counters() -> None:
    assert asked_to_counter(declared_round("0 quiet", "1 declare")) == [2, 3, 4]
    assert asked_to_counter(declared_round("0 quiet", "1 quiet", "2 revolt")) == [0]
    # the guard is prompted too once everybody knows them; the first factor decides the side
    assert asked_to_counter(declared_round("0 quiet", "1 quiet", "2 revolt", hands={0: "R", 3: "B"})) == [0]
    state = declared_round("0 quiet", "1 revolt", "2 quiet", "3 declare", hands={0: "R", 3: "B"})
    assert asked_to_counter(state) == [0, 3]
    assert asked_to_counter(declared_round("0 declare", hands={0: "R B"})) == [1, 2, 3, 4]
    assert declared_round("0 quiet").phase is Phase.PLAY


def test_row_49_one_counter_doubles_once() -> None:
    state = declared_round("0 quiet", "1 declare")
    state = follow(state, "2 quiet", "3 counter")
    assert (state.phase, GAME.view(state, None).multiplier) == (Phase.PLAY, 4)


def test_row_49_without_a_factor_no_seat_is_asked() -> None:
    rules = options("pagat-scored", counter_double=True, revolt_threshold=2)
    assert declared_round("0 quiet", "1 quiet", "2 revolt", rules=rules).phase is Phase.PLAY


def test_row_50_no_silent_solo() -> None:
    rules = options("pagat-scored", silent_solo=False)
    assert answers(follow(deal(rules, {0: "R B"}), "0 crown")) == ["declare"]
    assert answers(follow(deal(rules, {0: "R"}), "0 crown")) == ["quiet"]


def scored(rules: object, place: int, *script: str) -> tuple[int, int]:
    """Points of a solo emperor in a place, and of each other."""
    state = settled(rules, "6789T", emperor=place - 1)
    state = follow(state, *script)
    while state.phase in (Phase.DECLARE, Phase.USURP):
        state = follow(state, f"{state.turn} {'quiet' if state.phase is Phase.DECLARE else 'decline'}")
    state = state.copy()
    state.queue = (0,)
    for seat, card in enumerate("6789T"):
        if state.phase is Phase.PLAY:
            state = follow(state, f"{seat} play {card}")
    points = GAME.returns(state)
    return points[place - 1], points[place % 5]


def test_row_51_emperor_x3() -> None:
    rules = options("pagat-scored", scoring="team4", emperor_x3=True)
    assert scored(rules, 1) == (8, -4)
    assert scored(rules, 1, "0 declare") == (12, -4)
    assert scored(rules, 1, "0 declare", "1 revolt") == (24, -8)


def test_row_52_two_guards() -> None:
    rules = options("pagat-scored", guard_by="called", abdication_full_circle="two_card_call")
    state = settled(rules, "6789T", emperor=0, guards=(1, 4), called="Ad")
    state = follow(quiet(state), "0 play 6", "1 play 7", "2 play 8", "3 play 9")
    assert GAME.returns(state) == (2, 1, -2, -2, 1)  # places 1, 2, 5: s = 2 + 1 − 2
    four = options("pagat-scored", guard_by="called", abdication_full_circle="two_card_call", scoring="team4")
    state = settled(four, "6789T", emperor=0, guards=(1, 4), called="Ad")
    state = follow(quiet(state), "0 play 6", "1 play 7", "2 play 8", "3 play 9")
    assert GAME.returns(state) == (2, 2, -2, -2, 2)


def test_row_52_two_guards_win_by_first_and_last() -> None:
    rules = options("moegirl", abdication_full_circle="two_card_call", tie_24="people")
    state = settled(rules, "6789T", emperor=0, guards=(1, 4), called="Ad")
    state = follow(quiet(state), "0 play 6", "1 play 7", "2 play 8", "3 play 9")
    assert str(state.result.winner) == "tie"


def test_row_53_where_solo_options_apply() -> None:
    with pytest.raises(OptionError, match=r"option\.inactive"):
        options("pagat-scored", solo_result="top2_win_third_tie")
    with pytest.raises(OptionError, match=r"option\.inactive"):
        options("pagat-scored", scoring="team4", open_solo_second="lose")
    assert scored(options("pagat-scored", open_solo_second="lose"), 2, "1 declare") == (-24, 6)
