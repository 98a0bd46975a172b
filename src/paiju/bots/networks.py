"""Small networks on NumPy: their tensors, the two towers, and many questions asked at once."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import namedtuple
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from threadpoolctl import ThreadpoolController

from paiju.core.errors import UsageError
from paiju.core.files import from_json, read_bytes


def one_thread() -> AbstractContextManager[object]:
    """NumPy uses one thread as long as this is entered, which costs 30 µs; others get as many as they had."""
    limited: AbstractContextManager[object] = _found().limit(limits=1, user_api="blas")
    return limited


@cache
def _found() -> ThreadpoolController:
    """The BLAS library of this process; looking for it takes milliseconds."""
    return ThreadpoolController()


# --- weights as they lie in a safetensors file: arrays by name, and notes on where they come from

_LENGTH = 8
_MOST_BYTES = 64 << 20


def read(path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """The arrays and the model card in a file.

    Raises:
        UsageError: file.unreadable, file.too_large; usage.weights for a file of something else.
    """
    data = read_bytes(path, _MOST_BYTES)
    try:
        return _parse(data)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise no_weights(path) from error


def read_weights(path: Path, version: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """The arrays and the model card of a network that reads a version of its game's features.

    Raises:
        UsageError: file.unreadable, file.too_large; usage.weights for a file of something else, or of another version.
    """
    arrays, card = read(path)
    if "features" not in card:
        raise no_weights(path)
    if card["features"] != version:
        raise UsageError(
            "usage.weights", f"{path} was trained on features {card['features']}", {"path": str(path)}
        )
    return arrays, card


def no_weights(path: Path) -> UsageError:
    """The error for a file without weights."""
    return UsageError("usage.weights", f"{path} holds no weights", {"path": str(path)})


def _parse(data: bytes) -> tuple[dict[str, Any], dict[str, Any]]:
    """The arrays and notes of safetensors bytes; little-endian float32 alone."""
    length = int.from_bytes(data[:_LENGTH], "little")
    header = from_json(data[_LENGTH : _LENGTH + length])
    card = dict(from_json(header.pop("__metadata__")["notes"]))
    body = data[_LENGTH + length :]
    arrays = {}
    for name, entry in header.items():
        first, last = entry["data_offsets"]
        arrays[name] = np.frombuffer(body[first:last], "<f4").reshape(entry["shape"])
    return arrays, card


# --- two-tower networks with NumPy: the state's tower once a question, the plays' tower once a play

Array = npt.NDArray[np.float32]
Bytes = npt.NDArray[np.uint8]
_ROWS = 4096  # plays that are worked on at a time, so that their numbers stay in the cache


class Field(NamedTuple):
    """Some numbers of a vector that belong together: the network sees (byte - zero) / scale of each."""

    name: str
    size: int
    scale: int = 1
    zero: int = 0


Layout = tuple[Field, ...]


def starts(fields: Layout) -> tuple[int, ...]:
    """Where each field begins, and last the size of the whole."""
    at = [0]
    for field in fields:
        at.append(at[-1] + field.size)
    return tuple(at)


def places(fields: Layout) -> Any:
    """Where each field begins, by its name, for compiled code as well."""
    kind: Any = namedtuple("Places", [field.name for field in fields])  # type: ignore[misc]  # noqa: PYI024 - the names are those of a layout
    return kind(*starts(fields)[:-1])


def affine(fields: Layout) -> tuple[Array, Array]:
    """Factors and zeros of all numbers, float32: the network sees `(byte - zero) * factor`."""
    factors = [1 / field.scale for field in fields for _ in range(field.size)]
    zeros = [field.zero for field in fields for _ in range(field.size)]
    return np.array(factors, np.float32), np.array(zeros, np.float32)


class Plan(NamedTuple):
    """The shape of a game's network: its layouts, its outputs for each play, and side heads by name and width."""

    state: Layout
    action: Layout
    outputs: int
    sides: Mapping[str, int]

    def shapes(self, trunk: int, join: int, head: int) -> dict[str, tuple[int, ...]]:
        """The shapes of all weights for some widths."""
        sizes = {
            "trunk": (starts(self.state)[-1], trunk),
            "join": (trunk, join),
            "play": (starts(self.action)[-1], join),
            "head": (join, head),
            "out": (head, self.outputs),
            **{name: (join, width) for name, width in self.sides.items()},
        }
        made: dict[str, tuple[int, ...]] = {}
        for name, (inputs, outputs) in sizes.items():
            made[f"{name}.weight"] = (inputs, outputs)
            if name != "play":  # the sum has the state's bias
                made[f"{name}.bias"] = (outputs,)
        return made


