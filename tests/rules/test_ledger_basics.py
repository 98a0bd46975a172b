"""Rows 1 to 25 and 71 of BH A18: tribute, leading, solo, declarations, calls."""

from __future__ import annotations

import pytest

from paiju.core.errors import RuleError
from paiju.games.baohuang.cards import hand_of
from paiju.games.baohuang.phases.transfers import highest, tribute_payable

from .builders import (
    GAME,
    Phase,
    Role,
    answers,
    carry,
    changes,
    count,
    deal,
    first,
    follow,
    happened,
    is_legal,
    kind,
    kinds,
    options,
    playing,
    plays,
    table,
    to_the_end,
)
from .ledger import LONG, M, P, S, passes, tributes

# Tribute, void deals


def test_row_1_too_few_cards_give_what_there_is() -> None:
    # Cannot happen in a real deal: only eight cards are jokers.
    state = deal(P)
    poor = hand_of(kinds("R r b b 2", P))
    assert highest(poor, 2, tribute_payable(state)) == kinds("2", P)


def test_row_2_after_a_tie_the_deal_before_it_is_forgotten() -> None:
    tied = deal(P, previous=carry("EGPPP", winner="tie"))
    assert changes(tied) == (0, 0, 0, 0, 0)
    passed_on = GAME.carry(to_the_end(tied))
    assert passed_on.roles[tied.turn] is Role.EMPEROR  # n + 2 looks only at n + 1
    assert len(passed_on.places) == 5


def test_row_3_void_after_tribute_is_undone() -> None:
    previous = carry("EGPPP", (1, 2, 3, 4, 5), "emperor")
    state = tributes(deal(M, previous=previous))
    assert changes(state) == (0, 0, 0, 0, 0)
    state = passes(state, *[(state.turn + i) % 5 for i in range(5)])
    assert GAME.is_void(state)
    assert GAME.carry(state) == previous


def test_row_4_the_guard_card_is_no_tribute() -> None:
    rules = options("pagat", tribute_exclude_jokers=False)
    state = deal(rules, {0: "R B r b"}, never={0: "rb"}, previous=carry("EGPPP", winner="people"))
    assert (count(state, 0, "R"), count(state, 0, "B")) == (1, 1)
    assert (count(state, 0, "r"), count(state, 0, "b")) == (0, 0)


def test_row_5_the_guard_card_pays_for_no_abdication() -> None:
    rules = options("pagat-scored", abdication_cost="highest_card")
    state = passes(deal(rules, {2: "R", 1: "B"}, never={1: "rb"}), 2, 1)
    assert count(state, 1, "B") == 1
    assert changes(state) == (2, -1, -1, 0, 0)


def test_row_6_marked_jokers_are_ordinary_in_play() -> None:
    state = follow(table(P, "b" + LONG, "B" + LONG, "R" + LONG, "r" + LONG, LONG), "0 play b")
    assert not is_legal(state, "1 play B")
    state = follow(state, "1 pass", "2 play R")
    assert not is_legal(state, "3 play r")


# Revealing, leading, solo


@pytest.mark.parametrize("play", ["B", "9 9 B", "b B", "B r"])
def test_row_7_revealed_by_the_card_in_any_set(play: str) -> None:
    state = table(P, LONG, "99bBr" + LONG, LONG, LONG, LONG, turn=1)
    assert GAME.view(state, 0).roles[1] is None
    after = follow(state, "1 play " + play)
    assert GAME.view(after, 0).roles[1] is Role.GUARD
    assert GAME.view(after, None).alone is False
    other = follow(state, "1 play 9 9 b")
    assert GAME.view(other, 0).roles[1] is None


def test_row_8_the_final_emperor_leads() -> None:
    state = follow(deal(P, {2: "R"}), "2 abdicate", "3 crown")
    assert (state.phase, state.turn) == (Phase.PLAY, 3)


def test_row_9_both_marked_cards() -> None:
    state = deal(P, {2: "R B"})
    assert set(answers(state)) == {"crown", "abdicate"}
    assert follow(state, "2 crown").roles.solo
    assert follow(state, "2 abdicate", "3 crown").roles.guards == (2,)


def test_row_10_the_emperor_card_reaches_the_guard_card() -> None:
    state = follow(deal(P, {2: "R", 3: "B"}), "2 abdicate")
    assert set(answers(state)) == {"crown", "abdicate"}
    assert follow(state, "3 crown").roles.solo
    assert follow(state, "3 abdicate", "4 crown").roles.guards == (3,)


def test_row_11_the_crown_returns_to_a_double_holder() -> None:
    state = passes(deal(P, {2: "R B"}), 2, 3, 4, 0, 1)
    assert answers(state) == ["crown"]
    assert follow(state, "2 crown").roles.solo


def test_row_12_the_last_play_of_a_team_may_be_beaten() -> None:
    state = table(P, "", "7", "A", "A", "A", out=(0,), turn=1)
    assert follow(state, "1 play 7").phase is Phase.OVER


