"""A Paohuzi hand laid out by sets, as the page shows it: quads, triples, pairs, runs, rest."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from paiju.bots.paohuzi.heuristic.plans import Packing, packings
from paiju.games.paohuzi.cards import Hand, Kind, cards_of, count, kinds_of, locked, loose, size
from paiju.games.paohuzi.hands import hidden
from paiju.games.paohuzi.melds import partitions

_PAIR = 2
_MOST_REST = 3

Group = tuple[Kind, ...]


class Groups(NamedTuple):
    """The groups of a hand, and what its secret sets and counting sequences come to."""

    groups: tuple[Group, ...]
    hu: int


@lru_cache(maxsize=1 << 11)
def groups_of(hand: Hand, one_five_ten: bool) -> Groups:  # noqa: FBT001 - a key of the cache
    """The hand by sets: the runs that are worth most, then those that leave fewest single cards."""
    free = loose(hand)
    best = min(packings(free, one_five_ten), key=_worth)
    cuts = partitions(free - best.rest, pair=False, one_five_ten=one_five_ten)
    runs = max(cuts, key=lambda cut: sum(part.hu for part in cut))
    secret = sorted((kind for kind in kinds_of(locked(hand))), key=lambda kind: (-count(hand, kind), kind))
    pairs = [kind for kind in kinds_of(best.rest) if count(best.rest, kind) == _PAIR]
    singles = [kind for kind in kinds_of(best.rest) if count(best.rest, kind) != _PAIR]
    groups = (
        *((kind,) * count(hand, kind) for kind in secret),
        *((kind,) * _PAIR for kind in pairs),
        *(part.cards for part in runs),
        *(tuple(singles[at : at + _MOST_REST]) for at in range(0, len(singles), _MOST_REST)),
    )
    return Groups(groups, hidden(hand).hu + best.hu)


def _worth(packing: Packing) -> tuple[int, int, int, tuple[Kind, ...]]:
    rest = packing.rest
    singles = sum(count(rest, kind) != _PAIR for kind in kinds_of(rest))
    return -packing.hu, singles, size(rest), cards_of(rest)