class Towers:
    """A network ready to be asked; it keeps its own copies of `weights`."""

    def __init__(self, plan: Plan, weights: Mapping[str, Array]) -> None:
        self.plan = plan
        factor, zero = affine(plan.state)
        trunk = weights["trunk.weight"] * factor[:, None]
        self._trunk = np.ascontiguousarray(trunk, np.float32)
        self._trunk_bias = (weights["trunk.bias"] - zero @ trunk).astype(np.float32)
        self._join, self._join_bias = weights["join.weight"].copy(), weights["join.bias"].copy()
        factor, zero = affine(plan.action)
        assert not zero.any()
        self._play = np.ascontiguousarray(weights["play.weight"] * factor[:, None], np.float32)
        self._head, self._head_bias = weights["head.weight"].copy(), weights["head.bias"].copy()
        self._out = np.ascontiguousarray(weights["out.weight"][:, :1])
        self._out_bias = float(weights["out.bias"][0])
        self._further = weights["out.weight"][:, 1:].copy(), weights["out.bias"][1:].copy()
        self._sides = {
            name: (weights[f"{name}.weight"].copy(), weights[f"{name}.bias"].copy()) for name in plan.sides
        }

    def values(self, states: Bytes, actions: Bytes, counts: npt.NDArray[np.int64]) -> Array:
        """Expected points of each play, shape (plays,); the first `counts[0]` rows belong to the first state."""
        made = np.empty(len(actions), np.float32)
        ends = np.cumsum(counts)
        first = row = 0
        with one_thread():
            while first < len(states):
                last = max(first + 1, int(np.searchsorted(ends, row + _ROWS, "right")))
                end = int(ends[last - 1])
                joined = self._joined(states[first:last])
                hidden = self._hidden(joined, actions[row:end], counts[first:last])
                made[row:end] = (hidden @ self._out)[:, 0]
                first, row = last, end
        made += self._out_bias
        return made

    def further(self, state: Bytes, actions: Bytes) -> Array:
        """The outputs beside the points of the plays of one state, shape (plays, outputs - 1)."""
        hidden = self._hidden(self._joined(state[None]), actions, np.array([len(actions)]))
        weight, bias = self._further
        return np.asarray(hidden @ weight + bias, np.float32)

    def side(self, name: str, states: Bytes) -> Array:
        """The output of a side head for some states, shape (states, its width)."""
        weight, bias = self._sides[name]
        return np.asarray(np.maximum(self._joined(states), 0) @ weight + bias, np.float32)

    def _joined(self, states: Bytes) -> Array:
        trunk = states.astype(np.float32) @ self._trunk
        trunk += self._trunk_bias
        np.maximum(trunk, 0, out=trunk)
        joined = trunk @ self._join
        joined += self._join_bias
        return np.asarray(joined, np.float32)

    def _hidden(self, joined: Array, actions: Bytes, counts: npt.NDArray[np.int64]) -> Array:
        plays = actions.astype(np.float32) @ self._play
        plays += np.repeat(joined, counts, axis=0)
        np.maximum(plays, 0, out=plays)
        hidden = plays @ self._head
        hidden += self._head_bias
        np.maximum(hidden, 0, out=hidden)
        return np.asarray(hidden, np.float32)


def softmax(logits: Array) -> Array:
    """Chances of rows of logits."""
    raised = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True), np.float32)


# --- the questions of many tables at once, and which plays a policy answers them with

Numbers = npt.NDArray[np.int64]


class Questions(NamedTuple):
    """Questions of one round: records, state vectors, rows of play vectors.

    Of a record `first` and `count` say which rows are its plays, `best` which of them the heuristic chooses, and `explore` which must
    be tried (-1: none).
    """

    questions: Any
    states: npt.NDArray[np.uint8]
    actions: npt.NDArray[np.uint8]

    def only(self, which: npt.NDArray[np.bool_]) -> tuple[Questions, Numbers]:
        """Some of the questions by themselves, and where their rows of plays are among all."""
        questions = self.questions[which]
        counts, firsts = questions["count"], questions["first"]
        begins = np.cumsum(counts) - counts
        rows = np.arange(int(counts.sum())) + np.repeat(firsts - begins, counts)
        questions["first"] = begins
        return Questions(questions, self.states[which], self.actions[rows]), rows


def with_a_choice(questions: Any, states: Bytes, actions: Bytes) -> tuple[npt.NDArray[np.bool_], Questions]:
    """Which questions have something to choose (the others wait for room), and these; `actions` may have more rows than belong to them."""
    ready: npt.NDArray[np.bool_] = questions["count"] > 0
    chosen = questions[ready]
    return ready, Questions(chosen, states[: len(questions)][ready], actions[: int(chosen["count"].sum())])


SHARES = 1 << 20
"""Chances are given to compiled tables as whole numbers of these parts."""


