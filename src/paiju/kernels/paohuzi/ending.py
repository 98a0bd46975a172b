"""How a deal ends: who is paid, and what is passed on (PZ M21, 3.5, case 56)."""

from __future__ import annotations

from paiju.games.paohuzi.cards import SEATS
from paiju.games.paohuzi.state import MOST_IN_A_ROW
from paiju.kernels.jit import compiled
from paiju.kernels.paohuzi.claims import score_of
from paiju.kernels.paohuzi.records import (
    DRAWN,
    NOBODY,
    OVER,
    THROWN,
    UNKNOWN,
    RulesRecord,
    SetsRecord,
    StateRecord,
)
from paiju.kernels.paohuzi.winning import Score


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
