"""What a seat may do: `pass`, `hu`, `pong`, `eat` with the sets it lays, `discard` with a card."""

from __future__ import annotations

from typing import NamedTuple

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
