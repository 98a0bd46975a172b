"""Self-play of Bao Huang, deals by number in and samples out, and matches of a network on duplicate deals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log
from statistics import fmean
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from paiju.arena.figures import Mean, mean_of
from paiju.bots.baohuang.compiled.memory import weights_of
from paiju.bots.baohuang.heuristic.values import Parameters
from paiju.bots.baohuang.net.features import ACTION_SIZE, ROLE, SHOWN_BITS, STATE_SIZE
from paiju.bots.baohuang.net.lockstep import BOTH, CROWN, PEOPLE
from paiju.bots.baohuang.net.network import Network
from paiju.bots.networks import heuristic_choice, network_choice
from paiju.games.baohuang import GAME
from paiju.games.baohuang.cards import SEATS
from paiju.kernels.baohuang.rules import rules_for
from paiju.train import workers
from paiju.train.baohuang.tables import Shard, Tables, facing
from paiju.train.learner import Advantages, Trials, blank_advantages
from paiju.train.opponents import Opponent
from paiju.train.workers import Harvest, Lease, Round, deal_numbers

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

    return workers.targets_of(rounds, end_of, (len(points), SEATS), trace)


def no_advantages(rivals: int, rows: int = 0) -> Advantages:
    """So many rows of advantages with nothing found."""
    return blank_advantages(rows, rivals, STATE_SIZE, ACTION_SIZE)


# --- a network against the heuristic it is anchored at, or another network: duplicate pairs in lockstep, for the curve of a run

_MATCHES = 1 << 61  # far from the deals of any run
_GUESSES = _MATCHES + (1 << 60)
_CHUNK = 1000
_NEAR = 2  # actions by which an emperor's question may be off
_CLASSES = 10


class Strength(NamedTuple):
    """Points per deal of the network over its rival, and its points as the crown and as the people."""

    margin: Mean
    crown: Mean
    people: Mean


def play_matches(
    options: Mapping[str, Any],
    weights: Mapping[str, Any],
    anchored: Parameters,
    rival: Parameters,
    *,
    pairs: int,
    anchor: float,
    first: int = 0,
    opponent: Opponent | None = None,
) -> Strength:
    """Play pairs `first` to `first + pairs`, the same deals for all weights.

    `anchored` is the heuristic that the network was trained beside, `rival` the one it plays against, where `opponent` is no
    network.
    """
    rules = rules_for(GAME.options(dict(options)))
    own, other = weights_of(anchored), weights_of(rival)
    network = Network(weights)
    crown: list[float] = []
    people: list[float] = []
    for start in range(first, first + pairs, _CHUNK):
        numbers = _MATCHES + np.arange(start, min(start + _CHUNK, first + pairs))
        for side, made in ((CROWN, crown), (PEOPLE, people)):
            tables = Tables(rules, own, numbers, rival=other)
            for asked, answers in facing(tables, opponent).rounds(np.full(len(numbers), side)):
                answers[:] = network_choice(network, asked, anchor).rows
            made.extend(tables.points.tolist())
    margins = [(a - b) / 2 for a, b in zip(crown, people, strict=True)]
    return Strength(mean_of(margins), mean_of(crown), mean_of([-point for point in people]))


class Guess(NamedTuple):
    """How well the guard is known to an emperor after so many actions: mean negative log-likelihood in nats.

    `hidden` counts only deals whose guard has not shown himself, `all` every deal with a guard; `reliability` are rows
    of (mean chance given, share that was the guard, guesses) for ten classes of chances, hidden guards only.
    """

    ply: int
    hidden: Mean
    all: Mean
    reliability: tuple[tuple[float, float, int], ...]


def guess_guards(
    options: Mapping[str, Any], weights: Mapping[str, Any], anchored: Parameters, *, deals: int,
    plies: tuple[int, ...] = (10, 20, 30, 40, 60, 80, 100),
) -> list[Guess]:  # fmt: skip
    """What the guard head says to emperors while the heuristic plays against itself."""
    tables = Tables(rules_for(GAME.options(dict(options))), weights_of(anchored), _GUESSES + np.arange(deals))
    network = Network(weights)
    found: dict[int, list[tuple[bool, int, Any]]] = {ply: [] for ply in plies}
    for asked, answers in tables.rounds(np.full(deals, BOTH)):
        answers[:] = heuristic_choice(asked)
        chances = network.guards(asked.states)
        for ply in plies:
            near = (np.abs(asked.questions["ply"] - ply) <= _NEAR) & (asked.states[:, ROLE] == 1)
            for i in np.flatnonzero(near):
                shown = bool(asked.states[i, SHOWN_BITS].any())
                found[ply].append((shown, int(asked.questions["guard"][i]), chances[i]))
    return [_guess(ply, found[ply]) for ply in plies]


def _guess(ply: int, guesses: list[tuple[bool, int, Any]]) -> Guess:
    losses = [(shown, -log(max(float(chances[guard]), 1e-9))) for shown, guard, chances in guesses]
    rows: list[list[tuple[float, bool]]] = [[] for _ in range(_CLASSES)]
    for shown, guard, chances in guesses:
        if not shown:
            for seat, chance in enumerate(chances.tolist()):
                rows[min(int(chance * _CLASSES), _CLASSES - 1)].append((chance, seat == guard))
    reliability = tuple(
        (fmean(chance for chance, _ in row), fmean(hit for _, hit in row), len(row)) for row in rows if row
    )
    hidden = mean_of([loss for shown, loss in losses if not shown])
    return Guess(ply, hidden, mean_of([loss for _, loss in losses]), reliability)
