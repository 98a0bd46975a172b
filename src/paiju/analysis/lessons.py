"""Lessons: a guided first deal of each game, a path of short lessons, and their questions, answered by the rules and by analysis."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Any, NamedTuple

import paiju
from paiju.bots.advice import advise
from paiju.bots.base import Reason, make_bot
from paiju.core.errors import NotationError, RuleError
from paiju.core.game import Game
from paiju.games.registry import AT_HOME


@dataclass(frozen=True, slots=True)
class Part:
    """A step of a lesson: `name` is that of its text. It shows `cards`, row by row, or asks a question of some `kind`.

    Further data of a question is in `given`, as `questions` reads it.
    """

    name: str
    kind: str | None
    cards: tuple[str, ...]
    given: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Lesson:
    """A short lesson; `rules` are the numbers that it teaches."""

    game: str
    name: str
    rules: tuple[str, ...]
    parts: tuple[Part, ...]


@cache
def lessons(game: str) -> tuple[Lesson, ...]:
    """The lessons of a game, in the order in which they help; none for a game that brings none."""
    if game not in AT_HOME:
        return ()
    data = json.loads(files("paiju.analysis").joinpath(game, "lessons.json").read_text("utf-8"))
    return tuple(
        Lesson(game, one["name"], tuple(one["rules"]), tuple(map(_part, one["parts"]))) for one in data
    )


def _part(data: dict[str, Any]) -> Part:
    given = {name: value for name, value in data.items() if name not in ("name", "kind", "cards")}
    return Part(data["name"], data.get("kind"), tuple(data.get("cards", ())), given)


# --- a guided first deal: a position, the line that it is told along, and what is said before each own answer

OTHERS = "heuristic"
"""The bot of the other seats beside the line: it needs nothing compiled and is deterministic."""


class Say(NamedTuple):
    """Something to say: the name of its text, and what it points at."""

    name: str
    spot: str


class Taken(NamedTuple):
    """An answer in notation."""

    seat: int
    action: str


@dataclass(frozen=True, slots=True)
class FirstDeal:
    """A deal to be told: `before` it begins, and the name of a step for each answer of `seat` along the line."""

    game: str
    position: str
    seat: int
    line: tuple[Taken, ...]
    before: tuple[Say, ...]
    steps: tuple[str, ...]

    def begin(self) -> Any:
        """The state in which it begins."""
        return paiju.position(self.position).state


class Tip(NamedTuple):
    """A suggestion: the step of the line that says it, None beside the line; the action, and why."""

    step: int | None
    action: str
    reasons: tuple[Reason, ...] = ()


class Guide:
    """Follows a deal and knows what comes next on its line."""

    def __init__(self, first: FirstDeal) -> None:
        self._first = first
        self._game = paiju.load(first.game)
        self._bots = [make_bot(OTHERS, seat) for seat in range(self._game.seats)]
        self._at: int | None = 0

    @property
    def on_line(self) -> bool:
        """Whether every answer so far was as the line has it."""
        return self._at is not None

    def hear(self, taken: Taken) -> None:
        """Take note of an answer."""
        if self._at is not None:
            self._at = self._at + 1 if self._next() == taken else None

    def choose(self, state: Any, seat: int, actions: Sequence[Any]) -> Any:
        """The action of another seat: that of the line, else that of a bot."""
        planned = self._next()
        if planned is not None and planned.seat == seat:
            return self._game.parse_action(state, seat, planned.action)
        return self._bots[seat].choose(self._game.view(state, seat), actions)

    def tip(self, state: Any, actions: Sequence[Any]) -> Tip:
        """A suggestion for the learner, who decides now."""
        planned = self._next()
        if planned is not None:
            own = [at for at, taken in enumerate(self._first.line) if taken.seat == self._first.seat]
            return Tip(own.index(self._at or 0), planned.action)
        best = advise(self._game.view(state, self._first.seat), actions, 0, compiled=False)[0]
        return Tip(None, self._game.action_text(state, best.action), best.reasons)

    def _next(self) -> Taken | None:
        line = self._first.line
        return line[self._at] if self._at is not None and self._at < len(line) else None


@cache
def first_deal(game: str) -> FirstDeal | None:
    """The guided first deal of a game; None where there is none."""
    if game not in AT_HOME:
        return None
    data = json.loads(files("paiju.analysis").joinpath(game, "first_deal.json").read_text("utf-8"))
    line = [entry.partition(" ") for entry in data["line"]]
    return FirstDeal(
        game,
        data["position"],
        data["seat"],
        tuple(Taken(int(seat), action) for seat, _, action in line),
        tuple(Say(**say) for say in data["before"]),
        tuple(data["steps"]),
    )


# --- questions of lessons and their right answers, worked out by the rules engine and by analysis each time


class Refused(NamedTuple):
    """Why an action may not be taken: code, facts and rule of the refusal."""

    code: str
    facts: Mapping[str, Any]
    rule: str | None


class Table(NamedTuple):
    """A position that is asked about, as `seat` sees it."""

    game: Game
    state: Any
    seat: int

    @property
    def view(self) -> Any:
        """The view of the seat."""
        return self.game.view(self.state, self.seat)

    def refusal(self, text: str) -> Refused | None:
        """Why the seat may not do something; None if it may."""
        try:
            action = self.game.parse_action(self.state, self.seat, text)
            self.game.apply(self.state, self.seat, action)
        except RuleError as error:
            return Refused(error.code, dict(error.facts), error.rule)
        except NotationError as error:
            return Refused(error.code, {"text": text}, None)
        return None


class Question(NamedTuple):
    """A question: what is offered, what of it is right, and why the rest is not, as far as the rules say so."""

    options: tuple[str, ...]
    right: frozenset[str]
    many: bool = True
    free: bool = False
    why: Mapping[str, Refused] = {}


class Marked(NamedTuple):
    """The mark for an answer; `solution` are right options, `why` the refusals of what was answered wrongly."""

    right: bool
    solution: tuple[str, ...]
    why: Mapping[str, Refused]


Ask = Callable[[Part, "Table | None"], Question]


def table_of(part: Part) -> Table | None:
    """The position of a question; None for one about cards alone. What its text leaves open is dealt the same way each time."""
    text = part.given.get("position")
    if text is None:
        return None
    found = paiju.position(text, random.Random(text))
    state = found.state
    for taken in part.given.get("after", ()):
        seat, _, action = taken.partition(" ")
        state, _ = found.game.apply(state, int(seat), found.game.parse_action(state, int(seat), action))
    return Table(found.game, state, part.given.get("seat", 0))


def legal(part: Part, table: Table | None) -> Question:
    """Which of some actions are allowed."""
    assert table is not None, "actions want a position"
    options = tuple(part.given["options"])
    found = {option: table.refusal(option) for option in options}
    right = frozenset(option for option, refused in found.items() if refused is None)
    return Question(options, right, why={option: refused for option, refused in found.items() if refused})


def leads(part: Part, table: Table | None) -> Question:
    """The seats that decide next."""
    assert table is not None, "seats want a position"
    seats = tuple(map(str, range(table.game.seats)))
    return Question(seats, frozenset(map(str, table.game.actors(table.state))), many=False)


def free(part: Part, table: Table | None) -> Question:
    """Any legal play of cards."""
    assert table is not None, "actions want a position"
    actions = table.game.legal_actions(table.state, table.seat)
    texts = tuple(table.game.action_text(table.state, action) for action in actions)
    plays = tuple(text for text in texts if " " in text)
    return Question(plays, frozenset(plays), many=False, free=True)


COMMON: Mapping[str, Ask] = {"legal": legal, "leads": leads, "free": free}


@cache
def kinds_of(game: str) -> Mapping[str, Ask]:
    """The kinds of questions in a game, by name."""
    own: Mapping[str, Ask] = import_module(f"paiju.analysis.{game}.lessons").KINDS
    return {**COMMON, **own}


def ask(game: str, part: Part) -> Question:
    """The question that a part asks."""
    assert part.kind is not None, "a part that asks"
    return kinds_of(game)[part.kind](part, table_of(part))


def mark(game: str, part: Part, answer: tuple[str, ...]) -> Marked:
    """The mark for an answer: options, or an action where the question is free."""
    asked = ask(game, part)
    if not asked.free:
        wrong = [option for option in answer if option not in asked.right]
        why = {option: asked.why[option] for option in wrong if option in asked.why}
        solution = tuple(option for option in asked.options if option in asked.right)
        return Marked(set(answer) == asked.right, solution, why)
    table = table_of(part)
    assert table is not None, "actions want a position"
    text = answer[0] if answer else ""
    refused = table.refusal(text)
    right = refused is None and _named(table, text) in asked.right
    return Marked(right, tuple(sorted(asked.right)[:1]), {} if refused is None else {text: refused})


def _named(table: Table, text: str) -> str:
    """An action in notation."""
    return table.game.action_text(table.state, table.game.parse_action(table.state, table.seat, text))
