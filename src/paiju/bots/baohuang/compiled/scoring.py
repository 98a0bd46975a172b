"""What passing and each play is worth, in turns saved (`bots.baohuang.heuristic.playing`); `k` was filled by `see`."""

from __future__ import annotations

from typing import Any

import numpy as np

from paiju.bots.baohuang.compiled.memory import BIGS, SMALLS, copies_in
from paiju.bots.baohuang.compiled.outlook import stands, stands_with_small, weight
from paiju.bots.baohuang.compiled.seeing import nearness
from paiju.bots.baohuang.heuristic.holding import BY_SIZE, LONG
from paiju.bots.baohuang.heuristic.playing import RUN_GROUPS
from paiju.games.baohuang.cards import SEATS, TWO
from paiju.kernels.baohuang.codes import FILLS_AT, JOKERS_AT, JOKERS_MASK, NATURALS_AT, SUITS_MASK
from paiju.kernels.baohuang.jokers import BY_KIND, KINDS_OF_JOKER, TOTAL
from paiju.kernels.baohuang.records import MOST_OF_RANK, NO_RANK, RANKS
from paiju.kernels.baohuang.shapes import bomb_of, cards_in, size_of
from paiju.kernels.jit import compiled, inlined

_PLACES = np.array([BY_SIZE[n] if n < len(BY_SIZE) else LONG for n in range(MOST_OF_RANK + 1)])
_MARKED_SMALL_PLACE = 1


@compiled
def pass_score(s: Any, w: Any, k: Any) -> float:
    """Leaving the trick to its owner: good or bad as he is friend or foe, the more the nearer he is out."""
    owner = s.owner
    size = 0 if s.gone >> owner & 1 or owner == k.seat else int(s.sizes[owner])
    factor = 1 + w.urgency * nearness(w, size) if size else w.finished
    return float(k.alliance * k.friendship[owner] * factor * _stays(s, w, k))


@compiled
def _stays(s: Any, w: Any, k: Any) -> float:
    """The chance that the standing set stands once the viewer has passed."""
    if k.stays >= 0:
        return float(k.stays)
    size = 1 if s.top_bomb else int(s.top_size)
    big = s.top_bomb or s.levels[1] or s.levels[2] or s.levels[3] or s.levels[4]
    left = 0 if s.asked_again else able_after(s, k, size, s.owner)
    result = 1.0
    if left and not big:
        chance = w.small_stands if s.levels[0] else stands(w, k, s.top_base, size)
        result = chance ** (left / (weight(w, k, size) or 1.0))
    k.stays = result
    return result


@inlined
def able_after(s: Any, k: Any, size: int, until: int) -> int:
    """How many seats still to be asked could hold `size` cards; `until` is where the round ends."""
    distance = (until - k.seat) % SEATS or SEATS
    able = 0
    for i in range(k.rivals):
        seat = k.rival[i]
        if k.cards_of[i] >= size and not s.barred >> seat & 1 and (seat - k.seat) % SEATS < distance:
            able += 1
    return able


@compiled
def play_score(s: Any, r: Any, w: Any, k: Any, code: int) -> float:
    """Laying some cards: what leaves the hand, what control they win, whom they feed."""
    size = size_of(code)
    bomb = r.bombs and bomb_of(s, r, k.seat, code) > 0
    chance = w.bomb_stands if bomb else _stand_chance(s, w, k, code, size)
    score = _relief(s, w, k, code) + w.card * size
    score += k.control * chance
    score += _feeding(w, k, size) * (1 - chance)
    score += w.run_out * _run_chance(s, w, k, code) * chance
    if bomb:
        score -= w.bomb
    if k.tokens and _shows_guard(s, code):
        score -= w.showing
    return float(score)


