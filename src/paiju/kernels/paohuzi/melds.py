"""Sets laid on the table, and what they come to (PZ M3-M8)."""

from __future__ import annotations

from paiju.games.paohuzi.cards import LARGE
from paiju.kernels.jit import compiled, inlined
from paiju.kernels.paohuzi.catalogue import SAME_HU, SECRET_HU, SPECIAL_HU
from paiju.kernels.paohuzi.packing import (
    BITS,
    FIELD,
    LARGE_AT,
    LARGE_ONES,
    ONES,
    SMALL,
    Packed,
    count,
    locked,
    size,
    unit,
)
from paiju.kernels.paohuzi.records import (
    EXPOSED_3,
    EXPOSED_4,
    KNOWN_BIT,
    MELD_SHIFT,
    RUN,
    UNEXPOSED_3,
    UNEXPOSED_4,
    SetsRecord,
    StateRecord,
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
    """Note that everybody saw a card leave a hand: it may be the dealer's shown one."""
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
