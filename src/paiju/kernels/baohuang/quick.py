"""Counting and finding plays by planes, for *plain* rules: no fills, no bombs, twos beside jokers, no exception.

Here a set is a rank, a count and a choice of jokers, and any choice of the right size will do unless there are
jokers on the table. So plays are counted with one look at a plane for each number of jokers beside, and the play
at an index is found without those before it. `listing.scan` gives the same answers for all rules.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from paiju.kernels.baohuang.codes import JOKERS_AT, NATURALS_AT
from paiju.kernels.baohuang.jokers import BY_KIND, FIRST, HANDS, SETS, START, TOTAL
from paiju.kernels.baohuang.listing import COUNT, LIST, answers, restriction, scan, whole
from paiju.kernels.baohuang.records import MOST_OF_RANK, NO_RANK, RANK_MASK, RANKS
from paiju.kernels.baohuang.shapes import form
from paiju.kernels.jit import compiled, inlined

# Whole division by the number of choices from a hand of jokers, exact for indices below 2**22.
_INVERSE_BITS = 32
_INVERSE = np.array([0, *((1 << _INVERSE_BITS) // n + 1 for n in range(1, HANDS + 1))])


@inlined
def bits(mask: int) -> int:
    """Ranks in a set of ranks."""
    mask = mask - (mask >> 1 & 0x5555)
    mask = (mask & 0x3333) + (mask >> 2 & 0x3333)
    mask = mask + (mask >> 4) & 0x0F0F
    return (mask + (mask >> 8)) & 0x1F


@inlined
def is_plain(s: Any, r: Any) -> bool:
    """Whether this decision can be answered here."""
    return r.plain and not (r.all_at_once and whole(s, r, s.turn))


@inlined
def choices_beside(held: int, size: int) -> int:
    """Choices of `size` from a hand of jokers."""
    return int(FIRST[held, size + 1]) - int(FIRST[held, size])


@inlined
def above(s: Any, r: Any) -> int:
    """The ranks that may answer: above the base, or level with it, but not the rank that goes last."""
    mask = RANK_MASK & ~((1 << s.top_base + r.lowest_gain) - 1)
    if r.low_last:
        skip = restriction(s, r, s.turn)
        if skip >= 0:
            mask &= ~(1 << skip)
    return mask


@inlined
def count_leads(s: Any, r: Any) -> int:
    """How many plays a leader has: for each natural card and each choice of jokers one, and jokers alone."""
    seat = s.turn
    held = int(s.jokers[seat])
    naturals = int(s.sizes[seat]) - int(TOTAL[held])
    if r.low_last:
        skip = restriction(s, r, seat)
        if skip >= 0:
            naturals -= int(s.counts[seat, skip])
    sets = int(FIRST[held, int(TOTAL[held]) + 1])
    return (naturals + 1) * sets - 1


@inlined
def lead_at(s: Any, r: Any, index: int) -> int:
    """The lead at an index of the list."""
    seat = s.turn
    held = int(s.jokers[seat])
    sets = int(FIRST[held, int(TOTAL[held]) + 1])
    begin = int(START[held])
    skip = restriction(s, r, seat) if r.low_last else -1
    card = index * int(_INVERSE[sets]) >> _INVERSE_BITS  # index // sets
    chosen = index - card * sets
    for rank in range(RANKS):
        if rank != skip:
            count = int(s.counts[seat, rank])
            if card < count:
                return _play(s, r, rank, card + 1, int(SETS[begin + chosen]))
            card -= count
    return NO_RANK | int(SETS[begin + chosen + 1]) << JOKERS_AT


@inlined
def _play(s: Any, r: Any, rank: int, count: int, chosen: int) -> int:
    naturals = form(r, int(s.suits[s.turn, rank]), count) if r.suited else count
    return rank | chosen << JOKERS_AT | naturals << NATURALS_AT


@inlined
def count_answers(s: Any, r: Any, out: Any) -> int:
    """How many plays beat what lies on the table."""
    if s.closed:
        return 0
    seat = s.turn
    held = int(s.jokers[seat])
    if s.need:
        if not _could_fit(s, held):
            return 0
        return scan(s, r, COUNT, out) - answers(s, r)
    total = int(TOTAL[held])
    most = min(total, s.top_size - 1)
    found = choices_beside(held, s.top_size) if total >= s.top_size else 0
    if s.top_size - most > MOST_OF_RANK:
        return found
    ranks = above(s, r)
    if not s.planes[seat, s.top_size - most] & ranks:
        return found
    for beside in range(most + 1):
        if s.top_size - beside <= MOST_OF_RANK:
            fitting = int(s.planes[seat, s.top_size - beside]) & ranks
            if fitting:
                found += choices_beside(held, beside) * bits(fitting)
    if not r.lowest_gain and s.top_size <= MOST_OF_RANK:
        found -= (int(s.planes[seat, s.top_size]) & ranks) >> s.top_base & 1  # the same set again
    return found


@inlined
def _could_fit(s: Any, held: int) -> bool:
    """Whether a hand has as many big jokers as an answer needs at least."""
    big = int(BY_KIND[held, 2]) + int(BY_KIND[held, 3]) + int(BY_KIND[held, 4])
    return big >= s.need


@compiled
def answer_at(s: Any, r: Any, index: int, out: Any) -> int:
    """The play at an index among those that beat what lies on the table."""
    if s.need:
        scan(s, r, index + answers(s, r), out)
        return int(out[0])
    seat = s.turn
    held = int(s.jokers[seat])
    begin = int(START[held])
    most = min(int(TOTAL[held]), s.top_size - 1)
    ranks = above(s, r)
    if s.top_size - most <= MOST_OF_RANK:
        left = int(s.planes[seat, s.top_size - most]) & ranks
        for rank in range(RANKS):
            if left >> rank & 1:
                count = int(s.counts[seat, rank])
                least = 1 if rank == s.top_base and not r.lowest_gain else 0
                for naturals in range(s.top_size - most, min(count, s.top_size - least) + 1):
                    ways = choices_beside(held, s.top_size - naturals)
                    if index < ways:
                        place = begin + int(FIRST[held, s.top_size - naturals]) + index
                        return _play(s, r, rank, naturals, int(SETS[place]))
                    index -= ways
    return NO_RANK | int(SETS[begin + int(FIRST[held, s.top_size]) + index]) << JOKERS_AT


@inlined
def count_all(s: Any, r: Any, out: Any) -> int:
    """The number of plays of the seat to act, passes left out."""
    if not is_plain(s, r):
        return scan(s, r, COUNT, out) - answers(s, r)
    return count_answers(s, r, out) if s.has_top else count_leads(s, r)


@inlined
def play_at(s: Any, r: Any, index: int, out: Any) -> int:
    """The play at an index of the list of plays, passes left out."""
    if not is_plain(s, r):
        scan(s, r, index + answers(s, r), out)
        return int(out[0])
    return answer_at(s, r, index, out) if s.has_top else lead_at(s, r, index)


@compiled
def list_all(s: Any, r: Any, out: Any) -> int:
    """Write all legal actions of the seat to act in the law's order; their number."""
    if not is_plain(s, r) or (s.need and not s.closed):
        return scan(s, r, LIST, out)
    at = answers(s, r)
    for code in range(at):  # `PASS`, `DEFER`
        out[code] = code
    if s.closed:
        return at
    return _list_answers(s, r, at, out) if s.has_top else _list_leads(s, r, at, out)


