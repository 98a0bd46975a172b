"""What the heuristic thinks of: every answer, and those leads that are worth a thought."""

from __future__ import annotations

from paiju.bots.baohuang.compiled.memory import BIGS, SMALLS
from paiju.games.baohuang.cards import TWO
from paiju.kernels.baohuang.coding import (
    JOKERS_AT,
    NATURALS_AT,
    NOTHING,
    fills_of,
    jokers_of,
    naturals_of,
    rank_of,
)
from paiju.kernels.baohuang.jokers import FIRST, SETS, START, TOTAL
from paiju.kernels.baohuang.listing import restriction
from paiju.kernels.baohuang.quick import is_plain, list_all
from paiju.kernels.baohuang.records import NO_RANK, RANKS, RulesRecord, StateRecord
from paiju.kernels.baohuang.shapes import cards_in, first_suits_of, size_of
from paiju.kernels.jit import compiled, inlined
from paiju.kernels.records import Ints


@compiled
def candidates(state: StateRecord, rules: RulesRecord, out: Ints) -> int:
    """Write what is worth a thought to `out`, in the law's order, bare answers first; returns how many.

    Left out are split leads with jokers, whole ones with more than one, and plays that score like one before; the
    play that empties the hand is among them, and so is the first legal action.
    """
    if state.has_top:
        return int(min(list_all(state, rules, out), out.size))
    if is_plain(state, rules):
        return _plain_leads(state, rules, out)
    return _kept_leads(state, min(list_all(state, rules, out), out.size), out)


@compiled
def finishing(state: StateRecord, out: Ints, first: int, count: int) -> int:
    """The first play that empties the hand among `out[first:count]`, `NOTHING` if there is none."""
    size = int(state.sizes[state.turn])
    for i in range(first, count):
        if size_of(int(out[i])) == size:
            return int(out[i])
    return NOTHING


@compiled
def _plain_leads(state: StateRecord, rules: RulesRecord, out: Ints) -> int:
    seat = state.turn
    held = int(state.jokers[seat])
    begin, total = int(START[held]), int(TOTAL[held])
    skip = restriction(state, rules, seat) if rules.low_last else -1
    naturals = int(state.sizes[seat]) - total
    at = 0
    for rank in range(RANKS):
        copies = int(state.counts[seat, rank])
        if rank == skip or not copies:
            continue
        for count in range(1, copies + 1):
            out[at] = _natural(state, rules, seat, rank, count)
            at += 1
        whole = int(out[at - 1])
        if total:
            at = _with_jokers(whole, begin + int(FIRST[held, 1]), begin + int(FIRST[held, 2]), at, out)
        if copies == naturals and total > 1:  # all that is left
            out[at] = whole | held << JOKERS_AT
            at += 1
    if total:
        at = _with_jokers(NO_RANK, begin + 1, begin + int(FIRST[held, total + 1]), at, out)
    return at


@inlined
def _natural(state: StateRecord, rules: RulesRecord, seat: int, rank: int, count: int) -> int:
    cards = first_suits_of(rules, int(state.suits[seat, rank]), count) if rules.suited else count
    return rank | cards << NATURALS_AT


@inlined
def _with_jokers(stem: int, first: int, last: int, at: int, out: Ints) -> int:
    """A stem with each of some sets of jokers."""
    for i in range(first, last):
        out[at] = stem | int(SETS[i]) << JOKERS_AT
        at += 1
    return at


@compiled
def _kept_leads(state: StateRecord, count: int, out: Ints) -> int:
    """All leads, less those not worth a thought."""
    size = int(state.sizes[state.turn])
    first = int(out[0])
    kept = 0
    for i in range(count):
        code = int(out[i])
        if is_worth_leading(state, code) or size_of(code) == size:
            out[kept] = code
            kept += 1
    if not kept:
        out[0] = first
        return 1
    return kept


@inlined
def is_worth_leading(state: StateRecord, code: int) -> bool:
    """Leads are whole ranks with at most one joker, parts of a rank without, or jokers alone."""
    rank = rank_of(code)
    if rank == NO_RANK:
        return True
    held = jokers_of(code)
    if fills_of(code):
        return False
    whole = cards_in(naturals_of(code)) == state.counts[state.turn, rank]
    return held == 0 or (SMALLS[held] + BIGS[held] == 1 and whole)


assert TWO == RANKS - 1
