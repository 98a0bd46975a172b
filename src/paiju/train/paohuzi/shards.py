"""What self-play of Paohuzi hands over: samples of some deals, compact."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from paiju.bots.paohuzi.net.features.layout import ACTION_SIZE, OTHERS, STATE_SIZE
from paiju.games.paohuzi.cards import KINDS


class Shard(NamedTuple):
    """Samples, one row each: `states` and `actions` as `bots.paohuzi.net.features.layout` says.

    `points` (`int16`) are what the seat got in the end, `targets` (`float16`) what the action is said to be worth (see
    `leases.targets_of`), `takers` (`uint8`) who took a thrown card (0 nobody, 1 the next seat, 2 the one after, 255 where nothing was
    thrown), `hands` (`uint8`) the copies of each kind in the hands of the two seats after the viewer.
    """

    states: npt.NDArray[np.uint8]
    actions: npt.NDArray[np.uint8]
    points: npt.NDArray[np.int16]
    targets: npt.NDArray[np.float16]
    takers: npt.NDArray[np.uint8]
    hands: npt.NDArray[np.uint8]


def blank_samples(rows: int) -> Shard:
    """So many rows of zeros."""
    return Shard(
        np.zeros((rows, STATE_SIZE), np.uint8),
        np.zeros((rows, ACTION_SIZE), np.uint8),
        np.zeros(rows, np.int16),
        np.zeros(rows, np.float16),
        np.zeros(rows, np.uint8),
        np.zeros((rows, OTHERS * KINDS), np.uint8),
    )
