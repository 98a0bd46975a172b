"""Counting and finding plays by planes, for *plain* rules: no fills, no bombs, twos beside jokers, no exception.

Here a set is a rank, a count and a choice of jokers, and any choice of the right size will do unless there are
jokers on the table. So plays are counted with one look at a plane for each number of jokers beside, and the play
at an index is found without those before it. `listing.scan` gives the same answers for all rules.
"""

from __future__ import annotations

import numpy as np

from paiju.kernels.baohuang.coding import JOKERS_AT, NATURALS_AT
from paiju.kernels.baohuang.jokers import BY_KIND, FIRST, HANDS, SETS, START, TOTAL
from paiju.kernels.baohuang.listing import COUNT, LIST, answers, restriction, scan, whole
from paiju.kernels.baohuang.records import MOST_OF_RANK, NO_RANK, RANK_MASK, RANKS, RulesRecord, StateRecord
from paiju.kernels.baohuang.shapes import first_suits_of
from paiju.kernels.jit import compiled, inlined
from paiju.kernels.records import Ints

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
def is_plain(state: StateRecord, rules: RulesRecord) -> bool:
    """Whether this decision can be answered here."""
    return rules.plain > 0 and not (rules.all_at_once and whole(state, rules, state.turn))


@inlined
def choices_beside(held: int, size: int) -> int:
    """Choices of `size` from a hand of jokers."""
    return int(FIRST[held, size + 1]) - int(FIRST[held, size])


@inlined
def above(state: StateRecord, rules: RulesRecord) -> int:
    """The ranks that may answer: above the base, or level with it, but not the rank that goes last."""
    mask = RANK_MASK & ~((1 << state.top_base + rules.lowest_gain) - 1)
    if rules.low_last:
        skip = restriction(state, rules, state.turn)
        if skip >= 0:
            mask &= ~(1 << skip)
    return mask


@inlined
def count_leads(state: StateRecord, rules: RulesRecord) -> int:
    """How many plays a leader has: for each natural card and each choice of jokers one, and jokers alone."""
    seat = state.turn
    held = int(state.jokers[seat])
    naturals = int(state.sizes[seat]) - int(TOTAL[held])
    if rules.low_last:
        skip = restriction(state, rules, seat)
        if skip >= 0:
            naturals -= int(state.counts[seat, skip])
    sets = int(FIRST[held, int(TOTAL[held]) + 1])
    return (naturals + 1) * sets - 1


@inlined
def lead_at(state: StateRecord, rules: RulesRecord, index: int) -> int:
    """The lead at an index of the list."""
    seat = state.turn
    held = int(state.jokers[seat])
    sets = int(FIRST[held, int(TOTAL[held]) + 1])
    begin = int(START[held])
    skip = restriction(state, rules, seat) if rules.low_last else -1
    card = index * int(_INVERSE[sets]) >> _INVERSE_BITS  # index // sets
    chosen = index - card * sets
    for rank in range(RANKS):
        if rank != skip:
            count = int(state.counts[seat, rank])
            if card < count:
                return _play(state, rules, rank, card + 1, int(SETS[begin + chosen]))
            card -= count
    return NO_RANK | int(SETS[begin + chosen + 1]) << JOKERS_AT


@inlined
def _play(state: StateRecord, rules: RulesRecord, rank: int, count: int, chosen: int) -> int:
    naturals = first_suits_of(rules, int(state.suits[state.turn, rank]), count) if rules.suited else count
    return rank | chosen << JOKERS_AT | naturals << NATURALS_AT


@inlined
def count_answers(state: StateRecord, rules: RulesRecord, out: Ints) -> int:
    """How many plays beat what lies on the table."""
    if state.closed:
        return 0
    seat = state.turn
    held = int(state.jokers[seat])
    if state.need:
        if not _could_fit(state, held):
            return 0
        return scan(state, rules, COUNT, out) - answers(state, rules)
    total = int(TOTAL[held])
    most = min(total, state.top_size - 1)
    found = choices_beside(held, state.top_size) if total >= state.top_size else 0
    if state.top_size - most > MOST_OF_RANK:
        return found
    ranks = above(state, rules)
    if not state.planes[seat, state.top_size - most] & ranks:
        return found
    for beside in range(most + 1):
        if state.top_size - beside <= MOST_OF_RANK:
            fitting = int(state.planes[seat, state.top_size - beside]) & ranks
            if fitting:
                found += choices_beside(held, beside) * bits(fitting)
    if not rules.lowest_gain and state.top_size <= MOST_OF_RANK:
        found -= (int(state.planes[seat, state.top_size]) & ranks) >> state.top_base & 1  # the same set again
    return found


