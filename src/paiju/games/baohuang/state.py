"""The state of a deal, and the small values it is made of. Nothing here is ever shown to a player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import NamedTuple

from paiju.core.game import Event
from paiju.games.baohuang.actions import Action
from paiju.games.baohuang.cards import SEATS, Hand, Kind, Packed, pack, pack_each, packed_of, unpack
from paiju.games.baohuang.past import Past, Step
from paiju.games.baohuang.plans import NOTHING, Plan
from paiju.games.baohuang.plays import Cards, Shape
from paiju.games.baohuang.rules import Rules

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


class Role(StrEnum):
    """What a seat is in a deal (BH A4)."""

    EMPEROR = "emperor"
    GUARD = "guard"
    COMMONER = "commoner"


class Winner(StrEnum):
    """Who won a deal (BH A16)."""

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

    `first_drawer` None is whoever draws these sizes: some seat has one more card than the seats before it, or it is seat 0.
    `pile` is the order in which a face-down tribute is handed out; () shuffles it by `seed`.
    """

    hands: tuple[Cards, ...]
    first_drawer: int | None = None
    pile: Cards = ()
    seed: bytes = bytes(32)


@dataclass(frozen=True, slots=True)
class Start:
    """What was fixed before the first decision: chance, the way of drawing, the previous deal.

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
    """Who is who, and what everybody knows of it.

    `guards` are those who hold (or held) the guard card, in play order; a solo emperor has none.
    `called` is the kind of the fourth copy, or -1. `shown` are guards known to everybody; `innocent` are
    seats known not to be guard (they declared against). `solo_shown`: everybody knows the emperor is alone.
    `pair`: called with two cards, so that there may be two guards. `forced`: a revolt made every guard show
    himself.
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
        """Whether everybody knows every role."""
        enough = 2 if self.pair else 1
        return self.usurped or self.solo_shown or self.forced or len(self.shown) >= enough

    @property
    def solo(self) -> bool:
        """Whether the emperor is his own guard."""
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
    """A card that `viewer` (-1: everybody) knows `holder` to have in hand."""

    viewer: int
    holder: int
    kind: Kind


class Laid(NamedTuple):
    """One answer in a trick: the seat, and its cards (empty for a pass)."""

    seat: int
    cards: Cards
    verb: str


def put(values: tuple[Packed, ...], seat: int, value: Packed) -> tuple[Packed, ...]:
    """What each seat has, with another value for one; a list is the quickest way."""
    changed = list(values)
    changed[seat] = value
    return tuple(changed)


def laid(seat: int, cards: Cards, verb: str) -> Laid:
    """An answer in a trick. Each decision makes one, and this does it in half the time."""
    return tuple.__new__(Laid, (seat, cards, verb))


@dataclass(frozen=True, slots=True)
class Result:
    """How a deal ended: places 1..5 by seat, points, who won, the multiplier; `void` for a 流局."""

    places: tuple[int, ...] = ()
    returns: tuple[int, ...] = (0,) * SEATS
    winner: Winner = Winner.TIE
    multiplier: int = 1
    void: bool = False


@dataclass(slots=True, unsafe_hash=True, repr=False)
class State:
    """One moment of a deal. `apply` copies it, changes the copy, and never touches it again.

    `queue` are the seats still to be asked in this phase, the one to decide first; `plan` is what
    the phases before play must remember. `held` and `spent` are `hands` and what they have `played`, packed. `drawn` are the hands as they were drawn. `lows` is each
    seat's lowest-last rank (-1: none, BH A18-60). `barred` are seats out of this trick (hard pass), `passes`
    counts answers without a play since `top` was laid, `debt` says that the emperor deferred (BH A13). `trick` is
    the running trick, `tricks` are the finished ones. `past` is what happened before play, None in a state that was not
    dealt. `offered` are the legal actions, once somebody has asked.
    """

    rules: Rules
    start: Start
    phase: Phase
    queue: tuple[int, ...]
    held: tuple[Packed, ...]
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
    spent: tuple[Packed, ...] = (0,) * SEATS
    out: tuple[int, ...] = ()
    stuck: tuple[int, ...] = ()
    result: Result | None = None
    past: Past | None = field(default=None, compare=False)
    offered: Sequence[Action] | None = field(default=None, compare=False, repr=False)

    def __reduce__(self) -> tuple[object, ...]:  # what can be made again is not carried about
        return State, tuple(getattr(self, told.name) for told in fields(self) if told.name != "offered")

    def __repr__(self) -> str:
        told = ((_READABLE.get(told.name, told.name)) for told in fields(self) if told.repr)
        return f"State({', '.join([f'{name}={getattr(self, name)!r}' for name in told])})"

    def copy(self) -> State:
        """A copy that may be changed; all fields are themselves immutable."""
        other = State.__new__(State)  # every action makes one, and this takes two thirds of the time
        other.rules = self.rules
        other.start = self.start
        other.phase = self.phase
        other.queue = self.queue
        other.held = self.held
        other.drawn = self.drawn
        other.plan = self.plan
        other.roles = self.roles
        other.stakes = self.stakes
        other.known = self.known
        other.lows = self.lows
        other.top = self.top
        other.owner = self.owner
        other.passes = self.passes
        other.barred = self.barred
        other.debt = self.debt
        other.asked_again = self.asked_again
        other.trick = self.trick
        other.tricks = self.tricks
        other.spent = self.spent
        other.out = self.out
        other.stuck = self.stuck
        other.result = self.result
        other.past = self.past
        other.offered = None
        return other

    @property
    def hands(self) -> tuple[Hand, ...]:
        """The hands by seat; they lie packed, which is how play goes on."""
        return tuple([unpack(hand) for hand in self.held])

    @hands.setter
    def hands(self, hands: tuple[Hand, ...]) -> None:
        self.held = pack_each(hands)

    @property
    def played(self) -> tuple[Hand, ...]:
        """By seat what it has laid; it lies packed as well."""
        return tuple([unpack(hand) for hand in self.spent])

    @played.setter
    def played(self, played: tuple[Hand, ...]) -> None:
        self.spent = pack_each(played)

    def hand(self, seat: int) -> Hand:
        """One of the hands."""
        return unpack(self.held[seat])

    def set_hand(self, seat: int, hand: Hand) -> None:
        """Replace one hand; only on a fresh copy."""
        self.held = put(self.held, seat, pack(hand))

    def add(self, seat: int, cards: Cards) -> None:
        """Give a hand cards; only on a fresh copy."""
        self.held = put(self.held, seat, self.held[seat] + packed_of(cards))

    def remove(self, seat: int, cards: Cards) -> None:
        """Take cards from a hand, where they must be; only on a fresh copy."""
        self.held = put(self.held, seat, self.held[seat] - packed_of(cards))

    def remember(self, step: Step) -> None:
        """Add to the past, if it is known."""
        if self.past is not None:
            self.past = (*self.past, step)

    @property
    def turn(self) -> int:
        """The seat that must decide, -1 when nobody must."""
        return self.queue[0] if self.queue else NOBODY

    def in_play(self, seat: int) -> bool:
        """Whether the seat still takes part: neither finished nor stuck."""
        return seat not in self.out and seat not in self.stuck


_READABLE = {"held": "hands", "spent": "played"}
Events = list[Event]
Actions = tuple[Action, ...]
