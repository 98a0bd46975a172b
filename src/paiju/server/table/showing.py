"""The room and the present moment as a page gets them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from paiju.server.protocol import VERSION, Sent
from paiju.server.table import haste, shuffling, votes
from paiju.server.table.audience import NO_PROMPT, Stream
from paiju.server.table.phrases import PHRASES
from paiju.server.table.room import OVER, WAITING, Room

if TYPE_CHECKING:
    from paiju.server.table.table import Table


def room(table: Table, stream: Stream, now: int) -> Sent:
    """The room for one viewer."""
    return with_you(table, shared_room(table, now), stream)


def with_you(table: Table, shared: Sent, stream: Stream) -> Sent:
    """What is the same for all, and what the viewer is at this table."""
    this = table.room
    you = {"seat": stream.seat, "host": stream.guest == this.host, "watching": _watches(this, stream)}
    return {**shared, "you": you}


def shared_room(table: Table, now: int) -> Sent:
    """The room as far as it is the same for all viewers."""
    this = table.room
    return {
        "id": this.table,
        "game": this.game.name,
        "code": this.code if this.invites else None,
        "link": f"/join/{this.key}" if this.invites else None,
        "address": this.address,
        "state": this.stage,
        "preset": this.preset,
        "options": this.options.differences(),
        "changed": dict(this.changed),
        "digest": this.options.digest(),
        "settings": this.settings.to_json(),
        "host": this.seat_of(this.host),
        "quick": this.quick,
        "locked": this.locked,
        "paused": this.paused,
        "dissolved": this.dissolved,
        "seats": [chair.shown(seat, now) for seat, chair in enumerate(this.chairs)],
        "watchers": [
            {"id": table.alias(one.guest), "name": table.names[one.guest]}
            for one in table.audience.watching()
            if one.online
        ],
        "phrases": list(PHRASES[this.game.name]),
        "match": _match(table),
        "haste": haste.shown(table),
        "vote": votes.shown(table, now),
        "next_ms": None if table.next_at is None or table.stands else max(0, table.next_at - now),
        "fairness": shuffling.shown(table),
        "record": this.record if table.match.returns else None,
        "successor": this.successor,
        "chat": list(table.chat),
    }


def _watches(this: Room, stream: Stream) -> bool:
    return stream.seat is None and this.stage != WAITING


def _match(table: Table) -> Sent:
    match, rules = table.match, table.match.rules
    points = rules.end == "target"
    return {
        "deal": table.deal_number,
        "deals": rules.length if rules.end == "deals" else None,
        "target": rules.length if points else None,
        "returns": [list(deal) for deal in match.returns],
        "scores": list(match.scores) if match.returns else [0] * len(table.room.chairs),
        "voids": match.voids,
        "over": match.is_over or table.room.stage == OVER,
        "winners": list(match.winners),
    }


def greet(table: Table, stream: Stream, now: int) -> None:
    """Show everything to a page that begins, the open question too."""
    table.audience.send(stream, welcome(table, stream, now))
    if table.running is not None and (prompt := table.running.open_prompt(stream.seat)):
        table.running.questions.show(prompt, now)


def welcome(table: Table, stream: Stream, now: int) -> Sent:
    """Everything a page needs to begin."""
    message: dict[str, Any] = {
        "type": "welcome",
        "version": VERSION,
        "room": room(table, stream, now),
        "view": None,
        "clock": None,
        "prompt": NO_PROMPT,
        "log": list(stream.log),  # as it is now: what follows is sent by itself
    }
    running = table.running
    if running is None:
        return message
    if stream.seat is None:
        return {**message, "view": table.gallery.view, "log": list(table.gallery.log)}
    stream.view = running.view_of(stream.seat)
    return {**message, "view": stream.view, "clock": running.timing.clock_json(now)}
