"""All legal actions of the seat to act, in the order of the rules (BH A10, A13, A14), and a faster way for plain rules."""

from __future__ import annotations

import numpy as np

from paiju.games.baohuang.cards import TWO
from paiju.games.baohuang.plays import BOMB_SIZE
from paiju.kernels.baohuang.actions import (
    DEFER,
    FILLS_AT,
    JOKERS_AT,
    NATURALS_AT,
    PASS,
    drew_four,
    first_suits_of,
    fits,
    is_three_twos,
    joker_bomb,
    suit_of_four,
)
from paiju.kernels.baohuang.records import (
    BY_KIND,
    FIRST,
    HANDS,
    MOST_OF_RANK,
    NO_RANK,
    RANK_MASK,
    RANKS,
    SETS,
    START,
    SUIT_BITS,
    SUIT_MASK,
    TOTAL,
    RulesRecord,
    StateRecord,
)
from paiju.kernels.jit import compiled, inlined
from paiju.kernels.records import Ints

LIST, COUNT = -1, -2  # in place of an index: write all down, or write nothing


@inlined
def restriction(state: StateRecord, rules: RulesRecord, seat: int) -> int:
    """BH A14: the rank that may not be played now, -1 if there is none."""
    low = int(state.lows[seat])
    return low if low >= 0 and state.counts[seat, low] != state.sizes[seat] else -1


@inlined
def whole(state: StateRecord, rules: RulesRecord, seat: int) -> int:
    """BH A14: the only size allowed, 0 for any: lowest cards alone go in one play where the table says so."""
    low = int(state.lows[seat])
    if not rules.all_at_once or low < 0 or state.counts[seat, low] != state.sizes[seat]:
        return 0
    return int(state.sizes[seat])


@inlined
def answers(state: StateRecord, rules: RulesRecord) -> int:
    """What may be answered without cards: nothing on lead, a pass, or a pass and a deferral (BH A13)."""
    if not state.has_top:
        return 0
    barred = state.asked_again or (rules.hard_pass and state.deferred)
    return 2 if rules.defers and state.turn == state.emperor and not barred else 1


@inlined
def note(code: int, at: int, wanted: int, out: Ints) -> int:
    """Count one action, and write it down where it is wanted; the new count."""
    if wanted == LIST:
        if at < out.size:
            out[at] = code
    elif at == wanted:
        out[0] = code
    return at + 1


@compiled
def scan(state: StateRecord, rules: RulesRecord, wanted: int, out: Ints) -> int:
    """The number of legal actions; `LIST` writes them to `out`, an index only that one, to `out[0]`."""
    at = 0
    if state.has_top:
        at = note(PASS, at, wanted, out)
        if answers(state, rules) > 1:
            at = note(DEFER, at, wanted, out)
    seat = state.turn
    skip, only = restriction(state, rules, seat), whole(state, rules, seat)
    for rank in range(RANKS):
        if state.counts[seat, rank] and rank != skip:
            at = _scan_rank(state, rules, rank, only, at, wanted, out)
    if state.jokers[seat] and not only:
        at = _scan_jokers(state, rules, at, wanted, out)
    return at


@compiled
def _scan_rank(
    state: StateRecord, rules: RulesRecord, rank: int, only: int, at: int, wanted: int, out: Ints
) -> int:
    """The plays with naturals of a rank: few first, within that few fills, then jokers; bombs of their own last."""
    seat = state.turn
    copies = _copies(state, rules, seat, rank)
    listed = -1  # the suit of a bomb that stands among the sets
    if not (state.has_top and state.top_bomb):
        twos = _twos_beside(state, rules, seat, rank)
        for count in range(1, int(state.counts[seat, rank]) + 1):
            naturals = first_suits_of(rules, copies, count)
            suit = suit_of_four(naturals) if rules.bombs and count == BOMB_SIZE else -1
            if suit >= 0 and drew_four(state, rules, seat, rank, suit):
                listed = suit
            if not only or only == count:
                at = _scan_group(
                    state, rules, rank, count, naturals, twos, listed >= 0 and suit >= 0, at, wanted, out
                )
    if rules.bombs and (not only or only == BOMB_SIZE) and (not state.has_top or rank + 1 > state.top_bomb):
        for suit in range(4):
            held = copies >> SUIT_BITS * suit & SUIT_MASK
            if suit != listed and held >= BOMB_SIZE and drew_four(state, rules, seat, rank, suit):
                at = note(rank | BOMB_SIZE << SUIT_BITS * suit << NATURALS_AT, at, wanted, out)
    return at


@inlined
def _copies(state: StateRecord, rules: RulesRecord, seat: int, rank: int) -> int:
    return int(state.suits[seat, rank]) if rules.suited else int(state.counts[seat, rank])


