"""What self-play of Bao Huang hands over: samples of some deals, compact."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from paiju.bots.baohuang.net.features.layout import ACTION_SIZE, STATE_SIZE


class Shard(NamedTuple):
    """Samples, one row each: `states` and `actions` as `bots.baohuang.net.features.layout` says.

    `points` (`int8`) are the place points of the acting side at the end, `targets` (`float16`) what the play is said
    to be worth (see `selfplay`), `guards` (`uint8`) the guard's seat counted
    from the viewer, 255 where there is nothing to guess, `plies` (`uint8`) the actions before, at most 255.
    """

    states: npt.NDArray[np.uint8]
    actions: npt.NDArray[np.uint8]
    points: npt.NDArray[np.int8]
    targets: npt.NDArray[np.float16]
    guards: npt.NDArray[np.uint8]
    plies: npt.NDArray[np.uint8]


def blank_samples(rows: int) -> Shard:
    """So many rows of zeros."""
    return Shard(
        np.zeros((rows, STATE_SIZE), np.uint8),
        np.zeros((rows, ACTION_SIZE), np.uint8),
        np.zeros(rows, np.int8),
        np.zeros(rows, np.float16),
        np.zeros(rows, np.uint8),
        np.zeros(rows, np.uint8),
    )
