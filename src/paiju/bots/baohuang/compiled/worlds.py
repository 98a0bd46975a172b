"""Deals that agree with what one seat knows: his own hand, what was played, what is known, who may be guard.

`look` reads off a state and a memory what is hidden from the seat to act; `deal_world` deals it anew. Of the state's
hidden hands only the cards of all of them together are read, so that where they lie decides nothing. Called with
two cards (`memory.pair`) there may be two guards, for which this has no form.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from paiju.bots.baohuang.compiled.memory import FACES, face_of
from paiju.bots.baohuang.compiled.seeing import guard_chances
from paiju.games.baohuang.calling import TRIPLE
from paiju.games.baohuang.cards import BIG, FIRST_JOKER, KINDS, LAOWANG, MARKED_BIG, MARKED_SMALL, SEATS
from paiju.kernels.baohuang.jokers import WEIGHTS
from paiju.kernels.baohuang.observing import in_hand
from paiju.kernels.baohuang.records import MOST_OF_RANK, PLANES, RANKS, SUIT_BITS
from paiju.kernels.chance import below, drawn, following
from paiju.kernels.jit import compiled, inlined

_LOT = 1 << 30
_MOST_HIDDEN = 216
# Counted in self-play, by face: copies kept after some were played, against those of ranks never touched.
_SPENT = np.array([*[0.02] * 9, 0.04, 0.06, 0.08, 0.5, 1.0, 1.0, 1.0])
_LEAST = 0.01
_ROUNDED = 1e-9

HIDDEN = np.dtype(
    [
        ("viewer", np.int64),
        ("identity", np.int64),  # the kind that makes a guard, -1: none, or it does not lie hidden
        ("identities", np.int64),  # hidden copies of it that nobody is known to hold
        ("size", np.int64),  # other hidden cards that nobody is known to hold
        ("lows", np.int64),  # bit set: seats that can hold nothing but their lowest rank
        ("chances", np.float64, (SEATS,)),  # of being the guard
        ("copies", np.int64, (KINDS,)),
        ("pool", np.int64, (_MOST_HIDDEN,)),
        ("cards", np.int64, (_MOST_HIDDEN,)),  # scratch
        ("room", np.int64, (SEATS,)),  # scratch
        ("trust", np.float64, (SEATS, FACES)),  # how readily a hidden card of a face lies with a seat
        ("due", np.float64, (SEATS,)),  # trust in all hidden cards together
        ("left", np.float64, (SEATS,)),  # scratch: in those still to be dealt
    ],
    align=True,
)


@compiled
def look(s: Any, r: Any, m: Any, w: Any, h: Any) -> None:
    """Fill `h` with what is hidden from the seat to act."""
    h.viewer = s.turn
    for kind in range(KINDS):
        h.copies[kind] = 0
    for seat in range(SEATS):
        if seat != h.viewer:
            for kind in range(KINDS):
                h.copies[kind] += in_hand(s, r, seat, kind)
    if s.called >= 0:
        h.copies[s.called] += h.copies[LAOWANG]
        h.copies[LAOWANG] = 0
    for seat in range(SEATS):
        if seat != h.viewer and m.tokens[seat]:
            for kind in range(KINDS):
                h.copies[kind] -= min(h.copies[kind], m.known[seat, kind])
    _look_for_guard(s, m, w, h)
    h.lows = _only_lows(s, r, m)
    _lay_out(h)
    _trust(m, h)


@inlined
def _lay_out(h: Any) -> None:
    """The hidden cards one by one."""
    h.size = 0
    for kind in range(KINDS):
        for _ in range(h.copies[kind]):
            h.pool[h.size] = kind
            h.size += 1


@compiled
def _trust(m: Any, h: Any) -> None:
    """Who has played a rank has seldom kept some of it: ranks are laid whole."""
    for seat in range(SEATS):
        h.due[seat] = 0.0
        for face in range(FACES):
            h.trust[seat, face] = _SPENT[face] if m.played[seat, face] else 1.0
        for i in range(h.size):
            h.due[seat] += h.trust[seat, face_of(h.pool[i])]


@compiled
def _look_for_guard(s: Any, m: Any, w: Any, h: Any) -> None:
    """Take the guard's card out of the pool; who may hold it is one of those with room."""
    guard_chances(s, m, w, h.viewer, h.chances)
    h.identity, h.identities = -1, 0
    if m.usurped:
        return
    kind = MARKED_SMALL if s.called < 0 else s.called
    if h.copies[kind]:
        h.identity, h.identities = kind, h.copies[kind]
        h.copies[kind] = 0
        _drop_impossible(s, m, h)


