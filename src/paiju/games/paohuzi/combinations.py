"""The combinations that cards and table sets make: the one that a win shows, and how far the best falls short."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from paiju.games.paohuzi.cards import LARGE, UNIT, UNKNOWN, Hand, Kind, count, kinds_of
from paiju.games.paohuzi.hands import SETS, hidden, triple_of
from paiju.games.paohuzi.partitions import Part, partitions
from paiju.games.paohuzi.rules import Rules
from paiju.games.paohuzi.scoring import Score, facts_of, needed, score
from paiju.games.paohuzi.sets import HU, Meld, SetKind, same, tally
from paiju.games.paohuzi.winning import Terms

Melds = tuple[Meld, ...]

_TRIPLE = 3


class Shortfall(NamedTuple):
    """A combination that does not count enough: its hu, and how many it would need."""

    hu: int
    needed: int

    @property
    def missing(self) -> int:
        """How many hu are missing."""
        return self.needed - self.hu


def explain(rules: Rules, melds: Melds, hand: Hand, terms: Terms, won: Score) -> tuple[Part, ...]:
    """The sets of a combination that has the score `won`."""
    for parts, found in _scored(rules, melds, hand, terms):
        if found == won:
            return parts
    raise AssertionError("a score without a combination")


def shortfall(rules: Rules, melds: Melds, hand: Hand, terms: Terms) -> Shortfall | None:
    """How far the nearest combination is from the minimum (PZ M21); None if the cards make none at all."""
    found = [Shortfall(one.hu, needed(rules, one.items)) for _, one in _scored(rules, melds, hand, terms)]
    return min(found, key=lambda one: (one.missing, -one.hu), default=None)


def _scored(rules: Rules, melds: Melds, hand: Hand, terms: Terms) -> Iterator[tuple[tuple[Part, ...], Score]]:
    """All combinations of seven sets, whatever they count, with their scores."""
    how = terms.how
    for table, rest, extra in _readings(rules, melds, hand, terms):
        inside = hidden(rest)
        laid = tally(table)
        added = UNIT[extra] if extra >= 0 else 0
        fixed = (*[Part(meld.kind, meld.cards, meld.hu) for meld in table], *secret_sets(rest))
        pair = laid.quads + inside.quads > 0
        for cut in partitions(inside.free + added, pair=pair, one_five_ten=rules.one_five_ten):
            parts = (*fixed, *cut)
            if len(parts) == SETS:
                alike = all(part.kind not in (SetKind.SEQUENCE, SetKind.MIXED) for part in parts)
                facts = facts_of(laid.code + rest + added, how, identical=alike)
                found = score(rules, sum(part.hu for part in parts), facts, how, minimum=False)
                assert found is not None, "without a minimum all count"
                yield parts, found


def _readings(rules: Rules, melds: Melds, hand: Hand, terms: Terms) -> Iterator[tuple[Melds, Hand, Kind]]:
    card = terms.card
    if card < 0 or not terms.pao or rules.break_pao:
        yield melds, hand, card
    if card < 0:
        return
    triple = triple_of(tally(melds), hand, card)
    if triple is not None:
        old, rest = triple
        kept = tuple(m for m in melds if old is None or m.kind is not old or m.cards[0] != card)
        yield (*kept, same(SetKind.EXPOSED_4, card)), rest, UNKNOWN


def secret_sets(hand: Hand) -> tuple[Part, ...]:
    """Secret triples of a hand, and quads that are not laid yet."""
    parts = []
    for kind in kinds_of(hand):
        copies = count(hand, kind)
        if copies >= _TRIPLE:
            name = SetKind.SECRET_3 if copies == _TRIPLE else SetKind.UNEXPOSED_4
            parts.append(Part(name, (kind,) * copies, HU[name][kind >= LARGE]))
    return tuple(parts)
