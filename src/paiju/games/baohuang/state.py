"""The state of a deal, what the phases before play must remember, and its past. Nothing here is ever sent to a player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import NamedTuple

from paiju.core.game import Event, Eventful, html_of, put, repr_of
from paiju.games.baohuang.actions import Action
from paiju.games.baohuang.cards import EMPTY, SEATS, Hand, Kind, add, remove
from paiju.games.baohuang.plays import Cards, Shape
from paiju.games.baohuang.rules import Rules

UNKNOWN: Kind = -1
Pile = tuple[tuple[int, Kind], ...]  # (payer, kind) in the order in which they were paid


@dataclass(frozen=True, slots=True)
class Drawing:
    """A cut, or a draw that may stop for a crown: the deck, and how much of it is drawn."""

    deck: Cards
    at: int = 0


@dataclass(frozen=True, slots=True)
class Due:
    """Cards owed by a seat, or to it; `partner` is who gets them directly (place mode), else -1."""

    seat: int
    count: int
    partner: int = -1


@dataclass(frozen=True, slots=True)
class Plan:
    """The memory of the phases before play.

    `drawing` is None once all cards are drawn. `payers` and `receivers` of tribute, what was `paid` and what each `got` are by place.
    `pile` lies in the middle, paid as tribute or for a declined crown. `passed` are the seats that declined the crown, in order;
    `forced` says that the next one must take it. `need` is how many cards a call must show.
    """

    drawing: Drawing | None = None
    need: int = 3
    payers: tuple[Due, ...] = ()
    receivers: tuple[Due, ...] = ()
    paid: tuple[Due, ...] = ()
    got: tuple[Due, ...] = ()
    pile: Pile = ()
    passed: tuple[int, ...] = ()
    forced: bool = False

    def seen_by(self, viewer: int | None, *, face_up: bool) -> Plan:
        """The same as a viewer may know it: no deck, and of a pile only the viewer's own cards, unless tribute lies face up."""
        if self.drawing is None and (not self.pile or (self.payers and face_up)):
            return self
        pile = tuple((payer, kind if payer == viewer else UNKNOWN) for payer, kind in self.pile)
        return replace(self, drawing=self.drawing and Drawing((), self.drawing.at), pile=pile)

    def filled(self, deck: Cards, hidden: Iterator[Kind]) -> Plan:
        """A whole plan from one that was seen: with the deck, and with `hidden` for the cards not seen in a pile."""
        pile = tuple((payer, next(hidden) if kind == UNKNOWN else kind) for payer, kind in self.pile)
        return replace(self, drawing=self.drawing and Drawing(deck, self.drawing.at), pile=pile)


NOTHING = Plan()


# --- what has happened before play: who did what, and which cards changed hands. Tricks tell the rest

NOWHERE = -1
PAID, GOT, DEALT = "paid", "got", "dealt"
"""Cards from a hand into the middle, out of the middle; all that a seat had drawn when someone took the crown."""
_UNASKED = ("price", "bought", "cost", "claim")


class Step(NamedTuple):
    """A decision, by its verb, or cards that changed places: from hand to hand, by why they did, or under one of the words above.

    Cards of gifts and returns are in the moves they lead to. `wait` has the hand that was asked, and how many cards were
    drawn then in `number`; `call` has its card, and how many of it were shown, `cut` its number. Cards that are not `open` are seen by `seat` and `to` alone.
    """

    verb: str
    seat: int
    cards: Cards = ()
    to: int = NOWHERE
    number: int = 0
    open: bool = False

    @property
    def moves(self) -> bool:
        """Whether cards go from hand to hand."""
        return self.to != NOWHERE

    @property
    def decides(self) -> bool:
        """Whether a seat decides something, rather than cards changing places."""
        return self.to == NOWHERE and self.verb not in (PAID, GOT, DEALT)

    def seen_by(self, viewer: int | None) -> Step | None:
        """The same as a viewer has seen it; None for a question in the draw that was another's (BH A18-70)."""
        if self.open or not self.cards or viewer in (self.seat, self.to):
            return self
        return None if self.verb == "wait" else self._replace(cards=(UNKNOWN,) * len(self.cards))


Past = tuple[Step, ...]


def seen_past(past: Past | None, viewer: int | None) -> Past | None:
    """A past as a viewer has seen it."""
    if past is None:
        return None
    return tuple([seen for step in past if (seen := step.seen_by(viewer)) is not None])


