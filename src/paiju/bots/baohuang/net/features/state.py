"""The state's vector, written for the seat to act. Only what that seat may see is read of a state.

`seeing.see` has been called for the question.
"""

from __future__ import annotations

from paiju.bots.baohuang.compiled.memory import NEVER_REFUSED, MemoryRecord
from paiju.bots.baohuang.compiled.outlook import WorkRecord, stands
from paiju.bots.baohuang.compiled.parameters import WeightsRecord
from paiju.bots.baohuang.net.features.layout import (
    CHANCE,
    HAND_SIZES,
    ODDS_UNIT,
    ODDS_ZERO,
    OTHERS,
    REFUSALS,
    RIVAL,
    RIVAL_SIZE,
    SIZES,
    STATE,
)
from paiju.bots.baohuang.net.features.trail import PASSED, PLAYED, TrailRecord
from paiju.bots.towers import starts
from paiju.games.baohuang.cards import SEATS
from paiju.kernels.baohuang.jokers import BY_KIND, KINDS_OF_JOKER
from paiju.kernels.baohuang.listing import restriction
from paiju.kernels.baohuang.records import NO_RANK, RANKS, RulesRecord, StateRecord
from paiju.kernels.jit import compiled, inlined
from paiju.kernels.records import Ints

_AT = dict(zip((field.name for field in STATE), starts(STATE), strict=False))
_IN = dict(zip((field.name for field in RIVAL), starts(RIVAL), strict=False))
OWN, OWN_JOKERS, GROUPS, RANKS_HELD, LEFT, STANDS, UNSEEN = (
    _AT[name] for name in ("own", "own_jokers", "groups", "ranks", "left", "stands", "unseen")
)
RIVALS = _AT["size1"]
ROLE, KNOWN, ALONE, KEPT, LEAD, TOP_SIZE, TOP_SIZES, TOP_RANK, NEED, BOMB = (
    _AT[name] for name in ("role", "known", "alone", "kept", "lead", "top_size", "top_sizes", "top_rank", "need", "bomb")
)  # fmt: skip
OWNER, OWNER_FRIEND, PASSES, AFTER, AGAIN, OPTIONS = (
    _AT[name] for name in ("owner", "owner_friend", "passes", "after", "again", "rules")
)
(
    _SIZE, _NEAR, _GONE, _PLACE, _CARDS, _ANSWERED, _BARRED, _REACTED, _ODDS, _FRIEND, _REFUSED, _EMPEROR, _SHOWN,
) = (_IN[field.name] for field in RIVAL)  # fmt: skip
SHOWN_BITS = tuple(RIVALS + i * RIVAL_SIZE + _SHOWN for i in range(OTHERS))
"""Where a vector says that a seat has shown itself as guard."""
_LARGEST = 168
_FURTHEST = 3.9


@compiled
def write_state(
    state: StateRecord,
    rules: RulesRecord,
    memory: MemoryRecord,
    trail: TrailRecord,
    weights: WeightsRecord,
    work: WorkRecord,
    out: Ints,
) -> None:
    """Write the vector of the seat to act to `out`, `uint8` of shape (STATE_SIZE,)."""
    for i in range(out.size):
        out[i] = 0
    me = state.turn
    _write_own(state, weights, work, me, out)
    for i in range(OTHERS):
        seat = (me + 1 + i) % SEATS
        at = RIVALS + i * RIVAL_SIZE
        _write_rival(state, memory, trail, work, seat, out[at : at + RIVAL_SIZE])
    _write_roles(state, rules, me, out)
    if state.has_top:
        _write_trick(state, work, me, out)
    else:
        out[LEAD] = 1
    out[OPTIONS], out[OPTIONS + 1], out[OPTIONS + 2] = rules.suited, rules.low_last, rules.bombs
    out[OPTIONS + 3], out[OPTIONS + 4], out[OPTIONS + 5] = (
        rules.hard_pass,
        rules.deck_size > _LARGEST,
        rules.calls,
    )


@inlined
def friend_byte(work: WorkRecord, seat: int) -> int:
    """The chance that a seat is on the viewer's side, in 255ths."""
    return int((1.0 + work.friendship[seat]) / 2 * CHANCE)


