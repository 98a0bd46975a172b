"""Whole deals of random legal play inside the kernel.

Each decision draws an index below the number of legal actions and finds the action at it in the law's order, so
play is uniform over `legal_actions` and the same index means the same action in law and kernel.
"""

from __future__ import annotations

from typing import Any

from paiju.games.baohuang.cards import SEATS
from paiju.kernels.baohuang.dealing import deal
from paiju.kernels.baohuang.listing import answers
from paiju.kernels.baohuang.playing import answer, close, play
from paiju.kernels.baohuang.quick import count_all, play_at
from paiju.kernels.chance import below
from paiju.kernels.jit import compiled, inlined

DECISIONS, CHOICES, DEALS = 0, 1, 2
TALLY = 3


@compiled
def playouts(state: Any, rules: Any, deck: Any, chance: Any, deals: int, out: Any, tally: Any) -> None:
    """Deal and play `deals` deals one after the other in `state`; with 0, play the deal that is there to its end.

    `tally` counts decisions, those with more than one legal action, and deals.
    """
    s, r = state[0], rules[0]
    decisions = choices = 0
    quiet = not (r.defers or r.gets_stuck)
    for number in range(max(deals, 1)):
        if number < deals:
            deal(s, r, deck, chance)
        while s.turn >= 0:
            if s.closed and quiet:
                decisions += _forced(s)
                close(s)
                continue
            passes = answers(s, r)
            total = passes + count_all(s, r, out)
            decisions += 1
            index = 0
            if total > 1:
                choices += 1
                index = below(chance, total)
            if index >= passes:
                play(s, r, play_at(s, r, index - passes, out))
            else:
                answer(s, r, index)
    tally[DECISIONS] += decisions
    tally[CHOICES] += choices
    tally[DEALS] += deals


@inlined
def _forced(s: Any) -> int:
    """How many seats may still answer and can only pass."""
    passes = 0
    seat = s.turn
    while seat != s.owner:
        passes += 1 - ((s.gone | s.barred) >> seat & 1)
        seat = seat + 1 if seat < SEATS - 1 else 0
    return passes
