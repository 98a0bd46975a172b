"""How likely a hidden hand is among those that the rules allow: its owner plays to win.

Hands at random are much poorer than real ones, whose owners have thrown what they had no use for: who plays out deals with such
hands takes himself for the likely winner. How much likelier a real hand looks than a random one was fitted to deals of the
expected score (`training:12` to `training:16`), by the likelihood of the true hands among imagined ones, until hardly
anything told the two apart. A hand is the likelier the nearer it is to a win and the more its plans are worth to its owner,
both the more so the more cards have been drawn. It is less likely with every card in it that is looser than one its owner
has thrown, and with every pair of a kind that he has let pass.
"""

from __future__ import annotations

from math import exp, log

from paiju.bots.paohuzi.compiled.plans import plan
from paiju.bots.paohuzi.compiled.policy import bonds, goal, loose
from paiju.bots.paohuzi.compiled.records import FAR, WeightsRecord, WorkRecord
from paiju.games.paohuzi.cards import KINDS, LARGE
from paiju.kernels.jit import compiled, inlined
from paiju.kernels.paohuzi.packing import count, unit
from paiju.kernels.paohuzi.records import LEFT_SEAT, LEFT_THROWN, RulesRecord, SetsRecord, StateRecord

_WORTH, _WORTH_DRAWN = 0.5, 0.155
"""The power of what the plans are worth, and how much it grows with each card drawn."""
_LEAST = 0.3  # points, so that a hand without a plan is possible
_NEAR, _NEAR_DRAWN, _REMOTE = 0.23, 0.027, 4
"""The weight of the square of how much nearer than remote a hand is, and how much it grows with each card drawn."""
_HOPELESS, _HOPELESS_DRAWN = 0.9, 0.03
"""A hand without a plan, against a remote one."""
_PAIR, _REFUSED_PAIR, _TRIPLE, _LARGE_TRIPLE = 0.13, -0.52, 0.1, -0.25
_LOOSER = 0.145
_TWO = 2


@compiled
def likelihood(
    state: StateRecord,
    rules: RulesRecord,
    sets: SetsRecord,
    at: int,
    guess: WeightsRecord,
    outlook: WorkRecord,
    hand: int,
    piled: int,
) -> float:
    """How much likelier a hand is than others at random, up to a factor.

    `outlook` is that of its seat, by `see`; `piled` are the kinds that lay open and were left, as a bit set.
    """
    goal(state, rules, at, outlook, hand, 0, 0, 0, 0)
    plan(rules, sets, guess, outlook, loose(hand))
    drawn = int(state.next)
    worth = outlook.value ** (1.0 / guess.together) + _LEAST
    score = (_WORTH + _WORTH_DRAWN * drawn) * log(worth)
    if outlook.least == FAR:
        score += _HOPELESS + _HOPELESS_DRAWN * drawn
    else:
        score += (_NEAR + _NEAR_DRAWN * drawn) * max(0, _REMOTE - int(outlook.least)) ** 2
    return exp(score + _alike(hand, piled) - _LOOSER * _looser(state, at, loose(hand)))


@inlined
def _alike(hand: int, piled: int) -> float:
    """What the pairs and triples of a hand say beside its worth, which makes too much of large triples."""
    score = 0.0
    for kind in range(KINDS):
        copies = count(hand, kind)
        if copies == _TWO:
            score += _REFUSED_PAIR if piled >> kind & 1 else _PAIR
        elif copies > _TWO:
            score += _LARGE_TRIPLE if kind >= LARGE else _TRIPLE
    return score


@inlined
def _looser(state: StateRecord, at: int, free: int) -> int:
    """How many kinds of a hand are looser than a card that its owner has thrown, over all these."""
    many = 0
    for i in range(int(state.lefts)):
        left = int(state.left[i])
        if left // LEFT_SEAT == at and left & LEFT_THROWN:
            card = left % LEFT_THROWN
            tied = bonds(free + unit(card), card)
            for kind in range(KINDS):
                if count(free, kind) and bonds(free, kind) < tied:
                    many += 1
    return many
