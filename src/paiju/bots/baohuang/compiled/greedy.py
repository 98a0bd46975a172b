"""The greedy yardstick compiled: the same plays as `bots.greedy.GreedyBot`, action for action."""

from __future__ import annotations

from typing import Any

from paiju.bots.baohuang.compiled.memory import BIGS, SMALLS
from paiju.games.baohuang.cards import BLACK_RANK, LAOWANG_RANK, RED_RANK, TWO
from paiju.kernels.baohuang.codes import FILLS_AT, JOKERS_AT, JOKERS_MASK, NATURALS_AT, SUITS_MASK
from paiju.kernels.baohuang.jokers import BY_KIND, KINDS_OF_JOKER
from paiju.kernels.baohuang.listing import answers
from paiju.kernels.baohuang.quick import list_all
from paiju.kernels.baohuang.records import NO_RANK
from paiju.kernels.baohuang.shapes import cards_in, size_of
from paiju.kernels.jit import compiled, inlined

_NOT_OUT = 1 << 30
_JOKER, _SPLIT, _RANK = 1 << 20, 1 << 16, 1 << 10  # an answer's costs, the gravest first
_LONGEST = _RANK - 1


@compiled
def choose_greedy(s: Any, r: Any, out: Any) -> int:
    """The code of what the seat to act does; `out` is scratch for codes (`records.listing()`)."""
    bare = answers(s, r)
    count = min(list_all(s, r, out), out.size)
    best, least = int(out[0]), 1 << 62
    for i in range(bare, count):
        cost = _cost(s, int(out[i]))
        if cost < least:
            best, least = int(out[i]), cost
    return best


@inlined
def _cost(s: Any, code: int) -> int:
    """Jokers stay at home, ranks together, low before high; as a lead many before few."""
    rank, held, size = code & 15, code >> JOKERS_AT & JOKERS_MASK, size_of(code)
    naturals, fills = cards_in(code >> NATURALS_AT & SUITS_MASK), cards_in(code >> FILLS_AT)
    cost = _JOKER * (SMALLS[held] + 2 * BIGS[held])
    if rank == NO_RANK:
        cost += _RANK * _rank_of(held)
    else:
        cost += _RANK * rank
        cost += _SPLIT * (naturals < s.counts[s.turn, rank])
        cost += _SPLIT * (0 < fills < s.counts[s.turn, TWO])
    if not s.has_top:
        cost += _LONGEST - size
    if size != s.sizes[s.turn]:
        cost += _NOT_OUT
    return int(cost)


@inlined
def _rank_of(held: int) -> int:
    """The lowest rank among jokers alone."""
    if SMALLS[held]:
        return BLACK_RANK
    return RED_RANK if BIGS[held] > BY_KIND[held, KINDS_OF_JOKER - 1] else LAOWANG_RANK
