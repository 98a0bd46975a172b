"""The network of Bao Huang and its weights, a deal as it reads it, and its choice."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from paiju.bots import networks
from paiju.bots.baohuang.compiled.memory import (
    MOST_WEIGHED,
    MemoryRecord,
    WorkRecord,
    known_state,
    memory_of,
    player,
)
from paiju.bots.baohuang.net.features import (
    ACTION,
    MOST,
    OTHERS,
    PASSED,
    PLAYED,
    STATE,
    VERSION,
    TrailRecord,
    question,
)
from paiju.bots.baohuang.parameters import DEFAULT, Parameters
from paiju.bots.networks import Array, Bytes, Judged, Plan, Towers, softmax
from paiju.games.baohuang import GAME
from paiju.games.baohuang.cards import SEATS
from paiju.games.baohuang.options import BaohuangOptions
from paiju.games.baohuang.rules import Rules, compile_rules
from paiju.games.baohuang.state import Laid, Phase
from paiju.games.baohuang.views import View
from paiju.kernels.baohuang.actions import decode
from paiju.kernels.baohuang.records import RulesRecord, StateRecord, new_actions
from paiju.kernels.baohuang.rules import rules_for
from paiju.kernels.records import Records, fields, new

OUTCOMES = 3
GUARD = "guard"
PLAN = Plan(STATE, ACTION, 1 + OUTCOMES, {GUARD: OTHERS})


def shapes(trunk: int, join: int, head: int) -> dict[str, tuple[int, ...]]:
    """The shapes of all weights for some widths."""
    return PLAN.shapes(trunk, join, head)


class Network(Towers):
    """The network ready to be asked."""

    def __init__(self, weights: Mapping[str, Array]) -> None:
        super().__init__(PLAN, weights)

    def guards(self, states: Bytes) -> Array:
        """Chances to be the guard of the seats after each viewer in order, shape (states, 4)."""
        return softmax(self.side(GUARD, states))


# --- the weights of Bao Huang's networks, each beside the heuristic that it was trained with


class Weights(NamedTuple):
    """Arrays by the names of `network.shapes`, float32, and what the model card says."""

    arrays: dict[str, Any]
    card: dict[str, Any]

    @property
    def parameters(self) -> Parameters:
        """The heuristic that the network was trained beside: its scores are among the features."""
        return parameters_from(self.card["parameters"])


def read_weights(path: Path) -> Weights:
    """The weights in a file.

    Raises:
        UsageError: file.unreadable, file.too_large; usage.weights for a file of something else, or of another version of them.
    """
    weights = Weights(*networks.read_weights(path, VERSION))
    try:
        parameters_from(weights.card["parameters"])  # they are asked for later
    except (KeyError, TypeError, AttributeError) as error:
        raise networks.no_weights(path) from error
    return weights


def parameters_from(held: Mapping[str, object]) -> Parameters:
    """The heuristic's parameters from the JSON that they were saved as."""
    return Parameters(**{name: _tupled(value) for name, value in held.items()})


def _tupled(value: object) -> Any:
    return tuple(map(_tupled, value)) if isinstance(value, list) else value


# --- a deal as the network reads it


class Question(NamedTuple):
    """Records of shape (1,): the state, the memory and the trail of a table."""

    state: Records[StateRecord]
    memory: Records[MemoryRecord]
    trail: Records[TrailRecord]


def question_of(view: View, rules: Rules, parameters: Parameters = DEFAULT) -> Question:
    """The records of a view in the playing phase, also for searches; the odds are those of the parameters (`memory_of`)."""
    return Question(known_state(view, rules), memory_of(view, rules, parameters), trail_of(view))


def trail_of(view: View) -> Records[TrailRecord]:
    """The answers of each seat so far."""
    made = new(TrailRecord)
    reacted = [[0] * 4 for _ in range(SEATS)]
    for trick in (*view.tricks, view.trick):
        _count(reacted, trick, view.emperor)
    answered = [0] * SEATS
    for seat, cards, _ in view.trick:
        answered[seat] = PLAYED if cards else PASSED
    made["plies"] = sum(map(len, view.tricks)) + len(view.trick)
    made["reacted"] = np.minimum(reacted, MOST)
    made["answered"] = answered
    return made


def _count(reacted: list[list[int]], trick: tuple[Laid, ...], emperor: int) -> None:
    """Count how each answer left or beat the set before it."""
    owner = -1
    for seat, cards, _ in trick:
        if owner >= 0:
            reacted[seat][(0 if owner == emperor else 2) + (1 if cards else 0)] += 1
        if cards:
            owner = seat


# --- a decision of the network: the plays worth a thought, what each is worth, and the choice

# Rules of play that the network must have been trained under.
_SAME = (
    "lowest_gain", "twos_fill", "twos_with_jokers", "three_twos", "bombs", "hard_pass", "defers", "low_last",
    "suited", "deck_size", "calls",
)  # fmt: skip


class Judge(networks.Judge):
    """Asks the network about plays."""

    network: Network

    def __init__(self, weights: Weights) -> None:
        """The plays that the heuristic beside the weights thinks of are valued."""
        self._heuristic, self._parameters = player(weights.parameters), weights.parameters
        self._work = new(WorkRecord)
        anchor, options = float(weights.card["anchor"]), GAME.options(weights.card["options"])
        super().__init__(Network(weights.arrays), new_actions(), MOST_WEIGHED, anchor, options)

    def _rules_of(self, options: BaohuangOptions) -> tuple[int, ...]:
        record = fields(rules_for(options))
        return tuple(int(getattr(record, name)) for name in _SAME)

    def knows(self, view: View) -> bool:
        """Whether a view is of the playing phase, and its options fit."""
        return view.phase is Phase.PLAY and self.fits(view.options)

    def judge(self, view: View) -> Judged:
        """The plays worth a thought in a view that it knows."""
        records = question_of(view, compile_rules(view.options), self._parameters)
        codes, points, preferred = self.ask(records, rules_for(view.options))
        return Judged(tuple(map(decode, codes)), tuple(points), preferred)

    def ask(self, records: Question, rules: Records[RulesRecord]) -> tuple[list[int], list[float], int]:
        """Codes, points and the heuristic's choice as in `Judged` for the records of a table; `rules` are a `RulesRecord` record."""
        state, memory, trail = records
        return self._answer(question, state, rules, memory, trail, self._heuristic, self._work)
