"""One question as the seat to act sees it: rivals, friendships, what is unseen (`bots.baohuang.heuristic.table`)."""

from __future__ import annotations

from math import exp
from typing import Any

from paiju.bots.baohuang.compiled.memory import BIG_FACE, BIGS, SMALL_FACE, SMALLS, face_of
from paiju.games.baohuang.cards import SEATS
from paiju.kernels.baohuang.dealing import copies_of
from paiju.kernels.baohuang.jokers import BY_KIND, KINDS_OF_JOKER
from paiju.kernels.baohuang.records import RANKS
from paiju.kernels.jit import compiled, inlined


@compiled
def see(s: Any, r: Any, m: Any, w: Any, k: Any) -> None:
    """Fill `k` for the seat to act."""
    seat = s.turn
    k.seat = seat
    k.columns = k.grouped = 0
    k.ties = 1 - r.lowest_gain
    k.stays = -1.0
    _see_cards(s, r, m, k, seat)
    hidden = befriend(s, m, w, seat, k.friendship)
    _see_rivals(s, w, k, seat)
    k.joker = min(1.0, w.joker_use * (k.unseen_small + k.unseen_big) / max(k.rivals, 1))
    k.tokens = hidden
    control = w.follow_control if s.has_top else w.lead_control
    k.control = control * (1 + w.danger * k.danger)
    if seat == s.emperor:
        k.alliance = w.ally_emperor
    elif s.crown >> seat & 1:
        k.alliance = w.ally_guard * (w.hidden if hidden else 1.0)
    else:
        k.alliance = w.ally_people


@compiled
def _see_cards(s: Any, r: Any, m: Any, k: Any, seat: int) -> None:
    """The own hand by rank, and what is neither in it nor played."""
    held = int(s.jokers[seat])
    k.small, k.big = SMALLS[held], BIGS[held]
    k.last_rank = int(s.lows[seat]) if r.low_last else -1
    k.groups = 0
    for rank in range(RANKS):
        own = int(s.counts[seat, rank])
        k.groups += 1 if own else 0
        k.unseen[rank] = int(m.left[rank]) - own
    k.unseen_small = int(m.left[SMALL_FACE]) - k.small
    k.unseen_big = int(m.left[BIG_FACE]) - k.big
    if m.laowang:
        _see_called(s, r, m, k, seat)


@compiled
def _see_called(s: Any, r: Any, m: Any, k: Any, seat: int) -> None:
    """The called copies are counted for themselves: nobody but a solo emperor knows that he holds all four."""
    own = copies_of(s, seat, s.called)
    face = face_of(s.called)
    change = own + max(0, m.called_left - own)
    if face < RANKS:
        k.unseen[face] += change
    elif face == SMALL_FACE:
        k.unseen_small += change
    else:
        k.unseen_big += change
    laowang = int(BY_KIND[s.jokers[seat], KINDS_OF_JOKER - 1])
    k.unseen_big += laowang + max(0, m.laowang_left - laowang)


@compiled
def befriend(s: Any, m: Any, w: Any, seat: int, friendship: Any) -> int:
    """Write how much of a friend each seat is to `seat`, from -1 to 1; whether he is a guard nobody knows."""
    mine = s.crown >> seat & 1
    guard_chances(s, m, w, seat, friendship)
    for i in range(SEATS):
        friendship[i] = 2 * friendship[i] - 1 if mine else 1 - 2 * friendship[i]
    friendship[s.emperor] = 1.0 if mine else -1.0
    friendship[seat] = 1.0
    return 1 if mine and seat != s.emperor and not s.shown >> seat & 1 else 0


@compiled
def guard_chances(s: Any, m: Any, w: Any, seat: int, chances: Any) -> None:
    """Write each seat's chance to be a guard, as `seat` sees it; shape (5,)."""
    own_guard = seat != s.emperor and s.crown >> seat & 1
    shown = _shown(s)
    known = (
        (1 << SEATS) - 1
        if _knows_all(s, m, seat, shown)
        else 1 << s.emperor | 1 << seat | s.shown | m.innocent
    )
    most = -1e300
    for i in range(SEATS):
        chances[i] = 0.0
        if not known >> i & 1:
            most = max(most, m.odds[i])
        elif i != s.emperor and s.crown >> i & 1:
            chances[i] = 1.0
    total = 0.0
    for i in range(SEATS):
        if not known >> i & 1:
            chances[i] = exp(w.suspicion * (m.odds[i] - most))
            total += chances[i]
    missing = _guards(m) - shown - (1 if own_guard and not s.shown >> seat & 1 else 0)
    certain = s.guard >= 0 and (shown > 0 or own_guard or seat == s.emperor)
    doubt = 1.0 if certain else 1 - w.solo
    scale = max(0.0, missing * doubt) / (total or 1.0)
    for i in range(SEATS):
        if not known >> i & 1:
            chances[i] = min(1.0, chances[i] * scale)


@inlined
def _guards(m: Any) -> int:
    """How many guards there are at most."""
    return 2 if m.pair else 1


@inlined
def _shown(s: Any) -> int:
    """How many guards everybody knows."""
    shown = 0
    for i in range(SEATS):
        shown += s.shown >> i & 1
    return shown


@compiled
def _knows_all(s: Any, m: Any, seat: int, shown: int) -> bool:
    """BH A4, A5: whether a seat knows every role: all do, or he is alone, or the only guard."""
    if m.settled or s.solo_shown or shown >= _guards(m):
        return True
    if seat == s.emperor:
        return bool(s.guard < 0)
    return bool(m.knows >> seat & 1)


@compiled
def _see_rivals(s: Any, w: Any, k: Any, seat: int) -> None:
    k.rivals = 0
    cards = 0
    danger = -1e300
    for i in range(SEATS):
        if i != seat and not s.gone >> i & 1:
            size, friend = int(s.sizes[i]), float(k.friendship[i])
            k.rival[k.rivals], k.cards_of[k.rivals], k.friend[k.rivals] = i, size, friend
            k.rivals += 1
            cards += size
            danger = max(danger, -friend * nearness(w, size))
    k.danger = danger if k.rivals else 0.0
    k.cards = float(cards or 1)


@inlined
def nearness(w: Any, size: int) -> float:
    """How near a hand is to its end: 1 when empty, 0 from some size on."""
    return float(max(0.0, 1 - size / w.near))
