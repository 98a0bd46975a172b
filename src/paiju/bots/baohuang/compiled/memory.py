"""The working record of the heuristic: its parameters, its prospects, and what it remembers of a deal."""

from __future__ import annotations

from dataclasses import fields as declared
from functools import lru_cache
from math import comb, exp
from typing import Annotated

import numpy as np

from paiju.bots.baohuang.parameters import Parameters
from paiju.games.baohuang.actions import Action
from paiju.games.baohuang.cards import BIG, FIRST_JOKER, KINDS, LAOWANG, MARKED_BIG, SEATS, Hand
from paiju.games.baohuang.phases.dealing import TRIPLE
from paiju.games.baohuang.plays import Cards
from paiju.games.baohuang.rules import Rules
from paiju.games.baohuang.state import Role
from paiju.games.baohuang.views import View, laowang_of
from paiju.kernels.baohuang.actions import (
    DEFER,
    cards_in,
    encode,
    fills_of,
    jokers_of,
    naturals_of,
    rank_of,
    size_of,
)
from paiju.kernels.baohuang.adapter import from_view
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
from paiju.kernels.jit import compiled, inlined, interpreted
from paiju.kernels.records import Floats, Grid, Ints, Records, filling, new

STEPS, LONGEST = 40, 28
SIZES = LONGEST + 1
COPIES = MOST_OF_RANK + 1

PLAYING: tuple[str, ...] = tuple(
    field.name for field in declared(Parameters) if not field.name.endswith("_above")
)
"""The parameters of the playing phase, in the order of their declaration."""


class WeightsRecord(Parameters):
    """The parameters as compiled code reads them, those of decisions before play left at 0, and what follows from none of them."""

    turn: Annotated[Floats, np.float64, 6]  # type: ignore[assignment]  # tuples become arrays
    control: Annotated[Floats, np.float64, 6]  # type: ignore[assignment]
    evidence: Annotated[Grid[float], np.float64, 2, 2, 9]  # type: ignore[assignment]
    tails: Annotated[Grid[float], np.float64, STEPS + 1, SIZES, COPIES]  # see `_tails`: by step, size, copies


def weights_of(*players: Parameters) -> Records[WeightsRecord]:
    """The records of some players' parameters."""
    made = new(WeightsRecord, len(players))
    for i, parameters in enumerate(players):
        for name in PLAYING:
            made[name][i] = getattr(parameters, name)
        made["tails"][i] = _TAILS
    return made


@lru_cache(64)
def player(parameters: Parameters) -> Records[WeightsRecord]:
    """The record of one player's parameters; shared, and never changed."""
    return weights_of(parameters)


def _tails(step: int, size: int) -> list[float]:
    """By unseen copies: the chance that a seat with `step`/40 of all unseen cards holds at least `size`."""
    share = step / STEPS
    return [
        sum(comb(u, k) * share**k * (1 - share) ** (u - k) for k in range(size, u + 1)) for u in range(COPIES)
    ]


_TAILS = np.array([[_tails(step, size) for size in range(SIZES)] for step in range(STEPS + 1)])

# --- chances that a laid set stands: that no seat that still has to answer beats it; worked out when first asked for

OTHERS = SEATS - 1
MOST_WEIGHED = 4096
"""Plays of a question that are looked at."""


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
    worth: Annotated[Floats, np.float64, MOST_WEIGHED]  # of the plays that were considered


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
    """The number of seats that could answer a set of `size`, friends counting less."""
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
    """Public information about a table."""

    pair: int  # called with two cards: there may be two guards
    settled: int  # everyone knew every role before play
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
    """Everyone saw these cards with the crown and the call (BH A12)."""
    memory.known[seat, kind] = copies
    memory.tokens[seat] += copies


@compiled
def _begin_laowang(state: StateRecord, memory: MemoryRecord, found: int) -> None:
    """Tell the called copies from the others; only a solo emperor knows that no 老王 exists (`found` is 0)."""
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
    """Played cards are no longer known to lie in the hand."""
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


LOW, MIDDLE = 6, 9
FEW, SOME = 2, 4


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


# --- who may be guard, and how much of a friend each seat is


@compiled
def friendship_scores(
    state: StateRecord, memory: MemoryRecord, weights: WeightsRecord, seat: int, friendship: Floats
) -> int:
    """Write how much of a friend each seat is to `seat`, from -1 to 1; whether `seat` is a guard that no other seat knows of."""
    mine = state.crown >> seat & 1
    guard_chances(state, memory, weights, seat, friendship)
    for i in range(SEATS):
        friendship[i] = 2 * friendship[i] - 1 if mine else 1 - 2 * friendship[i]
    friendship[state.emperor] = 1.0 if mine else -1.0
    friendship[seat] = 1.0
    return 1 if mine and seat != state.emperor and not state.shown >> seat & 1 else 0


@compiled
def guard_chances(
    state: StateRecord, memory: MemoryRecord, weights: WeightsRecord, seat: int, chances: Floats
) -> None:
    """Write each seat's chance to be a guard, as `seat` sees it; shape (5,)."""
    own_guard = seat != state.emperor and state.crown >> seat & 1
    shown = _known_guards(state)
    known = (
        (1 << SEATS) - 1
        if _knows_all(state, memory, seat, shown)
        else 1 << state.emperor | 1 << seat | state.shown | memory.innocent
    )
    most = -1e300
    for i in range(SEATS):
        chances[i] = 0.0
        if not known >> i & 1:
            most = max(most, memory.odds[i])
        elif i != state.emperor and state.crown >> i & 1:
            chances[i] = 1.0
    total = 0.0
    for i in range(SEATS):
        if not known >> i & 1:
            chances[i] = exp(weights.suspicion * (memory.odds[i] - most))
            total += chances[i]
    missing = _guards(memory) - shown - (1 if own_guard and not state.shown >> seat & 1 else 0)
    certain = state.guard >= 0 and (shown > 0 or own_guard or seat == state.emperor)
    doubt = 1.0 if certain else 1 - weights.solo
    scale = max(0.0, missing * doubt) / (total or 1.0)
    for i in range(SEATS):
        if not known >> i & 1:
            chances[i] = min(1.0, chances[i] * scale)


