"""The kernel as Python steps it: deal, list, apply, copy. Records come as arrays of one."""

from __future__ import annotations

from typing import Any

from paiju.kernels.jit import compiled
from paiju.kernels.paohuzi.claims import actor_of, list_legal, list_offers
from paiju.kernels.paohuzi.dealing import begin, carry, shuffle
from paiju.kernels.paohuzi.eating import THROW
from paiju.kernels.paohuzi.melds import refresh
from paiju.kernels.paohuzi.records import (
    CLAIM,
    DESK,
    MOST_SEATS,
    NOBODY,
    RulesRecord,
    SetsRecord,
    StateRecord,
)
from paiju.kernels.paohuzi.turns import answer, discard, start
from paiju.kernels.records import Ints, Records


@compiled
def clone(target: Records[StateRecord], source: Records[StateRecord]) -> None:
    """Make `target` the state that `source` is; under 100 ns inside a kernel."""
    target[0] = source[0]


@compiled
def renew(state: Records[StateRecord]) -> None:
    """Make up what is derived in a record that was filled by hand."""
    for seat in range(MOST_SEATS):
        refresh(state[0], seat)


@compiled
def actor(state: Records[StateRecord]) -> int:
    """The seat that must decide, the lowest of several; -1 when the deal is over."""
    return actor_of(state[0])


@compiled
def legal(
    state: Records[StateRecord], rules: Records[RulesRecord], sets: Records[SetsRecord], seat: int, out: Ints
) -> int:
    """Write the legal actions of a seat into `out`, in the law's order; how many there are."""
    return list_legal(state[0], rules[0], sets[0], seat, out)


@compiled
def offers(
    state: Records[StateRecord], rules: Records[RulesRecord], sets: Records[SetsRecord], seat: int, out: Ints
) -> int:
    """Write what a seat may answer in the open window into `out`, answered or not; how many there are."""
    return list_offers(state[0], rules[0], sets[0], seat, out)


@compiled
def step(
    state: Records[StateRecord],
    rules: Records[RulesRecord],
    sets: Records[SetsRecord],
    seat: int,
    action: int,
    out: Ints,
) -> int:
    """Do a legal action of a seat (-1: of `actor`), then list those of the next `actor`; 0 when all is over.

    An action that is not legal is not refused: the deal that follows is worth nothing.
    """
    act(state[0], rules[0], sets[0], seat if seat >= 0 else actor_of(state[0]), action)
    return list_legal(state[0], rules[0], sets[0], actor_of(state[0]), out)


@compiled
def advance(desk: Any, action: int) -> int:
    """`step` of the `actor` on a desk: the quickest way from Python.

    `desk` are the bytes of a `DeskRecord` (an array of plain numbers is handed to a kernel in half the time that records
    take); interpreted, it is the record array itself.
    """
    at = desk.view(DESK)[0]
    return step(at.state, at.rules, at.sets, NOBODY, action, at.out)


@compiled
def act(state: StateRecord, rules: RulesRecord, sets: SetsRecord, seat: int, action: int) -> None:
    """Do a legal action of a seat."""
    if state.phase == CLAIM:
        answer(state, rules, sets, seat, action)
    else:
        discard(state, rules, sets, seat, action - THROW)


@compiled
def deal(
    state: Records[StateRecord], rules: Records[RulesRecord], sets: Records[SetsRecord], wall: Ints, out: Ints
) -> int:
    """A new deal up to its first decision, and the actions of its `actor`.

    `wall` are the eighty cards as the law's `Layout` has them; `dealer`, `streak` and `draws` of the record
    say what the deal before passed on (PZ 3.5).
    """
    begin(state[0], rules[0], wall)
    start(state[0], rules[0], sets[0])
    return list_legal(state[0], rules[0], sets[0], actor_of(state[0]), out)


@compiled
def prepare(state: Records[StateRecord], rules: Records[RulesRecord], chance: Ints, wall: Ints) -> None:
    """Shuffle a wall for the next `deal`, and say who deals it after the deal that `state` holds the end of."""
    shuffle(chance, wall)
    carry(state[0], rules[0], chance)
