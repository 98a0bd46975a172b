"""What may be true of a kind, whose cards changed hands unseen: how many of it may have gone each way, from the highest kind down.

Who paid his highest cards (BH A6, A7, A14) had nothing left of any higher kind that could be paid; what was given back is any
(BH A18-35). So what may be true of a kind hangs on how many cards of each move have been found among the higher kinds: that is the
state by which the kinds are linked (`core.shares`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import NamedTuple

from paiju.core.heaps import Heap, State, Variant
from paiju.core.shares import Group
from paiju.games.baohuang.cards import RANK_OF, SEATS, Kind
from paiju.games.baohuang.moving import MIDDLE, Move, Moves, Unit
from paiju.games.baohuang.plans import UNKNOWN
from paiju.games.baohuang.ways import Amounts, Bound, Look, Place, Way, Ways
from paiju.games.baohuang.witness import Part, Span, Witness

_FROM_MIDDLE = ("all", "ranked", "shuffled", "counted")
_NO_PART = Part(0, 0, 0)
_Told = tuple[tuple[int, int], ...]


class _Settling(NamedTuple):
    """Another seat, its place among these, and what takes the amounts of its moves out of all amounts."""

    at: int
    seat: int
    own: Callable[[list[int]], object]


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
        self._places: dict[Kind, tuple[Place, ...]] = {}
        self._emptied: list[frozenset[Kind]] = []
        self._marks: dict[tuple[int, int], list[Bound]] = {}
        self._abouts: dict[tuple[object, ...], int] = {}
        self._known: dict[tuple[int, State], list[Variant]] = {}
        self._parts: dict[tuple[int, int, object, tuple[Bound, ...]], Part | None] = {}
        self._heaps: dict[tuple[int, int, tuple[Part, ...]], Heap | None] = {}
        self._tolds: dict[Amounts, _Told] = {}
        self._ways: dict[tuple[int, int, int, State], list[Way]] = {}
        self._settles = self._seats_by_unit()

    def _seats_by_unit(self) -> list[list[_Settling]]:
        """The other seats by the last unit that can move cards of theirs; first those of none."""
        found: list[list[_Settling]] = [[] for _ in range(len(self._units) + 1)]
        for at, seat in enumerate(self._witness.others):
            own = {*self._of[seat]}
            last = [
                number
                for number, unit in enumerate(self._units, 1)
                if unit.how in ("one each", "one at most") or own.intersection(unit.moves)
            ]
            taken = itemgetter(*self._of[seat]) if own else _nothing
            found[max(last, default=0)].append(_Settling(at, seat, taken))
        return found

    def groups(self, moves: Moves) -> list[Group]:
        """The kinds, from the highest down, if these were the moves: what is known of alike ones is kept."""
        self._moves, self._told = moves.each, Ways(self._witness, moves)
        placed = [self._placed(unit) for unit in self._units]
        self._places = {kind: tuple([places[kind] for places in placed]) for kind in self._kinds}
        self._emptied = [_emptied(move) for move in self._moves]
        return [self._group(kind) for kind in self._kinds]

    def _group(self, kind: Kind) -> Group:
        about = self._abouts.setdefault(self._about(kind), len(self._abouts))
        known, make = self._known, self._variants

        def variants(state: State) -> list[Variant]:
            key = about, state
            found = known.get(key)
            if found is None:
                found = known[key] = make(kind, about, list(state))
            return found

        return Group(variants, any(kind in unit.kinds for unit in self._units), about)

    def _about(self, kind: Kind) -> tuple[object, ...]:
        """All that tells a kind from others."""
        seen = tuple([0 if move.hidden else move.cards.count(kind) for move in self._moves])
        zero = tuple([kind in emptied for emptied in self._emptied])
        caps = tuple([kind in kinds for _, _, kinds, _ in self._caps])
        places = self._places[kind]
        return self._witness.about(kind), seen, zero, caps, places

    def _placed(self, unit: Unit) -> dict[Kind, Place]:
        """What a unit may have of each kind."""
        able_by_rank: dict[int, list[Kind]] = {}
        for kind in sorted(unit.kinds):
            able_by_rank.setdefault(RANK_OF[kind], []).append(kind)
        lowest = min(able_by_rank, default=-1)
        in_line = unit.how in ("sorted", "ranked")
        cards = [card for at in unit.moves for card in self._moves[at].cards] if in_line else []
        found = {}
        for kind in self._kinds:
            rank = RANK_OF[kind]
            same = able_by_rank.get(rank, [])
            able = kind in unit.kinds
            seen: tuple[object, ...] = ()
            if in_line:
                seen = tuple([card in (kind, UNKNOWN) for card in cards]), cards.count(kind)
            held = self._held_by_viewer(kind) if unit.how == "one each" and able else 0
            first, last = able and kind == same[-1], able and kind == same[0]
            found[kind] = Place(able, first, last, able and rank == lowest, seen, held)
        return found

    def _held_by_viewer(self, kind: Kind) -> int:
        """How many copies the viewer had of a kind once all had bought."""
        view = self._witness.view
        if view.viewer is None or view.hand is None:
            return 0
        held = (
            self._witness.copies[kind]
            - self._witness.unseen[kind]
            - sum([played[kind] for seat, played in enumerate(self._witness.played) if seat != view.viewer])
        )
        for move in self._moves[self._bought :]:
            held += move.cards.count(kind) * ((move.giver == view.viewer) - (move.taker == view.viewer))
        return held

    def _variants(self, kind: Kind, about: int, state: list[int]) -> list[Variant]:
        amounts = [0 if move.hidden else move.cards.count(kind) for move in self._moves]
        look = Look(
            kind,
            about,
            amounts,
            state,
            [0] * len(self._totals),
            self._places[kind],
            [_NO_PART] * len(self._witness.others),
            [],
        )
        if self._settle(0, look, ()):
            self._fill(0, look, (), 1.0)
        return look.found

    def _fill(self, at: int, look: Look, bounds: tuple[Bound, ...], weight: float) -> None:
        """Go through the units from `at` on, each with each number of copies that it may have had."""
        if at == len(self._units):
            self._find(look, weight)
            return
        unit, amounts = self._units[at], look.amounts
        counted = unit.how in ("any", "counted")
        numbers = look.moved if counted else look.state
        first, place = unit.moves[0] if unit.moves else 0, unit.place
        last = first + len(unit.moves)  # moves of a unit follow one another
        end = place
        before, kept = amounts[first:last], numbers[place:]
        for own, then, limits, factor in self._ways_of(at, look):
            amounts[first:last] = own
            both = bounds + limits if limits else bounds
            if self._settle(at + 1, look, both):
                after: Sequence[int] = own if counted else then
                end = place + len(after)
                numbers[place:end] = after
                self._fill(at + 1, look, both, weight * factor)
        amounts[first:last] = before
        numbers[place:end] = kept[: end - place]

    def _settle(self, units: int, look: Look, bounds: tuple[Bound, ...]) -> bool:
        """Note what seats have had, once no unit after the first so many moves cards of theirs; whether it can be."""
        parts, about, amounts = self._parts, look.about, look.amounts
        for at, seat, taken in self._settles[units]:
            own = tuple([bound for bound in bounds if bound.seat == seat]) if bounds else ()
            key = about, seat, taken(amounts), own
            part = parts[key] if key in parts else self._part(look, seat, own, key)
            if part is None:
                return False
            look.parts[at] = part
        return True

    def _find(self, look: Look, weight: float) -> None:
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
            look.found.append(Variant(heap, tuple(look.state), weight, self._told_by(amounts), moved))

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
        counted = unit.how in ("any", "counted")
        numbers = () if counted else tuple(state[unit.place : unit.place + max(1, len(unit.moves))])
        key = at, look.about, lies, numbers
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
        then, least, most = 0, 0, 1 << 10
        always = self._marks.get((look.about, seat))
        if always is None:
            always = self._marks[look.about, seat] = self._always(seat, look.kind)
        marks = sorted([*always, *bounds], reverse=True) if bounds else always[::-1]
        for at in (*reversed(self._of[seat]), -1):
            while marks and marks[0].before > at:
                _, _, low, high = marks.pop(0)
                least, most = max(least, low - then), min(most, high - then)
            if at >= 0 and self._moves[at].giver == seat:
                least = max(least, -then)
                then += look.amounts[at]
            elif at >= 0:
                then -= look.amounts[at]
                least = max(least, -then)
        return Span(then, least, most)

    def _always(self, seat: int, kind: Kind) -> list[Bound]:
        """What is known of a hand whatever was not seen: where it could not call, or a payment left nothing of a kind."""
        caps = [
            Bound(at, who, 0, many) for at, who, kinds, many in self._caps if who == seat and kind in kinds
        ]
        emptied = [
            Bound(at + 1, seat, 0, 0) for at in self._of[seat]
            if self._moves[at].giver == seat and kind in self._emptied[at]
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
