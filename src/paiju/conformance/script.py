"""What the cases of every game share: following a script, and telling what differs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from paiju.core.errors import Fact, RuleError

State = TypeVar("State")
_NAMED = ("action", "seat", "why")


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


def reasons(
    asks: Iterable[str], refusal: Callable[[int, str], RuleError | None]
) -> dict[str, dict[str, Fact] | None]:
    """By `SEAT ACTION` line why it is refused: the reason, or the code where there is none, the rule, and its numbers.

    None for what is allowed.
    """
    found: dict[str, dict[str, Fact] | None] = {}
    for line in asks:
        seat, _, text = line.partition(" ")
        error = refusal(int(seat), text)
        if error is None:
            found[line] = None
        else:
            numbers = {name: fact for name, fact in error.facts.items() if name not in _NAMED}
            found[line] = {"why": error.facts.get("why", error.code), "rule": error.rule, **numbers}
    return found


def differs(got: Any, want: Any) -> str:
    """What was expected and what came; empty if they are the same."""
    return "" if got == want else f"expected {json.dumps(want)}, got {json.dumps(got)}"
