"""What the seat to act may know, as numbers: version 1 of `paiju.envs.observations_paohuzi`, filled compiled.

Offsets are handed over (`where`, one for each field in the order of the table), so that the table stays in one
place; tests hold every number equal to the law's.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from paiju.games.paohuzi.cards import KINDS, SEATS, STOCK_SIZE
from paiju.games.paohuzi.sets import SetKind
from paiju.kernels.jit import compiled
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
)
from paiju.kernels.paohuzi.tables import ALL_RUNS

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
def observe(r: Any, s: Any, me: int, where: Any, out: Any) -> None:
    """Write what seat `me`, who is asked, may know to `out`, `int8` of shape (size,)."""
    for i in range(out.size):
        out[i] = 0
    seats = int(r.seats)
    claim = s.phase == CLAIM
    out[where[PHASE]] = s.phase
    out[where[SOURCE]] = s.source if claim else -1
    out[where[CARD]] = s.card if claim else -1
    out[where[LAST]] = s.last if claim else 0
    out[where[TURN]] = (s.turn - me) % seats
    if claim:
        for i in range(len(_OFFERS)):
            out[where[OFFERS] + i] = 1 if int(s.offer[me]) & _OFFERS[i] else 0
    hand = int(s.hand[me])
    no_pong, no_eat = int(s.no_pong[me]), int(s.no_eat[me])
    for kind in range(KINDS):
        out[where[HAND] + kind] = count(hand, kind)
        out[where[NO_PONG] + kind] = no_pong >> kind & 1
        out[where[NO_EAT] + kind] = no_eat >> kind & 1
    _observe_seats(s, me, seats, where, out)
    out[where[DEALER]] = (s.dealer - me) % seats
    out[where[STREAK]] = min(int(s.streak), _MOST)
    out[where[DRAWS]] = min(int(s.draws), _MOST)
    out[where[SHOWN]] = s.shown
    out[where[SHOWN_HELD]] = s.shown_held
    out[where[BOTTOM]] = s.face_up
    out[where[LEFT]] = STOCK_SIZE - int(s.next)
    known = int(s.known)
    for i in range(STOCK_SIZE):
        out[where[NEXT] + i] = int(s.stock[int(s.next) + i]) if i < known else -1


@compiled
def _observe_seats(s: Any, me: int, seats: int, where: Any, out: Any) -> None:
    """Hand sizes, sets on the table and unused cards of every seat, from the viewer on."""
    for i in range(seats):
        seat = (me + i) % seats
        out[where[SIZES] + i] = size(int(s.hand[seat]))
        out[where[DEAD] + i] = int(s.dead) >> seat & 1
        for at in range(int(s.sets[seat])):
            _observe_set(int(s.meld[seat, at]), i == 0, where[MELDS] + 3 * (MOST_MELDS * i + at), out)
    for place in range(SEATS):
        out[where[PLAYS] + (int(s.order[place]) - me) % seats] = 1
    for at in range(int(s.lefts)):
        left = int(s.left[at])
        row = 2 * ((left // LEFT_SEAT - me) % seats) + (1 if left & LEFT_THROWN else 0)
        out[where[PILES] + KINDS * row + left % LEFT_THROWN] += 1


@compiled
def _observe_set(meld: int, own: bool, place: int, out: Any) -> None:
    known = 1 if meld & KNOWN_BIT else 0
    kind, what = meld & KNOWN_BIT - 1, meld >> MELD_SHIFT
    if kind == RUN:
        out[place], out[place + 1] = _KIND_OF_RUN[what], what
    else:
        out[place] = kind + 1
        out[place + 1] = what if known or own else -1
    out[place + 2] = known
