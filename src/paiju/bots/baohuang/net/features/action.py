"""The vector of each play, written beside the state's (see `features.state` for the records)."""

from __future__ import annotations

from typing import Any

from paiju.bots.baohuang.compiled.memory import BIGS, SMALLS, copies_in
from paiju.bots.baohuang.compiled.outlook import stands, stands_with_small
from paiju.bots.baohuang.net.features.layout import ACTION, CHANCE, GAP_UNIT, starts
from paiju.bots.baohuang.net.features.state import able_before, friend_byte
from paiju.games.baohuang.cards import FIRST_JOKER, MARKED_SMALL, SEATS, TWO
from paiju.kernels.baohuang.codes import DEFER, FILLS_AT, JOKERS_AT, JOKERS_MASK, NATURALS_AT, SUITS_MASK
from paiju.kernels.baohuang.jokers import BY_KIND, KINDS_OF_JOKER
from paiju.kernels.baohuang.records import NO_RANK, RANKS
from paiju.kernels.baohuang.shapes import bomb_of, cards_in, size_of
from paiju.kernels.jit import compiled, inlined

(
    VERB, RANK, SET_SIZES, SIZE, NATURALS, FILLS, LAID, WHOLE, REST, GROUPS, LEFT, OUT, STANDS, HIGHER, ABOVE,
    OWNER_FRIEND, ABLE, SHOWS, BOMB, BEST, GAP, _END,
) = starts(ACTION)  # fmt: skip
_SIZES = 8
_MOST_GAP = 255.0
_MARKED_SMALL_PLACE = MARKED_SMALL - FIRST_JOKER


@compiled
def write_action(s: Any, r: Any, w: Any, k: Any, code: int, gap: float, best: int, out: Any) -> None:
    """Write the vector of one action of the seat to act to `out`, `uint8` of shape (ACTION_SIZE,).

    `gap` is how far its score is behind the heuristic's best one, in turns; `best` is 1 for the heuristic's choice.
    """
    for i in range(out.size):
        out[i] = 0
    me = s.turn
    out[BEST] = best
    out[GAP] = int(min(_MOST_GAP, gap * GAP_UNIT))
    out[GROUPS], out[LEFT] = k.groups, s.sizes[me]
    if s.has_top:
        out[OWNER_FRIEND] = friend_byte(k, s.owner)
    if code <= DEFER:
        out[VERB + code] = 1
        out[STANDS] = int(max(0.0, k.stays) * CHANCE)
        return
    _write_cards(s, r, me, code, out)
    _write_outlook(s, w, k, me, code, out)


@inlined
def _write_cards(s: Any, r: Any, me: int, code: int, out: Any) -> None:
    rank, held, size = code & 15, code >> JOKERS_AT & JOKERS_MASK, size_of(code)
    naturals, fills = cards_in(code >> NATURALS_AT & SUITS_MASK), cards_in(code >> FILLS_AT)
    out[RANK + rank] = 1
    out[SET_SIZES + min(size, _SIZES) - 1] = 1
    out[SIZE], out[NATURALS], out[FILLS] = size, naturals, fills
    for i in range(KINDS_OF_JOKER):
        out[LAID + i] = BY_KIND[held, i]
    if rank != NO_RANK:
        rest = int(s.counts[me, rank]) - naturals
        out[WHOLE], out[REST] = rest == 0, rest
        out[GROUPS] -= rest == 0
        if fills and s.counts[me, TWO] == fills:
            out[GROUPS] -= 1
    out[LEFT] = s.sizes[me] - size
    out[OUT] = s.sizes[me] == size
    out[SHOWS] = _shows_guard(s, me, code)
    out[BOMB] = 1 if r.bombs and bomb_of(s, r, me, code) > 0 else 0


@inlined
def _write_outlook(s: Any, w: Any, k: Any, me: int, code: int, out: Any) -> None:
    rank, held, size = code & 15, code >> JOKERS_AT & JOKERS_MASK, size_of(code)
    chance = 1.0
    if not BIGS[held]:
        if held:
            chance = stands_with_small(w, k, rank, size - SMALLS[held], SMALLS[held])
        else:
            chance = stands(w, k, rank, size)
    out[STANDS] = int(chance * CHANCE)
    if rank != NO_RANK:
        for higher in range(rank + 1, RANKS):
            out[HIGHER] += k.unseen[higher] >= size
        if s.has_top and s.top_base != NO_RANK:
            out[ABOVE] = max(0, rank - s.top_base)
    out[ABLE] = able_before(s, me, me, size)
    for seat in range(SEATS):
        out[ABLE + 1] += seat != me and s.sizes[seat] == size


@inlined
def _shows_guard(s: Any, me: int, code: int) -> bool:
    """Whether a play would show the seat to act as guard."""
    if me == s.emperor or not s.crown >> me & 1 or s.shown >> me & 1:
        return False
    held = code >> JOKERS_AT & JOKERS_MASK
    if s.called < 0:
        return BY_KIND[held, _MARKED_SMALL_PLACE] > 0
    return BY_KIND[held, KINDS_OF_JOKER - 1] > 0 or copies_in(code, s.called) > 0
