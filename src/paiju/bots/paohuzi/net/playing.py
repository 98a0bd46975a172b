"""A decision of the network: the legal actions, what each is worth, and the choice; what it believes of hands and takers."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np

from paiju.bots import tensors
from paiju.bots.paohuzi.compiled.matches import weights
from paiju.bots.paohuzi.compiled.reading import from_view
from paiju.bots.paohuzi.compiled.records import WorkRecord
from paiju.bots.paohuzi.net.features.asking import question
from paiju.bots.paohuzi.net.features.layout import ACTION_SIZE, STATE_SIZE, VERSION
from paiju.bots.paohuzi.net.network import Network
from paiju.bots.towers import Array
from paiju.games.paohuzi import GAME
from paiju.games.paohuzi.actions import Action
from paiju.games.paohuzi.options import PaohuziOptions
from paiju.games.paohuzi.viewing import View
from paiju.kernels.paohuzi.coding import decode
from paiju.kernels.paohuzi.compiling import rules_for, sets_for
from paiju.kernels.paohuzi.records import MOST_ACTIONS, MOST_SEATS, new_actions
from paiju.kernels.records import new


class Judged(NamedTuple):
    """What a question came to: the actions, their expected points (none where there was nothing to think about)."""

    actions: tuple[Action, ...]
    points: tuple[float, ...]
    preferred: int
    """The policy's choice."""

    def choice(self, anchor: float) -> Action:
        """The action worth most, where it is worth `anchor` more than the policy's."""
        if not self.points:
            return self.actions[0]
        best = max(range(len(self.points)), key=self.points.__getitem__)
        worth = self.points[best] > self.points[self.preferred] + anchor
        return self.actions[best if worth else self.preferred]


class Judge:
    """Asks the network; what it keeps from one question to the next only makes it faster."""

    def __init__(self, arrays: Mapping[str, Array], options: PaohuziOptions) -> None:
        """`options` are the rules that the network was trained under."""
        self.network = Network(arrays)
        self._options = options
        self._weights, self._work, self._codes = weights("expected"), new(WorkRecord), new_actions()
        self._worth = np.zeros(MOST_ACTIONS)
        self._state = np.zeros(STATE_SIZE, np.uint8)
        self._plays = np.zeros((MOST_ACTIONS, ACTION_SIZE), np.uint8)
        self._many = 0

    def fits(self, options: PaohuziOptions) -> bool:
        """Whether the network was trained under these rules."""
        return options is self._options or options.digest() == self._options.digest()

    def judge(self, view: View) -> Judged:
        """The legal actions in a view whose options fit, and what they are worth."""
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

    def hands(self) -> Array:
        """Chances that the two seats after the viewer hold so many copies or more, for the last question; see `Network`."""
        return np.asarray(self.network.hands(self._state[None])[0])


def read_judge(path: Path) -> tuple[Judge, float]:
    """The network in a file, and the anchor that its card says.

    Raises:
        UsageError: file.unreadable, file.too_large, usage.weights.
    """
    arrays, card = tensors.read_weights(path, "features", VERSION)
    return Judge(arrays, GAME.options(card["options"])), float(card["anchor"])
