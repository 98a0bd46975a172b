"""Many deals in lockstep: one action each, new deals where one is over, and observations as numbers."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from paiju.games.baohuang.cards import FIRST_JOKER, KINDS, LAOWANG, MARKED_BIG, SEATS, TWO
from paiju.games.baohuang.phases.dealing import TRIPLE
from paiju.kernels.baohuang.actions import (
    DEFER,
    bomb_of,
    cards_in,
    fills_of,
    jokers_of,
    naturals_of,
    rank_of,
    size_of,
)
from paiju.kernels.baohuang.dealing import deal, in_hand
from paiju.kernels.baohuang.listing import answers, count_all, list_all, play_at
from paiju.kernels.baohuang.play import answer, play
from paiju.kernels.baohuang.records import (
    BY_KIND,
    KINDS_OF_JOKER,
    LEVELS,
    MOST_CARDS,
    MOST_LISTED,
    NO_RANK,
    RANKS,
    SUIT_BITS,
    SUIT_MASK,
    RulesRecord,
    StateRecord,
)
from paiju.kernels.jit import compiled, inlined
from paiju.kernels.records import Grid, Ints, Records, numbered

(
    PHASE, TURN, HAND, DRAWN, SIZES, GAINED, ROLES, ALONE, SHOWN, INNOCENT, CALLED, FACTS, FACTORS, STAKES,
    MULTIPLIER, FIRST_DRAWER, TOP, TOP_JOKERS, OWNER, PASSES, BARRED, DEBT, ANSWERED, LAID, PLAYED, KNOWN, PLACES,
    STUCK,
) = range(28)  # fmt: skip
FIELDS = 28
"""The fields that are written; those after them belong to phases before play and stay 0."""

PLAYING = 10
_MOST = 127
_EMPEROR, _GUARD, _COMMONER = 1, 2, 3
_PASSED, _PLAYED = 1, 3


class TrackRecord:
    """The cards played in a deal, beside a `StateRecord`."""

    drawn: Annotated[Grid[int], np.int8, SEATS, KINDS]  # hands as they were drawn
    played: Annotated[Grid[int], np.int8, SEATS, KINDS]
    laid: Annotated[
        Grid[int], np.int8, SEATS, KINDS
    ]  # last set of each seat, meant while its last answer is a play
    known: Annotated[Grid[int], np.int8, SEATS, KINDS]  # cards that everyone knows a seat to hold
    answered: Annotated[Ints, np.int8, SEATS]  # last answer of each seat in the running trick
    gained: Annotated[Ints, np.int8, SEATS]  # cards that it got with the crown, or lost with it


@compiled
def begin_track(state: StateRecord, rules: RulesRecord, track: TrackRecord) -> None:
    """Remember a deal that has just been dealt: what was drawn, and what the crown and the call showed (BH A12)."""
    for seat in range(SEATS):
        track.answered[seat] = 0
        drawn = int(state.drawn_jokers[seat])
        for kind in range(KINDS):
            track.played[seat, kind] = track.laid[seat, kind] = track.known[seat, kind] = 0
            if kind < FIRST_JOKER:
                track.drawn[seat, kind] = in_hand(state, rules, seat, kind)
            else:
                track.drawn[seat, kind] = BY_KIND[drawn, kind - FIRST_JOKER]
        if state.called >= 0 and state.called < FIRST_JOKER:
            track.drawn[seat, state.called] += in_hand(state, rules, seat, LAOWANG)
    crown = state.emperor
    track.known[crown, MARKED_BIG] = in_hand(state, rules, crown, MARKED_BIG)
    if state.called >= 0:
        track.known[crown, state.called] = min(in_hand(state, rules, crown, state.called), TRIPLE)
    for seat in range(SEATS):
        track.gained[seat] = _gained(state, track, seat) if state.called >= 0 else 0


@compiled
def _gained(state: StateRecord, track: TrackRecord, seat: int) -> int:
    """Cards that a seat got with the crown, or lost with it."""
    gained = int(state.sizes[seat])
    for kind in range(KINDS):
        gained += int(track.played[seat, kind]) - int(track.drawn[seat, kind])
    return gained


@compiled
def track_play(state: StateRecord, track: TrackRecord, seat: int, code: int) -> None:
    """Remember a play, before it is carried out."""
    for kind in range(KINDS):
        track.laid[seat, kind] = 0
    track.answered[seat] = _PLAYED
    rank, held = rank_of(code), jokers_of(code)
    if rank != NO_RANK:
        for suit in range(4):
            shift = SUIT_BITS * suit
            _track(state, track, seat, 4 * rank + suit, naturals_of(code) >> shift & SUIT_MASK)
            if fills_of(code):
                _track(state, track, seat, 4 * TWO + suit, fills_of(code) >> shift & SUIT_MASK)
    if held:
        for i in range(KINDS_OF_JOKER):
            _track(state, track, seat, FIRST_JOKER + i, int(BY_KIND[held, i]))


@inlined
def _track(state: StateRecord, track: TrackRecord, seat: int, kind: int, count: int) -> None:
    track.laid[seat, kind] += count
    track.played[seat, kind] += count
    face = state.called if kind == LAOWANG else kind
    track.known[seat, face] -= min(count, int(track.known[seat, face]))


@compiled
def carry_out(state: StateRecord, rules: RulesRecord, track: TrackRecord, code: int) -> None:
    """Carry a legal action out and remember it."""
    if code <= DEFER:
        track.answered[state.turn] = _PASSED + code
        answer(state, rules, code)
    else:
        track_play(state, track, state.turn, code)
        play(state, rules, code)
    if not state.has_top:  # the trick is over
        for seat in range(SEATS):
            track.answered[seat] = 0


@compiled
def observe(
    state: StateRecord, rules: RulesRecord, track: TrackRecord, shows_sizes: int, where: Ints, out: Ints
) -> None:
    """Write what the seat to act may know to `out`, `int8` of shape (size,)."""
    me = state.turn
    _clear(out[where[ROLES] : where[LAID]])
    _clear(out[where[KNOWN] :])
    _observe_play(state, rules, track, me, shows_sizes, where, out)
    _copy(track.drawn[me], out[where[DRAWN] : where[DRAWN] + KINDS])
    at = where[KNOWN] + KINDS * ((state.emperor - me) % SEATS)
    _copy(track.known[state.emperor], out[at : at + KINDS])  # of nobody else cards are known
    for i in range(SEATS):
        out[where[GAINED] + i] = track.gained[(me + i) % SEATS]
    _observe_roles(state, me, where, out)


@compiled
def _observe_play(
    state: StateRecord,
    rules: RulesRecord,
    track: TrackRecord,
    me: int,
    shows_sizes: int,
    where: Ints,
    out: Ints,
) -> None:
    """Write what play shows seat `me`: its hand, and of all seats the cards laid, who has left, and the running trick."""
    over = state.turn < 0
    out[where[PHASE]] = PLAYING + 1 if over else PLAYING
    out[where[TURN]] = -1 if over else (state.turn - me) % SEATS
    _observe_hand(state, rules, me, out[where[HAND] : where[HAND] + KINDS])
    for i in range(SEATS):
        seat = me + i if me + i < SEATS else me + i - SEATS
        out[where[SIZES] + i] = state.sizes[seat] if shows_sizes or i == 0 or over else -1
        out[where[SHOWN] + i] = state.shown >> seat & 1
        out[where[BARRED] + i] = state.barred >> seat & 1
        out[where[ANSWERED] + i] = track.answered[seat]
        _observe_laid(track, seat, KINDS * i, where, out)
        if state.gone >> seat & 1:
            _observe_gone(state, seat, i, where, out)
    _observe_trick(state, me, where, out)


# A row is cut out before it is filled: its places count from 0, and its length is not known when it is compiled, so that the
# loop becomes a few moves of memory.


@inlined
def _clear(row: Ints) -> None:
    for i in range(row.size):
        row[i] = 0


@inlined
def _copy(source: Ints, row: Ints) -> None:
    for i in range(row.size):
        row[i] = source[i]


@inlined
def _observe_hand(state: StateRecord, rules: RulesRecord, me: int, row: Ints) -> None:
    _clear(row)
    if rules.suited:
        for rank in range(RANKS):
            suits = int(state.suits[me, rank])
            for suit in range(4):
                row[4 * rank + suit] = suits >> SUIT_BITS * suit & SUIT_MASK
    else:
        for rank in range(RANKS):
            row[4 * rank] = state.counts[me, rank]
    held = state.jokers[me]
    for i in range(KINDS_OF_JOKER):
        row[FIRST_JOKER + i] = BY_KIND[held, i]


@inlined
def _observe_laid(track: TrackRecord, seat: int, at: int, where: Ints, out: Ints) -> None:
    """Write the cards that a seat has played, and those that it laid in this trick."""
    _copy(track.played[seat], out[where[PLAYED] + at : where[PLAYED] + at + KINDS])
    laid = out[where[LAID] + at : where[LAID] + at + KINDS]
    if track.answered[seat] == _PLAYED:
        _copy(track.laid[seat], laid)
    else:
        _clear(laid)


@compiled
def _observe_gone(state: StateRecord, seat: int, i: int, where: Ints, out: Ints) -> None:
    for place in range(state.outs):
        if state.out[place] == seat:
            out[where[PLACES] + i] = place + 1
    for place in range(state.stucks):
        if state.stuck[place] == seat:
            out[where[STUCK] + i] = 1


@compiled
def _observe_roles(state: StateRecord, me: int, where: Ints, out: Ints) -> None:
    """BH A4, A5: own role, the emperor's, and what was shown; who is alone, or the guard, knows all."""
    settled = state.solo_shown or state.shown
    knows = settled or me == state.guard or (me == state.emperor and state.guard < 0)
    for i in range(SEATS):
        seat = (me + i) % SEATS
        if seat == state.emperor:
            out[where[ROLES] + i] = _EMPEROR
        elif knows or i == 0:
            out[where[ROLES] + i] = _GUARD if seat == state.guard else _COMMONER
    out[where[ALONE]] = -1
    if settled or me in (state.emperor, state.guard):
        out[where[ALONE]] = 1 if state.guard < 0 else 0
    out[where[CALLED]] = state.called
    out[where[FACTS] + 3] = state.solo_shown
    out[where[MULTIPLIER]] = min(state.multiplier, _MOST)
    out[where[FIRST_DRAWER]] = (state.first_drawer - me) % SEATS


