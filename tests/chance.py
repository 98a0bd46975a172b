"""The system's chance, drawn from a seed instead: what a server deals, names and delays in a test is the same every time.

No module that exists would do: the tests' own process needs it, and so do servers that run in others.
"""

from __future__ import annotations

import os
import random
from typing import Any

DRAWS = "draws from a seed"
"""What a server in a process of its own says once it does."""


def drawn_from(seed: str) -> list[tuple[Any, str, Any]]:
    """What replaces each way to the system's chance: that of `os`, and that of `random.SystemRandom`, which `secrets` uses."""
    draw = random.Random(seed).randbytes
    return [(os, "urandom", draw), (random, "_urandom", draw)]


def draw_from(seed: str) -> None:
    """Replace them in this process, for good."""
    for place, name, draw in drawn_from(seed):
        setattr(place, name, draw)
