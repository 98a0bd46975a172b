"""What a table has shown beside the kernel's state: who answered how, what was played, what was known at the start.

A `StateRecord` forgets what was played, and it knows nothing of the phases before play. A `MemoryRecord` beside
it holds that much, all of it public but for `knows` (a guard's own knowledge, which only that seat's questions use).
Call `begin` once at the first lead and `notice` BEFORE each action that the kernel carries out, forced passes
included.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from paiju.bots.baohuang.compiled.parameters import WeightsRecord
from paiju.bots.baohuang.heuristic.suspicion import FEW, LOW, MIDDLE, SOME
from paiju.games.baohuang.calling import TRIPLE
from paiju.games.baohuang.cards import BIG, FIRST_JOKER, KINDS, LAOWANG, MARKED_BIG, SEATS
from paiju.kernels.baohuang.coding import (
    DEFER,
    fills_of,
    jokers_of,
    naturals_of,
    rank_of,
)
from paiju.kernels.baohuang.jokers import BY_KIND, KINDS_OF_JOKER, TOTAL
from paiju.kernels.baohuang.observing import in_hand
from paiju.kernels.baohuang.records import NO_RANK, RANKS, SUIT_BITS, SUIT_MASK, RulesRecord, StateRecord
from paiju.kernels.baohuang.shapes import cards_in, size_of
from paiju.kernels.jit import compiled, inlined
from paiju.kernels.records import Floats, Grid, Ints

FACES = 16
"""Places of a count by face: ranks 0 to 12, then small jokers, then bigger ones; the last is never used."""
SMALL_FACE, BIG_FACE = RANKS, RANKS + 1
REFUSALS = 8
NEVER_REFUSED = 15

SMALLS = (BY_KIND[:, 0] + BY_KIND[:, 1]).astype(np.int64)
"""Small jokers in a set of jokers, by its number."""
BIGS = TOTAL.astype(np.int64) - SMALLS
"""Bigger jokers in a set of jokers, 老王 among them."""


class MemoryRecord:
    """What a table has shown."""

    pair: int  # called with two cards: there may be two guards
    settled: int  # everybody knew every role before play
    usurped: int  # the crown was usurped: the guard's card is an ordinary one
    innocent: int  # bit set: seats known not to be guard
    knows: int  # bit set: guards that know they are the only one
    top: int  # the code of the set laid last
    laowang: int  # 1: the fourth called copy counts as 老王, the next two are used
    called_left: int  # called copies that are not played, of those that keep their face
    laowang_left: int  # 1 until 老王 is played
    odds: Annotated[Floats, np.float64, SEATS]  # log-odds of being the guard
    left: Annotated[Ints, np.int8, FACES]  # cards not played, by face; without those of the two fields above
    played: Annotated[Grid[int], np.int8, SEATS, FACES]  # cards played
    refused: Annotated[Grid[int], np.int8, SEATS, REFUSALS]  # lowest base let stand, by size - 1 (8: or more)
    known: Annotated[
        Grid[int], np.int8, SEATS, KINDS
    ]  # cards known to lie in a hand; 老王 under its plain face
    tokens: Annotated[Ints, np.int64, SEATS]  # how many of those


@compiled
def begin(state: StateRecord, rules: RulesRecord, memory: MemoryRecord) -> None:
    """Remember a deal at its first lead, nobody having declared, revolted or usurped anything (as `dealing` deals)."""
    memory.pair = memory.settled = memory.usurped = memory.innocent = memory.top = 0
    memory.knows = 1 << state.guard if state.guard >= 0 else 0
    for face in range(FACES):
        memory.left[face] = 0
    found = 0
    for seat in range(SEATS):
        memory.odds[seat] = 0.0
        memory.tokens[seat] = 0
        for kind in range(KINDS):
            memory.known[seat, kind] = 0
        for face in range(FACES):
            memory.played[seat, face] = 0
        for size in range(REFUSALS):
            memory.refused[seat, size] = NEVER_REFUSED
        for rank in range(RANKS):
            memory.left[rank] += state.counts[seat, rank]
        memory.left[SMALL_FACE] += SMALLS[state.jokers[seat]]
        memory.left[BIG_FACE] += BIGS[state.jokers[seat]]
        found += int(BY_KIND[state.jokers[seat], KINDS_OF_JOKER - 1])
    _show(memory, state.emperor, MARKED_BIG, in_hand(state, rules, state.emperor, MARKED_BIG))
    if state.called >= 0:
        _show(
            memory,
            state.emperor,
            state.called,
            min(in_hand(state, rules, state.emperor, state.called), TRIPLE),
        )
    memory.laowang = memory.called_left = memory.laowang_left = 0
    if rules.laowang and state.called >= 0:
        _begin_laowang(state, memory, found)


@inlined
def _show(memory: MemoryRecord, seat: int, kind: int, copies: int) -> None:
    """Everybody saw these cards with the crown and the call (BH A12)."""
    memory.known[seat, kind] = copies
    memory.tokens[seat] += copies


@compiled
def _begin_laowang(state: StateRecord, memory: MemoryRecord, found: int) -> None:
    """Tell the called copies from the others; a solo emperor alone knows that there is no 老王 (`found` is 0)."""
    memory.laowang, memory.laowang_left = 1, 1
    memory.called_left = 2 if state.called == BIG else 3
    memory.left[face_of(state.called)] -= memory.called_left + 1 - found
    memory.left[BIG_FACE] -= found


@inlined
def face_of(kind: int) -> int:
    """The place of a kind in a count by face."""
    if kind < FIRST_JOKER:
        return kind >> 2
    return SMALL_FACE if kind < BIG else BIG_FACE


@compiled
def notice(
    state: StateRecord, rules: RulesRecord, memory: MemoryRecord, weights: WeightsRecord, code: int
) -> None:
    """Remember what the seat to act is about to do; the odds of the weights are added up."""
    seat = state.turn
    plays = code > DEFER
    if state.has_top:
        if seat != state.emperor:
            memory.odds[seat] += weights.evidence[
                1 if state.owner == state.emperor else 0, 1 if plays else 0, class_of(memory.top)
            ]
        if not plays:
            _refuse(memory, seat)
    if plays:
        _notice_play(state, memory, seat, code)


@inlined
def _refuse(memory: MemoryRecord, seat: int) -> None:
    at = min(size_of(memory.top), REFUSALS) - 1
    memory.refused[seat, at] = min(memory.refused[seat, at], rank_of(memory.top))


@inlined
def _notice_play(state: StateRecord, memory: MemoryRecord, seat: int, code: int) -> None:
    rank, held = rank_of(code), jokers_of(code)
    naturals, fills = cards_in(naturals_of(code)), cards_in(fills_of(code))
    memory.top = code
    if rank != NO_RANK:
        _count(memory, seat, rank, naturals)
        _count(memory, seat, RANKS - 1, fills)
    if held:
        _count(memory, seat, SMALL_FACE, SMALLS[held])
        _count(memory, seat, BIG_FACE, BIGS[held])
    if memory.tokens[seat]:
        _forget(state, memory, seat, code)
    if memory.laowang:
        called, laowang = copies_in(code, state.called), int(BY_KIND[held, KINDS_OF_JOKER - 1])
        memory.called_left -= called
        memory.left[face_of(state.called)] += called
        memory.laowang_left -= laowang
        memory.left[BIG_FACE] += laowang


@compiled
def _forget(state: StateRecord, memory: MemoryRecord, seat: int, code: int) -> None:
    """What is played is known to lie in the hand no more."""
    for kind in range(KINDS):
        if memory.known[seat, kind]:
            copies = copies_in(code, kind)
            if kind == state.called:
                copies += copies_in(code, LAOWANG)
            gone = min(copies, int(memory.known[seat, kind]))
            memory.known[seat, kind] -= gone
            memory.tokens[seat] -= gone


@inlined
def _count(memory: MemoryRecord, seat: int, face: int, count: int) -> None:
    memory.played[seat, face] += count
    memory.left[face] -= count


@inlined
def class_of(code: int) -> int:
    """One of nine: three heights (6-9, T-Q, higher or with jokers) times three sizes (1-2, 3-4, more)."""
    rank, size = rank_of(code), size_of(code)
    height = 2 if rank > MIDDLE or jokers_of(code) else 1 if rank > LOW else 0
    return 3 * height + (0 if size <= FEW else 1 if size <= SOME else 2)


@inlined
def copies_in(code: int, kind: int) -> int:
    """Copies of a kind among the cards of a play."""
    if kind >= FIRST_JOKER:
        return int(BY_KIND[jokers_of(code), kind - FIRST_JOKER])
    shift = SUIT_BITS * (kind & 3)
    copies = 0
    if rank_of(code) == kind >> 2:
        copies += naturals_of(code) >> shift & SUIT_MASK
    if kind >> 2 == RANKS - 1 and rank_of(code) != RANKS - 1:
        copies += fills_of(code) >> shift & SUIT_MASK
    return copies
