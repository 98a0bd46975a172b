"""What a seat may do: `pass`, `hu`, `pong`, `eat` with the sets it lays, `discard` with a card."""

from __future__ import annotations

from typing import Any, NamedTuple

from paiju.core.border import check_each, check_kinds, check_type
from paiju.games.paohuzi.cards import KINDS, Kind

Cards = tuple[Kind, ...]


class Action(NamedTuple):
    """One decision. `cards` is the card of a discard; `sets` are those an eating lays (PZ 8.7)."""

    verb: str
    cards: Cards = ()
    sets: tuple[Cards, ...] = ()


PASS, HU, PONG = Action("pass"), Action("hu"), Action("pong")
DISCARDS: tuple[Action, ...] = tuple(Action("discard", (kind,)) for kind in range(KINDS))
SHOWN_DRAWS: tuple[Action, ...] = tuple(Action("draw", (kind,)) for kind in range(KINDS))
VERBS = ("pass", "hu", "pong", "eat", "discard")


def check_action(action: Any) -> None:
    """That an action is one, of cards that there are; whether it is legal is another question.

    Raises:
        UsageError: usage.type, usage.number.
    """
    check_type(action, Action)
    check_type(action.verb, str)
    check_type(action.sets, tuple)
    check_each(action.sets, tuple)
    for cards in (action.cards, *action.sets):
        check_kinds(cards, KINDS)
