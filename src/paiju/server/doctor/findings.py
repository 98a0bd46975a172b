"""What an examination finds, in plain words for whoever runs the server."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from paiju.core.errors import Fact

Level = Literal["ok", "note", "wrong"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at. `code` names it for good, `do` says what helps; what is `wrong` should not stay so."""

    level: Level
    code: str
    text: str
    do: str = ""
    facts: dict[str, Fact] = field(default_factory=dict)


def fine(code: str, text: str, **facts: Fact) -> Finding:
    """Something that is as it should be."""
    return Finding("ok", code, text, "", facts)


def note(code: str, text: str, do: str, **facts: Fact) -> Finding:
    """Something that may be meant, or will matter one day."""
    return Finding("note", code, text, do, facts)


def wrong(code: str, text: str, do: str, **facts: Fact) -> Finding:
    """Something that costs data, or players, sooner or later."""
    return Finding("wrong", code, text, do, facts)
