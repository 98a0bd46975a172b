"""How far a Paohuzi hand is from winning: the fewest cards that must still come.

A card that comes is drawn by the player or by another, or thrown by another, and is used at once, because
drawn cards never enter the hand (PZ M10). So it completes a set of which the hand holds the rest: a run of
two, a pair to a triple, a triple to a quad, or, as the winning card, one card to a pair. Table sets and
secret triples stay, and may grow to quads. `distance` takes the fewest such cards with which seven sets (PZ
M18) reach the minimum hu, each set counted at its best (own draws), as far as live copies go.

Left out are what others do, smelled cards, 比, the order in which cards come, and the higher minimum of hands
without an item (PZ §4): the true number can be greater, never less.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from paiju.games.paohuzi.cards import KINDS, LARGE, Hand, Kind, count
from paiju.games.paohuzi.hands import SETS, hidden
from paiju.games.paohuzi.rules import Rules
from paiju.games.paohuzi.sets import CATALOGUES, Laid, SetKind, set_hu

_FAR = -(10**6)
_FIELD = 2  # bits of a place: loose cards are at most two of a kind
_TWO = 2
_TRIPLE = 3

# Small and large of a number stand side by side, so that the search looks at few cards at a time.
_PLACE = tuple(2 * (kind % LARGE) + kind // LARGE for kind in range(KINDS))


class _Goal(NamedTuple):
    """What is still to be formed: sets, a pair, a quad among the sets, with at most `cost` further cards.

    `quads` tells whether a quad may be among the sets at all, which it may beside a pair only (PZ M18).
    """

    sets: int
    pair: bool
    quad: bool
    cost: int
    quads: bool


class _Piece(NamedTuple):
    """A set: what it takes from the hand (`code`), the kind that must come, how often, and its hu."""

    code: int
    new: Kind
    cost: int
    hu: int
    shape: int = _TRIPLE

    def after(self, goal: _Goal) -> _Goal | None:
        """What remains of a goal, None if this set is not wanted."""
        if self.cost > goal.cost:
            return None
        cost = goal.cost - self.cost
        if self.shape == _TWO:
            return goal._replace(pair=False, cost=cost) if goal.pair else None
        if not goal.sets or (self.shape > _TRIPLE and not goal.quads):
            return None
        return goal._replace(sets=goal.sets - 1, quad=goal.quad and self.shape == _TRIPLE, cost=cost)


def _code(cards: Iterable[Kind]) -> int:
    return sum(1 << _FIELD * _PLACE[card] for card in cards)


def _lowest(code: int) -> int:
    return ((code & -code).bit_length() - 1) // _FIELD


def _all_pieces(*, one_five_ten: bool) -> Iterator[_Piece]:
    for run in CATALOGUES[one_five_ten].runs:
        yield _Piece(_code(run.cards), -1, 0, run.hu)
        for at, new in enumerate(run.cards):
            yield _Piece(_code(run.cards[:at] + run.cards[at + 1 :]), new, 1, run.hu)
    for kind in range(KINDS):
        two = _code((kind, kind))
        yield _Piece(two, kind, 1, set_hu(SetKind.UNEXPOSED_3, kind))
        yield _Piece(two, kind, 2, set_hu(SetKind.UNEXPOSED_4, kind), _TRIPLE + 1)
        yield _Piece(two, -1, 0, 0, _TWO)
        yield _Piece(_code((kind,)), kind, 1, 0, _TWO)


@lru_cache(maxsize=2)
def _pieces(one_five_ten: bool) -> tuple[tuple[_Piece, ...], ...]:  # noqa: FBT001 - a key of the cache
    """All sets by the lowest place that they use of the hand."""
    found = sorted(set(_all_pieces(one_five_ten=one_five_ten)))
    return tuple(tuple(p for p in found if _lowest(p.code) == place) for place in range(KINDS))


def _within(rest: int, code: int) -> bool:
    """Whether every field of `code` is at most that of `rest`; fields are 0, 1 or 2."""
    low = 0x5555555555
    high = rest & ~low
    return not (code & ~low & ~high) and not (code & low & ~(rest | high >> 1))


class _Search:
    """Whether loose cards and a few live ones make the sets of a goal."""

    def __init__(self, free: Hand, live: Sequence[int], *, one_five_ten: bool) -> None:
        self.live = list(live)
        self.code = _code(kind for kind in range(KINDS) for _ in range(count(free, kind)))
        self.pieces = tuple(
            tuple(p for p in at if p.new < 0 or live[p.new] >= p.cost) for at in _pieces(one_five_ten)
        )
        self.known: dict[tuple[int, _Goal], int] = {}

    def most(self, rest: int, goal: _Goal) -> int:
        """The most hu that reaches a goal; copies that two sets both want count twice."""
        if not goal.sets and not goal.pair:
            return _FAR if goal.quad else 0
        needed = max(_TWO * goal.sets + goal.pair, _TRIPLE * goal.sets + _TWO * goal.pair - goal.cost)
        held = (rest & 0x5555555555).bit_count() + _TWO * (rest & 0xAAAAAAAAAA).bit_count()
        if held < needed:
            return _FAR
        key = (rest, goal)
        if key not in self.known:
            self.known[key] = max((hu + self.most(*then) for then, hu, _ in self._steps(rest, goal)))
        return self.known[key]

    def _steps(self, rest: int, goal: _Goal) -> Iterator[tuple[tuple[int, _Goal], int, _Piece | None]]:
        """Every use of the lowest card: in a set, or in none."""
        place = _lowest(rest)
        for piece in self.pieces[place]:
            if _within(rest, piece.code) and (after := piece.after(goal)) is not None:
                yield (rest - piece.code, after), piece.hu, piece
        yield (rest - (1 << _FIELD * place), goal), 0, None

    def reach(self, rest: int, goal: _Goal, hu: int) -> bool:
        """Whether a goal is reached with `hu` and the live copies that there are."""
        if self.most(rest, goal) < hu:
            return False
        if not goal.sets and not goal.pair:
            return True
        for then, gain, piece in self._steps(rest, goal):
            if piece is None or piece.new < 0:
                if self.reach(*then, hu - gain):
                    return True
            elif self.live[piece.new] >= piece.cost:
                self.live[piece.new] -= piece.cost
                reached = self.reach(*then, hu - gain)
                self.live[piece.new] += piece.cost
                if reached:
                    return True
        return False


def _takes_fourth(laid: Laid, hand: Hand, kind: Kind) -> bool:
    """Whether a secret or unexposed triple takes the fourth card, which then fits no other set (PZ M7, M8)."""
    return bool(laid.unexposed >> kind & 1) or count(hand, kind) == _TRIPLE


def _growths(laid: Laid, hand: Hand) -> tuple[tuple[Kind, int], ...]:
    """The triples that a fourth card may join, with the hu this adds."""
    found = []
    for kind in range(KINDS):
        if _takes_fourth(laid, hand, kind):
            found.append((kind, set_hu(SetKind.UNEXPOSED_4, kind) - set_hu(SetKind.UNEXPOSED_3, kind)))
        elif laid.exposed >> kind & 1:
            found.append((kind, set_hu(SetKind.EXPOSED_4, kind) - set_hu(SetKind.EXPOSED_3, kind)))
    return tuple(found)


def distance(rules: Rules, laid: Laid, hand: Hand, live: Sequence[int]) -> int | None:
    """The fewest cards that must come until the hand is won, by the count of this module.

    `live` are the copies of each kind that may still come. None if no number of cards is enough. Zero means
    that the hand is complete as it is, which only a dealt hand can be (PZ M22).
    """
    held = hidden(hand)
    growths = tuple((kind, gain) for kind, gain in _growths(laid, hand) if live[kind])
    bound = () if rules.break_pao else (kind for kind in range(KINDS) if _takes_fourth(laid, hand, kind))
    elsewhere = list(live)
    for kind in bound:
        elsewhere[kind] = 0
    search = _Search(held.free, elsewhere, one_five_ten=rules.one_five_ten)
    fixed = laid.sets + held.sets
    quads = laid.quads + held.quads
    hu = rules.min_hu - laid.hu - held.hu
    for cost in range(_TWO * SETS + len(growths)):
        for grown in range(min(cost, len(growths)) + 1):
            goals = _goals(SETS - fixed, quads + grown, cost - grown, grown)
            for chosen in combinations(growths, grown):
                wanted = hu - sum(gain for _, gain in chosen)
                if any(_reached(search, goal, wanted, chosen) for goal in goals):
                    return cost
    return None


def _goals(left: int, quads: int, cost: int, grown: int) -> tuple[_Goal, ...]:
    """What must be formed once some triples have grown.

    From the second quad on none comes last, since the hand would lack a card (PZ M18, 3.2): when only quads
    grew, they were not more than one.
    """
    if quads:
        lone = cost == 0 and grown > 0 and quads > 1
        return () if lone or left < 1 else (_Goal(left - 1, pair=True, quad=False, cost=cost, quads=True),)
    with_quad = (_Goal(left - 1, pair=True, quad=True, cost=cost, quads=True),) if left > 1 else ()
    return (_Goal(left, pair=False, quad=False, cost=cost, quads=False), *with_quad)


def _reached(search: _Search, goal: _Goal, hu: int, chosen: tuple[tuple[Kind, int], ...]) -> bool:
    for kind, _ in chosen:
        search.live[kind] -= 1
    reached = search.reach(search.code, goal, hu)
    for kind, _ in chosen:
        search.live[kind] += 1
    return reached


def live_copies(owned: Hand, seen: Hand) -> tuple[int, ...]:
    """Copies of each kind that are neither the player's nor seen elsewhere."""
    return tuple(4 - count(owned, kind) - count(seen, kind) for kind in range(KINDS))
