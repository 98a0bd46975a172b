"""What passing and each play is worth, in turns saved (`bots.baohuang.heuristic.playing`); after `seeing.see`."""

from __future__ import annotations

import numpy as np

from paiju.bots.baohuang.compiled.memory import BIGS, SMALLS, copies_in
from paiju.bots.baohuang.compiled.outlook import WorkRecord, stands, stands_with_small, weight
from paiju.bots.baohuang.compiled.parameters import WeightsRecord
from paiju.bots.baohuang.compiled.seeing import nearness
from paiju.bots.baohuang.heuristic.holding import BY_SIZE, LONG
from paiju.bots.baohuang.heuristic.playing import RUN_GROUPS
from paiju.games.baohuang.cards import SEATS, TWO
from paiju.kernels.baohuang.coding import (
    FILLS_AT,
    fills_of,
    jokers_of,
    naturals_of,
    rank_of,
)
from paiju.kernels.baohuang.jokers import BY_KIND, KINDS_OF_JOKER, TOTAL
from paiju.kernels.baohuang.records import MOST_OF_RANK, NO_RANK, RANKS, RulesRecord, StateRecord
from paiju.kernels.baohuang.shapes import bomb_of, cards_in, size_of
from paiju.kernels.jit import compiled, inlined

_PLACES = np.array([BY_SIZE[n] if n < len(BY_SIZE) else LONG for n in range(MOST_OF_RANK + 1)])
_MARKED_SMALL_PLACE = 1


@compiled
def pass_score(state: StateRecord, weights: WeightsRecord, work: WorkRecord) -> float:
    """Leaving the trick to its owner: good or bad as he is friend or foe, the more the nearer he is out."""
    owner = state.owner
    size = 0 if state.gone >> owner & 1 or owner == work.seat else int(state.sizes[owner])
    factor = 1 + weights.urgency * nearness(weights, size) if size else weights.finished
    return float(work.alliance * work.friendship[owner] * factor * _stays(state, weights, work))


@compiled
def _stays(state: StateRecord, weights: WeightsRecord, work: WorkRecord) -> float:
    """The chance that the standing set stands once the viewer has passed."""
    if work.stays >= 0:
        return float(work.stays)
    size = 1 if state.top_bomb else int(state.top_size)
    big = state.top_bomb or state.levels[1] or state.levels[2] or state.levels[3] or state.levels[4]
    left = 0 if state.asked_again else able_after(state, work, size, state.owner)
    result = 1.0
    if left and not big:
        chance = weights.small_stands if state.levels[0] else stands(weights, work, state.top_base, size)
        result = chance ** (left / (weight(weights, work, size) or 1.0))
    work.stays = result
    return result


@inlined
def able_after(state: StateRecord, work: WorkRecord, size: int, until: int) -> int:
    """How many seats still to be asked could hold `size` cards; `until` is where the round ends."""
    distance = (until - work.seat) % SEATS or SEATS
    able = 0
    for i in range(work.rivals):
        seat = work.rival[i]
        if (
            work.cards_of[i] >= size
            and not state.barred >> seat & 1
            and (seat - work.seat) % SEATS < distance
        ):
            able += 1
    return able


@compiled
def play_score(
    state: StateRecord, rules: RulesRecord, weights: WeightsRecord, work: WorkRecord, code: int
) -> float:
    """Laying some cards: what leaves the hand, what control they win, whom they feed."""
    size = size_of(code)
    bomb = rules.bombs and bomb_of(state, rules, work.seat, code) > 0
    chance = weights.bomb_stands if bomb else _stand_chance(state, weights, work, code, size)
    score = _relief(state, weights, work, code) + weights.card * size
    score += work.control * chance
    score += _feeding(weights, work, size) * (1 - chance)
    score += weights.run_out * _run_chance(state, weights, work, code) * chance
    if bomb:
        score -= weights.bomb
    if work.tokens and _shows_guard(state, code):
        score -= weights.showing
    return float(score)


