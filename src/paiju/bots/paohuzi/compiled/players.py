"""The compiled policies as bots."""

from __future__ import annotations

from collections.abc import Sequence

from paiju.bots.paohuzi.compiled.matches import weights
from paiju.bots.paohuzi.compiled.policy import choose
from paiju.bots.paohuzi.compiled.reading import from_view
from paiju.bots.paohuzi.compiled.records import WeightsRecord, WorkRecord
from paiju.games.paohuzi.actions import Action
from paiju.games.paohuzi.viewing import View
from paiju.kernels.jit import compiled
from paiju.kernels.paohuzi.coding import decode
from paiju.kernels.paohuzi.compiling import rules_for, sets_for
from paiju.kernels.paohuzi.records import RulesRecord, SetsRecord, StateRecord, new_actions
from paiju.kernels.records import Ints, Records, new


@compiled
def answer(
    state: Records[StateRecord],
    rules: Records[RulesRecord],
    sets: Records[SetsRecord],
    seat: int,
    weights: Records[WeightsRecord],
    work: Records[WorkRecord],
    out: Ints,
) -> int:
    """What `policy.choose` does, for callers that hold arrays of one record."""
    return choose(state[0], rules[0], sets[0], seat, weights[0], work[0], out)


class CompiledBot:
    """A policy by its weights."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._weights, self._work = weights(name), new(WorkRecord)
        self._out = new_actions()

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        """The action with the best plans.

        Raises:
            UsageError: usage.kernel_option, for options that the kernel does not play.
        """
        assert view.viewer is not None
        rules, sets = rules_for(view.options), sets_for(view.options)
        return decode(answer(from_view(view), rules, sets, view.viewer, self._weights, self._work, self._out))
