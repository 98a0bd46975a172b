"""Sets on the table and what they come to (PZ M3-M8), and the best partition of loose cards (PZ M17, M18)."""

from __future__ import annotations

from paiju.games.paohuzi.cards import LARGE
from paiju.kernels.jit import compiled, inlined
from paiju.kernels.paohuzi.records import (
    BITS,
    EXPOSED_3,
    EXPOSED_4,
    FIELD,
    KNOWN_BIT,
    LARGE_AT,
    LARGE_ONES,
    MELD_SHIFT,
    ONES,
    RUN,
    SAME_HU,
    SECRET_HU,
    SMALL,
    SMALL_ONES,
    SPECIAL_HU,
    UNEXPOSED_3,
    UNEXPOSED_4,
    Packed,
    SetsRecord,
    StateRecord,
    count,
    locked,
    size,
    unit,
)

Laid = tuple[int, int, int, int, Packed]
"""What the sets that a seat has laid come to: hu, sets, quads, runs, all cards."""

_TRIPLE = 3
_SECRET_SMALL = SECRET_HU[0]
_SECRET_MORE = SECRET_HU[1] - SECRET_HU[0]
_QUAD_MORE = SAME_HU[UNEXPOSED_4][0] - SECRET_HU[0]
_SPECIAL_SMALL, _SPECIAL_LARGE = SPECIAL_HU


@inlined
def laid_of(state: StateRecord, seat: int) -> Laid:
    """What the sets that a seat has laid come to."""
    return (
        int(state.hu[seat]),
        int(state.sets[seat]),
        int(state.quads[seat]),
        int(state.runs[seat]),
        int(state.code[seat]),
    )


