"""Many deals in lockstep: one action each, new deals where one is over, observations beside.

Deal `n` of the batch environment is drawn from a stream of its own, so that it is the same deal whatever the size
of the batch and the number of threads.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from paiju.games.paohuzi.cards import CARDS, KINDS
from paiju.kernels.chance import below, numbered
from paiju.kernels.jit import compiled
from paiju.kernels.paohuzi.catalogue import ALL_RUNS
from paiju.kernels.paohuzi.claims import actor_of, list_legal
from paiju.kernels.paohuzi.dealing import begin, shuffle
from paiju.kernels.paohuzi.eating import RUN_BITS, THROW, VERB, VERB_BITS
from paiju.kernels.paohuzi.observing import observe
from paiju.kernels.paohuzi.records import MOST_ACTIONS, MOST_SEATS, OVER, RulesRecord, SetsRecord, StateRecord
from paiju.kernels.paohuzi.stepping import act
from paiju.kernels.paohuzi.turns import start
from paiju.kernels.records import Grid, Ints, Records

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
    """Carry out `chosen` (an index into the actions of each table, below 0: deal anew) at tables first … last - 1.

    The next deal of a table is `step` further than the last one. Observations are written beside, where there is room
    for them. Returns how many decisions were taken.
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
    """Copy the actions of tables first … last - 1 to `offsets[table]` on, and write a row of `FEATURES` for each."""
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
