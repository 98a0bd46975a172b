"""The bot that knows nothing: every legal action is equally likely. It plays every game."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any


class RandomBot:
    """Uniform over the legal actions."""

    name = "random"

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)

    def choose(self, view: Any, actions: Sequence[Any]) -> Any:
        """Any of `actions`."""
        return actions[self._rng.randrange(len(actions))]
