"""What the guard's network reads, written down: events (answers and plays), and what the table shows in the end.

Of the hidden hands the viewer's alone is read. `chances` has room for one number a seat.
"""

from __future__ import annotations

from math import exp

from paiju.bots.baohuang.compiled.memory import (
    BIG_FACE,
    BIGS,
    NEVER_REFUSED,
    SMALL_FACE,
    SMALLS,
    MemoryRecord,
    WeightsRecord,
    begin,
    notice,
)
from paiju.bots.baohuang.net.features import CHANCE, OTHERS, REFUSALS, able_before
from paiju.bots.baohuang.net.guards.network import EVENT, SEAT_SIZE, SIZES
from paiju.bots.networks import starts
from paiju.games.baohuang.cards import SEATS
from paiju.kernels.baohuang.actions import DEFER, cards_in, fills_of, jokers_of, rank_of, size_of
from paiju.kernels.baohuang.play import act
from paiju.kernels.baohuang.records import RANKS, RulesRecord, StateRecord
from paiju.kernels.jit import compiled, inlined
from paiju.kernels.records import Floats, Grid, Ints, Records

(
    VERB, OWNER, EMPEROR, IMPERIAL, TOP_SIZE, TOP_RANK, TOP_JOKERS, PASSES, OWNER_SIZE, OWNER_GUARD, REFUSED_NOW,
    HIGHER, AFTER, GUARD, SIZE, RANK, JOKERS, FILLS, ABOVE, ALIKE, LEFT, UNSEEN_JOKERS, UNSEEN_TWOS, OTHER_SIZES,
    GUARDS, PLAYED, REFUSED, OUTS, _END,
) = starts(EVENT)  # fmt: skip
_SIZE, _SMALL, _BIG, _CHANCE, _GONE = range(SEAT_SIZE)
_TWO = RANKS - 1


@compiled
def guess(state: StateRecord, memory: MemoryRecord, chances: Floats) -> None:
    """Write each seat's chance to be the guard that the heuristic's log-odds stand for."""
    most = -1e300
    for i in range(SEATS):
        if i != state.emperor:
            most = max(most, memory.odds[i])
    total = 0.0
    for i in range(SEATS):
        chances[i] = 0.0
        if i != state.emperor:
            chances[i] = exp(memory.odds[i] - most)
            total += chances[i]
    for i in range(SEATS):
        chances[i] /= total


@inlined
def _unseen(state: StateRecord, memory: MemoryRecord, viewer: int, rank: int) -> int:
    return max(0, int(memory.left[rank]) - int(state.counts[viewer, rank]))


@inlined
def _more(state: StateRecord, memory: MemoryRecord, viewer: int, rank: int, size: int) -> int:
    """Ranks above one of which the viewer misses `size` cards or more."""
    count = 0
    for higher in range(rank + 1, RANKS):
        count += _unseen(state, memory, viewer, higher) >= size
    return count


@compiled
def write_event(
    state: StateRecord, memory: MemoryRecord, viewer: int, code: int, chances: Floats, out: Ints
) -> None:
    """Write what the seat to act is about to do to `out`, `uint8` of shape (EVENT_SIZE,); after `guess`."""
    for i in range(out.size):
        out[i] = 0
    me = state.turn
    plays = code > DEFER
    out[VERB + (0 if not state.has_top else 2 if plays else 1)] = 1
    out[EMPEROR + (state.emperor - me) % SEATS] = 1
    if state.has_top:
        _write_top(state, memory, viewer, me, chances, out)
    else:
        out[OWNER] = out[TOP_SIZE] = 1
    if plays:
        _write_play(state, memory, viewer, code, out)
    else:
        out[SIZE] = 1
    out[GUARD], out[LEFT], out[OUTS] = int(CHANCE * chances[me]), state.sizes[me], state.outs
    _write_unseen(state, memory, viewer, out[UNSEEN_JOKERS : UNSEEN_JOKERS + 2])
    out[UNSEEN_TWOS] = _unseen(state, memory, viewer, _TWO)
    for i in range(OTHERS):
        seat = (me + 1 + i) % SEATS
        out[OTHER_SIZES + i], out[GUARDS + i] = state.sizes[seat], int(CHANCE * chances[seat])
    out[PLAYED], out[PLAYED + 1] = memory.played[me, SMALL_FACE], memory.played[me, BIG_FACE]
    out[PLAYED + 2] = memory.played[me, _TWO]
    for i in range(REFUSALS):
        out[REFUSED + i] = _refused(memory, me, i)


