"""BH C7-W1 to W24: turns, the end of a trick, the wind, the end of a deal."""

from __future__ import annotations

from dataclasses import replace

import pytest

from paiju.core.match import Match

from .builders import (
    GAME,
    Phase,
    State,
    all_pass,
    answers,
    carry,
    deal,
    follow,
    is_legal,
    options,
    playing,
    plays,
    refused,
    table,
    to_the_end,
)

P = options("pagat")
S = options("pagat-scored")
X = options("sixes-last")
M = options("moegirl")
HARD = options("pagat", pass_mode="hard")
LONG = "667788"


def w1(rules: object) -> State:
    hands = ("7" + LONG, "T" + LONG, "9" + LONG, LONG, LONG)
    state = table(rules, *hands)
    return follow(state, "0 play 7", "1 pass", "2 play 9", "3 pass", "4 pass", "0 pass")


def test_turns_w1_a_soft_pass_may_play_again() -> None:
    state = w1(P)
    assert state.turn == 1
    assert is_legal(state, "1 play T")


def test_turns_w2_then_two_leads_anything() -> None:
    state = follow(w1(P), "1 pass")
    assert (state.turn, state.top) == (2, None)
    assert plays(state) == {"6", "66", "7", "77", "8", "88"}


def test_turns_w3_a_leader_must_play() -> None:
    state = table(P, LONG, LONG, LONG, LONG, LONG)
    error = refused(state, "0 pass")
    assert (error.code, error.rule, error.facts["why"]) == ("action.illegal", "BH A13", "lead")


def test_turns_w4_the_wind() -> None:
    state = table(P, LONG, LONG, "KK", LONG, LONG, turn=2)
    state = follow(state, "2 play K K", "3 pass", "4 pass", "0 pass", "1 pass")
    assert (state.turn, state.top, state.out) == (3, None, (2,))


def test_turns_w5_beaten_in_time() -> None:
    state = table(P, LONG, LONG, "KK", LONG, "AA" + LONG, turn=2)
    state = follow(state, "2 play K K", "3 pass", "4 play A A", "0 pass", "1 pass", "3 pass")
    assert (state.turn, state.top) == (4, None)


def test_turns_w6_the_wind_skips_who_is_out() -> None:
    state = table(P, LONG, LONG, "KK", "", LONG, turn=2, out=(3,))
    state = follow(state, "2 play K K", "4 pass", "0 pass", "1 pass")
    assert state.turn == 4


def test_turns_w7_two_left() -> None:
    # Guard 3 and emperor 0 remain of their side with seat 2; the others are out.
    state = playing(P, [LONG, "", "KK", LONG, ""], emperor=0, guards=(2,), turn=2, out=(1, 4))
    state = follow(state, "2 play K K", "3 pass", "0 pass")
    assert state.turn == 3


def test_turns_w8_never_the_partner_by_right() -> None:
    state = playing(P, [LONG, LONG, "KK", LONG, LONG], emperor=0, guards=(2,), turn=2)
    assert all_pass(follow(state, "2 play K K")).turn == 3


def test_turns_w9_hard_pass() -> None:
    hands = ("7" + LONG, "T" + LONG, "9" + LONG, LONG, LONG)
    state = follow(table(HARD, *hands), "0 play 7", "1 pass", "2 play 9", "3 pass", "4 pass")
    assert state.turn == 0
    state = follow(state, "0 pass")
    assert (state.turn, state.top) == (2, None)  # 1 is not prompted again: the trick is over


def w10() -> State:
    state = table(M, "J" + LONG, "J" + LONG, "J" + LONG, "Q" + LONG, "9" + LONG, turn=4)
    return follow(state, "4 play 9", "0 defer")


def test_turns_w10_the_emperor_is_asked_once_more() -> None:
    state = follow(w10(), "1 pass", "2 pass", "3 pass")
    assert state.turn == 0
    assert {text.split()[0] for text in answers(state)} == {"pass", "play"}
    assert refused(state, "0 defer").code == "action.illegal"
    passed = follow(state, "0 pass")
    assert (passed.turn, passed.top) == (4, None)
    beaten = follow(state, "0 play J")
    assert beaten.turn == 1
    assert beaten.owner == 0


