"""Thousands of deals in lockstep, compiled: each is played up to its next real question to the network.

Deal `n` is drawn from a stream of its own and so is the chance at its table: what happens at a table depends on its
number and on what was chosen there, never on the other tables.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from paiju.bots.compiled.baohuang.memory import begin as begin_memory
from paiju.bots.compiled.baohuang.memory import notice as notice_memory
from paiju.bots.compiled.baohuang.playouts import play_on
from paiju.bots.net.features.asking import consider, preferred, write_question
from paiju.bots.net.features.trail import begin as begin_trail
from paiju.bots.net.features.trail import notice as notice_trail
from paiju.games.baohuang.cards import SEATS
from paiju.kernels.baohuang.dealing import deal
from paiju.kernels.baohuang.playing import act
from paiju.kernels.chance import below, numbered
from paiju.kernels.jit import compiled, inlined

CROWN, PEOPLE = 1, 2
BOTH = CROWN | PEOPLE
NETWORK, RIVAL = 0, 1
PLAYERS = 2
"""Whose heuristic and memory: the network's own, and the one it plays against."""
SHARES = 1 << 20
"""Chances are given as whole numbers of these parts."""
HIDDEN = 255
"""In place of a guard's seat: there is none, or the viewer is the guard."""
_TRIED = -np.inf
"""In place of the value of a play that was tried."""
PLACE_POINTS = np.array([0, 4, 2, 0, -2, -4])

QUESTION = np.dtype(
    [
        ("table", np.int64),
        ("seat", np.int64),
        ("first", np.int64),  # where its actions begin among all that are asked now
        ("count", np.int64),
        ("best", np.int64),  # the heuristic's choice, counted from `first`
        ("explore", np.int64),  # an action to be tried whatever it is worth, -1: none
        ("side", np.int64),  # 1 crown, -1 people
        ("guard", np.int64),  # seats from the viewer to the guard, less 1, or `HIDDEN`
        ("ply", np.int64),
    ],
    align=True,
)


@compiled
def deal_all(
    rules: Any, states: Any, memories: Any, trails: Any, streams: Any, numbers: Any, solos: int, deck: Any
) -> None:
    """Deal each table's number; deals without a guard are kept `solos` times in `SHARES`, and dealt again else."""
    r = rules[0]
    for at in range(len(states)):
        s = states[at]
        numbered(streams[at], int(numbers[at]))
        while True:
            for i in range(r.deck_size):
                deck[i] = r.deck[i]
            deal(s, r, deck, streams[at])
            if s.guard >= 0 or below(streams[at], SHARES) < solos:
                break
        for player in range(PLAYERS):
            begin_memory(s, r, memories[at, player])
        begin_trail(trails[at])


@compiled
def ask_all(
    rules: Any, states: Any, memories: Any, trails: Any, streams: Any, weights: Any, work: Any, sides: Any,
    tables: Any, chosen: Any, pending: Any, explore: Any, codes: Any, values: Any, asked: Any, vectors: Any,
    actions: Any, points: Any,
) -> int:  # fmt: skip
    """Carry `chosen` out at `tables` and play each on to its next question; returns how many questions there are.

    `chosen` are rows of `pending` (codes of all actions asked before), -1 at a table that was just dealt. The network
    decides for the sides in `sides`, the rival's heuristic for the others. What is written: `asked` (`QUESTION`), `vectors`
    and `actions` of the questions, their codes in `pending`, and the crown's `points` of deals that ended. Where
    `actions` has no room left for a table, it waits: its question comes with count 0.
    """
    r, k = rules[0], work[0]
    for i in range(len(tables)):
        if chosen[i] >= 0:
            at = tables[i]
            _carry_out(states[at], r, memories[at], trails[at], weights, int(pending[chosen[i]]))
    found = row = 0
    for i in range(len(tables)):
        at = tables[i]
        s, m, t = states[at], memories[at], trails[at]
        count, best = _play_on(s, r, m, t, weights, k, int(sides[at]), codes, values)
        if not count:
            points[at] = crown_points(s)
            continue
        q = asked[found]
        found += 1
        q.table, q.first, q.count, q.best = at, row, count, best
        if row + count > len(actions):
            q.count = 0
            continue
        vector, plays = vectors[found - 1], actions[row : row + count]
        write_question(s, r, m[NETWORK], t, weights[NETWORK], k, codes, values, count, best, vector, plays)
        for j in range(count):
            pending[row + j] = codes[j]
        row += count
        q.seat, q.ply = s.turn, t.plies
        q.side = 1 if s.crown >> s.turn & 1 else -1
        guard = (s.guard - s.turn - 1) % SEATS
        q.guard = HIDDEN if s.guard < 0 or guard == SEATS - 1 else guard
        q.explore = -1
        if explore[at] and below(streams[at], SHARES) < explore[at]:
            q.explore = below(streams[at], count)
    return found