@inlined
def _refused(memory: MemoryRecord, seat: int, at: int) -> int:
    base = int(memory.refused[seat, at])
    return 0 if base == NEVER_REFUSED else base + 1


@inlined
def _write_top(
    state: StateRecord, memory: MemoryRecord, viewer: int, me: int, chances: Floats, out: Ints
) -> None:
    size = int(state.top_size)
    out[OWNER + (state.owner - me) % SEATS] = 1
    out[IMPERIAL] = state.owner == state.emperor
    out[TOP_SIZE + min(size, SIZES)] = 1
    out[TOP_RANK + state.top_base] = 1
    out[TOP_JOKERS] = state.levels[0]
    out[TOP_JOKERS + 1] = state.levels[1] + state.levels[2] + state.levels[3] + state.levels[4]
    out[PASSES], out[OWNER_SIZE], out[OWNER_GUARD] = (
        state.passes,
        state.sizes[state.owner],
        int(CHANCE * chances[state.owner]),
    )
    out[REFUSED_NOW] = _refused(memory, me, max(0, min(size, REFUSALS) - 1))
    out[HIGHER] = _more(state, memory, viewer, int(state.top_base), size)
    out[AFTER] = able_before(state, me, state.owner, size)


@inlined
def _write_play(state: StateRecord, memory: MemoryRecord, viewer: int, code: int, out: Ints) -> None:
    size, held, rank = size_of(code), jokers_of(code), rank_of(code)
    out[SIZE + min(size, SIZES)] = 1
    out[RANK + rank] = 1
    out[JOKERS], out[JOKERS + 1], out[FILLS] = SMALLS[held], BIGS[held], cards_in(fills_of(code))
    out[ABOVE] = _more(state, memory, viewer, rank, size)
    if rank < RANKS:
        out[ALIKE] = _unseen(state, memory, viewer, rank)


@inlined
def _write_unseen(state: StateRecord, memory: MemoryRecord, viewer: int, out: Ints) -> None:
    """Jokers that the viewer does not see: small, bigger."""
    held = state.jokers[viewer]
    out[0] = max(0, memory.left[SMALL_FACE] - SMALLS[held])
    out[1] = max(0, memory.left[BIG_FACE] - BIGS[held])


@compiled
def write_scene(state: StateRecord, memory: MemoryRecord, viewer: int, chances: Floats, out: Ints) -> None:
    """Write what the table shows the viewer to `out`, `uint8` of shape (SCENE_SIZE,); after `guess`."""
    for i in range(OTHERS):
        seat, at = (state.emperor + 1 + i) % SEATS, i * SEAT_SIZE
        out[at + _SIZE], out[at + _GONE] = state.sizes[seat], state.gone >> seat & 1
        out[at + _SMALL], out[at + _BIG] = memory.played[seat, SMALL_FACE], memory.played[seat, BIG_FACE]
        out[at + _CHANCE] = int(CHANCE * chances[seat])
    at = OTHERS * SEAT_SIZE
    out[at] = state.sizes[state.emperor]
    _write_unseen(state, memory, viewer, out[at + 1 : at + 3])
    held = state.jokers[viewer]
    out[at + 3], out[at + 4], out[at + 5], out[at + 6] = (
        SMALLS[held],
        BIGS[held],
        state.outs,
        viewer == state.emperor,
    )


@compiled
def replay(
    state: Records[StateRecord], rules: Records[RulesRecord], memory: Records[MemoryRecord], weights: Records[WeightsRecord], viewer: int, codes: Ints, chances: Floats, events: Grid[int], seats: Ints,
    scene: Ints,
) -> int:  # fmt: skip
    """Play a deal from its first lead by `codes`; returns how many events there were.

    `events` gets one row for each action of a seat other than the emperor and the viewer, `seats` who that was (seats
    after the emperor, less 1), `scene` what the table shows in the end.
    """
    begin(state[0], rules[0], memory[0])
    count = 0
    for code in codes:
        if state[0].turn not in (state[0].emperor, viewer):
            guess(state[0], memory[0], chances)
            write_event(state[0], memory[0], viewer, code, chances, events[count])
            seats[count] = (state[0].turn - state[0].emperor - 1) % SEATS
            count += 1
        notice(state[0], rules[0], memory[0], weights[0], code)
        act(state[0], rules[0], code)
    guess(state[0], memory[0], chances)
    write_scene(state[0], memory[0], viewer, chances, scene)
    return count
