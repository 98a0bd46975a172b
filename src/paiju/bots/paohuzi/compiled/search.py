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

from paiju.bots.paohuzi.compiled.matches import play, weights
from paiju.bots.paohuzi.compiled.outlook import see
from paiju.bots.paohuzi.compiled.parameters import NUMBERS
from paiju.bots.paohuzi.compiled.policy import choose, values
from paiju.bots.paohuzi.compiled.reading import from_view
from paiju.bots.paohuzi.compiled.records import MOST_TRIED, SEARCH, new_work, new_works, weights_of
from paiju.bots.paohuzi.compiled.worlds import imagine, prepare
from paiju.bots.thoughts import Rival, Thought
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
_GIVEN_UP = 0.7
_SURE = 4.0
"""Standard errors behind the anchor at which a rival is dropped, and ahead of it at which the search ends."""
_LEAST = 1e-9
"""Variance that is assumed where no world made a difference."""


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
    rules: Any, sets: Any, root: Any, seat: int, w: Any, k: Any, q: Any, most: int, out: Any, g: Any, others: Any
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
        q[0].alive[i], q[0].gain[i], q[0].square[i], q[0].worlds[i] = 1, 0.0, 0.0, 0
    q[0].points = q[0].points_square = 0.0
    see(sets[0], root[0], seat, w[0], k[0])
    prepare(rules[0], sets[0], root[0], seat, k[0], q[0], g[0], others)
    return found


@compiled
def try_out(
    rules: Any, sets: Any, root: Any, seat: int, w: Any, k: Any, q: Any, found: int, worlds: int, chance: Any, world: Any,
    trial: Any, out: Any, g: Any, others: Any,
) -> int:  # fmt: skip
    """Play the candidates that are alive in some worlds, and add their gains over the anchor; worlds played."""
    played = 0
    for _ in range(worlds):
        if not imagine(rules[0], sets[0], root[0], seat, q[0], chance, world, g[0], others):
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
                    q[0].points += gained
                    q[0].points_square += gained * gained
                q[0].worlds[i] += 1
                q[0].gain[i] += gained - anchor
                q[0].square[i] += (gained - anchor) * (gained - anchor)
    return played


class Search:
    """The search of one bot: its scratch, and what it plays out with."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self._weights, self._work = weights("expected"), new_work()
        self._quick, self._guess = weights_of(NUMBERS["playout"]), weights_of(NUMBERS["guess"])
        self._others = new_works()
        self._query, self._world, self._trial = new(SEARCH), new_state(), new_state()
        self._out = np.zeros(MOST_ACTIONS, np.int64)

    def think(self, options: Any, root: Records, seat: int, sizes: Sequence[int], seed: object) -> Thought:
        """What is found for a root made by `from_view`; `sizes` are the hand sizes by seat."""
        rules, sets = compile_for(options)
        query, budget = self._query, self.budget
        query[0]["sizes"][: len(sizes)] = sizes
        began = time.monotonic()
        chance = stream(seed, hashlib.sha256(root.tobytes()).hexdigest())
        found = begin(
            rules, sets, root, seat, self._weights, self._work, query, budget.candidates, self._out, self._guess,
            self._others,
        )  # fmt: skip
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
                self._trial, self._out, self._guess, self._others,
            )  # fmt: skip
            if not new_worlds:
                break
            played += new_worlds
            spent += worlds * alive
            if spent >= goals[0]:
                goals.pop(0)
                self._halve(found)
            if played >= _FEWEST and self._drop(found):
                break
        return self._conclude(found, played)

    def _halve(self, found: int) -> None:
        """Keep the better half of the rivals."""
        alive = self._query[0]["alive"][:found]
        gain, _ = self._gains(found)
        rivals = [i for i in range(1, found) if alive[i]]
        for i in sorted(rivals, key=lambda i: -gain[i])[(len(rivals) + 1) // 2 :]:
            alive[i] = 0

    def _drop(self, found: int) -> bool:
        """Drop rivals that are surely worse; true if the search is decided."""
        alive = self._query[0]["alive"][:found]
        gain, error = self._gains(found)
        for i in range(1, found):
            if gain[i] < -_GIVEN_UP * error[i]:
                alive[i] = 0
        return bool(alive.sum() == 1) or any(alive[i] and gain[i] > _SURE * error[i] for i in range(1, found))

    def _gains(self, found: int) -> tuple[Any, Any]:
        """Mean gain of each candidate over the anchor, and its standard error."""
        query = self._query[0]
        return _mean_and_error(
            query["gain"][:found], query["square"][:found], np.maximum(query["worlds"][:found], 1)
        )

    def _conclude(self, found: int, played: int) -> Thought:
        """The rival with the most gain is chosen, if it is far enough above the anchor; else the anchor."""
        query = self._query[0]
        gain, error = self._gains(found)
        rivals = tuple(
            Rival(int(query["tried"][i]), float(gain[i]), float(error[i]), int(query["worlds"][i]))
            for i in range(1, found)
        )
        sure = [
            rival
            for rival, alive in zip(rivals, query["alive"][1:found], strict=True)
            if alive and played >= _FEWEST and rival.gain > self.budget.z * rival.error
        ]
        anchor = int(query["tried"][0])
        best = max(sure, key=lambda rival: rival.gain, default=None)
        points, doubt = _mean_and_error(query["points"], query["points_square"], max(played, 1))
        return Thought(best.code if best else anchor, anchor, float(points), float(doubt), rivals, played)


def _mean_and_error(total: Any, square: Any, worlds: Any) -> tuple[Any, Any]:
    """Means and standard errors from sums over worlds."""
    mean = total / worlds
    return mean, np.sqrt(np.maximum(square / worlds - mean * mean, _LEAST) / np.maximum(worlds - 1, 1))


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
        return actions[0] if len(actions) == 1 else action_of(self.think(view).choice)

    def think(self, view: View) -> Thought:
        """What the search finds for a seat that has a choice.

        Raises:
            UsageError: usage.kernel_option, for options that the kernel does not play.
        """
        assert view.viewer is not None
        return self._search.think(view.options, from_view(view), view.viewer, view.sizes, self._seed)
