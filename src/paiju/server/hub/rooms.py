"""New rooms: their options and host, one at a time for each guest, and a rematch by a link."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator, Collection, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import Any

from starlette.concurrency import run_in_threadpool

import paiju
from paiju.core.match import Match
from paiju.core.reading import loads
from paiju.core.record import Record, options_of
from paiju.server.cluster.nodes import Neighbours
from paiju.server.errors import ServerError
from paiju.server.http.limits import limited
from paiju.server.options_form import chosen, preset_of
from paiju.server.people.guests import Guest
from paiju.server.store.base import StoreError
from paiju.server.store.rows import GuestRow, StoredRecord
from paiju.server.store.store import Store
from paiju.server.tables import match
from paiju.server.tables.room import Chair, Room, given, token
from paiju.server.tables.settings import QUICK, Settings


def new_room(
    guest: Guest, game: str, *, preset: str = "", options: Mapping[str, Any] | None = None,
    settings: Mapping[str, Any] | None = None, quick: bool = False,
) -> Room:  # fmt: skip
    """A room with `guest` as its host; with `quick` bots sit on all other chairs. It has no code yet.

    Raises:
        ServerError: page.none, for a game that does not exist; room.rated, for a rated match among bots.
        OptionError: for options or settings that are refused.
    """
    changes: Any = options or {}
    rules, name, own = chosen(game, preset, changes)
    room = Room(
        table=token(), game=rules, options=own, preset=name, settings=(QUICK if quick else Settings()).changed(settings or {}),
        chairs=[Chair() for _ in range(rules.seats_of(own))], host=guest.id, key=token(),
        quick=quick, members=[guest.id], given=given(own, rules.options({"preset": name}), changes),
    )  # fmt: skip
    room.chairs[0].seat_person(guest.id, guest.name)
    if quick:
        for chair in room.chairs[1:]:
            chair.seat_bot(room.settings.bots)
        match.check_rated(room, Match.start(rules, own))
    return room


# --- a guest makes one table at a time, whichever nodes they ask: so those that they have are counted before they get another

_ASKED = 100
_PAUSE_SECONDS = 0.05
"""How often a guest who makes another table meanwhile asks for their turn, and with what pauses."""


@asynccontextmanager
async def making(neighbours: Neighbours | None, guest: str) -> AsyncIterator[int]:
    """A guest makes a table; how many they have already that are awake on other nodes.

    Raises:
        ServerError: rate.limited.
        StoreError: store.open.
    """
    if neighbours is None:
        yield 0
        return
    mark = hashlib.sha256(f"makes {guest}".encode()).hexdigest()
    till = await _turn(neighbours, mark)
    try:
        yield await neighbours.limits.hosted(guest)
    finally:
        with suppress(StoreError):  # it ends by itself
            await neighbours.limits.end_turn(mark, till)


async def _turn(neighbours: Neighbours, mark: str) -> str:
    for _ in range(_ASKED):
        if till := await neighbours.limits.turn(mark):
            return till
        await asyncio.sleep(_PAUSE_SECONDS)
    raise limited(0)


# --- the same people once more, by a link: a new room where the chairs of a match wait for those who played it


async def room_again(store: Store, record: StoredRecord, host: Guest) -> Room:
    """A room by the rules of a record, whose host played it: each who did finds their chair, bots sit on the others.

    Raises:
        ServerError: record.none, for a guest who did not play it.
        RecordError: record.law, for rules that are not played any more.
    """
    seats = {guest: seat for seat, guest in reversed(await store.players_of(record.record))}
    if host.id not in seats:
        raise ServerError("record.none", "you have no such record")
    known = [stored for guest in seats if (stored := await store.guest(guest)) is not None]
    match = await run_in_threadpool(loads, record.document.encode())
    return _laid_out(match, host, {seats[stored.id]: stored for stored in known})


def _laid_out(match: Record, host: Guest, people: dict[int, GuestRow]) -> Room:
    rules = paiju.load(match.game)
    options = options_of(rules, match)
    preset = preset_of(options)
    room = new_room(host, match.game, preset=preset)
    return replace(
        room,
        options=options,
        given=dict(options.changes(room.options)),
        chairs=[
            _chair(people.get(seat), host, room.settings.bots) for seat in range(rules.seats_of(options))
        ],
        members=[host.id, *_others(people.values(), host)],
    )


def _others(people: Collection[GuestRow], host: Guest) -> list[str]:
    return [stored.id for stored in people if stored.id != host.id]


def _chair(stored: GuestRow | None, host: Guest, bots: str) -> Chair:
    chair = Chair()
    if stored is None:
        chair.seat_bot(bots)
    elif stored.id == host.id:
        chair.seat_person(host.id, host.name)
    else:
        chair.await_person(stored.id, stored.name, stored.avatar)
    return chair
