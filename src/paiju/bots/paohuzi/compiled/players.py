"""The compiled policies as bots."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from paiju.bots.paohuzi.compiled.matches import weights
from paiju.bots.paohuzi.compiled.policy import choose
from paiju.bots.paohuzi.compiled.reading import from_view
from paiju.bots.paohuzi.compiled.records import new_work
from paiju.games.paohuzi.actions import Action
from paiju.games.paohuzi.viewing import View
from paiju.kernels.jit import compiled
from paiju.kernels.paohuzi.adapter import compile_for
from paiju.kernels.paohuzi.coding import action_of
from paiju.kernels.paohuzi.eating import Actions
from paiju.kernels.paohuzi.records import MOST_ACTIONS, Records


@compiled
def answer(
    rules: Records, sets: Records, state: Records, seat: int, w: Records, k: Records, out: Actions
) -> int:
    """What `policy.choose` does, for callers that hold arrays of one record."""
    return choose(rules[0], sets[0], state[0], seat, w[0], k[0], out)


class CompiledBot:
    """A policy by its weights."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._weights, self._work = weights(name), new_work()
        self._out = np.zeros(MOST_ACTIONS, np.int64)

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        """The action with the best plans.

        Raises:
            UsageError: usage.kernel_option, for options that the kernel does not play.
        """
        assert view.viewer is not None
        rules, sets = compile_for(view.options)
        return action_of(
            answer(rules, sets, from_view(view), view.viewer, self._weights, self._work, self._out)
        )
