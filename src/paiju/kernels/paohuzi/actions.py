"""How a card can be eaten (PZ 3.4), and actions and table sets as numbers."""

from __future__ import annotations

from paiju.games.paohuzi.actions import (
    DISCARDS,
    Action,
)
from paiju.games.paohuzi.actions import (
    HU as HU_ACTION,
)
from paiju.games.paohuzi.actions import (
    PASS as PASS_ACTION,
)
from paiju.games.paohuzi.actions import (
    PONG as PONG_ACTION,
)
from paiju.games.paohuzi.cards import KINDS
from paiju.games.paohuzi.melds import Meld, SetKind
from paiju.kernels.jit import compiled, inlined
from paiju.kernels.paohuzi.records import (
    ALL_RUNS,
    EXPOSED_3,
    EXPOSED_4,
    KNOWN_BIT,
    MELD_SHIFT,
    MOST_HOLDING,
    RUN,
    RUN_NUMBER,
    SMELLED_3,
    UNEXPOSED_3,
    UNEXPOSED_4,
    Packed,
    RulesRecord,
    SetsRecord,
    count,
    holds,
)
from paiju.kernels.records import Ints

PASS, HU, PONG, THROW = 0, 1, 2, 3
EAT = THROW + KINDS
"""Actions are numbers: `THROW + kind`; eating has `EAT` in its low bits and the runs it lays above them."""

VERB_BITS = 5
VERB = (1 << VERB_BITS) - 1
RUN_BITS = 6
"""Each run takes six bits, one more than its number; first the one that holds the eaten card (PZ 8.7)."""


@inlined
def fits(pool: Packed, code: Packed, due: int) -> int:
    """Whether a run can be laid and leaves a card to discard, if one is due."""
    return int(holds(pool, code)) & (int(pool != code) | 1 - due)


@compiled
def has_way(rules: RulesRecord, sets: SetsRecord, pool: Packed, card: int, due: int) -> bool:
    """Whether there is a way to eat."""
    if not rules.bi or count(pool, card) == 1:
        return _has_last(sets, pool, card, due)
    for i in range(MOST_HOLDING):
        code = int(sets.fitting[card, i])
        if holds(pool, code) and _has_further(sets, pool - code, card, due):
            return True
    return False


@compiled
def _has_last(sets: SetsRecord, pool: Packed, card: int, due: int) -> bool:
    """Whether one run lays the one copy of the card, or with 比 off any run fits."""
    found = 0
    for i in range(MOST_HOLDING):
        found |= fits(pool, int(sets.fitting[card, i]), due)
    return found > 0


@compiled
def _has_further(sets: SetsRecord, pool: Packed, card: int, due: int) -> bool:
    """比: whether the copies of the card that are left, two at most, can all be laid (PZ 3.4)."""
    copies = count(pool, card)
    if copies == 0:
        return pool > 0 or not due
    if copies == 1:
        return _has_last(sets, pool, card, due)
    for i in range(MOST_HOLDING):
        code = int(sets.fitting[card, i])
        if holds(pool, code):
            rest = pool - code
            if _has_last(sets, rest, card, due) if count(rest, card) else rest > 0 or not due:
                return True
    return False


@compiled
def list_ways(
    rules: RulesRecord, sets: SetsRecord, pool: Packed, card: int, due: int, out: Ints, first: int
) -> int:
    """Write every way to eat into `out` from place `first` in the order of the rules; the place after them."""
    if not rules.bi or count(pool, card) == 1:
        return _list_last(sets, pool, card, due, EAT, VERB_BITS, 0, out, first)
    at = first
    for i in range(MOST_HOLDING):
        code = int(sets.fitting[card, i])
        if holds(pool, code):
            action = EAT | int(sets.holding[card, i]) + 1 << VERB_BITS
            at = _list_further(sets, pool - code, card, due, action, i, out, at)
    return at


@compiled
def _list_last(
    sets: SetsRecord,
    pool: Packed,
    card: int,
    due: int,
    action: int,
    shift: int,
    start: int,
    out: Ints,
    first: int,
) -> int:
    """Write `action` with every run that can be the last; a place that is not taken is written over."""
    at = first
    for i in range(start, MOST_HOLDING):
        out[at] = action | int(sets.holding[card, i]) + 1 << shift
        at += fits(pool, int(sets.fitting[card, i]), due)
    return at


@compiled
def _list_further(
    sets: SetsRecord, pool: Packed, card: int, due: int, action: int, start: int, out: Ints, first: int
) -> int:
    """比: the second set and the third, so that no copy of the eaten card stays in hand (PZ 3.4)."""
    at, copies = first, count(pool, card)
    if copies == 0:
        out[at] = action
        return at + int(pool > 0 or not due)
    if copies == 1:
        return _list_last(sets, pool, card, due, action, VERB_BITS + RUN_BITS, start, out, at)
    for i in range(start, MOST_HOLDING):
        code = int(sets.fitting[card, i])
        if not holds(pool, code):
            continue
        rest, both = pool - code, action | int(sets.holding[card, i]) + 1 << VERB_BITS + RUN_BITS
        if count(rest, card):
            at = _list_last(sets, rest, card, due, both, VERB_BITS + 2 * RUN_BITS, i, out, at)
        else:
            out[at] = both
            at += int(rest > 0 or not due)
    return at


# --- actions and table sets as numbers, and numbers as actions and table sets of the rules

KINDS_OF_SET = {
    SetKind.EXPOSED_3: EXPOSED_3,
    SetKind.UNEXPOSED_3: UNEXPOSED_3,
    SetKind.SMELLED_3: SMELLED_3,
    SetKind.EXPOSED_4: EXPOSED_4,
    SetKind.UNEXPOSED_4: UNEXPOSED_4,
}
_PLAIN = {PASS_ACTION: PASS, HU_ACTION: HU, PONG_ACTION: PONG}
_PLAIN_ACTIONS = (PASS_ACTION, HU_ACTION, PONG_ACTION, *DISCARDS)


def encode(action: Action) -> int:
    """An action of the rules as a number of the kernel."""
    if action.verb == "discard":
        return THROW + action.cards[0]
    if action.verb != "eat":
        return _PLAIN[action]
    runs = 0
    for cards in reversed(action.sets):
        runs = runs << RUN_BITS | RUN_NUMBER[cards] + 1
    return EAT | runs << VERB_BITS


def decode(code: int) -> Action:
    """A number of the kernel as an action of the rules."""
    code = int(code)
    if code & VERB != EAT:
        return _PLAIN_ACTIONS[code]
    runs, sets = code >> VERB_BITS, []
    while runs:
        sets.append(ALL_RUNS[(runs & (1 << RUN_BITS) - 1) - 1].cards)
        runs >>= RUN_BITS
    return Action("eat", (), tuple(sets))


def encode_meld(meld: Meld) -> int:
    """A set on the table as a number of the kernel."""
    if meld.kind in KINDS_OF_SET:
        plain = KINDS_OF_SET[meld.kind] + (meld.cards[0] << MELD_SHIFT)
        return plain + KNOWN_BIT * meld.known
    return RUN + KNOWN_BIT * meld.known + (RUN_NUMBER[meld.cards] << MELD_SHIFT)
