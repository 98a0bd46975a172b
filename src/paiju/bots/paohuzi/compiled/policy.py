"""What the compiled players do: tile efficiency, and the score to expect.

*Efficiency* goes the shortest way to a hand with enough hu, and of equal ways that for which most cards are live. *Expected*
takes the action after which the most points are to be expected. Both win whenever they may.
"""

from __future__ import annotations

from typing import Any

from paiju.bots.paohuzi.compiled.outlook import forget, gift, see
from paiju.bots.paohuzi.compiled.plans import plan
from paiju.bots.paohuzi.compiled.records import EXPECTED, FAR
from paiju.games.paohuzi.cards import KINDS, LARGE
from paiju.games.paohuzi.hands import SETS
from paiju.kernels.jit import compiled, inlined
from paiju.kernels.paohuzi.claims import MAY_EAT, MAY_PONG, is_due, list_legal
from paiju.kernels.paohuzi.eating import HU, PASS, PONG, RUN_BITS, THROW, VERB, VERB_BITS
from paiju.kernels.paohuzi.packing import FIELD, ONES, count, locked, size, unit
from paiju.kernels.paohuzi.records import DISCARD, EXPOSED_3
from paiju.kernels.paohuzi.table import secret_hu
from paiju.kernels.paohuzi.tables import SAME_HU

_RUN = (1 << RUN_BITS) - 1
_PAIR = 2
_NO_VALUE = -1e9
_STEP = 1000.0
_COPY, _NEIGHBOUR = 4, 2


@compiled
def choose(r: Any, t: Any, s: Any, seat: int, w: Any, k: Any, out: Any) -> int:
    """The action of `seat`, one of its legal ones; `out` is scratch for these."""
    many = list_legal(r, t, s, seat, out)
    if many == 1:
        return int(out[0])
    see(t, s, seat, w, k)
    if s.phase == DISCARD:
        return THROW + best_discard(r, t, s, seat, w, k, int(s.hand[seat]))
    for i in range(1, many):
        if out[i] == HU:
            return HU
    best, best_value = PASS, _NO_VALUE
    for i in range(many - 1, -1, -1):  # the pass comes last, for it changes what the seat may hope for
        value = claim_value(r, t, s, seat, w, k, int(out[i]))
        if value >= best_value:
            best, best_value = int(out[i]), value
    return best


@compiled
def values(r: Any, t: Any, s: Any, seat: int, w: Any, k: Any, out: Any, worth: Any) -> int:
    """Write the legal actions of `seat` to `out` and what each is worth to `worth`; how many there are."""
    many = list_legal(r, t, s, seat, out)
    see(t, s, seat, w, k)
    if s.phase == DISCARD:
        goal(r, s, seat, k, int(s.hand[seat]), 0, 0, 0, 1)
        plan(r, t, w, k, loose(int(s.hand[seat])))
        for i in range(many):
            worth[i] = discard_value(w, k, int(out[i]) - THROW)
    else:
        for i in range(many - 1, -1, -1):
            worth[i] = claim_value(r, t, s, seat, w, k, int(out[i]))
    return many


@compiled
def claim_value(r: Any, t: Any, s: Any, seat: int, w: Any, k: Any, action: int) -> float:
    """What the seat stands to win after an answer to an open card, its best discard included.

    `see` has been called; after a pass it must be called again.
    """
    card, hand, verb = int(s.card), int(s.hand[seat]), action & VERB
    if verb == PASS:
        if s.offer[seat] & (MAY_PONG | MAY_EAT):  # a refused card is smelled
            k.no_pong |= 1 << card
            k.no_eat |= 1 << card
            forget(k)
        goal(r, s, seat, k, hand, 0, 0, 0, 0)
        plan(r, t, w, k, loose(hand))
        return _state_value(w, k) - (w.refusal if w.style == EXPECTED else 0.0)
    if verb == PONG:
        hand -= _PAIR * unit(card)
        hu, laid, runs = SAME_HU[EXPOSED_3][int(card >= LARGE)], 1, 0
    else:
        hu = laid = 0
        hand += unit(card)
        codes = action >> VERB_BITS
        while codes:
            number = (codes & _RUN) - 1
            hand -= int(t.run_code[number])
            hu += int(t.run_hu[number])
            laid += 1
            codes >>= RUN_BITS
        runs = laid
    due = is_due(r, int(s.owned[seat]) + 1, int(s.quads[seat]))
    goal(r, s, seat, k, hand, hu, laid, runs, due)
    k.cards += int(s.hand[seat]) - hand + unit(card)
    if due:
        return _after_discard(r, t, s, w, k, hand)
    plan(r, t, w, k, loose(hand))
    return _state_value(w, k)


