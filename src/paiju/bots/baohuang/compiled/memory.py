"""The working record of the compiled heuristic: its parameters, its prospects, and what it remembers of a deal."""

from __future__ import annotations

from dataclasses import fields
from math import exp
from typing import Annotated

import numpy as np

from paiju.bots.baohuang.heuristic.bot import FEW, LOW, MIDDLE, SOME
from paiju.bots.baohuang.heuristic.values import LONGEST, STEPS, Parameters, tails
from paiju.games.baohuang.cards import BIG, FIRST_JOKER, KINDS, LAOWANG, MARKED_BIG, SEATS
from paiju.games.baohuang.phases.dealing import TRIPLE
from paiju.kernels.baohuang.actions import DEFER, cards_in, fills_of, jokers_of, naturals_of, rank_of, size_of
from paiju.kernels.baohuang.dealing import in_hand
from paiju.kernels.baohuang.records import (
    BY_KIND,
    KINDS_OF_JOKER,
    MOST_OF_RANK,
    NO_RANK,
    RANKS,
    SUIT_BITS,
    SUIT_MASK,
    TOTAL,
    RulesRecord,
    StateRecord,
)
from paiju.kernels.jit import compiled, inlined
from paiju.kernels.records import Floats, Grid, Ints, Records, new

SIZES = LONGEST + 1
COPIES = MOST_OF_RANK + 1

PLAYING: tuple[str, ...] = tuple(
    field.name for field in fields(Parameters) if not field.name.endswith("_above")
)
"""The parameters of the playing phase, in the order of their declaration."""


class WeightsRecord:
    """The parameters of the playing phase (`PLAYING`), and what follows from none of them."""

    turn: Annotated[Floats, np.float64, 6]
    control: Annotated[Floats, np.float64, 6]
    height: float
    small: float
    big: float
    bomb: float
    card: float
    split: float
    doubt: float
    friend_beats: float
    joker_use: float
    lone_small_doubt: float
    small_stands: float
    bomb_stands: float
    lead_control: float
    follow_control: float
    danger: float
    ally_emperor: float
    ally_guard: float
    ally_people: float
    urgency: float
    finished: float
    near: float
    feed_friend: float
    feed_foe: float
    run_out: float
    hidden: float
    showing: float
    suspicion: float
    solo: float
    evidence: Annotated[Grid[float], np.float64, 2, 2, 9]
    tails: Annotated[
        Grid[float], np.float64, STEPS + 1, SIZES, COPIES
    ]  # see `outlook.tails`: by step, size, copies


def weights_of(*players: Parameters) -> Records[WeightsRecord]:
    """The records of some players' parameters."""
    made = new(WeightsRecord, len(players))
    for i, parameters in enumerate(players):
        for name in PLAYING:
            made[name][i] = getattr(parameters, name)
        made["tails"][i] = _TAILS
    return made


_TAILS = np.array([[tails(step, size) for size in range(SIZES)] for step in range(STEPS + 1)])

# --- chances that a laid set stands, as `bots.baohuang.heuristic.values` has them; worked out when first asked for

OTHERS = SEATS - 1


class WorkRecord:
    """Everything one question needs; one record serves all questions, one after the other."""

    seat: int  # whose question it is, the viewer
    rivals: int  # how many other seats still play
    tokens: int  # 1: a hidden guard, who may reveal the role
    small: int  # own jokers
    big: int
    groups: int  # ranks held
    ties: int  # 1: equal sets beat each other
    last_rank: int  # must be kept for last, -1: none
    unseen_small: int
    unseen_big: int
    columns: int  # bit set of sizes whose columns are made
    cards: float  # of all rivals together, at least 1
    joker: float  # expected jokers in a rival's hand that the rival would add
    danger: float
    alliance: float
    control: float  # what standing is worth now
    stays: float  # the chance that the set on the table stays, once asked for; below 0 before
    friendship: Annotated[Floats, np.float64, SEATS]
    rival: Annotated[Ints, np.int64, OTHERS]
    cards_of: Annotated[Ints, np.int64, OTHERS]
    friend: Annotated[Floats, np.float64, OTHERS]
    unseen: Annotated[Ints, np.int64, RANKS]
    group: Annotated[Floats, np.float64, RANKS]  # what each own rank is worth, where it was asked for
    grouped: int  # bit set of those ranks
    known: Annotated[Ints, np.int64, SIZES]  # bit sets of ranks whose chance stands in the next field
    stands: Annotated[Grid[float], np.float64, SIZES, RANKS]
    expected: Annotated[Grid[float], np.float64, SIZES, RANKS]  # sets that would beat it, before that
    higher: Annotated[Grid[float], np.float64, SIZES, RANKS]
    weight: Annotated[Floats, np.float64, SIZES]
    chances: Annotated[Floats, np.float64, RANKS]


@inlined
def stands(weights: WeightsRecord, work: WorkRecord, rank: int, size: int) -> float:
    """The chance that `size` naturals of `rank` stand."""
    size = min(size, LONGEST)
    if not work.columns >> size & 1:
        make_column(weights, work, size)
    if not work.known[size] >> rank & 1:
        work.known[size] |= 1 << rank
        work.stands[size, rank] = exp(-weights.doubt * work.expected[size, rank])
    return float(work.stands[size, rank])


@inlined
def weight(weights: WeightsRecord, work: WorkRecord, size: int) -> float:
    """How many seats could answer a set of `size`, friends counting less."""
    size = min(size, LONGEST)
    if not work.columns >> size & 1:
        make_column(weights, work, size)
    return float(work.weight[size])


@compiled
def stands_with_small(
    weights: WeightsRecord, work: WorkRecord, rank: int, naturals: int, small: int
) -> float:
    """The chance that a set with `small` small jokers and no big one stands."""
    big = int(work.unseen_big)
    if big < small or not work.rivals:
        return 1.0
    if not naturals:
        expected = weights.lone_small_doubt * min(1.0, big / small)
    else:
        both = weight(weights, work, naturals + small)
        weight(weights, work, naturals)
        expected = min(1.0, big / work.rivals) * both * work.higher[min(naturals, LONGEST), rank]
    return exp(-weights.doubt * expected)


@compiled
def make_column(weights: WeightsRecord, work: WorkRecord, size: int) -> None:
    """All that is common to sets of one size."""
    work.columns |= 1 << size
    work.known[size] = 0
    able = cards = 0
    total_weight = 0.0
    reserve = 1 - weights.friend_beats
    for i in range(work.rivals):
        if work.cards_of[i] >= size:
            able += 1
            cards += work.cards_of[i]
            total_weight += 1 - (1 + work.friend[i]) / 2 * reserve
    work.weight[size] = total_weight
    share = cards / able / work.cards if able else 0.0
    step = int(np.rint(share * STEPS))
    joker = float(work.joker)
    expected = total_weight * joker if size == 1 else 0.0
    if size == 1:
        joker = 0.0
    total = 0.0
    for i in range(RANKS):
        rank = RANKS - 1 - i
        copies = work.unseen[rank]
        chance = weights.tails[step, size, copies]
        more = total_weight * (chance + joker * (weights.tails[step, size - 1, copies] - chance))
        work.expected[size, rank] = expected + more if work.ties else expected
        work.higher[size, rank] = total
        expected += more
        total += chance


# --- what a table has shown beside the kernel's state: who answered how, what was played, what was known at the start

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
