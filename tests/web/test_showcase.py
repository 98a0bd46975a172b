"""The deals that the first page shows: the rules confirm them."""

from __future__ import annotations

import json

import pytest

import paiju
from tools import showcase

RECORDS = json.loads(showcase.RECORDS.read_text())
SHIPPED = json.loads(showcase.STEPS.read_text())


@pytest.mark.parametrize("name", SHIPPED)
def test_the_showcase_displays_a_real_deal(name):
    """The rules engine plays the record again, and refuses an action that is not allowed."""
    assert showcase.displayed(name, RECORDS[name]) == SHIPPED[name]


def test_no_hand_is_left_short():
    """Every seat of Bao Huang lays down what it is said to hold and no more, and each play of a trick is as large as the first."""
    hands, steps = SHIPPED["baohuang"].values()
    count = 0
    for verb, seat, *cards in steps:
        if verb == "play":
            size = len(cards[0].split())
            assert count in (0, size)
            count, hands[seat] = size, hands[seat] - size
        elif verb == "sweep":
            count = 0
    assert hands == [0] * 5
    assert steps[-1][0] == "win"


def test_paohuzi_hands_use_the_cards_of_the_pack():
    """A winner has whole sets; no card appears more than four times."""
    steps = SHIPPED["paohuzi"]["steps"]
    verb, seats, sets = steps[-1]
    assert (verb, len(seats)) == ("win", 1)
    won = [card for one in sets for card in one.split()]
    assert len(won) in (20, 21)
    assert all(won.count(card) <= 4 for card in won)
    assert {card[0] for card in won} <= {"s", "b"}
    assert len(steps) <= showcase.MOST
    assert paiju.load("paohuzi").seats == 3
