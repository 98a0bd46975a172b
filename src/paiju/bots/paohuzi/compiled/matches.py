"""Whole deals and duplicate walls inside the kernel."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from paiju.bots.paohuzi.compiled.greedy import choose_greedy
from paiju.bots.paohuzi.compiled.parameters import NUMBERS
from paiju.bots.paohuzi.compiled.policy import choose
from paiju.bots.paohuzi.compiled.records import WeightsRecord, WorkRecord, weights_of
from paiju.core.errors import UsageError
from paiju.games.paohuzi.options import PaohuziOptions
from paiju.games.paohuzi.state import State
from paiju.kernels.jit import compiled
from paiju.kernels.paohuzi.adapter import from_law, to_law
from paiju.kernels.paohuzi.claims import actor_of
from paiju.kernels.paohuzi.compiling import rules_for, sets_for
from paiju.kernels.paohuzi.records import (
    OVER,
    RulesRecord,
    SetsRecord,
    StateRecord,
    new_actions,
)
from paiju.kernels.paohuzi.stepping import act
from paiju.kernels.records import Ints, Records, new

GREEDY = -1
"""The style of the greedy player, which has no other numbers."""


@compiled
def decide(
    state: StateRecord,
    rules: RulesRecord,
    sets: SetsRecord,
    seat: int,
    weights: WeightsRecord,
    work: WorkRecord,
    out: Ints,
) -> int:
    """The action of a seat that plays by these weights."""
    if weights.style == GREEDY:
        return choose_greedy(state, rules, sets, seat, out)
    return choose(state, rules, sets, seat, weights, work, out)


@compiled
def play_on(
    state: StateRecord,
    rules: RulesRecord,
    sets: SetsRecord,
    a: WeightsRecord,
    b: WeightsRecord,
    mine: int,
    work: WorkRecord,
    out: Ints,
) -> None:
    """Play a deal to its end; the seats in the bit set `mine` play by `a`, the others by `b`."""
    while state.phase != OVER:
        seat = actor_of(state)
        if mine >> seat & 1:
            action = decide(state, rules, sets, seat, a, work, out)
        else:
            action = decide(state, rules, sets, seat, b, work, out)
        act(state, rules, sets, seat, action)


@compiled
def play(
    state: Records[StateRecord],
    rules: Records[RulesRecord],
    sets: Records[SetsRecord],
    a: Records[WeightsRecord],
    b: Records[WeightsRecord],
    mine: int,
    work: Records[WorkRecord],
    out: Ints,
) -> None:
    """`play_on` for arrays of one record each."""
    play_on(state[0], rules[0], sets[0], a[0], b[0], mine, work[0], out)


@lru_cache(maxsize=16)
def weights(name: str) -> Records[WeightsRecord]:
    """The weights of a compiled player by its name; shared, and never changed."""
    return weights_of({"style": GREEDY} if name == "greedy" else NUMBERS[name])


def finisher(options: PaohuziOptions, names: tuple[str, ...]) -> Callable[[State], State] | None:
    """What plays a deal of the law to its end with these bots by seat (`arena.finishing`)."""
    kinds = sorted(set(names))
    if len(kinds) > 2 or not all(name == "greedy" or name in NUMBERS for name in kinds):  # noqa: PLR2004 - two kinds stand in a record
        return None
    try:
        rules, sets = rules_for(options), sets_for(options)
    except UsageError:
        return None
    a, b = weights(kinds[0]), weights(kinds[-1])
    mine = sum(1 << seat for seat, name in enumerate(names) if name == kinds[0])

    def finish(state: State) -> State:
        records = from_law(state)
        play(records, rules, sets, a, b, mine, new(WorkRecord), new_actions())
        return to_law(records, options, state.start.opening)

    return finish
