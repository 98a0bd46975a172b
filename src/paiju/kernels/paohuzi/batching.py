"""Many deals in lockstep: one action each, new deals where one is over, observations beside.

Deal `n` of the batch environment is drawn from a stream of its own, so that it is the same deal whatever the size
of the batch and the number of threads.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from paiju.games.paohuzi.cards import KINDS
from paiju.kernels.chance import below, numbered
from paiju.kernels.jit import compiled
from paiju.kernels.paohuzi.claims import actor_of, list_legal
from paiju.kernels.paohuzi.eating import RUN_BITS, THROW, VERB, VERB_BITS
from paiju.kernels.paohuzi.observing import observe
from paiju.kernels.paohuzi.play import act, begin, shuffle
from paiju.kernels.paohuzi.records import MOST_SEATS, OVER
from paiju.kernels.paohuzi.tables import ALL_RUNS
from paiju.kernels.paohuzi.turns import start

FEATURES = ("verb", "card", "hu", "sets", "first", "second", "third", "first_2", "second_2", "third_2",
            "first_3", "second_3", "third_3")  # fmt: skip
"""`verb` 0..4 is pass, hu, pong, discard, eat; then the kind of a discard, hu and number of the sets of an eating,
and the kinds of each. Kinds are 0..19, -1 where there is none."""

_SET_SIZE = 3
_FIRST_SET = 4
_PLAIN = 3
_RUN_CARDS = np.array([[*run.cards, run.hu] for run in ALL_RUNS], np.int8)


@compiled
def advance(
    rules: Any, sets: Any, states: Any, streams: Any, numbers: Any, step: int, walls: Any, chosen: Any,
    first: int, last: int, where: Any, actions: Any, seats: Any, counts: Any, done: Any,
    returns: Any, observations: Any,
) -> int:  # fmt: skip
    """Carry out `chosen` (an index into the actions of each table, below 0: deal anew) at tables first … last - 1.

    `numbers` are the deals being played; the next one of a table is `step` further. What is written: `actions`
    (a row for each table), `counts` of them, the seat to act, whether a deal ended, its returns, and
    observations. Returns how many decisions were taken.
    """
    taken = 0
    for at in range(first, last):
        s = states[at]
        done[at] = 0
        fresh = chosen[at] < 0
        if not fresh:
            act(rules[0], sets[0], s, int(seats[at]), int(actions[at, chosen[at]]))
            taken += 1
        while fresh or s.phase == OVER:
            if not fresh:
                done[at] = 1
                for seat in range(MOST_SEATS):
                    returns[at, seat] = s.returns[seat]
                numbers[at] += step
            fresh = False
            numbered(streams[at], int(numbers[at]))
            shuffle(streams[at], walls[at])
            s.dealer, s.streak, s.draws = below(streams[at], int(rules[0].seats)), 1, 0
            begin(rules[0], s, walls[at])
            start(rules[0], sets[0], s)
        seat = actor_of(s)
        seats[at] = seat
        counts[at] = list_legal(rules[0], sets[0], s, seat, actions[at])
        if observations.size:
            observe(rules[0], s, seat, where, observations[at])
    return taken


@compiled
def describe(actions: Any, counts: Any, offsets: Any, first: int, last: int, codes: Any, out: Any) -> None:
    """Copy the actions of tables first … last - 1 to `offsets[table]` on, and write a row of `FEATURES` for each."""
    for at in range(first, last):
        row = int(offsets[at])
        for i in range(counts[at]):
            codes[row + i] = actions[at, i]
            _describe(int(actions[at, i]), out[row + i])


@compiled
def _describe(action: int, out: Any) -> None:
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
