"""Deals that a seat cannot tell from the one it plays: hidden cards at random, within what the rules imply.

Forced sets say a lot. A card that lay open and stayed in a pile proves that nobody has three more of its kind in hand or
face down: he would have had to declare Pao (PZ M7), or Ti of one that he drew or threw himself (M8). Whoever holds two of
them let a Pong pass, and whoever could have eaten it let that pass; as hands never grow, neither can happen later on, so the
kind is smelled for all of them (M15). A seat keeps no pair of a kind that it has drawn or thrown and that was left or lies
open: of a drawn one it would have had to make Wei, and secret triples are not broken up. Four of a kind lie on the table from
the start, and no hand holds a kind of which its owner has laid three. Triples held now were dealt, and five of them would have
ended the deal before it began (M22).

Of the hands that are left for a seat one is drawn, and then cards of it are swapped with others, each time by how likely the
two hands are (`guesses`): steps of Metropolis' chain.
"""

from __future__ import annotations

from typing import Any

from paiju.bots.paohuzi.compiled.guesses import likelihood
from paiju.bots.paohuzi.compiled.outlook import see
from paiju.games.paohuzi.cards import KINDS, SEATS, STOCK_SIZE
from paiju.kernels.chance import below
from paiju.kernels.jit import compiled, inlined
from paiju.kernels.paohuzi.claims import open_window
from paiju.kernels.paohuzi.packing import FIELD, ONES, count, locked, size, unit
from paiju.kernels.paohuzi.records import (
    CLAIM,
    DRAWN,
    KNOWN_BIT,
    LEFT_SEAT,
    LEFT_THROWN,
    MELD_SHIFT,
    RUN,
    SMELLED_3,
    THROWN,
    UNEXPOSED_3,
)
from paiju.kernels.paohuzi.table import refresh
from paiju.kernels.paohuzi.tables import SAME_HU

_TRIES = 60
_DRAWN = 16
_SWAPS = 32
"""Hands drawn at most for a seat until one is possible, and swaps of one of its cards that are weighed then."""
_FINE = 1 << 30
_TRIPLE = 3
_HEAVENLY = 5
"""So many dealt triples go out at once, where heavenly sets do (PZ M22)."""


