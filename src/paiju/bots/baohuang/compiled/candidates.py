"""What the heuristic thinks of: every answer, and those leads that are worth a thought."""

from __future__ import annotations

from typing import Any

from paiju.bots.baohuang.compiled.memory import BIGS, SMALLS
from paiju.games.baohuang.cards import TWO
from paiju.kernels.baohuang.codes import FILLS_AT, JOKERS_AT, JOKERS_MASK, NATURALS_AT, NOTHING, SUITS_MASK
from paiju.kernels.baohuang.jokers import FIRST, SETS, START, TOTAL
from paiju.kernels.baohuang.listing import restriction
from paiju.kernels.baohuang.quick import is_plain, list_all
from paiju.kernels.baohuang.records import NO_RANK, RANKS
from paiju.kernels.baohuang.shapes import cards_in, form, size_of
from paiju.kernels.jit import compiled, inlined


@compiled
def candidates(s: Any, r: Any, out: Any) -> int:
    """Write what is worth a thought to `out`, in the law's order, bare answers first; returns how many.

    Left out are split leads with jokers, whole ones with more than one, and plays that score like one before; the
    play that empties the hand is among them, and so is the first legal action.
    """
    if s.has_top:
        return int(min(list_all(s, r, out), out.size))
    if is_plain(s, r):
        return _plain_leads(s, r, out)
    return _kept_leads(s, min(list_all(s, r, out), out.size), out)


@compiled
def finishing(s: Any, out: Any, first: int, count: int) -> int:
    """The first play that empties the hand among `out[first:count]`, `NOTHING` if there is none."""
    size = int(s.sizes[s.turn])
    for i in range(first, count):
        if size_of(int(out[i])) == size:
            return int(out[i])
    return NOTHING


@compiled
def _plain_leads(s: Any, r: Any, out: Any) -> int:
    seat = s.turn
    held = int(s.jokers[seat])
    begin, total = int(START[held]), int(TOTAL[held])
    skip = restriction(s, r, seat) if r.low_last else -1
    naturals = int(s.sizes[seat]) - total
    at = 0
    for rank in range(RANKS):
        copies = int(s.counts[seat, rank])
        if rank == skip or not copies:
            continue
        for count in range(1, copies + 1):
            out[at] = _natural(s, r, seat, rank, count)
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
def _natural(s: Any, r: Any, seat: int, rank: int, count: int) -> int:
    cards = form(r, int(s.suits[seat, rank]), count) if r.suited else count
    return rank | cards << NATURALS_AT


@inlined
def _with_jokers(stem: int, first: int, last: int, at: int, out: Any) -> int:
    """A stem with each of some sets of jokers."""
    for i in range(first, last):
        out[at] = stem | int(SETS[i]) << JOKERS_AT
        at += 1
    return at


@compiled
def _kept_leads(s: Any, count: int, out: Any) -> int:
    """All leads, less those not worth a thought."""
    size = int(s.sizes[s.turn])
    first = int(out[0])
    kept = 0
    for i in range(count):
        code = int(out[i])
        if is_worth_leading(s, code) or size_of(code) == size:
            out[kept] = code
            kept += 1
    if not kept:
        out[0] = first
        return 1
    return kept


@inlined
def is_worth_leading(s: Any, code: int) -> bool:
    """Leads are whole ranks with at most one joker, parts of a rank without, or jokers alone."""
    rank = code & 15
    if rank == NO_RANK:
        return True
    held = code >> JOKERS_AT & JOKERS_MASK
    if code >> FILLS_AT:
        return False
    whole = cards_in(code >> NATURALS_AT & SUITS_MASK) == s.counts[s.turn, rank]
    return held == 0 or (SMALLS[held] + BIGS[held] == 1 and whole)


assert TWO == RANKS - 1
