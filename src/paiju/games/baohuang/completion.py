"""A random deal that agrees with a view: for search bots, and for the test that nothing leaks."""

from __future__ import annotations

import random

from paiju.games.baohuang.flow import stage_of
from paiju.games.baohuang.state import State
from paiju.games.baohuang.viewing import View


def complete(view: View, rng: random.Random) -> State:
    """A state whose view for `view.viewer` equals `view`; `rng` chooses among the possible deals."""
    return stage_of(view.phase).fill(view, rng)
