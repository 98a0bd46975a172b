"""Deals that a seat cannot tell from the one it plays: hidden cards at random, within what the rules imply.

Forced sets say a lot. A card that lay open and stayed in a pile proves that nobody has three more of its kind in hand or
face down: he would have had to declare Pao (PZ M7). Whoever holds two of them let a Pong pass, and whoever could have
eaten it let that pass; as hands never grow, neither can happen later on, so the kind is smelled for all of them (M15).
Four of a kind lie on the table from the start, and no hand holds a kind of which its owner has laid three.
"""

from __future__ import annotations

from typing import Any

from paiju.games.paohuzi.cards import KINDS, SEATS, STOCK_SIZE
from paiju.kernels.chance import below
from paiju.kernels.jit import compiled, inlined
from paiju.kernels.paohuzi.claims import open_window
from paiju.kernels.paohuzi.packing import FIELD, ONES, count, locked, unit
from paiju.kernels.paohuzi.records import (
    CLAIM,
    KNOWN_BIT,
    LEFT_SEAT,
    LEFT_THROWN,
    MELD_SHIFT,
    RUN,
    SMELLED_3,
    UNEXPOSED_3,
)
from paiju.kernels.paohuzi.table import refresh
from paiju.kernels.paohuzi.tables import SAME_HU

_TRIES = 60
_TRIPLE = 3


@compiled
def prepare(r: Any, s: Any, seat: int, k: Any, q: Any) -> None:
    """Gather what is the same in all worlds of a root: hidden cards by kind, kinds that lay open, smelled kinds.

    `see` has been called for the root; smelled kinds are written into it.
    """
    for kind in range(KINDS):
        q.hidden[kind] = k.live[kind]
    known = int(s.known)
    for at in range(int(s.next), int(s.next) + known):
        q.hidden[int(s.stock[at])] -= 1
    if STOCK_SIZE - int(s.next) > known:
        q.hidden[int(s.face_up)] -= 1
    q.piled = 0
    for i in range(int(s.lefts)):
        left = int(s.left[i])
        card, owner, thrown = left % LEFT_THROWN, left // LEFT_SEAT, left & LEFT_THROWN
        q.piled |= 1 << card
        _let_pass(r, s, seat, int(s.right[owner]), card)
        if not thrown or r.own_discard_smells:
            _let_pass(r, s, seat, owner, card)
    for place in range(SEATS):
        at = int(s.order[place])
        if at != seat and r.pong_stops_pong:
            s.no_pong[at] |= q.piled
        if at != seat:
            _smelled_sets(s, at)


@inlined
def _let_pass(r: Any, s: Any, seat: int, at: int, card: int) -> None:
    """Note that a seat did not eat a card."""
    if at != seat and r.eat_stops_eat:
        s.no_eat[at] |= 1 << card


@inlined
def _smelled_sets(s: Any, at: int) -> None:
    """A smelled set on the table says which kind was refused."""
    for i in range(int(s.sets[at])):
        meld = int(s.meld[at, i])
        if meld & KNOWN_BIT and meld & KNOWN_BIT - 1 == SMELLED_3:
            s.no_pong[at] |= 1 << (meld >> MELD_SHIFT)
            s.no_eat[at] |= 1 << (meld >> MELD_SHIFT)


@compiled
def imagine(r: Any, t: Any, root: Any, seat: int, q: Any, chance: Any, worlds: Any) -> bool:
    """Make `worlds[0]` a deal that `seat` may be in; false if none was found in some tries."""
    for _ in range(_TRIES):
        worlds[0] = root
        s = worlds[0]
        if _conceal(s, seat, q, chance) and _deal(s, seat, q, chance) and _agrees(r, t, root, s, seat):
            return True
    return False


@inlined
def _conceal(s: Any, seat: int, q: Any, chance: Any) -> bool:
    """Choose what lies face down; false if nothing can."""
    for kind in range(KINDS):
        q.pool[kind] = q.hidden[kind]
    for place in range(SEATS):
        at = int(s.order[place])
        if at == seat:
            continue
        for i in range(int(s.sets[at])):
            meld = int(s.meld[at, i])
            if meld & KNOWN_BIT or meld & KNOWN_BIT - 1 == RUN:
                continue
            kind = _triple(q, chance)
            if kind < 0:
                return False
            q.pool[kind] -= _TRIPLE
            s.meld[at, i] = UNEXPOSED_3 + (kind << MELD_SHIFT)
            s.hu[at] += SAME_HU[UNEXPOSED_3][int(kind >= KINDS // 2)]
            s.code[at] += _TRIPLE * unit(kind)
            s.unexposed[at] |= 1 << kind
    return True


@inlined
def _triple(q: Any, chance: Any) -> int:
    """A kind of which three are hidden and none lay open in a pile, at random; -1 if there is none."""
    many, chosen = 0, -1
    for kind in range(KINDS):
        if q.pool[kind] >= _TRIPLE and not int(q.piled) >> kind & 1:
            many += 1
            if below(chance, many) == 0:
                chosen = kind
    return chosen


@inlined
def _deal(s: Any, seat: int, q: Any, chance: Any) -> bool:
    """Deal the hidden cards to the hands and the stock; false if a hand breaks what the rules imply."""
    many = 0
    for kind in range(KINDS):
        for _ in range(int(q.pool[kind])):
            q.cards[many] = kind
            many += 1
    for i in range(many - 1, 0, -1):
        j = below(chance, i + 1)
        card = int(q.cards[i])
        q.cards[i] = q.cards[j]
        q.cards[j] = card
    at_card = 0
    for place in range(SEATS):
        at = int(s.order[place])
        if at == seat:
            continue
        held = 1 if s.shown_held and at == s.dealer else 0
        hand = held * unit(int(s.shown))
        for _ in range(int(q.sizes[at]) - held):
            hand += unit(int(q.cards[at_card]))
            at_card += 1
        if not _possible(s, at, hand, int(q.piled)):
            return False
        s.hand[at] = hand
        refresh(s, at)
    top = int(s.next) + int(s.known)
    for i in range(many - at_card):
        s.stock[top + i] = q.cards[at_card + i]
    if top < STOCK_SIZE:
        s.stock[STOCK_SIZE - 1] = s.face_up
    return True


@inlined
def _possible(s: Any, at: int, hand: int, piled: int) -> bool:
    """Whether the rules can have left a hand like this to a seat."""
    if hand >> 2 & ONES:
        return False
    triples = locked(hand)
    laid = int(s.exposed[at]) | int(s.unexposed[at])
    for kind in range(KINDS):
        if count(triples, kind) and piled >> kind & 1:
            return False
        if laid >> kind & 1 and hand & FIELD * unit(kind):
            return False
    return True


@inlined
def _agrees(r: Any, t: Any, root: Any, s: Any, seat: int) -> bool:
    """Open the window anew for all; whether the seat is offered what it was offered."""
    if root.phase != CLAIM:
        return True
    open_window(r, t, s, int(root.source), int(root.seat), int(root.card), int(root.last))
    return s.offer[seat] == root.offer[seat]
