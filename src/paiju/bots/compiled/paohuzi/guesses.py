"""How likely a hidden hand is among those that the rules allow: its owner plays to win.

Hands at random are much poorer than real ones, whose owners have thrown what they had no use for: who plays out deals with such
hands takes himself for the likely winner. How much likelier a real hand looks than a random one was fitted to deals of the
expected score (`training:4000`): it grows with what its plans are worth to its owner, the more so the more cards have been
drawn, and falls with every card in it that is looser than one he has thrown.
"""

from __future__ import annotations

from math import exp, log
from typing import Any

from paiju.bots.compiled.paohuzi.plans import plan
from paiju.bots.compiled.paohuzi.policy import bonds, goal, loose
from paiju.games.paohuzi.cards import KINDS
from paiju.kernels.jit import compiled, inlined
from paiju.kernels.paohuzi.packing import count, unit
from paiju.kernels.paohuzi.records import LEFT_SEAT, LEFT_THROWN

_WORTH, _WORTH_DRAWN, _LOOSER = 0.41, 0.13, 0.116
_LEAST = 0.3  # points, so that a hand without a plan is possible


@compiled
def likelihood(r: Any, t: Any, s: Any, at: int, g: Any, o: Any, hand: int) -> float:
    """How much likelier a hand is than others at random, up to a factor; `o` is the outlook of its seat, by `see`."""
    goal(r, s, at, o, hand, 0, 0, 0, 0)
    plan(r, t, g, o, loose(hand))
    worth = o.value ** (1.0 / g.together) + _LEAST
    power = _WORTH + _WORTH_DRAWN * int(s.next)
    return exp(power * log(worth) - _LOOSER * _looser(s, at, loose(hand)))


@inlined
def _looser(s: Any, at: int, free: int) -> int:
    """How many kinds of a hand are looser than a card that its owner has thrown, over all these."""
    many = 0
    for i in range(int(s.lefts)):
        left = int(s.left[i])
        if left // LEFT_SEAT == at and left & LEFT_THROWN:
            card = left % LEFT_THROWN
            tied = bonds(free + unit(card), card)
            for kind in range(KINDS):
                if count(free, kind) and bonds(free, kind) < tied:
                    many += 1
    return many
