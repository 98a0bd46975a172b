"""All plays of a hand (BH A10, A13), from cached pieces: one piece for each rank, one for the jokers.

A piece depends on few numbers (copies of the rank by suit, the jokers, what lies on the table), and the same
pieces come back all through a deal; that is what makes the law quick.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product

from paiju.games.baohuang.actions import Action, play
from paiju.games.baohuang.cards import FIRST_JOKER, TWO, Hand
from paiju.games.baohuang.plays import BOMB_SIZE, THREE, Cards, Comparison, Kept, Shape

Suits = tuple[int, ...]  # copies by suit, or of the five jokers
Extra = tuple[Suits, Suits]  # twos that may fill a set, and jokers
Laid = tuple[Cards, Shape]
Beside = tuple[int, Cards]  # how many naturals of a rank, and what is beside them
Set = tuple[int, int, Cards]  # a rank, how many naturals of it, and what is beside them

_NO_SUITS: Suits = (0, 0, 0, 0)
_PIECES = 1 << 16
_TABLES = 1 << 13


Key = int | tuple[int, Suits, Suits]
"""Rank (-1: jokers alone), copies, those of them the seat drew itself; without suits 16 times the copies and the rank."""


_Table = Kept[Key, tuple[Action, ...]]
"""Plays by rank and copies, beside given jokers and on a given set."""


class Generator:
    """Lists plays under one set of options; `bombs` says whether four of a kind must be told apart."""

    def __init__(self, comparison: Comparison, *, suited: bool, bombs: bool, twos_fill: bool) -> None:
        self._comparison = comparison
        self._suited = suited
        self._bombs = bombs
        self._twos_fill = twos_fill
        self._targets = Kept(_TABLES, self._aim)
        self._lead_table = lru_cache(_TABLES)(self._make_lead_table)
        self._follow_table = lru_cache(_TABLES)(self._make_follow_table)
        self._follow_tables = Kept(_PIECES, self._find_follow_table)
        self._worth = Kept(_PIECES, self._set)
        self._forms = Kept[tuple[int, Suits], tuple[Cards, ...]](
            _PIECES, lambda key: _forms(*key, no_bomb=bombs)
        )

    def leads(self, hand: Hand, drawn: Hand | None, skip_rank: int) -> tuple[Action, ...]:
        """Every play for a leader, lowest rank first; none with a card of `skip_rank`.

        `drawn` are the cards this seat drew itself, where only those make a bomb (BH A18-57).
        """
        jokers = hand[FIRST_JOKER:]
        table = self._lead_table((hand[4 * TWO : FIRST_JOKER] if self._twos_fill else _NO_SUITS, jokers))
        plays = self._natural(table, hand, drawn, self._counts_from(0, hand), least=1, skip_rank=skip_rank)
        if any(jokers):
            plays += table[-1, jokers, drawn[FIRST_JOKER:] if drawn else jokers]
        return tuple(plays)

    def follows(self, hand: Hand, drawn: Hand | None, skip_rank: int, top: Shape) -> tuple[Action, ...]:
        """Every play that beats `top`, lowest rank first; none with a card of `skip_rank`."""
        size, first = self._targets[top]
        if first > TWO:
            return ()
        jokers = hand[FIRST_JOKER:]
        loose = sum(jokers)
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
        twos = hand[4 * TWO : FIRST_JOKER] if self._twos_fill else _NO_SUITS
        table = self._follow_tables[twos, jokers, top]
        plays = self._natural(table, hand, drawn, counts, least=room, skip_rank=skip_rank)
        if jokers_fit:
            plays += table[-1, jokers, drawn[FIRST_JOKER:] if drawn else jokers]
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
                    plays += table[count << 4 | rank]
            return plays
        find = table.find
        for rank, count in ranks:
            if count >= least and rank != skip_rank:
                copies = hand[4 * rank : 4 * rank + 4]
                plays += find((rank, copies, drawn[4 * rank : 4 * rank + 4] if drawn else copies))
        return plays

    def _aim(self, top: Shape) -> tuple[int, int]:
        """The size of `top`, and the lowest rank that may beat it; beyond the twos where nothing can."""
        size = len(top.strengths)
        if self._bombs:
            return size, 0
        if self._comparison.is_out_of_reach(top):
            return size, TWO + 1
        return size, min(top.strengths[-1] + self._comparison.lowest_gain, TWO)

    def _set(self, laid: Set) -> Shape | None:
        rank, count, beside = laid
        return self._comparison.shape((4 * rank,) * count + beside, natural=False)

    def _counts_from(self, rank: int, hand: Hand) -> Sequence[int]:
        """Cards of each rank from `rank` on."""
        if not self._suited:
            return hand[4 * rank : FIRST_JOKER : 4]
        kinds = iter(hand[4 * rank : FIRST_JOKER])
        return [a + b + c + d for a, b, c, d in zip(kinds, kinds, kinds, kinds, strict=True)]

    def _make_lead_table(self, extra: Extra) -> _Table:
        return _Table(_PIECES, lambda key: tuple([play(cards) for cards, _ in self._piece(key, extra)]))

    def _find_follow_table(self, key: tuple[Suits, Suits, Shape]) -> _Table:
        twos, jokers, top = key
        return self._follow_table(_at_most(twos, jokers, len(top.strengths) - 1), top)

    def _make_follow_table(self, extra: Extra, top: Shape) -> _Table:
        beats, size = self._comparison.beats, len(top.strengths)
        if self._bombs:  # of any size
            return _Table(
                _PIECES,
                lambda key: tuple(
                    [play(cards) for cards, shape in self._piece(key, extra) if beats(shape, top)]
                ),
            )
        beating = Kept[int, list[Beside]](
            _TABLES,
            lambda rank: [
                (count, beside)
                for count in (range(1, size + 1) if size > 1 else (1, THREE))  # three twos on a big joker
                for beside in self._beside(rank, extra, max(0, size - count))
                if (shape := self._worth[rank, count, beside]) and beats(shape, top)
            ],
        )

        def answers(key: Key) -> tuple[Action, ...]:
            rank, copies, own = _parts(key)
            if rank < 0:
                return tuple(
                    [play(cards) for cards, shape in self._joker_piece(copies, own) if beats(shape, top)]
                )
            forms = self._forms[rank, copies]
            most = len(forms)
            return tuple([play(forms[count] + beside) for count, beside in beating[rank] if count < most])

        return _Table(0 if self._suited else _PIECES, answers)  # suits hardly ever come again

    def _beside(self, rank: int, extra: Extra, size: int) -> tuple[Cards, ...]:
        """What may be laid beside naturals of a rank: `size` twos and jokers, -1: any number of them."""
        twos, jokers = extra
        return _choices(twos if rank < TWO else _NO_SUITS, jokers, size, no_bomb=self._bombs)

    def _piece(self, key: Key, extra: Extra) -> list[Laid]:
        """Every set with naturals of a rank, or of jokers alone."""
        rank, copies, own = _parts(key)
        if rank < 0:
            return self._joker_piece(copies, own)
        laid = [
            (naturals + beside, shape)
            for count, naturals in enumerate(self._forms[rank, copies][1:], 1)
            for beside in self._beside(rank, extra, -1)
            if (shape := self._worth[rank, count, beside])
        ]
        return self._with_bombs(rank, own, copies, laid) if self._bombs else laid

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


def _parts(key: Key) -> tuple[int, Suits, Suits]:
    if isinstance(key, tuple):
        return key
    copies = (key >> 4, 0, 0, 0)
    return key & 15, copies, copies


@lru_cache(_PIECES)
def _at_most(twos: Suits, jokers: Suits, most: int) -> Extra:
    """What may go beside a natural card into a set of `most` more: no more of each than that, for fewer tables."""
    return tuple(min(n, most) for n in twos), tuple(min(n, most) for n in jokers)


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
