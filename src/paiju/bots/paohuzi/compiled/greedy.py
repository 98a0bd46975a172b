"""The greedy yardstick once more: the same actions as `bots.paohuzi.greedy.GreedyBot`."""

from __future__ import annotations

from paiju.games.paohuzi.cards import LARGE
from paiju.kernels.jit import compiled, inlined
from paiju.kernels.paohuzi.claims import list_legal
from paiju.kernels.paohuzi.eating import EAT, HU, PASS, PONG, RUN_BITS, THROW, VERB, VERB_BITS
from paiju.kernels.paohuzi.packing import count
from paiju.kernels.paohuzi.records import DISCARD, RulesRecord, SetsRecord, StateRecord
from paiju.kernels.records import Ints

_COPY, _TWIN, _NEXT, _NEAR, _RED = 4, 2, 2, 1, 1
_RED_NUMBERS = (1, 6, 9)


@compiled
def choose_greedy(state: StateRecord, rules: RulesRecord, sets: SetsRecord, seat: int, out: Ints) -> int:
    """The action of `seat`; `out` is scratch for its legal ones."""
    many = list_legal(state, rules, sets, seat, out)
    if state.phase != DISCARD:
        return _claim(out, many)
    hand = int(state.hand[seat])
    best, least = int(out[0]), 1 << 20
    for i in range(many):
        ties = _ties(hand, int(out[i]) - THROW)
        if ties < least:
            best, least = int(out[i]), ties
    return best


@inlined
def _claim(out: Ints, many: int) -> int:
    best, most = PASS, 0
    for i in range(many):
        action = int(out[i])
        if action == HU:
            return HU
        laid = 0
        if action == PONG:
            laid = 9
        elif action & VERB == EAT:
            laid = _sets(action)
        if laid > most:
            best, most = action, laid
    return best


@inlined
def _sets(action: int) -> int:
    """How many sets an eating lays."""
    runs, many = action >> VERB_BITS, 0
    while runs:
        many += 1
        runs >>= RUN_BITS
    return many


@inlined
def _ties(hand: int, kind: int) -> int:
    """How much the rest of the hand has to do with a card."""
    number, suit = kind % LARGE, kind - kind % LARGE
    ties = _COPY * (count(hand, kind) - 1) + _TWIN * count(hand, (kind + LARGE) % (2 * LARGE))
    for near in range(max(0, number - 2), min(LARGE, number + 3)):
        if near != number and count(hand, suit + near):
            ties += _NEXT if abs(near - number) == 1 else _NEAR
    if number in _RED_NUMBERS:
        for red in _RED_NUMBERS:
            if red != number and count(hand, suit + red):
                ties += _RED
    return ties
