"""The heuristic's numbers as a record for kernels, and as a vector for tuning."""

from __future__ import annotations

from dataclasses import astuple, fields
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt

from paiju.bots.baohuang.heuristic.outlook import LONGEST, STEPS, tails
from paiju.bots.baohuang.heuristic.parameters import Parameters
from paiju.kernels.baohuang.records import MOST_OF_RANK
from paiju.kernels.records import Floats, Grid, Records, new

SIZES = LONGEST + 1
COPIES = MOST_OF_RANK + 1
Vector = npt.NDArray[np.float64]

_SHAPES: dict[str, tuple[int, ...]] = {"turn": (6,), "control": (6,), "evidence": (2, 2, 9)}
PLAYING: tuple[str, ...] = tuple(
    field.name for field in fields(Parameters) if not field.name.endswith("_above")
)
"""The parameters of the playing phase, in the order of their declaration."""


class WeightsRecord:
    """The parameters of the playing phase (`PLAYING`), and what follows from none of them."""

    turn: Annotated[Floats, np.float64, 6]
    control: Annotated[Floats, np.float64, 6]
    height: float
    small: float
    big: float
    bomb: float
    card: float
    split: float
    doubt: float
    friend_beats: float
    joker_use: float
    lone_small_doubt: float
    small_stands: float
    bomb_stands: float
    lead_control: float
    follow_control: float
    danger: float
    ally_emperor: float
    ally_guard: float
    ally_people: float
    urgency: float
    finished: float
    near: float
    feed_friend: float
    feed_foe: float
    run_out: float
    hidden: float
    showing: float
    suspicion: float
    solo: float
    evidence: Annotated[Grid[float], np.float64, 2, 2, 9]
    tails: Annotated[
        Grid[float], np.float64, STEPS + 1, SIZES, COPIES
    ]  # see `outlook.tails`: by step, size, copies


TUNED: tuple[str, ...] = tuple(name for name in PLAYING if name not in ("evidence", "bomb", "bomb_stands"))
"""The parameters of a vector: without the odds of `evidence`, which are counted, and without bombs, which few rules have."""

_FAR = 20.0
_CHANCE = (0.01, 1.0)
_RANGES: dict[str, tuple[float, float]] = {
    "doubt": (0.0, _FAR),
    "friend_beats": _CHANCE,
    "joker_use": (0.0, 4.0),
    "lone_small_doubt": (0.0, _FAR),
    "small_stands": _CHANCE,
    "near": (2.0, 40.0),
    "suspicion": (0.0, _FAR),
    "solo": (0.0, 0.9),
}


def weights_of(*players: Parameters) -> Records[WeightsRecord]:
    """The records of some players' parameters."""
    made = new(WeightsRecord, len(players))
    for i, parameters in enumerate(players):
        for name in PLAYING:
            made[name][i] = getattr(parameters, name)
        made["tails"][i] = _TAILS
    return made


def vector(parameters: Parameters) -> Vector:
    """The tuned numbers one after the other, shape (38,), `float64`."""
    return np.hstack([np.ravel(getattr(parameters, name)) for name in TUNED]).astype(np.float64)


def parameters_of(values: Vector, base: Parameters) -> Parameters:
    """`base` with its tuned numbers replaced by those of a vector."""
    changed: dict[str, Any] = {}
    at = 0
    for name in TUNED:
        if shape := _SHAPES.get(name):
            changed[name] = tuple(float(value) for value in values[at : at + shape[0]])
            at += shape[0]
        else:
            changed[name] = float(values[at])
            at += 1
    names = [field.name for field in fields(base)]
    return Parameters(**{**dict(zip(names, astuple(base), strict=True)), **changed})


def _bounds() -> tuple[Vector, Vector]:
    """Lowest and highest values of a vector: chances are chances, hands near their end have two cards at least."""
    low, high = [], []
    for name in TUNED:
        size = _SHAPES.get(name, (1,))[0]
        least, most = _RANGES.get(name, (-_FAR, _FAR))
        low += [least] * size
        high += [most] * size
    return np.array(low), np.array(high)


_TAILS = np.array([[tails(step, size) for size in range(SIZES)] for step in range(STEPS + 1)])
BOUNDS = _bounds()
"""The lowest and the highest vector that make sense."""
