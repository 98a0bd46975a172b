"""Deals played to the end inside the kernel by compiled bots, with the same results as outside."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import Annotated

import numpy as np

from paiju.bots.paohuzi.compiled.policy import choose
from paiju.bots.paohuzi.compiled.records import PARAMETERS, WeightsRecord, WorkRecord, weights_of
from paiju.games.paohuzi.actions import Action
from paiju.games.paohuzi.cards import LARGE, STOCK_SIZE
from paiju.games.paohuzi.options import PaohuziOptions
from paiju.games.paohuzi.state import Phase, State
from paiju.games.paohuzi.views import View
from paiju.kernels.jit import compiled, inlined
from paiju.kernels.paohuzi.actions import (
    EAT,
    HU,
    PASS,
    PONG,
    RUN_BITS,
    THROW,
    VERB,
    VERB_BITS,
    decode,
)
from paiju.kernels.paohuzi.adapter import end_of, from_law, from_view
from paiju.kernels.paohuzi.claims import actor_of, list_legal
from paiju.kernels.paohuzi.records import (
    DISCARD,
    MOST_ACTIONS,
    MOST_SEATS,
    NOBODY,
    OVER,
    RulesRecord,
    SetsRecord,
    StateRecord,
    count,
    new_actions,
)
from paiju.kernels.paohuzi.rules import rules_for, sets_for
from paiju.kernels.paohuzi.turns import act
from paiju.kernels.records import Floats, Ints, Records, below, new, numbered

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
    """The number of sets that an eating lays."""
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


# --- whole deals and duplicate walls inside the kernel

GREEDY = -1
"""The style of the greedy player, which has no other numbers."""


@compiled
def decide(
    state: StateRecord,
    rules: RulesRecord,
    sets: SetsRecord,
    seat: int,
    weights: WeightsRecord,
    work: WorkRecord,
    out: Ints,
) -> int:
    """The action of a seat that plays by these weights."""
    if weights.style == GREEDY:
        return choose_greedy(state, rules, sets, seat, out)
    return choose(state, rules, sets, seat, weights, work, out)


@compiled
def play_on(
    state: StateRecord,
    rules: RulesRecord,
    sets: SetsRecord,
    a: WeightsRecord,
    b: WeightsRecord,
    mine: int,
    work: WorkRecord,
    out: Ints,
) -> None:
    """Play a deal to its end; the seats in the bit set `mine` play by `a`, the others by `b`."""
    while state.phase != OVER:
        seat = actor_of(state)
        if mine >> seat & 1:
            action = decide(state, rules, sets, seat, a, work, out)
        else:
            action = decide(state, rules, sets, seat, b, work, out)
        act(state, rules, sets, seat, action)


@lru_cache(maxsize=16)
def weights(name: str) -> Records[WeightsRecord]:
    """The weights of a compiled player by its name; shared, and never changed."""
    return weights_of({"style": GREEDY} if name == "greedy" else PARAMETERS[name])


KernelRules = tuple[Records[RulesRecord], Records[SetsRecord]]


@lru_cache(maxsize=64)
def kernel_rules(options: PaohuziOptions) -> KernelRules:
    """The kernel's rules and sets."""
    return rules_for(options), sets_for(options)


def finisher(options: PaohuziOptions, names: tuple[str, ...]) -> Callable[[State], State] | None:
    """A function that plays a state of the rules engine to the end of its deal with these bots by seat (`arena.match`).

    It returns the state with the result, and what is left of the stock.
    """
    kinds = sorted(set(names))
    if len(kinds) > 2 or not all(name == "greedy" or name in PARAMETERS for name in kinds):  # noqa: PLR2004 - two kinds stand in a record
        return None
    rules, sets = kernel_rules(options)
    a, b = weights(kinds[0]), weights(kinds[-1])
    work, out = new(WorkRecord), new_actions()
    mine = sum(1 << seat for seat, name in enumerate(names) if name == kinds[0])

    def finish(state: State) -> State:
        if state.result is not None:  # won as it was dealt
            return state
        records = from_law(state)
        play_on(records[0], rules[0], sets[0], a[0], b[0], mine, work[0], out)
        return end_of(records, state)

    return finish