@inlined
def loose(hand: int) -> int:
    """The cards of a hand that are not locked up in secret sets."""
    return hand & ~(FIELD * locked(hand))


@inlined
def goal(r: Any, s: Any, seat: int, k: Any, hand: int, hu: int, laid: int, runs: int, due: int) -> None:
    """What a hand still has to form beside the sets of its seat and `laid` new ones with `hu`."""
    lock = locked(hand)
    fours = hand >> 2 & ONES
    pair = int(s.quads[seat] > 0 or fours != 0)
    k.pair = pair
    k.left = SETS - int(s.sets[seat]) - laid - size(lock) - pair
    k.hu = int(s.hu[seat]) + hu + secret_hu(lock, fours)
    k.cards = hand + int(s.code[seat])
    k.alike = int(int(s.runs[seat]) + runs == 0)
    k.due = due


@inlined
def _state_value(w: Any, k: Any) -> float:
    """What a hand is worth to which no discard is due."""
    if k.least == FAR:
        return 0.0 if w.style == EXPECTED else -_STEP * FAR
    if w.style == EXPECTED:
        return k.value ** (1.0 / w.together)
    return _live(k, int(k.accepts)) - _STEP * k.least


@inlined
def _live(k: Any, kinds: int) -> float:
    """How many live copies some kinds have."""
    copies = 0
    for kind in range(KINDS):
        if kinds >> kind & 1:
            copies += int(k.live[kind])
    return float(copies)


@inlined
def discard_value(w: Any, k: Any, kind: int) -> float:
    """What a hand is worth after a discard, plans made."""
    if w.style == EXPECTED:
        return k.value_of[kind] ** (1.0 / w.together) - gift(k, w, kind)
    return _live(k, int(k.accepts_of[kind])) - _STEP * k.least_of[kind]


@compiled
def best_discard(r: Any, t: Any, s: Any, seat: int, w: Any, k: Any, hand: int) -> int:
    """The card to throw from a hand with one too many; `see` has been called."""
    goal(r, s, seat, k, hand, 0, 0, 0, 1)
    plan(r, t, w, k, loose(hand))
    free = loose(hand)
    best, best_value, ties = -1, _NO_VALUE, 0
    for kind in range(KINDS):
        if count(free, kind):
            value, tied = discard_value(w, k, kind), bonds(free, kind)
            if best < 0 or value > best_value or (value == best_value and tied < ties):
                best, best_value, ties = kind, value, tied
    return best


@compiled
def _after_discard(r: Any, t: Any, s: Any, w: Any, k: Any, hand: int) -> float:
    """The worth of a hand after its best discard; the goal has been set."""
    plan(r, t, w, k, loose(hand))
    free = loose(hand)
    best = _NO_VALUE
    for kind in range(KINDS):
        if count(free, kind):
            best = max(best, discard_value(w, k, kind))
    return best


@inlined
def bonds(free: int, kind: int) -> int:
    """How much a card has to do with the others: among equals the loosest is thrown."""
    number, suit = kind % LARGE, kind - kind % LARGE
    ties = _COPY * (count(free, kind) - 1) + _NEIGHBOUR * count(free, (kind + LARGE) % KINDS)
    for near in range(max(0, number - 2), min(LARGE, number + 3)):
        if near != number and count(free, suit + near):
            ties += 1
    return ties
