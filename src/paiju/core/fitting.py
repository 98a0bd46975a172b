"""Whether copies of kinds can lie so that every hand is full, and ways to lay them so where draws hardly ever come to that.

The ways of a heap between its bounds are the bases of a polymatroid, and so are those of several heaps together: hands can be filled if no set
of them has more room than there are copies that may lie in it (Edmonds 1970, "Submodular functions, matroids, and certain polyhedra").
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import accumulate
from operator import add, le, sub

from paiju.core.heaps import Counts, Heap, tilt_for, tilted

_BySet = tuple[int, ...]
"""A number for each set of hands, by the number whose bits are the hands."""


def fits(room: Sequence[int], heaps: Iterable[Heap]) -> bool:
    """Whether the copies of heaps can fill hands of this room; weights of single counts are not looked at."""
    most = _most_of(heaps, len(room))
    return most[-1] == sum(room) and all(map(le, _by_set(room), most))


def laid(room: Sequence[int], heaps: Sequence[Heap], lot: Callable[[], float]) -> list[Counts] | None:
    """By heap, counts that fill hands: heap after heap about as likely as they weigh, but never so that what follows cannot fill them.

    None where the hands cannot be filled, or the weights of single counts do not allow what was drawn.
    """
    if not fits(room, heaps):
        return None
    tilt = tilt_for(room, heaps)
    left, most = _by_set(room), _most_of(heaps, len(room))
    found: list[Counts] = []
    for heap in heaps:
        most = tuple(map(sub, most, _most(heap)))
        ways = [
            (counts, rest, weight)
            for counts, weight in tilted(heap, tilt)
            if all(map(le, rest := tuple(map(sub, left, _by_set(counts))), most))
        ]
        if not ways:
            return None
        sums = list(accumulate([weight for _, _, weight in ways]))
        counts, left, _ = ways[min(bisect(sums, lot() * sums[-1]), len(ways) - 1)]
        found.append(counts)
    return found


def _most_of(heaps: Iterable[Heap], hands: int) -> _BySet:
    """How many copies of all heaps may lie in each set of hands, at most."""
    most: _BySet = (0,) * (1 << hands)
    for heap in heaps:
        most = tuple(map(add, most, _most(heap)))
    return most


@lru_cache(maxsize=8192)
def _most(heap: Heap) -> _BySet:
    """The same of one heap: as many as these hands can have, but those that others must have."""
    beside = sum(heap.least)
    return tuple([
        min(inside, heap.copies - beside + least)
        for inside, least in zip(_by_set(heap.most), _by_set(heap.least), strict=True)
    ])  # fmt: skip


@lru_cache(maxsize=8192)
def _by_set(counts: Counts) -> _BySet:
    """Sums over each set of hands."""
    sums = [0]
    for count in counts:
        sums += [count + one for one in sums]
    return tuple(sums)
