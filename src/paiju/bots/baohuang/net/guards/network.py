"""The guard's network with NumPy: what events say is added up seat by seat, then seats are compared.

Each event goes through `read` and `tell`, and what comes out is added up over the events of a seat. Then `weigh` and
`score` give each seat a number from its sum, the sum of the other seats, its scene, theirs, and the table's; a softmax
over the seats makes chances of them.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from paiju.bots.baohuang.net.features.layout import OTHERS
from paiju.bots.baohuang.net.guards.layout import EVENT, EVENT_SIZE, SCENE, SEAT_SIZE, TABLE_SIZE
from paiju.bots.towers import affine

Array = npt.NDArray[np.float32]
Bytes = npt.NDArray[np.uint8]
Numbers = npt.NDArray[np.int64]
OWN, REST = 4, 8
"""What sums are divided by: a seat's own, that of the others."""


def shapes(read: int, tell: int, weigh: int) -> dict[str, tuple[int, ...]]:
    """The shapes of all weights for some widths."""
    sizes = {
        "read": (EVENT_SIZE, read),
        "tell": (read, tell),
        "weigh": (2 * tell + 2 * SEAT_SIZE + TABLE_SIZE, weigh),
        "score": (weigh, 1),
    }
    made: dict[str, tuple[int, ...]] = {}
    for name, (inputs, outputs) in sizes.items():
        made |= {f"{name}.weight": (inputs, outputs), f"{name}.bias": (outputs,)}
    return made


class GuardNetwork:
    """The network ready to be asked; it keeps its own copies of `weights`."""

    def __init__(self, weights: Mapping[str, Array]) -> None:
        factor, zero = affine(EVENT)
        assert not zero.any()
        self._weights = {name: array.copy() for name, array in weights.items()}
        self._weights["read.weight"] = np.ascontiguousarray(weights["read.weight"] * factor[:, None])
        self._factor = affine(SCENE)[0]

    def chances(
        self, events: Bytes, seats: npt.NDArray[np.int64], scene: Bytes, possible: npt.NDArray[np.bool_]
    ) -> Array:
        """Chances to be the guard of the four seats after the emperor; nothing for those that are not `possible`.

        `events` are the rows of one deal, `seats` whose they are (0 to 3), `scene` is what the table shows now.
        """
        w = self._weights
        told = self._dense("tell", np.maximum(self._dense("read", events.astype(np.float32)), 0))
        sums = np.zeros((OTHERS, told.shape[1]), np.float32)
        np.add.at(sums, seats, told)
        shown = scene * self._factor
        own, table = shown[: OTHERS * SEAT_SIZE].reshape(OTHERS, SEAT_SIZE), shown[OTHERS * SEAT_SIZE :]
        rows = np.concatenate(
            [
                sums / OWN,
                (sums.sum(0) - sums) / REST,
                own,
                own.sum(0) - own,
                np.broadcast_to(table, (OTHERS, len(table))),
            ],
            1,
        )
        scores = (np.maximum(self._dense("weigh", rows), 0) @ w["score.weight"])[:, 0]
        raised = np.exp(np.where(possible, scores - scores[possible].max(), -np.inf))
        return np.asarray(raised / raised.sum(), np.float32)

    def _dense(self, name: str, rows: Array) -> Array:
        return rows @ self._weights[f"{name}.weight"] + self._weights[f"{name}.bias"]