def first_declined(past: Past) -> int:
    """At which step the crown was first declined; beyond the last where it never was."""
    return next((at for at, step in enumerate(past) if step.verb == "abdicate"), len(past))


def unasked(step: Step, *, crown: bool) -> bool:
    """Whether no seat chooses the cards that it moves; `crown`: after one was declined."""
    return step.verb in _UNASKED or (step.verb == PAID and crown)


def with_known_pool(past: Past) -> Past:
    """The past, with the cards that were paid for a declined crown, as far as who got them has seen them (BH A6)."""
    declined = first_declined(past)
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


# --- the state of a deal, and the small values it is made of. Nothing here is ever shown to a player

NOBODY = -1


class Phase(StrEnum):
    """Where a deal stands, in order; forms and server name questions by it."""

    CUT = "cut"
    DRAW = "draw"
    TRIBUTE = "tribute"
    TAKE = "take"
    GIVE_BACK = "give_back"
    CROWN = "crown"
    CALL = "call"
    USURP = "usurp"
    DECLARE = "declare"
    COUNTER = "counter"
    PLAY = "play"
    OVER = "over"


def names_guards(phase: Phase, plan: Plan) -> bool:
    """Whether it is settled who is guard, once there is an emperor: all cards are drawn, and no call is due."""
    return plan.drawing is None and phase is not Phase.CALL


class Role(StrEnum):
    """The role of a seat in a deal (BH A4)."""

    EMPEROR = "emperor"
    GUARD = "guard"
    COMMONER = "commoner"


class Winner(StrEnum):
    """The winner of a deal (BH A16)."""

    EMPEROR = "emperor"
    PEOPLE = "people"
    TIE = "tie"


@dataclass(frozen=True, slots=True)
class Carry:
    """What one deal passes on to the next (BH A3, A7, A17).

    `first_drawer` None means: drawn at random. The other fields are those of the last completed deal and
    empty before the first one. `places` are 1..5 by seat, `opened` says 明保 (BH A18-47).
    """

    first_drawer: int | None = None
    roles: tuple[Role, ...] = ()
    places: tuple[int, ...] = ()
    winner: Winner = Winner.TIE
    opened: bool = False

    @property
    def first_deal(self) -> bool:
        """Whether no deal has been completed yet."""
        return not self.roles


@dataclass(frozen=True, slots=True)
class Layout:
    """A deal given by its cards instead of a seed: each seat's cards in the order it draws them.

    `first_drawer` None is the seat that must have drawn first for these sizes: some seat has one more card than the seats before it, or it is seat 0.
    `pile` is the order in which a face-down tribute is handed out; () shuffles it by `seed`.
    """

    hands: tuple[Cards, ...]
    first_drawer: int | None = None
    pile: Cards = ()
    seed: bytes = bytes(32)


@dataclass(frozen=True, slots=True)
class Start:
    """The facts fixed before the first decision: chance, the way of drawing, the previous deal.

    `sizes` are the hand sizes that drawing leads to, `deck` the cards in the order in which they lay before they were cut.
    """

    seed: bytes
    pile: Cards
    first_drawer: int
    carry: Carry
    sizes: tuple[int, ...]
    opening: tuple[Event, ...] = field(default=(), compare=False)
    deck: Cards = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Roles:
    """The roles of a deal, and the public knowledge of them.

    `guards` are those who hold (or held) the guard card, in play order; a solo emperor has none.
    `called` is the kind of the fourth copy, or -1. `shown` are guards known to everyone; `innocent` are
    seats known not to be guard (they declared against). `solo_shown`: everyone knows the emperor is alone.
    `pair`: called with two cards, so that there may be two guards. `forced`: a revolt revealed every
    guard.
    """

    emperor: int = NOBODY
    guards: tuple[int, ...] = ()
    called: Kind = NOBODY
    usurped: bool = False
    shown: frozenset[int] = frozenset()
    innocent: frozenset[int] = frozenset()
    solo_shown: bool = False
    pair: bool = False
    forced: bool = False

    @property
    def settled(self) -> bool:
        """Whether everyone knows every role."""
        enough = 2 if self.pair else 1
        return self.usurped or self.solo_shown or self.forced or len(self.shown) >= enough

    @property
    def solo(self) -> bool:
        """Whether the emperor has no guard."""
        return self.emperor >= 0 and not self.guards

    def of(self, seat: int) -> Role:
        """The true role of a seat."""
        if seat == self.emperor:
            return Role.EMPEROR
        return Role.GUARD if seat in self.guards else Role.COMMONER


