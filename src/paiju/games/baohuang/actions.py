"""Actions of a seat: a verb, with cards (kinds in ascending order) or a number where the verb has them."""

from __future__ import annotations

from typing import Any, NamedTuple

from paiju.core.errors import check_kinds, check_type
from paiju.games.baohuang.cards import KINDS, Kind


class Action(NamedTuple):
    """One decision, in notation: `crown`, `call 9s`, `play 9 9 9 b`, `cut 40`."""

    verb: str
    cards: tuple[Kind, ...] = ()
    number: int = 0


def play(cards: tuple[Kind, ...]) -> Action:
    """The play of these cards."""
    return Action("play", cards)


CROWN, ABDICATE = Action("crown"), Action("abdicate")
WAIT = Action("wait")
USURP, DECLINE = Action("usurp"), Action("decline")
DECLARE, REVOLT, QUIET, COUNTER = Action("declare"), Action("revolt"), Action("quiet"), Action("counter")
PASS, DEFER = Action("pass"), Action("defer")

VERBS = (
    "cut", "wait", "give", "take", "return", "crown", "abdicate", "call", "usurp", "decline",
    "declare", "revolt", "quiet", "counter", "play", "pass", "defer",
)  # fmt: skip
"""All verbs, in the order of a deal."""


def check_action(action: Any) -> None:
    """Check that a value is an action of existing cards; it need not be legal.

    Raises:
        UsageError: usage.type, usage.number.
    """
    check_type(action, Action)
    check_type(action.verb, str)
    check_type(action.number, int)
    check_kinds(action.cards, KINDS)
