"""The space of observations, as Gymnasium and PettingZoo know it."""

from __future__ import annotations

from gymnasium import spaces

from paiju.envs.table import Config


def box(config: Config) -> spaces.Box:
    """All observations there are, of shape (size,)."""
    low, high = config.bounds
    return spaces.Box(low, high, dtype=low.dtype.type)
