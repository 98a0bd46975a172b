"""Transfer constraints: how many copies of a kind may have changed hands unseen, from the highest kind down.

Cards that moved face down link the kinds: of a payment of the highest cards a lower kind can only be part if no higher one was left.
What the kinds so far have settled is the state of `core.sampling.hands`; each kind then has a variant for each way in which its
copies may have moved, with the bounds on every hand that follow from it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from math import factorial, prod
from operator import sub
from typing import NamedTuple

from paiju.core.sampling.copies import HiddenCopies
from paiju.core.sampling.hands import Group, State, Transition, Variant
from paiju.games.baohuang.cards import COPIES, RANK_OF, SEATS, Kind
from paiju.games.baohuang.determinize.bounds import HandBounds, Part, Span
from paiju.games.baohuang.determinize.transfers import MIDDLE, Constraint, Transfer, Transfers
from paiju.games.baohuang.state import UNKNOWN

Amounts = tuple[int, ...]
"""By transfer: how many copies of a kind moved."""


class Bound(NamedTuple):
    """How many copies of a kind a seat had, at least and at most, before the transfer of that number."""

    before: int
    seat: int
    least: int
    most: int


class Eligibility(NamedTuple):
    """Whether a constraint may concern a kind, whether it is the first or the last such kind of its rank, whether there is no rank below.

    `seen` is what else tells the kind from others; `held` how many copies the viewer had once all had bought.
    """

    able: bool = False
    first: bool = False
    last: bool = False
    only_rank: bool = False
    seen: tuple[int, ...] = ()
    held: int = 0


class Way(NamedTuple):
    """The number of copies that each transfer of a constraint moved, its numbers after that, what it says of hands, and a weight."""

    amounts: Amounts
    after: Sequence[int]
    bounds: tuple[Bound, ...] = ()
    weight: float = 1.0


class Query(NamedTuple):
    """A kind whose variants are sought, in a state; `amounts` are those of the transfers that were seen."""

    kind: Kind
    about: int
    amounts: Amounts
    state: State
    eligible: tuple[Eligibility, ...]


class ConstraintWays:
    """The ways of constraints, for transfers of one shape."""

    def __init__(self, bounds: HandBounds, transfers: Transfers) -> None:
        self._bounds, self._totals, self._single = bounds, transfers.totals, dict(transfers.singles)
        self._transfers = transfers.each

    def of(self, constraint: Constraint, query: Query, eligible: Eligibility, lies: int) -> Iterator[Way]:
        """The ways of a constraint in a state; `lies` copies lie in the middle from which it takes its cards, if it does."""
        left = query.state[constraint.place] if constraint.place < len(query.state) else 0
        if constraint.transfers:
            yield from self._of_transfers(constraint, query, eligible, left, lies)
        elif not eligible.able:
            yield Way((), [left])
        elif constraint.how == "one rank":
            yield from self._one_rank(eligible, query.kind, left)
        else:
            yield from self._singles(eligible, query.kind, left, exactly=constraint.how == "one each")

    def _of_transfers(
        self, constraint: Constraint, query: Query, eligible: Eligibility, left: int, lies: int
    ) -> Iterator[Way]:
        kind, first = query.kind, constraint.transfers[0]
        if constraint.how == "paid":
            yield from self._paid(first, eligible, kind, left)
        elif constraint.how == "chosen":
            ways = self._chosen(first, eligible, kind, left)
            yield from (way for way in ways if way.amounts == (eligible.seen or way.amounts))
        elif constraint.how == "any":
            yield from self._returned(constraint, kind, able=eligible.able)
        elif constraint.how == "all":
            if self._transfers[first].hidden or query.amounts[first] == lies:
                yield Way((lies,), [])
        elif constraint.how == "shuffled":
            yield from self._shuffled(constraint, query, lies)
        else:
            most = min(left, self._bounds.deck[kind]) if eligible.able else 0
            for many in range(most + 1) if constraint.how == "sorted" else (lies,):
                own = self._in_line(constraint, kind, left, many)
                if own is not None:
                    yield Way(own, [left - many])

    def _returned(self, constraint: Constraint, kind: Kind, *, able: bool) -> Iterator[Way]:
        """Cards that were given back to one seat, of which only the total is looked at."""
        most = min(self._totals[constraint.place], self._bounds.deck[kind]) if able else 0
        yield from (Way((many,), (many,)) for many in range(most + 1))

    def _paid(self, transfer: int, eligible: Eligibility, kind: Kind, left: int) -> Iterator[Way]:
        """A payment of which `left` cards are still to be found: all of a higher kind, any of the lowest rank that is paid.

        Within a rank, `left` is below zero where it is the lowest one.
        """
        if not eligible.able or not left:
            yield Way((0,), [left])
            return
        most, giver = self._bounds.deck[kind], self._transfers[transfer].giver
        if left > 0:
            for amount in range(min(left - 1, most) + 1):
                yield Way((amount,), [left - amount], (Bound(transfer + 1, giver, 0, 0),))
        if eligible.first or left < 0:
            rest = left if left > 0 else -left - 1
            for amount in range(rest if eligible.last else 0, min(rest, most) + 1):
                yield Way((amount,), [0 if eligible.last else amount - rest - 1])

    def _chosen(self, transfer: int, eligible: Eligibility, kind: Kind, left: int) -> Iterator[Way]:
        """One card, of its rank the kind with the fewest copies, and of several the lowest (BH A18-29).

        Within the rank of the card the state is below zero: how many copies there are of its kind, and whether it has been found.
        """
        if not eligible.able or not left:
            yield Way((0,), [left])
            return
        giver = self._transfers[transfer].giver
        none, some = Bound(transfer + 1, giver, 0, 0), self._bounds.deck[kind]
        if left > 0 and not (eligible.last and eligible.only_rank):
            yield Way((0,), [left], (none,))
        if left > 0 and not eligible.first:
            return
        for fewest in range(1, COPIES + 1) if left > 0 else ((-left - 1) % COPIES + 1,):
            found = left < -COPIES
            if not found:
                held = Bound(transfer + 1, giver, fewest - 1, fewest - 1)
                yield Way((1,), [0 if eligible.last else -COPIES - fewest], (held,))
            if found or not eligible.last:
                after = 0 if eligible.last else -COPIES - fewest if found else -fewest
                yield Way((0,), [after], (none,))
                yield Way((0,), [after], (Bound(transfer + 1, giver, fewest + found, some),))

    def _singles(self, eligible: Eligibility, kind: Kind, mask: int, *, exactly: bool) -> Iterator[Way]:
        """Each of some seats had one of the lowest cards, or (not `exactly`) one at most (BH A14); the state is which have had theirs."""
        viewer, copies = self._bounds.view.viewer, self._bounds.deck[kind]
        seats = [seat for seat in self._single if not mask >> seat & 1]
        for many in (copies,) if exactly else range(min(len(seats), copies) + 1):
            for chosen in combinations(seats, many):
                if viewer in self._single and (viewer in chosen) != (eligible.held > 0):
                    continue
                after = mask | sum([1 << seat for seat in chosen])
                held = [
                    Bound(before, seat, int(seat in chosen), int(seat in chosen))
                    for seat, before in self._single.items()
                ]
                yield Way((), [0 if eligible.last else after], tuple(held))

    def _one_rank(self, eligible: Eligibility, kind: Kind, mask: int) -> Iterator[Way]:
        """Hands of one rank alone, from the next rank down; the state is which hold the next, not the lowest (BH A14, A18-61)."""
        end, seats = len(self._transfers), self._bounds.of_one_rank
        if eligible.only_rank:
            none = tuple([Bound(end, seat, 0, 0) for seat in seats if mask >> seat & 1])
            yield Way((), [0 if eligible.last else mask], none)
            return
        all_ = self._bounds.deck[kind]
        for has in product((False, True), repeat=len(seats)):
            bounds = [
                Bound(end, seat, laid + own, all_ if own else laid)
                for seat, laid, own in zip(seats, eligible.seen, has, strict=True)
            ]
            after = mask | sum([own << seat for seat, own in zip(seats, has, strict=True)])
            yield Way((), [after], tuple(bounds))

    def _in_line(self, constraint: Constraint, kind: Kind, left: int, many: int) -> Amounts | None:
        """Copies laid at the end of what is left of a sorted line; None where something else was seen there."""
        line = [(at, card) for at in constraint.transfers for card in self._transfers[at].cards]
        own = line[left - many : left]
        if many > left or any(card not in (kind, UNKNOWN) for _, card in own):
            return None
        if sum(card == kind for _, card in own) != sum(card == kind for _, card in line):
            return None
        counts = Counter(at for at, _ in own)
        return tuple([counts[at] for at in constraint.transfers])

    def _shuffled(self, constraint: Constraint, query: Query, lies: int) -> Iterator[Way]:
        """What the middle has of a kind is handed out in any order; the state is how many cards each transfer still takes."""
        room = query.state[constraint.place : constraint.place + len(constraint.transfers)]
        seen = [None if self._transfers[at].hidden else query.amounts[at] for at in constraint.transfers]
        for own in _splits(lies, room, seen):
            weight = factorial(lies) / prod(map(factorial, own))
            yield Way(own, tuple(map(sub, room, own)), (), weight)


def _splits(many: int, room: Sequence[int], seen: Sequence[int | None]) -> Iterator[Amounts]:
    """All ways to hand out some copies; who was seen to take some took as many."""
    if not room:
        if not many:
            yield ()
        return
    most = min(many, room[0])
    for own in range(most + 1) if seen[0] is None else range(seen[0], min(seen[0], most) + 1):
        for rest in _splits(many - own, room[1:], seen[1:]):
            yield (own, *rest)


# --- the variants of a kind

_FROM_MIDDLE = ("all", "ranked", "shuffled")
_ANY_KIND = ("sorted", *_FROM_MIDDLE)
"""Constraints that have ways for a kind which they cannot concern, or must take what lies in the middle."""
_TOTALLED = "any"
"""A constraint of which only a total is looked at: its ways depend on no state."""
_NO_PART = Part(0, 0, 0)
_NOT_ABLE = Eligibility()


class _Node:
    """How many copies of a kind each transfer moved as far as constraints have been gone through, what is known of hands then, and the parts of hands that are settled.

    Where the ways of the next constraint lead is stored in `after`: many states share it. None where it cannot be.
    """

    __slots__ = ("after", "amounts", "bounds", "parts")

    def __init__(self, amounts: Amounts, bounds: tuple[Bound, ...], parts: tuple[Part, ...]) -> None:
        self.amounts, self.bounds, self.parts = amounts, bounds, parts
        self.after: dict[int, _Node | None] = {}


_Plan = list[tuple[int, list[tuple[int, int]]]]
"""Constraints to go through, each with the other seats (and their places) whose cards no later one concerns."""


class TransferConstraints:
    """What may be true of each kind, for transfers of one shape; what kinds have in common is worked out once."""

    def __init__(self, bounds: HandBounds, transfers: Transfers) -> None:
        self._bounds, self._kinds, self._totals = bounds, transfers.kinds, transfers.totals
        self._transfers, self._constraints, self._caps = transfers.each, transfers.constraints, transfers.caps
        self._bought = transfers.bought
        self._hidden = [at for at, one in enumerate(self._transfers) if one.hidden]
        self._middle = [
            (at, 1 if one.taker == MIDDLE else -1)
            for at, one in enumerate(self._transfers)
            if MIDDLE in (one.giver, one.taker)
        ]
        self._of = {
            seat: [at for at, one in enumerate(self._transfers) if seat in (one.giver, one.taker)]
            for seat in bounds.others
        }
        self._laid = [
            transfers.laid_before(one.transfers[0]) if one.how in _FROM_MIDDLE else []
            for one in self._constraints
        ]
        self._touching = [self._touched(one) for one in self._constraints]
        self._abouts: dict[object, int] = {}
        self._alike: dict[object, int] = {}
        self._ways_like: dict[int, int] = {}
        self._plans: dict[tuple[int, ...], tuple[list[tuple[int, int]], _Plan, _Plan]] = {}
        self._transitions: dict[tuple[int, State], list[Transition]] = {}
        self._roots: dict[object, _Node | None] = {}
        self._parts: dict[object, Part | None] = {}
        self._copies: dict[object, HiddenCopies | None] = {}
        self._variants: dict[object, list[Variant]] = {}
        self._ways: dict[object, list[tuple[int, Way]]] = {}
        self._signs: dict[object, int] = {}
        self._marks: dict[tuple[int, int], list[Bound]] = {}

    def _touched(self, constraint: Constraint) -> set[int]:
        """The seats whose cards a constraint concerns."""
        if not constraint.transfers:
            return set(range(SEATS))
        transfers = [self._transfers[at] for at in constraint.transfers]
        return {seat for one in transfers for seat in (one.giver, one.taker)}

    def groups(self, transfers: Transfers) -> list[Group]:
        """The kinds, from the highest down, if these were the transfers: what is known of alike ones remains."""
        self._transfers, self._constraint_ways = transfers.each, ConstraintWays(self._bounds, transfers)
        eligible = [self._eligible(one) for one in self._constraints]
        self._eligibility = {
            kind: tuple([own.get(kind, _NOT_ABLE) for own in eligible]) for kind in self._kinds
        }
        emptied = [(at, _emptied(one)) for at, one in enumerate(self._transfers)]
        self._emptied = [(at, kinds) for at, kinds in emptied if kinds]
        return [self._group(kind) for kind in self._kinds]

    def _group(self, kind: Kind) -> Group:
        amounts = tuple([0 if one.hidden else one.cards.count(kind) for one in self._transfers])
        zero = tuple([at for at, kinds in self._emptied if kind in kinds])
        caps = tuple([kind in cap.kinds for cap in self._caps])
        ways = self._bounds.deck[kind], amounts, self._eligibility[kind]
        alike = self._alike.setdefault(ways, len(self._alike))
        about = self._abouts.setdefault((self._bounds.about(kind), zero, caps, alike), len(self._abouts))
        self._ways_like[about] = alike
        known, make, eligible = self._transitions, self._made, self._eligibility[kind]

        def transitions(state: State) -> list[Transition]:
            found = known.get((about, state))
            if found is None:
                found = known[about, state] = make(Query(kind, about, amounts, state, eligible))
            return found

        return Group(transitions, any(kind in one.kinds for one in self._constraints), about)

    def _eligible(self, constraint: Constraint) -> dict[Kind, Eligibility]:
        """The ways in which a constraint may move each kind, as far as its ways depend on it."""
        how = constraint.how
        if how in ("sorted", "ranked"):
            cards = [card for at in constraint.transfers for card in self._transfers[at].cards]
            return {
                kind: Eligibility(
                    kind in constraint.kinds,
                    seen=(*[card in (kind, UNKNOWN) for card in cards], cards.count(kind)),
                )
                for kind in self._kinds
            }
        if how in ("all", "shuffled", "any"):
            return dict.fromkeys(constraint.kinds, Eligibility(able=True))
        kinds = sorted(constraint.kinds & {*self._kinds})
        same = {
            rank: [kind for kind in kinds if RANK_OF[kind] == rank] for rank in {RANK_OF[k] for k in kinds}
        }
        return {
            kind: Eligibility(
                able=True,
                first=kind == own[-1],
                last=kind == own[0],
                only_rank=how in ("chosen", "one rank") and rank == min(same),
                seen=self._seen_of(constraint, kind),
                held=self._held_by_viewer(kind) if how == "one each" else 0,
            )
            for rank, own in same.items()
            for kind in own
        }

    def _seen_of(self, constraint: Constraint, kind: Kind) -> tuple[int, ...]:
        """Of a card that was seen, whether it is of a kind; of hands of one rank, what each had laid of it."""
        if constraint.how == "one rank":
            return tuple([self._bounds.played[seat][kind] for seat in self._bounds.of_one_rank])
        cards = [card for at in constraint.transfers for card in self._transfers[at].cards]
        seen = [card for card in cards if card != UNKNOWN]
        return (seen.count(kind),) if constraint.how == "chosen" and seen else ()

    def _held_by_viewer(self, kind: Kind) -> int:
        """The number of copies that the viewer had of a kind once all had bought."""
        view = self._bounds.view
        if view.viewer is None or view.hand is None:
            return 0
        held = self._bounds.own[kind] + self._bounds.played[view.viewer][kind]
        for one in self._transfers[self._bought :]:
            held += one.cards.count(kind) * ((one.giver == view.viewer) - (one.taker == view.viewer))
        return held

    def _made(self, query: Query) -> list[Transition]:
        """The transitions of a kind from a state: first through the constraints that depend on it, then through those with totals alone."""
        active = self._active(query)
        before, linked, totalled = self._plan(active)
        if (query.about, active) not in self._roots:
            nothing = (_NO_PART,) * len(self._bounds.others)
            self._roots[query.about, active] = self._settled(query, before, query.amounts, (), nothing)
        root = self._roots[query.about, active]
        ends = self._through(linked, root, query.state, query) if root is not None else []
        found = [(after, weight, self._listed(query, totalled, node)) for node, after, weight in ends]
        return [Transition(after, weight, variants) for after, weight, variants in found if variants]

    def _active(self, query: Query) -> tuple[int, ...]:
        """The constraints that can concern a kind in a state."""
        state, eligible = query.state, query.eligible
        return tuple([
            at for at, (how, _, _, place) in enumerate(self._constraints)
            if (eligible[at].able and (how not in ("paid", "chosen") or state[place])) or how in _ANY_KIND
        ])  # fmt: skip

    def _plan(self, active: tuple[int, ...]) -> tuple[list[tuple[int, int]], _Plan, _Plan]:
        """The seats whose cards no constraint concerns, and the constraints to go through, those with totals alone apart."""
        found = self._plans.get(active)
        if found is None:
            order = sorted(active, key=lambda at: self._constraints[at].how == _TOTALLED)
            last = {
                seat: max([n for n, at in enumerate(order) if seat in self._touching[at]], default=-1)
                for seat in self._bounds.others
            }
            settling = [
                [(place, seat) for place, seat in enumerate(last) if last[seat] == number]
                for number in range(-1, len(order))
            ]
            steps = list(zip(order, settling[1:], strict=True))
            linked = sum([self._constraints[at].how != _TOTALLED for at in active])
            found = self._plans[active] = settling[0], steps[:linked], steps[linked:]
        return found

    def _listed(self, query: Query, plan: _Plan, node: _Node) -> list[Variant]:
        """All variants for what the constraints did that depend on the state; one list for all states with the same."""
        key = query.about, node.amounts, node.bounds
        found = self._variants.get(key)
        if found is None:
            ends = self._through(plan, node, (0,) * len(self._totals), query)
            made = [self._variant(query, *end) for end in ends]
            found = self._variants[key] = [one for one in made if one is not None]
        return found

    def _through(
        self, plan: _Plan, start: _Node, at_first: State, query: Query
    ) -> list[tuple[_Node, State, float]]:
        """Go through the constraints of a plan, each with each of its ways: where that leads, the numbers then, and a weight."""
        found = [(start, at_first, 1.0)]
        for number, settling in plan:
            constraint, laid = self._constraints[number], self._laid[number]
            first, place = constraint.transfers[0] if constraint.transfers else 0, constraint.place
            last = first + len(constraint.transfers)  # transfers of a constraint follow one another
            before, found = found, []
            ways = self._ways_of(number, query, 0) if not laid else []
            for node, numbers, weight in before:
                after = node.after
                if laid:
                    ways = self._ways_of(number, query, sum([node.amounts[at] for at in laid]))
                for sign, (own, then, limits, factor) in ways:
                    child = after.get(sign, node)
                    if child is node:
                        amounts = node.amounts[:first] + own + node.amounts[last:]
                        child = self._settled(query, settling, amounts, node.bounds + limits, node.parts)
                        after[sign] = child
                    if child is not None:
                        both = (*numbers[:place], *then, *numbers[place + len(then) :])
                        found.append((child, both, weight * factor))
        return found

    def _settled(
        self,
        query: Query,
        settling: Sequence[tuple[int, int]],
        amounts: Amounts,
        bounds: tuple[Bound, ...],
        parts: tuple[Part, ...],
    ) -> _Node | None:
        """A node with the parts of the hands that no later constraint concerns; None if one of them cannot be."""
        noted = list(parts)
        for place, seat in settling:
            own = tuple([bound for bound in bounds if bound.seat == seat]) if bounds else ()
            key = query.about, seat, tuple([amounts[at] for at in self._of[seat]]), own
            if key not in self._parts:
                span = self._span(query, seat, amounts, own)
                self._parts[key] = self._bounds.part(query.kind, seat, span)
            part = self._parts[key]
            if part is None:
                return None
            noted[place] = part
        return _Node(amounts, bounds, tuple(noted))

    def _variant(self, query: Query, node: _Node, counted: State, weight: float) -> Variant | None:
        """A variant, if the copies can lie anywhere."""
        in_middle = sum([sign * node.amounts[at] for at, sign in self._middle])
        key = query.about, in_middle, node.parts
        if key not in self._copies:
            self._copies[key] = self._bounds.hidden_copies(query.kind, in_middle, node.parts)
        copies = self._copies[key]
        if copies is None:
            return None
        label = tuple([(at, node.amounts[at]) for at in self._hidden if node.amounts[at]])
        return Variant(copies, weight, label, counted if any(counted) else ())

    def _ways_of(self, at: int, query: Query, lies: int) -> list[tuple[int, Way]]:
        """The ways of a constraint, each with a number for what it says of transfers and hands; kinds of which it sees the same share them."""
        constraint, state = self._constraints[at], query.state
        place = constraint.place
        numbers = (
            () if constraint.how == _TOTALLED else state[place : place + max(1, len(constraint.transfers))]
        )
        key = at, self._ways_like[query.about], lies, numbers
        found = self._ways.get(key)
        if found is None:
            signs = self._signs
            found = self._ways[key] = [
                (signs.setdefault((way.amounts, way.bounds), len(signs)), way)
                for way in self._constraint_ways.of(constraint, query, query.eligible[at], lies)
            ]
        return found

    def _span(self, query: Query, seat: int, amounts: Amounts, bounds: Sequence[Bound]) -> Span:
        """The copies of a kind that a seat has had, followed backwards: `then` is how many more it had at a time than in the end."""
        always = self._marks.get((query.about, seat))
        if always is None:
            always = self._marks[query.about, seat] = self._always(seat, query.kind)
        marks = sorted([*always, *bounds]) if bounds else always
        unread, then, least, most = len(marks), 0, 0, 1 << 10
        for at in reversed(self._of[seat]):
            while unread and marks[unread - 1].before > at:
                unread -= 1
                _, _, low, high = marks[unread]
                least, most = max(least, low - then), min(most, high - then)
            if many := amounts[at]:
                then += many if self._transfers[at].giver == seat else -many
                least = max(least, -then)
        for _, _, low, high in marks[:unread]:
            least, most = max(least, low - then), min(most, high - then)
        return Span(then, least, most)

    def _always(self, seat: int, kind: Kind) -> list[Bound]:
        """The caps on a hand that hold whatever was not seen: where it could not call, a payment left nothing of a kind, or a bomb had to be drawn."""
        caps = [
            Bound(at, who, 0, many) for at, who, kinds, many in self._caps if who == seat and kind in kinds
        ]
        emptied = [
            Bound(at + 1, seat, 0, 0) for at, kinds in self._emptied
            if kind in kinds and self._transfers[at].giver == seat
        ]  # fmt: skip
        drawn = [Bound(0, seat, *own) for own in [self._bounds.drawn.get((seat, kind))] if own]
        return sorted([*caps, *emptied, *drawn])


def _emptied(transfer: Transfer) -> frozenset[Kind]:
    """The kinds of which a payment that was seen left nothing."""
    if transfer.payable is None or transfer.hidden or not transfer.cards:
        return frozenset()
    lowest = min([RANK_OF[card] for card in transfer.cards])
    return frozenset([kind for kind in transfer.payable if RANK_OF[kind] > lowest])
