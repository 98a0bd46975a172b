"""Worked cases 33-49 (PZ §5): claims, cards of forfeited claims, 比, quads and discards."""

from __future__ import annotations

from paiju.games.paohuzi import GAME
from paiju.games.paohuzi.cards import count
from paiju.games.paohuzi.hands import hidden
from paiju.games.paohuzi.state import Carry, Phase
from tests.paohuzi.builders import act, deal, draw, hand, kind, kinds, legal, position, throw, wall


def eats(cards, card, **options):
    """What may be eaten of a card the left neighbour throws."""
    state, _ = throw(position({0: ("", cards)}, **options), 2, card)
    return {text for text in legal(state, 0) if text.startswith("eat")}


def test_case_33_two_sets_that_are_one_way():
    assert eats("s1 s2 s3 s4 s5 b9 b10", "s3") == {"eat s1-s2-s3 s3-s4-s5"}
    assert "eat s2-s3-s4" in eats("s1 s2 s3 s4 s5 b9 b10", "s3", bi="off")


def test_case_34_own_copy_in_the_same_set():
    assert eats("s1 s2 s3 b1 b1 b9", "s1") == {"eat s1-s2-s3 s1-b1-b1", "eat s1-s1-b1"}


def test_case_35_no_second_set():
    state, _ = throw(position({0: ("", "s1 s2 s3 s8 s8")}), 2, "s3")
    assert legal(state, 0) == set()
    assert state.no_eat[0] == state.no_pong[0] == 0


def test_case_36_secret_triples_are_not_eaten_with():
    state, _ = draw(position({0: ("", "b7 b7 b7 s7 s8 s9")}), 0, "s7")
    assert not any("eat" in text for text in legal(state, 0))


def test_case_37_own_copy_without_a_set():
    assert eats("s5 s6 s7 b1", "s5") == set()


def test_case_38_pong_before_eating():
    hands = {0: ("", "b5 b6 s1"), 1: ("", "b2 b3 s1"), 2: ("", "b4 b4 s1")}
    start = position(hands, no_discard_rule="off")
    state, _ = draw(start, 0, "b4")
    assert GAME.actors(state) == (0, 1, 2)
    taken, _ = act(act(state, 0, "eat b4-b5-b6")[0], 2, "pong")
    assert taken.melds[2]
    assert not taken.melds[0]
    state, _ = act(state, 2, "pass")
    state, _ = act(state, 0, "pass")
    state, events = act(state, 1, "eat b2-b3-b4")
    assert kinds(events) == ["eat"]
    forfeited = [state.no_pong[seat] >> kind("b4") & 1 for seat in range(3)]
    assert forfeited == [1, 0, 1]


def test_case_39_pong_or_bi_for_both():
    assert eats("b4 b4 b5 b6 s1", "b4") == set()
    assert eats("b4 b4 b5 b6 s1 s4", "b4") == {"eat s4-b4-b4 b4-b5-b6"}
    state, _ = throw(position({0: ("", "b4 b4 b5 b6 s1")}), 2, "b4")
    assert legal(state, 0) == {"pass", "pong"}
    state, _ = act(state, 0, "pass")
    assert state.no_eat[0] >> kind("b4") & 1


def test_case_40_cards_of_forfeited_claims_win_but_are_not_taken():
    sets = "U3 b6, E3 b9, s1-s2-s3, s4-s5-s6, s8-s8-b8"
    state = position({0: (sets, "s2 s7 s10 b3 b4")})
    state.no_pong = state.no_eat = (1 << kind("b5"), 0, 0)
    thrown, _ = throw(state, 2, "b5")
    assert legal(thrown, 0) == set()
    drawn, _ = draw(state, 2, "b5")
    assert legal(drawn, 0) == {"pass", "hu"}


def test_case_41_pao_with_a_secret_triple():
    cards = "b5 b5 b5 b4 b6 s1 s2 s3 s4 s6 s7 s8 s9 s10 b1 b2 b3 b7 b8 b9"
    for source in (draw, throw):
        state, events = source(position({0: ("", cards), 2: ("", "s1 s1")}), 1, "b5")
        (pao,) = [event for event in events if event.kind == "pao"]
        assert pao.public["triple"] == "hand"
        assert (state.phase, state.turn) == (Phase.DISCARD, 0)
    state, events = act(state, 0, "discard b4")
    assert next(event.public["seat"] for event in events if event.kind == "draw") == 1


