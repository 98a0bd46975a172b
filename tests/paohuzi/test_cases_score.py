"""Worked cases 1-32 (PZ §5): winning cards, hu, bottom number, items, final score."""

from __future__ import annotations

import pytest

from paiju.games.paohuzi.hands import Wait, waits
from paiju.games.paohuzi.melds import SetKind
from paiju.games.paohuzi.notation import card_text
from paiju.games.paohuzi.options import ItemTable, PaohuziOptions
from paiju.games.paohuzi.rules import TABLES, Facts, earned
from tests.paohuzi.builders import K1, act, draw, hand, kind, kinds, legal, position, table, throw, win

H1 = "s2 s7 s10 b3 b4"
K3 = "E3 b1, E3 b2, E3 b3, E3 b4, E3 b5, E3 b6"
K4 = "U3 b6, U3 b9, s6-s7-s8, b3-b4-b5"
H4 = "s2 s2 b2 b2 s3 s4 s1 s3"
H5 = "s3 s4 b7 b7 b7"
H6 = "s9 s9 b7 b7 b7"
K22 = "E3 s1, E3 s4, E3 b6, U3 b9, b3-b4-b5"
H22 = "s5 s6 s7 b8 b8"


def numbers(score):
    return None if score is None else (score.hu, score.bottom, score.multiplier, score.final)


def waiting(sets, cards, **options) -> dict[str, Wait]:
    found = waits(hand(cards), table(sets), PaohuziOptions(**options))
    return {card_text(card): wait for card, wait in found.items()}


def test_case_01_by_another():
    assert numbers(win(K1, H1, "b2")) == (15, 1, 1, 1)


def test_case_02_by_self():
    assert numbers(win(K1, H1, "b2", own=True)) == (15, 2, 1, 2)


def test_case_03_red_point():
    assert numbers(win(K1, H1, "b5")) == (15, 1, 2, 2)
    assert numbers(win(K1, H1, "b5", own=True)) == (15, 2, 2, 4)


def test_case_04_last_card():
    assert win(K1, H1, "b2", last=True).final == 2
    assert win(K1, H1, "b5", last=True).final == 4


def test_case_05_thrown_cards_do_not_win():
    start = position({0: (K1, H1)})
    from_left, _ = throw(start, 2, "b5")
    assert legal(from_left, 0) == {"pass", "eat b3-b4-b5"}
    from_right, events = throw(start, 1, "b5")
    assert "left" in kinds(events)
    assert legal(from_right, 0) == set()


def test_case_06_fourteen_hu_are_refused():
    assert win("U3 b6, E3 b9, E3 s9, E3 s5, s1-s2-s3", "s6 s7 s8 b3 b4", "b5") is None


def test_case_07_pong_or_own_triple():
    assert win(K22, H22, "b8") is None
    state, _ = draw(position({0: (K22, H22)}), 1, "b8")
    assert legal(state, 0) == {"pass", "pong"}
    state, _ = act(state, 0, "pong")
    assert legal(state, 0) == {"discard s5", "discard s6", "discard s7"}
    assert numbers(win(K22, H22, "b8", own=True)) == (17, 2, 4, 8)
    state, events = draw(position({0: (K22, H22)}), 0, "b8")
    assert kinds(events) == ["draw", "wei"]
    assert legal(state, 0) == {"pass", "hu"}


def test_case_08_all_winning_cards():
    assert set(waiting(K3, "b7 b7")) == {"s7", "b1", "b2", "b3", "b4", "b5", "b6", "b7"}
    assert win(K3, "b7 b7", "s7").hu == 18


def test_case_09_identical_and_large():
    assert numbers(win(K3, "b7 b7", "b7")) == (21, 3, 14, 42)


def test_case_10_hu_on_the_fourth_without_pao():
    assert numbers(win(K3, "b7 b7", "b1")) == (24, 4, 14, 56)
    state, _ = draw(position({0: (K3, "b7 b7")}), 1, "b1")
    assert legal(state, 0) == {"pass", "hu"}
    state, events = act(state, 0, "pass")
    assert "pao" not in kinds(events)