@dataclass(frozen=True, slots=True)
class Stakes:
    """What the declarations did (BH A8, A18-47..49).

    `factors` name the causes in the order they fell: `solo`, `guard`, `revolt`. `countered` is 踢.
    """

    factors: tuple[str, ...] = ()
    revolts: int = 0
    opened: bool = False
    countered: bool = False


class Knows(NamedTuple):
    """A card that `viewer` (-1: everyone) knows `holder` to have in hand."""

    viewer: int
    holder: int
    kind: Kind


class Laid(NamedTuple):
    """One answer in a trick: the seat, and its cards (empty for a pass)."""

    seat: int
    cards: Cards
    verb: str


@dataclass(frozen=True, slots=True)
class Result:
    """How a deal ended: places 1..5 by seat, points, who won, the multiplier; `void` for a 流局."""

    places: tuple[int, ...] = ()
    returns: tuple[int, ...] = (0,) * SEATS
    winner: Winner = Winner.TIE
    multiplier: int = 1
    void: bool = False


@dataclass(slots=True, unsafe_hash=True)
class State(Eventful):
    """One moment of a deal. `apply` copies it, changes the copy, and never touches it again.

    `queue` are the seats still to be asked in this phase, the one to decide first; `plan` is what
    the phases before play must remember. `drawn` are the hands as they were drawn, `played` is what each seat has laid. `lows` is each
    seat's lowest-last rank (-1: none, BH A18-60). `barred` are seats out of this trick (hard pass), `passes`
    counts answers without a play since `top` was laid, `debt` says that the emperor deferred (BH A13). `trick` is
    the running trick, `tricks` are the finished ones. `past` is what happened before play, None in a state that was not
    dealt. `offered` are the legal actions, once someone has asked, `happened` the events of the action that is being carried out.
    """

    __repr__ = repr_of
    _repr_html_ = html_of

    rules: Rules
    start: Start
    phase: Phase
    queue: tuple[int, ...]
    hands: tuple[Hand, ...]
    drawn: tuple[Hand, ...]
    plan: Plan = NOTHING
    roles: Roles = field(default_factory=Roles)
    stakes: Stakes = field(default_factory=Stakes)
    known: tuple[Knows, ...] = ()
    lows: tuple[int, ...] = (-1,) * SEATS
    top: Shape | None = None
    owner: int = NOBODY
    passes: int = 0
    barred: frozenset[int] = frozenset()
    debt: bool = False
    asked_again: bool = False
    trick: tuple[Laid, ...] = ()
    tricks: tuple[tuple[Laid, ...], ...] = ()
    played: tuple[Hand, ...] = (EMPTY,) * SEATS
    out: tuple[int, ...] = ()
    stuck: tuple[int, ...] = ()
    result: Result | None = None
    past: Past | None = field(default=None, compare=False)
    offered: Sequence[Action] | None = field(default=None, compare=False, repr=False, kw_only=True)

    def set_hand(self, seat: int, hand: Hand) -> None:
        """Replace one hand; only on a fresh copy."""
        self.hands = put(self.hands, seat, hand)

    def add(self, seat: int, cards: Cards) -> None:
        """Give a hand cards; only on a fresh copy."""
        self.set_hand(seat, add(self.hands[seat], cards))

    def remove(self, seat: int, cards: Cards) -> None:
        """Take cards from a hand, where they must be; only on a fresh copy."""
        self.set_hand(seat, remove(self.hands[seat], cards))

    def remember(self, step: Step) -> None:
        """Add to the past, if it is known."""
        if self.past is not None:
            self.past = (*self.past, step)

    @property
    def turn(self) -> int:
        """The seat that must decide, -1 when nobody must."""
        return self.queue[0] if self.queue else NOBODY

    @property
    def multiplier(self) -> int:
        """The factor on points that the declarations have come to."""
        stakes = self.stakes
        return self.rules.multiplier(stakes.factors, usurped=self.roles.usurped, countered=stakes.countered)

    def in_play(self, seat: int) -> bool:
        """Whether the seat still takes part: neither finished nor stuck."""
        return seat not in self.out and seat not in self.stuck


Actions = tuple[Action, ...]
