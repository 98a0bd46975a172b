"""A table, which is kept in pieces: its room, who is at home there, and its deals with all that was done and said in them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Any

from sqlalchemy import Select, select
from sqlalchemy.ext.asyncio import AsyncConnection

from paiju.server.store.schema import ACTIONS, DEALS, MEMBERS, ROOMS, SIGNALS
from paiju.server.writes import KeptDeal, KeptTable


async def read(connection: AsyncConnection, table: str) -> KeptTable | None:
    """A table, on a connection that sees one moment, or None."""
    room = (await connection.execute(select(ROOMS).where(ROOMS.c.id == table))).one_or_none()
    if room is None:
        return None
    members = await connection.execute(
        select(MEMBERS.c.guest).where(MEMBERS.c.room == table).order_by(MEMBERS.c.guest)
    )
    deals = await _deals(connection, table)
    return KeptTable(
        room.id, room.game, room.code, room.key, room.data, tuple(members.scalars()), room.over, deals
    )


async def _deals(connection: AsyncConnection, table: str) -> tuple[KeptDeal, ...]:
    deals = (await connection.execute(_of(DEALS, table).order_by(DEALS.c.number))).all()
    actions = (await connection.execute(_of(ACTIONS, table).order_by(ACTIONS.c.deal, ACTIONS.c.at))).all()
    signals = (await connection.execute(_of(SIGNALS, table).order_by(SIGNALS.c.deal, SIGNALS.c.at))).all()
    done, said = _by_deal(actions), _by_deal(signals)
    return tuple(_deal(row, done.get(row.number, []), said.get(row.number, [])) for row in deals)


def _by_deal(rows: Iterable[Any]) -> dict[int, list[Any]]:
    return {deal: list(group) for deal, group in groupby(rows, key=lambda row: row.deal)}


def _of(table: Any, room: str) -> Select[Any]:
    return select(table).where(table.c.room == room)


def _deal(row: Any, actions: list[Any], signals: list[Any]) -> KeptDeal:
    return KeptDeal(
        number=row.number,
        law=row.law,
        commitment=row.commitment,
        secret=row.secret,
        nonces=row.nonces,
        carry=row.carry,
        chained=row.chained,
        actions=tuple((action.seat, action.text) for action in actions),
        trail="".join(action.trail for action in actions),
        events=row.events,
        result=row.result,
        signals=tuple((signal.after, signal.seat, signal.text) for signal in signals),
        answers=tuple(_answers(actions)),
        stood=tuple(action.at for action in actions if action.stood),
    )


def _answers(actions: list[Any]) -> Iterable[tuple[int, str, str]]:
    last = {action.seat: action for action in actions if action.prompt is not None}
    return ((seat, action.prompt, action.text) for seat, action in sorted(last.items()))
