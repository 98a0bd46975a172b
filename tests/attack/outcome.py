"""What an attack tried and what fell."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Outcome:
    """`tried` of what `what` says, of which `fallen` went wrong; `figure` is what was measured beside."""

    what: str
    tried: int
    fallen: int
    figure: str = ""


@dataclass(frozen=True)
class Attack:
    """An attack under its name: how much of it is tried in the long form and in the short one."""

    name: str
    run: Callable[[int, random.Random, Path], Outcome]
    """Takes how much is tried, chance, and an empty folder."""
    long: int
    short: int