@compiled
def _drop_impossible(s: Any, m: Any, h: Any) -> None:
    """Who has no room for the guard's card does not hold it: others share his chance, all of it if no emperor can."""
    before = after = 0.0
    for seat in range(SEATS):
        before += h.chances[seat]
        if not _has_room(s, m, seat):
            h.chances[seat] = 0.0
        after += h.chances[seat]
    if not _has_room(s, m, s.emperor) or s.emperor == h.viewer:
        before = 1.0
    if after > 0:
        for seat in range(SEATS):
            h.chances[seat] *= before / after


@inlined
def _has_room(s: Any, m: Any, seat: int) -> bool:
    """Whether a hand has cards that nobody knows."""
    return bool(not s.gone >> seat & 1 and s.sizes[seat] > m.tokens[seat])


@compiled
def _only_lows(s: Any, r: Any, m: Any) -> int:
    """BH A14, A18-61: seats that laid lowest cards, or are stuck on them, hold nothing else."""
    seats = 0
    if r.low_last:
        for i in range(s.stucks):
            seats |= 1 << int(s.stuck[i])
        for seat in range(SEATS):
            if m.played[seat, r.low_rank]:
                seats |= 1 << seat
    return seats


@compiled
def deal_world(t: Any, r: Any, m: Any, h: Any, chance: Any) -> None:
    """Deal the hidden cards anew in `t`, a copy of the state that `h` was read off."""
    viewer = h.viewer
    guard = _draw_guard(t, h, chance)
    for seat in range(SEATS):
        if seat != viewer:
            h.room[seat] = t.sizes[seat]
            _empty(t, r, seat)
            if m.tokens[seat]:
                _give_known(t, r, m, h, seat)
    _name_guard(t, r, m, h, guard)
    _shuffle(h, chance)
    _give_lows(t, r, h)
    for seat in range(SEATS):
        h.left[seat] = h.due[seat]
    for i in range(h.size):
        if h.cards[i] >= 0:
            _deal_card(t, r, h, h.cards[i], chance)
    for seat in range(SEATS):
        if seat != viewer:
            _finish_hand(t, r, m, seat)


@inlined
def _deal_card(t: Any, r: Any, h: Any, kind: int, chance: Any) -> None:
    """Give a card to a seat with room, the readier the more it is trusted to hold such a card.

    Room counts beside what may still fill it, so that hands that few cards fit are not left with the others.
    """
    face = face_of(kind)
    total = 0.0
    for seat in range(SEATS):
        if h.room[seat] > 0 and seat != h.viewer:
            total += h.trust[seat, face] * h.room[seat] / max(h.left[seat], _LEAST)
    lot = below(chance, _LOT) / _LOT * total
    chosen = -1
    for seat in range(SEATS):
        if h.room[seat] > 0 and seat != h.viewer and (chosen < 0 or lot >= 0):
            chosen = seat
            lot -= h.trust[seat, face] * h.room[seat] / max(h.left[seat], _LEAST)
        h.left[seat] -= h.trust[seat, face]
    if chosen >= 0:
        _give(t, r, h, chosen, kind)


@compiled
def _give_known(t: Any, r: Any, m: Any, h: Any, seat: int) -> None:
    for kind in range(KINDS):
        face = LAOWANG if m.laowang and kind == t.called and seat != t.emperor else kind
        for _ in range(min(int(m.known[seat, kind]), h.room[seat])):
            _give(t, r, h, seat, face)


