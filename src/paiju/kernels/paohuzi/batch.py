"""Many deals in lockstep: one action each, new deals where one is over, and observations as numbers."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from paiju.games.paohuzi.cards import CARDS, KINDS, SEATS, STOCK_SIZE
from paiju.games.paohuzi.melds import SetKind
from paiju.kernels.jit import compiled, inlined
from paiju.kernels.paohuzi.actions import RUN_BITS, THROW, VERB, VERB_BITS
from paiju.kernels.paohuzi.claims import MAY_EAT, MAY_HU, MAY_PASS, MAY_PONG, actor_of, is_due, list_legal
from paiju.kernels.paohuzi.records import (
    ALL_RUNS,
    CLAIM,
    DISCARD,
    KNOWN_BIT,
    LEFT_SEAT,
    LEFT_THROWN,
    MELD_SHIFT,
    MOST_ACTIONS,
    MOST_MELDS,
    MOST_SEATS,
    OVER,
    OWN,
    PAO,
    RUN,
    RulesRecord,
    SetsRecord,
    StateRecord,
    count,
    size,
)
from paiju.kernels.paohuzi.turns import act, begin, shuffle, start
from paiju.kernels.records import Grid, Ints, Records, below, numbered

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
    """Write what seat `me` may know to `out`, `int8` of shape (size,)."""
    _clear(out)
    seats = int(rules.seats)
    claim, phase = state.phase == CLAIM, int(state.phase)
    hidden = claim and state.source in (OWN, PAO) and state.seat != me
    if hidden and not state.last and _discards(state, rules, int(state.seat)):
        # A forced set that completes a hand looks like one that does not (PZ 3.1).
        claim, phase = False, DISCARD
    out[where[PHASE]] = phase
    out[where[SOURCE]] = state.source if claim else -1
    out[where[CARD]] = state.card if claim and not hidden else -1
    out[where[LAST]] = state.last if claim else 0
    out[where[TURN]] = (state.turn - me) % seats
    if claim and not hidden:
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


@inlined
def _discards(state: StateRecord, rules: RulesRecord, seat: int) -> bool:
    return is_due(rules, int(state.owned[seat]), int(state.quads[seat])) > 0 and state.hand[seat] != 0


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
            own = i == 0 or state.phase == OVER
            _observe_set(int(state.meld[seat, at]), own, where[MELDS] + 3 * (MOST_MELDS * i + at), out)
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


# --- many deals in lockstep: one action each, new deals where one is over, observations beside

FEATURES = ("verb", "card", "hu", "sets", "first", "second", "third", "first_2", "second_2", "third_2",
            "first_3", "second_3", "third_3")  # fmt: skip
"""`verb` 0..4 is pass, hu, pong, discard, eat; then the kind of a discard, hu and number of the sets of an eating,
and the kinds of each. Kinds are 0..19, -1 where there is none."""

_SET_SIZE = 3
_FIRST_SET = 4
_PLAIN = 3
_RUN_CARDS = np.array([[*run.cards, run.hu] for run in ALL_RUNS], np.int8)


class TableRecord:
    """A table of the batch environment: its deal, what may be done, and what the last action came to."""

    state: StateRecord
    stream: Annotated[Ints, np.int64, 1]
    wall: Annotated[Ints, np.int64, CARDS]
    actions: Annotated[Ints, np.int64, MOST_ACTIONS]
    count: int  # of the actions
    seat: int  # who must decide
    number: int  # of the deal that is played
    done: Annotated[int, np.bool_]  # whether the last action ended a deal
    returns: Annotated[Ints, np.int64, MOST_SEATS]  # of the deal that ended last


@compiled
def advance(
    tables: Records[TableRecord],
    rules: Records[RulesRecord],
    sets: Records[SetsRecord],
    chosen: Ints,
    first: int,
    last: int,
    step: int,
    where: Ints,
    observations: Grid[int],
) -> int:
    """Carry out one action at each of some tables, and write what the next seat observes.

    Args:
        tables: one record a table.
        rules: one record.
        sets: one record.
        chosen: by table, an index into its actions; below 0 starts a new deal.
        first: the number of the first of these tables.
        last: the number after the last of them.
        step: how far the number of a table's next deal is from that of its last.
        where: by field, its place in an observation, shape (FIELDS,).
        observations: rows by table, `int8`; no rows where none are wanted.

    Returns:
        How many decisions were taken.
    """
    taken = 0
    for at in range(first, last):
        table = tables[at]
        state = table.state
        table.done = 0
        fresh = chosen[at] < 0
        if not fresh:
            act(state, rules[0], sets[0], table.seat, int(table.actions[chosen[at]]))
            taken += 1
        while fresh or state.phase == OVER:
            if not fresh:
                table.done = 1
                for seat in range(MOST_SEATS):
                    table.returns[seat] = state.returns[seat]
                table.number += step
            fresh = False
            numbered(table.stream, table.number)
            shuffle(table.stream, table.wall)
            state.dealer, state.streak, state.draws = below(table.stream, int(rules[0].seats)), 1, 0
            begin(state, rules[0], table.wall)
            start(state, rules[0], sets[0])
        table.seat = actor_of(state)
        table.count = list_legal(state, rules[0], sets[0], table.seat, table.actions)
        if len(observations):
            observe(state, rules[0], table.seat, where, observations[at])
    return taken


@compiled
def describe(
    tables: Records[TableRecord], offsets: Ints, first: int, last: int, codes: Ints, out: Grid[int]
) -> None:
    """Copy the actions of some tables, with their features.

    Args:
        tables: one record a table.
        offsets: by table, the row at which its actions begin.
        first: the number of the first of these tables.
        last: the number after the last of them.
        codes: the numbers of the actions, by row.
        out: `FEATURES` of each action, rows of `int8`.
    """
    for at in range(first, last):
        table = tables[at]
        row = int(offsets[at])
        for i in range(table.count):
            codes[row + i] = table.actions[i]
            _describe(int(table.actions[i]), out[row + i])


@compiled
def _describe(action: int, out: Ints) -> None:
    for i in range(out.size):
        out[i] = -1
    out[2] = out[3] = 0
    verb = action & VERB
    if verb < THROW:
        out[0] = verb
    elif verb < THROW + KINDS:
        out[0] = _PLAIN
        out[1] = verb - THROW
    else:
        out[0] = _PLAIN + 1
        runs, place, hu = action >> VERB_BITS, _FIRST_SET, 0
        while runs:
            run = (runs & (1 << RUN_BITS) - 1) - 1
            for i in range(_SET_SIZE):
                out[place + i] = _RUN_CARDS[run, i]
            hu += int(_RUN_CARDS[run, _SET_SIZE])
            place += _SET_SIZE
            runs >>= RUN_BITS
        out[2] = hu
        out[3] = (place - _FIRST_SET) // _SET_SIZE
