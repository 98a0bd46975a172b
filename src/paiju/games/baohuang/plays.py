"""Plays: what a play is and which beats which (BH A10-A12), and all plays of a hand (BH A13)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from paiju.games.baohuang.actions import Action, play
from paiju.games.baohuang.cards import (
    BIG,
    FIRST_JOKER,
    KINDS,
    MARKED_BIG,
    MARKED_SMALL,
    RANK_OF,
    TWO,
    Hand,
    Kind,
    lowest_rank,
)
from paiju.games.baohuang.options import BaohuangOptions, LowLast, Order, Switch

Cards = tuple[Kind, ...]

SMALL_STRENGTH = 13
BIG_STRENGTH = 14
THREE_TWOS_STRENGTH = 15
MARKED_BIG_STRENGTH = 16
LAOWANG_STRENGTH = 17
BOMB_SIZE = 4
THREE = 3
_MOST_SHAPES = 1 << 16


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


class Comparison:
    """What sets are worth and which beats which, for one set of options."""

    def __init__(self, options: BaohuangOptions) -> None:
        self._options = options
        self.bombs = options.bombs is Switch.ON
        # BH A10, A18-56: whether four of the lowest rank are no bomb, as that rank goes last.
        barred = options.low_last is LowLast.LOWEST_RANK and not options.bomb_threes
        self._no_bomb_rank = lowest_rank(options.deck) if barred else -1
        big = MARKED_BIG_STRENGTH if options.marked_red_high else BIG_STRENGTH
        self.strength_of: tuple[int, ...] = (
            *RANK_OF[:FIRST_JOKER],
            SMALL_STRENGTH,
            SMALL_STRENGTH,
            BIG_STRENGTH,
            big,
            LAOWANG_STRENGTH,
        )
        self.lowest_gain = 1 if options.order is Order.STRICT else 0
        """How far a natural card must at least lie above the weakest card it is laid on."""
        self._compare = BEATS[options.order]
        self._shapes = lru_cache(_MOST_SHAPES)(self._shape)

    def shape(self, cards: Cards, *, natural: bool = True) -> Shape | None:
        """The shape of `cards` (sorted by kind), None if they cannot be laid together.

        `natural` says that the seat drew them all, which some rules ask of a bomb (BH A18-57).
        """
        return self._shapes(cards, natural)

    def beats(self, new: Shape, old: Shape) -> bool:
        """Whether `new` may be laid on `old`."""
        if new.bomb or old.bomb:
            return new.bomb > old.bomb
        if len(new.strengths) == len(old.strengths):
            return self._compare(new.strengths, old.strengths)
        return self.is_three_twos_on_big(new, old)

    def is_three_twos_on_big(self, new: Shape, old: Shape) -> bool:
        """BH A18-16: three natural twos over a lone big joker."""
        return self._options.three_twos_beat_red and old == LONE_BIG and new.strengths == (TWO, TWO, TWO)

    def laid(self, new: Shape, old: Shape | None) -> Shape:
        """What lies on the table once `new` is laid on `old` (BH A18-58)."""
        if old is not None and not new.bomb and len(new.strengths) != len(old.strengths):
            return THREE_TWOS_ON_BIG
        return new

    def bomb_rank(self, cards: Cards) -> int:
        """Rank of a bomb made of exactly `cards`, 0 if they are none (BH A18-56)."""
        if not self.bombs or len(cards) not in (THREE, BOMB_SIZE):
            return 0
        if cards[0] >= FIRST_JOKER:
            return self._joker_bomb(cards)
        rank = RANK_OF[cards[0]]
        identical = len(cards) == BOMB_SIZE and cards[0] == cards[-1]
        return rank + 1 if identical and rank != self._no_bomb_rank else 0

    def _joker_bomb(self, cards: Cards) -> int:
        red = cards[0] >= BIG and cards[-1] <= MARKED_BIG
        black = cards[-1] <= MARKED_SMALL
        if len(cards) == THREE:
            return BIG_STRENGTH + 1 if red and self._options.bomb_three_reds else 0
        if not self._options.bomb_jokers or not (red or black):
            return 0
        return (BIG_STRENGTH if red else SMALL_STRENGTH) + 1

    def _shape(self, cards: Cards, natural: bool) -> Shape | None:  # noqa: FBT001 - a key of the cache
        bomb = self.bomb_rank(cards) if natural else 0
        if bomb:
            return Shape((), bomb)
        if cards[0] >> 2 == cards[-1] >> 2 and cards[-1] < FIRST_JOKER:
            return Shape((RANK_OF[cards[0]],) * len(cards), 0)
        ranks = [RANK_OF[kind] for kind in cards if kind < FIRST_JOKER]
        jokers = [self.strength_of[kind] for kind in cards if kind >= FIRST_JOKER]
        base = self._base(ranks)
        if base is None or (jokers and TWO in ranks and not self._options.twos_with_jokers):
            return None
        return Shape((*sorted(jokers, reverse=True), *[base] * len(ranks)), 0)

    def _base(self, ranks: list[int]) -> int | None:
        """The one rank a set stands for; -1 for jokers alone; None if there is no such rank."""
        different = set(ranks)
        if self._options.twos_fill and len(different) > 1:
            different.discard(TWO)
        if len(different) > 1:
            return None
        return different.pop() if different else -1


# --- all plays of a hand (BH A10, A13), from cached pieces: one piece for each rank, one for the jokers

Suits = tuple[int, ...]  # copies by suit, or of the five jokers
Plays = Callable[[int, Suits, Suits], tuple[Action, ...]]
"""The plays with a rank (-1: of jokers alone), by its copies and those of which a bomb may be made."""

_NO_SUITS: Suits = (0, 0, 0, 0)
_JOKERS = -1
_PIECES = 1 << 16
_TABLES = 1 << 13


class Generator:
    """Lists plays under one set of options; `bombs` says whether four of a kind must be distinguished."""

    def __init__(self, comparison: Comparison, *, bombs: bool, twos_fill: bool) -> None:
        self._comparison = comparison
        self._bombs = bombs
        self._twos_fill = twos_fill
        self._tables = lru_cache(_TABLES)(self._table_for)
        self._beating = lru_cache(_TABLES)(self._table)
        self._sets = lru_cache(_PIECES)(self._piece)

    def plays(self, hand: Hand, drawn: Hand, skip_rank: int, top: Shape | None) -> tuple[Action, ...]:
        """Every play that beats `top`, or leads if it is None, lowest rank first; none with a card of `skip_rank`.

        `drawn` are the cards of which this seat may make bombs: the whole hand, or those that it drew itself (BH A18-57).
        """
        jokers = hand[FIRST_JOKER:]
        beside = hand[4 * TWO :] if self._twos_fill else jokers
        table, spare = self._tables(beside, top), sum(beside)
        first, size = 0, 1
        if top is not None and not self._bombs:
            first, size = min(top.strengths[-1] + self._comparison.lowest_gain, TWO), len(top.strengths)
        plays: list[Action] = []
        for rank in range(first, TWO + 1):
            suits = hand[4 * rank : 4 * rank + 4]
            copies = sum(suits)
            if copies and copies + spare >= size and rank != skip_rank:
                own = drawn[4 * rank : 4 * rank + 4] if self._bombs else suits
                plays += table(rank, suits, own)
        if sum(jokers) >= size:
            plays += table(_JOKERS, jokers, drawn[FIRST_JOKER:])
        return tuple(plays)

    def _table_for(self, beside: Hand, top: Shape | None) -> Plays:
        """The plays that beat `top`, by the copies of a rank, with the jokers (and twos, where they fill) of a hand."""
        # As many cards of each as go beside a natural one: hands that differ in the rest share a table.
        most = KINDS if top is None else max(0, len(top.strengths) - 1)
        clipped = tuple([min(n, most) for n in beside])
        twos = clipped[: FIRST_JOKER - 4 * TWO] if self._twos_fill else _NO_SUITS
        return self._beating(twos, clipped[-(KINDS - FIRST_JOKER) :], top)

    def _table(self, twos: Suits, jokers: Suits, top: Shape | None) -> Plays:
        """The plays that beat `top`, with some of these twos and jokers beside."""
        beats = self._comparison.beats

        @lru_cache(_PIECES)
        def plays(rank: int, suits: Suits, own: Suits) -> tuple[Action, ...]:
            sets = self._sets(rank, suits, own, twos, jokers)
            return tuple([play(cards) for cards, shape in sets if top is None or beats(shape, top)])

        return plays

    def _piece(
        self, rank: int, suits: Suits, own: Suits, twos: Suits, jokers: Suits
    ) -> list[tuple[Cards, Shape]]:
        """Every set with naturals of a rank, or of jokers alone; a bomb is a play of its own (BH A18-56)."""
        comparison = self._comparison
        laid: dict[Cards, Shape | None] = {}
        if rank == _JOKERS:
            for cards in _joker_sets(suits)[1:]:
                natural = all(cards.count(kind) <= own[kind - FIRST_JOKER] for kind in cards)
                laid[cards] = comparison.shape(cards, natural=natural)
        else:
            choices = _choices(twos if rank < TWO else _NO_SUITS, jokers, no_bomb=self._bombs)
            for count, naturals in enumerate(_forms(rank, suits, no_bomb=self._bombs)[1:], 1):
                for beside in choices:
                    laid[naturals + beside] = comparison.shape((4 * rank,) * count + beside, natural=False)
            for suit in range(4):
                bomb = (4 * rank + suit,) * BOMB_SIZE
                if self._bombs and min(own[suit], suits[suit]) >= BOMB_SIZE and comparison.bomb_rank(bomb):
                    laid[bomb] = comparison.shape(bomb)
        return [(cards, shape) for cards, shape in laid.items() if shape]


@lru_cache(_PIECES)
def _choices(twos: Suits, jokers: Suits, *, no_bomb: bool) -> tuple[Cards, ...]:
    """Every choice from twos, few before many, and jokers, few before many; the first is nothing."""
    choices = product(_forms(TWO, twos, no_bomb=no_bomb), _joker_sets(jokers))
    return tuple(fill + added for fill, added in choices)


@lru_cache(_PIECES)
def _joker_sets(jokers: Suits) -> tuple[Cards, ...]:
    """Every choice among the jokers of a hand, smallest first; the first is no joker at all."""
    choices = product(*(range(n + 1) for n in jokers))
    sets = (tuple(FIRST_JOKER + i for i, n in enumerate(c) for _ in range(n)) for c in choices)
    return tuple(sorted(sets, key=lambda cards: (len(cards), cards)))


@lru_cache(_PIECES)
def _forms(rank: int, copies: Suits, *, no_bomb: bool) -> tuple[Cards, ...]:
    """For each count 0, 1, 2 …: the cards of a rank that keep most identical cards together."""
    return tuple(
        tuple([4 * rank + suit for suit, n in enumerate(taken) for _ in range(n)])
        for taken in _takings(copies, no_bomb=no_bomb)
    )


@lru_cache(_PIECES)
def _takings(copies: Suits, *, no_bomb: bool) -> tuple[Suits, ...]:
    """For each count: what to take of four suits so that fewest identical sets break, ♠ ♥ ♣ ♦ where equal."""
    ways: list[list[Suits]] = [[] for _ in range(sum(copies) + 1)]
    for way in product(*(range(n + 1) for n in copies)):
        ways[sum(way)].append(way)
    return tuple(min(some, key=lambda way: _breakage(copies, way, no_bomb=no_bomb)) for some in ways)


def _breakage(copies: Suits, taken: Suits, *, no_bomb: bool) -> tuple[bool, int, int, int, Suits]:
    pairs = list(zip(copies, taken, strict=True))
    whole_bomb = no_bomb and sum(taken) == BOMB_SIZE and BOMB_SIZE in taken
    fours = sum(1 for n, t in pairs if n >= BOMB_SIZE and t)
    triples = sum(1 for n, t in pairs if n == THREE and 0 < t < n)
    pairs_broken = sum(1 for n, t in pairs if n == THREE - 1 and 0 < t < n)
    return whole_bomb, fours, triples, pairs_broken, tuple(-t for t in taken)
