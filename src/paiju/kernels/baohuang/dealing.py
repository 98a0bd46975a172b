"""Random deals inside the kernel, with the phases before play decided by the rule `plain`.

The deck is shuffled and drawn from a random seat on. The holder of the marked big joker is emperor; where the guard
is called, the crown goes on in the table's direction to the first seat with three cards to show, who calls the
lowest of them (nobody has three: shuffled again). Nobody pays, buys, declares or usurps.
"""

from __future__ import annotations

from paiju.games.baohuang.cards import BIG, FIRST_JOKER, MARKED_BIG, MARKED_SMALL, SEATS
from paiju.games.baohuang.phases.dealing import TRIPLE
from paiju.kernels.baohuang.play import clear, drop
from paiju.kernels.baohuang.records import (
    BY_KIND,
    MOST_OF_RANK,
    PLANES,
    RANKS,
    SUIT_BITS,
    SUIT_MASK,
    WEIGHTS,
    RulesRecord,
    StateRecord,
)
from paiju.kernels.jit import compiled, inlined
from paiju.kernels.records import Ints, below, drawn, following

_MARKED_BIG_WEIGHT = WEIGHTS[MARKED_BIG - FIRST_JOKER]
_LAOWANG_WEIGHT = WEIGHTS[-1]


@compiled
def deal(state: StateRecord, rules: RulesRecord, deck: Ints, chance: Ints) -> None:
    """A new deal at its first lead; `deck` holds the cards in any order and is shuffled in place."""
    while True:
        _start(state)
        _draw(state, rules, deck, chance)
        if not rules.calls or _call(state, rules):
            break
    _fix_lows(state, rules)
    state.turn = state.emperor
    state.crown = 1 << state.emperor
    if state.guard >= 0:
        state.crown |= 1 << state.guard


@compiled
def _start(state: StateRecord) -> None:
    clear(state)
    state.guard = state.guard2 = state.called = -1
    state.multiplier = 1
    state.announced = state.gone = state.outs = state.stucks = state.shown = state.solo_shown = (
        state.identity_laid
    ) = state.winner = 0
    for seat in range(SEATS):
        state.sizes[seat] = state.jokers[seat] = 0
        state.places[seat] = 0
        state.returns[seat] = 0
        state.lows[seat] = -1
        for rank in range(state.counts.shape[1]):
            state.counts[seat, rank] = 0
        for n in range(PLANES):
            state.planes[seat, n] = 0


@compiled
def _draw(state: StateRecord, rules: RulesRecord, deck: Ints, chance: Ints) -> None:
    """Fisher-Yates from the last card drawn to the first; hands are counted on the way."""
    first = below(chance, SEATS)
    state.first_drawer = first
    size = rules.deck_size
    for i in range(SEATS):
        seat = (first + i) % SEATS
        state.sizes[seat] = (size - i + SEATS - 1) // SEATS
        if rules.suited:
            for rank in range(RANKS):
                state.suits[seat, rank] = 0
    seat = (first + size) % SEATS
    lot = chance[0]
    for i in range(size - 1, -1, -1):
        seat = seat - 1 if seat else SEATS - 1
        j = drawn(lot, i + 1)
        lot = following(lot)
        kind = int(deck[j])
        deck[j] = deck[i]
        deck[i] = kind
        state.counts[seat, kind >> 2] += 1
        if kind >= FIRST_JOKER:
            _draw_joker(state, rules, seat, kind)
        elif rules.suited:
            state.suits[seat, kind >> 2] += 1 << SUIT_BITS * (kind & 3)
    chance[0] = lot
    _make_planes(state, rules)


@inlined
def _draw_joker(state: StateRecord, rules: RulesRecord, seat: int, kind: int) -> None:
    state.jokers[seat] += WEIGHTS[kind - FIRST_JOKER]
    if kind == MARKED_BIG:
        state.emperor = seat
    elif kind == MARKED_SMALL:
        state.guard = seat


@inlined
def _make_planes(state: StateRecord, rules: RulesRecord) -> None:
    """The planes of fresh hands, and what each seat drew."""
    for seat in range(SEATS):
        state.drawn_jokers[seat] = state.jokers[seat]
        ranks = 1
        n = 0
        while ranks and n < MOST_OF_RANK:
            n += 1
            ranks = 0
            for rank in range(RANKS):
                ranks |= (1 if state.counts[seat, rank] >= n else 0) << rank
            state.planes[seat, n] = ranks
        if rules.natural_bombs:
            for rank in range(RANKS):
                state.drawn[seat, rank] = state.suits[seat, rank]
    if state.guard == state.emperor:
        state.guard = -1


@compiled
def _call(state: StateRecord, rules: RulesRecord) -> bool:
    """BH A4, A6, A12: find an emperor who can call, and the guard; whether there is one."""
    heir = state.emperor
    for _ in range(SEATS):
        kind = _lowest_callable(state, rules, heir)
        if kind >= 0:
            state.jokers[state.emperor] -= _MARKED_BIG_WEIGHT
            state.sizes[state.emperor] -= 1
            state.jokers[heir] += _MARKED_BIG_WEIGHT
            state.sizes[heir] += 1
            state.emperor, state.called = heir, kind
            _name_guard(state, rules)
            return True
        heir = (heir + rules.heir_step) % SEATS
    return False


@inlined
def in_hand(state: StateRecord, rules: RulesRecord, seat: int, kind: int) -> int:
    """Copies of a kind in a hand."""
    if kind >= FIRST_JOKER:
        return int(BY_KIND[state.jokers[seat], kind - FIRST_JOKER])
    if rules.suited:
        return int(state.suits[seat, kind >> 2]) >> SUIT_BITS * (kind & 3) & SUIT_MASK
    return int(state.counts[seat, kind >> 2]) if kind & 3 == 0 else 0


@compiled
def _lowest_callable(state: StateRecord, rules: RulesRecord, seat: int) -> int:
    for kind in range(BIG + 1):
        if rules.may_call[kind]:
            copies = in_hand(state, rules, seat, kind)
            if kind == BIG:  # BH A18-36: the marked one counts, and comes with the crown
                copies += 1
            if copies >= TRIPLE:
                return kind
    return -1


@compiled
def _name_guard(state: StateRecord, rules: RulesRecord) -> None:
    """BH A4, A12: who holds the fourth copy is guard; it becomes 老王 in that hand."""
    state.guard = -1
    for seat in range(SEATS):
        if seat != state.emperor and in_hand(state, rules, seat, state.called):
            state.guard = seat
            if rules.laowang:
                if state.called < FIRST_JOKER:
                    drop(state, rules, seat, state.called >> 2, 1 << SUIT_BITS * (state.called & 3))
                else:
                    state.jokers[seat] -= WEIGHTS[state.called - FIRST_JOKER]
                state.jokers[seat] += _LAOWANG_WEIGHT


@compiled
def _fix_lows(state: StateRecord, rules: RulesRecord) -> None:
    """BH A18-60: each seat's lowest-last rank."""
    if rules.low_last:
        for seat in range(SEATS):
            low = rules.low_rank
            if rules.next_rank and state.counts[seat, low] == 0 and state.counts[seat, low + 1]:
                low += 1
            state.lows[seat] = low