def test_case_11_own_draw():
    assert numbers(win(K3, "b7 b7", "b7", own=True)) == (24, 5, 14, 70)


def test_case_12_own_draw_of_the_fourth():
    assert numbers(win(K3, "b7 b7", "b1", own=True)) == (24, 5, 14, 70)


def test_case_13_hu_pong_or_pass():
    assert numbers(win(K4, H4, "s2")) == (15, 1, 1, 1)
    state, _ = draw(position({0: (K4, H4)}), 1, "s2")
    assert legal(state, 0) == {"pass", "hu", "pong"}
    state, _ = act(state, 0, "pass")
    assert state.no_pong[0] >> kind("s2") & 1
    assert state.no_eat[0] >> kind("s2") & 1


def test_case_14_forced_triple_that_spoils_the_hand():
    state, events = draw(position({0: (K4, H4)}), 0, "s2")
    assert kinds(events) == ["draw", "wei"]
    assert legal(state, 0) == {"discard s1", "discard s3", "discard s4", "discard b2"}
    assert state.melds[0][-1].kind is SetKind.UNEXPOSED_3


def test_case_15_forfeited_triple():
    state, _ = draw(position({0: (K4, H4)}), 1, "s2")
    state, _ = act(state, 0, "pass")
    state, events = draw(state, 0, "s2")
    assert events[-1].public["set"] == "S3"
    assert events[-1].public["cards"]
    assert state.melds[0][-1].hu == 3
    assert state.laid(0).unexposed >> kind("s2") & 1 == 0


def test_case_16_pao_without_hu():
    state, events = draw(position({0: (K1, H5)}), 1, "b7")
    assert kinds(events) == ["draw", "pao"]
    assert legal(state, 0) == {"discard s3", "discard s4"}
    state, _ = act(state, 0, "discard s4")
    assert set(waiting("E4 b7, " + K1, "s3")) == {"s3"}


def test_case_17_own_fourth():
    state, events = draw(position({0: (K1, H5)}), 0, "b7")
    assert kinds(events) == ["draw", "ti"]
    assert legal(state, 0) == {"discard s3", "discard s4"}


def test_case_18_hu_with_the_secret_triple():
    assert numbers(win(K1, H5, "s2")) == (18, 2, 1, 2)
    assert numbers(win(K1, H5, "s5")) == (18, 2, 2, 4)


@pytest.mark.parametrize("order", [(0, 2), (2, 0)])
def test_case_19_hu_beats_pong_and_pao(order):
    state, _ = draw(position({0: (K1, H5), 2: ("", "s5 s5 b1")}), 1, "s5")
    answers = {0: "hu", 2: "pong"}
    assert [seat for seat in range(3) if legal(state, seat)] == [0, 2]
    for seat in order:
        if legal(state, seat):
            state, _ = act(state, seat, answers[seat])
    assert state.result.winner == 0
    sets = "U3 b10, U3 s9, E3 b5, U3 b2, s4-s5-s6, s8-s8-b8"
    state, _ = draw(position({0: (K1, H5), 2: (sets, "b8 b9")}), 1, "b7")
    assert legal(state, 0) == set()
    assert legal(state, 2) == {"pass", "hu"}
    won, _ = act(state, 2, "hu")
    assert won.result.winner == 2
    _, events = act(state, 2, "pass")
    assert kinds(events) == ["pao"]


def test_case_20_pao_that_completes():
    assert numbers(win(K1, H6, "b7")) == (21, 3, 1, 3)


def test_case_21_pao_on_a_discard():
    state, events = throw(position({0: (K1, H6)}), 1, "b7")
    assert kinds(events) == ["discard", "pao"]
    assert legal(state, 0) == {"discard s9"}
    assert set(waiting("E4 b7, " + K1, "s9")) == {"s9"}
    question, _ = throw(position({0: (K1, H6)}, hu_after_discard_pao=True), 1, "b7")
    assert legal(question, 0) == {"pass", "hu"}
    won, _ = act(question, 0, "hu")
    assert won.result.final == 3
    passed, _ = act(question, 0, "pass")
    assert legal(passed, 0) == {"discard s9"}


