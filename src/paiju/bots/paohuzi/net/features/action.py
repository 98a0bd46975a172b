"""The vectors of actions. The policy's plans for what is left after an action have just been made."""

from __future__ import annotations

from paiju.bots.paohuzi.compiled.records import WorkRecord
from paiju.bots.paohuzi.net.features.layout import ACTION, DISTANCES, GAP_UNIT
from paiju.bots.paohuzi.net.features.state import as_points, place_of
from paiju.bots.towers import starts
from paiju.games.paohuzi.cards import IS_RED, KINDS, LARGE
from paiju.kernels.jit import compiled, inlined
from paiju.kernels.paohuzi.catalogue import SAME_HU
from paiju.kernels.paohuzi.eating import PASS, PONG, RUN_BITS, VERB, VERB_BITS
from paiju.kernels.paohuzi.packing import REDS, count, size
from paiju.kernels.paohuzi.records import (
    EXPOSED_3,
    LEFT_SEAT,
    LEFT_THROWN,
    SetsRecord,
    StateRecord,
)
from paiju.kernels.records import Ints

(
    _VERB, _CARD, _COPIES, _LIVE, _NEAR, _PILED, _RED, _LAID, _GAINED, _SETS, _DUE, _HU, _WANTED, _REDS, _LEAST, _WORTH, GAP,
    BEST,
) = starts(ACTION)[:-1]  # fmt: skip
_REDDISH = tuple(map(int, IS_RED))
_PASSED, _PONGED, _ATE, _THREW = range(4)
_RUN = (1 << RUN_BITS) - 1
_MOST = 255
_TRIPLE = 3
_REACH = 2


@compiled
def write_throw(state: StateRecord, seat: int, work: WorkRecord, kind: int, worth: float, out: Ints) -> None:
    """Write the vector of throwing a card; the plans of the hand are made."""
    _begin(state, seat, work, _THREW, int(work.least_of[kind]), worth, out)
    out[_CARD + kind] = 1
    out[_COPIES] = count(int(state.hand[seat]), kind)
    out[_LIVE + max(0, int(work.live[kind]))] = 1
    number = kind % LARGE
    near = 0
    for other in range(KINDS):
        away = abs(other % LARGE - number)
        if other != kind and (away == 0 or (away <= _REACH and other // LARGE == kind // LARGE)):
            near += int(work.live[other])
    out[_NEAR] = near
    for i in range(int(state.lefts)):
        left = int(state.left[i])
        if left % LEFT_THROWN == kind:
            out[_PILED + place_of(state, seat, left // LEFT_SEAT)] += 1
    out[_RED] = _REDDISH[kind]
    out[_REDS] -= _REDDISH[kind]


@compiled
def write_claim(
    state: StateRecord, sets: SetsRecord, seat: int, work: WorkRecord, action: int, worth: float, out: Ints
) -> None:
    """Write the vector of an answer to an open card, whose worth has just been worked out."""
    verb, card = action & VERB, int(state.card)
    did = _PASSED if verb == PASS else _PONGED if verb == PONG else _ATE
    _begin(state, seat, work, did, int(work.least), worth, out)
    out[_DUE] = work.due
    if verb == PONG:
        out[_LAID + card] = _TRIPLE
        out[_GAINED] = SAME_HU[EXPOSED_3][int(card >= LARGE)]
        out[_SETS] = 1
    elif verb != PASS:
        codes = action >> VERB_BITS
        while codes:
            run = (codes & _RUN) - 1
            code = int(sets.run_code[run])
            for kind in range(KINDS):
                out[_LAID + kind] += count(code, kind)
            out[_GAINED] += sets.run_hu[run]
            out[_SETS] += 1
            codes >>= RUN_BITS


@inlined
def _begin(
    state: StateRecord, seat: int, work: WorkRecord, did: int, least: int, worth: float, out: Ints
) -> None:
    """What all actions have in common."""
    for i in range(out.size):
        out[i] = 0
    out[_VERB + did] = 1
    out[_HU] = work.hu
    out[_WANTED] = max(0, int(work.left))
    out[_REDS] = size(int(work.cards) & REDS)
    out[_LEAST + min(max(least, 1), DISTANCES) - 1] = 1
    out[_WORTH] = as_points(worth)


@inlined
def write_preference(best: float, worth: float, chosen: int, out: Ints) -> None:
    """Write how an action compares to the policy's choice."""
    out[GAP] = int(min((best - worth) * GAP_UNIT, float(_MOST)))
    out[BEST] = chosen
