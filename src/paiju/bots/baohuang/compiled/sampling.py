"""Deals that agree with what one seat knows: its own hand, what was played, what is known, who may be guard.

`look` reads off a state and a memory what is hidden from the seat to act; `deal_hidden` deals it again. Of the state's
hidden hands only the cards of all of them together are read, so that where they lie decides nothing. Called with
two cards (`memory.pair`) there may be two guards, for which this has no form.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from paiju.bots.baohuang.compiled.memory import FACES, MemoryRecord, WeightsRecord, face_of, guard_chances
from paiju.games.baohuang.cards import BIG, FIRST_JOKER, KINDS, LAOWANG, MARKED_BIG, MARKED_SMALL, SEATS
from paiju.games.baohuang.phases.dealing import TRIPLE
from paiju.kernels.baohuang.dealing import in_hand
from paiju.kernels.baohuang.records import (
    MOST_OF_RANK,
    PLANES,
    RANKS,
    SUIT_BITS,
    WEIGHTS,
    RulesRecord,
    StateRecord,
)
from paiju.kernels.jit import compiled, inlined
from paiju.kernels.records import Floats, Grid, Ints, below, drawn, following

_LOT = 1 << 30
_MOST_HIDDEN = 216
# Counted in self-play, by face: copies kept after some were played, against those of ranks never touched.
_SPENT = np.array([*[0.02] * 9, 0.04, 0.06, 0.08, 0.5, 1.0, 1.0, 1.0])
_LEAST = 0.01
_ROUNDED = 1e-9


class HiddenRecord:
    """The cards hidden from a seat, and scratch space to deal them again."""

    viewer: int
    identity: int  # the kind that makes a guard, -1: none, or it does not lie hidden
    identities: int  # hidden copies of it that nobody is known to hold
    size: int  # other hidden cards that nobody is known to hold
    lows: int  # bit set: seats that can hold nothing but their lowest rank
    chances: Annotated[Floats, np.float64, SEATS]  # of being the guard
    copies: Annotated[Ints, np.int64, KINDS]
    pool: Annotated[Ints, np.int64, _MOST_HIDDEN]
    cards: Annotated[Ints, np.int64, _MOST_HIDDEN]  # scratch
    room: Annotated[Ints, np.int64, SEATS]  # scratch
    trust: Annotated[
        Grid[float], np.float64, SEATS, FACES
    ]  # how readily a hidden card of a face lies with a seat
    due: Annotated[Floats, np.float64, SEATS]  # trust in all hidden cards together
    left: Annotated[Floats, np.float64, SEATS]  # scratch: in those still to be dealt


@compiled
def look(
    state: StateRecord, rules: RulesRecord, memory: MemoryRecord, weights: WeightsRecord, hidden: HiddenRecord
) -> None:
    """Write down what is hidden from the seat to act."""
    hidden.viewer = state.turn
    for kind in range(KINDS):
        hidden.copies[kind] = 0
    for seat in range(SEATS):
        if seat != hidden.viewer:
            for kind in range(KINDS):
                hidden.copies[kind] += in_hand(state, rules, seat, kind)
    if state.called >= 0:
        hidden.copies[state.called] += hidden.copies[LAOWANG]
        hidden.copies[LAOWANG] = 0
    for seat in range(SEATS):
        if seat != hidden.viewer and memory.tokens[seat]:
            for kind in range(KINDS):
                hidden.copies[kind] -= min(hidden.copies[kind], memory.known[seat, kind])
    _look_for_guard(state, memory, weights, hidden)
    hidden.lows = _only_lows(state, rules, memory)
    _lay_out(hidden)
    _trust(memory, hidden)


@inlined
def _lay_out(hidden: HiddenRecord) -> None:
    """The hidden cards one by one."""
    hidden.size = 0
    for kind in range(KINDS):
        for _ in range(hidden.copies[kind]):
            hidden.pool[hidden.size] = kind
            hidden.size += 1


@compiled
def _trust(memory: MemoryRecord, hidden: HiddenRecord) -> None:
    """A player who has played a rank has seldom kept some of it: ranks are laid whole."""
    for seat in range(SEATS):
        hidden.due[seat] = 0.0
        for face in range(FACES):
            hidden.trust[seat, face] = _SPENT[face] if memory.played[seat, face] else 1.0
        for i in range(hidden.size):
            hidden.due[seat] += hidden.trust[seat, face_of(hidden.pool[i])]


@compiled
def _look_for_guard(
    state: StateRecord, memory: MemoryRecord, weights: WeightsRecord, hidden: HiddenRecord
) -> None:
    """Take the guard's card out of the pool; who may hold it is one of those with room."""
    guard_chances(state, memory, weights, hidden.viewer, hidden.chances)
    hidden.identity, hidden.identities = -1, 0
    if memory.usurped:
        return
    kind = MARKED_SMALL if state.called < 0 else state.called
    if hidden.copies[kind]:
        hidden.identity, hidden.identities = kind, hidden.copies[kind]
        hidden.copies[kind] = 0
        _drop_impossible(state, memory, hidden)
    elif not memory.pair:
        _name_known_holder(state, memory, kind, hidden)