@inlined
def _could_fit(state: StateRecord, held: int) -> bool:
    """Whether a hand has as many big jokers as an answer needs at least."""
    big = int(BY_KIND[held, 2]) + int(BY_KIND[held, 3]) + int(BY_KIND[held, 4])
    return big >= state.need


@compiled
def answer_at(state: StateRecord, rules: RulesRecord, index: int, out: Ints) -> int:
    """The play at an index among those that beat what lies on the table."""
    if state.need:
        scan(state, rules, index + answers(state, rules), out)
        return int(out[0])
    seat = state.turn
    held = int(state.jokers[seat])
    begin = int(START[held])
    most = min(int(TOTAL[held]), state.top_size - 1)
    ranks = above(state, rules)
    if state.top_size - most <= MOST_OF_RANK:
        left = int(state.planes[seat, state.top_size - most]) & ranks
        for rank in range(RANKS):
            if left >> rank & 1:
                count = int(state.counts[seat, rank])
                least = 1 if rank == state.top_base and not rules.lowest_gain else 0
                for naturals in range(state.top_size - most, min(count, state.top_size - least) + 1):
                    ways = choices_beside(held, state.top_size - naturals)
                    if index < ways:
                        place = begin + int(FIRST[held, state.top_size - naturals]) + index
                        return _play(state, rules, rank, naturals, int(SETS[place]))
                    index -= ways
    return NO_RANK | int(SETS[begin + int(FIRST[held, state.top_size]) + index]) << JOKERS_AT


@inlined
def count_all(state: StateRecord, rules: RulesRecord, out: Ints) -> int:
    """The number of plays of the seat to act, passes left out."""
    if not is_plain(state, rules):
        return scan(state, rules, COUNT, out) - answers(state, rules)
    return count_answers(state, rules, out) if state.has_top else count_leads(state, rules)


@inlined
def play_at(state: StateRecord, rules: RulesRecord, index: int, out: Ints) -> int:
    """The play at an index of the list of plays, passes left out."""
    if not is_plain(state, rules):
        scan(state, rules, index + answers(state, rules), out)
        return int(out[0])
    return answer_at(state, rules, index, out) if state.has_top else lead_at(state, rules, index)


@compiled
def list_all(state: StateRecord, rules: RulesRecord, out: Ints) -> int:
    """Write all legal actions of the seat to act in the law's order; their number."""
    if not is_plain(state, rules) or (state.need and not state.closed):
        return scan(state, rules, LIST, out)
    at = answers(state, rules)
    for code in range(at):  # `PASS`, `DEFER`
        out[code] = code
    if state.closed:
        return at
    return _list_answers(state, rules, at, out) if state.has_top else _list_leads(state, rules, at, out)


@inlined
def _write(stem: int, place: int, end: int, at: int, out: Ints) -> int:
    """Write a stem with the joker sets from `place` up to `end`; the new length of the list."""
    end = min(end, place + out.size - at)
    for i in range(end - place):
        out[at + i] = stem | int(SETS[place + i]) << JOKERS_AT
    return at + end - place


@inlined
def _list_leads(state: StateRecord, rules: RulesRecord, at: int, out: Ints) -> int:
    seat = state.turn
    held = int(state.jokers[seat])
    begin = int(START[held])
    end = begin + int(FIRST[held, int(TOTAL[held]) + 1])
    skip = restriction(state, rules, seat) if rules.low_last else -1
    for rank in range(RANKS):
        if rank != skip:
            for count in range(1, int(state.counts[seat, rank]) + 1):
                at = _write(_play(state, rules, rank, count, 0), begin, end, at, out)
    return _write(NO_RANK, begin + 1, end, at, out)


@inlined
def _list_answers(state: StateRecord, rules: RulesRecord, at: int, out: Ints) -> int:
    seat = state.turn
    held = int(state.jokers[seat])
    begin, total = int(START[held]), int(TOTAL[held])
    most = min(total, state.top_size - 1)
    fewest = state.top_size - most
    left = int(state.planes[seat, fewest]) & above(state, rules) if fewest <= MOST_OF_RANK else 0
    rank = 0
    while left >> rank:
        if left >> rank & 1:
            least = 1 if rank == state.top_base and not rules.lowest_gain else 0
            for count in range(fewest, min(int(state.counts[seat, rank]), state.top_size - least) + 1):
                place, end = (
                    int(FIRST[held, state.top_size - count]),
                    int(FIRST[held, state.top_size - count + 1]),
                )
                at = _write(_play(state, rules, rank, count, 0), begin + place, begin + end, at, out)
        rank += 1
    if total >= state.top_size:
        place, end = int(FIRST[held, state.top_size]), int(FIRST[held, state.top_size + 1])
        at = _write(NO_RANK, begin + place, begin + end, at, out)
    return at
