"""Random deals inside the kernel, with the phases before play decided by the rule `plain`.

The deck is shuffled and drawn from a random seat on. Whoever holds the marked big joker is emperor; where the guard
is called, the crown goes on in the table's direction to the first seat with three cards to show, who calls the
lowest of them (nobody has three: shuffled again). Nobody pays, buys, declares or usurps.
"""

from __future__ import annotations

from typing import Any

from paiju.games.baohuang.calling import TRIPLE
from paiju.games.baohuang.cards import BIG, FIRST_JOKER, MARKED_BIG, MARKED_SMALL, SEATS
from paiju.kernels.baohuang.jokers import BY_KIND, WEIGHTS
from paiju.kernels.baohuang.playing import clear, drop
from paiju.kernels.baohuang.records import MOST_OF_RANK, PLANES, RANKS, SUIT_BITS, SUIT_MASK
from paiju.kernels.chance import below, drawn, following
from paiju.kernels.jit import compiled, inlined

_MARKED_BIG_WEIGHT = WEIGHTS[MARKED_BIG - FIRST_JOKER]
_LAOWANG_WEIGHT = WEIGHTS[-1]


@compiled
def deal(s: Any, r: Any, deck: Any, chance: Any) -> None:
    """A new deal at its first lead; `deck` holds the cards in any order and is shuffled in place."""
    while True:
        _start(s)
        _draw(s, r, deck, chance)
        if not r.calls or _call(s, r):
            break
    _fix_lows(s, r)
    s.turn = s.emperor
    s.crown = 1 << s.emperor
    if s.guard >= 0:
        s.crown |= 1 << s.guard


@compiled
def _start(s: Any) -> None:
    clear(s)
    s.guard = s.guard2 = s.called = -1
    s.multiplier = 1
    s.announced = s.gone = s.outs = s.stucks = s.shown = s.solo_shown = s.identity_laid = s.winner = 0
    for seat in range(SEATS):
        s.sizes[seat] = s.jokers[seat] = 0
        s.places[seat] = 0
        s.returns[seat] = 0
        s.lows[seat] = -1
        for rank in range(s.counts.shape[1]):
            s.counts[seat, rank] = 0
        for n in range(PLANES):
            s.planes[seat, n] = 0


@compiled
def _draw(s: Any, r: Any, deck: Any, chance: Any) -> None:
    """Fisher-Yates from the last card drawn to the first; hands are counted on the way."""
    first = below(chance, SEATS)
    s.first_drawer = first
    size = r.deck_size
    for i in range(SEATS):
        seat = (first + i) % SEATS
        s.sizes[seat] = (size - i + SEATS - 1) // SEATS
        if r.suited:
            for rank in range(RANKS):
                s.suits[seat, rank] = 0
    seat = (first + size) % SEATS
    state = chance[0]
    for i in range(size - 1, -1, -1):
        seat = seat - 1 if seat else SEATS - 1
        j = drawn(state, i + 1)
        state = following(state)
        kind = int(deck[j])
        deck[j] = deck[i]
        deck[i] = kind
        s.counts[seat, kind >> 2] += 1
        if kind >= FIRST_JOKER:
            _draw_joker(s, r, seat, kind)
        elif r.suited:
            s.suits[seat, kind >> 2] += 1 << SUIT_BITS * (kind & 3)
    chance[0] = state
    _make_planes(s, r)


@inlined
def _draw_joker(s: Any, r: Any, seat: int, kind: int) -> None:
    s.jokers[seat] += WEIGHTS[kind - FIRST_JOKER]
    if kind == MARKED_BIG:
        s.emperor = seat
    elif kind == MARKED_SMALL:
        s.guard = seat


@inlined
def _make_planes(s: Any, r: Any) -> None:
    """The planes of fresh hands, and what each seat drew."""
    for seat in range(SEATS):
        s.drawn_jokers[seat] = s.jokers[seat]
        ranks = 1
        n = 0
        while ranks and n < MOST_OF_RANK:
            n += 1
            ranks = 0
            for rank in range(RANKS):
                ranks |= (1 if s.counts[seat, rank] >= n else 0) << rank
            s.planes[seat, n] = ranks
        if r.natural_bombs:
            for rank in range(RANKS):
                s.drawn[seat, rank] = s.suits[seat, rank]
    if s.guard == s.emperor:
        s.guard = -1


@compiled
def _call(s: Any, r: Any) -> bool:
    """BH A4, A6, A12: find the emperor who can call and his guard; whether there is one."""
    heir = s.emperor
    for _ in range(SEATS):
        kind = _lowest_callable(s, r, heir)
        if kind >= 0:
            s.jokers[s.emperor] -= _MARKED_BIG_WEIGHT
            s.sizes[s.emperor] -= 1
            s.jokers[heir] += _MARKED_BIG_WEIGHT
            s.sizes[heir] += 1
            s.emperor, s.called = heir, kind
            _name_guard(s, r)
            return True
        heir = (heir + r.heir_step) % SEATS
    return False


@compiled
def copies_of(s: Any, seat: int, kind: int) -> int:
    """Copies of a kind in a hand."""
    if kind < FIRST_JOKER:
        return int(s.suits[seat, kind >> 2]) >> SUIT_BITS * (kind & 3) & SUIT_MASK
    return int(BY_KIND[s.jokers[seat], kind - FIRST_JOKER])


@compiled
def _lowest_callable(s: Any, r: Any, seat: int) -> int:
    for kind in range(BIG + 1):
        if r.may_call[kind]:
            copies = copies_of(s, seat, kind)
            if kind == BIG:  # BH A18-36: the marked one counts, and comes with the crown
                copies += 1
            if copies >= TRIPLE:
                return kind
    return -1


@compiled
def _name_guard(s: Any, r: Any) -> None:
    """BH A4, A12: who holds the fourth copy is guard; it becomes 老王 in his hand."""
    s.guard = -1
    for seat in range(SEATS):
        if seat != s.emperor and copies_of(s, seat, s.called):
            s.guard = seat
            if r.laowang:
                if s.called < FIRST_JOKER:
                    drop(s, r, seat, s.called >> 2, 1 << SUIT_BITS * (s.called & 3))
                else:
                    s.jokers[seat] -= WEIGHTS[s.called - FIRST_JOKER]
                s.jokers[seat] += _LAOWANG_WEIGHT


@compiled
def _fix_lows(s: Any, r: Any) -> None:
    """BH A18-60: each seat's lowest-last rank."""
    if r.low_last:
        for seat in range(SEATS):
            low = r.low_rank
            if r.next_rank and s.counts[seat, low] == 0 and s.counts[seat, low + 1]:
                low += 1
            s.lows[seat] = low
