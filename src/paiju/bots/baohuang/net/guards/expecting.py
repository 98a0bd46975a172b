"""What players are expected to do: chances of each kind of action by what lay on the table, of a guard and of one of the people.

Learned from deals of the heuristic. What was done tells who the guard is by itself, if only a little; how unlikely it was tells
that somebody plays in another way.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from paiju.bots.baohuang.net.features.layout import OTHERS
from paiju.bots.baohuang.net.guards.layout import EVENT, EVENT_SIZE, Array, Bytes, Flags, Numbers
from paiju.bots.towers import affine, starts

_FIELDS = dict(zip((field.name for field in EVENT), zip(EVENT, starts(EVENT), strict=False), strict=True))
_DONE = ("verb", "size", "rank", "jokers", "fills", "above", "alike")
"""What an event shows of the action itself."""
_NARROWLY = 2
_SIZES, _HEIGHTS = (2, 3, 5), (5, 9)
_PASS, _WITH_JOKERS, _CLOSE, _FAR, _LEAD = range(5)
KINDS = _LEAD + (len(_SIZES) + 1) * (len(_HEIGHTS) + 1)
"""Answers: a pass, beaten with jokers, narrowly, by more; leads by size and height."""
STYLES = 4
"""Ways to play: the heuristic, the network, people of many kinds, players who are greedy or unsteady."""
HIDDEN = 64
TALLIES = 3 + STYLES + STYLES - 1
"""Numbers of an event that are added up: 1, the surprise to who expects the heuristic, what that varies by; how much likelier a
guard does it than one of the people, in each style; how much likelier it is in the other styles than the heuristic's. Logarithms.
"""
SHAPES: dict[str, tuple[int, ...]] = {
    "expect.weight": (EVENT_SIZE, HIDDEN),
    "expect.bias": (HIDDEN,),
    "act.weight": (HIDDEN, STYLES * 2 * KINDS),
    "act.bias": (STYLES * 2 * KINDS,),
}
_NEVER = -30.0
_PRIOR = np.log(np.array([1 - 1 / OTHERS, 1 / OTHERS], np.float32))[:, None]


def _columns(name: str) -> slice:
    field, first = _FIELDS[name]
    return slice(first, first + field.size)


def circumstances() -> Array:
    """Factors of an event's numbers: nothing is left of the action, but that it is a lead."""
    factors = affine(EVENT)[0]
    for name in _DONE:
        factors[_columns(name)] = 0
    factors[_FIELDS["verb"][1]] = 1
    return factors


def kinds_of(events: Bytes) -> Numbers:
    """Which of the kinds each event's action is."""
    led, passed = (events[:, _FIELDS["verb"][1] + i] == 1 for i in range(2))
    rank, top, size = (events[:, _columns(name)].argmax(1) for name in ("rank", "top_rank", "size"))
    beaten = np.where(rank - top <= _NARROWLY, _CLOSE, _FAR)
    beaten[events[:, _columns("jokers")].any(1)] = _WITH_JOKERS
    lead = _LEAD + (len(_HEIGHTS) + 1) * np.digitize(size, _SIZES) + np.digitize(rank, _HEIGHTS)
    return np.asarray(np.where(led, lead, np.where(passed, _PASS, beaten)), np.int64)


def barred(events: Bytes) -> Flags:
    """Kinds that each event's action could not be: who leads answers nothing. Shape (events, KINDS)."""
    led = events[:, _FIELDS["verb"][1], None] == 1
    return np.asarray(led == (np.arange(KINDS) < _LEAD))


def tallied(weights: Mapping[str, Array], events: Bytes) -> Array:
    """The `TALLIES` of some events, shape (events, TALLIES)."""
    hidden = np.maximum((events * circumstances()) @ weights["expect.weight"] + weights["expect.bias"], 0)
    told = (hidden @ weights["act.weight"] + weights["act.bias"]).reshape(-1, STYLES, 2, KINDS)
    told = np.where(barred(events)[:, None, None], np.float32(_NEVER), told)
    told -= _total(told, 3)
    either = _total(told + _PRIOR, 2)[:, :, 0]
    expected, chances = either[:, 0], np.exp(either[:, 0])
    mean = (chances * expected).sum(1)
    rows, kinds = np.arange(len(events)), kinds_of(events)
    done, seen = told[rows, :, :, kinds], either[rows, :, kinds]
    first = np.stack([np.ones(len(events)), mean - seen[:, 0], (chances * expected**2).sum(1) - mean**2], 1)
    return np.concatenate([first, done[..., 1] - done[..., 0], seen[:, 1:] - seen[:, :1]], 1).astype(
        np.float32
    )


def _total(told: Array, axis: int) -> Array:
    """Logarithms of sums of exponentials."""
    most = told.max(axis, keepdims=True)
    return np.asarray(most + np.log(np.exp(told - most).sum(axis, keepdims=True)), np.float32)