def test_turns_w11_a_play_cancels_the_debt() -> None:
    state = follow(w10(), "1 pass", "2 play J", "3 pass", "4 pass")
    assert state.turn == 0
    assert set(answers(state)) >= {"pass", "defer"}  # an ordinary turn
    state = follow(state, "0 pass", "1 pass")
    assert (state.turn, state.top) == (2, None)
    later = follow(w10(), "1 pass", "2 play J", "3 play Q", "4 pass", "0 pass", "1 pass", "2 pass")
    assert later.turn == 3


def test_turns_w12_the_last_of_a_team_goes_out_with_a_beatable_play() -> None:
    state = playing(P, ["", LONG, "7", LONG, "A" + LONG], guards=(2,), turn=2, out=(0,))
    state = follow(state, "2 play 7")
    assert state.result is not None
    assert state.result.places == (1, 5, 2, 3, 4)


def test_turns_w13_the_people_are_out() -> None:
    # People 1, 2 out first and second, E = 0 third; people 3 goes out, G = 4 is left.
    state = playing(P, ["", "", "", "7", LONG], guards=(4,), turn=3, out=(1, 2, 0))
    state = follow(state, "3 play 7")
    assert state.result is not None
    assert state.result.places == (3, 1, 2, 4, 5)
    assert str(state.result.winner) == "people"


def test_turns_w14_three_people_out_first() -> None:
    state = playing(P, [LONG, LONG, "", "", "7"], guards=(1,), turn=4, out=(2, 3))
    assert follow(state, "4 play 7").result.places == (4, 5, 1, 2, 3)
    state = playing(P, [LONG, "", "", "7", LONG], guards=(4,), turn=3, out=(1, 2))
    assert follow(state, "3 play 7").result.places == (5, 1, 2, 3, 4)


def test_turns_w15_solo_emperor_third() -> None:
    state = playing(S, ["7", LONG, "", LONG, ""], guards=(), out=(2, 4))
    state = follow(state, "0 play 7")
    assert state.result is not None
    assert state.result.places == (3, 4, 1, 5, 2)
    assert state.result.returns == (-12, 3, 3, 3, 3)


def test_turns_w16_the_four_others_are_out() -> None:
    state = playing(S, [LONG, "", "7", "", ""], guards=(), turn=2, out=(1, 3, 4))
    state = follow(state, "2 play 7")
    assert state.result is not None
    assert state.result.places == (5, 1, 4, 2, 3)
    assert state.result.returns == (-12, 3, 3, 3, 3)


@pytest.mark.parametrize(("early", "over"), [("team_out", False), ("decided", True)])
def test_turns_w17_early_end(early: str, *, over: bool) -> None:
    rules = options("pagat-scored", early_end=early)
    state = playing(rules, [LONG, "", "7", LONG, LONG], guards=(), turn=2, out=(1,))
    state = follow(state, "2 play 7")
    assert (state.phase is Phase.OVER) is over
    if over:
        assert state.result is not None
        assert state.result.returns == (-12, 3, 3, 3, 3)


def test_turns_w18_the_wind_brings_the_sixes_out() -> None:
    state = playing(X, ["9", "66", "77", "77", "77"], guards=(2,))
    state = follow(state, "0 play 9")
    assert answers(state) == ["pass"]
    state = all_pass(state)
    assert (state.turn, plays(state)) == (1, {"6", "66"})


def match(*deals: tuple[int, ...], **given: object) -> Match:
    rules = options("pagat-scored", **given)
    return replace(Match.start(GAME, rules), returns=deals)


def test_turns_w19_the_highest_total_wins() -> None:
    played = match((21, 24, -3, 0, 0))
    assert played.is_over
    assert played.winners == (1,)


def test_turns_w20_equal_totals() -> None:
    shared = match((22, 22, 0, 0, 0))
    assert (shared.is_over, shared.winners) == (True, (0, 1))
    on = match((22, 22, 0, 0, 0), tie_break="play_on")
    assert (on.is_over, on.winners) == (False, ())
    assert replace(on, returns=(*on.returns, (-3, 6, 0, 0, 0))).winners == (1,)


def test_turns_w21_rotation() -> None:
    rules = options("pagat", cut=True)
    first = carry("EGPPP", winner="tie", first_drawer=3)
    for drawer in (3, 4, 0):
        state = GAME.deal(rules, bytes(32), replace(first, first_drawer=drawer))
        assert (state.phase, state.turn) == (Phase.CUT, (drawer - 1) % 5)
        state = to_the_end(follow(state, f"{state.turn} cut 40"))
        assert GAME.carry(state).first_drawer == (drawer + 1) % 5


