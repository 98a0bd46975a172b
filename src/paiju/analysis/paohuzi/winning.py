"""Hands that a thrown card may complete: all that some cards make, looked for set by set.

A hand that wins is made of sets, one of which holds the card (PZ M17-M19). Sets are chosen from those that count most downwards, and a
branch ends where even the best that is left stays under the hu a win needs; so the search comes to its end, or says that it did not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from paiju.games.paohuzi.cards import COPIES, KINDS, ONES, UNIT, Hand, Kind, holds, size
from paiju.games.paohuzi.hands import SETS
from paiju.games.paohuzi.rules import Rules
from paiju.games.paohuzi.sets import CATALOGUES, Laid, SetKind, set_hu

_PAIR, _TRIPLE = 2, 3
_MOST = 6000
"""So many branches are gone into; where there are more the question stays open."""


class _Part(NamedTuple):
    """Cards of a set that lie in the hand, how many they are, and what the set counts at the most."""

    code: Hand
    size: int
    hu: int


def candidates(rules: Rules, laid: Laid, pool: Hand, many: int, card: Kind) -> Iterator[Hand]:
    """Hands of `many` cards of a pool, among them each that wins with `card` beside the sets on the table.

    Raises:
        LookupError: once the search has gone too far; what came before is not all there is.
    """
    parts = [part for part in _parts(one_five_ten=rules.one_five_ten) if holds(pool, part.code)]
    search = _Search(parts)
    known: set[Hand] = set()
    for lead, sets in _leads(rules, laid, card):
        if not holds(pool, lead.code):
            continue
        lacking = rules.min_hu - laid.hu - lead.hu
        rest = pool - lead.code
        for hand in search.hands(0, rest, SETS - laid.sets - sets, many - lead.size, lacking):
            whole = hand + lead.code
            if whole not in known and not whole & COPIES * ONES:  # quads are laid before play (PZ M8)
                known.add(whole)
                yield whole


def _leads(rules: Rules, laid: Laid, card: Kind) -> Iterator[tuple[_Part, int]]:
    """What a hand may hold beside a card in its set, and how many sets that makes; nothing beside an exposed triple."""
    if laid.exposed >> card & 1:
        gain = set_hu(SetKind.EXPOSED_4, card) - set_hu(SetKind.EXPOSED_3, card)
        yield _Part(0, 0, gain), 0
    for run in CATALOGUES[rules.one_five_ten].holding[card]:
        yield _Part(run.code - UNIT[card], _PAIR, run.hu), 1
    yield _Part(_PAIR * UNIT[card], _PAIR, set_hu(SetKind.SECRET_3, card)), 1
    yield _Part(UNIT[card], 1, 0), 1


def _parts(*, one_five_ten: bool) -> list[_Part]:
    """All sets that lie in hands, those that count most first; pairs last."""
    runs = [_Part(run.code, size(run.code), run.hu) for run in CATALOGUES[one_five_ten].runs]
    alike = [
        _Part(copies * UNIT[kind], copies, set_hu(of, kind))
        for of, copies in ((SetKind.SECRET_3, _TRIPLE), (SetKind.PAIR, _PAIR))
        for kind in range(KINDS)
    ]
    return sorted([*runs, *alike], key=lambda part: (-part.hu, -part.size))


class _Search:
    """Chooses sets in the order of `parts`, each again as often as there are cards for it."""

    def __init__(self, parts: Sequence[_Part]) -> None:
        self._parts = parts
        self._gone = 0

    def hands(self, at: int, pool: Hand, sets: int, many: int, lacking: int) -> Iterator[Hand]:
        """The cards of so many sets, `many` in all, that count `lacking` hu at least; parts from place `at` on."""
        self._gone += 1
        if self._gone > _MOST:
            raise LookupError
        if sets == 0:
            if many == 0 and lacking <= 0:
                yield 0
            return
        if not _TRIPLE * sets - 1 <= many <= _TRIPLE * sets:  # one pair at the most
            return
        for place in range(at, len(self._parts)):
            part = self._parts[place]
            if lacking > sets * part.hu:
                return
            if holds(pool, part.code):
                further = self.hands(place, pool - part.code, sets - 1, many - part.size, lacking - part.hu)
                for rest in further:
                    yield part.code + rest
