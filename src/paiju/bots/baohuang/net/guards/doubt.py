"""How far to trust what is believed.

The scores of the network, the heuristic's log-odds and what actions tell by themselves are weighed by how strange play is, and
a blind guess has its share. For each seat a small network reads *clues*, those of the table and its own: how surprising play was, whose style it is, how sure
and how much of one mind the beliefs are, whether anybody plays as a guard does. It was learned among players of many kinds.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from paiju.bots.baohuang.net.features.layout import CHANCE, OTHERS
from paiju.bots.baohuang.net.guards.expecting import STYLES
from paiju.bots.baohuang.net.guards.layout import SEAT, SEAT_SIZE, TABLE, Array, Bytes, Flags
from paiju.bots.towers import starts

BELIEFS = 2 + STYLES
"""Of the network, of the heuristic, and what the actions tell by themselves if all play in one of the styles."""
WIDTH = 24
TABLE_CLUES, SEAT_CLUES, OUTPUTS = 20, 17, BELIEFS + 1
"""Outputs for each seat: how much each belief counts, and how much a blind guess."""
SHAPES: dict[str, tuple[int, ...]] = {
    "table.weight": (TABLE_CLUES, WIDTH),
    "table.bias": (WIDTH,),
    "seat.weight": (SEAT_CLUES, WIDTH),
    "doubt.weight": (WIDTH, OUTPUTS),
    "doubt.bias": (OUTPUTS,),
}
_MOST_CLUE, _MOST_BELIEF = 5.0, 8.0
_MOST_LOG = 50.0
_TINY = 1e-9
_STEADY = 2.0  # so much surprise says nothing of a player yet
_GUARD = starts(SEAT)[[field.name for field in SEAT].index("guard")]
_SHOWN = [at for at in range(SEAT_SIZE) if at != _GUARD]
_TABLE = dict(zip((field.name for field in TABLE), starts(TABLE), strict=False))


class Clues(NamedTuple):
    """What doubt is made of at some questions."""

    table: Array  # (questions, TABLE_CLUES)
    seat: Array  # (questions, 4, SEAT_CLUES)
    beliefs: Array  # (questions, 4, BELIEFS), logarithms
    possible: Flags  # (questions, 4)


def log_odds(scenes: Bytes, suspicion: float) -> Array:
    """What the heuristic believes of the four seats, as logarithms, from the bytes of scenes."""
    seats = scenes[:, : OTHERS * SEAT_SIZE].reshape(-1, OTHERS, SEAT_SIZE)
    return np.asarray(suspicion * np.log(np.maximum(seats[..., _GUARD] / CHANCE, 1 / CHANCE / 2)))


def clues_of(scores: Array, odds: Array, tallies: Array, shown: Array, possible: Flags) -> Clues:
    """The clues of some questions from the network's scores, the heuristic's log-odds, what was tallied of each seat, the scenes."""
    own = shown[:, : OTHERS * SEAT_SIZE].reshape(-1, OTHERS, SEAT_SIZE)
    count, surprise, vary = np.moveaxis(tallies[..., :3], 2, 0)
    told, styles = tallies[..., 3 : 3 + STYLES], tallies[..., 3 + STYLES :]
    beliefs = _centred(np.concatenate([scores[..., None], odds[..., None], told], 2), possible)
    network, heuristic = (chances_of(beliefs[..., i], possible) for i in range(2))
    strange = surprise / np.sqrt(vary + _STEADY)
    seat = np.concatenate(
        [
            beliefs / 2, styles / 2, own[..., _SHOWN],
            np.stack([network, heuristic, strange / 2, count / 15], 2),
        ],
        2,
    )  # fmt: skip
    table = [
        count.sum(1) / 50, surprise.sum(1) / np.sqrt(vary.sum(1) + _STEADY) / 3, strange.max(1) / 2, strange.min(1) / 2,
        _entropy(network), _entropy(heuristic), _apart(network, heuristic), _apart(heuristic, network), network.max(1),
        *_anybody(told, possible).T, *styles.sum(1).T / 3, possible.sum(1) - 3,
        *(shown[:, OTHERS * SEAT_SIZE + _TABLE[name]] for name in ("emperor_size", "outs", "crowned")),
    ]  # fmt: skip
    return Clues(_bounded(np.stack(table, 1)), _bounded(seat), beliefs, possible)


def doubted(weights: Mapping[str, Array], clues: Clues) -> Array:
    """The chances of the four seats at some questions, shape (questions, 4)."""
    read = clues.table @ weights["table.weight"] + weights["table.bias"]
    read = np.maximum(read[:, None] + clues.seat @ weights["seat.weight"], 0)
    told = np.asarray(read @ weights["doubt.weight"] + weights["doubt.bias"], np.float32)
    told[..., 0] = _share(told[..., 0])
    logits = (clues.beliefs * told[..., :BELIEFS]).sum(2)
    left = clues.possible.sum(1, keepdims=True)
    blind = _share((told[..., BELIEFS] * clues.possible).sum(1, keepdims=True) / left.astype(np.float32))
    return np.asarray(
        (1 - blind) * chances_of(logits, clues.possible) + blind * clues.possible / left, np.float32
    )


def chances_of(logits: Array, possible: Flags) -> Array:
    """A softmax over the seats that are possible."""
    held = np.where(possible, logits, -np.inf)
    raised = np.exp(held - held.max(1, keepdims=True))
    return np.asarray(raised / raised.sum(1, keepdims=True), np.float32)


def _share(logit: Array) -> Array:
    return np.asarray((1 + np.tanh(logit / 2)) / 2, np.float32)


def _centred(beliefs: Array, possible: Flags) -> Array:
    """Beliefs less their mean over the seats that are possible; nothing of the others."""
    held = np.where(possible[..., None], beliefs, 0)
    mean = held.sum(1, keepdims=True) / possible.sum(1)[:, None, None]
    return np.asarray(
        np.where(possible[..., None], held - mean, 0).clip(-_MOST_BELIEF, _MOST_BELIEF), np.float32
    )


def _bounded(clues: Array) -> Array:
    return np.asarray(clues.clip(-_MOST_CLUE, _MOST_CLUE), np.float32)


def _entropy(chances: Array) -> Array:
    return np.asarray(-(chances * np.log(chances + _TINY)).sum(1))


def _apart(one: Array, other: Array) -> Array:
    """How far the second is from what the first says, in nats."""
    return np.asarray((one * np.log((one + _TINY) / (other + _TINY))).sum(1))


def _anybody(told: Array, possible: Flags) -> Array:
    """How much likelier what was done is if one of the seats is a guard than if none is, in each style; logarithms."""
    likelihoods = np.where(possible[..., None], np.exp(np.minimum(told, _MOST_LOG)), 0)
    return np.asarray(np.log(likelihoods.sum(1) / possible.sum(1)[:, None] + _TINY))
