"""Self-play of Paohuzi: deals by number in, samples out. The same weights and deals give the same samples, wherever they run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from paiju.bots.asked import Asked, heuristic_choice, network_choice
from paiju.bots.paohuzi.net.features.action import GAP
from paiju.bots.paohuzi.net.features.layout import ACTION_SIZE, GAP_UNIT, STATE_SIZE
from paiju.bots.paohuzi.net.network import Network
from paiju.games.paohuzi.cards import KINDS, SEATS
from paiju.kernels.paohuzi.packing import BITS, FIELD
from paiju.train.advantages import Advantages, Trials, blank_advantages
from paiju.train.leases import Harvest, Lease, Round, deal_numbers, targets_of
from paiju.train.opponents import Opponent
from paiju.train.paohuzi.shards import Shard
from paiju.train.paohuzi.tables import ALL_SEATS, Tables, facing

MOST_POINTS = 60
"""Points of a deal, and gains of a trial, are cut here: few deals carry more, and what they come to hangs on little."""
_SHIFTS = BITS * np.arange(KINDS)


class SelfPlayWorker:
    """Plays leases; it remembers nothing from one to the next.

    Against an opponent it plays one seat of each deal, by the remainder of the deal's number.
    """

    def __init__(self, options: Mapping[str, str], seed: int, opponent: Opponent | None = None) -> None:
        self._options, self._seed, self._opponent = dict(options), seed, opponent

    def run(self, weights: Mapping[str, Any] | None, lease: Lease) -> Harvest:
        """Play the lease's deals; without weights the policy `expected` plays."""
        numbers = deal_numbers(self._seed, lease.first, lease.deals)
        tables = Tables(self._options, numbers)
        met = facing(tables, self._opponent)
        network = None if weights is None else Network(weights)
        chance = np.random.default_rng([self._seed, lease.number])
        trials = Trials(lease.tried, no_advantages(lease.rivals), chance)
        rounds: list[Round] = []
        for asked, answers in met.rounds(self._seats(numbers), lease.explore):
            worth = None
            if network is None:
                answers[:], values = heuristic_choice(asked), _likes(asked, chance)
            else:
                answers[:], worth, values = network_choice(network, asked, lease.anchor)
            if lease.tried:
                trials.hear(met, asked, values)
            rounds.append(Round(asked.questions.copy(), asked.states, asked.actions[answers], worth))
        found = trials.found()
        gains = np.clip(found.gains, -MOST_POINTS, MOST_POINTS)
        return Harvest(_samples(tables, rounds, lease.trace), found._replace(gains=gains))

    def _seats(self, numbers: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Whom the learner plays in some deals, as bits."""
        if self._opponent is None:
            return np.full(len(numbers), ALL_SEATS)
        return 1 << numbers % SEATS


def _likes(asked: Asked, chance: Any) -> npt.NDArray[np.float32]:
    """What the policy prefers, equals in any order."""
    likes = chance.random(len(asked.actions)) - asked.actions[:, GAP].astype(np.float32)
    return np.asarray(likes / GAP_UNIT, np.float32)


def _samples(tables: Tables, rounds: list[Round], trace: float) -> Shard:
    questions = np.concatenate([played.questions for played in rounds])
    returns = np.clip(tables.returns, -MOST_POINTS, MOST_POINTS)

    def end_of(asked: Any) -> Any:
        return returns[asked["table"], asked["seat"]]

    return Shard(
        np.concatenate([played.states for played in rounds]),
        np.concatenate([played.actions for played in rounds]),
        end_of(questions).astype(np.int16),
        targets_of(rounds, end_of, (len(returns), SEATS), trace).astype(np.float16),
        tables.takers[questions["table"], questions["number"]],
        (questions["hands"][:, :, None] >> _SHIFTS & FIELD).reshape(len(questions), -1).astype(np.uint8),
    )


def no_advantages(rivals: int, rows: int = 0) -> Advantages:
    """So many rows of advantages with nothing found."""
    return blank_advantages(rows, rivals, STATE_SIZE, ACTION_SIZE)