@compiled
def _write_own(state: StateRecord, weights: WeightsRecord, work: WorkRecord, me: int, out: Ints) -> None:
    for rank in range(RANKS):
        copies = int(state.counts[me, rank])
        out[OWN + rank] = copies
        out[UNSEEN + rank] = max(0, work.unseen[rank])
        if copies:
            out[GROUPS + min(copies, SIZES) - 1] += 1
            out[RANKS_HELD] += 1
            out[STANDS + rank] = int(stands(weights, work, rank, copies) * CHANCE)
    out[UNSEEN + RANKS], out[UNSEEN + RANKS + 1] = max(0, work.unseen_small), max(0, work.unseen_big)
    for i in range(KINDS_OF_JOKER):
        out[OWN_JOKERS + i] = BY_KIND[state.jokers[me], i]
    out[LEFT] = state.sizes[me]


@inlined
def _write_rival(
    state: StateRecord, memory: MemoryRecord, trail: TrailRecord, work: WorkRecord, seat: int, row: Ints
) -> None:
    size = int(state.sizes[seat])
    row[_SIZE] = size
    if 0 < size <= HAND_SIZES:
        row[_NEAR + size - 1] = 1
    if state.gone >> seat & 1:
        row[_GONE] = 1
        for i in range(state.outs):
            if state.out[i] == seat:
                row[_PLACE] = i + 1
    for face in range(RANKS + 2):
        row[_CARDS + face] = memory.played[seat, face]
    if state.has_top:
        row[_ANSWERED] = trail.answered[seat] == PASSED
        row[_ANSWERED + 1] = trail.answered[seat] == PLAYED
    row[_BARRED] = state.barred >> seat & 1
    for i in range(4):
        row[_REACTED + i] = trail.reacted[seat, i]
    row[_ODDS] = ODDS_ZERO + int(max(-_FURTHEST, min(_FURTHEST, memory.odds[seat])) * ODDS_UNIT)
    row[_FRIEND] = friend_byte(work, seat)
    for i in range(REFUSALS):
        base = int(memory.refused[seat, i])
        row[_REFUSED + i] = 0 if base == NEVER_REFUSED else base + 1
    row[_EMPEROR] = seat == state.emperor
    row[_SHOWN] = state.shown >> seat & 1


@inlined
def _write_roles(state: StateRecord, rules: RulesRecord, me: int, out: Ints) -> None:
    crown = state.crown >> me & 1
    out[ROLE] = me == state.emperor
    out[ROLE + 1] = 1 if crown and me != state.emperor else 0
    out[ROLE + 2] = 1 - crown
    out[KNOWN] = state.shown >> me & 1
    out[ALONE] = state.solo_shown == 1 or (me == state.emperor and state.guard < 0)
    out[KEPT] = restriction(state, rules, me) >= 0


@inlined
def _write_trick(state: StateRecord, work: WorkRecord, me: int, out: Ints) -> None:
    out[TOP_SIZE] = state.top_size
    if state.top_size:
        out[TOP_SIZES + min(state.top_size, SIZES) - 1] = 1
    out[TOP_RANK + state.top_base] = 1
    out[NEED], out[NEED + 1] = state.need, state.need_big
    out[BOMB] = state.top_bomb > 0
    distance = (state.owner - me) % SEATS
    if distance:
        out[OWNER + distance - 1] = 1
    out[OWNER_FRIEND] = friend_byte(work, state.owner)
    out[PASSES] = state.passes
    out[AFTER] = able_before(state, me, state.owner, state.top_size)
    out[AGAIN], out[AGAIN + 1] = state.debt, state.asked_again


@inlined
def able_before(state: StateRecord, me: int, owner: int, size: int) -> int:
    """Seats after `me` and before `owner` that may still answer and hold `size` cards."""
    able = 0
    for step in range(1, SEATS):
        seat = (me + step) % SEATS
        if seat == owner:
            break
        if not (state.gone | state.barred) >> seat & 1 and state.sizes[seat] >= size:
            able += 1
    return able


assert NO_RANK == RANKS
