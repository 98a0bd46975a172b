"""Plays: what a play is and which beats which (BH A10-A12), and all plays of a hand (BH A13)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import NamedTuple, TypeVar

from paiju.games.baohuang.actions import Action, play
from paiju.games.baohuang.cards import (
    BIG,
    FIRST_JOKER,
    KINDS,
    MARKED_BIG,
    MARKED_SMALL,
    RANK_OF,
    TWO,
    Kind,
    Packed,
)
from paiju.games.baohuang.options import Order

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


# --- all plays of a hand (BH A10, A13), from cached pieces: one piece for each rank, one for the jokers

Suits = tuple[int, ...]  # copies by suit, or of the five jokers
Extra = tuple[Suits, Suits]  # twos that may fill a set, and jokers
Laid = tuple[Cards, Shape]
Beside = tuple[int, Cards]  # how many naturals of a rank, and what is beside them
Set = tuple[int, int, Cards]  # a rank, how many naturals of it, and what is beside them

_NO_SUITS: Suits = (0, 0, 0, 0)
_JOKERS = -1
_PIECES = 1 << 16
_TABLES = 1 << 13

_ENOUGH = 128
_TWOS_AT, _JOKERS_AT = 32 * TWO, 8 * FIRST_JOKER
_SUITS: Packed = (1 << 32) - 1
"""The copies of the lowest rank in a packed hand."""
_EACH: tuple[Packed, ...] = tuple(sum(1 << 32 * r for r in range(rank, TWO + 1)) for rank in range(TWO + 2))
"""By rank: the lowest bit of this rank and of all higher ones."""
_TWO_SUITS, _ALL_SUITS = 0xFF00FF * _EACH[0], 0xFFFF * _EACH[0]

Copies = Packed | tuple[Packed, Packed]
"""Of one rank, or of the jokers; where four alike are a bomb, beside those that the seat drew itself."""
_Pieces = Kept[Copies, tuple[Action, ...]]
"""Plays of one rank by its copies."""
_Table = Kept[int, _Pieces]
"""Such plays by rank (-1: jokers alone), beside given jokers and on a given set."""


class _Way(NamedTuple):
    """How to lay on a set, or to lead, with given jokers (and twos, where they fill): which ranks have enough copies, their plays.

    Added to the copies of each rank, `lacking` raises to `_ENOUGH` what is; `ranks` are these bits, and `jokers` says
    whether jokers may be laid alone.
    """

    lacking: Packed
    ranks: Packed
    jokers: bool
    table: _Table


class Generator:
    """Lists plays under one set of options; `bombs` says whether four of a kind must be told apart."""

    def __init__(self, comparison: Comparison, *, suited: bool, bombs: bool, twos_fill: bool) -> None:
        self._comparison = comparison
        self._suited = suited
        self._bombs = bombs
        self._twos_fill = twos_fill
        self._beside_at = _TWOS_AT if twos_fill else _JOKERS_AT
        self._ways = Kept(_TABLES, self._ways_on)
        self._follow_table = lru_cache(_TABLES)(self._make_follow_table)
        self._answers = Kept(_PIECES, self._answers_of)
        self._worth = Kept(_PIECES, self._set)
        self._play_of = Kept(_PIECES, play)
        self._forms = Kept[tuple[int, Suits], tuple[Cards, ...]](
            _PIECES, lambda key: _forms(*key, no_bomb=bombs)
        )

    def plays(self, hand: Packed, drawn: Packed, skip_rank: int, top: Shape | None) -> tuple[Action, ...]:
        """Every play that beats `top`, or leads if it is None, lowest rank first; none with a card of `skip_rank`.

        `drawn` are the cards of which this seat may make bombs: the whole hand, or those that it drew itself (BH A18-57).
        """
        lacking, ranks, jokers, table = self._ways[top][hand >> self._beside_at]
        enough = (_by_rank(hand) if self._suited else hand) + lacking & ranks
        if skip_rank >= 0:
            enough &= ~(_ENOUGH << 32 * skip_rank)
        if not enough and not jokers:
            return ()
        plays: list[Action] = []
        if self._bombs:
            for rank in _RANKS[enough]:
                plays += table[rank][hand >> 32 * rank & _SUITS, drawn >> 32 * rank & _SUITS]
            if jokers:
                plays += table[_JOKERS][hand >> _JOKERS_AT, drawn >> _JOKERS_AT]
        else:
            for rank in _RANKS[enough]:
                plays += table[rank][hand >> 32 * rank & _SUITS]
            if jokers:
                plays += table[_JOKERS][hand >> _JOKERS_AT]
        return tuple(plays)

    def _ways_on(self, top: Shape | None) -> Kept[Packed, _Way]:
        """The ways to lay on a set, or to lead, by what a hand has to lay beside naturals."""
        if top is None:
            return Kept(_TABLES, self._lead)
        return Kept(_TABLES, lambda beside: self._answer(beside, top))

    def _lead(self, beside: Packed) -> _Way:
        extra = self._extra(beside)
        table = _Table(
            _PIECES,
            lambda rank: _Pieces(
                _PIECES,
                lambda copies: tuple([self._play_of[cards] for cards, _ in self._piece(rank, copies, extra)]),
            ),
        )
        return _way(1, 0, jokers=any(extra[1]), table=table)

    def _answer(self, beside: Packed, top: Shape) -> _Way:
        size, (twos, jokers) = len(top.strengths), self._extra(beside)
        capped = tuple([min(n, size - 1) for n in twos]), tuple([min(n, size - 1) for n in jokers])
        table = self._follow_table(
            capped, top
        )  # no more of each than go beside a natural card, for fewer tables
        if self._bombs:
            return _way(1, 0, jokers=any(jokers), table=table)
        if self._comparison.is_out_of_reach(top):
            return _way(size, TWO + 1, jokers=False, table=table)
        first = min(top.strengths[-1] + self._comparison.lowest_gain, TWO)
        return _way(size - sum(twos) - sum(jokers), first, jokers=sum(jokers) >= size, table=table)

    def _extra(self, beside: Packed) -> Extra:
        """Twos that fill, and jokers."""
        if not self._twos_fill:
            return _NO_SUITS, _copies(beside, KINDS - FIRST_JOKER)
        return _copies(beside & _SUITS, 4), _copies(beside >> 32, KINDS - FIRST_JOKER)

    def _make_follow_table(self, extra: Extra, top: Shape) -> _Table:
        beats, size = self._comparison.beats, len(top.strengths)

        def beating(rank: int) -> _Pieces:
            """Of any size."""
            return _Pieces(
                _PIECES,
                lambda copies: tuple(
                    [
                        self._play_of[cards]
                        for cards, shape in self._piece(rank, copies, extra)
                        if beats(shape, top)
                    ]
                ),
            )

        def of_size(rank: int) -> _Pieces:
            if rank == _JOKERS:
                return beating(rank)
            sets = [
                (count, beside)
                for count in (range(1, size + 1) if size > 1 else (1, THREE))  # three twos on a big joker
                for beside in self._beside(rank, extra, max(0, size - count))
                if (shape := self._worth[rank, count, beside]) and beats(shape, top)
            ]
            return self._answers[rank, tuple(sets)]

        return _Table(_PIECES, beating if self._bombs else of_size)

    def _answers_of(self, key: tuple[int, tuple[Beside, ...]]) -> _Pieces:
        """The plays that lay some of these sets of a rank: much that lies on the table is beaten by the same ones."""
        rank, sets = key

        def answers(copies: Copies) -> tuple[Action, ...]:
            forms = self._forms[rank, _parted(rank, copies)[0]]
            most = len(forms)
            return tuple([self._play_of[forms[count] + beside] for count, beside in sets if count < most])

        return _Pieces(_PIECES, answers)

    def _set(self, laid: Set) -> Shape | None:
        rank, count, beside = laid
        return self._comparison.shape((4 * rank,) * count + beside, natural=False)

    def _beside(self, rank: int, extra: Extra, size: int) -> tuple[Cards, ...]:
        """What may be laid beside naturals of a rank: `size` twos and jokers, -1: any number of them."""
        twos, jokers = extra
        return _choices(twos if rank < TWO else _NO_SUITS, jokers, size, no_bomb=self._bombs)

    def _piece(self, rank: int, copies: Copies, extra: Extra) -> list[Laid]:
        """Every set with naturals of a rank, or of jokers alone."""
        suits, own = _parted(rank, copies)
        if rank == _JOKERS:
            return self._joker_piece(suits, own)
        laid = [
            (naturals + beside, shape)
            for count, naturals in enumerate(self._forms[rank, suits][1:], 1)
            for beside in self._beside(rank, extra, -1)
            if (shape := self._worth[rank, count, beside])
        ]
        return self._with_bombs(rank, own, suits, laid) if self._bombs else laid

    def _joker_piece(self, jokers: Suits, own: Suits) -> list[Laid]:
        laid: list[Laid] = []
        for cards in _joker_sets(jokers)[1:]:
            natural = all(cards.count(kind) <= own[kind - FIRST_JOKER] for kind in set(cards))
            if shape := self._comparison.shape(cards, natural=natural):
                laid.append((cards, shape))
        return laid

    def _with_bombs(self, rank: int, own: Suits, copies: Suits, laid: list[Laid]) -> list[Laid]:
        """BH A18-56: every bomb is a play of its own, beside the plain set of four if there is one."""
        bombs = {
            cards: self._comparison.shape(cards)
            for suit in range(4)
            if min(own[suit], copies[suit]) >= BOMB_SIZE
            and self._comparison.bomb_rank(cards := (4 * rank + suit,) * BOMB_SIZE)
        }
        plain = [(cards, bombs.pop(cards, None) or shape) for cards, shape in laid]
        return plain + [(cards, shape) for cards, shape in bombs.items() if shape]


def _way(room: int, first: int, *, jokers: bool, table: _Table) -> _Way:
    """The way for hands with `room` copies or more of a rank from `first` on."""
    return _Way((_ENOUGH - max(1, room)) * _EACH[0], _ENOUGH * _EACH[first], jokers, table)


def _by_rank(hand: Packed) -> Packed:
    """The cards of each rank together, in its first suit."""
    two = (hand & _TWO_SUITS) + (hand >> 8 & _TWO_SUITS)
    return two + (two >> 16) & _ALL_SUITS


def _ranks_of(enough: Packed) -> tuple[int, ...]:
    return tuple([rank for rank in range(TWO + 1) if enough >> 32 * rank & _ENOUGH])


_RANKS = Kept(_TABLES, _ranks_of)
"""The ranks that have enough copies, lowest first."""


def _copies(packed: Packed, many: int) -> Suits:
    return tuple(packed.to_bytes(many, "little"))


def _parted(rank: int, copies: Copies) -> Extra:
    """All copies by suit (of jokers by kind), and those of which bombs may be made."""
    many = KINDS - FIRST_JOKER if rank == _JOKERS else 4
    held, own = copies if isinstance(copies, tuple) else (copies, copies)
    return _copies(held, many), _copies(own, many)


@lru_cache(_PIECES)
def _choices(twos: Suits, jokers: Suits, size: int, *, no_bomb: bool) -> tuple[Cards, ...]:
    """Every choice of `size` cards (-1: of any number) from twos, few before many, and jokers, few before many."""
    choices = product(_forms(TWO, twos, no_bomb=no_bomb), _joker_sets(jokers))
    return tuple(fill + added for fill, added in choices if size in (-1, len(fill) + len(added)))


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
    twins = sum(1 for n, t in pairs if n == THREE - 1 and 0 < t < n)
    return whole_bomb, fours, triples, twins, tuple(-t for t in taken)
