"""Playouts in imagined worlds, anchored on the expected score.

Every candidate is tried in the same worlds, each played to its end by a quick form of the policy in all seats. A
candidate replaces the policy's own choice, the *anchor*, only if its mean gain over it, world by world, exceeds
`z` standard errors: with few playouts the noise of choosing the best of several would otherwise cost more than
search gains. The playouts are spent by sequential halving, and the search ends as soon as it is decided.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from paiju.bots.compiled.paohuzi.matches import play, weights
from paiju.bots.compiled.paohuzi.outlook import see
from paiju.bots.compiled.paohuzi.parameters import NUMBERS
from paiju.bots.compiled.paohuzi.policy import choose, values
from paiju.bots.compiled.paohuzi.reading import from_view
from paiju.bots.compiled.paohuzi.records import MOST_TRIED, SEARCH, new_work, weights_of
from paiju.bots.compiled.paohuzi.worlds import imagine, prepare
from paiju.games.paohuzi.actions import HU, Action
from paiju.games.paohuzi.viewing import View
from paiju.kernels.chance import stream
from paiju.kernels.jit import compiled
from paiju.kernels.paohuzi.adapter import compile_for
from paiju.kernels.paohuzi.coding import action_of
from paiju.kernels.paohuzi.play import act, new_state
from paiju.kernels.paohuzi.records import MOST_ACTIONS, Records, new

_BATCH = 16
_FEWEST = 16
_GIVEN_UP = 2.0
_SURE = 4.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Budget:
    """How much a decision may cost: playouts, and seconds after which no further batch of them is begun.

    Without `seconds` the choice depends on nothing but seed and view.
    """

    playouts: int = 150
    seconds: float | None = None
    z: float = 1.0
    candidates: int = 4


@compiled
def begin(
    rules: Any, sets: Any, root: Any, seat: int, w: Any, k: Any, q: Any, most: int, out: Any
) -> int:  # fmt: skip
    """Choose the candidates of a root, the anchor first, by their value to the policy; how many there are."""
    q[0].anchor = choose(rules[0], sets[0], root[0], seat, w[0], k[0], out)
    many = values(rules[0], sets[0], root[0], seat, w[0], k[0], out, q[0].values)
    q[0].tried[0] = q[0].anchor
    found = 1
    while found < min(most, many, MOST_TRIED):
        best = -1
        for i in range(many):
            known = False
            for j in range(found):
                known = known or q[0].tried[j] == out[i]
            if not known and (best < 0 or q[0].values[i] > q[0].values[best]):
                best = i
        q[0].tried[found] = out[best]
        found += 1
    for i in range(found):
        q[0].alive[i], q[0].gain[i], q[0].square[i] = 1, 0.0, 0.0
    see(sets[0], root[0], seat, w[0], k[0])
    prepare(rules[0], root[0], seat, k[0], q[0])
    return found


@compiled
def try_out(
    rules: Any, sets: Any, root: Any, seat: int, w: Any, k: Any, q: Any, found: int, worlds: int, chance: Any, world: Any,
    trial: Any, out: Any,
) -> int:  # fmt: skip
    """Play the candidates that are alive in some worlds, and add their gains over the anchor; worlds played."""
    played = 0
    for _ in range(worlds):
        if not imagine(rules[0], sets[0], root[0], seat, q[0], chance, world):
            continue
        played += 1
        anchor = 0.0
        for i in range(found):
            if q[0].alive[i]:
                trial[0] = world[0]
                act(rules[0], sets[0], trial[0], seat, int(q[0].tried[i]))
                play(rules, sets, trial, w, w, 0, k, out)
                gained = float(trial[0].returns[seat])
                if i == 0:
                    anchor = gained
                q[0].gain[i] += gained - anchor
                q[0].square[i] += (gained - anchor) * (gained - anchor)
    return played


class Search:
    """The search of one bot: its scratch, and what it plays out with."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self._weights, self._work = weights("expected"), new_work()
        self._quick = weights_of(NUMBERS["playout"])
        self._query, self._world, self._trial = new(SEARCH), new_state(), new_state()
        self._out = np.zeros(MOST_ACTIONS, np.int64)

    def best(self, options: Any, root: Records, seat: int, sizes: Sequence[int], seed: object) -> int:
        """The action for a root made by `from_view`; `sizes` are the hand sizes by seat."""
        rules, sets = compile_for(options)
        query, budget = self._query, self.budget
        query[0]["sizes"][: len(sizes)] = sizes
        began = time.monotonic()
        chance = stream(seed, hashlib.sha256(root.tobytes()).hexdigest())
        found = begin(rules, sets, root, seat, self._weights, self._work, query, budget.candidates, self._out)
        played = spent = 0
        goals = _halvings(found, budget.playouts)
        while goals and spent < budget.playouts:
            alive = int(query[0]["alive"][:found].sum())
            if alive < 2:  # noqa: PLR2004 - the anchor is alone
                break
            if budget.seconds is not None and time.monotonic() - began > budget.seconds:
                break
            worlds = max(1, min(_BATCH, (budget.playouts - spent) // alive))
            new_worlds = try_out(
                rules, sets, root, seat, self._quick, self._work, query, found, worlds, chance, self._world,
                self._trial, self._out,
            )  # fmt: skip
            if not new_worlds:
                break
            played += new_worlds
            spent += worlds * alive
            if spent >= goals[0]:
                goals.pop(0)
                self._halve(found, played)
            if played >= _FEWEST and self._drop(found, played):
                break
        return self._chosen(found, played)

    def _scores(self, found: int, played: int) -> Any:
        """How many standard errors each candidate is above the anchor, and its mean gain."""
        gain = self._query[0]["gain"][:found] / max(played, 1)
        square = self._query[0]["square"][:found] / max(played, 1)
        error = np.sqrt(np.maximum(square - gain * gain, 1e-9) / max(played - 1, 1))
        return gain / error, gain

    def _halve(self, found: int, played: int) -> None:
        """Keep the better half of the rivals."""
        alive = self._query[0]["alive"][:found]
        _, gain = self._scores(found, played)
        rivals = [i for i in range(1, found) if alive[i]]
        for i in sorted(rivals, key=lambda i: -gain[i])[(len(rivals) + 1) // 2 :]:
            alive[i] = 0

    def _drop(self, found: int, played: int) -> bool:
        """Drop rivals that are surely worse; true if the search is decided."""
        alive = self._query[0]["alive"][:found]
        scores, _ = self._scores(found, played)
        for i in range(1, found):
            if scores[i] < -_GIVEN_UP:
                alive[i] = 0
        return bool(alive.sum() == 1) or any(alive[i] and scores[i] > _SURE for i in range(1, found))

    def _chosen(self, found: int, played: int) -> int:
        """The rival with the most gain, if it is far enough above the anchor; else the anchor."""
        query = self._query[0]
        scores, gain = self._scores(found, played)
        rivals = [i for i in range(1, found) if query["alive"][i] and scores[i] > self.budget.z]
        if played < _FEWEST or not rivals:
            return int(query["tried"][0])
        return int(query["tried"][max(rivals, key=lambda i: float(gain[i]))])


def _halvings(found: int, playouts: int) -> list[int]:
    """After how many playouts the rivals are halved, and the end."""
    rounds = max(1, (found - 1).bit_length())
    return [playouts * (at + 1) // rounds for at in range(rounds)]


class SearchBot:
    """Plays the expected score, and looks further where there is a choice."""

    name = "search"

    def __init__(self, seed: int, budget: Budget | None = None) -> None:
        self._seed = seed
        self._search = Search(budget or Budget())

    def choose(self, view: View, actions: Sequence[Action]) -> Action:
        """Hu whenever it is offered, else what the search finds.

        Raises:
            UsageError: usage.kernel_option, for options that the kernel does not play.
        """
        if HU in actions:
            return HU
        if len(actions) == 1:
            return actions[0]
        assert view.viewer is not None
        root = from_view(view)
        return action_of(self._search.best(view.options, root, view.viewer, view.sizes, self._seed))