@compiled
def _twos_beside(state: StateRecord, rules: RulesRecord, seat: int, rank: int) -> int:
    """The twos that may fill a set of a rank, by suit; beside an answer no more of each than it has room for."""
    if not rules.twos_fill or rank == TWO:
        return 0
    copies = _copies(state, rules, seat, TWO)
    if not state.has_top:
        return copies
    fills = 0
    for suit in range(4):
        fills |= min(copies >> SUIT_BITS * suit & SUIT_MASK, state.top_size - 1) << SUIT_BITS * suit
    return fills


@compiled
def _scan_group(
    state: StateRecord,
    rules: RulesRecord,
    rank: int,
    count: int,
    naturals: int,
    twos: int,
    bomb: bool,
    at: int,
    wanted: int,
    out: Ints,
) -> int:
    """The plays with exactly these naturals; `bomb` says that alone they are one."""
    fills, left = 0, twos
    while left:
        fills += left & SUIT_MASK
        left >>= SUIT_BITS
    for filled in range(fills + 1):
        stem = rank | naturals << NATURALS_AT
        if filled:
            stem |= first_suits_of(rules, twos, filled) << FILLS_AT
        alone = bomb and not filled
        if alone:
            at = note(stem, at, wanted, out)
        bare = not rules.twos_with_jokers and (filled > 0 or rank == TWO)
        if state.has_top:
            at = _scan_answers(state, rules, rank, stem, count + filled, bare, alone, at, wanted, out)
        else:
            most = 0 if bare else int(TOTAL[state.jokers[state.turn]])
            at = _scan_beside(state, rules, stem, 1 if alone else 0, most, at, wanted, out)
    return at


@compiled
def _scan_answers(
    state: StateRecord,
    rules: RulesRecord,
    rank: int,
    stem: int,
    size: int,
    bare: bool,
    bomb: bool,
    at: int,
    wanted: int,
    out: Ints,
) -> int:
    """The plays of a stem that beat what lies on the table, with as many jokers as make it as large."""
    if not bomb and is_three_twos(state, rules, rank, size):
        return note(stem, at, wanted, out)
    beside = state.top_size - size
    if (
        beside < 0
        or (beside == 0 and bomb)
        or (beside > 0 and bare)
        or beside > TOTAL[state.jokers[state.turn]]
    ):
        return at
    if state.top_base < NO_RANK:
        if rank < state.top_base + rules.lowest_gain:
            return at
        if rank == state.top_base and beside == 0 and state.need == 0:  # the same set again
            return at
    return _scan_beside(state, rules, stem, beside, beside, at, wanted, out)


@compiled
def _scan_beside(
    state: StateRecord, rules: RulesRecord, stem: int, least: int, most: int, at: int, wanted: int, out: Ints
) -> int:
    """A stem with every choice of `least` to `most` of the jokers in hand that the table allows."""
    held = int(state.jokers[state.turn])
    most = min(most, int(TOTAL[held]))
    begin = int(START[held])
    first, last = int(FIRST[held, least]), int(FIRST[held, most + 1])
    free = not state.has_top or state.need == 0
    if free and wanted != LIST:
        if at <= wanted < at + last - first:
            out[0] = stem | int(SETS[begin + first + wanted - at]) << JOKERS_AT
        return at + last - first
    for i in range(begin + first, begin + last):
        chosen = int(SETS[i])
        if free or fits(state, rules, chosen):
            at = note(stem | chosen << JOKERS_AT, at, wanted, out)
    return at


@compiled
def _scan_jokers(state: StateRecord, rules: RulesRecord, at: int, wanted: int, out: Ints) -> int:
    """Jokers alone; some of these sets may be bombs."""
    held, own = int(state.jokers[state.turn]), int(state.drawn_jokers[state.turn])
    begin = int(START[held])
    for i in range(begin + 1, begin + int(FIRST[held, int(TOTAL[held]) + 1])):
        chosen = int(SETS[i])
        bomb = joker_bomb(rules, chosen, own) if rules.bombs else 0
        if state.has_top:
            if bomb:
                beaten = bomb > state.top_bomb
            else:
                beaten = (
                    state.top_bomb == 0 and TOTAL[chosen] == state.top_size and fits(state, rules, chosen)
                )
            if not beaten:
                continue
        at = note(NO_RANK | chosen << JOKERS_AT, at, wanted, out)
    return at


# --- counting and finding plays by planes, for *plain* rules: no fills, no bombs, twos beside jokers, no exception

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
    """The number of plays that a leader has: for each natural card and each choice of jokers one, and jokers alone."""
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
    """The number of plays that beat the play on the table."""
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
    """Write all legal actions of the seat to act in the order of the rules; their number."""
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
