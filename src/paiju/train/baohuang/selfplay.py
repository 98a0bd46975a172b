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
from paiju.bots.baohuang.net.features import ROLE, SHOWN_BITS
from paiju.bots.baohuang.net.lockstep import BOTH, CROWN, PEOPLE
from paiju.bots.baohuang.net.network import Network, parameters_from
from paiju.bots.baohuang.parameters import DEFAULT, Parameters
from paiju.bots.networks import Numbers, Questions, heuristic_choice, network_choice
from paiju.games.baohuang import GAME
from paiju.games.baohuang.cards import SEATS
from paiju.kernels.baohuang.rules import rules_for
from paiju.train import selfplay
from paiju.train.baohuang.tables import Tables, blank_samples
from paiju.train.export import Trained
from paiju.train.selfplay import Opponent, facing
from paiju.train.trainers import Strength

_MOST_PLIES = 255


class SelfPlayWorker(selfplay.SelfPlayWorker):
    """Against an opponent it plays the emperor's side of deals with even numbers, and the people of the others."""

    network = Network
    seats = SEATS
    blank_samples = staticmethod(blank_samples)

    def __init__(
        self,
        options: Mapping[str, str],
        seed: int,
        opponent: Opponent | None,
        parameters: Parameters,
        solos: float,
    ) -> None:
        super().__init__(options, seed, opponent)
        self._rules = rules_for(GAME.options(self._options))
        self._heuristic, self._solos = weights_of(parameters), solos

    def _deal(self, numbers: Numbers) -> Tables:
        return Tables(self._rules, self._heuristic, numbers, solos=self._solos)

    def _learns(self, numbers: Numbers) -> Numbers:
        return np.where(numbers % 2, PEOPLE, CROWN)

    def _likes(self, asked: Questions, chance: Any) -> npt.NDArray[np.float32]:
        """Which plays are tried is left to chance."""
        return np.asarray(chance.random(len(asked.actions), np.float32))

    def _beside(self, tables: Tables, questions: Any) -> Sequence[npt.NDArray[np.uint8]]:
        return questions["guard"].astype(np.uint8), np.minimum(questions["ply"], _MOST_PLIES).astype(np.uint8)


# --- a network against the heuristic it is anchored at, or another network: duplicate pairs in lockstep, for the curve of a run

_MATCHES = 1 << 61  # far from the deals of any run
_GUESSES = _MATCHES + (1 << 60)
_CHUNK = 1000
_NEAR = 2  # actions by which an emperor's question may be off
_CLASSES = 10


def play_matches(
    trained: Trained, pairs: int, anchor: float, *, first: int = 0, opponent: Opponent | None = None
) -> Strength:
    """Play pairs `first` to `first + pairs`, the same deals for all weights; parts are the points as the crown and as the people.

    Where `opponent` is no network, it is the heuristic of the package.
    """
    rules = rules_for(GAME.options(trained.options))
    own, other = weights_of(parameters_of(trained)), weights_of(DEFAULT)
    network = Network(trained.weights)
    crown: list[float] = []
    people: list[float] = []
    for start in range(first, first + pairs, _CHUNK):
        numbers = _MATCHES + np.arange(start, min(start + _CHUNK, first + pairs))
        for side, made in ((CROWN, crown), (PEOPLE, people)):
            tables = Tables(rules, own, numbers, rival=other)
            for asked, answers in facing(tables, opponent, Network).rounds(np.full(len(numbers), side)):
                answers[:] = network_choice(network, asked, anchor).rows
            made.extend(tables.points.tolist())
    margins = [(a - b) / 2 for a, b in zip(crown, people, strict=True)]
    parts = {"crown": mean_of(crown), "people": mean_of([-point for point in people])}
    return Strength(mean_of(margins), parts)


def parameters_of(trained: Trained) -> Parameters:
    """The heuristic that a network is anchored at."""
    return parameters_from(trained.notes["parameters"])


class Guess(NamedTuple):
    """How well the guard is known to an emperor after `ply` actions: mean negative log-likelihood in nats.

    `hidden` counts only deals whose guard is hidden, `all` every deal with a guard; `reliability` are rows
    of (mean chance given, share that was the guard, guesses) for ten classes of chances, hidden guards only.
    """

    ply: int
    hidden: Mean
    all: Mean
    reliability: tuple[tuple[float, float, int], ...]


def guess_guards(
    trained: Trained, deals: int, plies: tuple[int, ...] = (10, 20, 30, 40, 60, 80, 100)
) -> list[Guess]:
    """What the guard head says to emperors while the heuristic plays against itself."""
    rules, heuristic = rules_for(GAME.options(trained.options)), weights_of(parameters_of(trained))
    tables, network = Tables(rules, heuristic, _GUESSES + np.arange(deals)), Network(trained.weights)
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
