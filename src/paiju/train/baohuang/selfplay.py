"""Self-play: deals by number in, samples out. The same weights and deals give the same samples, wherever they run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from paiju.bots.asked import heuristic_choice, network_choice
from paiju.bots.baohuang.compiled.parameters import weights_of
from paiju.bots.baohuang.heuristic.parameters import Parameters
from paiju.bots.baohuang.net.features.layout import ACTION_SIZE, STATE_SIZE
from paiju.bots.baohuang.net.lockstep.asking import BOTH, CROWN, PEOPLE
from paiju.bots.baohuang.net.network import Network
from paiju.games.baohuang import GAME
from paiju.games.baohuang.cards import SEATS
from paiju.kernels.baohuang.compiling import rules_for
from paiju.train import leases
from paiju.train.advantages import Advantages, Trials, blank_advantages
from paiju.train.baohuang.shards import Shard
from paiju.train.baohuang.tables import Tables, facing
from paiju.train.leases import Harvest, Lease, Round, deal_numbers
from paiju.train.opponents import Opponent

_MOST_PLIES = 255


class SelfPlayWorker:
    """Plays leases; it remembers nothing from one to the next.

    Against an opponent it plays the emperor's side of deals with even numbers, and the people of the others.
    """

    def __init__(
        self,
        options: Mapping[str, str],
        parameters: Parameters,
        seed: int,
        solos: float,
        opponent: Opponent | None = None,
    ) -> None:
        self._rules = rules_for(GAME.options(dict(options)))
        self._heuristic = weights_of(parameters)
        self._seed, self._solos, self._opponent = seed, solos, opponent

    def run(self, weights: Mapping[str, Any] | None, lease: Lease) -> Harvest:
        """Play the lease's deals; without weights the heuristic plays."""
        numbers = deal_numbers(self._seed, lease.first, lease.deals)
        tables = Tables(self._rules, self._heuristic, numbers, solos=self._solos)
        met = facing(tables, self._opponent)
        network = None if weights is None else Network(weights)
        chance = np.random.default_rng([self._seed, lease.number])
        trials = Trials(lease.tried, no_advantages(lease.rivals), chance)
        rounds: list[Round] = []
        for asked, answers in met.rounds(self._sides(numbers), lease.explore):
            if network is None:  # which plays are tried is left to chance
                answers[:], worth = heuristic_choice(asked), None
                values = chance.random(len(asked.actions), np.float32)
            else:
                answers[:], worth, values = network_choice(network, asked, lease.anchor)
            if lease.tried:
                trials.hear(met, asked, values)
            rounds.append(Round(asked.questions.copy(), asked.states, asked.actions[answers], worth))
        questions = np.concatenate([played.questions for played in rounds])
        points = tables.points[questions["table"]] * questions["side"]
        samples = Shard(
            np.concatenate([played.states for played in rounds]),
            np.concatenate([played.actions for played in rounds]),
            points.astype(np.int8),
            targets_of(rounds, tables.points, lease.trace).astype(np.float16),
            questions["guard"].astype(np.uint8),
            np.minimum(questions["ply"], _MOST_PLIES).astype(np.uint8),
        )
        return Harvest(samples, trials.found())

    def _sides(self, numbers: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Whom the learner plays in some deals."""
        if self._opponent is None:
            return np.full(len(numbers), BOTH)
        return np.where(numbers % 2, PEOPLE, CROWN)


def targets_of(rounds: Sequence[Round], points: npt.NDArray[np.int64], trace: float) -> Any:
    """What each play is said to be worth (`leases.targets_of`), where the crown had so many `points` at each table."""

    def end_of(questions: Any) -> Any:
        return points[questions["table"]] * questions["side"]

    return leases.targets_of(rounds, end_of, (len(points), SEATS), trace)


def no_advantages(rivals: int, rows: int = 0) -> Advantages:
    """So many rows of advantages with nothing found."""
    return blank_advantages(rows, rivals, STATE_SIZE, ACTION_SIZE)
