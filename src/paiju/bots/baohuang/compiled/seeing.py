"""One question as the seat to act sees it: rivals, friendships, what is unseen (`bots.baohuang.heuristic.seeing`)."""

from __future__ import annotations

from math import exp

from paiju.bots.baohuang.compiled.memory import BIG_FACE, BIGS, SMALL_FACE, SMALLS, MemoryRecord, face_of
from paiju.bots.baohuang.compiled.outlook import WorkRecord
from paiju.bots.baohuang.compiled.parameters import WeightsRecord
from paiju.games.baohuang.cards import SEATS
from paiju.kernels.baohuang.dealing import copies_of
from paiju.kernels.baohuang.jokers import BY_KIND, KINDS_OF_JOKER
from paiju.kernels.baohuang.records import RANKS, RulesRecord, StateRecord
from paiju.kernels.jit import compiled, inlined
from paiju.kernels.records import Floats


@compiled
def see(
    state: StateRecord, rules: RulesRecord, memory: MemoryRecord, weights: WeightsRecord, work: WorkRecord
) -> None:
    """Note all that the question of the seat to act needs."""
    seat = state.turn
    work.seat = seat
    work.columns = work.grouped = 0
    work.ties = 1 - rules.lowest_gain
    work.stays = -1.0
    _see_cards(state, rules, memory, work, seat)
    hidden = befriend(state, memory, weights, seat, work.friendship)
    _see_rivals(state, weights, work, seat)
    work.joker = min(1.0, weights.joker_use * (work.unseen_small + work.unseen_big) / max(work.rivals, 1))
    work.tokens = hidden
    control = weights.follow_control if state.has_top else weights.lead_control
    work.control = control * (1 + weights.danger * work.danger)
    if seat == state.emperor:
        work.alliance = weights.ally_emperor
    elif state.crown >> seat & 1:
        work.alliance = weights.ally_guard * (weights.hidden if hidden else 1.0)
    else:
        work.alliance = weights.ally_people


@compiled
def _see_cards(
    state: StateRecord, rules: RulesRecord, memory: MemoryRecord, work: WorkRecord, seat: int
) -> None:
    """The own hand by rank, and what is neither in it nor played."""
    held = int(state.jokers[seat])
    work.small, work.big = SMALLS[held], BIGS[held]
    work.last_rank = int(state.lows[seat]) if rules.low_last else -1
    work.groups = 0
    for rank in range(RANKS):
        own = int(state.counts[seat, rank])
        work.groups += 1 if own else 0
        work.unseen[rank] = int(memory.left[rank]) - own
    work.unseen_small = int(memory.left[SMALL_FACE]) - work.small
    work.unseen_big = int(memory.left[BIG_FACE]) - work.big
    if memory.laowang:
        _see_called(state, rules, memory, work, seat)


@compiled
def _see_called(
    state: StateRecord, rules: RulesRecord, memory: MemoryRecord, work: WorkRecord, seat: int
) -> None:
    """The called copies are counted for themselves: nobody but a solo emperor knows that he holds all four."""
    own = copies_of(state, seat, state.called)
    face = face_of(state.called)
    change = own + max(0, memory.called_left - own)
    if face < RANKS:
        work.unseen[face] += change
    elif face == SMALL_FACE:
        work.unseen_small += change
    else:
        work.unseen_big += change
    laowang = int(BY_KIND[state.jokers[seat], KINDS_OF_JOKER - 1])
    work.unseen_big += laowang + max(0, memory.laowang_left - laowang)


@compiled
def befriend(
    state: StateRecord, memory: MemoryRecord, weights: WeightsRecord, seat: int, friendship: Floats
) -> int:
    """Write how much of a friend each seat is to `seat`, from -1 to 1; whether he is a guard nobody knows."""
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
    shown = _shown(state)
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
    """How many guards there are at most."""
    return 2 if memory.pair else 1


@inlined
def _shown(state: StateRecord) -> int:
    """How many guards everybody knows."""
    shown = 0
    for i in range(SEATS):
        shown += state.shown >> i & 1
    return shown


@compiled
def _knows_all(state: StateRecord, memory: MemoryRecord, seat: int, shown: int) -> bool:
    """BH A4, A5: whether a seat knows every role: all do, or he is alone, or the only guard."""
    if memory.settled or state.solo_shown or shown >= _guards(memory):
        return True
    if seat == state.emperor:
        return bool(state.guard < 0)
    return bool(memory.knows >> seat & 1)


@compiled
def _see_rivals(state: StateRecord, weights: WeightsRecord, work: WorkRecord, seat: int) -> None:
    work.rivals = 0
    cards = 0
    danger = -1e300
    for i in range(SEATS):
        if i != seat and not state.gone >> i & 1:
            size, friend = int(state.sizes[i]), float(work.friendship[i])
            work.rival[work.rivals], work.cards_of[work.rivals], work.friend[work.rivals] = i, size, friend
            work.rivals += 1
            cards += size
            danger = max(danger, -friend * nearness(weights, size))
    work.danger = danger if work.rivals else 0.0
    work.cards = float(cards or 1)


@inlined
def nearness(weights: WeightsRecord, size: int) -> float:
    """How near a hand is to its end: 1 when empty, 0 from some size on."""
    return float(max(0.0, 1 - size / weights.near))
