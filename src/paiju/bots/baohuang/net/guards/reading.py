"""Chances to be the guard from a view: its deal replayed in the kernel."""

from __future__ import annotations

import random
from pathlib import Path
from typing import NamedTuple

import numpy as np

from paiju.bots.baohuang.compiled.memory import MemoryRecord, WeightsRecord, weights_of
from paiju.bots.baohuang.net.features import OTHERS
from paiju.bots.baohuang.net.guards.events import replay
from paiju.bots.baohuang.net.guards.network import (
    EVENT_SIZE,
    SCENE_SIZE,
    VERSION,
    Bytes,
    GuardNetwork,
    Numbers,
    Questions,
)
from paiju.bots.baohuang.net.network import read_weights
from paiju.bots.baohuang.net.playing import signature
from paiju.games.baohuang import GAME
from paiju.games.baohuang.actions import Action
from paiju.games.baohuang.cards import EMPTY, SEATS
from paiju.games.baohuang.determinize.draw import determinize
from paiju.games.baohuang.state import Phase, Role
from paiju.games.baohuang.views import View
from paiju.kernels.baohuang.actions import encode
from paiju.kernels.baohuang.adapter import from_law
from paiju.kernels.baohuang.rules import rules_for
from paiju.kernels.records import Records, new

SHIPPED = Path(__file__).parent.parent / "weights" / "guards.safetensors"


class Evidence(NamedTuple):
    """Everything a view shows of who the guard is, but for the roles."""

    events: Bytes
    seats: Numbers
    scene: Bytes


class GuardReader:
    """Reads views of the emperor and of commoners under the rules that its weights were trained for."""

    def __init__(self, path: Path = SHIPPED) -> None:
        """Raises UsageError, file.unreadable or usage.weights, where there are no such weights."""
        weights = read_weights(path, "events", VERSION)
        self._network = GuardNetwork(weights.arrays, weights.parameters.suspicion)
        self._heuristic = weights_of(weights.parameters)
        self._trained = signature(GAME.options(weights.card["options"]))

    def chances(self, view: View) -> list[float] | None:
        """The chance of each seat to be the hidden guard; None where that is known, or these rules are not.

        An emperor may be alone: these are the chances if he is not.
        """
        if view.phase is not Phase.PLAY or view.viewer is None or None not in view.roles:
            return None
        if view.roles[view.viewer] is Role.GUARD or signature(view.options) != self._trained:
            return None
        possible = [view.roles[(view.emperor + 1 + i) % SEATS] is None for i in range(OTHERS)]
        seen = evidence_of(view, self._heuristic)
        asked = Questions(np.array([0]), np.array([len(seen.events)]), seen.scene[None], np.array([possible]))
        chances = self._network.chances(seen.events, seen.seats, asked)[0]
        made = [0.0] * SEATS
        for i, chance in enumerate(chances.tolist()):
            made[(view.emperor + 1 + i) % SEATS] = chance
        return made


def evidence_of(view: View, heuristic: Records[WeightsRecord]) -> Evidence:
    """The evidence of a view of the playing phase whose guard is hidden; `heuristic` is a `WeightsRecord` record, shape (1,)."""
    assert view.viewer is not None
    laid = [entry for trick in (*view.tricks, view.trick) for entry in trick]
    start = determinize(
        view, random.Random(0), history=False
    )  # nothing depends on how the unseen cards are dealt
    start.hands = tuple(
        tuple(map(sum, zip(*pair, strict=True))) for pair in zip(start.hands, view.played, strict=True)
    )
    start.played = (EMPTY,) * SEATS
    start.queue = (laid[0].seat if laid else view.turn,)
    start.top, start.trick, start.tricks, start.out, start.stuck = None, (), (), (), ()
    start.passes, start.barred, start.debt, start.asked_again = 0, frozenset(), False, False
    codes = np.array([encode(Action(entry.verb, entry.cards)) for entry in laid], np.int64)
    events, seats = np.zeros((len(laid), EVENT_SIZE), np.uint8), np.zeros(len(laid), np.int64)
    scene = np.zeros(SCENE_SIZE, np.uint8)
    count = replay(
        from_law(start), rules_for(view.options), new(MemoryRecord), heuristic, view.viewer, codes,
        np.zeros(SEATS), events, seats, scene,
    )  # fmt: skip
    return Evidence(events[:count], seats[:count], scene)