@inlined
def _write(stem: int, place: int, end: int, at: int, out: Any) -> int:
    """Write a stem with the joker sets from `place` up to `end`; the new length of the list."""
    end = min(end, place + out.size - at)
    for i in range(end - place):
        out[at + i] = stem | int(SETS[place + i]) << JOKERS_AT
    return at + end - place


@inlined
def _list_leads(s: Any, r: Any, at: int, out: Any) -> int:
    seat = s.turn
    held = int(s.jokers[seat])
    begin = int(START[held])
    end = begin + int(FIRST[held, int(TOTAL[held]) + 1])
    skip = restriction(s, r, seat) if r.low_last else -1
    for rank in range(RANKS):
        if rank != skip:
            for count in range(1, int(s.counts[seat, rank]) + 1):
                at = _write(_play(s, r, rank, count, 0), begin, end, at, out)
    return _write(NO_RANK, begin + 1, end, at, out)


@inlined
def _list_answers(s: Any, r: Any, at: int, out: Any) -> int:
    seat = s.turn
    held = int(s.jokers[seat])
    begin, total = int(START[held]), int(TOTAL[held])
    most = min(total, s.top_size - 1)
    fewest = s.top_size - most
    left = int(s.planes[seat, fewest]) & above(s, r) if fewest <= MOST_OF_RANK else 0
    rank = 0
    while left >> rank:
        if left >> rank & 1:
            least = 1 if rank == s.top_base and not r.lowest_gain else 0
            for count in range(fewest, min(int(s.counts[seat, rank]), s.top_size - least) + 1):
                place, end = int(FIRST[held, s.top_size - count]), int(FIRST[held, s.top_size - count + 1])
                at = _write(_play(s, r, rank, count, 0), begin + place, begin + end, at, out)
        rank += 1
    if total >= s.top_size:
        place, end = int(FIRST[held, s.top_size]), int(FIRST[held, s.top_size + 1])
        at = _write(NO_RANK, begin + place, begin + end, at, out)
    return at
