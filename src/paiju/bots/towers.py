"""Two-tower networks with NumPy: the state's tower once a question, the plays' tower once a play.

    state  -> trunk -> ReLU -> join ------------.
                                 `-> side heads  + -> ReLU -> head -> ReLU -> out
    action -> play -----------------------------'

The first output of `out` is the points to expect of a play. What else there is, a game says. Weights are a mapping of
float32 arrays by the names of `shapes`; vectors are bytes, and the factors of their layout are folded into the first layers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from paiju.bots.blas import one_thread

Array = npt.NDArray[np.float32]
Bytes = npt.NDArray[np.uint8]
_ROWS = 4096  # plays that are worked on at a time, so that their numbers stay in the cache


class Field(NamedTuple):
    """Some numbers of a vector that belong together: the network sees (byte - zero) / scale of each."""

    name: str
    size: int
    scale: int = 1
    zero: int = 0


Layout = tuple[Field, ...]


def starts(fields: Layout) -> tuple[int, ...]:
    """Where each field begins, and last the size of the whole."""
    at = [0]
    for field in fields:
        at.append(at[-1] + field.size)
    return tuple(at)


def affine(fields: Layout) -> tuple[Array, Array]:
    """Factors and zeros of all numbers, float32: the network sees `(byte - zero) * factor`."""
    factors = [1 / field.scale for field in fields for _ in range(field.size)]
    zeros = [field.zero for field in fields for _ in range(field.size)]
    return np.array(factors, np.float32), np.array(zeros, np.float32)


class Plan(NamedTuple):
    """What a game's network is made for: its layouts, its outputs for each play, and side heads by name and width."""

    state: Layout
    action: Layout
    outputs: int
    sides: Mapping[str, int]

    def shapes(self, trunk: int, join: int, head: int) -> dict[str, tuple[int, ...]]:
        """The shapes of all weights for some widths."""
        sizes = {
            "trunk": (starts(self.state)[-1], trunk),
            "join": (trunk, join),
            "play": (starts(self.action)[-1], join),
            "head": (join, head),
            "out": (head, self.outputs),
            **{name: (join, width) for name, width in self.sides.items()},
        }
        made: dict[str, tuple[int, ...]] = {}
        for name, (inputs, outputs) in sizes.items():
            made[f"{name}.weight"] = (inputs, outputs)
            if name != "play":  # the sum has the state's bias
                made[f"{name}.bias"] = (outputs,)
        return made


class Towers:
    """A network ready to be asked; it keeps its own copies of `weights`."""

    def __init__(self, plan: Plan, weights: Mapping[str, Array]) -> None:
        factor, zero = affine(plan.state)
        trunk = weights["trunk.weight"] * factor[:, None]
        self._trunk = np.ascontiguousarray(trunk, np.float32)
        self._trunk_bias = (weights["trunk.bias"] - zero @ trunk).astype(np.float32)
        self._join, self._join_bias = weights["join.weight"].copy(), weights["join.bias"].copy()
        factor, zero = affine(plan.action)
        assert not zero.any()
        self._play = np.ascontiguousarray(weights["play.weight"] * factor[:, None], np.float32)
        self._head, self._head_bias = weights["head.weight"].copy(), weights["head.bias"].copy()
        self._out = np.ascontiguousarray(weights["out.weight"][:, :1])
        self._out_bias = float(weights["out.bias"][0])
        self._further = weights["out.weight"][:, 1:].copy(), weights["out.bias"][1:].copy()
        self._sides = {
            name: (weights[f"{name}.weight"].copy(), weights[f"{name}.bias"].copy()) for name in plan.sides
        }

    def values(self, states: Bytes, actions: Bytes, counts: npt.NDArray[np.int64]) -> Array:
        """Expected points of each play, shape (plays,); the first `counts[0]` rows belong to the first state."""
        made = np.empty(len(actions), np.float32)
        ends = np.cumsum(counts)
        first = row = 0
        with one_thread():
            while first < len(states):
                last = max(first + 1, int(np.searchsorted(ends, row + _ROWS, "right")))
                end = int(ends[last - 1])
                joined = self._joined(states[first:last])
                hidden = self._hidden(joined, actions[row:end], counts[first:last])
                made[row:end] = (hidden @ self._out)[:, 0]
                first, row = last, end
        made += self._out_bias
        return made

    def further(self, state: Bytes, actions: Bytes) -> Array:
        """The outputs beside the points of the plays of one state, shape (plays, outputs - 1)."""
        hidden = self._hidden(self._joined(state[None]), actions, np.array([len(actions)]))
        weight, bias = self._further
        return np.asarray(hidden @ weight + bias, np.float32)

    def side(self, name: str, states: Bytes) -> Array:
        """What a side head says of some states, shape (states, its width)."""
        weight, bias = self._sides[name]
        return np.asarray(np.maximum(self._joined(states), 0) @ weight + bias, np.float32)

    def _joined(self, states: Bytes) -> Array:
        trunk = states.astype(np.float32) @ self._trunk
        trunk += self._trunk_bias
        np.maximum(trunk, 0, out=trunk)
        joined = trunk @ self._join
        joined += self._join_bias
        return np.asarray(joined, np.float32)

    def _hidden(self, joined: Array, actions: Bytes, counts: npt.NDArray[np.int64]) -> Array:
        plays = actions.astype(np.float32) @ self._play
        plays += np.repeat(joined, counts, axis=0)
        np.maximum(plays, 0, out=plays)
        hidden = plays @ self._head
        hidden += self._head_bias
        np.maximum(hidden, 0, out=hidden)
        return np.asarray(hidden, np.float32)


def softmax(logits: Array) -> Array:
    """Chances of rows of logits."""
    raised = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True), np.float32)