@inlined
def _stand_chance(
    state: StateRecord, weights: WeightsRecord, work: WorkRecord, code: int, size: int
) -> float:
    held = jokers_of(code)
    if BIGS[held]:
        return 1.0
    if state.has_top and not able_after(state, work, size, work.seat):
        return 1.0
    if held:
        return stands_with_small(weights, work, rank_of(code), size - SMALLS[held], SMALLS[held])
    return stands(weights, work, rank_of(code), size)


@inlined
def _relief(state: StateRecord, weights: WeightsRecord, work: WorkRecord, code: int) -> float:
    """How much better the rest of the hand is than the hand without the play."""
    held, fills = jokers_of(code), fills_of(code)
    change = -weights.small * SMALLS[held] - weights.big * BIGS[held]
    if rank_of(code) != NO_RANK:
        change += _group_change(state, weights, work, rank_of(code), cards_in(naturals_of(code)))
    if fills:
        change += _group_change(state, weights, work, TWO, cards_in(fills))
    return float(change)


@compiled
def _group_change(
    state: StateRecord, weights: WeightsRecord, work: WorkRecord, rank: int, taken: int
) -> float:
    have = int(state.counts[work.seat, rank])
    if not work.grouped >> rank & 1:
        work.grouped |= 1 << rank
        work.group[rank] = _group_value(weights, work, rank, have)
    change = -work.group[rank]
    if have > taken:
        change += _group_value(weights, work, rank, have - taken) - weights.split
    return float(change)


@inlined
def _group_value(weights: WeightsRecord, work: WorkRecord, rank: int, size: int) -> float:
    """What a group is worth in hand: minus the turn it takes, plus the control it may win."""
    at = _PLACES[size]
    return float(
        weights.control[at] * stands(weights, work, rank, size) + weights.height * rank - weights.turn[at]
    )


@inlined
def _feeding(weights: WeightsRecord, work: WorkRecord, size: int) -> float:
    """Sets of exactly the size that ends somebody's hand: a gift to a friend, a folly before a foe."""
    total = 0.0
    for i in range(work.rivals):
        if work.cards_of[i] == size:
            total += (weights.feed_friend if work.friend[i] > 0 else weights.feed_foe) * work.friend[i]
    return total


@inlined
def _run_chance(state: StateRecord, weights: WeightsRecord, work: WorkRecord, code: int) -> float:
    """The chance to run out from here: all groups stand but the last, and a joker lifts one more each."""
    jokers = work.small + work.big - TOTAL[jokers_of(code)]
    laid = 1 if code < 1 << FILLS_AT else 2
    if work.groups - laid > RUN_GROUPS + jokers:
        return 0.0
    return _run(state, weights, work, code, jokers)


@compiled
def _run(state: StateRecord, weights: WeightsRecord, work: WorkRecord, code: int, jokers: int) -> float:
    rank, naturals = rank_of(code), cards_in(naturals_of(code))
    fills = cards_in(fills_of(code))
    groups = found = 0
    for i in range(RANKS):
        left = int(state.counts[work.seat, i])
        if i == rank:
            left -= naturals
        if i == TWO:
            left -= fills
        if left:
            groups += 1
            if i != work.last_rank:
                _insert(work, found, stands(weights, work, i, left))
                found += 1
        if groups > RUN_GROUPS + jokers:
            return 0.0
    result = 1.0
    for i in range(jokers + (1 if work.last_rank < 0 else 0), found):
        result *= work.chances[i]
    return result


@inlined
def _insert(work: WorkRecord, found: int, chance: float) -> None:
    """Keep `chances` sorted."""
    at = found
    while at > 0 and work.chances[at - 1] > chance:
        work.chances[at] = work.chances[at - 1]
        at -= 1
    work.chances[at] = chance


@inlined
def _shows_guard(state: StateRecord, code: int) -> bool:
    """Whether a play would show the viewer as guard."""
    held = jokers_of(code)
    if state.called < 0:
        return bool(BY_KIND[held, _MARKED_SMALL_PLACE])
    return bool(BY_KIND[held, KINDS_OF_JOKER - 1]) or copies_in(code, state.called) > 0