def test_case_42_second_quad_saves_the_discard():
    cards = "s1 s1 s3 s5 s7 s9 b1 b3 b5 b5 b7 b9 b9"
    state, events = throw(position({0: ("E4 b4, U3 s4", cards)}), 2, "s4")
    assert kinds(events)[:2] == ["discard", "pao"]
    assert events[1].public["triple"] == "table"
    assert state.laid(0).quads == 2
    after = [e.public["seat"] for e in events if e.kind == "draw"]
    assert after[0] == 1


def test_case_43_no_pao_with_an_exposed_triple():
    start = position({0: ("E3 s4", "b1 b3 b5"), 1: ("", "s2 s3 b9"), 2: ("", "s5 s6 b9")})
    state, _ = draw(start, 2, "s4")
    assert legal(state, 0) == set()
    assert legal(state, 2) == {"pass", "eat s4-s5-s6"}
    state, _ = throw(start, 0, "b9")
    state, _ = draw(start, 1, "s4")
    assert GAME.actors(state) == (1, 2)


def test_case_44_own_draw_of_the_fourth():
    cards = "b1 b3 b5 b7 b9 s1 s7 s9 b1 b3 s6 s8 s10 b10 b8 b8 b2"
    state, events = draw(position({0: ("E3 s4", cards)}), 0, "s4")
    assert kinds(events) == ["draw", "pao"]
    assert state.phase is Phase.DISCARD
    _, events = draw(position({0: ("E3 s4", cards)}, exposed_triple_fourth="never"), 0, "s4")
    assert "pao" not in kinds(events)


TWO_QUADS = "s1 s1 s1 s1 b9 b9 b9 b9"


def test_case_45_dealer_with_two_quads():
    state = deal(wall({0: TWO_QUADS + " s3 s5 s7 s9 b1 b3 b5 b7 s2 s4 s6 s8"}, shown="b10"))
    assert kinds(GAME.opening(state))[2:4] == ["ti", "ti"]
    assert state.laid(0).quads == 2
    draws = [event for event in GAME.opening(state) if event.kind == "draw"]
    assert draws[0].public["seat"] == 1


def test_case_46_another_with_two_quads():
    start = position({1: ("U4 s1, U4 b9", "b4 b4 b6 b6 s2 s4 s6 s8 s10 b1 b2 b3")})
    state, _ = throw(start, 0, "b4")
    state, events = act(state, 1, "pong")
    assert (kinds(events)[0], kinds(events)[1]) == ("pong", "draw")
    state, _ = throw(state, 0, "b6")
    state, events = act(state, 1, "pong")
    assert kinds(events) == ["pong"]
    assert (state.phase, state.turn) == (Phase.DISCARD, 1)


def test_case_47_nothing_left_to_discard():
    strong = "U3 b6, U3 b9, s1-s2-s3, s4-s5-s6, s8-s8-b8, E3 b1"
    weak = "E3 b6, E3 b9, s7-s8-s9, s4-s5-s6, s8-s8-b8, E3 b1"
    state, _ = throw(position({0: (strong, "s5 s5")}), 2, "s5")
    assert legal(state, 0) == set()
    state, _ = draw(position({0: (strong, "s5 s5")}), 2, "s5")
    assert legal(state, 0) == {"pass", "hu"}
    state, _ = draw(position({0: (strong, "s5 s5")}), 0, "s5")
    assert legal(state, 0) == {"pass", "hu"}
    state, events = draw(position({0: (weak, "s5 s5")}), 0, "s5")
    assert "dead" in kinds(events)
    assert state.dead[0]
    assert legal(state, 0) == set()


def test_case_48_cards_used_in_forced_sets_are_not_won_on():
    sets = "U3 b10, E3 b9, s1-s2-s3, s4-s5-s6, s8-s8-b8, U3 s9"
    won, _ = draw(position({0: (sets, "b7 b8"), 1: ("", "s1 s3 s5 s7")}), 1, "b6")
    assert legal(won, 0) == {"pass", "hu"}
    state, events = draw(
        position({0: (sets, "b7 b8"), 1: ("", "b6 b6 s1 s3")}, no_discard_rule="off"), 1, "b6"
    )
    assert kinds(events) == ["draw", "wei"]
    assert legal(state, 0) == set()


def test_case_49_the_displayed_card_makes_a_secret_triple():
    cards = "b5 b5 s1 s3 s5 s7 s9 b1 b3 b7 b9 s2 s4 s6 s8 b2 b4 b6 b8 s10"
    state = deal(wall({0: cards}, shown="b5"), Carry(0))
    assert count(state.hands[0], kind("b5")) == 3
    assert hidden(state.hands[0]).hu == 6
    assert "discard b5" not in legal(state, 0)
    assert hidden(hand("b5 b5 b5")).free == 0
