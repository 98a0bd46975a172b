"""The network of Paohuzi, a deal as it reads it, and its choice."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from paiju.bots import networks
from paiju.bots.networks import Array, Bytes, Judged, Plan, Towers, softmax
from paiju.bots.paohuzi.compiled.matches import from_view, weights
from paiju.bots.paohuzi.compiled.records import WorkRecord
from paiju.bots.paohuzi.net.features import (
    ACTION,
    ACTION_SIZE,
    OTHERS,
    STATE,
    STATE_SIZE,
    THREE,
    VERSION,
    question,
)
from paiju.games.paohuzi import GAME
from paiju.games.paohuzi.cards import KINDS
from paiju.games.paohuzi.options import PaohuziOptions
from paiju.games.paohuzi.state import Phase
from paiju.games.paohuzi.views import View
from paiju.kernels.paohuzi.actions import decode
from paiju.kernels.paohuzi.records import MOST_ACTIONS, MOST_SEATS, new_actions
from paiju.kernels.paohuzi.rules import rules_for, sets_for
from paiju.kernels.records import new

OUTCOMES, TAKERS = 3, 3
HANDS = "hands"
PLAN = Plan(STATE, ACTION, 1 + OUTCOMES + TAKERS, {HANDS: OTHERS * KINDS * THREE})


class Network(Towers):
    """The network ready to be asked."""

    def __init__(self, weights: Mapping[str, Array]) -> None:
        super().__init__(PLAN, weights)

    def takers(self, state: Bytes, throws: Bytes) -> Array:
        """Chances that nobody, the next seat and the one after takes each thrown card, shape (throws, 3)."""
        return softmax(self.further(state, throws)[:, OUTCOMES:])

    def hands(self, states: Bytes) -> Array:
        """Chances of at least 1, 2 and 3 copies, shape (states, seats after the viewer, kinds, 1 to 3 copies)."""
        logits = self.side(HANDS, states).reshape(-1, OTHERS, KINDS, THREE)
        return np.asarray(1 / (1 + np.exp(-logits)), np.float32)


# --- a decision of the network: the legal actions, what each is worth, and the choice; what it believes of hands and takers


class Judge:
    """Asks the network; what it keeps from one question to the next only makes it faster."""

    def __init__(self, arrays: Mapping[str, Array], options: PaohuziOptions, anchor: float = 0.0) -> None:
        """`options` are the rules that the network was trained under, `anchor` points that its card says."""
        self.network, self.anchor = Network(arrays), anchor
        self._options = options
        self._weights, self._work, self._codes = weights("expected"), new(WorkRecord), new_actions()
        self._worth = np.zeros(MOST_ACTIONS)
        self._state = np.zeros(STATE_SIZE, np.uint8)
        self._plays = np.zeros((MOST_ACTIONS, ACTION_SIZE), np.uint8)
        self._many = 0

    def fits(self, options: PaohuziOptions) -> bool:
        """Whether the network was trained under these rules."""
        return options is self._options or options.digest() == self._options.digest()

    def knows(self, view: View) -> bool:
        """Whether the options of a view fit, and it asks for more than a cut."""
        return view.phase is not Phase.CUT and self.fits(view.options)

    def judge(self, view: View) -> Judged:
        """The legal actions in a view that it knows, and what they are worth."""
        assert view.viewer is not None
        rules, sets = rules_for(view.options), sets_for(view.options)
        sizes, best = np.zeros(MOST_SEATS, np.int64), np.zeros(1, np.int64)
        sizes[: len(view.sizes)] = view.sizes
        self._many = question(
            from_view(view), rules, sets, view.viewer, sizes, self._weights, self._work, self._codes, self._worth,
            self._state, self._plays, best,
        )  # fmt: skip
        actions = tuple(map(decode, self._codes[: self._many].tolist()))
        if self._many == 1:
            return Judged(actions, (), 0)
        points = self.network.values(self._state[None], self._plays[: self._many], np.array([self._many]))
        return Judged(actions, tuple(points.tolist()), int(best[0]))

    def takers(self) -> Array:
        """Chances that nobody, the next seat and the one after takes what each action of the last question throws."""
        return self.network.takers(self._state, self._plays[: self._many])


def read_judge(path: Path) -> Judge:
    """The network in a file.

    Raises:
        UsageError: file.unreadable, file.too_large, usage.weights.
    """
    arrays, card = networks.read_weights(path, VERSION)
    return Judge(arrays, GAME.options(card["options"]), float(card["anchor"]))
