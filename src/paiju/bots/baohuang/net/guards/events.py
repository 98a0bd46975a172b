"""Events and stands written by the kernel, and a deal replayed up to a question.

All functions take one record each: `s` a `STATE`, `r` a `RULES`, `m` a `MEMORY`, `w` a `WEIGHTS`. Of the hidden hands
they read the viewer's alone. `chances` is scratch for five numbers.
"""

from __future__ import annotations

from math import exp
from typing import Any

from paiju.bots.baohuang.compiled.memory import (
    BIG_FACE,
    BIGS,
    NEVER_REFUSED,
    SMALL_FACE,
    SMALLS,
    begin,
    notice,
)
from paiju.bots.baohuang.net.features.layout import CHANCE, OTHERS, REFUSALS, starts
from paiju.bots.baohuang.net.features.state import able_before
from paiju.bots.baohuang.net.guards.layout import EVENT, SEAT_SIZE, SIZES
from paiju.games.baohuang.cards import SEATS
from paiju.kernels.baohuang.codes import DEFER, FILLS_AT, JOKERS_AT, JOKERS_MASK
from paiju.kernels.baohuang.playing import act
from paiju.kernels.baohuang.records import RANKS
from paiju.kernels.baohuang.shapes import cards_in, size_of
from paiju.kernels.jit import compiled, inlined

(
    VERB, OWNER, EMPEROR, IMPERIAL, TOP_SIZE, TOP_RANK, TOP_JOKERS, PASSES, OWNER_SIZE, OWNER_GUARD, REFUSED_NOW,
    HIGHER, AFTER, GUARD, SIZE, RANK, JOKERS, FILLS, ABOVE, ALIKE, LEFT, UNSEEN_JOKERS, UNSEEN_TWOS, OTHER_SIZES,
    GUARDS, PLAYED, REFUSED, OUTS, _END,
) = starts(EVENT)  # fmt: skip
_SIZE, _SMALL, _BIG, _CHANCE, _GONE = range(SEAT_SIZE)
_TWO = RANKS - 1


@compiled
def guess(s: Any, m: Any, chances: Any) -> None:
    """Write each seat's chance to be the guard that the heuristic's log-odds stand for."""
    most = -1e300
    for i in range(SEATS):
        if i != s.emperor:
            most = max(most, m.odds[i])
    total = 0.0
    for i in range(SEATS):
        chances[i] = 0.0
        if i != s.emperor:
            chances[i] = exp(m.odds[i] - most)
            total += chances[i]
    for i in range(SEATS):
        chances[i] /= total


@inlined
def _unseen(s: Any, m: Any, viewer: int, rank: int) -> int:
    return max(0, int(m.left[rank]) - int(s.counts[viewer, rank]))


@inlined
def _more(s: Any, m: Any, viewer: int, rank: int, size: int) -> int:
    """Ranks above one of which the viewer misses `size` cards or more."""
    count = 0
    for higher in range(rank + 1, RANKS):
        count += _unseen(s, m, viewer, higher) >= size
    return count


@compiled
def write_event(s: Any, m: Any, viewer: int, code: int, chances: Any, out: Any) -> None:
    """Write what the seat to act is about to do to `out`, `uint8` of shape (EVENT_SIZE,); after `guess`."""
    for i in range(out.size):
        out[i] = 0
    me = s.turn
    plays = code > DEFER
    out[VERB + (0 if not s.has_top else 2 if plays else 1)] = 1
    out[EMPEROR + (s.emperor - me) % SEATS] = 1
    if s.has_top:
        _write_top(s, m, viewer, me, chances, out)
    else:
        out[OWNER] = out[TOP_SIZE] = 1
    if plays:
        _write_play(s, m, viewer, code, out)
    else:
        out[SIZE] = 1
    out[GUARD], out[LEFT], out[OUTS] = int(CHANCE * chances[me]), s.sizes[me], s.outs
    _write_unseen(s, m, viewer, out[UNSEEN_JOKERS : UNSEEN_JOKERS + 2])
    out[UNSEEN_TWOS] = _unseen(s, m, viewer, _TWO)
    for i in range(OTHERS):
        seat = (me + 1 + i) % SEATS
        out[OTHER_SIZES + i], out[GUARDS + i] = s.sizes[seat], int(CHANCE * chances[seat])
    out[PLAYED], out[PLAYED + 1] = m.played[me, SMALL_FACE], m.played[me, BIG_FACE]
    out[PLAYED + 2] = m.played[me, _TWO]
    for i in range(REFUSALS):
        out[REFUSED + i] = _refused(m, me, i)


