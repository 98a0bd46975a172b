"""From deal to deal: the shuffle everybody shares in, the beginning and the end of each, the record."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from paiju.core.document import dumps_deal, dumps_frame
from paiju.server import wire
from paiju.server.errors import ServerError
from paiju.server.table import seating, shuffling
from paiju.server.table.chairs import HUMAN
from paiju.server.table.room import OVER, PLAYING, SETTLED, STARTING
from paiju.server.table.running import Running
from paiju.server.writes import DropDeal, PutDeal, PutRecord

if TYPE_CHECKING:
    from paiju.server.table.table import Table

MOMENT_MS = 2500
"""How long pages show the end of a deal on the table before its result."""
NEXT_DEAL_MS = MOMENT_MS + 30_000
BOTS_PAUSE_MS = MOMENT_MS + 3000


def next_number(table: Table) -> int:
    """The number of the deal that comes next."""
    return table.deals_before + (len(table.recorder.record.deals) if table.recorder else 0) + 1


def start(table: Table, now: int) -> None:
    """Begin the match.

    Raises:
        ServerError: room.empty_seats, room.not_ready.
    """
    room = table.room
    if not table.is_full:
        raise ServerError("room.empty_seats", "a chair is empty")
    waiting = [c for c in room.chairs if c.kind == HUMAN and not c.ready and c.guest != room.host]
    if waiting:
        raise ServerError(
            "room.not_ready", "somebody is not ready", {"names": tuple(c.name for c in waiting)}
        )
    room.names = [chair.player(seat) for seat, chair in enumerate(room.chairs)]
    table.recorder = shuffling.first_record(table)
    shuffling.open_next(table)
    _shuffle(table, now)


def _shuffle(table: Table, now: int) -> None:
    table.room.stage = STARTING
    table.next_at = now + shuffling.SHARES_MS
    table.room_changed()


def go_on(table: Table, now: int) -> None:
    """Between deals: begin the next one as soon as everybody is ready, or time is up."""
    room = table.room
    if room.stage == STARTING:
        if (nonces := shuffling.gathered(table, now)) is not None:
            begin(table, nonces, now)
    elif room.stage == SETTLED:
        people = [room.chairs[seat] for seat in table.present if not room.chairs[seat].auto]
        due = table.next_at is not None and now >= table.next_at
        if due or (people and all(chair.ready for chair in people)):
            _shuffle(table, now)
            go_on(table, now)


def begin(table: Table, nonces: list[bytes], now: int) -> None:
    """Deal the cards of a shuffle to which each seat has added its nonce."""
    room, recorder = table.room, table.recorder
    assert recorder is not None
    number = next_number(table)
    state = recorder.begin(room.secret, nonces, table.match.carry)
    deal = recorder.record.deals[-1]
    carry = json.dumps(deal.carry)
    table.writes.append(
        PutDeal(
            room.table,
            number,
            recorder.record.law,
            deal.commitment,
            room.secret.hex(),
            json.dumps(deal.nonces),
            carry,
            shuffling.chained_json(deal),
        )
    )
    room.called, room.failed = [], []
    room.stage = PLAYING
    table.next_at = None
    for chair in room.chairs:
        chair.bank_ms = 1000 * room.settings.bank_seconds
        chair.ready = chair.kind != HUMAN
    table.shuffle.clear()
    table.answered.clear()
    table.hurried.clear()
    table.audience.new_deal()
    table.running = Running(table, state, number, wire.suits_of(room.options, deal.seed))
    table.room_changed()
    table.running.begin(room.game.opening_steps(room.options, deal.seed, table.match.carry), now)
    close_deal(table, now)


def close_deal(table: Table, now: int) -> None:
    """Settle a deal that is over and has been shown to its end: points, record, the next commitment."""
    running, room, recorder = table.running, table.room, table.recorder
    if running is None or recorder is None or not running.is_shown or room.game.actors(running.state):
        return
    table.match = table.match.after(running.state)
    room.carry = table.match.carry
    room.stage = OVER if table.match.is_over else SETTLED
    keep_record(table, added=True)
    prepare(table)
    people = [room.chairs[seat] for seat in table.present if not room.chairs[seat].auto]
    table.next_at = None if room.stage == OVER else _next_at(table, now, alone=not people)
    table.gallery.end_deal(now)
    table.room_changed()


def is_ending(table: Table) -> bool:
    """Whether the last card of a deal has been played, which only remains to be shown."""
    running = table.running
    return running is not None and table.room.stage == PLAYING and not table.room.game.actors(running.state)


def _next_at(table: Table, now: int, *, alone: bool) -> int | None:
    """When the next deal begins by itself: soon among bots, never where people asked for no clock."""
    if alone:
        return now + BOTS_PAUSE_MS
    return now + NEXT_DEAL_MS if table.room.settings.turn_seconds else None


def prepare(table: Table) -> None:
    """Publish what the next shuffle begins with, unless there is none."""
    recorder = table.recorder
    if recorder is None or table.room.stage == OVER:
        return
    if recorder.record.match is None or recorder.record.law != table.room.game.law:
        table.recorder = shuffling.renewed(table, recorder)
    shuffling.open_next(table)


def drop_deal(table: Table) -> None:
    """Break the running deal off; it counts for nothing, and its shuffle is opened."""
    recorder = table.recorder
    if recorder is None or table.room.stage != PLAYING:
        return
    if table.running is not None:
        table.running.stop()
    table.writes.append(DropDeal(table.room.table, next_number(table) - 1))
    recorder.drop()
    table.room.failed = list(recorder.record.failed)
    table.running = None


def keep_record(table: Table, *, added: bool = False) -> None:
    """Keep the record of all finished deals, if there are any; what it costs does not grow with them.

    The store has them all but the last one, if that was `added` just now.
    """
    room, record = table.room, shuffling.signed(table)
    if not record.deals:
        return
    new = ((len(record.deals), dumps_deal(record.deals[-1])),) if added else ()
    people = tuple((seat, chair.guest) for seat, chair in enumerate(room.chairs) if chair.kind == HUMAN)
    table.writes.append(
        PutRecord(
            record=room.record,
            game=record.game,
            names=json.dumps(seating.players(room, record.seats), ensure_ascii=False),
            scores=json.dumps(table.match.scores),
            frame=dumps_frame(record),
            deals=new,
            players=people,
        )
    )
