"""How many copies of a kind each move of a unit may have had, if so many cards of it are still to be found from that kind down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from math import factorial, prod
from operator import sub
from typing import NamedTuple

from paiju.core.heaps import State
from paiju.games.baohuang.cards import COPIES, SEATS, Kind
from paiju.games.baohuang.moving import Moves, Unit
from paiju.games.baohuang.plans import UNKNOWN
from paiju.games.baohuang.witness import Witness

Amounts = tuple[int, ...]
"""By move: how many copies of a kind went that way."""


class Bound(NamedTuple):
    """How many copies of a kind a seat had, at least and at most, before the move of that number."""

    before: int
    seat: int
    least: int
    most: int


class Place(NamedTuple):
    """Whether a unit may have a kind, whether it is the first or the last such kind of its rank, whether there is no rank below.

    `seen` is what else tells the kind from others; `held` how many copies the viewer had once all had bought.
    """

    able: bool = False
    first: bool = False
    last: bool = False
    only_rank: bool = False
    seen: tuple[int, ...] = ()
    held: int = 0


class Way(NamedTuple):
    """How many copies each move of a unit had, its numbers after that, what it tells of hands, and a weight."""

    amounts: Amounts
    after: Sequence[int]
    bounds: tuple[Bound, ...] = ()
    weight: float = 1.0


class Look(NamedTuple):
    """A kind whose variants are looked for, in a state; `amounts` are those of the moves that were seen."""

    kind: Kind
    about: int
    amounts: Amounts
    state: State
    places: tuple[Place, ...]


class Ways:
    """The ways of units, for moves of one shape."""

    def __init__(self, witness: Witness, moves: Moves) -> None:
        self._witness, self._bought, self._totals = witness, moves.bought, moves.totals
        self._moves, self._passed_over = moves.each, moves.passed_over

    def of(self, unit: Unit, look: Look, place: Place, lies: int) -> Iterator[Way]:
        """The ways of a unit in a state; so many copies lie in the middle of which it takes its cards, if it does."""
        kind = look.kind
        left = look.state[unit.place] if unit.place < len(look.state) else 0
        if unit.how == "paid":
            yield from self._paid(unit.moves[0], place, kind, left)
        elif unit.how == "chosen":
            ways = self._chosen(unit.moves[0], place, kind, left)
            yield from (way for way in ways if way.amounts == (place.seen or way.amounts))
        elif unit.how == "one each":
            yield from self._one_each(place, look, left) if place.able else (Way((), [left]),)
        elif unit.how == "one at most":
            yield from self._one_at_most(place, look, left) if place.able else (Way((), [left]),)
        elif unit.how == "one rank":
            yield from self._one_rank(place, kind, left) if place.able else (Way((), [left]),)
        elif unit.how == "any":
            yield from self._returned(unit, kind, able=place.able)
        elif unit.how == "sorted":
            for many in range(min(left, self._witness.copies[kind]) + 1 if place.able else 1):
                shared = self._in_line(unit, kind, left, many)
                if shared is not None:
                    yield Way(shared, [left - many])
        else:
            yield from self._handed_out(unit, look, lies)

    def _returned(self, unit: Unit, kind: Kind, *, able: bool) -> Iterator[Way]:
        """What was given back to one seat, of which only the total is looked at."""
        most = min(self._totals[unit.place], self._witness.copies[kind]) if able else 0
        yield from (Way((many,), (many,)) for many in range(most + 1))

    def _paid(self, move: int, place: Place, kind: Kind, left: int) -> Iterator[Way]:
        """A payment of which `left` cards are still to be found: all of a higher kind, any of the lowest rank that is paid.

        Within a rank, `left` is below nought where it is the lowest one.
        """
        if not place.able or not left:
            yield Way((0,), [left])
            return
        most, giver = self._witness.copies[kind], self._moves[move].giver
        if left > 0:
            for amount in range(min(left - 1, most) + 1):
                yield Way((amount,), [left - amount], (Bound(move + 1, giver, 0, 0),))
        if place.first or left < 0:
            rest = left if left > 0 else -left - 1
            for amount in range(rest if place.last else 0, min(rest, most) + 1):
                yield Way((amount,), [0 if place.last else amount - rest - 1])

    def _chosen(self, move: int, place: Place, kind: Kind, left: int) -> Iterator[Way]:
        """One card, of its rank that kind of which there are fewest copies, and of several the lowest (BH A18-29).

        Within the rank of the card the state is below nought: how many copies there are of its kind, and whether it has been found.
        """
        if not place.able or not left:
            yield Way((0,), [left])
            return
        giver = self._moves[move].giver
        none, some = Bound(move + 1, giver, 0, 0), self._witness.copies[kind]
        if left > 0 and not (place.last and place.only_rank):
            yield Way((0,), [left], (none,))
        if left > 0 and not place.first:
            return
        for fewest in range(1, COPIES + 1) if left > 0 else ((-left - 1) % COPIES + 1,):
            found = left < -COPIES
            if not found:
                held = Bound(move + 1, giver, fewest - 1, fewest - 1)
                yield Way((1,), [0 if place.last else -COPIES - fewest], (held,))
            if found or not place.last:
                after = 0 if place.last else -COPIES - fewest if found else -fewest
                yield Way((0,), [after], (none,))
                yield Way((0,), [after], (Bound(move + 1, giver, fewest + found, some),))

    def _one_each(self, place: Place, look: Look, mask: int) -> Iterator[Way]:
        """Each seat has one of the lowest cards once those without have bought one: there are as many as seats (BH A14)."""
        viewer = self._witness.view.viewer
        seats = [seat for seat in range(SEATS) if not mask >> seat & 1]
        for chosen in combinations(seats, self._witness.copies[look.kind]):
            if viewer is None or (viewer in chosen) == (place.held > 0):
                bounds = [
                    Bound(self._bought, seat, int(seat in chosen), int(seat in chosen))
                    for seat in range(SEATS)
                ]
                after = mask | sum([1 << seat for seat in chosen])
                yield Way((), [0 if after == (1 << SEATS) - 1 else after], tuple(bounds))

    def _one_at_most(self, place: Place, look: Look, mask: int) -> Iterator[Way]:
        """Each seat without a card to spare had one of the lowest, or none (BH A14); the state is who has had his."""
        seats = [seat for seat, _ in self._passed_over if not mask >> seat & 1]
        for many in range(min(len(seats), self._witness.copies[look.kind]) + 1):
            for chosen in combinations(seats, many):
                held = [(before, seat, int(seat in chosen)) for seat, before in self._passed_over]
                after = mask | sum([1 << seat for seat in chosen])
                bounds = tuple([Bound(before, seat, count, count) for before, seat, count in held])
                yield Way((), [0 if place.last else after], bounds)

    def _one_rank(self, place: Place, kind: Kind, mask: int) -> Iterator[Way]:
        """Hands of one rank alone, from the next rank down; the state is whose is the next, not the lowest (BH A14, A18-61)."""
        end, seats = len(self._moves), self._witness.of_one_rank
        if place.only_rank:
            none = tuple([Bound(end, seat, 0, 0) for seat in seats if mask >> seat & 1])
            yield Way((), [0 if place.last else mask], none)
            return
        all_ = self._witness.copies[kind]
        for has in product((False, True), repeat=len(seats)):
            bounds = [
                Bound(end, seat, laid + own, all_ if own else laid)
                for seat, laid, own in zip(seats, place.seen, has, strict=True)
            ]
            after = mask | sum([own << seat for seat, own in zip(seats, has, strict=True)])
            yield Way((), [after], tuple(bounds))

    def _in_line(self, unit: Unit, kind: Kind, left: int, many: int) -> Amounts | None:
        """So many copies laid at the end of what is left of a sorted line; None where something else was seen there."""
        line = [(at, card) for at in unit.moves for card in self._moves[at].cards]
        own = line[left - many : left]
        if many > left or any(card not in (kind, UNKNOWN) for _, card in own):
            return None
        if sum(card == kind for _, card in own) != sum(card == kind for _, card in line):
            return None
        counts = Counter(at for at, _ in own)
        return tuple([counts[at] for at in unit.moves])

    def _handed_out(self, unit: Unit, look: Look, lies: int) -> Iterator[Way]:
        """What the middle has of a kind goes to those who get it."""
        kind, amounts = look.kind, look.amounts
        state: Sequence[int] = self._totals if unit.how == "counted" else look.state
        if unit.how == "all":
            if self._moves[unit.moves[0]].hidden or amounts[unit.moves[0]] == lies:
                yield Way((lies,), [])
        elif unit.how == "ranked":
            shared = self._in_line(unit, kind, state[unit.place], lies)
            if shared is not None:
                yield Way(shared, [state[unit.place] - lies])
        else:
            room = state[unit.place : unit.place + len(unit.moves)]
            least = [0 if self._moves[at].hidden else amounts[at] for at in unit.moves]
            most = [
                size if self._moves[at].hidden else amounts[at]
                for at, size in zip(unit.moves, room, strict=True)
            ]
            for own in _splits(lies, least, most):
                weight = _FACTORIALS[lies] / prod([_FACTORIALS[count] for count in own])
                after = own if unit.how == "counted" else tuple(map(sub, room, own))
                yield Way(own, after, (), weight)


def _splits(many: int, least: Sequence[int], most: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """All ways to share some copies out."""
    if not least:
        if not many:
            yield ()
        return
    for own in range(least[0], min(many, most[0]) + 1):
        for rest in _splits(many - own, least[1:], most[1:]):
            yield (own, *rest)


_FACTORIALS = [factorial(count) for count in range(20)]
