"""Whole deals of random legal play inside the kernel."""

from __future__ import annotations

from paiju.kernels.chance import below
from paiju.kernels.jit import compiled
from paiju.kernels.paohuzi.claims import actor_of, list_legal
from paiju.kernels.paohuzi.dealing import begin, carry, shuffle
from paiju.kernels.paohuzi.records import (
    MOST_SEATS,
    OVER,
    RulesRecord,
    SetsRecord,
    StateRecord,
)
from paiju.kernels.paohuzi.stepping import act
from paiju.kernels.paohuzi.turns import start
from paiju.kernels.records import Ints, Records

DEALS, DECISIONS, CHOICES, RETURNS = range(4)
TALLY = RETURNS + MOST_SEATS
"""How many numbers `playouts` is told and tells: the names above say which."""


@compiled
def playout(
    state: Records[StateRecord],
    rules: Records[RulesRecord],
    sets: Records[SetsRecord],
    chance: Ints,
    out: Ints,
) -> tuple[int, int]:
    """Play a deal to its end at random, each legal action as likely as any other.

    Returns the decisions, and those with more than one legal action.
    """
    decisions = choices = 0
    while state[0].phase != OVER:
        seat = actor_of(state[0])
        many = list_legal(state[0], rules[0], sets[0], seat, out)
        decisions += 1
        choices += int(many > 1)
        act(state[0], rules[0], sets[0], seat, int(out[below(chance, many)]))
    return decisions, choices


@compiled
def playouts(
    state: Records[StateRecord],
    rules: Records[RulesRecord],
    sets: Records[SetsRecord],
    chance: Ints,
    wall: Ints,
    out: Ints,
    tally: Ints,
) -> None:
    """Deal and play as many deals of a match as `tally[DEALS]` says, at random.

    Adds to the other entries of `tally` what was played: decisions, real choices, and from `RETURNS` on the
    returns by seat.
    """
    for _ in range(tally[DEALS]):
        shuffle(chance, wall)
        carry(state[0], rules[0], chance)
        begin(state[0], rules[0], wall)
        start(state[0], rules[0], sets[0])
        decisions, choices = playout(state, rules, sets, chance, out)
        tally[DECISIONS] += decisions
        tally[CHOICES] += choices
        for seat in range(MOST_SEATS):
            tally[RETURNS + seat] += state[0].returns[seat]
