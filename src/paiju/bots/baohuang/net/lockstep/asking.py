"""Many tables in lockstep, compiled: each is played up to its next real question to the network.

What happens at a table depends on its cards and on what was chosen there, never on the other tables.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from paiju.bots.baohuang.compiled.memory import notice as notice_memory
from paiju.bots.baohuang.net.features.asking import consider, preferred, write_question
from paiju.bots.baohuang.net.features.trail import notice as notice_trail
from paiju.games.baohuang.cards import SEATS
from paiju.kernels.baohuang.playing import act
from paiju.kernels.chance import below
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
def ask_all(
    rules: Any, states: Any, memories: Any, trails: Any, streams: Any, weights: Any, work: Any, sides: Any,
    tables: Any, chosen: Any, pending: Any, explore: Any, codes: Any, values: Any, asked: Any, vectors: Any,
    actions: Any, points: Any, near: float,
) -> int:  # fmt: skip
    """Carry `chosen` out at `tables` and play each on to its next question; returns how many questions there are.

    `chosen` are rows of `pending` (codes of all actions asked before), -1 at a table that was just dealt. The network
    decides for the sides in `sides`, the rival's heuristic for the others; it is asked about plays whose scores are at most
    `near` turns behind the heuristic's. What is written: `asked` (`QUESTION`), `vectors` and `actions` of the questions,
    their codes in `pending`, and the crown's `points` of deals that ended. Where `actions` has no room left for a table,
    it waits: its question comes with count 0.
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
        count, best = _play_on(s, r, m, t, weights, k, int(sides[at]), codes, values, near)
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
def _play_on(
    s: Any, r: Any, m: Any, t: Any, weights: Any, k: Any, side: int, codes: Any, values: Any, near: float
) -> tuple[int, int]:
    """Play forced moves and the rival's side up to a question: how many plays, the heuristic's; (0, 0) at the end."""
    while s.turn >= 0:
        asked = side & (CROWN if s.crown >> s.turn & 1 else PEOPLE)
        player = NETWORK if asked else RIVAL
        count = consider(s, r, m[player], weights[player], k, codes, values)
        best = preferred(s, k, codes, values, count) if count > 1 else 0
        if asked and count > 1:
            count, best = _nearest(codes, values, count, best, near)
        if asked and count > 1:
            return count, best
        _carry_out(s, r, m, t, weights, int(codes[best]))
    return 0, 0


@inlined
def _nearest(codes: Any, values: Any, count: int, best: int, near: float) -> tuple[int, int]:
    """Keep the plays that score at most `near` less than the best: how many are left, and which is the best of them."""
    least, kept, now = values[best] - near, 0, 0
    for i in range(count):
        if values[i] >= least or i == best:
            if i == best:
                now = kept
            codes[kept], values[kept] = codes[i], values[i]
            kept += 1
    return kept, now


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
