"""Self-play: numbered deals in, samples out; opponents that do not learn, and plays tried to the end of their deals.

A game brings its tables (`paiju.train.GAME.tables`) and says by a `SelfPlayWorker` what its samples are.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from paiju.bots.networks import Numbers, Questions, Towers, heuristic_choice, network_choice

_SEEDS = 1 << 40


class WorkItem(NamedTuple):
    """Deals `first` to `first + deals` of a run, and how they are played; `anchor` and `trace` only count for a network."""

    number: int
    first: int
    deals: int
    explore: float
    anchor: float
    trace: float = 1.0
    tried: float = 0.0
    rivals: int = 4


class Advantages(NamedTuple):
    """What trials found, one row for each question.

    `states` and `actions` are vectors of the game's layout, the heuristic's play first and then `rivals` others;
    `gains` (`float16`) are points of the acting side over the heuristic's play, NaN where there are fewer rivals.
    """

    states: npt.NDArray[np.uint8]
    actions: npt.NDArray[np.uint8]
    gains: npt.NDArray[np.float16]


class SelfPlayBatch(NamedTuple):
    """The result of a work item: every question with what was chosen, and what trials found at some of them."""

    samples: Any
    advantages: Advantages


def blank_advantages(rows: int, rivals: int, samples: Any) -> Advantages:
    """Rows with nothing found, for vectors as in some samples."""
    state, action = samples.states.shape[1], samples.actions.shape[1]
    return Advantages(
        np.zeros((rows, state), np.uint8),
        np.zeros((rows, 1 + rivals, action), np.uint8),
        np.full((rows, rivals), np.nan, np.float16),
    )


def deal_numbers(seed: int, first: int, deals: int) -> Numbers:
    """The numbers of a run's deals; runs of other seeds (below 2**21) have others."""
    return np.arange(first, first + deals, dtype=np.int64) + seed * _SEEDS


# --- tables in lockstep, and opponents that do not learn: their questions are nobody's samples


class Tables(Protocol):
    """Tables in lockstep."""

    def rounds(self, whom: Numbers, explore: float = ..., /) -> Iterator[tuple[Questions, Numbers]]:
        """Play to the end; each round yields the questions of `whom` at each table, and an array for their answers."""
        ...

    def try_rivals(
        self, questions: Any, values: npt.NDArray[np.float32], most: int, stream: Numbers
    ) -> tuple[Numbers, npt.NDArray[np.float64]]:
        """Carry plays out at questions that wait for their answers, each to the end of its deal by the heuristic.

        Tried are the heuristic's play and `most` others: those with the highest `values` (one for each row of plays) and
        one by chance. Returns their rows, shape (questions, 1 + `most`), -1 where there are fewer; and what
        the others gain, shape (questions, `most`), NaN where there are fewer.
        """
        ...


class GameTables(Tables, Protocol):
    """Tables of a game, as `paiju.train.GAME.tables` has them."""

    everybody: int
    """In place of `whom` at a table: all seats."""

    def own(self, questions: Any, whom: Numbers) -> npt.NDArray[np.bool_]:
        """Which questions are those of `whom` at their tables."""
        ...

    def ends(self, questions: Any) -> Numbers:
        """What the sides of some questions had at the end of their deals."""
        ...


class Opponent(NamedTuple):
    """The player of the other side: a network and the points at which it leaves the heuristic; without weights the heuristic."""

    weights: Mapping[str, Any] | None = None
    anchor: float = 0.0


def facing(
    tables: GameTables, opponent: Opponent | None, network: Callable[[Mapping[str, Any]], Towers]
) -> Tables:
    """The tables as the learner meets them, where an opponent plays the seats that the learner does not play."""
    if opponent is None or opponent.weights is None:
        return tables
    return _Facing(tables, network(opponent.weights), opponent.anchor)


