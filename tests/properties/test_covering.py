"""Whole deals under every pair of option values that can be in force together."""

from __future__ import annotations

import random
from collections.abc import Callable

from paiju.games.baohuang import GAME
from paiju.games.baohuang.options import BaohuangOptions
from paiju.games.baohuang.state import Carry, Winner
from tests import strategies
from tests.drawing import often, rounds
from tests.properties.covering import RULES, SINGLES, array, confirmed, pairs_of, valid_pairs
from tests.properties.test_deals import play

Tell = Callable[[object], None]
_PARTS = 20
_CONFIRMED = often(120, 400)


def all_pairs(rows: tuple[BaohuangOptions, ...]) -> set[tuple[int, int]]:
    return {pair for row in rows for pair in pairs_of({name: getattr(row, name) for name in RULES})}


def test_every_valid_pair_of_values_is_covered() -> None:
    valid = set(valid_pairs())
    assert all_pairs(array()) == valid
    assert {number for pair in valid for number in pair} == set(range(len(SINGLES))), (
        "a value no options take"
    )


def test_the_covered_pairs_are_valid(rng: random.Random) -> None:
    """What the solver found are options; and it missed no pair that random options hold."""
    valid = set(valid_pairs())
    for pair in rng.sample(sorted(valid), _CONFIRMED):
        assert confirmed(pair), [SINGLES[i] for i in pair]
    assert all_pairs(tuple(strategies.random_options(rng) for _ in range(100))) <= valid


@rounds(2, _PARTS)
def test_every_row_of_the_covering_array_is_played(part: int, rng: random.Random, tell: Tell) -> None:
    for options in array()[part::_PARTS]:
        tell(options.differences())
        play(GAME.deal(options, strategies.random_seed(rng), carry_of_deal(options, rng)), rng)


def carry_of_deal(options: BaohuangOptions, rng: random.Random) -> Carry:
    """What a deal passed on that was won or lost, so that tribute is paid."""
    end = strategies.last_of(strategies.random_deal(rng, options), rng, rng.choice(strategies.MANNERS))
    carry = GAME.carry(end)
    while carry.first_deal or carry.winner is Winner.TIE:
        carry = strategies.random_carry(rng, options)
    return carry
