"""The state of a deal, the small values it is made of, and how it is dealt. Nothing here is sent to a player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import ClassVar, NamedTuple

from paiju.core.errors import LayoutError, check_carry, check_seed, check_type
from paiju.core.game import Event, Eventful, Fact, html_of, put, repr_of
from paiju.core.rng import Chance
from paiju.games.paohuzi.actions import Action
from paiju.games.paohuzi.cards import (
    CARDS,
    COPIES,
    DEALT,
    DECK,
    IS_RED,
    KINDS,
    SEATS,
    UNIT,
    UNKNOWN,
    Hand,
    Kind,
    cards_of,
    hand_of,
)
from paiju.games.paohuzi.melds import Laid, Meld, SetKind, tally
from paiju.games.paohuzi.rules import Rules

Past = tuple[tuple[int, Action], ...]
"""What everyone has seen happen, from the first card on: a seat and what it did or was made to do.

Besides `cut`, `discard`, `pong` and `eat`: `quad` (laid as dealt), `draw` of a card shown, `wei` and `smell` (forced triples, without
a card where it lies face down), `ti` and `pao` with all four cards if the triple came from the hand, with one if it lay on the
table, and `dead`. A card that no claim follows was left.
"""


def cut_of(past: Past | None) -> int:
    """The number of cards that were lifted when the pack was cut; 0 where it was not."""
    return past[0][1].number if past else 0


NOBODY = -1
WORST = 9
"""A rank below every claim."""


class Phase(StrEnum):
    """The question: claims on a card, a discard, nothing more, or where to cut, before all of these."""

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
"""The most deals in a row of one dealer (PZ 3.5)."""


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
    """The facts fixed before the first decision.

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


class ShownSet(NamedTuple):
    """A set of the winning combination, for everyone to see."""

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
    sets: tuple[ShownSet, ...] = ()
    items: tuple[tuple[str, int], ...] = ()
    extra: tuple[tuple[str, int], ...] = ()
    why: str = "draw_game"

    @property
    def drawn_game(self) -> bool:
        """Whether nobody won."""
        return self.winner == NOBODY


def source_of(result: Result, melds: Sequence[Sequence[Meld]]) -> Source | None:
    """Where the winning card came from; None after heavenly sets, and in a draw game."""
    if result.card == UNKNOWN:
        return None
    if result.apart:
        return Source.THROWN if result.why == "discard" else Source.DRAWN
    if not any(melds):
        return Source.SHOWN
    return Source.PAO if melds[result.winner][-1].kind is SetKind.EXPOSED_4 else Source.OWN


@dataclass(slots=True, unsafe_hash=True)
class State(Eventful):
    """One moment of a deal. `apply` copies it, changes the copy, and never touches it again.

    `turn` is the seat that drew, threw or must discard. `hands` are packed (`cards`).
    `no_pong` and `no_eat` are bit sets of the kinds a seat may not Pong or eat any more (PZ M16). `stock`
    is what is left, from the top; `known` of its cards are red ones that everyone saw go there (PZ M23).
    `shown_held` says that the dealer's shown card has not been seen to leave its hand. `past` is what has happened, None in a
    position that was not played; `covered` are seat and kind of the triples laid face down, in their order; `happened` the events of
    the action that is being carried out. None of them makes two states differ.
    """

    __repr__ = repr_of
    _repr_html_ = html_of

    rules: Rules
    start: Start
    phase: Phase
    turn: int
    hands: tuple[Hand, ...]
    melds: tuple[tuple[Meld, ...], ...]
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

    def laid(self, seat: int) -> Laid:
        """The sums over the table sets of a seat."""
        return tally(self.melds[seat])

    def remember(self, seat: int, action: Action) -> None:
        """Add to the past, if it is known."""
        if self.past is not None:
            self.past += ((seat, action),)

    def set_hand(self, seat: int, hand: Hand) -> None:
        """Give a seat another hand."""
        self.hands = put(self.hands, seat, hand)


# --- the pack shuffled, cut and dealt, the card the dealer shows, and the face-up bottom card (PZ M22, M23, 3.5)

Wall = tuple[Kind, ...]