@inlined
def _stand_chance(s: Any, w: Any, k: Any, code: int, size: int) -> float:
    held = code >> JOKERS_AT & JOKERS_MASK
    if BIGS[held]:
        return 1.0
    if s.has_top and not able_after(s, k, size, k.seat):
        return 1.0
    if held:
        return stands_with_small(w, k, code & 15, size - SMALLS[held], SMALLS[held])
    return stands(w, k, code & 15, size)


@inlined
def _relief(s: Any, w: Any, k: Any, code: int) -> float:
    """How much better the rest of the hand is than the hand without the play."""
    held, fills = code >> JOKERS_AT & JOKERS_MASK, code >> FILLS_AT
    change = -w.small * SMALLS[held] - w.big * BIGS[held]
    if code & 15 != NO_RANK:
        change += _group_change(s, w, k, code & 15, cards_in(code >> NATURALS_AT & SUITS_MASK))
    if fills:
        change += _group_change(s, w, k, TWO, cards_in(fills))
    return float(change)


@compiled
def _group_change(s: Any, w: Any, k: Any, rank: int, taken: int) -> float:
    have = int(s.counts[k.seat, rank])
    if not k.grouped >> rank & 1:
        k.grouped |= 1 << rank
        k.group[rank] = _group_value(w, k, rank, have)
    change = -k.group[rank]
    if have > taken:
        change += _group_value(w, k, rank, have - taken) - w.split
    return float(change)


@inlined
def _group_value(w: Any, k: Any, rank: int, size: int) -> float:
    """What a group is worth in hand: minus the turn it takes, plus the control it may win."""
    at = _PLACES[size]
    return float(w.control[at] * stands(w, k, rank, size) + w.height * rank - w.turn[at])


@inlined
def _feeding(w: Any, k: Any, size: int) -> float:
    """Sets of exactly the size that ends somebody's hand: a gift to a friend, a folly before a foe."""
    total = 0.0
    for i in range(k.rivals):
        if k.cards_of[i] == size:
            total += (w.feed_friend if k.friend[i] > 0 else w.feed_foe) * k.friend[i]
    return total


@inlined
def _run_chance(s: Any, w: Any, k: Any, code: int) -> float:
    """The chance to run out from here: all groups stand but the last, and a joker lifts one more each."""
    jokers = k.small + k.big - TOTAL[code >> JOKERS_AT & JOKERS_MASK]
    laid = 1 if code < 1 << FILLS_AT else 2
    if k.groups - laid > RUN_GROUPS + jokers:
        return 0.0
    return _run(s, w, k, code, jokers)


@compiled
def _run(s: Any, w: Any, k: Any, code: int, jokers: int) -> float:
    rank, naturals = code & 15, cards_in(code >> NATURALS_AT & SUITS_MASK)
    fills = cards_in(code >> FILLS_AT)
    groups = found = 0
    for i in range(RANKS):
        left = int(s.counts[k.seat, i])
        if i == rank:
            left -= naturals
        if i == TWO:
            left -= fills
        if left:
            groups += 1
            if i != k.last_rank:
                _insert(k, found, stands(w, k, i, left))
                found += 1
        if groups > RUN_GROUPS + jokers:
            return 0.0
    result = 1.0
    for i in range(jokers + (1 if k.last_rank < 0 else 0), found):
        result *= k.chances[i]
    return result


@inlined
def _insert(k: Any, found: int, chance: float) -> None:
    """Keep `chances` sorted."""
    at = found
    while at > 0 and k.chances[at - 1] > chance:
        k.chances[at] = k.chances[at - 1]
        at -= 1
    k.chances[at] = chance


@inlined
def _shows_guard(s: Any, code: int) -> bool:
    """Whether a play would show the viewer as guard."""
    held = code >> JOKERS_AT & JOKERS_MASK
    if s.called < 0:
        return bool(BY_KIND[held, _MARKED_SMALL_PLACE])
    return bool(BY_KIND[held, KINDS_OF_JOKER - 1]) or copies_in(code, s.called) > 0
