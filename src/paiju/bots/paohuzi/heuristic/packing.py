"""Every way to take complete sequences and mixed sets out of the loose cards of a hand."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from paiju.games.paohuzi.cards import GUARD, UNIT, Hand
from paiju.games.paohuzi.sets import CATALOGUES


class Packing(NamedTuple):
    """Cards left over when `sets` sets worth `hu` are taken out."""

    rest: Hand
    hu: int
    sets: int


_NOTHING = (Packing(0, 0, 0),)


@lru_cache(maxsize=1 << 11)
def packings(free: Hand, one_five_ten: bool) -> tuple[Packing, ...]:  # noqa: FBT001 - a key of the cache
    """Each possible rest once, with the most hu; not only the smallest rests, for sets may be worth breaking."""
    if not free:
        return _NOTHING
    first = ((free & -free).bit_length() - 1) >> 2
    unit = UNIT[first]
    best = {rest + unit: (hu, sets) for rest, hu, sets in packings(free - unit, one_five_ten)}
    for run in CATALOGUES[one_five_ten].first[first]:
        if (free | GUARD) - run.code & GUARD != GUARD:
            continue
        for rest, hu, sets in packings(free - run.code, one_five_ten):
            if rest not in best or best[rest][0] < hu + run.hu:
                best[rest] = (hu + run.hu, sets + 1)
    return tuple([Packing(rest, hu, sets) for rest, (hu, sets) in best.items()])