@compiled
def _observe_trick(state: StateRecord, me: int, where: Ints, out: Ints) -> None:
    out[where[TOP] + 1] = out[where[OWNER]] = -1
    if state.has_top:
        out[where[TOP]] = state.top_size
        if state.top_base != NO_RANK:
            out[where[TOP] + 1] = state.top_base
        out[where[TOP] + 2] = state.top_bomb
        for level in range(LEVELS):
            out[where[TOP_JOKERS] + level] = state.levels[level]
        out[where[OWNER]] = (state.owner - me) % SEATS
    out[where[PASSES]] = min(state.passes, _MOST)
    out[where[DEBT]] = state.debt
    out[where[DEBT] + 1] = state.asked_again


@compiled
def observe_since(
    state: StateRecord, rules: RulesRecord, track: TrackRecord, me: int, shows_sizes: int, where: Ints, first: Ints,
    out: Ints,
) -> None:  # fmt: skip
    """Write what seat `me` may know to `out`.

    `first` is what it knew when the record was made, whatever was settled before, with the known cards that were laid until then.
    """
    for i in range(out.size):
        out[i] = first[i]
    _clear(out[where[TOP] : where[LAID]])
    _observe_play(state, rules, track, me, shows_sizes, where, out)
    for i in range(SEATS):
        seat, at = (me + i) % SEATS, where[KNOWN] + KINDS * i
        for kind in range(KINDS):
            laid = int(track.played[seat, kind])
            if kind == state.called:
                laid += int(track.played[seat, LAOWANG])
            out[at + kind] = max(0, int(first[at + kind]) - laid)
    _reveal_roles(state, me, state.turn < 0, where, out)


