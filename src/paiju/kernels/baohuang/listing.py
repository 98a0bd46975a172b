"""All legal actions of the seat to act, in the law's order (BH A10, A13, A14).

`scan` walks over groups of plays (a rank, copies of it, twos that fill, jokers beside) and serves three uses:
counting them, writing them down, and finding the one at an index without the rest.
"""

from __future__ import annotations

from paiju.games.baohuang.cards import TWO
from paiju.games.baohuang.plays import BOMB_SIZE
from paiju.kernels.baohuang.coding import DEFER, FILLS_AT, JOKERS_AT, NATURALS_AT, PASS
from paiju.kernels.baohuang.jokers import FIRST, SETS, START, TOTAL
from paiju.kernels.baohuang.records import NO_RANK, RANKS, SUIT_BITS, SUIT_MASK, RulesRecord, StateRecord
from paiju.kernels.baohuang.shapes import (
    drew_four,
    first_suits_of,
    fits,
    is_three_twos,
    joker_bomb,
    suit_of_four,
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
    """Count one action, and write it down where it is asked for; the new count."""
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
    kept = 0
    for suit in range(4):
        kept |= min(copies >> SUIT_BITS * suit & SUIT_MASK, state.top_size - 1) << SUIT_BITS * suit
    return kept


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