@inlined
def _guards(memory: MemoryRecord) -> int:
    """The most guards that a deal can have."""
    return 2 if memory.pair else 1


@inlined
def _known_guards(state: StateRecord) -> int:
    """How many guards everyone knows."""
    shown = 0
    for i in range(SEATS):
        shown += state.shown >> i & 1
    return shown


@compiled
def _knows_all(state: StateRecord, memory: MemoryRecord, seat: int, shown: int) -> bool:
    """BH A4, A5: whether a seat knows every role: all do, or it is a solo emperor or the only guard."""
    if memory.settled or state.solo_shown or shown >= _guards(memory):
        return True
    if seat == state.emperor:
        return bool(state.guard < 0)
    return bool(memory.knows >> seat & 1)


# --- a `MemoryRecord` from a view: what its viewer's table has shown so far

_FACE_OF = tuple(map(interpreted(face_of), range(KINDS)))


def memory_of(view: View, rules: Rules, parameters: Parameters) -> Records[MemoryRecord]:
    """What the viewer's table has shown, in the playing phase; the odds are added up by the `evidence` of the parameters."""
    made = new(MemoryRecord)
    memory = filling(made)
    memory.pair, memory.settled = view.pair, view.usurped or view.forced
    memory.usurped = view.usurped
    memory.innocent = sum(1 << seat for seat in view.innocent)
    memory.knows = _knows(view)
    memory.laowang = laowang_of(view) >= 0
    for token in view.known:
        memory.known[token.holder, token.kind] += 1
        memory.tokens[token.holder] += 1
    _count_left(memory, view, rules)
    _read(memory, view, parameters)
    return made


def _knows(view: View) -> int:
    """The viewer's bit, for a guard who holds (or held) every guard card."""
    viewer, hand = view.viewer, view.hand
    if viewer is None or hand is None or view.roles[viewer] is not Role.GUARD:
        return 0
    only = not view.pair or hand[view.called] + view.played[viewer][view.called] > 1
    return 1 << viewer if only else 0


def _count_left(memory: MemoryRecord, view: View, rules: Rules) -> None:
    left = [0] * FACES
    for kind in rules.deck(first_deal=view.carry.first_deal):
        left[_FACE_OF[kind]] += 1
    if memory.laowang:
        called, laowang = (sum(hand[kind] for hand in view.played) for kind in (view.called, LAOWANG))
        memory.called_left = rules.deck(first_deal=view.carry.first_deal).count(view.called) - 1 - called
        memory.laowang_left = 1 - laowang
        left[_FACE_OF[view.called]] -= int(memory.called_left) + 1
        left[BIG_FACE] += laowang
    played = [by_face(hand) for hand in view.played]
    memory.left[:] = [count - sum(gone) for count, *gone in zip(left, *played, strict=True)]
    memory.played[:] = played


def known_state(view: View, rules: Rules) -> Records[StateRecord]:
    """What the viewer knows of a deal in its playing phase, as a search takes it."""
    assert view.hand is not None
    hidden = list(hidden_cards(view, rules))
    if view.called >= 0:  # 老王 counts as the called card that it is
        hidden[view.called] += hidden[LAOWANG]
        hidden[LAOWANG] = 0
    return from_view(view, tuple(hidden))


def hidden_cards(view: View, rules: Rules) -> Hand:
    """All cards of the other hands; where one of them may be 老王 and one is a called card too few, -1 of these."""
    assert view.hand is not None
    counts = list(deck_counts(rules.deck(first_deal=view.carry.first_deal)))
    if (laowang := laowang_of(view)) >= 0:
        counts[laowang] -= 1
        counts[LAOWANG] += 1
    gone = map(sum, zip(view.hand, *view.played, strict=True))
    return tuple([count - seen for count, seen in zip(counts, gone, strict=True)])


@lru_cache(64)
def deck_counts(deck: Cards) -> Hand:
    """The cards of a deck by kind."""
    return tuple(deck.count(kind) for kind in range(KINDS))


def by_face(hand: Hand) -> list[int]:
    """Some cards as a count by face."""
    counts = [0] * FACES
    for face, count in zip(_FACE_OF, hand, strict=True):
        counts[face] += count
    return counts


def _read(memory: MemoryRecord, view: View, parameters: Parameters) -> None:
    """Read the tricks: answers to sets, refused ranks, and the set laid last."""
    refused = [[NEVER_REFUSED] * REFUSALS for _ in range(SEATS)]
    odds = [0.0] * SEATS
    top: Cards = ()
    base = at = 0
    for trick in (*view.tricks, view.trick):
        owner = -1
        for seat, cards, _ in trick:
            if owner >= 0 and seat != view.emperor:
                odds[seat] += parameters.evidence[owner == view.emperor][bool(cards)][_class_of(top)]
            if cards:
                top, owner = cards, seat
                base = cards[0] >> 2 if cards[0] < FIRST_JOKER else NO_RANK
                at = min(len(cards), REFUSALS) - 1
            elif base < refused[seat][at]:
                refused[seat][at] = base
    memory.refused[:], memory.odds[:] = refused, odds
    if top:
        memory.top = encode(Action("play", top))


_plain_class_of = interpreted(class_of)


@lru_cache(1 << 14)
def _class_of(cards: Cards) -> int:
    return int(_plain_class_of(encode(Action("play", cards))))
