"""What the seat to act may know, as numbers: version 1 of `paiju.envs.paohuzi.observations`, filled compiled.

Offsets are handed over (`where`, one for each field in the order of the table), so that the table stays in one
place; tests hold every number equal to the law's.
"""

from __future__ import annotations

import numpy as np

from paiju.games.paohuzi.cards import KINDS, SEATS, STOCK_SIZE
from paiju.games.paohuzi.sets import SetKind
from paiju.kernels.jit import compiled, inlined
from paiju.kernels.paohuzi.catalogue import ALL_RUNS
from paiju.kernels.paohuzi.claims import MAY_EAT, MAY_HU, MAY_PASS, MAY_PONG
from paiju.kernels.paohuzi.packing import count, size
from paiju.kernels.paohuzi.records import (
    CLAIM,
    KNOWN_BIT,
    LEFT_SEAT,
    LEFT_THROWN,
    MELD_SHIFT,
    MOST_MELDS,
    RUN,
    RulesRecord,
    StateRecord,
)
from paiju.kernels.records import Ints

(
    PHASE, SOURCE, CARD, LAST, TURN, OFFERS, HAND, SIZES, PLAYS, DEAD, MELDS, PILES, NO_PONG, NO_EAT, DEALER,
    STREAK, DRAWS, SHOWN, SHOWN_HELD, BOTTOM, LEFT, NEXT,
) = range(22)  # fmt: skip
FIELDS = 22
_MOST = 127
_OFFERS = (MAY_PASS, MAY_HU, MAY_PONG, MAY_EAT)
_SEQUENCE, _MIXED = 6, 7


_KIND_OF_RUN = np.array([_MIXED if run.kind is SetKind.MIXED else _SEQUENCE for run in ALL_RUNS], np.int8)


@compiled
def observe(state: StateRecord, rules: RulesRecord, me: int, where: Ints, out: Ints) -> None:
    """Write what seat `me`, who is asked, may know to `out`, `int8` of shape (size,)."""
    _clear(out)
    seats = int(rules.seats)
    claim = state.phase == CLAIM
    out[where[PHASE]] = state.phase
    out[where[SOURCE]] = state.source if claim else -1
    out[where[CARD]] = state.card if claim else -1
    out[where[LAST]] = state.last if claim else 0
    out[where[TURN]] = (state.turn - me) % seats
    if claim:
        for i in range(len(_OFFERS)):
            out[where[OFFERS] + i] = 1 if int(state.offer[me]) & _OFFERS[i] else 0
    hand = int(state.hand[me])
    row = out[where[HAND] : where[HAND] + KINDS]
    for kind in range(KINDS):
        row[kind] = count(hand, kind)
    _spread(int(state.no_pong[me]), out[where[NO_PONG] : where[NO_PONG] + KINDS])
    _spread(int(state.no_eat[me]), out[where[NO_EAT] : where[NO_EAT] + KINDS])
    _observe_seats(state, me, seats, where, out)
    out[where[DEALER]] = (state.dealer - me) % seats
    out[where[STREAK]] = min(int(state.streak), _MOST)
    out[where[DRAWS]] = min(int(state.draws), _MOST)
    out[where[SHOWN]] = state.shown
    out[where[SHOWN_HELD]] = state.shown_held
    out[where[BOTTOM]] = state.face_up
    out[where[LEFT]] = STOCK_SIZE - int(state.next)
    known, top = int(state.known), int(state.next)
    row = out[where[NEXT] : where[NEXT] + STOCK_SIZE]
    for i in range(STOCK_SIZE):
        row[i] = -1
    for i in range(known):
        row[i] = state.stock[top + i]


# A row is cut out before it is filled: its places count from 0, so that the loop becomes one move of memory.


@inlined
def _clear(row: Ints) -> None:
    for i in range(row.size):
        row[i] = 0


@inlined
def _spread(kinds: int, row: Ints) -> None:
    """A bit set of kinds as flags; most of them are empty, and the row is clear."""
    if kinds:
        for kind in range(KINDS):
            row[kind] = kinds >> kind & 1


@compiled
def _observe_seats(state: StateRecord, me: int, seats: int, where: Ints, out: Ints) -> None:
    """Hand sizes, sets on the table and unused cards of every seat, from the viewer on."""
    for i in range(seats):
        seat = me + i if me + i < seats else me + i - seats
        out[where[SIZES] + i] = size(int(state.hand[seat]))
        out[where[DEAD] + i] = int(state.dead) >> seat & 1
        for at in range(int(state.sets[seat])):
            _observe_set(int(state.meld[seat, at]), i == 0, where[MELDS] + 3 * (MOST_MELDS * i + at), out)
    for place in range(SEATS):
        out[where[PLAYS] + (int(state.order[place]) - me) % seats] = 1
    piles = out[where[PILES] : where[NO_PONG]]
    for at in range(int(state.lefts)):
        left = int(state.left[at])
        i = left // LEFT_SEAT - me
        i = i + seats if i < 0 else i
        piles[KINDS * (2 * i + (1 if left & LEFT_THROWN else 0)) + left % LEFT_THROWN] += 1


@compiled
def _observe_set(meld: int, own: bool, place: int, out: Ints) -> None:
    known = 1 if meld & KNOWN_BIT else 0
    kind, what = meld & KNOWN_BIT - 1, meld >> MELD_SHIFT
    if kind == RUN:
        out[place], out[place + 1] = _KIND_OF_RUN[what], what
    else:
        out[place] = kind + 1
        out[place + 1] = what if known or own else -1
    out[place + 2] = known
