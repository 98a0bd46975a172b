"""Deals of a run, and trials at its questions, compiled.

Deal `n` is drawn from a stream of its own and so is the chance at its table.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from paiju.bots.baohuang import net
from paiju.bots.baohuang.compiled.memory import begin as begin_memory
from paiju.bots.baohuang.compiled.playouts import play_on
from paiju.bots.baohuang.net.features.trail import begin as begin_trail
from paiju.bots.baohuang.net.lockstep.asking import NETWORK, PLAYERS, SHARES, crown_points
from paiju.kernels.baohuang.dealing import deal
from paiju.kernels.chance import below, numbered
from paiju.kernels.folder import Family
from paiju.kernels.jit import compiled, inlined

FAMILY = Family("baohuang-selfplay", (*net.FAMILY.sources, "train/lockstep.py"))
_TRIED = -np.inf
"""In place of the value of a play that was tried."""


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
