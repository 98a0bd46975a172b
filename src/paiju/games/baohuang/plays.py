"""Sets of cards that may be laid, and which set beats which (BH A10, A11, A12).

A *shape* is what counts about a laid set: the strengths of its cards, strongest first, and its rank as a
bomb. Strengths: ranks 0..12, small joker 13, big joker 14, three twos over a big joker 15, the marked
big joker 14 (16 where it is high), 老王 17.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from paiju.games.baohuang.cards import (
    BIG,
    FIRST_JOKER,
    MARKED_BIG,
    MARKED_SMALL,
    RANK_OF,
    TWO,
    Kind,
)
from paiju.games.baohuang.option_values import Order

Cards = tuple[Kind, ...]

SMALL_STRENGTH = 13
BIG_STRENGTH = 14
THREE_TWOS_STRENGTH = 15
MARKED_BIG_STRENGTH = 16
LAOWANG_STRENGTH = 17
BOMB_SIZE = 4
THREE = 3
_MOST_SHAPES = 1 << 16
K = TypeVar("K")
V = TypeVar("V")


class Kept(dict[K, V]):
    """What was made for each key, until there is too much of it: as `lru_cache`, but quicker to ask."""

    def __init__(self, most: int, make: Callable[[K], V]) -> None:
        super().__init__()
        self._most = most
        self._make = make

    def __missing__(self, key: K) -> V:
        made = self._make(key)
        if len(self) >= self._most:
            self.clear()
        self[key] = made
        return made


class Shape(NamedTuple):
    """Strengths of a laid set, strongest first, and its bomb rank (0: no bomb)."""

    strengths: tuple[int, ...]
    bomb: int


LONE_BIG = Shape((BIG_STRENGTH,), 0)
THREE_TWOS_ON_BIG = Shape((THREE_TWOS_STRENGTH,), 0)

Beats = Callable[[tuple[int, ...], tuple[int, ...]], bool]


def beats_strict(new: tuple[int, ...], old: tuple[int, ...]) -> bool:
    """Every card beats its partner: sorted, every position is higher (BH A11, Hall's theorem)."""
    return all(a > b for a, b in zip(new, old, strict=True))


def beats_joker_strict(new: tuple[int, ...], old: tuple[int, ...]) -> bool:
    """Jokers must be beaten, naturals may be equalled, and the two sets must differ (BH A11)."""
    return new != old and all(a > b if b >= SMALL_STRENGTH else a >= b for a, b in zip(new, old, strict=True))


BEATS: dict[Order, Beats] = {Order.STRICT: beats_strict, Order.JOKER_STRICT: beats_joker_strict}


@dataclass(frozen=True, slots=True)
class SetRules:
    """What an option set says of sets and bombs; `no_bomb_rank` is a rank of which four are no bomb, or -1."""

    order: Order
    marked_big_high: bool
    laowang: bool
    twos_fill: bool
    twos_with_jokers: bool
    three_twos_beat_red: bool
    bombs: bool
    bomb_jokers: bool
    bomb_three_reds: bool
    no_bomb_rank: int


class Comparison:
    """What sets are worth and which beats which, for one set of options."""

    def __init__(self, rules: SetRules) -> None:
        self._rules = rules
        big = MARKED_BIG_STRENGTH if rules.marked_big_high else BIG_STRENGTH
        self.strength_of: tuple[int, ...] = (
            *RANK_OF[:FIRST_JOKER],
            SMALL_STRENGTH,
            SMALL_STRENGTH,
            BIG_STRENGTH,
            big,
            LAOWANG_STRENGTH,
        )
        self._highest = LAOWANG_STRENGTH if rules.laowang else big
        self.lowest_gain = 1 if rules.order is Order.STRICT else 0
        """How far a natural card must at least lie above the weakest card it is laid on."""
        self._compare = BEATS[rules.order]
        self.natural = Kept(_MOST_SHAPES, self._natural_shape)
        """The shape of cards that a seat drew itself."""
        self.plain = Kept(_MOST_SHAPES, self._plain_shape)
        """The shape of other cards, which under some rules are no bomb (BH A18-57)."""

    def shape(self, cards: Cards, *, natural: bool = True) -> Shape | None:
        """The shape of `cards` (sorted by kind), None if they cannot be laid together.

        `natural` says that the seat drew them all, which some rules ask of a bomb (BH A18-57).
        """
        return self.natural[cards] if natural else self.plain[cards]

    def beats(self, new: Shape, old: Shape) -> bool:
        """Whether `new` may be laid on `old`."""
        if new.bomb or old.bomb:
            return new.bomb > old.bomb
        if len(new.strengths) == len(old.strengths):
            return self._compare(new.strengths, old.strengths)
        return self.is_three_twos_on_big(new, old)

    def is_out_of_reach(self, top: Shape) -> bool:
        """Whether nothing but a bomb can beat `top`: it holds a card of the highest strength there is."""
        return top.strengths[0] >= self._highest and not (self._rules.three_twos_beat_red and top == LONE_BIG)

    def is_three_twos_on_big(self, new: Shape, old: Shape) -> bool:
        """BH A18-16: three natural twos over a lone big joker."""
        return self._rules.three_twos_beat_red and old == LONE_BIG and new.strengths == (TWO, TWO, TWO)

    def laid(self, new: Shape, old: Shape | None) -> Shape:
        """What lies on the table once `new` is laid on `old` (BH A18-58)."""
        if old is not None and not new.bomb and len(new.strengths) != len(old.strengths):
            return THREE_TWOS_ON_BIG
        return new

    def bomb_rank(self, cards: Cards) -> int:
        """Rank of a bomb made of exactly `cards`, 0 if they are none (BH A18-56)."""
        if not self._rules.bombs or len(cards) not in (THREE, BOMB_SIZE):
            return 0
        if cards[0] >= FIRST_JOKER:
            return self._joker_bomb(cards)
        rank = RANK_OF[cards[0]]
        identical = len(cards) == BOMB_SIZE and cards[0] == cards[-1]
        return rank + 1 if identical and rank != self._rules.no_bomb_rank else 0

    def _joker_bomb(self, cards: Cards) -> int:
        red = cards[0] >= BIG and cards[-1] <= MARKED_BIG
        black = cards[-1] <= MARKED_SMALL
        if len(cards) == THREE:
            return BIG_STRENGTH + 1 if red and self._rules.bomb_three_reds else 0
        if not self._rules.bomb_jokers or not (red or black):
            return 0
        return (BIG_STRENGTH if red else SMALL_STRENGTH) + 1

    def _natural_shape(self, cards: Cards) -> Shape | None:
        bomb = self.bomb_rank(cards)
        return Shape((), bomb) if bomb else self.plain[cards]

    def _plain_shape(self, cards: Cards) -> Shape | None:
        if cards[0] >> 2 == cards[-1] >> 2 and cards[-1] < FIRST_JOKER:
            return Shape((RANK_OF[cards[0]],) * len(cards), 0)
        ranks = [RANK_OF[kind] for kind in cards if kind < FIRST_JOKER]
        jokers = [self.strength_of[kind] for kind in cards if kind >= FIRST_JOKER]
        base = self._base(ranks)
        if base is None or (jokers and TWO in ranks and not self._rules.twos_with_jokers):
            return None
        return Shape((*sorted(jokers, reverse=True), *[base] * len(ranks)), 0)

    def _base(self, ranks: list[int]) -> int | None:
        """The one rank a set stands for; -1 for jokers alone; None if there is no such rank."""
        different = set(ranks)
        if self._rules.twos_fill and len(different) > 1:
            different.discard(TWO)
        if len(different) > 1:
            return None
        return different.pop() if different else -1