@compiled
def _name_known_holder(state: StateRecord, memory: MemoryRecord, kind: int, hidden: HiddenRecord) -> None:
    """A seat known to hold the guard's card, which the viewer passed to it, is the guard."""
    for holder in range(SEATS):
        if holder not in (hidden.viewer, state.emperor) and memory.known[holder, kind]:
            for seat in range(SEATS):
                hidden.chances[seat] = 1.0 if seat == holder else 0.0


@compiled
def _drop_impossible(state: StateRecord, memory: MemoryRecord, hidden: HiddenRecord) -> None:
    """A seat without room for the guard's card does not hold it: the others share its chance, all of it if no emperor can."""
    before = after = 0.0
    for seat in range(SEATS):
        before += hidden.chances[seat]
        if not _has_room(state, memory, seat):
            hidden.chances[seat] = 0.0
        after += hidden.chances[seat]
    if not _has_room(state, memory, state.emperor) or state.emperor == hidden.viewer:
        before = 1.0
    if after > 0:
        for seat in range(SEATS):
            hidden.chances[seat] *= before / after


@inlined
def _has_room(state: StateRecord, memory: MemoryRecord, seat: int) -> bool:
    """Whether a hand has cards that nobody knows."""
    return bool(not state.gone >> seat & 1 and state.sizes[seat] > memory.tokens[seat])


@compiled
def _only_lows(state: StateRecord, rules: RulesRecord, memory: MemoryRecord) -> int:
    """BH A14, A18-61: seats that laid lowest cards, or are stuck on them, hold nothing else."""
    seats = 0
    if rules.low_last:
        for i in range(state.stucks):
            seats |= 1 << int(state.stuck[i])
        for seat in range(SEATS):
            if memory.played[seat, rules.low_rank]:
                seats |= 1 << seat
    return seats


@compiled
def deal_hidden(
    sampled: StateRecord, rules: RulesRecord, memory: MemoryRecord, hidden: HiddenRecord, chance: Ints
) -> None:
    """Deal the hidden cards again in `sampled`, a copy of the state that `look` was asked about."""
    viewer = hidden.viewer
    guard = _draw_guard(sampled, hidden, chance)
    for seat in range(SEATS):
        if seat != viewer:
            hidden.room[seat] = sampled.sizes[seat]
            _empty(sampled, rules, seat)
            if memory.tokens[seat]:
                _give_known(sampled, rules, memory, hidden, seat)
    _name_guard(sampled, rules, memory, hidden, guard)
    _shuffle(hidden, chance)
    _give_lows(sampled, rules, hidden)
    for seat in range(SEATS):
        hidden.left[seat] = hidden.due[seat]
    for i in range(hidden.size):
        if hidden.cards[i] >= 0:
            _deal_card(sampled, rules, hidden, hidden.cards[i], chance)
    for seat in range(SEATS):
        if seat != viewer:
            _finish_hand(sampled, rules, memory, seat)


@inlined
def _deal_card(
    sampled: StateRecord, rules: RulesRecord, hidden: HiddenRecord, kind: int, chance: Ints
) -> None:
    """Give a card to a seat with room, the readier the more it is trusted to hold such a card.

    Room counts beside what may still fill it, so that hands that few cards fit are not left with the others.
    """
    face = face_of(kind)
    total = 0.0
    for seat in range(SEATS):
        if hidden.room[seat] > 0 and seat != hidden.viewer:
            total += hidden.trust[seat, face] * hidden.room[seat] / max(hidden.left[seat], _LEAST)
    lot = below(chance, _LOT) / _LOT * total
    chosen = -1
    for seat in range(SEATS):
        if hidden.room[seat] > 0 and seat != hidden.viewer and (chosen < 0 or lot >= 0):
            chosen = seat
            lot -= hidden.trust[seat, face] * hidden.room[seat] / max(hidden.left[seat], _LEAST)
        hidden.left[seat] -= hidden.trust[seat, face]
    if chosen >= 0:
        _give(sampled, rules, hidden, chosen, kind)


@compiled
def _give_known(
    sampled: StateRecord, rules: RulesRecord, memory: MemoryRecord, hidden: HiddenRecord, seat: int
) -> None:
    for kind in range(KINDS):
        face = LAOWANG if memory.laowang and kind == sampled.called and seat != sampled.emperor else kind
        for _ in range(min(int(memory.known[seat, kind]), hidden.room[seat])):
            _give(sampled, rules, hidden, seat, face)


