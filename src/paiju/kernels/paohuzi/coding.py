"""Actions and table sets as numbers, and numbers as actions and table sets of the law."""

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
from paiju.games.paohuzi.sets import Meld, SetKind, same
from paiju.kernels.paohuzi.catalogue import ALL_RUNS, RUN_NUMBER
from paiju.kernels.paohuzi.eating import EAT, HU, PASS, PONG, RUN_BITS, THROW, VERB, VERB_BITS
from paiju.kernels.paohuzi.records import (
    EXPOSED_3,
    EXPOSED_4,
    KNOWN_BIT,
    MELD_SHIFT,
    RUN,
    SMELLED_3,
    UNEXPOSED_3,
    UNEXPOSED_4,
)

KINDS_OF_SET = {
    SetKind.EXPOSED_3: EXPOSED_3,
    SetKind.UNEXPOSED_3: UNEXPOSED_3,
    SetKind.SMELLED_3: SMELLED_3,
    SetKind.EXPOSED_4: EXPOSED_4,
    SetKind.UNEXPOSED_4: UNEXPOSED_4,
}
SET_KINDS = {number: kind for kind, number in KINDS_OF_SET.items()}
_PLAIN = {PASS_ACTION: PASS, HU_ACTION: HU, PONG_ACTION: PONG}
_PLAIN_ACTIONS = (PASS_ACTION, HU_ACTION, PONG_ACTION, *DISCARDS)


def encode(action: Action) -> int:
    """An action of the law as a number of the kernel."""
    if action.verb == "discard":
        return THROW + action.cards[0]
    if action.verb != "eat":
        return _PLAIN[action]
    runs = 0
    for cards in reversed(action.sets):
        runs = runs << RUN_BITS | RUN_NUMBER[cards] + 1
    return EAT | runs << VERB_BITS


def decode(code: int) -> Action:
    """A number of the kernel as an action of the law."""
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


def decode_meld(number: int) -> Meld:
    """A number of the kernel as a set on the table."""
    number = int(number)
    known, kind, what = bool(number & KNOWN_BIT), number & KNOWN_BIT - 1, number >> MELD_SHIFT
    if kind in SET_KINDS:
        return same(SET_KINDS[kind], what, known=known)
    return Meld(ALL_RUNS[what].kind, ALL_RUNS[what].cards, known)
