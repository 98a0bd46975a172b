"""The greedy yardstick compiled: the same plays as `bots.greedy.GreedyBot`, action for action."""

from __future__ import annotations

from paiju.bots.baohuang.compiled.memory import BIGS, SMALLS
from paiju.games.baohuang.cards import BLACK_RANK, LAOWANG_RANK, RED_RANK, TWO
from paiju.kernels.baohuang.coding import (
    fills_of,
    jokers_of,
    naturals_of,
    rank_of,
)
from paiju.kernels.baohuang.jokers import BY_KIND, KINDS_OF_JOKER
from paiju.kernels.baohuang.listing import answers
from paiju.kernels.baohuang.quick import list_all
from paiju.kernels.baohuang.records import NO_RANK, RulesRecord, StateRecord
from paiju.kernels.baohuang.shapes import cards_in, size_of
from paiju.kernels.jit import compiled, inlined
from paiju.kernels.records import Ints

_NOT_OUT = 1 << 30
_JOKER, _SPLIT, _RANK = 1 << 20, 1 << 16, 1 << 10  # an answer's costs, the gravest first
_LONGEST = _RANK - 1


@compiled
def choose_greedy(state: StateRecord, rules: RulesRecord, out: Ints) -> int:
    """The code of what the seat to act does; `out` is scratch for codes (`records.new_actions()`)."""
    bare = answers(state, rules)
    count = min(list_all(state, rules, out), out.size)
    best, least = int(out[0]), 1 << 62
    for i in range(bare, count):
        cost = _cost(state, int(out[i]))
        if cost < least:
            best, least = int(out[i]), cost
    return best


@inlined
def _cost(state: StateRecord, code: int) -> int:
    """Jokers stay at home, ranks together, low before high; as a lead many before few."""
    rank, held, size = rank_of(code), jokers_of(code), size_of(code)
    naturals, fills = cards_in(naturals_of(code)), cards_in(fills_of(code))
    cost = _JOKER * (SMALLS[held] + 2 * BIGS[held])
    if rank == NO_RANK:
        cost += _RANK * _rank_of(held)
    else:
        cost += _RANK * rank
        cost += _SPLIT * (naturals < state.counts[state.turn, rank])
        cost += _SPLIT * (0 < fills < state.counts[state.turn, TWO])
    if not state.has_top:
        cost += _LONGEST - size
    if size != state.sizes[state.turn]:
        cost += _NOT_OUT
    return int(cost)


@inlined
def _rank_of(held: int) -> int:
    """The lowest rank among jokers alone."""
    if SMALLS[held]:
        return BLACK_RANK
    return RED_RANK if BIGS[held] > BY_KIND[held, KINDS_OF_JOKER - 1] else LAOWANG_RANK