@compiled
def _reveal_roles(state: StateRecord, me: int, over: bool, where: Ints, out: Ints) -> None:
    """BH A5: add what play has revealed to what the seat knew before."""
    both = state.shown & state.shown - 1
    settled = over or state.solo_shown or both or (state.shown and not out[where[FACTS] + 1])
    for i in range(SEATS):
        seat = (me + i) % SEATS
        guard = seat in (state.guard, state.guard2)
        if not out[where[ROLES] + i] and (settled or state.shown >> seat & 1):
            out[where[ROLES] + i] = _GUARD if guard else _COMMONER
    if out[where[ALONE]] < 0 and (settled or state.shown):
        out[where[ALONE]] = 1 if state.guard < 0 else 0
    out[where[FACTS] + 3] = state.solo_shown


# --- many deals in lockstep: one action each, new deals where one is over, observations beside

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
    """Carry out one action at each of some tables, and write what the next seat observes.

    Args:
        tables: one record a table.
        rules: one record.
        scratch: one record to work with.
        chosen: by table, an index into the list of legal actions; below 0 starts a new deal.
        first: the number of the first of these tables.
        last: the number after the last of them.
        step: how far the number of a table's next deal is from that of its last.
        shows_sizes: 1 where all see how many cards the others hold.
        where: by field, its place in an observation, shape (FIELDS,).
        observations: rows by table, `int8`; no rows where none are wanted.

    Returns:
        How many decisions were taken.
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
    bare = answers(state, rules)
    carry_out(state, rules, track, index if index < bare else play_at(state, rules, index - bare, scratch))


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
    """List the actions of some tables, with their features.

    Args:
        tables: one record a table.
        rules: one record.
        scratch: one record to work with.
        offsets: by table, the row at which its actions begin.
        first: the number of the first of these tables.
        last: the number after the last of them.
        actions: the numbers of the actions, by row.
        out: `FEATURES` of each action, rows of `int8`.
    """
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