def test_turns_w22_168_cards() -> None:
    state = deal(P, first_drawer=3)
    assert tuple(map(sum, state.drawn)) == (34, 33, 33, 34, 34)


def test_turns_w23_216_cards() -> None:
    state = deal(M, first_drawer=3)
    assert tuple(map(sum, state.drawn)) == (43, 43, 43, 44, 43)


@pytest.mark.parametrize("zhan_pai", [True, False])
def test_turns_w24_zhan_pai_binds_nobody(*, zhan_pai: bool) -> None:
    # A signal at the table, no action: the next player may beat the play all the same.
    state = table(options("pagat", zhan_pai=zhan_pai), "7" + LONG, "9" + LONG, LONG, LONG, LONG)
    state = follow(state, "0 play 7")
    assert is_legal(state, "1 play 9")
    assert all(text.split()[0] in ("pass", "play") for text in answers(state))


# BH A13, A15 and A18 beside the table.


def test_a_trick_closes_only_after_every_other_seat_has_passed() -> None:
    state = table(P, "7" + LONG, "T" + LONG, LONG, LONG, LONG)
    state = follow(state, "0 play 7", "1 play T", "2 pass", "3 pass", "4 pass")
    assert state.turn == 0  # the first leader answers too
    assert follow(state, "0 pass").turn == 1


def test_hard_pass_holds_after_a_later_play() -> None:
    # BH A18-55.
    hands = ("7" + LONG, "T" + LONG, "9" + LONG, "T" + LONG, LONG)
    state = follow(table(HARD, *hands), "0 play 7", "1 pass", "2 play 9", "3 play T", "4 pass", "0 pass")
    assert state.turn == 2  # 1 is left out
    state = follow(state, "2 pass")
    assert (state.turn, state.top) == (3, None)
    assert state.barred == frozenset()


def test_defer_does_not_bar_under_hard_pass() -> None:
    # BH A18-54.
    rules = options("pagat", pass_mode="hard", emperor_defer=True)
    hands = ("J" + LONG, LONG, LONG, LONG, "9" + LONG)
    state = follow(table(rules, *hands, turn=4), "4 play 9", "0 defer", "1 pass", "2 pass", "3 pass")
    assert (state.turn, set(answers(state)) >= {"pass", "play J"}) == (0, True)
    assert follow(state, "0 pass").turn == 4
    # a play after the deferral: the emperor still has their ordinary turn
    hands = ("Q" + LONG, "J" + LONG, LONG, LONG, "9" + LONG)
    state = follow(
        table(rules, *hands, turn=4), "4 play 9", "0 defer", "1 play J", "2 pass", "3 pass", "4 pass"
    )
    assert state.turn == 0
    assert {"pass", "play Q"} <= set(answers(state))
    passed = follow(table(rules, *hands, turn=4), "4 play 9", "0 pass", "1 pass", "2 pass", "3 pass")
    assert passed.turn == 4


def test_a_deferral_leaves_one_decision_in_a_trick_under_hard_passing() -> None:
    # BH A18-72, of the preset that the document names.
    hands = ("QA" + LONG, "JK" + LONG, LONG, LONG, "9" + LONG)
    once = follow(
        table(options("qingdao"), *hands, turn=4),
        "4 play 9",
        "0 defer",
        "1 play J",
        "2 pass",
        "3 pass",
        "4 pass",
    )
    assert refused(once, "0 defer").facts["why"] == "not_offered"
    final = follow(once, "0 pass")
    assert (final.turn, final.top) == (1, None)  # the pass bars them, and nobody is left to ask
    again = follow(once, "0 play Q", "1 play K")  # the others have passed for good
    assert again.turn == 0
    assert {text for text in answers(again) if not text.startswith("play")} == {"pass"}
    nexttrick = follow(again, "0 pass", "1 play 6 6", "2 pass", "3 pass", "4 pass")
    assert "defer" in answers(nexttrick)
    # Where a pass is not final there is nothing to limit.
    soft = follow(table(M, *hands, turn=4), "4 play 9", "0 defer", "1 play J", "2 pass", "3 pass", "4 pass")
    assert "defer" in answers(soft)


def test_only_the_emperor_defers() -> None:
    state = table(M, "9" + LONG, LONG, LONG, LONG, LONG)
    state = follow(state, "0 play 9")
    assert refused(state, "1 defer").code == "action.illegal"
    assert refused(table(M, LONG, LONG, LONG, LONG, LONG), "0 defer").code == "action.illegal"
