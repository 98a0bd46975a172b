"""The state's vector, written for the seat to act. Only what that seat may see is read of a state.

All functions take one record each: `s` a `STATE`, `r` a `RULES`, `m` a `MEMORY`, `t` a `TRAIL`, `w` a `WEIGHTS`, `k`
the `WORK` that `seeing.see` filled for this question.
"""

from __future__ import annotations

from typing import Any

from paiju.bots.baohuang.compiled.memory import NEVER_REFUSED
from paiju.bots.baohuang.compiled.outlook import stands
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
    starts,
)
from paiju.bots.baohuang.net.features.trail import PASSED, PLAYED
from paiju.games.baohuang.cards import SEATS
from paiju.kernels.baohuang.jokers import BY_KIND, KINDS_OF_JOKER
from paiju.kernels.baohuang.listing import restriction
from paiju.kernels.baohuang.records import NO_RANK, RANKS
from paiju.kernels.jit import compiled, inlined

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
def write_state(s: Any, r: Any, m: Any, t: Any, w: Any, k: Any, out: Any) -> None:
    """Write the vector of the seat to act to `out`, `uint8` of shape (STATE_SIZE,)."""
    for i in range(out.size):
        out[i] = 0
    me = s.turn
    _write_own(s, w, k, me, out)
    for i in range(OTHERS):
        seat = (me + 1 + i) % SEATS
        at = RIVALS + i * RIVAL_SIZE
        _write_rival(s, m, t, k, seat, out[at : at + RIVAL_SIZE])
    _write_roles(s, r, me, out)
    if s.has_top:
        _write_trick(s, k, me, out)
    else:
        out[LEAD] = 1
    out[OPTIONS], out[OPTIONS + 1], out[OPTIONS + 2] = r.suited, r.low_last, r.bombs
    out[OPTIONS + 3], out[OPTIONS + 4], out[OPTIONS + 5] = r.hard_pass, r.deck_size > _LARGEST, r.calls


@inlined
def friend_byte(k: Any, seat: int) -> int:
    """The chance that a seat is on the viewer's side, in 255ths."""
    return int((1.0 + k.friendship[seat]) / 2 * CHANCE)


@compiled
def _write_own(s: Any, w: Any, k: Any, me: int, out: Any) -> None:
    for rank in range(RANKS):
        copies = int(s.counts[me, rank])
        out[OWN + rank] = copies
        out[UNSEEN + rank] = max(0, k.unseen[rank])
        if copies:
            out[GROUPS + min(copies, SIZES) - 1] += 1
            out[RANKS_HELD] += 1
            out[STANDS + rank] = int(stands(w, k, rank, copies) * CHANCE)
    out[UNSEEN + RANKS], out[UNSEEN + RANKS + 1] = max(0, k.unseen_small), max(0, k.unseen_big)
    for i in range(KINDS_OF_JOKER):
        out[OWN_JOKERS + i] = BY_KIND[s.jokers[me], i]
    out[LEFT] = s.sizes[me]


@inlined
def _write_rival(s: Any, m: Any, t: Any, k: Any, seat: int, row: Any) -> None:
    size = int(s.sizes[seat])
    row[_SIZE] = size
    if 0 < size <= HAND_SIZES:
        row[_NEAR + size - 1] = 1
    if s.gone >> seat & 1:
        row[_GONE] = 1
        for i in range(s.outs):
            if s.out[i] == seat:
                row[_PLACE] = i + 1
    for face in range(RANKS + 2):
        row[_CARDS + face] = m.played[seat, face]
    if s.has_top:
        row[_ANSWERED] = t.answered[seat] == PASSED
        row[_ANSWERED + 1] = t.answered[seat] == PLAYED
    row[_BARRED] = s.barred >> seat & 1
    for i in range(4):
        row[_REACTED + i] = t.reacted[seat, i]
    row[_ODDS] = ODDS_ZERO + int(max(-_FURTHEST, min(_FURTHEST, m.odds[seat])) * ODDS_UNIT)
    row[_FRIEND] = friend_byte(k, seat)
    for i in range(REFUSALS):
        base = int(m.refused[seat, i])
        row[_REFUSED + i] = 0 if base == NEVER_REFUSED else base + 1
    row[_EMPEROR] = seat == s.emperor
    row[_SHOWN] = s.shown >> seat & 1


@inlined
def _write_roles(s: Any, r: Any, me: int, out: Any) -> None:
    crown = s.crown >> me & 1
    out[ROLE] = me == s.emperor
    out[ROLE + 1] = 1 if crown and me != s.emperor else 0
    out[ROLE + 2] = 1 - crown
    out[KNOWN] = s.shown >> me & 1
    out[ALONE] = s.solo_shown == 1 or (me == s.emperor and s.guard < 0)
    out[KEPT] = restriction(s, r, me) >= 0


@inlined
def _write_trick(s: Any, k: Any, me: int, out: Any) -> None:
    out[TOP_SIZE] = s.top_size
    if s.top_size:
        out[TOP_SIZES + min(s.top_size, SIZES) - 1] = 1
    out[TOP_RANK + s.top_base] = 1
    out[NEED], out[NEED + 1] = s.need, s.need_big
    out[BOMB] = s.top_bomb > 0
    distance = (s.owner - me) % SEATS
    if distance:
        out[OWNER + distance - 1] = 1
    out[OWNER_FRIEND] = friend_byte(k, s.owner)
    out[PASSES] = s.passes
    out[AFTER] = able_before(s, me, s.owner, s.top_size)
    out[AGAIN], out[AGAIN + 1] = s.debt, s.asked_again


@inlined
def able_before(s: Any, me: int, owner: int, size: int) -> int:
    """Seats after `me` and before `owner` that may still answer and hold `size` cards."""
    able = 0
    for step in range(1, SEATS):
        seat = (me + step) % SEATS
        if seat == owner:
            break
        if not (s.gone | s.barred) >> seat & 1 and s.sizes[seat] >= size:
            able += 1
    return able


assert NO_RANK == RANKS
