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
    the seat has `chosen` to pass and the pass waits for its time; as a person he has `answered` a question of this name with it. `thought` is what a bot has found. `late_at` is set
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
    answered: str | None = None
    sealed_until: int | None = None

    def begin(self, *, automatic: bool) -> None:
        """Whoever decides now has only begun: there is no time yet, and nothing has been found."""
        self.automatic = automatic
        self.act_at = self.late_at = self.thought = self.sealed_until = None

    def seal(self, *, until: int) -> None:
        """Show no pass before then."""
        self.sealed_until = until

    def act_after(self, at: int) -> None:
        """Answer for the seat then, though no sooner than a pass may be shown."""
        self.act_at = at if self.sealed_until is None else max(at, self.sealed_until)

    def allow(self, patience_ms: int) -> None:
        """Wait so much longer for what a bot finds."""
        if self.act_at is not None:
            self.late_at = self.act_at + patience_ms

    def hear(self, action: Any) -> None:
        """What a bot has found."""
        self.thought = action

    def choose(self, action: Any, *, answered: str | None = None) -> None:
        """The seat has decided; it is done when a pass may be shown."""
        self.automatic, self.chosen, self.answered, self.act_at = True, action, answered, self.sealed_until

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