# --- the compiled policies as bots


@compiled
def answer(
    state: Records[StateRecord],
    rules: Records[RulesRecord],
    sets: Records[SetsRecord],
    seat: int,
    weights: Records[WeightsRecord],
    work: Records[WorkRecord],
    out: Ints,
) -> int:
    """What `policy.choose` does, for callers that hold arrays of one record."""
    return choose(state[0], rules[0], sets[0], seat, weights[0], work[0], out)


class CompiledBot:
    """A policy by its weights; the pack is cut where it is usual."""

    def __init__(self, seed: int, name: str) -> None:
        """`seed` decides nothing."""
        self.name = name
        self._weights, self._work, self._out = weights(name), new(WorkRecord), new_actions()

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        """The action with the best plans."""
        if view.phase is Phase.CUT:
            return actions[0]
        assert view.viewer is not None
        rules = kernel_rules(view.options)
        return decode(answer(from_view(view), *rules, view.viewer, self._weights, self._work, self._out))


efficiency = partial(CompiledBot, name="efficiency")
"""Tile efficiency: throws and claims for distance, then for the number of live cards that shorten it; scores do not matter."""
expected = partial(CompiledBot, name="expected")
"""Takes the action after which its plans win most points, each before the others win."""


# --- deals played to their end with all hands open, over stocks that are shuffled again


class ScratchRecord:
    """A deal that is played over one stock after the other."""

    trial: Annotated[Records[StateRecord], StateRecord, 1]
    work: WorkRecord
    chance: Annotated[Ints, np.int64, 1]
    out: Annotated[Ints, np.int64, MOST_ACTIONS]


@compiled
def settle(
    scratch: Records[ScratchRecord],
    root: Records[StateRecord],
    rules: Records[RulesRecord],
    sets: Records[SetsRecord],
    weights: Records[WeightsRecord],
    seat: int,
    action: int,
    first: int,
    stocks: int,
    returns: Floats,
) -> None:
    """Play a deal to its end over some stocks; adds up the returns by seat.

    With a `seat`, its `action` comes first. Stock `n` depends on `first` + `n` alone.
    """
    s = scratch[0]
    state = s.trial[0]
    for number in range(stocks):
        s.trial[0] = root[0]
        numbered(s.chance, first + number)
        _shuffle(state, s.chance)
        if seat != NOBODY:
            act(state, rules[0], sets[0], seat, action)
        play_on(state, rules[0], sets[0], weights[0], weights[0], 0, s.work, s.out)
        for at in range(MOST_SEATS):
            returns[at] += state.returns[at]


@compiled
def _shuffle(state: StateRecord, chance: Ints) -> None:
    """Shuffle what nobody has seen of the stock: below its known top, above the card that lies face up (PZ M23)."""
    top = int(state.next) + int(state.known)
    for i in range(STOCK_SIZE - 2, top, -1):
        j = top + below(chance, i - top + 1)
        state.stock[i], state.stock[j] = state.stock[j], state.stock[i]


class Settler:
    """Plays states of the rules engine to the end of their deals; one object serves one thread."""

    def __init__(self, options: PaohuziOptions, stocks: int) -> None:
        """`stocks` are shuffled for every state."""
        self._rules, self._stocks, self._seats = kernel_rules(options), stocks, options.seats
        self._weights, self._scratch = weights_of(PARAMETERS["playout"]), new(ScratchRecord)

    def returns(self, state: State, seed: int, seat: int = NOBODY, action: int = 0) -> tuple[float, ...]:
        """Mean returns by seat; with a `seat`, once it has done the kernel's `action`."""
        returns = np.zeros(MOST_SEATS)
        settle(
            self._scratch,
            from_law(state),
            *self._rules,
            self._weights,
            seat,
            action,
            seed,
            self._stocks,
            returns,
        )
        return tuple(float(one) / self._stocks for one in returns[: self._seats])
