"""A question to a seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from paiju import wire
from paiju.core.game import Game
from paiju.server.protocol import Sent


@dataclass(slots=True)
class Prompt:
    """A question. `state` is the moment it was asked in; `act_at` (ms) is when it will be answered for the seat.

    `automatic` says that it will, not by a bot, but because there is nothing to decide any more: nothing but a pass, or
    the seat has `chosen` to pass and the pass waits for its time. `thought` is what a bot has found. `late_at` is set
    while one thinks within a claim window, where nobody sees when it answers: until then it is waited for.
    No pass is shown before `sealed_until`.
    """

    id: str
    seat: int
    state: Any
    actions: Sequence[Any]
    opened: int
    act_at: int | None = None
    automatic: bool = False
    late_at: int | None = None
    thought: Any = None
    chosen: Any = None
    sealed_until: int | None = None

    @property
    def due_at(self) -> int | None:
        """When it is answered for the seat, by what is known now."""
        waits = self.late_at is not None and self.thought is None
        return self.late_at if waits else self.act_at

    @property
    def is_forced_pass(self) -> bool:
        """Whether passing is all there is."""
        return len(self.actions) == 1 and self.actions[0].verb == "pass"

    def shift(self, by: int) -> None:
        """Move the times on, after a pause."""
        self.opened += by
        for name in ("act_at", "late_at", "sealed_until"):
            if (at := getattr(self, name)) is not None:
                setattr(self, name, at + by)

    def to_json(
        self, game: Game, now: int, deadline: int | None, total_ms: int, bank_ms: int, *, stands: bool
    ) -> Sent:
        """The prompt as a message; times are what is left of them, None where the clock `stands`."""
        auto = self.act_at if self.automatic else None
        return {
            "type": "prompt",
            "id": self.id,
            **wire.prompt_json(game, self.state, self.seat, self.actions),
            "deadline_ms": None if stands or deadline is None else max(0, deadline - now),
            "total_ms": total_ms,
            "bank_ms": bank_ms,
            "auto_ms": None if stands or auto is None else max(0, auto - now),
        }
