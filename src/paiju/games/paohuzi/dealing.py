"""Shuffle, cut, deal, the card the dealer shows, and the face-up bottom card (PZ M22, M23, 3.5)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from paiju.core import rng
from paiju.core.errors import LayoutError, check_carry, check_seed, check_type
from paiju.core.game import Event, Fact
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
    Kind,
    cards_of,
    hand_of,
)
from paiju.games.paohuzi.melds import Laid
from paiju.games.paohuzi.rules import Rules
from paiju.games.paohuzi.state import MOST_IN_A_ROW, Carry, Events, Layout, Phase, Start, State

Wall = tuple[Kind, ...]


def begin(rules: Rules, seed: bytes | Layout, carry: Carry) -> State:
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
        rules, start, Phase.CUT, order[-1], none, ((),) * each, (Laid(),) * each, ((),) * each,
        none, none, (False,) * each, stock=wall, known=0, past=(),
    )  # fmt: skip


def cut(state: State, seat: int, action: Action, events: Events) -> None:
    """The cards lifted go under the rest (PZ 3.5)."""
    state.stock = rng.cut(state.stock, action.number)
    state.remember(seat, action)
    events.append(Event("cut", {"seat": seat, "number": action.number}))


def deal(state: State) -> None:
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
    """The seats that play, from the dealer on; of four the one opposite him sits out (PZ 3.5)."""
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


def tell(state: State, events: Events) -> None:
    """What everybody and each seat sees of the deal."""
    start = state.start
    public: dict[str, Fact] = {
        "dealer": start.dealer,
        "streak": start.streak,
        "seats": start.order,
        "card": start.shown,
        "rule": "PZ M22",
    }
    private = {seat: {"cards": cards_of(state.hands[seat])} for seat in start.order}
    events.append(Event("dealt", public, private))
    events.append(
        Event("bottom", {"card": start.bottom, "cards": state.stock[: state.known], "rule": "PZ M23"})
    )
