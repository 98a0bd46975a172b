"""The path of lessons of a game, as its data file tells it: what is shown and said, and what is asked."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from paiju.games.registry import AT_HOME


@dataclass(frozen=True, slots=True)
class Part:
    """A step of a lesson: `name` is that of its text. It shows `cards`, row by row, or asks a question of some `kind`.

    What a question needs beyond that stands in `given`, as `questions` reads it.
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
    told = json.loads(files("paiju.analysis").joinpath(game, "lessons.json").read_text("utf-8"))
    return tuple(
        Lesson(game, one["name"], tuple(one["rules"]), tuple(map(_part, one["parts"]))) for one in told
    )


def _part(told: dict[str, Any]) -> Part:
    given = {name: value for name, value in told.items() if name not in ("name", "kind", "cards")}
    return Part(told["name"], told.get("kind"), tuple(told.get("cards", ())), given)
