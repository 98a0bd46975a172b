"""Questions to seats: the prompt, what each seat answered last, how long a pass takes, and questions to bots that search."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from paiju import wire
from paiju.bots.base import NamedBot
from paiju.core.game import Game
from paiju.server.protocol import Sent

SLOW = frozenset({"hard", "master"})
"""Bots that take too long to be asked at the table itself."""

FALLBACK = "heuristic"
"""Who answers for a slow bot that is late, or not compiled yet."""
PATIENCE_MS = 150
"""How long after its time a slow bot is waited for, within a claim window, which has its own end."""


@dataclass(frozen=True, slots=True)
class Thought:
    """A question that takes a while. `think` touches no table and runs anywhere: a `Choosing`, or advice, which is told whether searches are `compiled`.

    `hear` gets what it found, and the time, at the table. After `until`, a time of the table, the answer is not wanted: what has not begun by then finds None.
    """

    think: Callable[..., Any]
    hear: Callable[[Any, int], None]
    until: int | None = None


def choose(level: str, seed: int, view: Any, actions: Sequence[Any]) -> Any:
    """What a bot of this name does: never a class or a program, whatever a row of the database says."""
    return NamedBot(level, seed).choose(view, actions)


@dataclass(frozen=True, slots=True)
class Choosing:
    """Thinks about what a bot does."""

    level: str
    seed: int
    view: Any
    actions: Sequence[Any]

    def __call__(self) -> Any:
        """What it does."""
        return choose(self.level, self.seed, self.view, self.actions)


# --- passes that people choose: how long they take, so that a forced one can take as long, and those that wait to be shown

_KEPT = 40
_KNOWN = 6
# What somebody is taken to need before they are known: mostly quick, now and then thinking it over.
_PRIOR_MS = (600, 800, 1000, 1200, 1500, 1900, 2400, 3200, 4500)
_SPREAD = (0.8, 1.25)


@dataclass(frozen=True, slots=True)
class Postponed:
    """A pass with which a person has answered a `prompt`, as decision `nth` (from 0) of their seat in the deal that is on, and which waits for its time."""

    seat: int
    nth: int
    prompt: str
    text: str


class Passes:
    """The times that the people of a table took recently, in ms, by seat."""

    def __init__(self) -> None:
        self._took: dict[int, deque[int]] = {}

    def note(self, seat: int, took: int) -> None:
        """A person passed though they could have played."""
        self._took.setdefault(seat, deque(maxlen=_KEPT)).append(took)

    def like(self, seat: int, chance: random.Random) -> int:
        """A time that this person might have taken."""
        own = tuple(self._took.get(seat, ()))
        took = chance.choice(own if len(own) >= _KNOWN else own + _PRIOR_MS)
        return round(took * chance.uniform(*_SPREAD))


# --- what each seat has answered last, so that an answer that comes twice does nothing


class Answers:
    """The last answer of each seat in the deal that was played last, and to which question."""

    def __init__(self) -> None:
        self._last: dict[int, tuple[str, str]] = {}

    def note(self, seat: int, prompt: str, action: str) -> None:
        """A seat has answered a question."""
        self._last[seat] = (prompt, action)

    def has(self, seat: int, prompt: str, action: str) -> bool:
        """Whether this is what a seat answered last."""
        return self._last.get(seat) == (prompt, action)

    def clear(self) -> None:
        """Another deal begins."""
        self._last.clear()


# --- a question to a seat


@dataclass(slots=True)
class Prompt:
    """A question. `state` is the moment it was asked in; `act_at` (ms) is when it will be answered for the seat.

    `automatic` says that it will, not by a bot, but because there is nothing to decide any more: nothing but a pass, or
    the seat has `chosen` to pass and the pass waits for its time; as a person they have `answered` a question of this name with it. `thought` is what a bot has found. `late_at` is set
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
        """The one who decides now has only begun: there is no time yet, and nothing has been found."""
        self.automatic = automatic
        self.act_at = self.late_at = self.thought = self.sealed_until = None

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
