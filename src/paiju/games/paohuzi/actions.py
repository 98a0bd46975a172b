"""Actions of a seat: `pass`, `hu`, `pong`, `eat` with the sets it lays, `discard` with a card, `cut` with a number."""

from __future__ import annotations

from typing import Any, NamedTuple

from paiju.core.errors import check_each, check_kinds, check_type
from paiju.core.rng import CUT, numbers
from paiju.games.paohuzi.cards import CARDS, KINDS, Kind

Cards = tuple[Kind, ...]


class Action(NamedTuple):
    """One decision. `cards` is the card of a discard; `sets` are those an eating lays (PZ 8.7); `number` is that of a cut."""

    verb: str
    cards: Cards = ()
    sets: tuple[Cards, ...] = ()
    number: int = 0


PASS, HU, PONG = Action("pass"), Action("hu"), Action("pong")
DISCARDS: tuple[Action, ...] = tuple(Action("discard", (kind,)) for kind in range(KINDS))
SHOWN_DRAWS: tuple[Action, ...] = tuple(Action("draw", (kind,)) for kind in range(KINDS))
CUTS: tuple[Action, ...] = tuple(Action(CUT, (), (), number) for number in numbers(CARDS))
VERBS = ("pass", "hu", "pong", "eat", "discard", CUT)


def check_action(action: Any) -> None:
    """Check that a value is an action of existing cards; it need not be legal.

    Raises:
        UsageError: usage.type, usage.number.
    """
    check_type(action, Action)
    check_type(action.verb, str)
    check_type(action.number, int)
    check_type(action.sets, tuple)
    check_each(action.sets, tuple)
    for cards in (action.cards, *action.sets):
        check_kinds(cards, KINDS)
