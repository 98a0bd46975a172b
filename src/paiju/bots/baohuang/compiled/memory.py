"""What a table has shown beside the kernel's state: who answered how, what was played, what was known at the start.

A `records.STATE` forgets what was played, and it knows nothing of the phases before play. A `MEMORY` beside
it holds that much, all of it public but for `knows` (a guard's own knowledge, which only that seat's questions use).
Call `begin` once at the first lead and `notice` BEFORE each action that the kernel carries out, forced passes
included.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from paiju.bots.baohuang.heuristic.suspicion import FEW, LOW, MIDDLE, SOME
from paiju.games.baohuang.calling import TRIPLE
from paiju.games.baohuang.cards import BIG, FIRST_JOKER, KINDS, LAOWANG, MARKED_BIG, SEATS
from paiju.kernels.baohuang.codes import DEFER, FILLS_AT, JOKERS_AT, JOKERS_MASK, NATURALS_AT, SUITS_MASK
from paiju.kernels.baohuang.jokers import BY_KIND, KINDS_OF_JOKER, TOTAL
from paiju.kernels.baohuang.observing import in_hand
from paiju.kernels.baohuang.records import NO_RANK, RANKS, SUIT_BITS, SUIT_MASK
from paiju.kernels.baohuang.shapes import cards_in, size_of
from paiju.kernels.jit import compiled, inlined

FACES = 16
"""Places of a count by face: ranks 0 to 12, then small jokers, then bigger ones; the last is never used."""
SMALL_FACE, BIG_FACE = RANKS, RANKS + 1
REFUSALS = 8
NEVER_REFUSED = 15

SMALLS = (BY_KIND[:, 0] + BY_KIND[:, 1]).astype(np.int64)
"""Small jokers in a set of jokers, by its number."""
BIGS = TOTAL.astype(np.int64) - SMALLS
"""Bigger jokers in a set of jokers, 老王 among them."""

MEMORY = np.dtype(
    [
        ("pair", np.int64),  # called with two cards: there may be two guards
        ("settled", np.int64),  # everybody knew every role before play
        ("usurped", np.int64),  # the crown was usurped: the guard's card is an ordinary one
        ("innocent", np.int64),  # bit set: seats known not to be guard
        ("knows", np.int64),  # bit set: guards that know they are the only one
        ("top", np.int64),  # the code of the set laid last
        ("laowang", np.int64),  # 1: the fourth called copy counts as 老王, the next two are used
        ("called_left", np.int64),  # called copies that are not played, of those that keep their face
        ("laowang_left", np.int64),  # 1 until 老王 is played
        ("odds", np.float64, (SEATS,)),  # log-odds of being the guard
        ("left", np.int8, (FACES,)),  # cards not played, by face; without those of the two fields above
        ("played", np.int8, (SEATS, FACES)),  # cards played
        ("refused", np.int8, (SEATS, REFUSALS)),  # lowest base let stand, by size - 1 (8: or more)
        ("known", np.int8, (SEATS, KINDS)),  # cards known to lie in a hand; 老王 under its plain face
        ("tokens", np.int64, (SEATS,)),  # how many of those
    ],
    align=True,
)


@compiled
def begin(s: Any, r: Any, m: Any) -> None:
    """Remember a deal at its first lead, nobody having declared, revolted or usurped anything (as `dealing` deals).

    `s`, `r`, `m` are one record each of `STATE`, `RULES`, `MEMORY`.
    """
    m.pair = m.settled = m.usurped = m.innocent = m.top = 0
    m.knows = 1 << s.guard if s.guard >= 0 else 0
    for face in range(FACES):
        m.left[face] = 0
    found = 0
    for seat in range(SEATS):
        m.odds[seat] = 0.0
        m.tokens[seat] = 0
        for kind in range(KINDS):
            m.known[seat, kind] = 0
        for face in range(FACES):
            m.played[seat, face] = 0
        for size in range(REFUSALS):
            m.refused[seat, size] = NEVER_REFUSED
        for rank in range(RANKS):
            m.left[rank] += s.counts[seat, rank]
        m.left[SMALL_FACE] += SMALLS[s.jokers[seat]]
        m.left[BIG_FACE] += BIGS[s.jokers[seat]]
        found += int(BY_KIND[s.jokers[seat], KINDS_OF_JOKER - 1])
    _show(m, s.emperor, MARKED_BIG, in_hand(s, r, s.emperor, MARKED_BIG))
    if s.called >= 0:
        _show(m, s.emperor, s.called, min(in_hand(s, r, s.emperor, s.called), TRIPLE))
    m.laowang = m.called_left = m.laowang_left = 0
    if r.laowang and s.called >= 0:
        _begin_laowang(s, m, found)


@inlined
def _show(m: Any, seat: int, kind: int, copies: int) -> None:
    """Everybody saw these cards with the crown and the call (BH A12)."""
    m.known[seat, kind] = copies
    m.tokens[seat] += copies


@compiled
def _begin_laowang(s: Any, m: Any, found: int) -> None:
    """Tell the called copies from the others; a solo emperor alone knows that there is no 老王 (`found` is 0)."""
    m.laowang, m.laowang_left = 1, 1
    m.called_left = 2 if s.called == BIG else 3
    m.left[face_of(s.called)] -= m.called_left + 1 - found
    m.left[BIG_FACE] -= found


@inlined
def face_of(kind: int) -> int:
    """The place of a kind in a count by face."""
    if kind < FIRST_JOKER:
        return kind >> 2
    return SMALL_FACE if kind < BIG else BIG_FACE


@compiled
def notice(s: Any, r: Any, m: Any, w: Any, code: int) -> None:
    """Remember what the seat to act is about to do; `w` is a record of `WEIGHTS`, whose odds are added up."""
    seat = s.turn
    plays = code > DEFER
    if s.has_top:
        if seat != s.emperor:
            m.odds[seat] += w.evidence[1 if s.owner == s.emperor else 0, 1 if plays else 0, class_of(m.top)]
        if not plays:
            _refuse(m, seat)
    if plays:
        _notice_play(s, m, seat, code)


@inlined
def _refuse(m: Any, seat: int) -> None:
    at = min(size_of(m.top), REFUSALS) - 1
    m.refused[seat, at] = min(m.refused[seat, at], m.top & 15)


@inlined
def _notice_play(s: Any, m: Any, seat: int, code: int) -> None:
    rank, held = code & 15, code >> JOKERS_AT & JOKERS_MASK
    naturals, fills = cards_in(code >> NATURALS_AT & SUITS_MASK), cards_in(code >> FILLS_AT)
    m.top = code
    if rank != NO_RANK:
        _count(m, seat, rank, naturals)
        _count(m, seat, RANKS - 1, fills)
    if held:
        _count(m, seat, SMALL_FACE, SMALLS[held])
        _count(m, seat, BIG_FACE, BIGS[held])
    if m.tokens[seat]:
        _forget(s, m, seat, code)
    if m.laowang:
        called, laowang = copies_in(code, s.called), int(BY_KIND[held, KINDS_OF_JOKER - 1])
        m.called_left -= called
        m.left[face_of(s.called)] += called
        m.laowang_left -= laowang
        m.left[BIG_FACE] += laowang


@compiled
def _forget(s: Any, m: Any, seat: int, code: int) -> None:
    """What is played is known to lie in the hand no more."""
    for kind in range(KINDS):
        if m.known[seat, kind]:
            copies = copies_in(code, kind)
            if kind == s.called:
                copies += copies_in(code, LAOWANG)
            gone = min(copies, int(m.known[seat, kind]))
            m.known[seat, kind] -= gone
            m.tokens[seat] -= gone


@inlined
def _count(m: Any, seat: int, face: int, count: int) -> None:
    m.played[seat, face] += count
    m.left[face] -= count


@inlined
def class_of(code: int) -> int:
    """One of nine: three heights (6-9, T-Q, higher or with jokers) times three sizes (1-2, 3-4, more)."""
    rank, size = code & 15, size_of(code)
    height = 2 if rank > MIDDLE or code >> JOKERS_AT & JOKERS_MASK else 1 if rank > LOW else 0
    return 3 * height + (0 if size <= FEW else 1 if size <= SOME else 2)


@inlined
def copies_in(code: int, kind: int) -> int:
    """Copies of a kind among the cards of a play."""
    if kind >= FIRST_JOKER:
        return int(BY_KIND[code >> JOKERS_AT & JOKERS_MASK, kind - FIRST_JOKER])
    shift = SUIT_BITS * (kind & 3)
    copies = 0
    if code & 15 == kind >> 2:
        copies += code >> NATURALS_AT >> shift & SUIT_MASK
    if kind >> 2 == RANKS - 1 and code & 15 != RANKS - 1:
        copies += code >> FILLS_AT >> shift & SUIT_MASK
    return copies
