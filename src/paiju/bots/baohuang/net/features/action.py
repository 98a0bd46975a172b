"""The vector of each play, written beside the state's (see `features.state` for the records)."""

from __future__ import annotations

from paiju.bots.baohuang.compiled.memory import BIGS, SMALLS, copies_in
from paiju.bots.baohuang.compiled.outlook import WorkRecord, stands, stands_with_small
from paiju.bots.baohuang.compiled.parameters import WeightsRecord
from paiju.bots.baohuang.net.features.layout import ACTION, CHANCE, GAP_UNIT
from paiju.bots.baohuang.net.features.state import able_before, friend_byte
from paiju.bots.towers import starts
from paiju.games.baohuang.cards import FIRST_JOKER, MARKED_SMALL, SEATS, TWO
from paiju.kernels.baohuang.coding import (
    DEFER,
    fills_of,
    jokers_of,
    naturals_of,
    rank_of,
)
from paiju.kernels.baohuang.jokers import BY_KIND, KINDS_OF_JOKER
from paiju.kernels.baohuang.records import NO_RANK, RANKS, RulesRecord, StateRecord
from paiju.kernels.baohuang.shapes import bomb_of, cards_in, size_of
from paiju.kernels.jit import compiled, inlined
from paiju.kernels.records import Ints

(
    VERB, RANK, SET_SIZES, SIZE, NATURALS, FILLS, LAID, WHOLE, REST, GROUPS, LEFT, OUT, STANDS, HIGHER, ABOVE,
    OWNER_FRIEND, ABLE, SHOWS, BOMB, BEST, GAP, _END,
) = starts(ACTION)  # fmt: skip
_SIZES = 8
_MOST_GAP = 255.0
_MARKED_SMALL_PLACE = MARKED_SMALL - FIRST_JOKER


@compiled
def write_action(
    state: StateRecord,
    rules: RulesRecord,
    weights: WeightsRecord,
    work: WorkRecord,
    code: int,
    gap: float,
    best: int,
    out: Ints,
) -> None:
    """Write the vector of one action of the seat to act to `out`, `uint8` of shape (ACTION_SIZE,).

    `gap` is how far its score is behind the heuristic's best one, in turns; `best` is 1 for the heuristic's choice.
    """
    for i in range(out.size):
        out[i] = 0
    me = state.turn
    out[BEST] = best
    out[GAP] = int(min(_MOST_GAP, gap * GAP_UNIT))
    out[GROUPS], out[LEFT] = work.groups, state.sizes[me]
    if state.has_top:
        out[OWNER_FRIEND] = friend_byte(work, state.owner)
    if code <= DEFER:
        out[VERB + code] = 1
        out[STANDS] = int(max(0.0, work.stays) * CHANCE)
        return
    _write_cards(state, rules, me, code, out)
    _write_outlook(state, weights, work, me, code, out)


@inlined
def _write_cards(state: StateRecord, rules: RulesRecord, me: int, code: int, out: Ints) -> None:
    rank, held, size = rank_of(code), jokers_of(code), size_of(code)
    naturals, fills = cards_in(naturals_of(code)), cards_in(fills_of(code))
    out[RANK + rank] = 1
    out[SET_SIZES + min(size, _SIZES) - 1] = 1
    out[SIZE], out[NATURALS], out[FILLS] = size, naturals, fills
    for i in range(KINDS_OF_JOKER):
        out[LAID + i] = BY_KIND[held, i]
    if rank != NO_RANK:
        rest = int(state.counts[me, rank]) - naturals
        out[WHOLE], out[REST] = rest == 0, rest
        out[GROUPS] -= rest == 0
        if fills and state.counts[me, TWO] == fills:
            out[GROUPS] -= 1
    out[LEFT] = state.sizes[me] - size
    out[OUT] = state.sizes[me] == size
    out[SHOWS] = _shows_guard(state, me, code)
    out[BOMB] = 1 if rules.bombs and bomb_of(state, rules, me, code) > 0 else 0


@inlined
def _write_outlook(
    state: StateRecord, weights: WeightsRecord, work: WorkRecord, me: int, code: int, out: Ints
) -> None:
    rank, held, size = rank_of(code), jokers_of(code), size_of(code)
    chance = 1.0
    if not BIGS[held]:
        if held:
            chance = stands_with_small(weights, work, rank, size - SMALLS[held], SMALLS[held])
        else:
            chance = stands(weights, work, rank, size)
    out[STANDS] = int(chance * CHANCE)
    if rank != NO_RANK:
        for higher in range(rank + 1, RANKS):
            out[HIGHER] += work.unseen[higher] >= size
        if state.has_top and state.top_base != NO_RANK:
            out[ABOVE] = max(0, rank - state.top_base)
    out[ABLE] = able_before(state, me, me, size)
    for seat in range(SEATS):
        out[ABLE + 1] += seat != me and state.sizes[seat] == size


@inlined
def _shows_guard(state: StateRecord, me: int, code: int) -> bool:
    """Whether a play would show the seat to act as guard."""
    if me == state.emperor or not state.crown >> me & 1 or state.shown >> me & 1:
        return False
    held = jokers_of(code)
    if state.called < 0:
        return bool(BY_KIND[held, _MARKED_SMALL_PLACE])
    return BY_KIND[held, KINDS_OF_JOKER - 1] > 0 or copies_in(code, state.called) > 0
