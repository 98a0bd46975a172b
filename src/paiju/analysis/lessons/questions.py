"""Questions of lessons and what is right: found by the law and by analysis each time one is asked.

Every question offers `options` as text, of which some are right; where `free` says so, an answer is any action of the seat instead.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

import paiju
from paiju.analysis.lessons.course import Part
from paiju.core.errors import NotationError, RuleError
from paiju.core.game import Game

ILLEGAL = "notation.action"


class Refused(NamedTuple):
    """Why an action may not be taken: code, facts and rule of the law's refusal."""

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
        """What the seat knows."""
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


class Asked(NamedTuple):
    """A question: what is offered, what of it is right, and why the rest is not, as far as the law says so."""

    options: tuple[str, ...]
    right: frozenset[str]
    many: bool = True
    free: bool = False
    why: Mapping[str, Refused] = {}


class Marked(NamedTuple):
    """What an answer is worth; `solution` are right options, `why` the refusals of what was answered wrongly."""

    right: bool
    solution: tuple[str, ...]
    why: Mapping[str, Refused]


Ask = Callable[[Part, "Table | None"], Asked]


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


def legal(part: Part, table: Table | None) -> Asked:
    """Which of some actions are allowed."""
    assert table is not None, "actions want a position"
    options = tuple(part.given["options"])
    found = {option: table.refusal(option) for option in options}
    right = frozenset(option for option, refused in found.items() if refused is None)
    return Asked(options, right, why={option: refused for option, refused in found.items() if refused})


def leads(part: Part, table: Table | None) -> Asked:
    """Who is asked next."""
    assert table is not None, "seats want a position"
    seats = tuple(map(str, range(table.game.seats)))
    return Asked(seats, frozenset(map(str, table.game.actors(table.state))), many=False)


def free(part: Part, table: Table | None) -> Asked:
    """Any legal play of cards."""
    assert table is not None, "actions want a position"
    actions = table.game.legal_actions(table.state, table.seat)
    texts = tuple(table.game.action_text(table.state, action) for action in actions)
    plays = tuple(text for text in texts if " " in text)
    return Asked(plays, frozenset(plays), many=False, free=True)


COMMON: Mapping[str, Ask] = {"legal": legal, "leads": leads, "free": free}


@cache
def kinds_of(game: str) -> Mapping[str, Ask]:
    """What can be asked in a game, by name."""
    own: Mapping[str, Ask] = import_module(f"paiju.analysis.{game}.teaching").KINDS
    return {**COMMON, **own}


def ask(game: str, part: Part) -> Asked:
    """The question that a part asks."""
    assert part.kind is not None, "a part that asks"
    return kinds_of(game)[part.kind](part, table_of(part))


def mark(game: str, part: Part, answer: tuple[str, ...]) -> Marked:
    """What an answer is worth: options, or an action where the question is free."""
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
    """An action as the law writes it."""
    return table.game.action_text(table.state, table.game.parse_action(table.state, table.seat, text))
