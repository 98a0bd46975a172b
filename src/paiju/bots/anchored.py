"""The search of every game: candidates played out in sampled deals, anchored at the choice of a policy.

Every candidate is tried in the same deals, so that luck cancels out, and each is played to its end by a policy. The policy's
own choice is the *anchor*: it is left only for a rival whose mean gain above it, deal by deal, is sure enough. Otherwise the
noise of choosing the best of several would cost more than a search gains.

What differs between games is a `Rule`: how the deals are spent, what a rival is dropped against, and which error a mean
gain is taken to have. `docs/measured.md` says why each game has the one it has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from time import perf_counter
from typing import Annotated, NamedTuple, Protocol

import numpy as np

from paiju.bots.base import Rival, Thought
from paiju.kernels.cache import CacheGroup
from paiju.kernels.jit import inlined
from paiju.kernels.records import Floats, Ints, below

CACHE_GROUP = CacheGroup("search", ("bots/anchored.py",))
MOST_TRIED = 64
"""Candidates at most."""


class TriedRecord:
    """The candidates of a question, the anchor first, and what they gained; a game's search has these fields too."""

    codes: Annotated[Ints, np.int64, MOST_TRIED]
    alive: Annotated[Ints, np.int64, MOST_TRIED]
    deals: Annotated[Ints, np.int64, MOST_TRIED]  # in how many each was tried
    gains: Annotated[Floats, np.float64, MOST_TRIED]  # sums over deals of the points above the anchor's
    squares: Annotated[Floats, np.float64, MOST_TRIED]  # sums of their squares
    points: float  # the sum of the anchor's points
    points_squares: float


@inlined
def begin_trials(tried: TriedRecord, found: int) -> None:
    """Nothing is known yet of the first `found` candidates, and there are no others."""
    for i in range(MOST_TRIED):
        tried.alive[i] = 1 if i < found else 0
        tried.deals[i] = 0
        tried.gains[i] = tried.squares[i] = 0.0
    tried.points = tried.points_squares = 0.0


@inlined
def note_trial(tried: TriedRecord, candidate: int, points: float, anchor: float) -> None:
    """Enter what a candidate came to in a deal in which the anchor came to `anchor`."""
    if candidate == 0:
        tried.points += points
        tried.points_squares += points * points
    tried.deals[candidate] += 1
    tried.gains[candidate] += points - anchor
    tried.squares[candidate] += (points - anchor) * (points - anchor)


class Question(Protocol):
    """Of a question to a network: where its plays begin among all that are asked about at a time, and their number."""

    first: int
    count: int


TRIED = -np.inf
"""In place of the value of a play that was tried."""


@inlined
def next_rival(question: Question, values: Floats, stream: Ints, tried: int, most: int) -> int:
    """The row of the play to be tried after `tried` others: the one worth most, as the last of `most` any by chance."""
    row = int(question.first)
    if tried < most:
        for other in range(question.first, question.first + question.count):
            if values[other] > values[row]:
                row = int(other)
        return row
    left = below(stream, question.count - tried)
    while values[row] == TRIED or left:
        left -= values[row] != TRIED
        row += 1
    return row


def try_only(tried: TriedRecord, alive: Iterable[int]) -> None:
    """Begin again with the first candidate and some others."""
    tried.alive[:] = tried.deals[:] = 0
    tried.gains[:] = tried.squares[:] = 0.0
    tried.points = tried.points_squares = 0.0
    tried.alive[[0, *alive]] = 1


class Progress(NamedTuple):
    """How far a search is: candidates at first and now, deals sampled, playouts in them, how often rivals were halved."""

    found: int
    alive: int
    deals: int = 0
    playouts: int = 0
    halvings: int = 0


class Batch(NamedTuple):
    """A number of deals at a time, and what follows: whether rivals are judged, whether the better half is kept."""

    deals: int
    judges: bool
    halves: bool = False


class Schedule(Protocol):
    """The schedule of a search's deals."""

    def batch(self, progress: Progress) -> Batch | None:
        """The next deals; None when all are spent."""
        ...


