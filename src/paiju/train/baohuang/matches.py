"""A network against the heuristic it is anchored at, or another network: duplicate pairs in lockstep, for the curve of a run.

Both play the same deals on both sides; only deals with a guard are used. Deals of matches are never learned from.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import log
from statistics import fmean
from typing import Any, NamedTuple

import numpy as np

from paiju.arena.figures import Mean, mean_of
from paiju.bots.asked import heuristic_choice, network_choice
from paiju.bots.baohuang.compiled.parameters import weights_of
from paiju.bots.baohuang.heuristic.parameters import Parameters
from paiju.bots.baohuang.net.features.state import ROLE, SHOWN_BITS
from paiju.bots.baohuang.net.lockstep.asking import BOTH, CROWN, PEOPLE
from paiju.bots.baohuang.net.network import Network
from paiju.games.baohuang import GAME
from paiju.kernels.baohuang.compiling import rules_for
from paiju.train.baohuang.tables import Tables, facing
from paiju.train.opponents import Opponent

_MATCHES = 1 << 61  # far from the deals of any run
_GUESSES = _MATCHES + (1 << 60)
_CHUNK = 1000
_NEAR = 2  # actions by which an emperor's question may be off
_CLASSES = 10


class Strength(NamedTuple):
    """Points per deal of the network over its rival, and its points as the crown and as the people."""

    margin: Mean
    crown: Mean
    people: Mean


def play_matches(
    options: Mapping[str, Any],
    weights: Mapping[str, Any],
    anchored: Parameters,
    rival: Parameters,
    *,
    pairs: int,
    anchor: float,
    first: int = 0,
    opponent: Opponent | None = None,
) -> Strength:
    """Play pairs `first` to `first + pairs`, the same deals for all weights.

    `anchored` is the heuristic that the network was trained beside, `rival` the one it plays against, where `opponent` is no
    network.
    """
    rules = rules_for(GAME.options(dict(options)))
    own, other = weights_of(anchored), weights_of(rival)
    network = Network(weights)
    crown: list[float] = []
    people: list[float] = []
    for start in range(first, first + pairs, _CHUNK):
        numbers = _MATCHES + np.arange(start, min(start + _CHUNK, first + pairs))
        for side, made in ((CROWN, crown), (PEOPLE, people)):
            tables = Tables(rules, own, numbers, rival=other)
            for asked, answers in facing(tables, opponent).rounds(np.full(len(numbers), side)):
                answers[:] = network_choice(network, asked, anchor).rows
            made.extend(tables.points.tolist())
    margins = [(a - b) / 2 for a, b in zip(crown, people, strict=True)]
    return Strength(mean_of(margins), mean_of(crown), mean_of([-point for point in people]))


class Guess(NamedTuple):
    """How well the guard is known to an emperor after so many actions: mean negative log-likelihood in nats.

    `hidden` counts only deals whose guard has not shown himself, `all` every deal with a guard; `reliability` are rows
    of (mean chance given, share that was the guard, guesses) for ten classes of chances, hidden guards only.
    """

    ply: int
    hidden: Mean
    all: Mean
    reliability: tuple[tuple[float, float, int], ...]


def guess_guards(
    options: Mapping[str, Any], weights: Mapping[str, Any], anchored: Parameters, *, deals: int,
    plies: tuple[int, ...] = (10, 20, 30, 40, 60, 80, 100),
) -> list[Guess]:  # fmt: skip
    """What the guard head says to emperors while the heuristic plays against itself."""
    tables = Tables(rules_for(GAME.options(dict(options))), weights_of(anchored), _GUESSES + np.arange(deals))
    network = Network(weights)
    found: dict[int, list[tuple[bool, int, Any]]] = {ply: [] for ply in plies}
    for asked, answers in tables.rounds(np.full(deals, BOTH)):
        answers[:] = heuristic_choice(asked)
        chances = network.guards(asked.states)
        for ply in plies:
            near = (np.abs(asked.questions["ply"] - ply) <= _NEAR) & (asked.states[:, ROLE] == 1)
            for i in np.flatnonzero(near):
                shown = bool(asked.states[i, SHOWN_BITS].any())
                found[ply].append((shown, int(asked.questions["guard"][i]), chances[i]))
    return [_guess(ply, found[ply]) for ply in plies]


def _guess(ply: int, guesses: list[tuple[bool, int, Any]]) -> Guess:
    losses = [(shown, -log(max(float(chances[guard]), 1e-9))) for shown, guard, chances in guesses]
    rows: list[list[tuple[float, bool]]] = [[] for _ in range(_CLASSES)]
    for shown, guard, chances in guesses:
        if not shown:
            for seat, chance in enumerate(chances.tolist()):
                rows[min(int(chance * _CLASSES), _CLASSES - 1)].append((chance, seat == guard))
    reliability = tuple(
        (fmean(chance for chance, _ in row), fmean(hit for _, hit in row), len(row)) for row in rows if row
    )
    hidden = mean_of([loss for shown, loss in losses if not shown])
    return Guess(ply, hidden, mean_of([loss for _, loss in losses]), reliability)
