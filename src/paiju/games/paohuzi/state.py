"""The state of a deal, and the small values it is made of. Nothing here is ever shown to a player."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from enum import StrEnum
from operator import attrgetter
from typing import ClassVar, NamedTuple, TypeVar

from paiju.core.game import Event
from paiju.games.paohuzi.actions import Action
from paiju.games.paohuzi.cards import UNKNOWN, Hand, Kind
from paiju.games.paohuzi.melds import Laid, Meld
from paiju.games.paohuzi.rules import Rules

Past = tuple[tuple[int, Action], ...]
"""What everybody has seen happen, from the first card on: a seat and what it did or was made to do.

Besides `cut`, `discard`, `pong` and `eat`: `quad` (laid as dealt), `draw` of a card shown, `wei` and `smell` (forced triples, without
a card where it lies face down), `ti` and `pao` with all four cards if the triple came from the hand, with one if it lay on the
table, and `dead`. A card that no claim follows was left.
"""


def cut_of(past: Past | None) -> int:
    """How many cards were lifted when the pack was cut; 0 where it was not."""
    return past[0][1].number if past else 0


T = TypeVar("T")
NOBODY = -1
WORST = 9
"""A rank below every claim."""


def put(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """What each seat has, with another value for one; a list is the quickest way."""
    changed = list(values)
    changed[seat] = value
    return tuple(changed)


class Phase(StrEnum):
    """What is asked: claims on a card, a discard, nothing more, or where to cut, before all of these."""

    CLAIM = "claim"
    DISCARD = "discard"
    OVER = "over"
    CUT = "cut"


class Source(StrEnum):
    """Where the card of a claim window comes from (README, Claim windows)."""

    SHOWN = "shown"  # the dealer's last card
    DRAWN = "drawn"  # shown from the stock
    THROWN = "thrown"  # discarded from a hand
    OWN = "own"  # own draw, laid in a forced set that completes the hand
    PAO = "pao"  # discard, laid in a forced Pao that completes the hand (PZ 8.12)


APART = (Source.DRAWN, Source.THROWN)
"""Where the card lies by itself, for all to claim."""
ALONE = (Source.OWN, Source.PAO)
"""Where only the seat that laid the set is asked, and the others see no question."""


MOST_IN_A_ROW = 3
"""How many deals in a row one dealer deals at most (PZ 3.5)."""


@dataclass(frozen=True, slots=True)
class Carry:
    """What one deal passes on to the next (PZ 3.5).

    `dealer` None means: drawn by lot. `streak` counts the deals in a row of this dealer, the next one
    included; `draws` the draw games just before it.
    """

    dealer: int | None = None
    streak: int = 1
    draws: int = 0


@dataclass(frozen=True, slots=True)
class Layout:
    """A deal given by its eighty cards in the order they are taken, if nobody cuts them.

    One each in playing order from the dealer on, the 61st is the dealer's shown card, then the stock from
    the top, before the bottom card is looked at.
    """

    wall: tuple[Kind, ...]


@dataclass(frozen=True, slots=True)
class Start:
    """What was fixed before the first decision.

    `order` are the playing seats from the dealer on, `right` the right neighbour by seat (of the seat that
    sits out: itself). `bottom` is the face-up card at the bottom of the stock, drawn last (PZ M23).
    `turned` cards were red and went from there to the top.
    `wall` are the cards as they lay before they were cut (`Layout`), () for a position that nobody dealt. Before they are cut
    nothing is known of them (`UNKNOWN`).
    """

    dealer: int
    streak: int
    draws: int
    order: tuple[int, ...]
    right: tuple[int, ...]
    shown: Kind
    bottom: Kind
    turned: int = 0
    opening: tuple[Event, ...] = field(default=(), compare=False)
    wall: tuple[Kind, ...] = field(default=(), compare=False)


class Left(NamedTuple):
    """A card that nobody used, in the pile of the seat that drew or threw it."""

    card: Kind
    thrown: bool


class Window(NamedTuple):
    """A question to all who may claim a card (PZ 8.1, 8.6).

    `offers` are each seat's choices, () for a seat without a claim; `best` the rank of its best claim;
    `asked` are the seats that still have to answer.
    `lead` is the rank of the best answer so far, given by `leader`. `pao` is the seat that must declare Pao.
    """

    source: Source
    seat: int
    card: Kind
    offers: tuple[tuple[Action, ...], ...]
    best: tuple[int, ...]
    answers: tuple[Action | None, ...]
    asked: tuple[int, ...]
    lead: int = WORST
    leader: int = NOBODY
    pao: int = NOBODY
    last: bool = False


class Shown(NamedTuple):
    """A set of the winning combination, for everybody to see."""

    kind: str
    cards: tuple[Kind, ...]
    hu: int


@dataclass(frozen=True, slots=True)
class Result:
    """How a deal ended. In a draw game `winner` is -1 and the numbers are 0.

    `apart` says that the winning card `card` lies on the table by itself, in no hand, set or pile. `items` are
    parts of the multiplier, `extra` of the bottom number; `why` is the reason for the points: `hu`, `discard`
    (won on another's discard) or `draw_game`.
    """

    void: ClassVar[bool] = False
    """A draw game counts too (PZ 3.5)."""
    returns: tuple[int, ...]
    winner: int = NOBODY
    hu: int = 0
    bottom: int = 0
    multiplier: int = 0
    final: int = 0
    card: Kind = UNKNOWN
    apart: bool = False
    sets: tuple[Shown, ...] = ()
    items: tuple[tuple[str, int], ...] = ()
    extra: tuple[tuple[str, int], ...] = ()
    why: str = "draw_game"

    @property
    def drawn_game(self) -> bool:
        """Whether nobody won."""
        return self.winner == NOBODY


@dataclass(slots=True, unsafe_hash=True)
class State:
    """One moment of a deal. `apply` copies it, changes the copy, and never touches it again.

    `turn` is the seat that drew, threw or must discard. `hands` are packed (`cards`), `laid` sums up `melds`.
    `no_pong` and `no_eat` are bit sets of the kinds a seat may not Pong or eat any more (PZ M16). `stock`
    is what is left, from the top; `known` of its cards are red ones that everybody saw go there (PZ M23).
    `shown_held` says that the dealer's shown card has not been seen to leave him. `past` is what has happened, None in a
    position that was not played; `covered` are seat and kind of the triples laid face down, in their order. Neither makes two
    states differ.
    """

    rules: Rules
    start: Start
    phase: Phase
    turn: int
    hands: tuple[Hand, ...]
    melds: tuple[tuple[Meld, ...], ...]
    laid: tuple[Laid, ...]
    piles: tuple[tuple[Left, ...], ...]
    no_pong: tuple[int, ...]
    no_eat: tuple[int, ...]
    dead: tuple[bool, ...]
    stock: tuple[Kind, ...]
    known: int
    shown_held: bool = True
    window: Window | None = None
    result: Result | None = None
    past: Past | None = field(default=None, compare=False)
    covered: tuple[tuple[int, Kind], ...] = field(default=(), compare=False)

    def copy(self) -> State:
        """A copy that may be changed; all fields are themselves immutable."""
        return State(*_FIELDS(self))

    def remember(self, seat: int, action: Action) -> None:
        """Add to the past, if it is known."""
        if self.past is not None:
            self.past += ((seat, action),)

    def set_hand(self, seat: int, hand: Hand) -> None:
        """Give a seat another hand."""
        self.hands = put(self.hands, seat, hand)


_FIELDS = attrgetter(*[told.name for told in fields(State)])
Events = list[Event]
