"""What an example is made of: lines, and rows that say what the rules engine answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Line(NamedTuple):
    """A question as it is written, and the answer it expects; None where it only does something."""

    question: str
    expected: str | None


class Row(NamedTuple):
    """A question of one kind with its parts (cards in notation, seats, actions), and the rules engine's answer in words of the notation."""

    line: Line
    kind: str
    parts: Mapping[str, str]
    answer: str


def drawn(_table: object, line: Line, cards: str) -> Row:
    """Cards without a question."""
    return Row(line, "cards", {"cards": cards}, "")


def signed(value: int) -> str:
    """A number of points with its sign."""
    return f"{value:+d}" if value else "0"
