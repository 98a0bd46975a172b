"""What the guard's network reads, written down: events (answers and plays), and what the table shows in the end.

Of the hidden hands the viewer's alone is read. `chances` has room for one number a seat.
"""

from __future__ import annotations

import random
from math import exp
from pathlib import Path
from typing import NamedTuple

import numpy as np

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
    weights_of,
)
from paiju.bots.baohuang.net.features import CHANCE, OTHERS, REFUSALS, able_before
from paiju.bots.baohuang.net.guards.network import (
    EVENT,
    EVENT_SIZE,
    SCENE_SIZE,
    SEAT_SIZE,
    SIZES,
    VERSION,
    Bytes,
    GuardNetwork,
    Numbers,
    Questions,
)
from paiju.bots.baohuang.net.playing import read_weights, signature
from paiju.bots.networks import starts
from paiju.games.baohuang import GAME
from paiju.games.baohuang.actions import Action
from paiju.games.baohuang.cards import EMPTY, SEATS
from paiju.games.baohuang.determinize.draw import determinize
from paiju.games.baohuang.state import Phase, Role
from paiju.games.baohuang.views import View
from paiju.kernels.baohuang.actions import DEFER, cards_in, encode, fills_of, jokers_of, rank_of, size_of
from paiju.kernels.baohuang.adapter import from_law
from paiju.kernels.baohuang.play import act
from paiju.kernels.baohuang.records import RANKS, RulesRecord, StateRecord
from paiju.kernels.baohuang.rules import rules_for
from paiju.kernels.jit import compiled, inlined
from paiju.kernels.records import Floats, Grid, Ints, Records, new

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


# --- chances to be the guard from a view: its deal replayed in the kernel


SHIPPED = Path(__file__).parent.parent / "weights" / "guards.safetensors"


class Evidence(NamedTuple):
    """Everything a view shows of who the guard is, but for the roles."""

    events: Bytes
    seats: Numbers
    scene: Bytes


class GuardReader:
    """Reads views of the emperor and of commoners under the rules that its weights were trained for."""

    def __init__(self, path: Path = SHIPPED) -> None:
        """Raises UsageError, file.unreadable or usage.weights, where there are no such weights."""
        weights = read_weights(path, "events", VERSION)
        self._network = GuardNetwork(weights.arrays, weights.parameters.suspicion)
        self._heuristic = weights_of(weights.parameters)
        self._trained = signature(GAME.options(weights.card["options"]))

    def chances(self, view: View) -> list[float] | None:
        """The chance of each seat to be the hidden guard; None where that is known, or these rules are not.

        An emperor may be alone: these are the chances otherwise.
        """
        if view.phase is not Phase.PLAY or view.viewer is None or None not in view.roles:
            return None
        if view.roles[view.viewer] is Role.GUARD or signature(view.options) != self._trained:
            return None
        possible = [view.roles[(view.emperor + 1 + i) % SEATS] is None for i in range(OTHERS)]
        seen = evidence_of(view, self._heuristic)
        asked = Questions(np.array([0]), np.array([len(seen.events)]), seen.scene[None], np.array([possible]))
        chances = self._network.chances(seen.events, seen.seats, asked)[0]
        made = [0.0] * SEATS
        for i, chance in enumerate(chances.tolist()):
            made[(view.emperor + 1 + i) % SEATS] = chance
        return made


def evidence_of(view: View, heuristic: Records[WeightsRecord]) -> Evidence:
    """The evidence of a view of the playing phase whose guard is hidden; `heuristic` is a `WeightsRecord` record, shape (1,)."""
    assert view.viewer is not None
    laid = [entry for trick in (*view.tricks, view.trick) for entry in trick]
    start = determinize(
        view, random.Random(0), history=False
    )  # nothing depends on how the unseen cards are dealt
    start.hands = tuple(
        tuple(map(sum, zip(*pair, strict=True))) for pair in zip(start.hands, view.played, strict=True)
    )
    start.played = (EMPTY,) * SEATS
    start.queue = (laid[0].seat if laid else view.turn,)
    start.top, start.trick, start.tricks, start.out, start.stuck = None, (), (), (), ()
    start.passes, start.barred, start.debt, start.asked_again = 0, frozenset(), False, False
    codes = np.array([encode(Action(entry.verb, entry.cards)) for entry in laid], np.int64)
    events, seats = np.zeros((len(laid), EVENT_SIZE), np.uint8), np.zeros(len(laid), np.int64)
    scene = np.zeros(SCENE_SIZE, np.uint8)
    count = replay(
        from_law(start), rules_for(view.options), new(MemoryRecord), heuristic, view.viewer, codes,
        np.zeros(SEATS), events, seats, scene,
    )  # fmt: skip
    return Evidence(events[:count], seats[:count], scene)
