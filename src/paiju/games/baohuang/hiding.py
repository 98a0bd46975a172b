"""What may be true of a kind, whose cards changed hands unseen: how many of it may have gone each way, from the highest kind down.

Who paid his highest cards (BH A6, A7, A14) had nothing left of any higher kind that could be paid; what was given back is any
(BH A18-35). So what may be true of a kind hangs on how many cards of each move have been found among the higher kinds: that is the
state by which the kinds are linked (`core.shares`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from operator import itemgetter
from typing import NamedTuple

from paiju.core.heaps import Heap, State, Variant
from paiju.core.shares import Follow, Group
from paiju.games.baohuang.cards import RANK_OF, SEATS, Kind
from paiju.games.baohuang.moving import MIDDLE, Move, Moves, Unit
from paiju.games.baohuang.plans import UNKNOWN
from paiju.games.baohuang.ways import Amounts, Bound, Look, Place, Way, Ways
from paiju.games.baohuang.witness import Part, Span, Witness

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
    own: Callable[[list[int]], object]


_Plan = list[tuple[int, list[_Settling]]]
"""Units to go through, and the seats of which no unit after each moves any cards."""
_Done = Callable[[tuple[Bound, ...], float], None]
"""What is done at the end of a plan, with what its ways tell of hands, and their weight."""


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
        self._ways: dict[tuple[int, int, int, State], list[Way]] = {}

    def _touched(self, unit: Unit) -> set[int]:
        """The seats of whose cards a unit tells."""
        if unit.how in ("one each", "one at most"):
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
                found = known[key] = make(kind, about, list(state))
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
                only_rank=unit.how == "chosen" and rank == lowest,
            )
            for rank, same in by_rank.items()
            for kind in same
        }

    def _held_by_viewer(self, kind: Kind) -> int:
        """How many copies the viewer had of a kind once all had bought."""
        view = self._witness.view
        if view.viewer is None or view.hand is None:
            return 0
        held = self._witness.own[kind] + self._witness.played[view.viewer][kind]
        for move in self._moves[self._bought :]:
            held += move.cards.count(kind) * ((move.giver == view.viewer) - (move.taker == view.viewer))
        return held

    def _follows(self, kind: Kind, about: int, state: list[int]) -> list[Follow]:
        """What may be of a kind in a state, from unit to unit: first those that hang on it, then those of which only totals are looked at."""
        amounts = [0 if move.hidden else move.cards.count(kind) for move in self._moves]
        parts = [_NO_PART] * len(self._witness.others)
        look = Look(kind, about, amounts, state, [0] * len(self._totals), self._places[kind], parts)
        before, linked, totalled = self._plan(look)
        found: list[Follow] = []

        def followed(bounds: tuple[Bound, ...], weight: float) -> None:
            variants = self._variants(look, totalled, bounds)
            if variants:
                found.append(Follow(tuple(look.state), weight, variants))

        if self._settle(before, look, ()):
            self._go((linked, followed), 0, look, (), 1.0)
        return found

    def _plan(self, look: Look) -> tuple[list[_Settling], _Plan, _Plan]:
        """The seats of whose copies no unit can tell anything, and the units that can, those of which only totals are looked at apart."""
        units, state, places = self._units, look.state, look.places
        active = tuple([
            at for at, (how, _, _, place) in enumerate(units)
            if (places[at].able and (how not in ("paid", "chosen") or state[place])) or how in _ANY_KIND
        ])  # fmt: skip
        found = self._plans.get(active)
        if found is None:
            order = sorted(active, key=lambda at: units[at].how in _TOTALLED)
            steps: _Plan = [
                (at, [one for one in self._settlings if self._last(one.seat, order) == number])
                for number, at in enumerate(order)
            ]
            linked = sum([units[at].how not in _TOTALLED for at in active])
            before = [one for one in self._settlings if self._last(one.seat, order) < 0]
            found = self._plans[active] = before, steps[:linked], steps[linked:]
        return found

    def _last(self, seat: int, order: Sequence[int]) -> int:
        """Which of some units is the last that tells of a seat."""
        return max([number for number, at in enumerate(order) if seat in self._touching[at]], default=-1)

    def _variants(self, look: Look, plan: _Plan, bounds: tuple[Bound, ...]) -> list[Variant]:
        """All variants once it is supposed what the units did that hang on the state."""
        key = look.about, tuple(look.amounts), bounds
        found = self._lists.get(key)
        if found is None:
            found = self._lists[key] = []
            note = partial(self._find, look, found)
            self._go((plan, note), 0, look, bounds, 1.0)
        return found

    def _go(
        self, way: tuple[_Plan, _Done], at: int, look: Look, bounds: tuple[Bound, ...], weight: float
    ) -> None:
        """Go through the units of a plan, each with each number of copies that it may have had, and do what is to be done then."""
        plan, done = way
        if at == len(plan):
            done(bounds, weight)
            return
        (number, settling), amounts = plan[at], look.amounts
        unit = self._units[number]
        numbers = look.moved if unit.how in _TOTALLED else look.state
        first, place = unit.moves[0] if unit.moves else 0, unit.place
        last, end = first + len(unit.moves), place  # moves of a unit follow one another
        before, kept = amounts[first:last], numbers[place:]
        for own, then, limits, factor in self._ways_of(number, look):
            amounts[first:last] = own
            both = bounds + limits if limits else bounds
            if self._settle(settling, look, both):
                end = place + len(then)
                numbers[place:end] = then
                self._go(way, at + 1, look, both, weight * factor)
        amounts[first:last] = before
        numbers[place:end] = kept[: end - place]

    def _settle(self, settling: Sequence[_Settling], look: Look, bounds: tuple[Bound, ...]) -> bool:
        """Note what seats have had of whose copies no unit that is still to come can tell; whether it can be."""
        parts, about, amounts = self._parts, look.about, look.amounts
        for at, seat, taken in settling:
            own = tuple([bound for bound in bounds if bound.seat == seat]) if bounds else ()
            key = about, seat, taken(amounts), own
            part = parts[key] if key in parts else self._part(look, seat, own, key)
            if part is None:
                return False
            look.parts[at] = part
        return True

    def _find(self, look: Look, found: list[Variant], _: tuple[Bound, ...], weight: float) -> None:
        """Note a variant, if the copies can lie anywhere now."""
        amounts, in_middle = look.amounts, 0
        for at in self._through_middle:
            in_middle += amounts[at] if self._moves[at].taker == MIDDLE else -amounts[at]
        key = look.about, in_middle, tuple(look.parts)
        if key in self._heaps:
            heap = self._heaps[key]
        else:
            heap = self._heaps[key] = self._witness.heap(look.kind, in_middle, look.parts)
        if heap is not None:
            moved = tuple(look.moved) if any(look.moved) else ()
            found.append(Variant(heap, weight, self._told_by(amounts), moved))

    def _told_by(self, amounts: Sequence[int]) -> _Told:
        """How many copies each hidden move had, of those that had any."""
        key = tuple(amounts)
        told = self._tolds.get(key)
        if told is None:
            told = self._tolds[key] = tuple([(one, key[one]) for one in self._hidden if key[one]])
        return told

    def _ways_of(self, at: int, look: Look) -> list[Way]:
        """How many copies each move of a unit may have had."""
        unit = self._units[at]
        laid, state = self._laid[at], look.state
        lies = sum([look.amounts[move] for move in laid]) if laid else 0
        numbers = (
            () if unit.how in _TOTALLED else tuple(state[unit.place : unit.place + max(1, len(unit.moves))])
        )
        key = at, self._ways_like[look.about], lies, numbers
        found = self._ways.get(key)
        if found is None:
            found = self._ways[key] = list(self._told.of(unit, look, look.places[at], lies))
        return found

    def _part(
        self,
        look: Look,
        seat: int,
        bounds: tuple[Bound, ...],
        key: tuple[int, int, object, tuple[Bound, ...]],
    ) -> Part | None:
        """What a seat may hold of a kind; kept under `key`."""
        part = self._parts[key] = self._witness.part(look.kind, seat, self._span(look, seat, bounds))
        return part

    def _span(self, look: Look, seat: int, bounds: Sequence[Bound]) -> Span:
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
            if many := look.amounts[at]:
                then += many if self._moves[at].giver == seat else -many
                least = max(least, -then)
        for _, _, low, high in marks[:unread]:
            least, most = max(least, low - then), min(most, high - then)
        return Span(then, least, most)

    def _always(self, seat: int, kind: Kind) -> list[Bound]:
        """What is known of a hand whatever was not seen: where it could not call, or a payment left nothing of a kind."""
        caps = [
            Bound(at, who, 0, many) for at, who, kinds, many in self._caps if who == seat and kind in kinds
        ]
        emptied = [
            Bound(at + 1, seat, 0, 0) for at, kinds in self._emptied
            if kind in kinds and self._moves[at].giver == seat
        ]  # fmt: skip
        return sorted([*caps, *emptied])


def _nothing(_: list[int]) -> None:
    """The amounts of a seat that has no moves."""


def _emptied(move: Move) -> frozenset[Kind]:
    """The kinds of which a payment that was seen left nothing."""
    if move.payable is None or move.hidden or not move.cards:
        return frozenset()
    lowest = min([RANK_OF[card] for card in move.cards])
    return frozenset([kind for kind in move.payable if RANK_OF[kind] > lowest])
