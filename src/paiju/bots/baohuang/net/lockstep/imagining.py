"""Plays set out in imagined deals, compiled: one table for each play in each deal."""

from __future__ import annotations

from paiju.bots.baohuang.compiled.memory import MemoryRecord
from paiju.bots.baohuang.compiled.parameters import WeightsRecord
from paiju.bots.baohuang.compiled.worlds import HiddenRecord, deal_world, look
from paiju.bots.baohuang.net.lockstep.asking import PLAYERS, TableRecord
from paiju.kernels.baohuang.records import RulesRecord, StateRecord
from paiju.kernels.chance import numbered
from paiju.kernels.jit import compiled
from paiju.kernels.records import Ints, Records


@compiled
def look_around(
    state: Records[StateRecord],
    rules: Records[RulesRecord],
    memory: Records[MemoryRecord],
    weights: Records[WeightsRecord],
    hidden: Records[HiddenRecord],
) -> None:
    """`worlds.look` for arrays of one record each."""
    look(state[0], rules[0], memory[0], weights[0], hidden[0])


@compiled
def imagine(
    tables: Records[TableRecord],
    root: Records[TableRecord],
    rules: Records[RulesRecord],
    hidden: Records[HiddenRecord],
    chance: Ints,
    plays: int,
    first: int,
    last: int,
    seed: int,
) -> None:
    """Deal worlds `first` to `last` - 1 of the question at the table `root`, each at `plays` tables next to each other.

    World `n` hangs on `seed` + `n` alone.
    """
    for number in range(first, last):
        start = (number - first) * plays
        table = tables[start]
        numbered(chance, seed + number)
        tables[start] = root[0]
        deal_world(table.state, rules[0], root[0].memories[0], hidden[0], chance)
        if table.state.guard >= 0:
            for player in range(PLAYERS):
                table.memories[player].knows = 1 << table.state.guard
        for at in range(start + 1, start + plays):
            tables[at] = table
