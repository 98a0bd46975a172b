"""Cards that changed hands unseen: how many copies of a kind may have gone each way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, product
from math import factorial, prod
from operator import itemgetter, sub
from typing import NamedTuple

from paiju.core.sampling.closing import Follow
from paiju.core.sampling.copies import Heap, State, Variant
from paiju.core.sampling.hands import Group
from paiju.games.baohuang.cards import COPIES, RANK_OF, SEATS, Kind
from paiju.games.baohuang.determinize.bounds import Part, Span, Witness
from paiju.games.baohuang.determinize.transfers import MIDDLE, Move, Moves, Unit
from paiju.games.baohuang.state import UNKNOWN

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


# --- what may be true of a kind, whose cards changed hands unseen: how many of it may have gone each way, from the highest kind down

_FROM_MIDDLE = ("all", "ranked", "shuffled", "counted")
_ANY_KIND = ("sorted", *_FROM_MIDDLE)
"""Units that have ways for a kind of which they cannot have any, or must have what lies in the middle."""
_TOTALLED = ("any", "counted")
"""Units of which only a total is looked at: what they may be hangs on no state."""
_NO_PART = Part(0, 0, 0)
_NOT_ABLE = Place()
_Told = tuple[tuple[int, int], ...]
_About = tuple[tuple[object, ...], Amounts, tuple[bool, ...], int]


class _Settling(NamedTuple):
    """Another seat, its place among these, and what takes the amounts of its moves out of all amounts."""

    at: int
    seat: int
    own: Callable[[Amounts], object]


_Plan = list[tuple[int, list[_Settling]]]
"""Units to go through, and the seats of which no unit after each moves any cards."""


class _Node:
    """What some units may have done with a kind, and what is known of hands then.

    Where the next unit leads, by the numbers of its ways, is kept: states share it. None where it cannot be.
    """

    __slots__ = ("after", "amounts", "bounds", "parts")

    def __init__(self, amounts: Amounts, bounds: tuple[Bound, ...], parts: tuple[Part, ...]) -> None:
        self.amounts, self.bounds, self.parts = amounts, bounds, parts
        self.after: dict[int, _Node | None] = {}


class Hiding:
    """The groups of an exact draw: the kinds of the deck, with each way in which cards that were not seen may have gone."""

    def __init__(self, witness: Witness, moves: Moves) -> None:
        """Of all moves that have the shape of these."""
        self._witness, self._bought, self._caps = witness, moves.bought, moves.caps
        self._units, self._totals, self._kinds = moves.units, moves.totals, moves.kinds
        self._moves, self._told = moves.each, Ways(witness, moves)
        self._hidden = [at for at, move in enumerate(self._moves) if move.hidden]
        self._through_middle = [
            at for at, move in enumerate(self._moves) if MIDDLE in (move.giver, move.taker)
        ]
        self._of = [
            [at for at, move in enumerate(self._moves) if seat in (move.giver, move.taker)]
            for seat in range(SEATS)
        ]
        self._laid = [
            moves.laid_before(unit.moves[0]) if unit.how in _FROM_MIDDLE else [] for unit in self._units
        ]
        self._touching = [self._touched(unit) for unit in self._units]
        self._settlings = [
            _Settling(at, seat, itemgetter(*self._of[seat]) if self._of[seat] else _nothing)
            for at, seat in enumerate(witness.others)
        ]
        self._places: dict[Kind, tuple[Place, ...]] = {}
        self._emptied: list[tuple[int, frozenset[Kind]]] = []
        self._marks: dict[tuple[int, int], list[Bound]] = {}
        self._abouts: dict[_About, int] = {}
        self._alike: dict[tuple[int, Amounts, tuple[Place, ...]], int] = {}
        self._ways_like: dict[int, int] = {}
        self._plans: dict[tuple[int, ...], tuple[list[_Settling], _Plan, _Plan]] = {}
        self._known: dict[tuple[int, State], list[Follow]] = {}
        self._parts: dict[tuple[int, int, object, tuple[Bound, ...]], Part | None] = {}
        self._heaps: dict[tuple[int, int, tuple[Part, ...]], Heap | None] = {}
        self._lists: dict[tuple[int, Amounts, tuple[Bound, ...]], list[Variant]] = {}
        self._tolds: dict[Amounts, _Told] = {}
        self._ways: dict[tuple[int, int, int, State], list[tuple[int, Way]]] = {}
        self._signs: dict[tuple[Amounts, tuple[Bound, ...]], int] = {}
        self._roots: dict[tuple[int, tuple[int, ...]], _Node | None] = {}

    def _touched(self, unit: Unit) -> set[int]:
        """The seats of whose cards a unit tells."""
        if not unit.moves:
            return set(range(SEATS))
        moves = [self._moves[at] for at in unit.moves]
        return {seat for move in moves for seat in (move.giver, move.taker)}

    def groups(self, moves: Moves) -> list[Group]:
        """The kinds, from the highest down, if these were the moves: what is known of alike ones is kept."""
        self._moves, self._told = moves.each, Ways(self._witness, moves)
        placed = [self._placed(unit) for unit in self._units]
        self._places = {
            kind: tuple([places.get(kind, _NOT_ABLE) for places in placed]) for kind in self._kinds
        }
        emptied = [(at, _emptied(move)) for at, move in enumerate(self._moves)]
        self._emptied = [(at, kinds) for at, kinds in emptied if kinds]
        return [self._group(kind) for kind in self._kinds]

    def _group(self, kind: Kind) -> Group:
        all_ = self._about(kind)
        about = self._abouts.setdefault(all_, len(self._abouts))
        self._ways_like[about] = all_[-1]
        known, make = self._known, self._follows

        def follows(state: State) -> list[Follow]:
            key = about, state
            found = known.get(key)
            if found is None:
                found = known[key] = make(kind, about, state)
            return found

        return Group(follows, any(kind in unit.kinds for unit in self._units), about)

    def _about(self, kind: Kind) -> _About:
        """All that tells a kind from others; last what tells it from those that units have in other ways."""
        seen = tuple([0 if move.hidden else move.cards.count(kind) for move in self._moves])
        zero = tuple([at for at, kinds in self._emptied if kind in kinds])
        caps = tuple([kind in kinds for _, _, kinds, _ in self._caps])
        ways = self._witness.copies[kind], seen, self._places[kind]
        return self._witness.about(kind), zero, caps, self._alike.setdefault(ways, len(self._alike))

    def _placed(self, unit: Unit) -> dict[Kind, Place]:
        """What a unit may have of each kind, as far as its ways hang on it."""
        if unit.how in ("sorted", "ranked"):
            cards = [card for at in unit.moves for card in self._moves[at].cards]
            return {
                kind: Place(
                    kind in unit.kinds, seen=(*[card in (kind, UNKNOWN) for card in cards], cards.count(kind))
                )
                for kind in self._kinds
            }
        if unit.how == "one each":
            return {kind: Place(able=True, held=self._held_by_viewer(kind)) for kind in unit.kinds}
        if unit.how in _FROM_MIDDLE or unit.how == "any":
            return dict.fromkeys(unit.kinds, Place(able=True))
        by_rank: dict[int, list[Kind]] = {}
        for kind in sorted(unit.kinds):
            by_rank.setdefault(RANK_OF[kind], []).append(kind)
        lowest = min(by_rank, default=-1)
        return {
            kind: Place(
                able=True,
                first=kind == same[-1],
                last=kind == same[0],
                only_rank=unit.how in ("chosen", "one rank") and rank == lowest,
                seen=self._seen_of(unit, kind),
            )
            for rank, same in by_rank.items()
            for kind in same
        }

    def _seen_of(self, unit: Unit, kind: Kind) -> tuple[int, ...]:
        """Of a card that was seen, whether it is of a kind; of hands of one rank, what each had laid of it."""
        if unit.how == "one rank":
            return tuple([self._witness.played[seat][kind] for seat in self._witness.of_one_rank])
        seen = [card for at in unit.moves for card in self._moves[at].cards if card != UNKNOWN]
        return (seen.count(kind),) if unit.how == "chosen" and seen else ()

    def _held_by_viewer(self, kind: Kind) -> int:
        """How many copies the viewer had of a kind once all had bought."""
        view = self._witness.view
        if view.viewer is None or view.hand is None:
            return 0
        held = self._witness.own[kind] + self._witness.played[view.viewer][kind]
        for move in self._moves[self._bought :]:
            held += move.cards.count(kind) * ((move.giver == view.viewer) - (move.taker == view.viewer))
        return held

    def _follows(self, kind: Kind, about: int, state: State) -> list[Follow]:
        """What may be of a kind in a state, from unit to unit: first those that hang on it, then those of which only totals are looked at."""
        amounts = tuple([0 if move.hidden else move.cards.count(kind) for move in self._moves])
        look = Look(kind, about, amounts, state, self._places[kind])
        active = self._active(look)
        before, linked, totalled = self._plan(active)
        if (about, active) not in self._roots:
            nothing = (_NO_PART,) * len(self._witness.others)
            self._roots[about, active] = self._settled(look, before, amounts, (), nothing)
        root = self._roots[about, active]
        ends = self._through(linked, root, state, look) if root is not None else []
        found = [(after, weight, self._variants(look, totalled, node)) for node, after, weight in ends]
        return [Follow(after, weight, variants) for after, weight, variants in found if variants]

    def _active(self, look: Look) -> tuple[int, ...]:
        """The units that can tell anything of a kind in a state."""
        units, state, places = self._units, look.state, look.places
        return tuple([
            at for at, (how, _, _, place) in enumerate(units)
            if (places[at].able and (how not in ("paid", "chosen") or state[place])) or how in _ANY_KIND
        ])  # fmt: skip

    def _plan(self, active: tuple[int, ...]) -> tuple[list[_Settling], _Plan, _Plan]:
        """The seats of whose copies no unit can tell anything, and the units that can, those of which only totals are looked at apart."""
        found = self._plans.get(active)
        if found is None:
            order = sorted(active, key=lambda at: self._units[at].how in _TOTALLED)
            steps: _Plan = [
                (at, [one for one in self._settlings if self._last(one.seat, order) == number])
                for number, at in enumerate(order)
            ]
            linked = sum([self._units[at].how not in _TOTALLED for at in active])
            before = [one for one in self._settlings if self._last(one.seat, order) < 0]
            found = self._plans[active] = before, steps[:linked], steps[linked:]
        return found

    def _last(self, seat: int, order: Sequence[int]) -> int:
        """Which of some units is the last that tells of a seat."""
        return max([number for number, at in enumerate(order) if seat in self._touching[at]], default=-1)

    def _variants(self, look: Look, plan: _Plan, node: _Node) -> list[Variant]:
        """All variants once it is supposed what the units did that hang on the state."""
        key = look.about, node.amounts, node.bounds
        found = self._lists.get(key)
        if found is None:
            ends = self._through(plan, node, (0,) * len(self._totals), look)
            made = [self._variant(look, *end) for end in ends]
            found = self._lists[key] = [one for one in made if one is not None]
        return found

    def _through(
        self, plan: _Plan, start: _Node, at_first: State, look: Look
    ) -> list[tuple[_Node, State, float]]:
        """Go through the units of a plan, each with each number of copies that it may have had: where that leads, the numbers then, and a weight."""
        found = [(start, at_first, 1.0)]
        for number, settling in plan:
            unit, laid = self._units[number], self._laid[number]
            first, place = unit.moves[0] if unit.moves else 0, unit.place
            last = first + len(unit.moves)  # moves of a unit follow one another
            before, found = found, []
            ways = self._ways_of(number, look, 0) if not laid else []
            for node, numbers, weight in before:
                after = node.after
                if laid:
                    ways = self._ways_of(number, look, sum([node.amounts[move] for move in laid]))
                for sign, (own, then, limits, factor) in ways:
                    child = after.get(sign, node)
                    if child is node:
                        amounts = node.amounts[:first] + own + node.amounts[last:]
                        child = self._settled(look, settling, amounts, node.bounds + limits, node.parts)
                        after[sign] = child
                    if child is not None:
                        both = (*numbers[:place], *then, *numbers[place + len(then) :])
                        found.append((child, both, weight * factor))
        return found

    def _settled(
        self,
        look: Look,
        settling: Sequence[_Settling],
        amounts: Amounts,
        bounds: tuple[Bound, ...],
        parts: tuple[Part, ...],
    ) -> _Node | None:
        """Note what seats have had of whose copies no unit that is still to come can tell; None if it cannot be."""
        noted = list(parts)
        for at, seat, taken in settling:
            own = tuple([bound for bound in bounds if bound.seat == seat]) if bounds else ()
            key = look.about, seat, taken(amounts), own
            if key not in self._parts:
                self._parts[key] = self._witness.part(look.kind, seat, self._span(look, seat, amounts, own))
            part = self._parts[key]
            if part is None:
                return None
            noted[at] = part
        return _Node(amounts, bounds, tuple(noted))

    def _variant(self, look: Look, node: _Node, moved: State, weight: float) -> Variant | None:
        """What a kind is then, if the copies can lie anywhere."""
        amounts, in_middle = node.amounts, 0
        for at in self._through_middle:
            in_middle += amounts[at] if self._moves[at].taker == MIDDLE else -amounts[at]
        key = look.about, in_middle, node.parts
        if key not in self._heaps:
            self._heaps[key] = self._witness.heap(look.kind, in_middle, node.parts)
        heap = self._heaps[key]
        return heap and Variant(heap, weight, self._told_by(amounts), moved if any(moved) else ())

    def _told_by(self, amounts: Amounts) -> _Told:
        """How many copies each hidden move had, of those that had any."""
        told = self._tolds.get(amounts)
        if told is None:
            told = tuple([(one, amounts[one]) for one in self._hidden if amounts[one]])
            self._tolds[amounts] = told
        return told

    def _ways_of(self, at: int, look: Look, lies: int) -> list[tuple[int, Way]]:
        """How many copies each move of a unit may have had, each way with a number for all of it that tells of hands."""
        unit, state = self._units[at], look.state
        numbers = () if unit.how in _TOTALLED else state[unit.place : unit.place + max(1, len(unit.moves))]
        key = at, self._ways_like[look.about], lies, numbers
        found = self._ways.get(key)
        if found is None:
            signs = self._signs
            found = self._ways[key] = [
                (signs.setdefault((way.amounts, way.bounds), len(signs)), way)
                for way in self._told.of(unit, look, look.places[at], lies)
            ]
        return found

    def _span(self, look: Look, seat: int, amounts: Amounts, bounds: Sequence[Bound]) -> Span:
        """What a seat has had of a kind, told backwards: `then` is how many more it had at a time than in the end."""
        always = self._marks.get((look.about, seat))
        if always is None:
            always = self._marks[look.about, seat] = self._always(seat, look.kind)
        marks = sorted([*always, *bounds]) if bounds else always
        unread, then, least, most = len(marks), 0, 0, 1 << 10
        for at in reversed(self._of[seat]):
            while unread and marks[unread - 1].before > at:
                unread -= 1
                _, _, low, high = marks[unread]
                least, most = max(least, low - then), min(most, high - then)
            if many := amounts[at]:
                then += many if self._moves[at].giver == seat else -many
                least = max(least, -then)
        for _, _, low, high in marks[:unread]:
            least, most = max(least, low - then), min(most, high - then)
        return Span(then, least, most)

    def _always(self, seat: int, kind: Kind) -> list[Bound]:
        """What is known of a hand whatever was not seen: where it could not call, a payment left nothing of a kind, or a bomb had to be drawn."""
        caps = [
            Bound(at, who, 0, many) for at, who, kinds, many in self._caps if who == seat and kind in kinds
        ]
        emptied = [
            Bound(at + 1, seat, 0, 0) for at, kinds in self._emptied
            if kind in kinds and self._moves[at].giver == seat
        ]  # fmt: skip
        drawn = [Bound(0, seat, *own) for own in [self._witness.drawn.get((seat, kind))] if own]
        return sorted([*caps, *emptied, *drawn])


def _nothing(_: Amounts) -> None:
    """The amounts of a seat that has no moves."""


def _emptied(move: Move) -> frozenset[Kind]:
    """The kinds of which a payment that was seen left nothing."""
    if move.payable is None or move.hidden or not move.cards:
        return frozenset()
    lowest = min([RANK_OF[card] for card in move.cards])
    return frozenset([kind for kind in move.payable if RANK_OF[kind] > lowest])
