"""Deals played to their end with all hands open, over stocks that are shuffled anew."""

from __future__ import annotations

from typing import Any

import numpy as np

from paiju.bots.paohuzi.compiled.matches import play
from paiju.bots.paohuzi.compiled.parameters import NUMBERS
from paiju.bots.paohuzi.compiled.records import new_work, weights_of
from paiju.games.paohuzi.cards import STOCK_SIZE
from paiju.games.paohuzi.options import PaohuziOptions
from paiju.games.paohuzi.state import State
from paiju.kernels.chance import below, numbered
from paiju.kernels.jit import compiled
from paiju.kernels.paohuzi.adapter import compile_for, from_law
from paiju.kernels.paohuzi.play import act, new_state
from paiju.kernels.paohuzi.records import MOST_ACTIONS, MOST_SEATS, NOBODY


@compiled
def settle(
    rules: Any, sets: Any, root: Any, seat: int, action: int, w: Any, k: Any, first: int, stocks: int, chance: Any, trial: Any,
    out: Any, returns: Any,
) -> None:  # fmt: skip
    """Play a deal to its end over so many stocks; adds up the returns by seat.

    With a `seat`, its `action` comes first. Stock `n` hangs on `first` + `n` alone.
    """
    for number in range(stocks):
        trial[0] = root[0]
        s = trial[0]
        numbered(chance, first + number)
        _shuffle(s, chance)
        if seat != NOBODY:
            act(rules[0], sets[0], s, seat, action)
        play(rules, sets, trial, w, w, 0, k, out)
        for at in range(MOST_SEATS):
            returns[at] += s.returns[at]


@compiled
def _shuffle(s: Any, chance: Any) -> None:
    """Shuffle what nobody has seen of the stock: below its known top, above the card that lies face up (PZ M23)."""
    top = int(s.next) + int(s.known)
    for i in range(STOCK_SIZE - 2, top, -1):
        j = top + below(chance, i - top + 1)
        s.stock[i], s.stock[j] = s.stock[j], s.stock[i]


class Settler:
    """Plays states of the law to their end; one object serves one thread."""

    def __init__(self, options: PaohuziOptions, stocks: int) -> None:
        """`stocks` are shuffled for every state.

        Raises:
            UsageError: usage.kernel_option, for options that the kernel does not play.
        """
        self._rules, self._sets = compile_for(options)
        self._stocks, self._seats = stocks, options.seats
        self._weights, self._work = weights_of(NUMBERS["playout"]), new_work()
        self._trial, self._chance = new_state(), np.ones(1, np.int64)
        self._out = np.zeros(MOST_ACTIONS, np.int64)

    def returns(self, state: State, seed: int, seat: int = NOBODY, action: int = 0) -> tuple[float, ...]:
        """Mean returns by seat; with a `seat`, once it has done the kernel's `action`."""
        returns = np.zeros(MOST_SEATS)
        settle(
            self._rules, self._sets, from_law(state), seat, action, self._weights, self._work, seed, self._stocks, self._chance,
            self._trial, self._out, returns,
        )  # fmt: skip
        return tuple(float(one) / self._stocks for one in returns[: self._seats])