@compiled
def prepare(r: Any, t: Any, s: Any, seat: int, k: Any, q: Any, g: Any, others: Any) -> None:
    """Gather what is the same in all worlds of a root: hidden cards by kind, kinds that lay open, smelled kinds.

    `see` has been called for the root; smelled kinds are written into it. `others` are the outlooks of the other seats, seen
    with the weights `g`.
    """
    for kind in range(KINDS):
        q.hidden[kind] = k.live[kind]
    known = int(s.known)
    for at in range(int(s.next), int(s.next) + known):
        q.hidden[int(s.stock[at])] -= 1
    if STOCK_SIZE - int(s.next) > known:
        q.hidden[int(s.face_up)] -= 1
    q.piled = 0
    q.own[:] = 0
    for i in range(int(s.lefts)):
        left = int(s.left[i])
        card, owner, thrown = left % LEFT_THROWN, left // LEFT_SEAT, left & LEFT_THROWN
        q.piled |= 1 << card
        q.own[owner] |= 1 << card
        _let_pass(r, s, seat, int(s.right[owner]), card)
        if not thrown or r.own_discard_smells:
            _let_pass(r, s, seat, owner, card)
    if s.phase == CLAIM and s.source in (DRAWN, THROWN):
        q.own[int(s.seat)] |= 1 << int(s.card)
    for place in range(SEATS):
        at = int(s.order[place])
        if at != seat and r.pong_stops_pong:
            s.no_pong[at] |= q.piled
        if at != seat:
            _smelled_sets(s, at)
            see(t, s, at, g, others[at])


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
def imagine(
    r: Any, t: Any, root: Any, seat: int, q: Any, chance: Any, worlds: Any, g: Any, others: Any
) -> bool:  # fmt: skip
    """Make `worlds[0]` a deal that `seat` may be in; false if none was found in some tries."""
    for _ in range(_TRIES):
        worlds[0] = root
        s = worlds[0]
        if not _conceal(s, seat, q, chance):
            continue
        if _deal(r, t, s, seat, q, chance, g, others) and _agrees(r, t, root, s, seat):
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
            kind = _triple(q, int(q.piled) | int(q.own[at]), chance)
            if kind < 0:
                return False
            q.pool[kind] -= _TRIPLE
            s.meld[at, i] = UNEXPOSED_3 + (kind << MELD_SHIFT)
            s.hu[at] += SAME_HU[UNEXPOSED_3][int(kind >= KINDS // 2)]
            s.code[at] += _TRIPLE * unit(kind)
            s.unexposed[at] |= 1 << kind
    return True


@inlined
def _triple(q: Any, shown: int, chance: Any) -> int:
    """A kind of which three are hidden and none is among the `shown`, at random; -1 if there is none."""
    many, chosen = 0, -1
    for kind in range(KINDS):
        if q.pool[kind] >= _TRIPLE and not shown >> kind & 1:
            many += 1
            if below(chance, many) == 0:
                chosen = kind
    return chosen


@compiled
def _deal(r: Any, t: Any, s: Any, seat: int, q: Any, chance: Any, g: Any, others: Any) -> bool:
    """Deal the hidden cards to the hands and the stock; false if no hand was found for a seat."""
    for place in range(SEATS):
        at = int(s.order[place])
        if at == seat:
            continue
        hand = _hand(r, t, s, at, q, chance, g, others[at])
        if hand < 0:
            return False
        s.hand[at] = hand
        refresh(s, at)
        if s.shown_held and at == s.dealer:
            hand -= unit(int(s.shown))
        for kind in range(KINDS):
            q.pool[kind] -= count(hand, kind)
    top = int(s.next) + int(s.known)
    rest = _spread(q)
    _draw(q, rest, rest, chance)
    for i in range(rest):
        s.stock[top + i] = q.cards[i]
    if top < STOCK_SIZE:
        s.stock[STOCK_SIZE - 1] = s.face_up
    return True


@compiled
def _hand(r: Any, t: Any, s: Any, at: int, q: Any, chance: Any, g: Any, o: Any) -> int:
    """A likely hand for a seat; -1 if the rules allow none of those drawn."""
    held = int(s.shown_held and at == s.dealer)
    many, cards = _spread(q), int(q.sizes[at]) - held
    piled, own = int(q.piled), int(q.own[at])
    hand = -1
    for _ in range(_DRAWN):
        _draw(q, many, cards, chance)
        drawn = held * unit(int(s.shown))
        for i in range(cards):
            drawn += unit(int(q.cards[i]))
        if _possible(r, s, at, drawn, piled, own):
            hand = drawn
            break
    if hand < 0 or cards in (0, many):
        return hand
    likely = likelihood(r, t, s, at, g, o, hand, piled)
    for _ in range(_SWAPS):
        i, j = below(chance, cards), cards + below(chance, many - cards)
        mine, other = int(q.cards[i]), int(q.cards[j])
        swapped = hand - unit(mine) + unit(other)
        if mine == other or not _possible(r, s, at, swapped, piled, own):
            continue
        likely_then = likelihood(r, t, s, at, g, o, swapped, piled)
        if below(chance, _FINE) * likely < _FINE * likely_then:
            hand, likely = swapped, likely_then
            q.cards[i], q.cards[j] = other, mine
    return hand


@inlined
def _spread(q: Any) -> int:
    """Lay out the cards of the pool; how many there are."""
    many = 0
    for kind in range(KINDS):
        for _ in range(int(q.pool[kind])):
            q.cards[many] = kind
            many += 1
    return many


@inlined
def _draw(q: Any, many: int, wanted: int, chance: Any) -> None:
    """Bring some of the cards laid out to the front, at random."""
    for i in range(wanted):
        j = i + below(chance, many - i)
        card = int(q.cards[i])
        q.cards[i] = q.cards[j]
        q.cards[j] = card


@inlined
def _possible(r: Any, s: Any, at: int, hand: int, piled: int, own: int) -> bool:
    """Whether the rules can have left a hand like this to a seat."""
    if hand >> 2 & ONES:
        return False
    triples = locked(hand)
    if r.heavenly_sets and size(triples) >= _HEAVENLY:
        return False
    laid = int(s.exposed[at]) | int(s.unexposed[at])
    for kind in range(KINDS):
        if count(triples, kind) and piled >> kind & 1:
            return False
        if own >> kind & 1 and count(hand, kind) > 1:
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
