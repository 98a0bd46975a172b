"""Many deals in lockstep: one action each, new deals where one is over, observations beside.

Deal `n` of the batch environment is drawn from a stream of its own, so that it is the same deal whatever the size
of the batch and the number of threads. Its phases before play are those of `dealing`.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from paiju.games.baohuang.cards import SEATS
from paiju.kernels.baohuang.coding import (
    DEFER,
    fills_of,
    jokers_of,
    naturals_of,
    rank_of,
)
from paiju.kernels.baohuang.dealing import deal
from paiju.kernels.baohuang.jokers import BY_KIND, KINDS_OF_JOKER
from paiju.kernels.baohuang.listing import answers
from paiju.kernels.baohuang.observing import (
    TrackRecord,
    begin_track,
    observe,
    track_answer,
    track_close,
    track_play,
)
from paiju.kernels.baohuang.playing import answer, play
from paiju.kernels.baohuang.quick import count_all, list_all, play_at
from paiju.kernels.baohuang.records import MOST_CARDS, MOST_LISTED, RulesRecord, StateRecord
from paiju.kernels.baohuang.shapes import bomb_of, cards_in, size_of
from paiju.kernels.chance import numbered
from paiju.kernels.jit import compiled
from paiju.kernels.records import Grid, Ints, Records

FEATURES = ("verb", "rank", "copies", "fills", "b", "B", "r", "R", "L", "cards", "bomb")
"""`verb` is 0 pass, 1 defer, 2 play; `rank` 0 (a three) to 12 (a two), 13 for jokers alone, -1 without cards; then
copies of the rank, twos that fill, jokers by kind, all cards, and the rank as a bomb (0: none)."""

_PLAY = 2
_JOKERS = 4
assert len(FEATURES) == _JOKERS + KINDS_OF_JOKER + 2


class TableRecord:
    """A table of the batch environment: its deal, and what the last action came to."""

    state: StateRecord
    track: TrackRecord
    stream: Annotated[Ints, np.int64, 1]
    count: int  # of the actions
    seat: int  # who must decide
    number: int  # of the deal that is played
    done: Annotated[int, np.bool_]  # whether the last action ended a deal
    returns: Annotated[Ints, np.int64, SEATS]  # of the deal that ended last


class ScratchRecord:
    """What one thread needs while it goes from table to table."""

    deck: Annotated[Ints, np.uint8, MOST_CARDS]
    out: Annotated[Ints, np.int64, MOST_LISTED]


@compiled
def advance(
    tables: Records[TableRecord],
    rules: Records[RulesRecord],
    scratch: Records[ScratchRecord],
    chosen: Ints,
    first: int,
    last: int,
    step: int,
    shows_sizes: int,
    where: Ints,
    observations: Grid[int],
) -> int:
    """Carry out `chosen` (an index into the law's list, below 0: deal anew) at tables first … last - 1.

    The next deal of a table is `step` further than the last one. Observations are written beside, where there is room
    for them. Returns how many decisions were taken.
    """
    deck, out = scratch[0].deck, scratch[0].out
    taken = 0
    for at in range(first, last):
        table = tables[at]
        state, track = table.state, table.track
        table.done = 0
        index = int(chosen[at])
        if index >= 0:
            _act(state, rules[0], track, index, out)
            taken += 1
            if state.turn < 0:
                table.done = 1
                for seat in range(SEATS):
                    table.returns[seat] = state.returns[seat]
                table.number += step
        if index < 0 or state.turn < 0:
            numbered(table.stream, table.number)
            for i in range(rules[0].deck_size):
                deck[i] = rules[0].deck[i]
            deal(state, rules[0], deck, table.stream)
            begin_track(state, rules[0], track)
        table.seat = state.turn
        table.count = answers(state, rules[0]) + count_all(state, rules[0], out)
        if len(observations):
            observe(state, rules[0], track, shows_sizes, where, observations[at])
    return taken


@compiled
def _act(state: StateRecord, rules: RulesRecord, track: TrackRecord, index: int, scratch: Ints) -> None:
    seat, bare = state.turn, answers(state, rules)
    if index < bare:
        track_answer(track, seat, index)
        answer(state, rules, index)
    else:
        code = play_at(state, rules, index - bare, scratch)
        track_play(state, track, seat, code)
        play(state, rules, code)
    track_close(state, track)


@compiled
def describe(
    tables: Records[TableRecord],
    rules: Records[RulesRecord],
    scratch: Records[ScratchRecord],
    offsets: Ints,
    first: int,
    last: int,
    actions: Ints,
    out: Grid[int],
) -> None:
    """List the actions of tables first … last - 1 from `offsets[table]` on, and a row of `FEATURES` for each."""
    listed = scratch[0].out
    for at in range(first, last):
        state = tables[at].state
        row = int(offsets[at])
        count = list_all(state, rules[0], listed)
        for i in range(count):
            code = int(listed[i])
            actions[row + i] = code
            _describe(state, rules[0], code, out[row + i])


@compiled
def _describe(state: StateRecord, rules: RulesRecord, code: int, out: Ints) -> None:
    for i in range(out.size):
        out[i] = 0
    if code <= DEFER:
        out[0] = code
        out[1] = -1
        return
    held = jokers_of(code)
    out[0] = _PLAY
    out[1] = rank_of(code)
    out[2] = cards_in(naturals_of(code))
    out[3] = cards_in(fills_of(code))
    for i in range(KINDS_OF_JOKER):
        out[_JOKERS + i] = BY_KIND[held, i]
    out[_JOKERS + KINDS_OF_JOKER] = size_of(code)
    if rules.bombs:
        out[_JOKERS + KINDS_OF_JOKER + 1] = bomb_of(state, rules, state.turn, code)
