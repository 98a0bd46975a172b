"""The cards of a deal, up to the moment before anybody is asked; who deals next."""

from __future__ import annotations

from paiju.games.paohuzi.cards import CARDS, COPIES, DEALT, IS_RED, SEATS, STOCK_SIZE
from paiju.kernels.chance import below
from paiju.kernels.jit import compiled
from paiju.kernels.paohuzi.ending import carry_of
from paiju.kernels.paohuzi.melds import refresh
from paiju.kernels.paohuzi.packing import unit
from paiju.kernels.paohuzi.records import (
    MOST_SEATS,
    NOBODY,
    OVER,
    RulesRecord,
    StateRecord,
)
from paiju.kernels.records import Ints

_OPPOSITE = 2


@compiled
def shuffle(chance: Ints, wall: Ints) -> None:
    """Fill `wall` with the eighty cards in random order."""
    for i in range(CARDS):
        j = below(chance, i + 1)
        wall[i] = wall[j]
        wall[j] = i // COPIES


@compiled
def carry(state: StateRecord, rules: RulesRecord, chance: Ints) -> None:
    """Set who deals next, for how many deals in a row, after how many draw games (PZ 3.5, 8.16)."""
    if state.phase == OVER:
        state.dealer, state.streak, state.draws = carry_of(state, rules)
    else:
        state.dealer, state.streak, state.draws = below(chance, int(rules.seats)), 1, 0


@compiled
def begin(state: StateRecord, rules: RulesRecord, wall: Ints) -> None:
    """Deal the cards, nobody asked yet (PZ M22, M23, 3.5)."""
    _clear(state)
    dealer = int(state.dealer)
    state.turn = dealer
    _seat(state, int(rules.seats))
    for place in range(SEATS):
        hand = 0
        for at in range(place, DEALT, SEATS):
            hand += unit(int(wall[at]))
        state.hand[int(state.order[place])] = hand
    shown = int(wall[DEALT])
    state.shown, state.shown_held = shown, 1
    state.hand[dealer] += unit(shown)
    for place in range(SEATS):
        refresh(state, int(state.order[place]))
    moved = 0
    while moved < STOCK_SIZE and IS_RED[int(wall[CARDS - 1 - moved])]:
        moved += 1
    state.known, state.face_up = moved, int(wall[CARDS - 1 - moved]) + 0
    for at in range(moved):
        state.stock[moved - 1 - at] = wall[CARDS - 1 - at]
    for at in range(STOCK_SIZE - moved):
        state.stock[moved + at] = wall[DEALT + 1 + at]


@compiled
def _clear(state: StateRecord) -> None:
    for seat in range(MOST_SEATS):
        state.hand[seat] = state.code[seat] = state.returns[seat] = 0
        state.hu[seat] = state.sets[seat] = state.quads[seat] = state.runs[seat] = 0
        state.exposed[seat] = state.unexposed[seat] = state.no_pong[seat] = state.no_eat[seat] = 0
    state.dead = state.next = state.lefts = 0
    state.final = state.won_hu = state.bottom = state.multiplier = state.apart = 0
    state.winner = state.won_card = NOBODY


@compiled
def _seat(state: StateRecord, seats: int) -> None:
    """Who plays; of four the one opposite the dealer sits out (PZ 3.5)."""
    place = 0
    for offset in range(seats):
        seat = (int(state.dealer) + offset) % seats
        state.right[seat] = seat
        if seats == SEATS or offset != _OPPOSITE:
            state.order[place] = seat
            place += 1
    for at in range(SEATS):
        state.right[int(state.order[at])] = state.order[(at + 1) % SEATS]
