"""Whole deals of random legal play inside the kernel.

Each decision draws an index below the number of legal actions and finds the action at it in the law's order, so
play is uniform over `legal_actions` and the same index means the same action in law and kernel.
"""

from __future__ import annotations

from paiju.games.baohuang.cards import SEATS
from paiju.kernels.baohuang.dealing import deal
from paiju.kernels.baohuang.listing import answers
from paiju.kernels.baohuang.playing import answer, close, play
from paiju.kernels.baohuang.quick import count_all, play_at
from paiju.kernels.baohuang.records import RulesRecord, StateRecord
from paiju.kernels.chance import below
from paiju.kernels.jit import compiled, inlined
from paiju.kernels.records import Ints, Records

DECISIONS, CHOICES, DEALS = 0, 1, 2
TALLY = 3


@compiled
def playouts(
    state: Records[StateRecord],
    rules: Records[RulesRecord],
    deck: Ints,
    chance: Ints,
    deals: int,
    out: Ints,
    tally: Ints,
) -> None:
    """Deal and play `deals` deals one after the other in `state`; with 0, play the deal that is there to its end.

    `tally` counts decisions, those with more than one legal action, and deals.
    """
    decisions = choices = 0
    quiet = not (rules[0].defers or rules[0].gets_stuck)
    for number in range(max(deals, 1)):
        if number < deals:
            deal(state[0], rules[0], deck, chance)
        while state[0].turn >= 0:
            if state[0].closed and quiet:
                decisions += _forced(state[0])
                close(state[0])
                continue
            passes = answers(state[0], rules[0])
            total = passes + count_all(state[0], rules[0], out)
            decisions += 1
            index = 0
            if total > 1:
                choices += 1
                index = below(chance, total)
            if index >= passes:
                play(state[0], rules[0], play_at(state[0], rules[0], index - passes, out))
            else:
                answer(state[0], rules[0], index)
    tally[DECISIONS] += decisions
    tally[CHOICES] += choices
    tally[DEALS] += deals


@inlined
def _forced(state: StateRecord) -> int:
    """How many seats may still answer and can only pass."""
    passes = 0
    seat = state.turn
    while seat != state.owner:
        passes += 1 - ((state.gone | state.barred) >> seat & 1)
        seat = seat + 1 if seat < SEATS - 1 else 0
    return passes
