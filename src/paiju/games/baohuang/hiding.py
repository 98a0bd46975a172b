"""Cards that changed hands before play: how many of each kind may have gone each way, kind after kind from the highest down.

A move takes cards from a hand or the middle into another; of some the viewer has seen the cards, of others only how many they
were. Who paid his highest cards (BH A6, A7, A14) had nothing left of any higher kind that could be paid; what was given back is
any (BH A18-35), sorted where it went to several (BH A18-32); what lay face down in the middle was handed out in any order, or by rank
(BH A18-34). So what may be true of a kind hangs on how many cards of each move have been found among the higher kinds:
that is the state by which the kinds are linked (`core.shares`).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, combinations
from math import factorial, prod
from typing import NamedTuple

from paiju.core.heaps import Heap
from paiju.core.shares import Group, Share, State, Variant
from paiju.games.baohuang.cards import (
    COPIES,
    FIRST_JOKER,
    IDENTITY,
    KINDS,
    MARKED_BIG,
    RANK_OF,
    SEATS,
    Kind,
    hand_of,
    kinds_of_rank,
)
from paiju.games.baohuang.options import AbdicationCost
from paiju.games.baohuang.past import GOT, NOWHERE, PAID, Past, Step
from paiju.games.baohuang.plans import UNKNOWN
from paiju.games.baohuang.rules import Rules
from paiju.games.baohuang.transfers import highest
from paiju.games.baohuang.witness import Span, Witness

MIDDLE = NOWHERE
_CHOSEN = 6
_FEW = 2
"""Up to how many ways to fill the hands that are dealt from the middle these are followed card by card."""
_UNASKED = ("price", "bought", "cost", "claim")
Amounts = tuple[int, ...]
"""By move: how many copies of a kind went that way."""


class Move(NamedTuple):
    """Cards that went from a seat or the middle to another, by the number of their step; `cards` are UNKNOWN where not seen.

    `payable` are the kinds of which it takes the highest, None where it may be any.
    """

    step: int
    giver: int
    taker: int
    cards: tuple[Kind, ...]
    payable: frozenset[Kind] | None = None

    @property
    def hidden(self) -> bool:
        """Whether the viewer has not seen the cards."""
        return UNKNOWN in self.cards


class Unit(NamedTuple):
    """Moves of which the cards are found together, and where in the state, or among the totals, their numbers stand.

    `how`: `paid` the highest cards; `chosen` the highest card, of a rank the kind with the fewest copies; `any` cards; `sorted` any cards,
    those of the last move the highest; `one each` no move, but one of the lowest cards for each seat; `shuffled` and `counted` what
    the middle has, in any order; `ranked` what it has by rank; `all` what it has, to one seat.
    """

    how: str
    moves: tuple[int, ...]
    kinds: frozenset[Kind]
    place: int


class Bound(NamedTuple):
    """How many copies of a kind a seat had, at least and at most, before the move of that number."""

    before: int
    seat: int
    least: int
    most: int


class Place(NamedTuple):
    """Whether a unit may have a kind, whether it is the first or the last such kind of its rank, whether there is no rank below.

    `seen` is what else tells the kind from others.
    """

    able: bool
    first: bool
    last: bool
    only_rank: bool
    seen: tuple[object, ...]


class _Way(NamedTuple):
    """How many copies each move of a unit had, the state after that, what it tells of hands, and a weight."""

    amounts: Amounts
    after: list[int]
    bounds: tuple[Bound, ...] = ()
    weight: float = 1.0


class _Look(NamedTuple):
    """What is supposed of a kind while its variants are looked for."""

    kind: Kind
    about: int
    amounts: list[int]
    state: list[int]
    moved: list[int]
    places: tuple[Place, ...]
    found: list[Variant]


class Hiding:
    """The groups of an exact draw: the kinds of the deck, with each way in which cards that were not seen may have gone."""

    def __init__(
        self,
        witness: Witness,
        rules: Rules,
        past: Past,
        *,
        in_order: bool,
        since: int = 0,
    ) -> None:
        """`in_order`: the middle is handed out by rank (BH A18-34), not shuffled; only steps from `since` on are looked at."""
        self._witness, self._rules, self._in_order, self._since = witness, rules, in_order, since
        self.past = _known_pool(past)
        self._lowest = frozenset(kinds_of_rank(rules.low_rank))
        self._declined = next((at for at, step in enumerate(past) if step.verb == "abdicate"), len(past))
        self.moves: list[Move] = []
        self._caps: list[tuple[int, int, frozenset[Kind], int]] = []
        self._follow()
        self._start: list[int] = []
        self._totals: list[int] = []
        self._units = list(self._gathered())
        self.start, self.end, self.totals = tuple(self._start), (0,) * len(self._start), tuple(self._totals)
        self.kinds = sorted(witness.kinds, reverse=True)
        self._hidden = [at for at, move in enumerate(self.moves) if move.hidden]
        self._through_middle = [
            at for at, move in enumerate(self.moves) if MIDDLE in (move.giver, move.taker)
        ]
        self._of = [
            [at for at, move in enumerate(self.moves) if seat in (move.giver, move.taker)]
            for seat in range(SEATS)
        ]
        self._laid = {unit.moves[0]: self._laid_before(unit.moves[0]) for unit in self._units if unit.moves}
        self._places = {
            kind: tuple([self._placed(unit, kind) for unit in self._units]) for kind in self.kinds
        }
        self._marks: dict[tuple[int, int], list[Bound]] = {}
        self._abouts: dict[tuple[object, ...], int] = {}
        self._known: dict[tuple[int, State], list[Variant]] = {}
        self._spans: dict[tuple[int, int, Amounts, tuple[Bound, ...]], Span] = {}

    # --- the past

    def _follow(self) -> None:
        """All moves in their order, and how many copies some hand held at most before one of them."""
        rules, called = self._rules, NOWHERE
        for at, step in enumerate(self.past):
            if step.verb == "call":
                called = step.cards[0]
            elif step.verb == "abdicate":
                cap = self._witness.cap_of_declined(step.seat)
                if cap is not None and at >= self._since:
                    self._caps.append((len(self.moves), *cap))
            elif at >= self._since and (step.moves or step.verb in (PAID, GOT)):
                if step.verb == "price":
                    self._caps.append((len(self.moves), step.seat, self._lowest, 0))
                giver = MIDDLE if step.verb == GOT else step.seat
                taker = step.seat if step.verb == GOT else step.to
                kept = payable(rules, step.verb, crown=at > self._declined)
                if kept is None or step.verb == GOT or MARKED_BIG in step.cards:  # the crown itself moves
                    able = None
                else:
                    able = frozenset(
                        kind for kind in self._witness.kinds if kind not in kept and kind != called
                    )
                self.moves.append(Move(at, giver, taker, step.cards, able))
        self._called = called
        self._caps += [(len(self.moves), *cap) for cap in self._witness.caps_of_full_circle()]

    def _gathered(self) -> Iterator[Unit]:
        rules, moves = self._rules, self.moves
        verbs = [self.past[move.step].verb for move in moves]
        all_kinds, low = frozenset(self._witness.kinds), self._lowest
        self._bought = max([at + 1 for at, verb in enumerate(verbs) if verb == "bought"], default=0)
        if (
            rules.transfers.buys
            and sum(self._witness.copies[kind] for kind in low) == SEATS
            and not self._witness.drawing
        ):
            yield self._unit("one each", (), low, 0)
        for at, move in enumerate(moves):
            kinds = low - {self._called} if verbs[at] == "bought" else move.payable
            if kinds is not None and move.hidden and len(move.cards) == 1 and self._unasked(at):
                yield self._unit("chosen", (at,), kinds, 1)
            elif move.payable is not None and move.hidden:
                yield self._unit("paid", (at,), move.payable, len(move.cards))
            elif verbs[at] == GOT and (not at or verbs[at - 1] != GOT):
                yield from self._from_middle(at, verbs, all_kinds)
            elif verbs[at] == "return" and not self._follows_return(at, verbs):
                yield from self._returned(at, verbs, all_kinds - IDENTITY - {self._called}, low)

    def _returned(
        self, at: int, verbs: Sequence[str], kinds: frozenset[Kind], low: frozenset[Kind]
    ) -> Iterator[Unit]:
        """What a receiver gave back, to one seat or several."""
        group = [at]
        while group[-1] + 1 < len(verbs) and self._follows_return(group[-1] + 1, verbs):
            group.append(group[-1] + 1)
        count, lows = sum([len(self.moves[one].cards) for one in group]), self._rules.transfers.returned_lows
        if not any(self.moves[one].hidden for one in group):
            return
        able = kinds - low if lows is not None and not lows(COPIES) else kinds
        if len(group) == 1:
            yield Unit("any", (at,), able, len(self._totals))
            self._totals.append(count)
        else:
            yield self._unit("sorted", tuple(group), able, count)

    def _unasked(self, at: int) -> bool:
        """Whether nobody chose the kinds of what was moved: of a rank those with the fewest copies go first (BH A18-29)."""
        move = self.moves[at]
        return self._rules.suited and self.past[move.step].verb in _UNASKED and move.cards != (MARKED_BIG,)

    def chosen_right(self, past: Past, dealt: Sequence[Counter[Kind]]) -> bool:
        """Whether what nobody chose was of the right kinds, from the hands as they were dealt."""
        hands = [Counter(hand) for hand in dealt]
        for at, move in enumerate(self.moves):
            cards = past[move.step].cards
            if self._unasked(at):
                able = move.payable or self._lowest - {self._called}
                if highest(hand_of(hands[move.giver].elements()), len(cards), able.__contains__) != cards:
                    return False
            if move.giver >= 0:
                hands[move.giver].subtract(cards)
            if move.taker >= 0:
                hands[move.taker].update(cards)
        return True

    def _follows_return(self, at: int, verbs: Sequence[str]) -> bool:
        """Whether a move is of the same return as the one before it (BH A18-32)."""
        one, before = self.moves[at], self.moves[at - 1]
        return (
            verbs[at] == verbs[at - 1] == "return"
            and one.giver == before.giver
            and one.step == before.step + 1
        )

    def _from_middle(self, at: int, verbs: Sequence[str], kinds: frozenset[Kind]) -> Iterator[Unit]:
        """What was paid into the middle is what was handed out."""
        group = [one for one in range(at, len(verbs)) if all(verb == GOT for verb in verbs[at : one + 1])]
        if not any(self.moves[one].hidden for one in (*group, *self._laid_before(at))):
            return
        count = sum(len(self.moves[one].cards) for one in group)
        if self.moves[at].step > self._declined:
            yield self._unit("all", tuple(group), kinds)
        elif self._in_order:
            yield self._unit("ranked", tuple(group), kinds, count)
        else:
            sizes = [len(self.moves[one].cards) for one in group]
            if prod(sizes) <= _FEW:
                yield self._unit("shuffled", tuple(group), kinds, *sizes)
            else:
                yield Unit("counted", tuple(group), kinds, len(self._totals))
                self._totals += sizes

    def _laid_before(self, at: int) -> list[int]:
        """The moves into the middle of which a move out of it takes the cards: there is tribute, and later what was paid for the crown."""
        pool = self.moves[at].step > self._declined
        return [
            one for one, move in enumerate(self.moves[:at])
            if move.taker == MIDDLE and (move.step > self._declined) is pool
        ]  # fmt: skip

    def _unit(self, how: str, moves: tuple[int, ...], kinds: frozenset[Kind], *counts: int) -> Unit:
        place = len(self._start)
        self._start += counts
        return Unit(how, moves, kinds, place)

    # --- one kind

    def groups(self) -> list[Group]:
        """The kinds, from the highest down."""
        return [self._group(kind) for kind in self.kinds]

    def _group(self, kind: Kind) -> Group:
        about = self._abouts.setdefault(self._about(kind), len(self._abouts))
        known, make = self._known, self._variants

        def variants(state: State) -> list[Variant]:
            key = about, state
            found = known.get(key)
            if found is None:
                found = known[key] = make(kind, about, list(state))
            return found

        return Group(variants, any(kind in unit.kinds for unit in self._units))

    def _about(self, kind: Kind) -> tuple[object, ...]:
        """All that tells a kind from others."""
        seen = tuple([0 if move.hidden else move.cards.count(kind) for move in self.moves])
        zero = tuple([self._takes_all(move, kind) for move in self.moves])
        caps = tuple([kind in kinds for _, _, kinds, _ in self._caps])
        places = self._places[kind]
        return self._witness.about(kind), seen, zero, caps, places

    def _takes_all(self, move: Move, kind: Kind) -> bool:
        """Whether a payment that was seen left nothing of a kind."""
        able = move.payable
        return (
            able is not None
            and not move.hidden
            and kind in able
            and RANK_OF[kind] > min(RANK_OF[one] for one in move.cards)
        )

    def _placed(self, unit: Unit, kind: Kind) -> Place:
        rank = [other for other in kinds_of_rank(RANK_OF[kind]) if other in unit.kinds]
        able = kind in unit.kinds
        seen: tuple[object, ...] = ()
        if unit.how in ("sorted", "ranked"):
            cards = [card for at in unit.moves for card in self.moves[at].cards]
            seen = tuple([card in (kind, UNKNOWN) for card in cards]), sum(card == kind for card in cards)
        elif unit.how == "one each" and able:
            seen = (self._held_by_viewer(kind, unit.place),)
        last_rank = able and min(map(RANK_OF.__getitem__, unit.kinds)) == RANK_OF[kind]
        return Place(able, able and kind == max(rank), able and kind == min(rank), last_rank, seen)

    def _held_by_viewer(self, kind: Kind, _place: int) -> int:
        """How many copies the viewer had of a kind once all had bought."""
        view = self._witness.view
        if view.viewer is None or view.hand is None:
            return 0
        held = (
            self._witness.copies[kind]
            - self._witness.unseen[kind]
            - sum([played[kind] for seat, played in enumerate(self._witness.played) if seat != view.viewer])
        )
        for move in self.moves[self._bought :]:
            held += move.cards.count(kind) * ((move.giver == view.viewer) - (move.taker == view.viewer))
        return held

    def _variants(self, kind: Kind, about: int, state: list[int]) -> list[Variant]:
        amounts = [0 if move.hidden else move.cards.count(kind) for move in self.moves]
        look = _Look(
            kind,
            about,
            amounts,
            state,
            [0] * len(self.totals),
            self._places[kind],
            [],
        )
        self._fill(0, look, (), 1.0)
        return look.found

    def _fill(self, at: int, look: _Look, bounds: tuple[Bound, ...], weight: float) -> None:
        """Go through the units from `at` on, each with each number of copies that it may have had."""
        if at == len(self._units):
            heap = self._heap(look, bounds)
            if heap is not None:
                told = tuple([(one, look.amounts[one]) for one in self._hidden if look.amounts[one]])
                moved = tuple(look.moved) if any(look.moved) else ()
                look.found.append(Variant(heap, tuple(look.state), weight, told, moved))
            return
        unit, amounts, state = self._units[at], look.amounts, look.state
        before = [amounts[move] for move in unit.moves]
        if unit.how in ("any", "counted"):
            own = slice(unit.place, unit.place + len(unit.moves))
            for way in self._counted(unit, look, able=look.places[at].able):
                for move, amount in zip(unit.moves, way.amounts, strict=True):
                    amounts[move] = amount
                look.moved[own] = way.amounts
                self._fill(at + 1, look, bounds, weight * way.weight)
            look.moved[own] = [0] * len(unit.moves)
        else:
            for way in self._ways(at, look):
                for move, amount in zip(unit.moves, way.amounts, strict=True):
                    amounts[move] = amount
                end = unit.place + len(way.after)
                kept, state[unit.place : end] = state[unit.place : end], way.after
                self._fill(at + 1, look, (*bounds, *way.bounds), weight * way.weight)
                state[unit.place : end] = kept
        for move, amount in zip(unit.moves, before, strict=True):
            amounts[move] = amount

    def _counted(self, unit: Unit, look: _Look, *, able: bool) -> Iterator[_Way]:
        """Units of which only the totals are looked at: what was given back to one seat, what many got from the middle."""
        if unit.how == "counted":
            yield from self._handed_out(unit, look.kind, look.amounts, self.totals)
        else:
            most = min(self.totals[unit.place], self._witness.copies[look.kind]) if able else 0
            yield from (_Way((many,), []) for many in range(most + 1))

    def _ways(self, at: int, look: _Look) -> Iterator[_Way]:
        """How many copies each move of a unit may have had."""
        unit, kind, place = self._units[at], look.kind, look.places[at]
        left = look.state[unit.place] if unit.place < len(look.state) else 0
        if unit.how == "paid":
            yield from self._paid(unit.moves[0], place, kind, left)
        elif unit.how == "chosen":
            yield from self._chosen(unit.moves[0], place, kind, left)
        elif unit.how == "one each":
            yield from self._one_each(unit, look, left) if place.able else (_Way((), [left]),)
        elif unit.how == "sorted":
            for many in range(min(left, self._witness.copies[kind]) + 1 if place.able else 1):
                shared = self._in_line(unit, kind, left, many)
                if shared is not None:
                    yield _Way(shared, [left - many])
        else:
            yield from self._handed_out(unit, kind, look.amounts, look.state)

    def _paid(self, move: int, place: Place, kind: Kind, left: int) -> Iterator[_Way]:
        """A payment of which `left` cards are still to be found: all of a higher kind, any of the lowest rank that is paid.

        Within a rank, `left` is below nought where it is the lowest one.
        """
        if not place.able or not left:
            yield _Way((0,), [left])
            return
        most, giver = self._witness.copies[kind], self.moves[move].giver
        if left > 0:
            for amount in range(min(left - 1, most) + 1):
                yield _Way((amount,), [left - amount], (Bound(move + 1, giver, 0, 0),))
        if place.first or left < 0:
            rest = left if left > 0 else -left - 1
            for amount in range(rest if place.last else 0, min(rest, most) + 1):
                yield _Way((amount,), [0 if place.last else amount - rest - 1])

    def _chosen(self, move: int, place: Place, kind: Kind, left: int) -> Iterator[_Way]:
        """One card, of its rank that kind of which there are fewest copies, and of several the lowest (BH A18-29).

        Within the rank of the card the state is below nought: how many copies there are of its kind, and whether it has been found.
        """
        if not place.able or not left:
            yield _Way((0,), [left])
            return
        giver = self.moves[move].giver
        none, some = Bound(move + 1, giver, 0, 0), self._witness.copies[kind]
        if left > 0 and not (place.last and place.only_rank):
            yield _Way((0,), [left], (none,))
        if left > 0 and not place.first:
            return
        for fewest in range(1, COPIES + 1) if left > 0 else ((-left - 1) % COPIES + 1,):
            found = left < -COPIES
            if not found:
                held = Bound(move + 1, giver, fewest - 1, fewest - 1)
                yield _Way((1,), [0 if place.last else -COPIES - fewest], (held,))
            if found or not place.last:
                after = 0 if place.last else -COPIES - fewest if found else -fewest
                yield _Way((0,), [after], (none,))
                yield _Way((0,), [after], (Bound(move + 1, giver, fewest + found, some),))

    def _one_each(self, unit: Unit, look: _Look, mask: int) -> Iterator[_Way]:
        """Each seat has one of the lowest cards once those without have bought one: there are as many as seats (BH A14)."""
        viewer = self._witness.view.viewer
        seats = [seat for seat in range(SEATS) if not mask >> seat & 1]
        for chosen in combinations(seats, self._witness.copies[look.kind]):
            if viewer is None or (viewer in chosen) == (self._held_by_viewer(look.kind, unit.place) > 0):
                bounds = [
                    Bound(self._bought, seat, int(seat in chosen), int(seat in chosen))
                    for seat in range(SEATS)
                ]
                after = mask | sum([1 << seat for seat in chosen])
                yield _Way((), [0 if after == (1 << SEATS) - 1 else after], tuple(bounds))

    def _in_line(self, unit: Unit, kind: Kind, left: int, many: int) -> Amounts | None:
        """So many copies laid at the end of what is left of a sorted line; None where something else was seen there."""
        line = [(at, card) for at in unit.moves for card in self.moves[at].cards]
        own = line[left - many : left]
        if many > left or any(card not in (kind, UNKNOWN) for _, card in own):
            return None
        if sum(card == kind for _, card in own) != sum(card == kind for _, card in line):
            return None
        counts = Counter(at for at, _ in own)
        return tuple([counts[at] for at in unit.moves])

    def _handed_out(
        self, unit: Unit, kind: Kind, amounts: Sequence[int], state: Sequence[int]
    ) -> Iterator[_Way]:
        """What the middle has of a kind goes to those who get it."""
        lies = sum([amounts[at] for at in self._laid[unit.moves[0]]])
        if unit.how == "all":
            if self.moves[unit.moves[0]].hidden or amounts[unit.moves[0]] == lies:
                yield _Way((lies,), [])
        elif unit.how == "ranked":
            shared = self._in_line(unit, kind, state[unit.place], lies)
            if shared is not None:
                yield _Way(shared, [state[unit.place] - lies])
        else:
            room = state[unit.place : unit.place + len(unit.moves)]
            least = [0 if self.moves[at].hidden else amounts[at] for at in unit.moves]
            most = [
                size if self.moves[at].hidden else amounts[at]
                for at, size in zip(unit.moves, room, strict=True)
            ]
            for own in _splits(lies, least, most):
                weight = _FACTORIALS[lies] / prod([_FACTORIALS[count] for count in own])
                yield _Way(own, [size - count for size, count in zip(room, own, strict=True)], (), weight)

    def _heap(self, look: _Look, bounds: tuple[Bound, ...]) -> Heap | None:
        """Where the copies may lie now, if so many went each way; None if they cannot have."""
        in_middle = 0
        for at in self._through_middle:
            in_middle += look.amounts[at] if self.moves[at].taker == MIDDLE else -look.amounts[at]
        spans = []
        for seat in self._witness.others:
            own = tuple([bound for bound in bounds if bound.seat == seat])
            key = look.about, seat, tuple([look.amounts[at] for at in self._of[seat]]), own
            span = self._spans.get(key)
            if span is None:
                span = self._spans[key] = self._span(look, seat, own)
            if span.least > span.most:
                return None
            spans.append(span)
        return self._witness.heap(look.kind, in_middle, spans)

    def _span(self, look: _Look, seat: int, bounds: Sequence[Bound]) -> Span:
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
            if at >= 0 and self.moves[at].giver == seat:
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
            if self.moves[at].giver == seat and self._takes_all(self.moves[at], kind)
        ]  # fmt: skip
        return sorted([*caps, *emptied])

    # --- what was drawn

    def filled(self, shares: Sequence[Share], rng: random.Random) -> Past:
        """The past with the cards that were drawn for it; the order in which they were handed out is drawn here."""
        cards: dict[int, list[Kind]] = {at: [] for at, move in enumerate(self.moves) if move.hidden}
        if not cards:
            return self.past
        for kind, share in zip(self.kinds, shares, strict=True):
            for at, many in share.variant.told:
                cards[at] += [kind] * many
        past = list(self.past)
        for at, own in cards.items():
            step = self.moves[at].step
            if past[step].verb != GOT or (self._in_order and step < self._declined):
                past[step] = past[step]._replace(cards=tuple(sorted(own)))
            elif step < self._declined:
                past[step] = past[step]._replace(cards=tuple(rng.sample(own, len(own))))
            else:
                paid = [
                    past[move.step].cards
                    for move in self.moves
                    if move.taker == MIDDLE and move.step > self._declined
                ]
                past[step] = past[step]._replace(cards=tuple(chain.from_iterable(paid)))
        return tuple(past)

    @staticmethod
    def dealt(past: Past, owned: Sequence[Counter[Kind]]) -> list[Counter[Kind]]:
        """The hands as they were dealt, from what each seat holds or has laid."""
        hands = [Counter(cards) for cards in owned]
        for step in past:
            if step.moves or step.verb == PAID:
                hands[step.seat].update(step.cards)
            if step.moves:
                hands[step.to].subtract(step.cards)
            elif step.verb == GOT:
                hands[step.seat].subtract(step.cards)
        return hands


def blocks(past: Past, most: int, *, suited: bool) -> list[frozenset[int]]:
    """The steps that were not seen, in sets that are drawn together, in the order of time: one set if they are few enough.

    What was paid into the middle stays with what came out of it.
    """
    hidden = [
        at
        for at, step in enumerate(past)
        if UNKNOWN in step.cards and (step.moves or step.verb in (PAID, GOT))
    ]
    declined = next((at for at, step in enumerate(past) if step.verb == "abdicate"), len(past))
    middles = [
        [at for at in hidden if not past[at].moves and (at > declined) is pool] for pool in (False, True)
    ]
    spans = [range(middle[0], middle[-1]) for middle in middles if middle]
    found: list[frozenset[int]] = []
    heavy = 1
    for at in hidden:
        own = _burden(past[at], suited=suited) if past[at].verb != GOT else 1
        if found and (heavy * own <= most or any(at - 1 in span for span in spans)):
            found[-1] |= {at}
            heavy *= own
        else:
            found.append(frozenset({at}))
            heavy = own
    return found


def _burden(step: Step, *, suited: bool) -> int:
    """In how many ways, about, a step divides the deck where its cards have been found up to some kind."""
    many = len(step.cards)
    return _CHOSEN if suited and many == 1 and step.verb in _UNASKED else many + 1


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


def _known_pool(past: Past) -> Past:
    """The past, with the cards that were paid for a declined crown, as far as who got them has seen them (BH A6)."""
    declined = next((at for at, step in enumerate(past) if step.verb == "abdicate"), len(past))
    paid = [at for at in range(declined, len(past)) if past[at].verb == PAID]
    got = next((at for at in range(declined, len(past)) if past[at].verb == GOT), None)
    if got is None or not paid:
        return past
    known = list(past)
    cards = iter(past[got].cards)
    for at in paid:
        own = tuple(next(cards) for _ in past[at].cards)
        known[at] = past[at]._replace(cards=own if UNKNOWN not in own else past[at].cards)
    return tuple(known)


def payable(rules: Rules, verb: str, *, crown: bool) -> frozenset[Kind] | None:
    """The kinds that a payment leaves alone, None if it is no payment of the highest cards; `crown`: for one that was declined."""
    transfers = rules.transfers
    if verb == "tribute" or (verb == PAID and not crown):
        return transfers.kept_from_tribute
    if verb in ("price", "cost", PAID) and (verb == "price" or rules.crowning.cost is AbdicationCost.TWO):
        return transfers.kept.union(range(FIRST_JOKER, KINDS))
    return transfers.kept if verb in ("cost", "claim", PAID) else None
