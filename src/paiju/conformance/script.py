"""What the cases of every game share: following a script, and telling what differs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from paiju.core.errors import RuleError

State = TypeVar("State")


def follow(
    state: State, script: Iterable[str], step: Callable[[State, int, str], State]
) -> tuple[State, RuleError | None, int]:
    """The state after a script of `SEAT ACTION` lines; or before a refused one, with the error and its index."""
    for at, line in enumerate(script):
        seat, _, text = line.partition(" ")
        try:
            state = step(state, int(seat), text)
        except RuleError as error:
            return state, error, at
    return state, None, -1


def differs(got: Any, want: Any) -> str:
    """What was expected and what came; empty if they are the same."""
    return "" if got == want else f"expected {json.dumps(want)}, got {json.dumps(got)}"
