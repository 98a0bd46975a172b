"""Hand bounds, from what a seat has seen of a deal, kind by kind: where copies may still lie, and which numbers of them the past allows.

A copy that lies open has come from a hand or from the stock, and everyone saw which. Of a kind the rest is unseen: in the
hands of the others, in their triples that lie face down, in the stock. What happened to open cards bounds the copies that a hand
can have held: a seat that did not lay a compulsory Wei, Ti or Pao had no cards for it (PZ M7, M8). `group` has what is left; claims
that a past forfeited (PZ M15) are found when it is played again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from paiju.core.game import named
from paiju.core.sampling.copies import HiddenCopies, can_lie
from paiju.core.sampling.hands import Group, Transition, Variant
from paiju.games.paohuzi.actions import Action
from paiju.games.paohuzi.cards import (
    COPIES,
    DECK,
    KINDS,
    STOCK_SIZE,
    UNIT,
    UNKNOWN,
    Hand,
    Kind,
    count,
    packed,
)
from paiju.games.paohuzi.rules import Rules
from paiju.games.paohuzi.state import APART, Phase, Source, Start, State, cut_of, right_of
from paiju.games.paohuzi.views import PUBLIC, PUBLIC_START, View

_PAIR = 2
_TRIPLE = 3
DRAWS = ("draw", "wei", "smell", "ti")
_FROM_HAND = {"discard": 1, "pong": 2, "wei": 2, "smell": 2, "quad": 4}
_CLAIMS = ("pong", "eat", "pao")
LEFT, OPEN, WON = "left", "open", "won"


class OpenCard(NamedTuple):
    """A card that lay open for claims: whose, how, what became of it (`taker` -1: nobody took it)."""

    at: int
    seat: int
    card: Kind
    drawn: bool
    last: bool
    fate: str
    taker: int


class Fact(NamedTuple):
    """Something that tells about the copies of a kind: in `past`, number `at`."""

    at: int
    verb: str
    seat: int
    used: int = 0
    shown: OpenCard | None = None


def shown_cards(view: View) -> Iterator[OpenCard]:
    """Every card that lay open for claims, in order."""
    past, drawn = view.past or (), 0
    for at, (seat, action) in enumerate(past):
        verb = action.verb
        drawn += verb in DRAWS
        if verb not in ("draw", "discard"):
            continue
        follows = past[at + 1] if at + 1 < len(past) else None
        if follows is not None:
            took = follows[1].verb in _CLAIMS
            fate, taker = (follows[1].verb, follows[0]) if took else (LEFT, -1)
        else:
            fate, taker = _unsettled(view), -1
        last = verb == "draw" and drawn == STOCK_SIZE
        yield OpenCard(at, seat, action.cards[0], verb == "draw", last, fate, taker)


def spent(action: Action) -> int:
    """The number of cards that leave the hand."""
    verb = action.verb
    if verb == "eat":
        return sum(map(len, action.sets)) - 1
    if verb in _FROM_HAND:
        return _FROM_HAND[verb]
    return len(action.cards) - 1 if verb in ("ti", "pao") else 0


def _unsettled(view: View) -> str:
    if view.source in APART:
        return OPEN
    return WON if view.result is not None and view.result.apart else LEFT


class _Fit(NamedTuple):
    """A number of unseen copies in a hand, and whether a triple of them lies face down."""

    held: int
    down: bool


class _Fits(NamedTuple):
    """How many copies of a kind a hand has parted with, and the numbers that it can hold."""

    gone: int
    fitting: Sequence[_Fit]


class HandBounds:
    """The facts of a view, by kind."""

    def __init__(self, view: View, rules: Rules) -> None:
        self.view = view
        self.rules = rules
        self.played = view.past is not None
        past = view.past or ()
        self.begun = len(past) > bool(cut_of(past)) or not (
            view.phase is Phase.OVER or view.source is Source.SHOWN
        )
        over = view.phase is Phase.OVER
        self.others = () if over else tuple(seat for seat in view.order if seat != view.viewer)
        self.unseen = self._count_unseen()
        self.shown = {shown.at: shown for shown in shown_cards(view)}
        self.cover_seats = [
            seat for seat, action in view.past or () if action.verb == "wei" and not action.cards
        ]
        self.covers = self._covers()
        self.spent: list[Hand] = [0] * len(view.sizes)
        self.facts: list[list[Fact]] = [[] for _ in range(KINDS)]
        self._dead: list[Fact] = []
        self._gather()

    def _count_unseen(self) -> list[int]:
        """Copies by kind that the viewer cannot place."""
        view, pool = self.view, Counter(DECK)
        for melds in view.melds:
            pool.subtract(card for meld in melds for card in meld.cards if card != UNKNOWN)
        pool.subtract(left.card for pile in view.piles for left in pile)
        pool.subtract(view.known_top)
        if view.left > len(view.known_top):
            pool[view.bottom] -= 1
        if view.source in APART or (view.result is not None and view.result.apart):
            pool[view.card if view.result is None else view.result.card] -= 1
        for hand in view.hands or ((view.hand,) if view.hand is not None else ()):
            pool.subtract({kind: n for kind, n in enumerate(hand) if n})
        return [pool[kind] for kind in range(KINDS)]

    def _covers(self) -> list[tuple[int, int]]:
        """Triples of others laid face down: when, and by whom; in a position that was not played, at -1."""
        view = self.view
        if view.past is None:
            return [(-1, seat) for seat in self.others for meld in view.melds[seat] if UNKNOWN in meld.cards]
        covered = [
            (at, seat)
            for at, (seat, action) in enumerate(view.past)
            if action.verb == "wei" and not action.cards
        ]
        return [cover for cover, kind in zip(covered, view.covered, strict=True) if kind == UNKNOWN]

    def _gather(self) -> None:
        view, opened = self.view, self.shown
        if not self.played and view.source in APART:
            shown = OpenCard(0, view.turn, view.card, view.source is Source.DRAWN, view.last, OPEN, -1)
            self.facts[view.card].append(Fact(0, "shown", view.turn, shown=shown))
        card = UNKNOWN
        for at, (seat, action) in enumerate(view.past or ()):
            verb = action.verb
            if action.cards:
                card = action.cards[0]
            if verb == "eat":
                self._eat(at, seat, action.sets, card)
            elif verb == "dead":
                self._dead.append(Fact(at, verb, seat))
            elif verb == "pong" or (verb != "draw" and action.cards):
                self._add(card, Fact(at, verb, seat, spent(action)))
            if at in opened:
                self.facts[card].append(Fact(at, "shown", seat, shown=opened[at]))

    def _add(self, kind: Kind, fact: Fact) -> None:
        self.facts[kind].append(fact)
        self.spent[fact.seat] += fact.used * UNIT[kind]

    def _eat(self, at: int, seat: int, sets: tuple[tuple[Kind, ...], ...], card: Kind) -> None:
        used = Counter(kind for cards in sets for kind in cards)
        used[card] -= 1
        for kind, many in used.items():
            self._add(kind, Fact(at, "eat" if kind == card else "use", seat, many))

    def table(self) -> State:
        """The state as the viewer sees it, with nothing where the viewer sees nothing."""
        view = self.view
        melds = tuple(tuple(meld for meld in own if UNKNOWN not in meld.cards) for own in view.melds)
        hands = [0] * len(view.sizes)
        if view.viewer is not None and view.hand is not None:
            hands[view.viewer] = packed(view.hand)
        start = Start(right=right_of(view.options.seats, view.order), **named(view, PUBLIC_START))
        own = [seat == view.viewer for seat in range(len(view.sizes))]
        return State(
            rules=self.rules, start=start, phase=view.phase, hands=tuple(hands), melds=melds,
            no_pong=tuple(view.no_pong * mine for mine in own),
            no_eat=tuple(view.no_eat * mine for mine in own), stock=(), known=len(view.known_top), **named(view, PUBLIC),
        )  # fmt: skip

    def room(self) -> tuple[int, ...]:
        """How many unseen cards each other hand holds, and last the stock."""
        view, known = self.view, len(self.view.known_top)
        return (*[view.sizes[seat] for seat in self.others], max(0, view.left - known - (view.left > known)))

    def group(self, kind: Kind) -> Group:
        """How many unseen copies each other hand can hold now, and last the stock; the state is which covers have their kind."""
        found = self._by_cover(kind)
        plain = [Transition((), 1.0, found[-1])] if found.get(-1) else []
        if not self.covers:
            return Group(lambda _: plain, open=len(found.get(-1, ())) != 1)

        def transitions(state: tuple[int, ...]) -> list[Transition]:
            mask = state[0]
            return [
                Transition((mask | 1 << cover if cover >= 0 else mask,), 1.0, variants)
                for cover, variants in found.items()
                if variants and (cover < 0 or not mask >> cover & 1)
            ]

        return Group(transitions, open=list(map(len, found.values())) != [1])

    def _by_cover(self, kind: Kind) -> dict[int, list[Variant]]:
        """What may be true of a kind if it is that of one of the covers, or (-1) of none."""
        many, facts = self.unseen[kind], self.facts[kind]
        facts = sorted([*facts, *self._dead]) if self._dead else facts
        plain = [self._fits(kind, seat, facts) for seat in self.others]
        found = {-1: _variants(plain, many, -1)}
        for cover in range(len(self.covers) if self.facts[kind] or many >= _TRIPLE else 0):
            at, owner = self.covers[cover]
            fits = list(plain)
            fits[self.others.index(owner)] = self._fits(
                kind, owner, sorted([*facts, Fact(at, "cover", owner)]), laid=_PAIR * self.played
            )
            found[cover] = _variants(fits, many, cover)
        return found

    def _fits(self, kind: Kind, seat: int, facts: Sequence[Fact], *, laid: int = 0) -> _Fits:
        """How many unseen copies a seat can hold now, `laid` more of them in a triple that lies face down."""
        view = self.view
        gone = count(self.spent[seat], kind) + laid
        known = seat == view.dealer and kind == view.shown and (self.played or view.shown_held)
        fitting = []
        for held in range(self.unseen[kind] + 1):
            if not known <= held + gone <= COPIES:
                continue
            copies = _CopiesInHand(self, seat, held + gone)
            if (not self.begun or copies.begins(facts)) and all(map(copies.hears, facts)):
                fitting.append(_Fit(held, copies.down))
        return _Fits(gone - known, fitting)


def _variants(fits: Sequence[_Fits], many: int, cover: int) -> list[Variant]:
    """All that these hands can hold together of `many` unseen copies, with one of the covers, or none, of this kind."""
    down = any(fit.down for _, fitting in fits for fit in fitting)
    held = [[fit.held for fit in fitting] for _, fitting in fits]
    copies = _copies(many - _TRIPLE * down, [gone for gone, _ in fits], held)
    if copies is None:
        return []
    return [Variant(copies, label=((cover, 1),) if cover >= 0 else ())]


def _copies(number: int, gone: Sequence[int], held: Sequence[Sequence[int]]) -> HiddenCopies | None:
    """Where copies lie if each hand holds one of some numbers of them, and the stock the rest; None if they cannot."""
    if number < 0 or not all(held):
        return None
    weights = tuple([
        (hand, tuple([float(count in own) for count in range(number + 1)]))
        for hand, own in enumerate(held) if max(own) - min(own) >= len(own)
    ])  # fmt: skip
    most = (*[min(number, max(own)) for own in held], number)
    copies = HiddenCopies(number, (*gone, 0), (*map(min, held), 0), most, weights)
    return copies if can_lie(copies) else None


class _CopiesInHand:
    """Copies of one kind in the hand of another seat, as the facts go by."""

    def __init__(self, bounds: HandBounds, seat: int, held: int) -> None:
        self._bounds = bounds
        self._seat = seat
        self._held = held
        self._smelled = self._laid = False
        self.down = False
        """Whether a triple of the kind lies face down."""

    def begins(self, facts: Iterable[Fact]) -> bool:
        """Whether a quad that was dealt is laid (PZ M8)."""
        return self._held < COPIES or any(fact.verb == "quad" and fact.seat == self._seat for fact in facts)

    def hears(self, fact: Fact) -> bool:
        """Whether a fact can be; the copies are as they are after it."""
        if fact.shown is not None:
            return self._sees(fact.shown)
        if fact.seat != self._seat:
            return True
        verb = fact.verb
        if verb == "cover" and not self._bounds.played:
            self.down = True
            return True
        if verb in ("ti", "pao") and not fact.used:
            return self._joins()
        if not self._allowed(verb, fact.used):
            return False
        self._held -= fact.used
        if verb in ("pong", "wei"):
            self._laid = True
        elif verb == "cover":
            self.down, self._held = True, 0
        elif verb == "discard" and self._bounds.rules.own_discard_smells:
            self._smelled = True
        return True

    def _allowed(self, verb: str, used: int) -> bool:
        held = self._held
        if verb in ("pong", "wei", "cover"):
            return held == _PAIR and not self._smelled
        if verb == "dead":
            return held in (0, _TRIPLE)
        if verb in ("smell", "ti", "pao", "quad") or (verb == "eat" and self._bounds.rules.bi):
            return held == used
        return used <= held <= _PAIR

    def _joins(self) -> bool:
        """The fourth copy joins a triple on the table: one that lay open, or face down."""
        if self.down:
            self.down = False
            return True
        return self._laid

    def _sees(self, shown: OpenCard) -> bool:
        """Whether an open card leaves the copies possible: a seat that must take it does not let it lie (PZ M7, M8)."""
        held = self._held
        if shown.seat == self._seat:
            return not shown.drawn or not (held > 1 or self.down)
        if held == _TRIPLE or self.down:
            return shown.last or shown.fate == OPEN or (shown.fate == "pao" and shown.taker == self._seat)
        return True
