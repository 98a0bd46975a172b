"""Choices of several cards from a hand, far too many to write down: a sequence that counts instead.

Returning eight cards from a hand of forty-four can be done in tens of millions of ways. `CardChoices` is
the complete list in lexicographic order, lowest cards first, without ever building it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import overload

from paiju.games.baohuang.actions import Action
from paiju.games.baohuang.cards import RANK_OF, Hand, Kind
from paiju.games.baohuang.plays import Cards


class CardChoices(Sequence[Action]):
    """Every set of `size` cards from `hand`, at most `low_most` of them of rank `low`."""

    def __init__(self, verb: str, hand: Hand, size: int, *, low: int = -1, low_most: int = 0) -> None:
        self._verb = verb
        self._size = size
        self._kinds = tuple((kind, n) for kind, n in enumerate(hand) if n)
        self._low = low
        self._low_most = low_most
        protected = [at for at, (kind, _) in enumerate(self._kinds, 1) if RANK_OF[kind] == low]
        self._free_from = protected[-1] if protected else 0
        self._free = _free_ways([n for _, n in self._kinds[self._free_from :]], size)
        self._memo: dict[tuple[int, int, int], int] = {}  # a plain dict, so that a question can be pickled

    @property
    def verb(self) -> str:
        """The verb of every choice."""
        return self._verb

    @property
    def size(self) -> int:
        """How many cards are chosen."""
        return self._size

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds that may be chosen, ascending."""
        return tuple(kind for kind, _ in self._kinds)

    @property
    def low(self) -> tuple[int, int]:
        """The protected rank (-1: none), and how many of its cards may be chosen."""
        return self._low, self._low_most

    def __len__(self) -> int:
        return self._ways(0, self._size, self._low_most)

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Action, ...]: ...
    def __getitem__(self, index: int | slice) -> Action | tuple[Action, ...]:
        if isinstance(index, slice):
            return tuple(self[i] for i in range(*index.indices(len(self))))
        index = index + len(self) if index < 0 else index
        if not 0 <= index < len(self):
            raise IndexError(index)
        return Action(self._verb, self._unrank(index))

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Action):
            return False
        try:
            cards, asked = tuple(sorted(action.cards)), Counter(action.cards)
        except TypeError:  # no cards at all
            return False
        have = dict(self._kinds)
        if action != Action(self._verb, cards) or len(cards) != self._size:
            return False
        if any(n > have.get(kind, 0) for kind, n in asked.items()):
            return False
        return self._low < 0 or sum(RANK_OF[kind] == self._low for kind in cards) <= self._low_most

    def index(self, value: object, start: int = 0, stop: int | None = None) -> int:
        """Where a choice stands: counted, as there are too many to look for it.

        Raises:
            ValueError: it is none of these.
        """
        if not isinstance(value, Action) or value not in self:
            raise ValueError(value)
        taken = Counter(value.cards)
        found, left, low_left = 0, self._size, self._low_most
        for at, (kind, _) in enumerate(self._kinds):
            own = taken[kind]
            more = range(own + 1, self._most(at, left, low_left) + 1)
            found += sum(self._after(at, left, low_left, n) for n in more)
            low_left -= own if RANK_OF[kind] == self._low else 0
            left -= own
        if not start <= found < (len(self) if stop is None else stop):
            raise ValueError(value)
        return found

    def __iter__(self) -> Iterator[Action]:
        return (self[i] for i in range(len(self)))

    def _most(self, at: int, left: int, low_left: int) -> int:
        kind, copies = self._kinds[at]
        return min(copies, left, low_left if RANK_OF[kind] == self._low else left)

    def _ways(self, at: int, left: int, low_left: int) -> int:
        if at >= self._free_from:
            return self._free[at - self._free_from][left]
        key = at, left, low_left
        ways = self._memo.get(key)
        if ways is None:
            ways = sum(self._after(at, left, low_left, n) for n in range(self._most(at, left, low_left) + 1))
            self._memo[key] = ways
        return ways

    def _after(self, at: int, left: int, low_left: int, taken: int) -> int:
        low = taken if RANK_OF[self._kinds[at][0]] == self._low else 0
        return self._ways(at + 1, left - taken, low_left - low)

    def _unrank(self, index: int) -> Cards:
        cards: list[int] = []
        at, left, low_left = 0, self._size, self._low_most
        while left:
            for taken in range(self._most(at, left, low_left), -1, -1):
                ways = self._after(at, left, low_left, taken)
                if index < ways:
                    break
                index -= ways
            kind = self._kinds[at][0]
            cards += [kind] * taken
            low_left -= taken if RANK_OF[kind] == self._low else 0
            left -= taken
            at += 1
        return tuple(cards)


def _free_ways(copies: list[int], size: int) -> list[list[int]]:
    """From each place on: in how many ways 0, 1 … `size` cards can be chosen, with so many copies at each place."""
    ways = [[1] + [0] * size]
    for n in reversed(copies):
        after = ways[-1]
        ways.append([sum(after[max(0, left - n) : left + 1]) for left in range(size + 1)])
    return ways[::-1]
