"""games.baohuang.choices: a counted list must be the written-out one."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from paiju.games.baohuang.actions import Action
from paiju.games.baohuang.cards import RANK_OF, cards_of, hand_of
from paiju.games.baohuang.phases.transfers import CardChoices
from tests.drawing import often

HAND = hand_of((0, 0, 1, 4, 4, 4, 9, 52, 54))


def written(hand: tuple[int, ...], size: int, low: int, most: int) -> list[Action]:
    """All sets, by brute force."""
    sets = dict.fromkeys(combinations(cards_of(hand), size))
    fits = [cards for cards in sets if low < 0 or sum(RANK_OF[card] == low for card in cards) <= most]
    return [Action("return", cards) for cards in fits]


def test_a_choice_list_equals_the_written_out_list(rng: random.Random) -> None:
    for _ in range(often(60, 300)):
        hand = hand_of(rng.choices((0, 1, 4, 5, 8, 40, 52, 54), k=rng.randrange(10)))
        lowest = RANK_OF[next(iter(cards_of(hand)), 0)]
        size, low, most = rng.randint(1, 4), rng.choice((-1, 0, lowest)), rng.randint(0, 3)
        choices = CardChoices("return", hand, size, low=low, low_most=most)
        expected = written(hand, size, low, most)
        assert len(choices) == len(expected)
        assert sorted(choices) == sorted(expected)
        assert all(action in choices for action in expected)
    assert list(choices[:3]) == [choices[i] for i in range(min(3, len(expected)))]
    assert [choices.index(action) for action in choices] == list(range(len(expected)))


def test_a_choice_list_is_a_sequence() -> None:
    choices = CardChoices("return", HAND, 2)
    assert choices[-1] == choices[len(choices) - 1]
    assert choices[0].cards == (0, 0)
    with pytest.raises(IndexError):
        choices[len(choices)]
    assert list(choices) == sorted(choices)


@pytest.mark.parametrize(
    "other",
    [
        Action("give", (0, 1)),
        Action("return", (0,)),
        Action("return", (0, 1, 4)),
        Action("return", (1, 0)),
        Action("return", (9, 9)),
        Action("return", (0, 99)),
        Action("return", (-1, 0)),
        Action("return", (0, 1), 5),
        Action("return", (0, "1")),
        Action("return", ([], [])),
        "return",
        None,
    ],
)
def test_other_objects_are_not_in_a_choice_list(other: object) -> None:
    choices = CardChoices("return", HAND, 2)
    assert other not in choices
    with pytest.raises(ValueError, match=r"None|return|give"):
        choices.index(other)


def test_a_huge_choice_list_is_counted_without_listing() -> None:
    everything = hand_of(range(44))
    choices = CardChoices("return", everything, 8)
    assert len(choices) == 177_232_627
    assert choices[100_000_000] in choices
    assert choices.index(choices[100_000_000]) == 100_000_000
    with pytest.raises(ValueError, match="return"):
        choices.index(choices[3], 4)
