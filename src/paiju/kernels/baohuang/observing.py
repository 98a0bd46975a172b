"""What the seat to act may know, as numbers: version 1 of `paiju.envs.baohuang.observations`, filled compiled.

A `records.STATE` forgets what was played; a `TRACK` beside it remembers. Offsets are handed over (`where`, one for
each field in the order of the table), so that the table stays in one place; tests hold every number equal to the
law's. The phases before play are those of `dealing`: nobody paid, declared or usurped anything.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from paiju.games.baohuang.calling import TRIPLE
from paiju.games.baohuang.cards import FIRST_JOKER, KINDS, LAOWANG, MARKED_BIG, SEATS, TWO
from paiju.kernels.baohuang.codes import FILLS_AT, JOKERS_AT, JOKERS_MASK, NATURALS_AT
from paiju.kernels.baohuang.jokers import BY_KIND, KINDS_OF_JOKER
from paiju.kernels.baohuang.records import LEVELS, NO_RANK, RANKS, SUIT_BITS, SUIT_MASK
from paiju.kernels.jit import compiled, inlined

(
    PHASE, TURN, HAND, DRAWN, SIZES, GAINED, ROLES, ALONE, SHOWN, INNOCENT, CALLED, FACTS, FACTORS, STAKES,
    MULTIPLIER, FIRST_DRAWER, TOP, TOP_JOKERS, OWNER, PASSES, BARRED, DEBT, ANSWERED, LAID, PLAYED, KNOWN, PLACES,
    STUCK,
) = range(28)  # fmt: skip
FIELDS = 28
"""The fields that are written; those after them belong to phases before play and stay 0."""

PLAYING = 10
_MOST = 127
_EMPEROR, _GUARD, _COMMONER = 1, 2, 3
_PASSED, _PLAYED = 1, 3

TRACK = np.dtype(
    [
        ("drawn", np.int8, (SEATS, KINDS)),  # hands as they were drawn
        ("played", np.int8, (SEATS, KINDS)),
        ("laid", np.int8, (SEATS, KINDS)),  # last set of each seat, meant while its last answer is a play
        ("known", np.int8, (SEATS, KINDS)),  # cards that everybody knows a seat to hold
        ("answered", np.int8, (SEATS,)),  # last answer of each seat in the running trick
    ]
)


@compiled
def begin_track(s: Any, r: Any, t: Any) -> None:
    """Remember a deal that has just been dealt: what was drawn, and what the crown and the call showed (BH A12)."""
    for seat in range(SEATS):
        t.answered[seat] = 0
        drawn = int(s.drawn_jokers[seat])
        for kind in range(KINDS):
            t.played[seat, kind] = t.laid[seat, kind] = t.known[seat, kind] = 0
            if kind < FIRST_JOKER:
                t.drawn[seat, kind] = in_hand(s, r, seat, kind)
            else:
                t.drawn[seat, kind] = BY_KIND[drawn, kind - FIRST_JOKER]
        if s.called >= 0 and s.called < FIRST_JOKER:
            t.drawn[seat, s.called] += in_hand(s, r, seat, LAOWANG)
    crown = s.emperor
    t.known[crown, MARKED_BIG] = in_hand(s, r, crown, MARKED_BIG)
    if s.called >= 0:
        t.known[crown, s.called] = min(in_hand(s, r, crown, s.called), TRIPLE)


@inlined
def in_hand(s: Any, r: Any, seat: int, kind: int) -> int:
    """Copies of a kind in a hand."""
    if kind >= FIRST_JOKER:
        return int(BY_KIND[s.jokers[seat], kind - FIRST_JOKER])
    if r.suited:
        return int(s.suits[seat, kind >> 2]) >> SUIT_BITS * (kind & 3) & SUIT_MASK
    return int(s.counts[seat, kind >> 2]) if kind & 3 == 0 else 0


@compiled
def track_play(s: Any, t: Any, seat: int, code: int) -> None:
    """Remember a play, before it is carried out."""
    for kind in range(KINDS):
        t.laid[seat, kind] = 0
    t.answered[seat] = _PLAYED
    rank, held = code & 15, code >> JOKERS_AT & JOKERS_MASK
    if rank != NO_RANK:
        for suit in range(4):
            shift = SUIT_BITS * suit
            _track(s, t, seat, 4 * rank + suit, code >> NATURALS_AT >> shift & SUIT_MASK)
            if code >> FILLS_AT:
                _track(s, t, seat, 4 * TWO + suit, code >> FILLS_AT >> shift & SUIT_MASK)
    if held:
        for i in range(KINDS_OF_JOKER):
            _track(s, t, seat, FIRST_JOKER + i, int(BY_KIND[held, i]))


@inlined
def _track(s: Any, t: Any, seat: int, kind: int, count: int) -> None:
    t.laid[seat, kind] += count
    t.played[seat, kind] += count
    face = s.called if kind == LAOWANG else kind
    t.known[seat, face] -= min(count, int(t.known[seat, face]))


@inlined
def track_answer(t: Any, seat: int, code: int) -> None:
    """Remember a pass or a deferral, before it is carried out."""
    t.answered[seat] = _PASSED + code


@inlined
def track_close(s: Any, t: Any) -> None:
    """Forget the trick once it is over; after every action."""
    if not s.has_top:
        for seat in range(SEATS):
            t.answered[seat] = 0


@compiled
def observe(s: Any, r: Any, t: Any, shows_sizes: int, where: Any, out: Any) -> None:
    """Write what the seat to act may know to `out`, `int8` of shape (size,)."""
    me = s.turn
    _clear(out[where[ROLES] : where[LAID]])
    _clear(out[where[PLACES] :])
    out[where[PHASE]] = PLAYING
    out[where[TURN]] = 0
    _observe_hand(s, r, me, out[where[HAND] : where[HAND] + KINDS])
    drawn = out[where[DRAWN] : where[DRAWN] + KINDS]
    for kind in range(KINDS):
        drawn[kind] = t.drawn[me, kind]
    for i in range(SEATS):
        seat = me + i if me + i < SEATS else me + i - SEATS
        out[where[SIZES] + i] = s.sizes[seat] if shows_sizes or i == 0 else -1
        out[where[GAINED] + i] = _gained(s, t, seat) if s.called >= 0 else 0
        out[where[SHOWN] + i] = s.shown >> seat & 1
        out[where[BARRED] + i] = s.barred >> seat & 1
        out[where[ANSWERED] + i] = t.answered[seat]
        _observe_cards(s, t, seat, KINDS * i, where, out)
        if s.gone >> seat & 1:
            _observe_gone(s, seat, i, where, out)
    _observe_roles(s, me, where, out)
    _observe_trick(s, me, where, out)


# A row is cut out before it is filled: its places count from 0, so that the loop becomes one move of memory.


@inlined
def _clear(row: Any) -> None:
    for i in range(row.size):
        row[i] = 0


@inlined
def _observe_hand(s: Any, r: Any, me: int, row: Any) -> None:
    _clear(row)
    if r.suited:
        for rank in range(RANKS):
            suits = int(s.suits[me, rank])
            for suit in range(4):
                row[4 * rank + suit] = suits >> SUIT_BITS * suit & SUIT_MASK
    else:
        for rank in range(RANKS):
            row[4 * rank] = s.counts[me, rank]
    held = s.jokers[me]
    for i in range(KINDS_OF_JOKER):
        row[FIRST_JOKER + i] = BY_KIND[held, i]


@inlined
def _observe_cards(s: Any, t: Any, seat: int, at: int, where: Any, out: Any) -> None:
    """What a seat laid in this trick, what it has played, what it is known to hold (only the emperor is)."""
    played = out[where[PLAYED] + at : where[PLAYED] + at + KINDS]
    for kind in range(KINDS):
        played[kind] = t.played[seat, kind]
    laid = out[where[LAID] + at : where[LAID] + at + KINDS]
    if t.answered[seat] == _PLAYED:
        for kind in range(KINDS):
            laid[kind] = t.laid[seat, kind]
    else:
        _clear(laid)
    known = out[where[KNOWN] + at : where[KNOWN] + at + KINDS]
    if seat == s.emperor:
        for kind in range(KINDS):
            known[kind] = t.known[seat, kind]
    else:
        _clear(known)


@compiled
def _gained(s: Any, t: Any, seat: int) -> int:
    """Cards a seat got with the crown, or lost with it."""
    gained = int(s.sizes[seat])
    for kind in range(KINDS):
        gained += int(t.played[seat, kind]) - int(t.drawn[seat, kind])
    return gained


@compiled
def _observe_gone(s: Any, seat: int, i: int, where: Any, out: Any) -> None:
    for place in range(s.outs):
        if s.out[place] == seat:
            out[where[PLACES] + i] = place + 1
    for place in range(s.stucks):
        if s.stuck[place] == seat:
            out[where[STUCK] + i] = 1


@compiled
def _observe_roles(s: Any, me: int, where: Any, out: Any) -> None:
    """BH A4, A5: own role, the emperor's, and what was shown; who is alone, or the guard, knows all."""
    settled = s.solo_shown or s.shown
    knows = settled or me == s.guard or (me == s.emperor and s.guard < 0)
    for i in range(SEATS):
        seat = (me + i) % SEATS
        if seat == s.emperor:
            out[where[ROLES] + i] = _EMPEROR
        elif knows or i == 0:
            out[where[ROLES] + i] = _GUARD if seat == s.guard else _COMMONER
    out[where[ALONE]] = -1
    if settled or me in (s.emperor, s.guard):
        out[where[ALONE]] = 1 if s.guard < 0 else 0
    out[where[CALLED]] = s.called
    out[where[FACTS] + 3] = s.solo_shown
    out[where[MULTIPLIER]] = min(s.multiplier, _MOST)
    out[where[FIRST_DRAWER]] = (s.first_drawer - me) % SEATS


@compiled
def _observe_trick(s: Any, me: int, where: Any, out: Any) -> None:
    out[where[TOP] + 1] = out[where[OWNER]] = -1
    if s.has_top:
        out[where[TOP]] = s.top_size
        if s.top_base != NO_RANK:
            out[where[TOP] + 1] = s.top_base
        out[where[TOP] + 2] = s.top_bomb
        for level in range(LEVELS):
            out[where[TOP_JOKERS] + level] = s.levels[level]
        out[where[OWNER]] = (s.owner - me) % SEATS
    out[where[PASSES]] = min(s.passes, _MOST)
    out[where[DEBT]] = s.debt
    out[where[DEBT] + 1] = s.asked_again
