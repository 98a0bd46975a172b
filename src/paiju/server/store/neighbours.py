"""What the nodes on one PostgreSQL database have to know of each other's doings: guests who changed, and tables that are shown to all.

Whoever changes his name or is forgotten leaves a mark, a hash of his number, in the same transaction; each node looks for marks of those
who sit at its tables, and what is kept of the guest then decides. A mark that came late is looked at again, and so is everybody at a
table that a node has taken, so that no death of a node loses one.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import URL, Connection, text

from paiju.server.store.base import DAY, ROOM_DAYS
from paiju.server.store.kept import KeptGuest
from paiju.server.store.limiting import Limiting
from paiju.server.store.line import Line

LATE_SECONDS = 15.0
"""No transaction of ours takes so long between making a mark and ending."""
SHOWN_SECONDS = 5.0
"""What a node has shown counts for so long."""

_NOTE = text("""
INSERT INTO changes (mark, at) VALUES (:mark, clock_timestamp())
ON CONFLICT (mark) DO UPDATE SET at = excluded.at""")
_OTHERWISE = text("SELECT 1 FROM guests WHERE id = :guest AND (name <> :name OR avatar <> :avatar)")
_LATELY = "SELECT mark FROM changes WHERE at > clock_timestamp() - make_interval(secs => :seconds)"
_EVER = "SELECT mark FROM changes WHERE mark = ANY(:marks)"
_GUESTS = "SELECT id, name, lang, created, seen, avatar, profile FROM guests WHERE id = ANY(:guests)"
_SHOW = """
INSERT INTO lobbies (node, shown, seen) VALUES (:node, :shown, now())
ON CONFLICT (node) DO UPDATE SET shown = excluded.shown, seen = excluded.seen"""
_HIDE = "DELETE FROM lobbies WHERE node = :node"
_SHOWN = """
SELECT shown FROM lobbies WHERE node <> :node AND seen > now() - make_interval(secs => :seconds) ORDER BY node"""
_SWEEP = text("""
WITH gone AS (DELETE FROM lobbies WHERE seen < now() - interval '1 hour'),
counted AS (DELETE FROM counts WHERE till < now()),
wrong AS (DELETE FROM wrongs WHERE last < now() - interval '1 hour')
DELETE FROM changes WHERE at < now() - make_interval(secs => :seconds)""")


class Neighbours:
    """See the module; `node` is who looks."""

    def __init__(self, url: URL, node: str) -> None:
        self._line = Line(url)
        self._node = node
        self.limits = Limiting(self._line, node)

    async def news(self, known: Collection[str], others: Collection[str]) -> Mapping[str, KeptGuest | None]:
        """What is kept now of guests who have changed: of those `known` lately, of `others` ever; None of who is forgotten.

        Raises:
            StoreError: store.open.
        """
        marked = {mark(guest): guest for guest in (*known, *others)}
        lately = await self._line.ask(_LATELY, seconds=LATE_SECONDS)
        ever = await self._line.ask(_EVER, marks=[mark(guest) for guest in others]) if others else []
        changed = {marked[row.mark] for row in (*lately, *ever) if row.mark in marked}
        if not changed:
            return {}
        kept = {row.id: KeptGuest(*row) for row in await self._line.ask(_GUESTS, guests=list(changed))}
        return {guest: kept.get(guest) for guest in changed}

    async def show(self, tables: Sequence[Mapping[str, Any]]) -> None:
        """Show tables to the guests of all nodes for some seconds.

        Raises:
            StoreError: store.open.
        """
        await self._line.ask(_SHOW, node=self._node, shown=json.dumps(tables))

    async def shown(self) -> list[dict[str, Any]]:
        """The tables that the other nodes show.

        Raises:
            StoreError: store.open.
        """
        rows = await self._line.ask(_SHOWN, node=self._node, seconds=SHOWN_SECONDS)
        return [table for row in rows for table in json.loads(row.shown)]

    async def hide(self) -> None:
        """Show nothing any more.

        Raises:
            StoreError: store.open.
        """
        await self._line.ask(_HIDE, node=self._node)

    async def close(self) -> None:
        """Hang up."""
        await self._line.close()


def mark(guest: str) -> str:
    """What stands for a guest who may be forgotten; nobody finds him by it."""
    return hashlib.sha256(guest.encode()).hexdigest()


def note(connection: Connection, guest: str) -> None:
    """Tell other nodes that a guest has changed, once the transaction has ended."""
    if connection.dialect.name == "postgresql":
        connection.execute(_NOTE, {"mark": mark(guest)})


def note_otherwise(connection: Connection, guest: str, name: str, avatar: str) -> None:
    """As `note`, if he will be called or look otherwise."""
    if connection.dialect.name == "postgresql":
        before = {"guest": guest, "name": name, "avatar": avatar}
        if connection.execute(_OTHERWISE, before).one_or_none() is not None:
            note(connection, guest)


def sweep(connection: Connection) -> None:
    """Forget old marks, and what nodes showed that are gone."""
    if connection.dialect.name == "postgresql":
        connection.execute(_SWEEP, {"seconds": ROOM_DAYS * DAY})
