"""The same people once more, by a link: a new room where the chairs of a match wait for those who played it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from starlette.concurrency import run_in_threadpool

import paiju
from paiju.core.reading import loads
from paiju.core.record import Record, options_of
from paiju.server.connections import Guest
from paiju.server.errors import ServerError
from paiju.server.opening import new_room
from paiju.server.plans import preset_of
from paiju.server.store.base import Store
from paiju.server.store.kept import KeptGuest, KeptRecord
from paiju.server.table.chairs import Chair
from paiju.server.table.room import Room


async def room_again(store: Store, record: KeptRecord, host: Guest) -> Room:
    """A room by the rules of a record, whose host played it: each who did finds his chair, bots sit on the others.

    Raises:
        ServerError: record.none, for somebody who did not play it.
        RecordError: record.law, for rules that are not played any more.
    """
    seats = {guest: seat for seat, guest in reversed(await store.players_of(record.record))}
    if host.id not in seats:
        raise ServerError("record.none", "no such record of yours")
    known = [kept for guest in seats if (kept := await store.guest(guest)) is not None]
    match = await run_in_threadpool(loads, record.document.encode())
    return _laid_out(match, host, {seats[kept.id]: kept for kept in known})


def _laid_out(match: Record, host: Guest, people: dict[int, KeptGuest]) -> Room:
    law = paiju.load(match.game)
    options = options_of(law, match)
    preset = preset_of(law, options)
    room = new_room(host, match.game, preset=preset, options={}, settings={}, quick=False)
    return replace(
        room,
        options=options,
        given=dict(options.changes(room.options)),
        chairs=[_chair(people.get(seat), host, room.settings.bots) for seat in range(law.seats_of(options))],
        members=[host.id, *_others(people.values(), host)],
    )


def _others(people: Collection[KeptGuest], host: Guest) -> list[str]:
    return [kept.id for kept in people if kept.id != host.id]


def _chair(kept: KeptGuest | None, host: Guest, bots: str) -> Chair:
    chair = Chair()
    if kept is None:
        chair.seat_bot(bots)
    elif kept.id == host.id:
        chair.seat_person(host.id, host.name)
    else:
        chair.await_person(kept.id, kept.name, kept.avatar)
    return chair