class _Facing:
    """Tables at which a network that does not learn answers for all others; only the learner's questions come out."""

    def __init__(self, tables: GameTables, network: Towers, anchor: float) -> None:
        self._tables, self._network, self._anchor = tables, network, anchor
        self._plays, self._rows = 0, np.zeros(0, np.int64)

    def rounds(self, whom: Numbers, explore: float = 0.0) -> Iterator[tuple[Questions, Numbers]]:
        """As of tables where the others need not be asked; they never explore."""
        for asked, answers in self._tables.rounds(np.full_like(whom, self._tables.everybody), explore):
            own = self._tables.own(asked.questions, whom)
            mine, rows = asked.only(own)
            theirs, their_rows = asked.only(~own)
            theirs.questions["explore"] = -1
            answers[~own] = their_rows[network_choice(self._network, theirs, self._anchor).rows]
            self._plays, self._rows = len(asked.actions), rows
            chosen = np.full(len(mine.questions), -1)
            yield mine, chosen
            answers[own] = rows[chosen]

    def try_rivals(
        self, questions: Any, values: npt.NDArray[np.float32], most: int, stream: Numbers
    ) -> tuple[Numbers, npt.NDArray[np.float64]]:
        """The tables' own, rows counted among the learner's."""
        everywhere = np.zeros(self._plays, np.float32)
        everywhere[self._rows] = values
        there = questions.copy()
        there["first"] = self._rows[questions["first"]]
        rows, gains = self._tables.try_rivals(there, everywhere, most, stream)
        return np.where(rows < 0, -1, np.searchsorted(self._rows, rows)), gains


# --- plays tried to the end of their deals


class Trials:
    """Carries rivals out at a share of the questions of some tables; `chance` alone decides which ones."""

    def __init__(self, share: float, none: Advantages, chance: Any) -> None:
        """`none` are no rows of the game's advantages, with room for as many rivals as are tried."""
        self._share, self._chance, self._none = share, chance, none
        self._stream = np.full(1, chance.integers(1, _SEEDS))
        self._found = [none]

    def hear(self, tables: Tables, asked: Questions, values: Any) -> None:
        """Try rivals at some questions of a round before they are answered; `values` say which plays look best."""
        picked = np.flatnonzero(self._chance.random(len(asked.questions)) < self._share)
        rivals = self._none.gains.shape[1]
        made = blank_advantages(len(picked), rivals, asked)
        rows, gains = tables.try_rivals(asked.questions[picked], values, rivals, self._stream)
        made.states[:], made.gains[:] = asked.states[picked], gains
        made.actions[rows >= 0] = asked.actions[rows[rows >= 0]]
        self._found.append(made)

    def advantages(self) -> Advantages:
        """Everything found so far, in the order of the questions."""
        return Advantages(*map(np.concatenate, zip(*self._found, strict=True)))


def tried(
    run: Callable[[npt.NDArray[Any], npt.NDArray[Any]], None], questions: int, most: int
) -> tuple[Numbers, npt.NDArray[np.float64]]:
    """What `Tables.try_rivals` returns, written by a game's compiled `run(rows, gains)`."""
    rows, gains = np.full((questions, 1 + most), -1), np.full((questions, most), np.nan)
    run(rows, gains)
    return rows, gains


# --- workers: what plays work items


class Round(NamedTuple):
    """The questions of all tables at once: questions, states, plays chosen, and what was expected of them."""

    questions: Any
    states: npt.NDArray[np.uint8]
    actions: npt.NDArray[np.uint8]
    worth: npt.NDArray[np.float32] | None


def targets_of(
    rounds: Sequence[Round], end_of: Callable[[Any], Any], places: tuple[int, int], trace: float
) -> Any:
    """What each play is said to be worth, float64, in the order of the rounds.

    `end_of` says what the sides of some questions had in the end; `places` are the numbers of tables and of seats. With a trace of
    1 that is the answer. With less, what the network expected at the seat's next
    question counts for the rest (a lambda-return), since the end of a deal is mostly what others did later. A
    question at which anything was tried is not looked beyond: its expectation is that of the play not taken.
    """
    later = np.full(places, np.nan)
    made = []
    for played in reversed(rounds):
        questions = played.questions
        at = questions["table"], questions["seat"]
        target = np.where(np.isnan(later[at]), end_of(questions), later[at])
        made.append(target)
        if played.worth is None:
            later[at] = target
        else:
            kept = np.where(questions["explore"] >= 0, 0.0, trace) if trace < 1 else 1.0
            later[at] = (1 - kept) * played.worth + kept * target
    return np.concatenate(made[::-1])


