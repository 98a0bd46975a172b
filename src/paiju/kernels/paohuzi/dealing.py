"""The cards of a deal up to the first question, how a deal ends, and who deals next (PZ M21, 3.5, case 56)."""

from __future__ import annotations

from paiju.games.paohuzi.cards import CARDS, COPIES, DEALT, IS_RED, SEATS, STOCK_SIZE
from paiju.games.paohuzi.state import MOST_IN_A_ROW
from paiju.kernels.jit import compiled
from paiju.kernels.paohuzi.claims import Score, score_of
from paiju.kernels.paohuzi.melds import refresh
from paiju.kernels.paohuzi.records import (
    DRAWN,
    MOST_SEATS,
    NOBODY,
    OVER,
    THROWN,
    UNKNOWN,
    RulesRecord,
    SetsRecord,
    StateRecord,
    unit,
)
from paiju.kernels.records import Ints, below


@compiled
def finish_won(state: StateRecord, rules: RulesRecord, sets: SetsRecord, seat: int) -> None:
    """A seat goes out on the card of the window (PZ M17-M21)."""
    won = score_of(state, rules, sets, seat)
    source = int(state.source)
    state.apart = int(source in (DRAWN, THROWN))
    state.won_card = state.card
    _finish(state, rules, seat, won, int(state.seat) if source == THROWN else NOBODY)


@compiled
def finish_sets(state: StateRecord, rules: RulesRecord, seat: int, won: Score) -> None:
    """A seat goes out with three quads or five triples in its dealt hand (PZ M22, 8.14)."""
    state.apart, state.won_card = 0, UNKNOWN
    _finish(state, rules, seat, won, NOBODY)


@compiled
def _finish(state: StateRecord, rules: RulesRecord, seat: int, won: Score, discarder: int) -> None:
    """Every other playing seat pays the final score, or the discarder alone (PZ case 56, §4)."""
    state.phase, state.winner = OVER, seat
    state.won_hu, state.bottom, state.multiplier, state.final = won
    alone = discarder != NOBODY and rules.discarder_shares > 0
    for place in range(SEATS):
        payer = int(state.order[place])
        share = int(rules.discarder_shares) * int(payer == discarder) if alone else 1
        if payer != seat:
            state.returns[payer] -= share * won[3]
            state.returns[seat] += share * won[3]


@compiled
def finish_drawn(state: StateRecord, rules: RulesRecord) -> int:
    """Nobody won with the last card (PZ 3.5); nobody draws next."""
    state.phase, state.winner = OVER, NOBODY
    state.returns[int(state.dealer)] = rules.draw_points
    return NOBODY


@compiled
def carry_of(state: StateRecord, rules: RulesRecord) -> tuple[int, int, int]:
    """The next dealer, his deals in a row, and the draw games before (PZ 3.5, 8.16)."""
    dealer, winner = int(state.dealer), int(state.winner)
    draws = int(state.draws) + 1 if winner == NOBODY else 0
    if winner not in (NOBODY, dealer):
        return winner, 1, draws
    if state.streak >= MOST_IN_A_ROW or (winner == NOBODY and rules.draw_moves):
        return int(state.right[dealer]), 1, draws
    return dealer, int(state.streak) + 1, draws


# --- the cards of a deal, up to the moment before anybody is asked; who deals next

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