@inlined
def _refused(m: Any, seat: int, at: int) -> int:
    base = int(m.refused[seat, at])
    return 0 if base == NEVER_REFUSED else base + 1


@inlined
def _write_top(s: Any, m: Any, viewer: int, me: int, chances: Any, out: Any) -> None:
    size = int(s.top_size)
    out[OWNER + (s.owner - me) % SEATS] = 1
    out[IMPERIAL] = s.owner == s.emperor
    out[TOP_SIZE + min(size, SIZES)] = 1
    out[TOP_RANK + s.top_base] = 1
    out[TOP_JOKERS] = s.levels[0]
    out[TOP_JOKERS + 1] = s.levels[1] + s.levels[2] + s.levels[3] + s.levels[4]
    out[PASSES], out[OWNER_SIZE], out[OWNER_GUARD] = (
        s.passes,
        s.sizes[s.owner],
        int(CHANCE * chances[s.owner]),
    )
    out[REFUSED_NOW] = _refused(m, me, max(0, min(size, REFUSALS) - 1))
    out[HIGHER] = _more(s, m, viewer, int(s.top_base), size)
    out[AFTER] = able_before(s, me, s.owner, size)


@inlined
def _write_play(s: Any, m: Any, viewer: int, code: int, out: Any) -> None:
    size, held, rank = size_of(code), code >> JOKERS_AT & JOKERS_MASK, code & 15
    out[SIZE + min(size, SIZES)] = 1
    out[RANK + rank] = 1
    out[JOKERS], out[JOKERS + 1], out[FILLS] = SMALLS[held], BIGS[held], cards_in(code >> FILLS_AT)
    out[ABOVE] = _more(s, m, viewer, rank, size)
    if rank < RANKS:
        out[ALIKE] = _unseen(s, m, viewer, rank)


@inlined
def _write_unseen(s: Any, m: Any, viewer: int, out: Any) -> None:
    """Jokers that the viewer does not see: small, bigger."""
    held = s.jokers[viewer]
    out[0] = max(0, m.left[SMALL_FACE] - SMALLS[held])
    out[1] = max(0, m.left[BIG_FACE] - BIGS[held])


@compiled
def write_stand(s: Any, m: Any, viewer: int, chances: Any, out: Any) -> None:
    """Write what the table shows the viewer to `out`, `uint8` of shape (STAND_SIZE,); after `guess`."""
    for i in range(OTHERS):
        seat, at = (s.emperor + 1 + i) % SEATS, i * SEAT_SIZE
        out[at + _SIZE], out[at + _GONE] = s.sizes[seat], s.gone >> seat & 1
        out[at + _SMALL], out[at + _BIG] = m.played[seat, SMALL_FACE], m.played[seat, BIG_FACE]
        out[at + _CHANCE] = int(CHANCE * chances[seat])
    at = OTHERS * SEAT_SIZE
    out[at] = s.sizes[s.emperor]
    _write_unseen(s, m, viewer, out[at + 1 : at + 3])
    held = s.jokers[viewer]
    out[at + 3], out[at + 4], out[at + 5], out[at + 6] = SMALLS[held], BIGS[held], s.outs, viewer == s.emperor


@compiled
def replay(
    state: Any, rules: Any, memory: Any, weights: Any, viewer: int, codes: Any, chances: Any, events: Any, seats: Any,
    stand: Any,
) -> int:  # fmt: skip
    """Play a deal from its first lead by `codes`; returns how many events there were.

    `events` gets one row for each action of a seat other than the emperor and the viewer, `seats` who that was (seats
    after the emperor, less 1), `stand` what the table shows in the end.
    """
    s, r, m, w = state[0], rules[0], memory[0], weights[0]
    begin(s, r, m)
    count = 0
    for code in codes:
        if s.turn not in (s.emperor, viewer):
            guess(s, m, chances)
            write_event(s, m, viewer, code, chances, events[count])
            seats[count] = (s.turn - s.emperor - 1) % SEATS
            count += 1
        notice(s, r, m, w, code)
        act(s, r, code)
    guess(s, m, chances)
    write_stand(s, m, viewer, chances, stand)
    return count
