"""All plays of a hand (BH A10, A13), from cached pieces: one piece for each rank, one for the jokers.

A piece depends on few numbers (copies of the rank by suit, the jokers, what lies on the table), and the same
pieces come back all through a deal; that is what makes the law quick.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from paiju.games.baohuang.actions import Action, play
from paiju.games.baohuang.cards import FIRST_JOKER, TWO, Hand
from paiju.games.baohuang.plays import BOMB_SIZE, THREE, Cards, Comparison, Kept, Shape

Suits = tuple[int, ...]  # copies by suit, or of the five jokers
Extra = tuple[Suits, Suits]  # twos that may fill a set, and jokers
Laid = tuple[Cards, Shape]
Beside = tuple[int, Cards]  # how many naturals of a rank, and what is beside them
Set = tuple[int, int, Cards]  # a rank, how many naturals of it, and what is beside them

_NO_SUITS: Suits = (0, 0, 0, 0)
_JOKERS = -1
_PIECES = 1 << 16
_TABLES = 1 << 13

Copies = int | Suits | tuple[Suits, Suits]
"""Of one rank, or of the jokers: without suits how many; where four alike are a bomb, beside those that the seat drew itself."""
_Pieces = Kept[Copies, tuple[Action, ...]]
"""Plays of one rank by its copies."""
_Table = Kept[int, _Pieces]
"""Such plays by rank (-1: jokers alone), beside given jokers and on a given set."""


class _Aim(NamedTuple):
    """What may beat a set: its size, the lowest rank that may (beyond the twos where nothing can), the plays by what may go beside."""

    size: int
    first: int
    tables: Kept[Suits, _Table]


class Generator:
    """Lists plays under one set of options; `bombs` says whether four of a kind must be told apart."""

    def __init__(self, comparison: Comparison, *, suited: bool, bombs: bool, twos_fill: bool) -> None:
        self._comparison = comparison
        self._suited = suited
        self._bombs = bombs
        self._twos_fill = twos_fill
        self._beside_from = 4 * TWO if twos_fill else FIRST_JOKER
        self._aims = Kept(_TABLES, self._aim)
        self._lead_tables = Kept(_TABLES, self._lead_table)
        self._follow_table = lru_cache(_TABLES)(self._make_follow_table)
        self._answers = Kept(_PIECES, self._answers_of)
        self._worth = Kept(_PIECES, self._set)
        self._play_of = Kept(_PIECES, play)
        self._forms = Kept[tuple[int, Suits], tuple[Cards, ...]](
            _PIECES, lambda key: _forms(*key, no_bomb=bombs)
        )

    def leads(self, hand: Hand, drawn: Hand | None, skip_rank: int) -> tuple[Action, ...]:
        """Every play for a leader, lowest rank first; none with a card of `skip_rank`.

        `drawn` are the cards this seat drew itself, where only those make a bomb (BH A18-57).
        """
        table = self._lead_tables[hand[self._beside_from :]]
        plays = self._natural(table, hand, drawn, self._counts_from(0, hand), least=1, skip_rank=skip_rank)
        if any(hand[FIRST_JOKER:]):
            plays += self._of_jokers(table, hand, drawn)
        return tuple(plays)

    def follows(self, hand: Hand, drawn: Hand | None, skip_rank: int, top: Shape) -> tuple[Action, ...]:
        """Every play that beats `top`, lowest rank first; none with a card of `skip_rank`."""
        size, first, tables = self._aims[top]
        if first > TWO:
            return ()
        loose = sum(hand[FIRST_JOKER:])
        counts = self._counts_from(first, hand) if self._suited else hand[4 * first : FIRST_JOKER : 4]
        if self._bombs:
            room, jokers_fit = 1, loose > 0
        else:
            room, jokers_fit = size - loose, loose >= size
            if self._twos_fill:
                room -= counts[-1]
            room = max(1, room)
        if not jokers_fit and max(counts) < room:
            return ()
        table = tables[hand[self._beside_from :]]
        plays = self._natural(table, hand, drawn, counts, least=room, skip_rank=skip_rank)
        if jokers_fit:
            plays += self._of_jokers(table, hand, drawn)
        return tuple(plays)

    def _natural(
        self,
        table: _Table,
        hand: Hand,
        drawn: Hand | None,
        counts: Sequence[int],
        *,
        least: int,
        skip_rank: int,
    ) -> list[Action]:
        """The plays of `table` with naturals; `counts` are the cards of each rank from some rank up to the twos."""
        plays: list[Action] = []
        ranks = enumerate(counts, TWO + 1 - len(counts))
        if not self._suited:
            for rank, count in ranks:
                if count >= least and rank != skip_rank:
                    plays += table[rank][count]
            return plays
        copies: Copies
        for rank, count in ranks:
            if count >= least and rank != skip_rank:
                copies = hand[4 * rank : 4 * rank + 4]
                if self._bombs:
                    copies = copies, drawn[4 * rank : 4 * rank + 4] if drawn else copies
                plays += table[rank][copies]
        return plays

    def _of_jokers(self, table: _Table, hand: Hand, drawn: Hand | None) -> tuple[Action, ...]:
        """The plays of `table` without naturals."""
        jokers = hand[FIRST_JOKER:]
        own = drawn[FIRST_JOKER:] if drawn else jokers
        return table[_JOKERS][(jokers, own) if self._bombs else jokers]

    def _counts_from(self, rank: int, hand: Hand) -> Sequence[int]:
        """Cards of each rank from `rank` on."""
        if not self._suited:
            return hand[4 * rank : FIRST_JOKER : 4]
        kinds = iter(hand[4 * rank : FIRST_JOKER])
        return [a + b + c + d for a, b, c, d in zip(kinds, kinds, kinds, kinds, strict=True)]

    def _aim(self, top: Shape) -> _Aim:
        size = len(top.strengths)
        tables = Kept[Suits, _Table](
            _TABLES, lambda beside: self._follow_table(self._extra(beside, size), top)
        )
        if self._bombs:
            return _Aim(size, 0, tables)
        if self._comparison.is_out_of_reach(top):
            return _Aim(size, TWO + 1, tables)
        return _Aim(size, min(top.strengths[-1] + self._comparison.lowest_gain, TWO), tables)

    def _extra(self, beside: Suits, size: int | None = None) -> Extra:
        """Twos that fill and jokers; no more of each than go beside a natural card into a set of `size`, for fewer tables."""
        if size is not None:
            beside = tuple([min(n, size - 1) for n in beside])
        return (beside[:4], beside[4:]) if self._twos_fill else (_NO_SUITS, beside)

    def _lead_table(self, beside: Suits) -> _Table:
        extra = self._extra(beside)
        return _Table(
            _PIECES,
            lambda rank: _Pieces(
                _PIECES,
                lambda copies: tuple([self._play_of[cards] for cards, _ in self._piece(rank, copies, extra)]),
            ),
        )

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
            forms = self._forms[rank, _suits_of(copies)[0]]
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
        suits, own = _suits_of(copies)
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


def _suits_of(copies: Copies) -> Extra:
    """Copies by suit, all of them and those that the seat drew itself."""
    if isinstance(copies, int):
        copies = (copies, 0, 0, 0)
    return copies if isinstance(copies[0], tuple) else (copies, copies)


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