def shuffled(rules: Rules, seed: bytes | Layout, carry: Carry) -> State:
    """The pack shuffled, before it is cut: phase `cut`, the left neighbour of the dealer at turn (PZ 3.5).

    Raises:
        UsageError: usage.seed | type | carry.
        LayoutError: layout.cards, if a layout is no wall of eighty cards.
    """
    dealer = carry.dealer
    check_carry(dealer is None or type(dealer) is int, "dealer")
    check_carry(type(carry.streak) is type(carry.draws) is int, "streak")
    if isinstance(seed, Layout):
        wall = _checked(seed.wall)
        dealer = dealer or 0
    else:
        check_seed(seed)
        wall = tuple(Chance(seed, "wall").shuffle(DECK))
        if dealer is None:
            dealer = Chance(seed, "first dealer").below(rules.seats)
    if not 1 <= carry.streak <= MOST_IN_A_ROW or carry.draws < 0:
        raise LayoutError(
            f"the dealer's deal {carry.streak} in a row, after {carry.draws} draw games, cannot be"
        )
    if not 0 <= dealer < rules.seats:
        raise LayoutError(f"seat {dealer} cannot deal, the seats are 0 to {rules.seats - 1}")
    order = playing(rules.seats, dealer)
    right = right_of(rules.seats, order)
    start = Start(dealer, carry.streak, carry.draws, order, right, UNKNOWN, UNKNOWN, wall=wall)
    each = rules.seats
    none = (0,) * each
    return State(
        rules, start, Phase.CUT, order[-1], none, ((),) * each, ((),) * each,
        none, none, (False,) * each, stock=wall, known=0, past=(),
    )  # fmt: skip


def deal_cards(state: State) -> None:
    """Deal the pack, and turn its bottom card; nobody is asked yet."""
    wall, start = state.stock, state.start
    state.stock, state.known = turn_bottom(wall[DEALT + 1 :])
    state.start = replace(start, shown=wall[DEALT], bottom=state.stock[-1], turned=state.known)
    hands = [0] * state.rules.seats
    for place, seat in enumerate(start.order):
        hands[seat] = hand_of(wall[place:DEALT:SEATS])
    hands[start.dealer] += UNIT[wall[DEALT]]
    state.hands = tuple(hands)
    state.phase, state.turn = Phase.CLAIM, start.dealer


def _checked(wall: Wall) -> Wall:
    check_type(wall, (tuple, list))
    if len(wall) != CARDS:
        raise LayoutError(f"{len(wall)} cards, a wall has {CARDS}")
    if any(type(card) is not int for card in wall):
        raise LayoutError(f"a card kind is a number from 0 to {KINDS - 1}")
    copies = Counter(wall)
    for kind in range(KINDS):
        if copies[kind] != COPIES:
            raise LayoutError(f"{copies[kind]} copies of card kind {kind}, the deck has {COPIES}")
    return tuple(wall)


def playing(seats: int, dealer: int) -> tuple[int, ...]:
    """The seats that play, from the dealer on; of four the one opposite the dealer sits out (PZ 3.5)."""
    order = [(dealer + i) % seats for i in range(seats)]
    if seats > SEATS:
        del order[2]
    return tuple(order)


def right_of(seats: int, order: tuple[int, ...]) -> tuple[int, ...]:
    """The right neighbour of every seat among those that play (PZ 8.1)."""
    right = list(range(seats))
    for seat, following in zip(order, (*order[1:], order[0]), strict=True):
        right[seat] = following
    return tuple(right)


def turn_bottom(stock: Wall) -> tuple[Wall, int]:
    """PZ M23: red bottom cards go to the top until a black one lies there; the stock, and how many moved."""
    moved = 0
    while moved < len(stock) and IS_RED[stock[-1]]:
        stock = (stock[-1], *stock[:-1])
        moved += 1
    return stock, moved


def tell_deal(state: State) -> None:
    """Tell everyone, and each seat, what they see of the deal."""
    start = state.start
    public: dict[str, Fact] = {
        "dealer": start.dealer,
        "streak": start.streak,
        "seats": start.order,
        "card": start.shown,
        "rule": "PZ M22",
    }
    private = {seat: {"cards": cards_of(state.hands[seat])} for seat in start.order}
    state.tell("dealt", public, private)
    state.tell("bottom", {"card": start.bottom, "cards": state.stock[: state.known], "rule": "PZ M23"})