def test_case_22_own_fourth_completes():
    assert numbers(win(K1, H6, "b7", own=True)) == (24, 5, 1, 5)


def test_case_23_triple_by_self_and_by_another():
    assert numbers(win(K1, H6, "s9", own=True)) == (21, 4, 2, 8)
    assert numbers(win(K1, H6, "s9")) == (19, 2, 2, 4)


def test_case_24_all_black():
    sets, cards = "U3 b6, U3 b9, E3 s1, E3 s4, b3-b4-b5", "s8 s8 b8 s3 s3"
    assert numbers(win(sets, cards, "s3")) == (15, 1, 5, 5)
    assert numbers(win(sets, cards, "s3", own=True)) == (17, 2, 5, 10)


def test_case_25_one_red_or_none():
    sets, cards = "U3 b6, U3 b9, E3 b1, E3 s4, b3-b4-b5", "s8 s8 b8 s5 s6"
    assert numbers(win(sets, cards, "s7")) == (16, 1, 4, 4)
    assert numbers(win("U3 b6, U3 b9, E3 b1, E3 s4, b3-b4-b5", cards, "s4")) == (16, 1, 5, 5)


def test_case_26_ten_reds():
    sets, cards = "U3 b2, E3 b7, s2-s7-s10, E3 b6, s8-s9-s10", "b1 b1 s1 s4 s5"
    assert numbers(win(sets, cards, "s3")) == (15, 1, 3, 3)
    assert numbers(win(sets, cards, "s3", own=True)) == (15, 2, 3, 6)
    assert [dict(earned(TABLES[ItemTable.AKAGIRI], Facts(n, 0, 0), highest=False)) for n in (11, 12)] == [
        {"red_4_7_11_12": 2}
    ] * 2


def test_case_27_thirteen_reds():
    sets, cards = "U3 b2, E3 b7, s2-s7-s10, E3 b10, s9-s9-b9", "s1 s2 s3 s3 s4"
    assert numbers(win(sets, cards, "s5")) == (18, 2, 4, 8)
    assert numbers(win(sets, cards, "s2")) == (18, 2, 5, 10)


def test_case_28_small_sixteen():
    sets, cards = "U3 s1, U3 s3, s2-s7-s10, E3 b9, s4-s5-s6", "s8 s8 s8 b7 b7"
    assert numbers(win(sets, cards, "s7")) == (15, 1, 8, 8)
    assert numbers(win(sets, cards, "b7")) == (18, 2, 1, 2)


def test_case_29_large_eighteen():
    sets, cards = "U3 b1, E3 b3, E3 b4, b5-b6-b7, E3 b9", "b8 b8 b8 s5 s6"
    assert numbers(win(sets, cards, "s7")) == (21, 3, 6, 18)
    assert numbers(win(sets, cards, "s4")) == (21, 3, 10, 30)


def test_case_30_single_wait():
    sets, cards = "E4 b1, U3 b4, E3 b6, E3 s5, E3 s8", "s9 s9 s9 s3"
    assert numbers(win(sets, cards, "s3")) == (23, 3, 10, 30)
    assert numbers(win(sets, cards, "s3", preset="wikipedia")) == (23, 3, 10, 30)
    assert win(sets, cards, "s3", own=True).final == 40
    assert win(sets, cards, "s3", own=True, preset="wikipedia").final == 40
    assert len(win(sets, cards, "s3", preset="wikipedia").items) == 1


def test_case_31_choice_of_partition():
    sets, cards = "U3 b6, E3 b9, U3 b3, s4-s5-s6, s1-s2-s3", "s9 s9 b4 b4 s4"
    assert numbers(win(sets, cards, "b9")) == (24, 4, 4, 16)


def test_case_32_one_item_only():
    table_ = TABLES[ItemTable.WIKIPEDIA]
    best = [max(v for _, v in earned(table_, Facts(n, 0, 0, identical=True), highest=False)) for n in (13, 1)]
    assert best == [8, 4]