class Lockstep:
    """Tables that play on until each has a question, so that a policy answers all of them at once.

    `tables` and `questions` are a game's records, one for each table, `room` is the most plays of one round: tables wait
    where there are more. A game says by `_ask` how its compiled code plays them on.
    """

    def __init__(self, tables: Any, questions: Any, plan: Plan, room: int) -> None:
        self._tables, self._questions = tables, questions
        self._pending = np.zeros(room, np.int64)
        self._vectors = np.zeros((len(tables), starts(plan.state)[-1]), np.uint8)
        self._actions = np.zeros((room, starts(plan.action)[-1]), np.uint8)

    def rounds(
        self, whom: Numbers, explore: float = 0.0, *, begun: Numbers | None = None
    ) -> Iterator[tuple[Questions, Numbers]]:
        """Play to the end; each round yields what is asked, and an array to be filled with one row for each question.

        `whom` says by table which seats the policy plays, as bits of the game's own; `explore` how often a question says which action
        must be tried. `begun` are codes of actions, one a table, that are carried out before anything is asked.
        """
        size = len(whom)
        self._tables["whom"][:size] = whom
        self._tables["explore"][:size] = round(explore * SHARES)
        going, chosen = np.arange(size), np.full(size, -1)
        if begun is not None:
            self._pending[:size] = begun
            chosen = np.arange(size)
        while len(going):
            found = self._ask(going, chosen)
            questions = self._questions[:found]
            going, chosen = questions["table"].copy(), np.full(found, -1)
            ready, asked = with_a_choice(questions, self._vectors, self._actions)
            answers = np.full(len(asked.questions), -1)
            yield asked, answers
            chosen[ready] = answers

    def _ask(self, going: Numbers, chosen: Numbers) -> int:
        """Carry the rows `chosen` out at the tables `going`, and write the next questions; how many there are."""
        raise NotImplementedError


class Chosen(NamedTuple):
    """Rows of what is played; what the plays are worth that would be if nothing were explored; what all are worth."""

    rows: Numbers
    worth: npt.NDArray[np.float32]
    values: npt.NDArray[np.float32]


def network_choice(network: Towers, asked: Questions, anchor: float) -> Chosen:
    """The plays worth most, where they are worth `anchor` more than the heuristic's; exploration kept."""
    questions = asked.questions
    first = questions["first"]
    if not len(first):
        return Chosen(np.zeros(0, np.int64), np.zeros(0, np.float32), np.zeros(0, np.float32))
    values = network.values(asked.states, asked.actions, questions["count"])
    highest = np.maximum.reduceat(values, first)
    owner = np.repeat(np.arange(len(first)), questions["count"])
    top = np.flatnonzero(values == highest[owner])
    best = top[np.searchsorted(owner[top], np.arange(len(first)))]
    preferred = first + questions["best"]
    chosen = np.where(highest > values[preferred] + anchor, best, preferred)
    rows = np.where(questions["explore"] >= 0, first + questions["explore"], chosen)
    return Chosen(rows, values[chosen], values)


def heuristic_choice(asked: Questions) -> Numbers:
    """Rows of the heuristic's choices, exploration kept."""
    questions = asked.questions
    tried = np.where(questions["explore"] >= 0, questions["explore"], questions["best"])
    return np.asarray(questions["first"] + tried)


class Judged(NamedTuple):
    """The answer to a question to a network: the actions, their expected points (none where there was nothing to think about)."""

    actions: tuple[Any, ...]
    points: tuple[float, ...]
    preferred: int
    """The policy's choice."""

    def choice(self, anchor: float) -> Any:
        """The action worth most, where it is worth `anchor` more than the policy's."""
        if not self.points:
            return self.actions[0]
        best = max(range(len(self.points)), key=self.points.__getitem__)
        worth = self.points[best] > self.points[self.preferred] + anchor
        return self.actions[best if worth else self.preferred]


class Judge(ABC):
    """Asks a network one question after the other; what it keeps between them only makes it faster.

    `anchor` are points by which an action must beat what the game's policy does.
    """

    def __init__(self, network: Towers, codes: Numbers, most: int, anchor: float, options: Any) -> None:
        """`codes` has room for legal actions, of which `most` are valued; `options` are those that the network was trained under."""
        self.network, self.anchor = network, anchor
        self._codes, self._best = codes, np.zeros(1, np.int64)
        self._state = np.zeros(starts(network.plan.state)[-1], np.uint8)
        self._plays = np.zeros((most, starts(network.plan.action)[-1]), np.uint8)
        self._trained, self._options, self._fits = self._rules_of(options), options, True

    @abstractmethod
    def _rules_of(self, options: Any) -> Any:
        """What options must have in common with those of the training."""

    @abstractmethod
    def knows(self, view: Any) -> bool:
        """Whether it was trained for such a question."""

    @abstractmethod
    def judge(self, view: Any) -> Judged:
        """The actions in a view that it knows, and the points to expect of each."""

    def fits(self, options: Any) -> bool:
        """Whether the network was trained under rules that are played alike."""
        if options is not self._options:
            self._options, self._fits = options, self._rules_of(options) == self._trained
        return self._fits

    def _answer(self, question: Callable[..., int], *records: Any) -> tuple[list[int], list[float], int]:
        """The codes of the actions, points and policy's choice as in `Judged`; `question` is the game's, which is given some records."""
        count = question(*records, self._codes, self._state, self._plays, self._best)
        codes: list[int] = self._codes[:count].tolist()
        if count == 1:
            return codes, [], 0
        points = self.network.values(self._state[None], self._plays[:count], np.array([count]))
        return codes, points.tolist(), int(self._best[0])
