"""The two-tower network with NumPy: the state's tower once a question, the plays' tower once a play.

    state  -> trunk -> ReLU -> join ------------.
                                 `-> guard (4)   + -> ReLU -> head -> ReLU -> out (1 + 3)
    action -> play -----------------------------'

`out` is the expected place points of the acting side, then logits of its loss, tie and win. Weights are a mapping of
float32 arrays by the names in `SHAPES`; the layout's factors are folded into the first layers.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from paiju.bots.baohuang.net.features.layout import ACTION, ACTION_SIZE, OTHERS, STATE, STATE_SIZE, affine

Array = npt.NDArray[np.float32]
Bytes = npt.NDArray[np.uint8]
OUTCOMES = 3
_ROWS = 4096  # plays that are worked on at a time, so that their numbers stay in the cache


def shapes(trunk: int, join: int, head: int) -> dict[str, tuple[int, ...]]:
    """The shapes of all weights for some widths."""
    sizes = {
        "trunk": (STATE_SIZE, trunk),
        "join": (trunk, join),
        "play": (ACTION_SIZE, join),
        "head": (join, head),
        "out": (head, 1 + OUTCOMES),
        "guard": (join, OTHERS),
    }
    made: dict[str, tuple[int, ...]] = {}
    for name, (inputs, outputs) in sizes.items():
        made[f"{name}.weight"] = (inputs, outputs)
        if name != "play":  # the sum has the state's bias
            made[f"{name}.bias"] = (outputs,)
    return made


class Network:
    """The network ready to be asked; it keeps its own copies of `weights`."""

    def __init__(self, weights: Mapping[str, Array]) -> None:
        factor, zero = affine(STATE)
        trunk = weights["trunk.weight"] * factor[:, None]
        self._trunk = np.ascontiguousarray(trunk, np.float32)
        self._trunk_bias = (weights["trunk.bias"] - zero @ trunk).astype(np.float32)
        self._join, self._join_bias = weights["join.weight"].copy(), weights["join.bias"].copy()
        factor, zero = affine(ACTION)
        assert not zero.any()
        self._play = np.ascontiguousarray(weights["play.weight"] * factor[:, None], np.float32)
        self._head, self._head_bias = weights["head.weight"].copy(), weights["head.bias"].copy()
        self._out = np.ascontiguousarray(weights["out.weight"][:, :1])
        self._out_bias = float(weights["out.bias"][0])
        self._guard, self._guard_bias = weights["guard.weight"].copy(), weights["guard.bias"].copy()

    def values(self, states: Bytes, actions: Bytes, counts: npt.NDArray[np.int64]) -> Array:
        """Expected points of each play, shape (plays,); the first `counts[0]` rows belong to the first state."""
        made = np.empty(len(actions), np.float32)
        ends = np.cumsum(counts)
        first = row = 0
        while first < len(states):
            last = max(first + 1, int(np.searchsorted(ends, row + _ROWS, "right")))
            end = int(ends[last - 1])
            joined = self._joined(states[first:last])
            hidden = self._hidden(joined, actions[row:end], counts[first:last])
            made[row:end] = (hidden @ self._out)[:, 0]
            first, row = last, end
        made += self._out_bias
        return made

    def guards(self, states: Bytes) -> Array:
        """Chances to be the guard of the seats after each viewer in order, shape (states, 4)."""
        return _softmax(np.maximum(self._joined(states), 0) @ self._guard + self._guard_bias)

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


def _softmax(logits: Array) -> Array:
    raised = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True), np.float32)
