"""Deals played to their end with all hands open, over stocks that are shuffled anew."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from paiju.bots.paohuzi.compiled.matches import play_on
from paiju.bots.paohuzi.compiled.parameters import NUMBERS
from paiju.bots.paohuzi.compiled.records import WeightsRecord, WorkRecord, weights_of
from paiju.games.paohuzi.cards import STOCK_SIZE
from paiju.games.paohuzi.options import PaohuziOptions
from paiju.games.paohuzi.state import State
from paiju.kernels.chance import below, numbered
from paiju.kernels.jit import compiled
from paiju.kernels.paohuzi.adapter import from_law
from paiju.kernels.paohuzi.compiling import rules_for, sets_for
from paiju.kernels.paohuzi.records import (
    MOST_ACTIONS,
    MOST_SEATS,
    NOBODY,
    RulesRecord,
    SetsRecord,
    StateRecord,
)
from paiju.kernels.paohuzi.stepping import act
from paiju.kernels.records import Floats, Ints, Records, new


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
    """Play a deal to its end over so many stocks; adds up the returns by seat.

    With a `seat`, its `action` comes first. Stock `n` hangs on `first` + `n` alone.
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
    """Plays states of the law to their end; one object serves one thread."""

    def __init__(self, options: PaohuziOptions, stocks: int) -> None:
        """`stocks` are shuffled for every state.

        Raises:
            UsageError: usage.kernel_option, for options that the kernel does not play.
        """
        self._rules, self._sets = rules_for(options), sets_for(options)
        self._stocks, self._seats = stocks, options.seats
        self._weights, self._scratch = weights_of(NUMBERS["playout"]), new(ScratchRecord)

    def returns(self, state: State, seed: int, seat: int = NOBODY, action: int = 0) -> tuple[float, ...]:
        """Mean returns by seat; with a `seat`, once it has done the kernel's `action`."""
        returns = np.zeros(MOST_SEATS)
        settle(
            self._scratch, from_law(state), self._rules, self._sets, self._weights, seat, action, seed, self._stocks,
            returns,
        )  # fmt: skip
        return tuple(float(one) / self._stocks for one in returns[: self._seats])
