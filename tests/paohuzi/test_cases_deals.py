"""Worked cases 50-57 (PZ §5): heavenly hands, the bottom card, rotation, payments."""

from __future__ import annotations

import pytest

from paiju.core.match import Match
from paiju.games.paohuzi import GAME
from paiju.games.paohuzi.notation import cards_text, parse_cards
from paiju.games.paohuzi.rules import compile_rules
from paiju.games.paohuzi.scoring import How, facts_of, payments, score
from paiju.games.paohuzi.state import Carry, Result, turn_bottom
from paiju.games.paohuzi.turns import carry_of
from tests.paohuzi.builders import act, deal, legal, position, wall

DEALER_21 = "b5 b5 b5 b8 b8 b8 s1 s2 s3 b1 b2 b3 s4 s5 s6 s9 s9 b9 s6 s7"


def test_case_50_winning_hand_with_the_displayed_card():
    state = deal(wall({0: DEALER_21}, shown="s8"))
    assert legal(state, 0) == {"pass", "hu"}
    state, _ = act(state, 0, "hu")
    result = state.result
    assert (result.hu, result.bottom, result.multiplier, result.final) == (21, 10, 1, 10)
    assert result.returns == (20, -10, -10)


def test_case_51_three_quads():
    state = deal(wall({0: "s1 s1 s1 s1 s3 s3 s3 s3 s5 s5 s5 s5 b1 b4 b7 b9 s7 s9 b5 b8"}, shown="s8"))
    assert GAME.actors(state) == ()
    assert (state.result.hu, state.result.bottom, state.result.winner) == (27, 14, 0)


def test_case_52_five_triples():
    triples = " ".join(f"s{n} s{n} s{n}" for n in (1, 3, 5, 6, 8))
    state = deal(wall({1: triples + " b1 b4 b6 b9 b9", 0: "b2 b3 b5 b7 b8 b10"}, shown="s4"))
    assert GAME.actors(state) == ()
    assert (state.result.hu, state.result.bottom, state.result.winner) == (15, 6, 1)
    off = deal(wall({1: triples + " b1 b4 b6 b9 b9"}, shown="s4"), heavenly_sets="off")
    assert off.result is None


def test_heavenly_sets_after_a_draw_game_count_double():
    """PZ 3.5: whatever wins the next deal."""
    quads = wall({0: "s1 s1 s1 s1 s3 s3 s3 s3 s5 s5 s5 s5 b1 b4 b7 b9 s7 s9 b5 b8"}, shown="s8")
    plain = deal(quads, Carry(0, 2, 1), draw_game="nobody_scores")
    doubled = deal(quads, Carry(0, 2, 1), draw_game="next_deal_doubled")
    assert doubled.result.final == 2 * plain.result.final
    assert doubled.result.returns == tuple(2 * points for points in plain.result.returns)


def test_case_53_red_bottom_cards_go_to_the_top():
    stock, moved = turn_bottom(parse_cards("s5 b4 s3 s10 b2 s7"))
    assert (cards_text(stock), moved) == ("s10 b2 s7 s5 b4 s3", 3)


def over(winner, dealer, streak, **options):
    state = position({}, dealer=dealer, **options)
    state.start = type(state.start)(
        dealer, streak, 0, state.start.order, state.start.right, state.start.shown, state.start.bottom
    )
    state.result = Result((0, 0, 0), winner)
    return carry_of(state)


def test_case_54_draw_game():
    assert over(-1, 0, 1) == Carry(0, 2, 1)
    assert over(-1, 0, 3) == Carry(1, 1, 1)


def test_case_55_three_in_a_row():
    assert over(0, 0, 2) == Carry(0, 3, 0)
    assert over(0, 0, 3) == Carry(1, 1, 0)
    assert over(2, 0, 3) == Carry(2, 1, 0)


def test_case_56_payments():
    rules = compile_rules(GAME.options({}))
    assert payments(rules, (0, 1, 2), 0, 42, None) == (84, -42, -42)
    four = compile_rules(GAME.options({"seats": 4}))
    assert payments(four, (0, 1, 3), 0, 42, None) == (84, -42, 0, -42)


def test_a_match_of_four_counts_the_seat_that_sits_out():
    """Opposite the dealer one sits out and pays nothing (PZ 3.5, case 56); cases 51 and 52 with two reds each: 14 and 6 points."""
    quads = "s1 s1 s1 s1 s3 s3 s3 s3 s5 s5 s5 s5 b1 b4 b7 b9 s7 s9 b5 b8"
    triples = " ".join(f"s{n} s{n} s{n}" for n in (1, 3, 5, 6, 8)) + " b2 b4 b7 b9 b9"
    for_dealer = wall({0: quads}, shown="s8")
    for_right = wall({1: triples, 0: "b2 b3 b5 b7 b8 b10"}, shown="s4")
    options = GAME.options({"seats": 4, "match_end": "deals", "match_length": 3})
    match = Match.start(GAME, options)
    playing = []
    for layout in (for_dealer, for_right, for_dealer):
        assert not match.is_over
        state = match.deal(layout)
        playing.append(state.start.order)
        match = match.after(state)
    assert playing == [(0, 1, 3), (0, 1, 3), (1, 2, 0)]
    assert match.returns == ((28, -14, 0, -14), (-6, 12, 0, -6), (-14, 28, -14, 0))
    assert match.scores == (8, 26, -14, -20)
    assert match.leaders == match.winners == (1,)
    assert match.carry == Carry(1, 2, 0)


@pytest.mark.parametrize(("hu", "bottom"), [(15, 1), (16, 1), (17, 1), (18, 2), (20, 2), (21, 3), (24, 4)])
def test_case_57_bottom_number(hu, bottom):
    rules = compile_rules(GAME.options({}))
    facts = facts_of(0, How(), identical=False)
    assert score(rules, hu, facts, How()).bottom == bottom
    assert score(rules, hu, facts, How(own=True)).bottom == bottom + 1
    assert score(rules, 14, facts, How(own=True)) is None