class SelfPlayWorker(ABC):
    """Plays work items; it remembers nothing from one to the next, and needs nothing but NumPy and the kernels."""

    network: ClassVar[Any]
    """Makes a network (`Towers`) of some weights."""
    seats: ClassVar[int]
    most_points: ClassVar[float] = np.inf
    """Gains of trials are cut here."""

    def __init__(self, options: Mapping[str, str], seed: int, opponent: Opponent | None = None) -> None:
        self._options, self._seed, self._opponent = dict(options), seed, opponent

    def run(self, weights: Mapping[str, Any] | None, item: WorkItem) -> SelfPlayBatch:
        """Play the deals of a work item; without weights the heuristic plays."""
        numbers = deal_numbers(self._seed, item.first, item.deals)
        tables = self._deal(numbers)
        met = facing(tables, self._opponent, self.network)
        network = None if weights is None else self.network(weights)
        chance = np.random.default_rng([self._seed, item.number])
        blank = self.blank_samples(0)
        trials = Trials(item.tried, blank_advantages(0, item.rivals, blank), chance)
        whom = np.full(len(numbers), tables.everybody) if self._opponent is None else self._learns(numbers)
        rounds: list[Round] = []
        for asked, answers in met.rounds(whom, item.explore):
            worth = None
            if network is None:
                answers[:], values = heuristic_choice(asked), self._likes(asked, chance)
            else:
                answers[:], worth, values = network_choice(network, asked, item.anchor)
            if item.tried:
                trials.hear(met, asked, values)
            rounds.append(Round(asked.questions.copy(), asked.states, asked.actions[answers], worth))
        questions = np.concatenate([played.questions for played in rounds])
        targets = targets_of(rounds, tables.ends, (len(numbers), self.seats), item.trace)
        samples = type(blank)(
            np.concatenate([played.states for played in rounds]),
            np.concatenate([played.actions for played in rounds]),
            tables.ends(questions).astype(blank.points.dtype),
            targets.astype(np.float16),
            *self._beside(tables, questions),
        )
        found = trials.advantages()
        gains = np.clip(found.gains, -self.most_points, self.most_points)
        return SelfPlayBatch(samples, found._replace(gains=gains))

    @staticmethod
    @abstractmethod
    def blank_samples(rows: int) -> Any:
        """Samples of the game, rows of zeros: `states`, `actions`, `points`, `targets`, and its own columns after them."""

    @abstractmethod
    def _deal(self, numbers: Numbers) -> Any:
        """The game's tables (`GameTables`) with these deals."""

    @abstractmethod
    def _learns(self, numbers: Numbers) -> Numbers:
        """Whom the learner plays in each of these deals against an opponent."""

    @abstractmethod
    def _likes(self, asked: Questions, chance: Any) -> npt.NDArray[np.float32]:
        """In place of a network's values: which plays the heuristic would try, by chance."""

    @abstractmethod
    def _beside(self, tables: Any, questions: Any) -> Sequence[npt.NDArray[Any]]:
        """The game's own columns of its samples."""


class WorkerPool(Protocol):
    """Workers that play work items: the same batch for the same item and weights, however many they are."""

    def begin(self, item: WorkItem, weights: Mapping[str, Any] | None, version: int) -> None:
        """Hand a work item out; `version` tells weights from others of the same run."""
        ...

    def finish(self, number: int) -> SelfPlayBatch:
        """The result of a work item that was handed out."""
        ...


class OneWorker:
    """Plays in this process, when a work item must be finished."""

    def __init__(self, worker: SelfPlayWorker) -> None:
        self._worker = worker
        self._begun: dict[int, tuple[WorkItem, Mapping[str, Any] | None]] = {}

    def begin(self, item: WorkItem, weights: Mapping[str, Any] | None, version: int) -> None:
        """Remember a work item."""
        self._begun[item.number] = item, weights

    def finish(self, number: int) -> SelfPlayBatch:
        """Play it."""
        item, weights = self._begun.pop(number)
        return self._worker.run(weights, item)
