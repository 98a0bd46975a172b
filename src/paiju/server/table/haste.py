"""Hurrying through the rest of a deal in which nobody who is there has anything left to decide, or they ask for it.

Who is out of the deal, who lets a bot play, who is there and who asks: all of that is public, so that the pace tells
nothing about cards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from paiju.server import protocol as p
from paiju.server.errors import ServerError
from paiju.server.table.audience import Stream
from paiju.server.table.room import PLAYING

if TYPE_CHECKING:
    from paiju.server.table.running import Running
    from paiju.server.table.table import Table


def out_of(public: Any, seats: int) -> frozenset[int]:
    """The seats that everybody knows to have no more decisions in a deal: out of cards, or resting."""
    gone = {*getattr(public, "out", ()), *getattr(public, "stuck", ())}
    order = getattr(public, "order", range(seats))
    return frozenset(seat for seat in range(seats) if seat in gone or seat not in order)


def nobody_decides(table: Table) -> bool:
    """Whether all who are there are out of the deal."""
    here, running = table.present, _running(table)
    return running is not None and bool(here) and running.out.issuperset(here)


def is_on(table: Table) -> bool:
    """Whether the bots hurry."""
    idle = _idle(table)
    return nobody_decides(table) or (bool(idle) and table.hurried.issuperset(idle))


def _idle(table: Table) -> list[int]:
    """Those who are there and have nothing to decide, or leave that to a bot."""
    running = _running(table)
    if running is None:
        return []
    return [seat for seat in table.present if seat in running.out or table.room.chairs[seat].auto]


def _running(table: Table) -> Running | None:
    return table.running if table.room.stage == PLAYING else None


def shown(table: Table) -> dict[str, Any]:
    """Whether the bots hurry, who may ask for it, and who has."""
    idle = _idle(table)
    return {"on": is_on(table), "idle": idle, "asked": [seat for seat in idle if seat in table.hurried]}


def ask(table: Table, stream: Stream, message: p.Ask, now: int) -> None:
    """Ask to hurry, or (`on` false) not any more.

    Raises:
        ServerError: message.unexpected, seat.none.
    """
    seat, _ = table.seated(stream)
    if seat not in _idle(table):
        raise ServerError("message.unexpected", "there is something left to decide")
    if message.on:
        table.hurried.add(seat)
    else:
        table.hurried.discard(seat)