@dataclass(frozen=True, slots=True)
class Doubling:
    """Deals double from stage to stage, `fewest` at least in the first; rivals are judged after each stage."""

    deals: int
    fewest: int = 20
    at_once: int = 8

    def batch(self, progress: Progress) -> Batch | None:
        """The next deals of a stage, few at a time so that the clock is looked at."""
        goal = next((goal for goal in self.goals() if goal > progress.deals), None)
        if goal is None:
            return None
        deals = min(self.at_once, goal - progress.deals)
        return Batch(deals, judges=progress.deals + deals == goal)

    def goals(self) -> list[int]:
        """The number of deals after each stage: the last has them all, each before it half as many."""
        goals = [self.deals]
        while goals[0] >= 2 * self.fewest:
            goals.insert(0, goals[0] // 2)
        return goals


@dataclass(frozen=True, slots=True)
class Halving:
    """Playouts are shared out in rounds, after each of which the better half of the rivals is kept (sequential halving).

    Rivals are judged after every batch as well.
    """

    playouts: int
    at_once: int = 16

    def batch(self, progress: Progress) -> Batch | None:
        """The next deals, as many as the playouts that are left allow."""
        goals = self.goals(progress.found)[progress.halvings :]
        if not goals or progress.playouts >= self.playouts:
            return None
        deals = max(1, min(self.at_once, (self.playouts - progress.playouts) // progress.alive))
        halves = progress.playouts + deals * progress.alive >= goals[0]
        return Batch(deals, judges=True, halves=halves)

    def goals(self, found: int) -> list[int]:
        """After how many playouts the rivals are halved, and the end."""
        rounds = max(1, (found - 1).bit_length())
        return [self.playouts * (at + 1) // rounds for at in range(rounds)]


@dataclass(frozen=True, slots=True)
class Rule:
    """How a game's search is carried out; distances are in standard errors of a mean gain.

    `dropped` says what a rival is dropped against: the `best` choice so far, the anchor included, or the `anchor` alone. With
    `best` the search ends when one rival is left and sure, with `anchor` as soon as any is. `error` makes mean and
    standard error of a sum, a sum of squares and a number of deals.
    """

    schedule: Schedule
    dropped: str
    error: Callable[[float, float, int], tuple[float, float]]
    drop: float  # how far behind a rival is given up
    sure: float  # how far above the anchor a rival ends the search
    z: float  # how far above the anchor the best rival must be to be chosen
    fewest: int = 0  # deals before any rival is given up or chosen
    seconds: float | None = (
        None  # after which no further deals are begun; None: the choice depends on nothing but the seed
    )


def search(tried: TriedRecord, found: int, play: Callable[[int], int], rule: Rule, began: float) -> Thought:
    """Try `found` candidates by a rule; `play` tries what is alive in some more deals, and says how many it sampled.

    `began` is when thinking began, by `perf_counter`.
    """
    now = Progress(found, found)
    while now.alive > 1 and (batch := rule.schedule.batch(now)):
        sampled = play(batch.deals)
        if not sampled:
            break
        now = now._replace(
            deals=now.deals + sampled,
            playouts=now.playouts + batch.deals * now.alive,
            halvings=now.halvings + batch.halves,
        )
        if batch.halves:
            _halve(tried, found, rule)
        if batch.judges and now.deals >= rule.fewest and _judge(tried, found, rule):
            break
        if rule.seconds is not None and perf_counter() - began > rule.seconds:
            break
        now = now._replace(alive=1 + len(_rivals(tried, found)))
    return _conclude(tried, found, rule, now.deals)


def _rivals(tried: TriedRecord, found: int) -> list[int]:
    """The rivals that are alive."""
    return [i for i in range(1, found) if tried.alive[i]]


def _gains(tried: TriedRecord, rivals: Sequence[int], rule: Rule) -> dict[int, tuple[float, float]]:
    """Mean gain of rivals over the anchor, and its standard error."""
    return {
        i: rule.error(float(tried.gains[i]), float(tried.squares[i]), int(tried.deals[i])) for i in rivals
    }


def _halve(tried: TriedRecord, found: int, rule: Rule) -> None:
    """Keep the better half of the rivals."""
    rivals = _rivals(tried, found)
    gains = _gains(tried, rivals, rule)
    for i in sorted(rivals, key=lambda i: -gains[i][0])[(len(rivals) + 1) // 2 :]:
        tried.alive[i] = 0


def _judge(tried: TriedRecord, found: int, rule: Rule) -> bool:
    """Drop rivals that are behind; whether nothing is left to decide."""
    by_best = rule.dropped == "best"
    gains = _gains(tried, _rivals(tried, found), rule)
    best = max(gains, key=lambda i: gains[i][0])
    least = max(0.0, gains[best][0]) if by_best else 0.0
    for i, (gain, error) in gains.items():
        if gain + rule.drop * error <= least:
            tried.alive[i] = 0
    left = _rivals(tried, found)
    sure = [i for i in left if gains[i][0] > rule.sure * gains[i][1]]
    return not left or (sure == left == [best] if by_best else bool(sure))


def _conclude(tried: TriedRecord, found: int, rule: Rule, deals: int) -> Thought:
    """The rival with the most gain is chosen, if it is sure enough; else the anchor."""
    gains = _gains(tried, range(1, found), rule)
    rivals = {i: Rival(int(tried.codes[i]), *gains[i], int(tried.deals[i])) for i in gains}
    sure = [
        rivals[i]
        for i in _rivals(tried, found)
        if deals >= rule.fewest and rivals[i].gain > rule.z * rivals[i].error
    ]
    anchor = int(tried.codes[0])
    best = max(sure, key=lambda rival: rival.gain, default=None)
    points, error = rule.error(float(tried.points), float(tried.points_squares), deals)
    return Thought(best.code if best else anchor, anchor, points, error, tuple(rivals.values()), deals)


def doubtful_error(total: float, squares: float, deals: int) -> tuple[float, float]:
    """Mean and standard error, the sum of squares made larger by 1: gains that are all alike are not yet certain.

    Nothing is sure of fewer than two deals.
    """
    if deals <= 1:
        return 0.0, float("inf")
    mean = total / deals
    variance = (max(0.0, squares - deals * mean * mean) + 1.0) / (deals - 1)
    return mean, sqrt(variance / deals)


_LEAST_VARIANCE = 1e-9


def plain_error(total: float, squares: float, deals: int) -> tuple[float, float]:
    """Mean and standard error; where no deal made a difference, next to none."""
    deals = max(deals, 1)
    mean = total / deals
    return mean, sqrt(max(squares / deals - mean * mean, _LEAST_VARIANCE) / max(deals - 1, 1))