def test_row_13_places_of_the_unfinished() -> None:
    state = playing(P, ["", LONG, LONG, "7", LONG], guards=(3,), out=(0,), turn=3)
    result = follow(state, "3 play 7").result
    assert result is not None
    assert result.places == (1, 4, 5, 2, 3)


@pytest.mark.parametrize(("order", "legal"), [("strict", False), ("joker_strict", True)])
def test_row_14_888b_on_8888(order: str, *, legal: bool) -> None:
    state = table(options("pagat", order=order), "88887", "888b7", LONG, LONG, LONG)
    assert is_legal(follow(state, "0 play 8 8 8 8"), "1 play 8 8 8 b") is legal


def test_row_15_laowang_has_no_natural_rank() -> None:
    state = table(M, "8s8h8c7", "9s9sL7", LONG, LONG, LONG, called="9s")
    lead = table(M, "7", "9s9sL7", LONG, LONG, LONG, called="9s", turn=1)
    assert plays(lead) == {"7", "7L", "9", "99", "9L", "99L", "L"}
    state = follow(state, "0 play 8 8 8")
    assert is_legal(state, "1 play 9 9 L")
    strict = follow(table(M, "9c9h9d7", "9s9sL7", LONG, LONG, LONG, called="9s"), "0 play 9 9 9")
    assert not is_legal(strict, "1 play 9 9 L")  # 9 does not beat 9


def test_row_16_three_twos_only_against_a_lone_red() -> None:
    rules = options("pagat", three_twos_beat_red=True)
    hands = ("rr7R", "22227", LONG, LONG, LONG)
    assert is_legal(follow(table(rules, *hands), "0 play R"), "1 play 2 2 2")
    assert not is_legal(follow(table(rules, *hands), "0 play r r"), "1 play 2 2 2 2")
    assert not is_legal(follow(table(rules, *hands), "0 play 7 r"), "1 play 2 2 2")
    assert not is_legal(follow(table(rules, *hands), "0 play r"), "1 play 2 2 2 2")


# Declarations and calls


def test_row_17_two_declarations_double_once() -> None:
    state = follow(deal(S, {0: "R", 1: "B"}), "0 crown", "0 quiet", "1 declare", "2 revolt")
    assert GAME.view(state, None).multiplier == 2


def test_row_18_usurper_excludes_a_revolt() -> None:
    rules = options("pagat-scored", usurper=True)
    state = follow(deal(rules, {0: "R"}), "0 crown", "0 usurp")
    assert state.phase is Phase.PLAY
    assert GAME.view(state, None).multiplier == 2


def test_row_19_three_or_four_copies() -> None:
    three = follow(deal(M, {0: "R 9s9s9s", 3: "9s"}), "0 crown", "0 call 9s")
    assert three.roles.guards == (3,)
    four = follow(deal(M, {0: "R 9s9s9s9s"}), "0 crown", "0 call 9s")
    assert four.roles.solo
    assert answers(deal(M, {0: "R 9s9s"})) == ["abdicate"]
    displayed = happened(follow(deal(M, {0: "R 9s9s9s9s"}), "0 crown"), "0 call 9s")
    assert displayed[0].public["cards"] == (kind("9s"),) * 3  # three are displayed, so no seat can tell


def test_row_20_another_triple_beside_a_four() -> None:
    state = follow(deal(M, {0: "R 9s9s9s9s 8h8h8h", 3: "8h"}), "0 crown")
    assert set(answers(state)) == {"call 9s", "call 8h"}
    assert follow(state, "0 call 8h").roles.guards == (3,)


def test_row_21_an_emperor_who_cannot_call_abdicates() -> None:
    state = follow(deal(M, {2: "R 9s9s9s"}), "2 abdicate")
    assert (state.turn, answers(state)) == (3, ["abdicate"])


def test_row_22_all_seats_see_the_same_question() -> None:
    state = follow(deal(S, {0: "R", 2: "B"}), "0 crown", "0 quiet")
    for seat in (1, 2, 3, 4):
        assert state.turn == seat
        assert len(answers(state)) == 2
        assert first(state) == "quiet"
        state = follow(state, f"{seat} quiet")


def test_row_24_hand_counts() -> None:
    displayed, hidden = deal(P), deal(options("pagat", show_hand_counts=False))
    assert GAME.view(displayed, 2).sizes == (34, 34, 34, 33, 33)
    assert GAME.view(hidden, 2).sizes == (None, None, 34, None, None)
    assert GAME.view(hidden, None).sizes == (None,) * 5


def test_row_25_zhan_pai_is_no_action() -> None:
    state = follow(table(P, "7" + LONG, "9", LONG, LONG, LONG), "0 play 7")
    assert answers(state) == ["pass", "play 9"]


def test_row_71_only_the_owner_of_the_standing_play_may_say_zhan_pai() -> None:
    state = follow(table(P, "7" + LONG, "9", LONG, LONG, LONG), "0 play 7")
    GAME.check_signal(state, 0, "zhan_pai")
    with pytest.raises(RuleError, match="no play to beat"):
        GAME.check_signal(follow(state, "1 play 9"), 0, "zhan_pai")
