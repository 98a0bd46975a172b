"""Votes: to dissolve the table, and to play another match."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

VOTE_MS = 60_000
DISMISS, REMATCH = "dismiss", "rematch"


@dataclass(slots=True)
class Vote:
    """A vote in progress, opened by the seat `by`; it fails at `ends`."""

    kind: str
    by: int
    ends: int
    yes: set[int] = field(default_factory=set)

    def need(self, present: int) -> int:
        """How many of the people present must agree: more than half to dissolve, all to play again."""
        return present if self.kind == REMATCH else present // 2 + 1

    def shown(self, present: int, now: int) -> dict[str, Any]:
        """The vote as everybody sees it."""
        return {
            "kind": self.kind, "by": self.by, "yes": sorted(self.yes), "need": self.need(present),
            "ends_ms": max(0, self.ends - now),
        }  # fmt: skip
