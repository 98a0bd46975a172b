"""How well the guard is known: nats beside a blind guess and the heuristic's log-odds, and whether chances come true."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from paiju.arena.figures import Mean, mean_of
from paiju.bots.baohuang.net.features import CHANCE, OTHERS
from paiju.bots.baohuang.net.guards.network import SEAT, SEAT_SIZE, GuardNetwork
from paiju.train.baohuang.guards.evidence import GuardDeals, asked_in

PLIES = (10, 20, 30, 40, 60, 80, 100)
TENTHS = 10
_NEAR = 2  # actions by which an emperor's question may be off
_LEAST = 1e-9
_GUARD, _GONE = (
    [field.name for field in SEAT for _ in range(field.size)].index(name) for name in ("guard", "gone")
)
Floats = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.int64]


class Known(NamedTuple):
    """After so many actions, for emperors with a choice whose guard is hidden: mean negative log-likelihoods (nats).

    `blind` gives every seat that is left the same chance, `odds` is what the heuristic believes. `worse` is how much the network
    costs more than the better of the two.
    """

    ply: int
    network: Mean
    blind: Mean
    odds: Mean
    worse: Mean


class Tenth(NamedTuple):
    """Seats whose chance was said to be in one tenth: the mean chance, the share that was the guard, the error of the difference."""

    said: float
    true: float
    error: float
    seats: int


class Answers(NamedTuple):
    """Chances said of four seats at some questions, shape (questions, 4); whose questions and when, and who it was."""

    chances: Floats
    guards: Numbers
    deals: Numbers
    plies: Numbers


def answers_of(network: GuardNetwork, played: GuardDeals) -> Answers:
    """What a network says to the emperors of some deals wherever they had a choice."""
    told = played.told
    wanted = told["choice"] == 1
    said = [network.chances(*asked) for asked in asked_in(played, wanted)]
    deals = told["deal"][wanted]
    return Answers(np.concatenate(said).astype(float), played.guards[deals], deals, told["ply"][wanted])


def known_of(answers: Answers, blind: Floats, odds: Floats, ply: int) -> Known:
    """The figures of one moment; `blind` and `odds` are nats of the same questions."""
    near = np.abs(answers.plies - ply) <= _NEAR
    rows = np.arange(len(answers.guards))
    nats = -np.log(np.maximum(answers.chances[rows, answers.guards], _LEAST))
    best = blind if blind[near].mean() <= odds[near].mean() else odds
    means = [mean_of(values[near].tolist()) for values in (nats, blind, odds, nats - best)]
    return Known(ply, *means)


def bounds_of(played: GuardDeals, suspicion: float) -> tuple[Floats, Floats]:
    """Nats at all questions of a blind guess, and of the heuristic's log-odds."""
    deals = played.told["deal"]
    seats = played.scenes[:, : OTHERS * SEAT_SIZE].reshape(-1, OTHERS, SEAT_SIZE)
    others = played.viewers[deals][:, None] != np.arange(OTHERS)
    odds = np.maximum(seats[..., _GUARD] / CHANCE, 1 / CHANCE / 2) ** suspicion
    odds *= others & (seats[..., _GONE] == 0)
    rows = np.arange(len(deals))
    guards = played.guards[deals]
    return np.log(others.sum(1)), -np.log(np.maximum(odds[rows, guards] / odds.sum(1), _LEAST))


def tenths_of(chances: Floats, guards: Numbers, deals: Numbers) -> tuple[Tenth, ...]:
    """How often what is said comes true, by tenths; errors are taken over deals."""
    said, true = chances.ravel(), (guards[:, None] == np.arange(chances.shape[1])).ravel()
    owner = np.repeat(deals, chances.shape[1])
    place = np.minimum((said * TENTHS).astype(int), TENTHS - 1)
    made = []
    for tenth in range(TENTHS):
        rows = place == tenth
        if count := int(rows.sum()):
            gap = said[rows] - true[rows]
            sums = np.bincount(owner[rows], gap - gap.mean())
            made.append(
                Tenth(
                    float(said[rows].mean()), float(true[rows].mean()), sqrt((sums**2).sum()) / count, count
                )
            )
    return tuple(made)


class Report(NamedTuple):
    """How well the guard of one population is known."""

    name: str
    learned: bool  # other deals of these players were learned from
    deals: int
    known: tuple[Known, ...]
    tenths: tuple[Tenth, ...]

    def at(self, ply: int) -> Known:
        """The figures after so many actions."""
        return next(known for known in self.known if known.ply == ply)


def report_of(
    name: str, network: GuardNetwork, played: GuardDeals, suspicion: float, *, learned: bool
) -> Report:
    """Ask a network in some deals of emperors."""
    answers = answers_of(network, played)
    asked = played.told["choice"] == 1
    blind, odds = (values[asked] for values in bounds_of(played, suspicion))
    known = tuple(
        known_of(answers, blind, odds, ply) for ply in PLIES if (np.abs(answers.plies - ply) <= _NEAR).any()
    )
    tenths = tenths_of(answers.chances, answers.guards, answers.deals)
    return Report(name, learned, len(played.guards), known, tenths)