@compiled
def _draw_guard(sampled: StateRecord, hidden: HiddenRecord, chance: Ints) -> int:
    """The guard of this deal, -1 for an emperor alone; drawn by the chances where the card lies hidden."""
    if hidden.identities == 0:
        for seat in range(SEATS):
            if hidden.chances[seat] == 1.0:
                return seat
        return -1
    lot = below(chance, _LOT) / _LOT
    last = -1
    for seat in range(SEATS):
        if hidden.chances[seat] > 0 and seat != hidden.viewer:
            last = seat
            lot -= hidden.chances[seat]
            if lot < 0:
                return seat
    return last if lot < _ROUNDED else -1


@compiled
def _name_guard(
    sampled: StateRecord, rules: RulesRecord, memory: MemoryRecord, hidden: HiddenRecord, guard: int
) -> None:
    """Roles, and the guard's card in its hand, where the fourth called copy is 老王 (BH A4, A12)."""
    holder = guard if guard >= 0 else sampled.emperor
    for _ in range(hidden.identities):
        if hidden.room[holder] > 0 and holder != hidden.viewer:
            _give(
                sampled, rules, hidden, holder, LAOWANG if memory.laowang and guard >= 0 else hidden.identity
            )
    sampled.guard = guard
    sampled.crown = 1 << sampled.emperor
    if guard >= 0:
        sampled.crown |= 1 << guard
    sampled.identity_laid = 0
    if guard < 0 and sampled.called >= 0 and not sampled.solo_shown:
        held = int(memory.known[sampled.emperor, sampled.called])
        if sampled.called == BIG:
            held += int(memory.known[sampled.emperor, MARKED_BIG])
        sampled.identity_laid = max(0, TRIPLE - held)


@inlined
def _empty(sampled: StateRecord, rules: RulesRecord, seat: int) -> None:
    sampled.jokers[seat] = 0
    for rank in range(RANKS):
        sampled.counts[seat, rank] = 0
        if rules.suited:
            sampled.suits[seat, rank] = 0


@inlined
def _give(sampled: StateRecord, rules: RulesRecord, hidden: HiddenRecord, seat: int, kind: int) -> None:
    hidden.room[seat] -= 1
    if kind >= FIRST_JOKER:
        sampled.jokers[seat] += WEIGHTS[kind - FIRST_JOKER]
    else:
        sampled.counts[seat, kind >> 2] += 1
        if rules.suited:
            sampled.suits[seat, kind >> 2] += 1 << SUIT_BITS * (kind & 3)


@inlined
def _shuffle(hidden: HiddenRecord, chance: Ints) -> None:
    lot = chance[0]
    for i in range(hidden.size):
        hidden.cards[i] = hidden.pool[i]
    for i in range(hidden.size - 1, 0, -1):
        j = drawn(lot, i + 1)
        lot = following(lot)
        hidden.cards[i], hidden.cards[j] = hidden.cards[j], hidden.cards[i]
    chance[0] = lot


@compiled
def _give_lows(sampled: StateRecord, rules: RulesRecord, hidden: HiddenRecord) -> None:
    """Hands that hold one rank only are filled from it first; cards given are marked -1."""
    for seat in range(SEATS):
        if hidden.lows >> seat & 1 and seat != hidden.viewer:
            for rank in range(rules.low_rank, rules.low_rank + 1 + rules.next_rank):
                for i in range(hidden.size):
                    kind = hidden.cards[i]
                    if hidden.room[seat] > 0 and kind >= 0 and face_of(kind) == rank:
                        _give(sampled, rules, hidden, seat, kind)
                        hidden.cards[i] = -1


@compiled
def _finish_hand(sampled: StateRecord, rules: RulesRecord, memory: MemoryRecord, seat: int) -> None:
    """What hangs on a hand: planes, the rank that goes last, what its seat may have drawn."""
    for n in range(PLANES):
        sampled.planes[seat, n] = 0
    for rank in range(RANKS):
        for n in range(1, min(int(sampled.counts[seat, rank]), MOST_OF_RANK) + 1):
            sampled.planes[seat, n] |= 1 << rank
        if rules.natural_bombs:
            sampled.drawn[seat, rank] = sampled.suits[seat, rank]
    sampled.drawn_jokers[seat] = sampled.jokers[seat]
    if rules.low_last:
        low = rules.low_rank
        if rules.next_rank:
            held = int(sampled.counts[seat, low]) + memory.played[seat, low]
            after = int(sampled.counts[seat, low + 1]) + memory.played[seat, low + 1]
            if held == 0 and after > 0:
                low += 1
        sampled.lows[seat] = low