@inlined
def promoted(laid: Laid, card: int, old: int, new: int) -> Laid:
    """The sets laid, after three of a kind (`old` on the table, -1: in hand) became `new`."""
    hu, sets, quads, runs, code = laid
    large = int(card >= LARGE_AT // BITS)
    hu += SAME_HU[new][large]
    gained = 3 + int(new >= EXPOSED_4)
    if old >= 0:
        hu -= SAME_HU[old][large]
        gained -= 3
    else:
        sets += 1
    return (hu, sets, quads + int(new >= EXPOSED_4), runs, code + gained * unit(card))


@inlined
def secret_hu(lock: Packed, fours: Packed) -> int:
    """Hu of secret triples and of quads not yet laid (PZ M3); quads are in `lock` too."""
    return _SECRET_SMALL * size(lock) + _SECRET_MORE * size(lock & LARGE_ONES) + _QUAD_MORE * size(fours)


@inlined
def _specials_at_most(suit: Packed) -> int:
    """A bound on disjoint 1-2-3, 2-7-10 and 1-5-10 in a suit."""
    ones, tens = suit & FIELD, suit >> 9 * BITS & FIELD
    pairs = min(ones, suit >> 2 * BITS & FIELD) + min(suit >> 6 * BITS & FIELD, tens)
    return min(suit >> BITS & FIELD, pairs) + min(ones, suit >> 4 * BITS & FIELD, tens)


@compiled
def refresh(state: StateRecord, seat: int) -> None:
    """Keep up what follows from a seat's hand and table: loose cards, all cards, a bound on its hu."""
    hand = int(state.hand[seat])
    lock = locked(hand)
    free = hand & ~(FIELD * lock)
    most = _SPECIAL_SMALL * _specials_at_most(free & SMALL) + _SPECIAL_LARGE * _specials_at_most(
        free >> LARGE_AT
    )
    if lock:
        most += secret_hu(lock, hand >> 2 & ONES)
    state.loose[seat] = free
    state.owned[seat] = size(hand) + 3 * int(state.sets[seat]) + int(state.quads[seat])
    state.most[seat] = most + int(state.hu[seat])


@inlined
def leave_seen(state: StateRecord, seat: int, card: int) -> None:
    """Note that everyone saw a card leave a hand: it may be the dealer's shown one."""
    if seat == state.dealer and card == state.shown:
        state.shown_held = 0


@inlined
def _add(state: StateRecord, seat: int, meld: int, known: int, used: Packed) -> None:
    state.meld[seat, int(state.sets[seat])] = meld + KNOWN_BIT * known
    state.sets[seat] += 1
    state.hand[seat] -= used
    if known and count(used, int(state.shown)):
        leave_seen(state, seat, int(state.shown))


@compiled
def lay_same(state: StateRecord, seat: int, kind: int, card: int, known: int, used: Packed) -> None:
    """Lay a set of identical cards; `used` are those of them that leave the hand."""
    _add(state, seat, kind + (card << MELD_SHIFT), known, used)
    state.hu[seat] += SAME_HU[kind][int(card >= LARGE)]
    quad = int(kind >= EXPOSED_4)
    state.quads[seat] += quad
    state.code[seat] += (_TRIPLE + quad) * unit(card)
    if kind == EXPOSED_3:
        state.exposed[seat] |= 1 << card
    elif kind == UNEXPOSED_3:
        state.unexposed[seat] |= 1 << card
    refresh(state, seat)


@inlined
def lay_run(state: StateRecord, sets: SetsRecord, seat: int, run: int, used: Packed) -> None:
    """Lay a sequence or mixed set."""
    _add(state, seat, RUN + (run << MELD_SHIFT), 1, used)
    state.hu[seat] += sets.run_hu[run]
    state.runs[seat] += 1
    state.code[seat] += sets.run_code[run]
    refresh(state, seat)


@compiled
def join(state: StateRecord, seat: int, card: int, kind: int) -> None:
    """The fourth card joins a triple of the seat, secret or on the table, and makes a quad of it."""
    used: Packed = 0
    if count(int(state.hand[seat]), card) == _TRIPLE:
        used = _TRIPLE * unit(card)
    else:
        unexposed = int(state.unexposed[seat]) >> card & 1
        _take_up(state, seat, card, UNEXPOSED_3 if unexposed else EXPOSED_3)
        leave_seen(state, seat, card)
    lay_same(state, seat, kind, card, 1, used)


@compiled
def _take_up(state: StateRecord, seat: int, card: int, kind: int) -> None:
    """Remove a triple from the table."""
    many, wanted = int(state.sets[seat]), kind + (card << MELD_SHIFT)
    at = 0
    while int(state.meld[seat, at]) & ~KNOWN_BIT != wanted:
        at += 1
    for i in range(at, many - 1):
        state.meld[seat, i] = state.meld[seat, i + 1]
    state.sets[seat] = many - 1
    state.meld[seat, many - 1] = 0
    state.hu[seat] -= SAME_HU[kind][int(card >= LARGE)]
    state.code[seat] -= _TRIPLE * unit(card)
    if kind == EXPOSED_3:
        state.exposed[seat] &= ~(1 << card)
    else:
        state.unexposed[seat] &= ~(1 << card)


# --- cutting loose cards into sets: the best partition of a hand in well under a microsecond (PZ M17, M18)

IMPOSSIBLE = -1

_SUIT_BITS = (1 << 20) - 1
_EACH = 0x55555 | 0x55555 << LARGE_AT
_FIRSTS = 1 | 1 << LARGE_AT
_TWO_SEVEN_TEN = 1 << 2 | 1 << 12 | 1 << 18
_ONE_FIVE_TEN = 1 | 1 << 8 | 1 << 18
_TRIPLE_SMALL, _TRIPLE_LARGE = SAME_HU[EXPOSED_3]
_SMALL_MIXED, _LARGE_MIXED = SPECIAL_HU
_LOW = 15


def _fields(wanted: int) -> tuple[int, int]:
    """Masks of the packed fields whose number has the bit `wanted`, after the lower bits were squeezed out."""
    moved = stay = 0
    for suit in (0, 1):
        for number in range(10):
            at = LARGE_AT * suit + 3 * number - (number & wanted - 1)
            if number & wanted:
                moved |= FIELD << at
            else:
                stay |= FIELD << at
    return moved, stay


_MOVE_1, _STAY_1 = _fields(1)
_MOVE_2, _STAY_2 = _fields(2)
_MOVE_4, _STAY_4 = _fields(4)
_MOVE_8, _STAY_8 = _fields(8)


@inlined
def squeeze(free: Packed) -> int:
    """Loose cards with two bits a kind: the small suit from bit 0, the large one from bit 30.

    Field n of a suit moves down n bits, in steps of 1, 2, 4 and 8.
    """
    bits = free & _STAY_1 | (free & _MOVE_1) >> 1
    bits = bits & _STAY_2 | (bits & _MOVE_2) >> 2
    bits = bits & _STAY_4 | (bits & _MOVE_4) >> 4
    return bits & _STAY_8 | (bits & _MOVE_8) >> 8


@inlined
def suits_hu(low: int, high: int, pair: int) -> int:
    """The hu of two suits by their entries in `cuts`, IMPOSSIBLE if one of them has no cut."""
    small, large = low & _LOW, high & _LOW
    if not pair:
        if small and large:
            return _SMALL_MIXED * (small - 1) + _LARGE_MIXED * (large - 1)
        return IMPOSSIBLE
    best = IMPOSSIBLE
    paired_small, paired_large = low >> 4, high >> 4
    if paired_small and large:
        best = _SMALL_MIXED * (paired_small - 1) + _LARGE_MIXED * (large - 1)
    if small and paired_large:
        best = max(best, _SMALL_MIXED * (small - 1) + _LARGE_MIXED * (paired_large - 1))
    return best


@inlined
def _across(bits: int) -> int:
    """The same kinds of the other suit."""
    return bits >> LARGE_AT | (bits & _SUIT_BITS) << LARGE_AT


@inlined
def _in_sequences(kinds: int) -> int:
    """Those of some kinds, given by their lowest bits, that are part of a sequence of these kinds."""
    straights = kinds & kinds >> 2 & kinds >> 4
    two_seven_ten = kinds >> 2 & kinds >> 12 & kinds >> 18 & _FIRSTS
    one_five_ten = kinds & kinds >> 8 & kinds >> 18 & _FIRSTS
    return (
        straights
        | straights << 2
        | straights << 4
        | two_seven_ten * _TWO_SEVEN_TEN
        | one_five_ten * _ONE_FIVE_TEN
    )


@compiled
def runs_hu(sets: SetsRecord, free: Packed, pair: int) -> int:
    """The most hu of a partition of `free` into runs and, if `pair`, one pair; IMPOSSIBLE if there is none.

    Most hands fall at once, for a kind that fits nowhere. For the others every choice of mixed sets is tried:
    at each number two small and one large, or one small and two large. `needed` are numbers that must have one.
    """
    bits = squeeze(free)
    kinds, twos = (bits | bits >> 1) & _EACH, bits >> 1 & _EACH
    mixed = twos & _across(kinds)
    covered = _in_sequences(kinds) | (twos if pair else 0)
    needed = kinds & ~covered
    if needed & ~(mixed | _across(mixed)):
        return IMPOSSIBLE
    needed = (needed | needed >> LARGE_AT) & _SUIT_BITS
    return _choose_mixed(sets, bits, mixed, needed, pair)


@compiled
def _choose_mixed(sets: SetsRecord, bits: int, mixed: int, needed: int, pair: int) -> int:
    """The best of all choices; `mixed` are the kinds that could give two cards to a mixed set."""
    small, large = bits & _SUIT_BITS, bits >> LARGE_AT
    two_small, two_large = mixed & _SUIT_BITS, mixed >> LARGE_AT
    best = IMPOSSIBLE
    sure = needed & ~two_large
    may = two_small & ~sure
    picked = may
    while True:
        one = sure | picked
        others = two_large & ~one
        must = needed & ~one
        others &= ~must
        more = others
        while True:
            two = must | more
            low = int(sets.cuts[small - 2 * one - two]) + 0
            if low:
                high = int(sets.cuts[large - one - 2 * two]) + 0
                if high:
                    best = max(best, suits_hu(low, high, pair))
            if more == 0:
                break
            more = (more - 1) & others
        if picked == 0:
            return best
        picked = (picked - 1) & may


@compiled
def best_hu(sets: SetsRecord, free: Packed, pair: int) -> int:
    """The most hu that a partition of `free` has: of three of a kind all may stand together (PZ M19)."""
    best = runs_hu(sets, free, pair)
    threes = free & free >> 1 & ONES
    if threes:
        rest = runs_hu(sets, free - 3 * threes, pair)
        if rest > IMPOSSIBLE:
            best = max(best, rest + triples_hu(threes))
    return best


@compiled
def triples_hu(threes: Packed) -> int:
    """Hu of exposed triples; `threes` has a one in the field of each."""
    return _TRIPLE_SMALL * size(threes & SMALL_ONES) + _TRIPLE_LARGE * size(threes & LARGE_ONES)


@compiled
def identical_hu(free: Packed, pair: int) -> int:
    """Hu of the partition without sequences and mixed sets, IMPOSSIBLE if there is none."""
    if free & ~(free >> 1) & ONES:
        return IMPOSSIBLE
    threes = free & free >> 1 & ONES
    twos = (free >> 1 & ONES) - threes
    if pair:
        if twos == 0 or twos & (twos - 1):
            return IMPOSSIBLE
    elif twos:
        return IMPOSSIBLE
    return triples_hu(threes)


@compiled
def special_hu(sets: SetsRecord, free: Packed) -> int:
    """The most hu of disjoint special sequences in cards that need not be cut up completely (PZ M22)."""
    bits = squeeze(free)
    small = _specials(bits & _SUIT_BITS, int(sets.one_five_ten))
    return _SMALL_MIXED * small + _LARGE_MIXED * _specials(bits >> LARGE_AT, int(sets.one_five_ten))


@compiled
def _specials(suit: int, one_five_ten: int) -> int:
    """The most 1-2-3, 2-7-10 and, if they count, 1-5-10 in one suit."""
    ones, twos, tens = suit & 3, suit >> 2 & 3, suit >> 18 & 3
    best = 0
    for first in range(min(ones, twos, suit >> 4 & 3) + 1):
        second = min(twos - first, suit >> 12 & 3, tens)
        for other in range(second + 1):
            third = min(ones - first, suit >> 8 & 3, tens - other) if one_five_ten else 0
            best = max(best, first + other + third)
    return best