@compiled
def try_rivals(
    rules: Any, states: Any, memories: Any, weights: Any, work: Any, questions: Any, pending: Any, values: Any,
    stream: Any, trial: Any, codes: Any, rows: Any, gains: Any,
) -> None:  # fmt: skip
    """Try plays of some questions, each to the end of its deal by the heuristic; see `Tables.try_rivals`.

    `trial` are a `STATE` and a `MEMORY` for scratch, `codes` is scratch for plays; `values` of what was tried are lost.
    """
    r, w, k = rules[0], weights[NETWORK], work[0]
    most = gains.shape[1]
    for i in range(len(questions)):
        q = questions[i]
        s, m = states[q.table], memories[q.table, NETWORK]
        row = q.first + q.best
        anchor = _outcome(r, s, m, w, k, int(pending[row]), trial, codes)
        rows[i, 0] = row
        for n in range(min(most, q.count - 1)):
            values[row] = _TRIED
            row = _by_chance(q, n + 1, values, stream) if n == most - 1 else _highest(q, values)
            gains[i, n] = q.side * (_outcome(r, s, m, w, k, int(pending[row]), trial, codes) - anchor)
            rows[i, n + 1] = row


@compiled
def _outcome(r: Any, s: Any, m: Any, w: Any, k: Any, code: int, trial: Any, codes: Any) -> int:
    """The crown's points if the seat to act does `code` and the heuristic plays on; the deal itself stays."""
    trial[0][0], trial[1][0] = s, m
    play_on(trial[0][0], r, trial[1][0], w, k, code, codes)
    return int(crown_points(trial[0][0]))


@inlined
def _highest(q: Any, values: Any) -> int:
    """The row of the play worth most."""
    best = q.first
    for row in range(q.first, q.first + q.count):
        if values[row] > values[best]:
            best = row
    return int(best)


@inlined
def _by_chance(q: Any, tried: int, values: Any, stream: Any) -> int:
    """The row of any play that was not tried, where so many were."""
    row, left = q.first, below(stream, q.count - tried)
    while values[row] == _TRIED or left:
        left -= values[row] != _TRIED
        row += 1
    return int(row)


@compiled
def _play_on(
    s: Any, r: Any, m: Any, t: Any, weights: Any, k: Any, side: int, codes: Any, values: Any
) -> tuple[int, int]:
    """Play forced moves and the rival's side up to a question: how many plays, the heuristic's; (0, 0) at the end."""
    while s.turn >= 0:
        asked = side & (CROWN if s.crown >> s.turn & 1 else PEOPLE)
        player = NETWORK if asked else RIVAL
        count = consider(s, r, m[player], weights[player], k, codes, values)
        best = preferred(s, k, codes, values, count) if count > 1 else 0
        if asked and count > 1:
            return count, best
        _carry_out(s, r, m, t, weights, int(codes[best]))
    return 0, 0


@compiled
def _carry_out(s: Any, r: Any, m: Any, t: Any, weights: Any, code: int) -> None:
    """Carry an action out, all memories noticing it."""
    for player in range(PLAYERS):
        notice_memory(s, r, m[player], weights[player], code)
    notice_trail(s, t, code)
    act(s, r, code)


@inlined
def crown_points(s: Any) -> int:
    """Place points of the emperor and the guard; an emperor's without a guard count twice."""
    total = PLACE_POINTS[s.places[s.emperor]]
    return int(total + (PLACE_POINTS[s.places[s.guard]] if s.guard >= 0 else total))
