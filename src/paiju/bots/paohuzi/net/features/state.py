"""The state's vector, written for a seat that is asked. Only what that seat may see is read of a state.

`outlook.see` has been called for the seat. Of others' hands only their `sizes` are known, which a state made from a view lacks.
"""

from __future__ import annotations

from paiju.bots.paohuzi.compiled.records import WorkRecord
from paiju.bots.paohuzi.net.features.layout import OTHERS, RIVAL, RIVAL_SIZE, STATE, THREE, WORTH_UNIT
from paiju.bots.towers import starts
from paiju.games.paohuzi.cards import KINDS, LARGE, SEATS, STOCK_SIZE
from paiju.kernels.jit import compiled, inlined
from paiju.kernels.paohuzi.catalogue import SAME_HU
from paiju.kernels.paohuzi.claims import is_due
from paiju.kernels.paohuzi.melds import secret_hu
from paiju.kernels.paohuzi.packing import ONES, count, locked, size
from paiju.kernels.paohuzi.records import (
    CLAIM,
    EXPOSED_4,
    KNOWN_BIT,
    LEFT_SEAT,
    LEFT_THROWN,
    MELD_SHIFT,
    RUN,
    RulesRecord,
    SetsRecord,
    StateRecord,
)
from paiju.kernels.records import Ints

_AT = dict(zip((field.name for field in STATE), starts(STATE), strict=False))
_IN = dict(zip((field.name for field in RIVAL), starts(RIVAL), strict=False))
_HELD, _LIVE, _LAID, _NO_PONG, _NO_EAT, _PILED, _OWN, _DISCARD, _SOURCE, _CARD, _OWNER, _LAST, _LEFT, _NEXT, _WORTH = (
    _AT[name] for name in (
        "held", "live", "laid", "no_pong", "no_eat", "piled", "hu", "discard", "source", "card", "owner", "last", "left",
        "next", "worth",
    )
)  # fmt: skip
_RIVALS = _AT["size1"]
_SIZE, _RIVAL_LAID, _EXPOSED, _THROWN, _PASSED = (
    _IN[name] for name in ("size", "laid", "exposed", "thrown", "passed")
)
_COVERED, _HU = _IN["covered"], _IN["hu"]
_MOST = 255
_TRIPLE, _QUAD = 3, 4


@compiled
def write_state(
    state: StateRecord,
    rules: RulesRecord,
    sets: SetsRecord,
    seat: int,
    sizes: Ints,
    worth: float,
    work: WorkRecord,
    out: Ints,
) -> None:
    """Write the vector of a seat to `out`, `uint8` of shape (STATE_SIZE,); `worth` is what the policy expects."""
    for i in range(out.size):
        out[i] = 0
    _write_own(state, rules, seat, work, out)
    other = seat
    for i in range(OTHERS):
        other = int(state.right[other])
        _write_rival(
            state,
            sets,
            other,
            int(sizes[other]),
            out[_RIVALS + i * RIVAL_SIZE : _RIVALS + (i + 1) * RIVAL_SIZE],
        )
    _write_piles(state, seat, out)
    _write_question(state, seat, out)
    out[_WORTH] = as_points(worth)


@inlined
def as_points(worth: float) -> int:
    """Points that are expected, as a byte."""
    return int(min(max(worth, 0.0) * WORTH_UNIT, float(_MOST)))


@inlined
def place_of(state: StateRecord, seat: int, other: int) -> int:
    """How many places after a seat another one plays."""
    place = 0
    while seat != other:
        seat = int(state.right[seat])
        place += 1
    return place


@inlined
def _write_own(state: StateRecord, rules: RulesRecord, seat: int, work: WorkRecord, out: Ints) -> None:
    hand, code = int(state.hand[seat]), int(state.code[seat])
    no_pong, no_eat = int(state.no_pong[seat]), int(state.no_eat[seat])
    for kind in range(KINDS):
        copies = count(hand, kind)
        for i in range(THREE):
            out[_HELD + THREE * kind + i] = int(copies > i)
        out[_LIVE + kind] = work.live[kind]
        out[_LAID + kind] = count(code, kind)
        out[_NO_PONG + kind] = no_pong >> kind & 1
        out[_NO_EAT + kind] = no_eat >> kind & 1
    lock = locked(hand)
    own = out[_OWN:_RIVALS]
    own[0] = int(state.hu[seat]) + secret_hu(lock, hand >> 2 & ONES)
    own[1] = state.sets[seat]
    own[2] = size(lock)
    own[3] = state.quads[seat]
    own[4] = state.runs[seat]
    own[5] = size(hand)
    own[6] = is_due(rules, int(state.owned[seat]) + 1, int(state.quads[seat]))
    own[7] = int(seat == state.dealer)


@compiled
def _write_rival(state: StateRecord, sets: SetsRecord, other: int, cards: int, out: Ints) -> None:
    numbers = out[_SIZE:_RIVAL_LAID]
    numbers[0] = cards
    numbers[1] = state.sets[other]
    numbers[4] = state.quads[other]
    numbers[5] = state.runs[other]
    numbers[6] = int(state.dead) >> other & 1
    numbers[7] = int(other == state.dealer)
    for i in range(int(state.sets[other])):
        _write_meld(sets, int(state.meld[other, i]), out)
    exposed = int(state.exposed[other])
    for kind in range(KINDS):
        out[_EXPOSED + kind] = exposed >> kind & 1


@inlined
def _write_meld(sets: SetsRecord, meld: int, out: Ints) -> None:
    """Add a set of another seat, if it lies open."""
    kind, what = meld & KNOWN_BIT - 1, meld >> MELD_SHIFT
    if not meld & KNOWN_BIT:
        out[_COVERED] += 1
    elif kind == RUN:
        code = int(sets.run_code[what])
        for card in range(KINDS):
            out[_RIVAL_LAID + card] += count(code, card)
        out[_HU] += sets.run_hu[what]
    else:
        out[_RIVAL_LAID + what] += _QUAD if kind >= EXPOSED_4 else _TRIPLE
        out[_HU] += SAME_HU[kind][int(what >= LARGE)]


@inlined
def _write_piles(state: StateRecord, seat: int, out: Ints) -> None:
    for i in range(int(state.lefts)):
        left = int(state.left[i])
        card, place = left % LEFT_THROWN, place_of(state, seat, left // LEFT_SEAT)
        if place == 0:
            out[_PILED + card] += 1
        else:
            pile = _THROWN if left & LEFT_THROWN else _PASSED
            out[_RIVALS + (place - 1) * RIVAL_SIZE + pile + card] += 1


@inlined
def _write_question(state: StateRecord, seat: int, out: Ints) -> None:
    if state.phase == CLAIM:
        out[_SOURCE + int(state.source)] = 1
        out[_CARD + int(state.card)] = 1
        out[_OWNER + place_of(state, seat, int(state.seat)) % SEATS] = 1
        out[_LAST] = int(state.last)
    else:
        out[_DISCARD] = 1
    out[_LEFT] = STOCK_SIZE - int(state.next)
    if state.known:
        out[_NEXT + int(state.stock[int(state.next)])] = 1