@compiled
def _draw_guard(t: Any, h: Any, chance: Any) -> int:
    """The guard of this world, -1 for an emperor alone; drawn by the chances where the card lies hidden."""
    if h.identities == 0:
        for seat in range(SEATS):
            if h.chances[seat] == 1.0:
                return seat
        return -1
    lot = below(chance, _LOT) / _LOT
    last = -1
    for seat in range(SEATS):
        if h.chances[seat] > 0 and seat != h.viewer:
            last = seat
            lot -= h.chances[seat]
            if lot < 0:
                return seat
    return last if lot < _ROUNDED else -1


@compiled
def _name_guard(t: Any, r: Any, m: Any, h: Any, guard: int) -> None:
    """Roles, and the guard's card in its hand, where the fourth called copy is 老王 (BH A4, A12)."""
    holder = guard if guard >= 0 else t.emperor
    for _ in range(h.identities):
        if h.room[holder] > 0 and holder != h.viewer:
            _give(t, r, h, holder, LAOWANG if m.laowang and guard >= 0 else h.identity)
    t.guard = guard
    t.crown = 1 << t.emperor
    if guard >= 0:
        t.crown |= 1 << guard
    t.identity_laid = 0
    if guard < 0 and t.called >= 0 and not t.solo_shown:
        held = int(m.known[t.emperor, t.called])
        if t.called == BIG:
            held += int(m.known[t.emperor, MARKED_BIG])
        t.identity_laid = max(0, TRIPLE - held)


@inlined
def _empty(t: Any, r: Any, seat: int) -> None:
    t.jokers[seat] = 0
    for rank in range(RANKS):
        t.counts[seat, rank] = 0
        if r.suited:
            t.suits[seat, rank] = 0


@inlined
def _give(t: Any, r: Any, h: Any, seat: int, kind: int) -> None:
    h.room[seat] -= 1
    if kind >= FIRST_JOKER:
        t.jokers[seat] += WEIGHTS[kind - FIRST_JOKER]
    else:
        t.counts[seat, kind >> 2] += 1
        if r.suited:
            t.suits[seat, kind >> 2] += 1 << SUIT_BITS * (kind & 3)


@inlined
def _shuffle(h: Any, chance: Any) -> None:
    state = chance[0]
    for i in range(h.size):
        h.cards[i] = h.pool[i]
    for i in range(h.size - 1, 0, -1):
        j = drawn(state, i + 1)
        state = following(state)
        h.cards[i], h.cards[j] = h.cards[j], h.cards[i]
    chance[0] = state


@compiled
def _give_lows(t: Any, r: Any, h: Any) -> None:
    """Hands that hold one rank only are filled from it first; cards given are marked -1."""
    for seat in range(SEATS):
        if h.lows >> seat & 1 and seat != h.viewer:
            for rank in range(r.low_rank, r.low_rank + 1 + r.next_rank):
                for i in range(h.size):
                    kind = h.cards[i]
                    if h.room[seat] > 0 and kind >= 0 and face_of(kind) == rank:
                        _give(t, r, h, seat, kind)
                        h.cards[i] = -1


@compiled
def _finish_hand(t: Any, r: Any, m: Any, seat: int) -> None:
    """What hangs on a hand: planes, the rank that goes last, what its seat may have drawn."""
    for n in range(PLANES):
        t.planes[seat, n] = 0
    for rank in range(RANKS):
        for n in range(1, min(int(t.counts[seat, rank]), MOST_OF_RANK) + 1):
            t.planes[seat, n] |= 1 << rank
        if r.natural_bombs:
            t.drawn[seat, rank] = t.suits[seat, rank]
    t.drawn_jokers[seat] = t.jokers[seat]
    if r.low_last:
        low = r.low_rank
        if r.next_rank:
            held = int(t.counts[seat, low]) + m.played[seat, low]
            after = int(t.counts[seat, low + 1]) + m.played[seat, low + 1]
            if held == 0 and after > 0:
                low += 1
        t.lows[seat] = low
