"""What each write does to the tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from sqlalchemy import BindParameter, Connection, Executable, Table, bindparam, delete, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from paiju.server.cluster import nodes
from paiju.server.store import guests
from paiju.server.store.base import ROOM_CODE_SECONDS
from paiju.server.store.schema import (
    ACTIONS,
    ATTEMPTS,
    DEALS,
    GUESTS,
    MEMBERS,
    META,
    OWNERS,
    PLAYED,
    RECORD_DEALS,
    RECORDS,
    ROOMS,
    SIGNALS,
)
from paiju.server.store.writes import (
    DropDeal,
    DropTable,
    EndAttempt,
    EndDeal,
    PutAction,
    PutDeal,
    PutRecord,
    PutSignal,
    PutTable,
    RateMatch,
    Write,
)

Parameters = dict[str, Any]


@dataclass(frozen=True, slots=True)
class PutGuest:
    """Keep a guest, who has now been seen."""

    guest: str
    name: str
    lang: str
    avatar: str


@dataclass(frozen=True, slots=True)
class PutMeta:
    """Keep a value of the server's own."""

    name: str
    value: str


Work = Callable[[Connection], Any]
Step = tuple[Executable | Work, list[Parameters], bool]
"""A statement, the rows it runs for, and whether it has to find the row it names; or what must read before it writes."""

_OF_ROOM: BindParameter[str] = bindparam("of")
_FORGET_ROOM = delete(ROOMS).where(ROOMS.c.id == _OF_ROOM)
_FORGET_MEMBERS = delete(MEMBERS).where(MEMBERS.c.room == _OF_ROOM)
_ADD_MEMBERS = insert(MEMBERS)
_TOUCH_ROOM = update(ROOMS).where(ROOMS.c.id == _OF_ROOM).values(touched=bindparam("now"))
_ADD_DEAL = insert(DEALS)
_END_DEAL = (
    update(DEALS)
    .where(DEALS.c.room == _OF_ROOM, DEALS.c.number == bindparam("at"), DEALS.c.result.is_(None))
    .values(events=bindparam("digest"), result=bindparam("outcome"))
)
_FORGET_DEAL = delete(DEALS).where(DEALS.c.room == _OF_ROOM, DEALS.c.number == bindparam("at"))
_ADD_ACTION = insert(ACTIONS)
_ADD_SIGNAL = insert(SIGNALS)
_FORGET_OWNERS = delete(OWNERS).where(OWNERS.c.record == bindparam("of"))
_ADD_OWNERS = insert(OWNERS)
_END_ATTEMPT = (
    update(ATTEMPTS)
    .where(ATTEMPTS.c.room == _OF_ROOM, ATTEMPTS.c.seat == bindparam("at"), ATTEMPTS.c.ended.is_(None))
    .values(ended=bindparam("now"), points=bindparam("outcome"))
)


@cache
def _upsert(dialect: str, table: Table, kept: tuple[str, ...]) -> Executable:
    """Insert a row, or change the one with the same primary key, all but the `kept` columns."""
    make = sqlite.insert if dialect == "sqlite" else postgresql.insert
    statement = make(table)
    keys = [column.name for column in table.primary_key]
    changed = {
        column.name: statement.excluded[column.name]
        for column in table.c
        if column.name not in (*keys, *kept)
    }
    return statement.on_conflict_do_update(index_elements=keys, set_=changed)


def first_meta(connection: Connection, name: str, value: str) -> str:
    """Keep a value unless there is one; the one that is kept."""
    make = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
    connection.execute(make(META).values(name=name, value=value).on_conflict_do_nothing())
    return str(connection.execute(select(META.c.value).where(META.c.name == name)).scalar_one())


def steps(write: Write | PutGuest | PutMeta, dialect: str, now: int) -> Iterator[Step]:
    """The statements of a write, in order; `now` in seconds since 1970."""
    match write:
        case PutAction() | PutSignal():
            yield _put_line(write)
        case PutTable():
            yield from _put_table(write, dialect, now)
        case PutDeal():
            row = {"room": write.table, "number": write.number, "law": write.law, "nonces": write.nonces}
            row |= {"commitment": write.commitment, "secret": write.secret, "carry": write.carry}
            row |= {"chained": write.chained}
            yield _ADD_DEAL, [{**row, "events": None, "result": None}], False
            yield _TOUCH_ROOM, [{"of": write.table, "now": now}], True
        case EndDeal() | EndAttempt():
            yield _end(write, now)
        case DropDeal() | DropTable():
            yield _drop(write)
        case PutRecord():
            yield from _put_record(write, dialect, now)
        case RateMatch():
            yield partial(guests.rate, match=write, now=now), [], False
        case PutGuest():
            row = {"id": write.guest, "name": write.name, "lang": write.lang, "avatar": write.avatar}
            row |= {"created": now, "seen": now}
            otherwise = partial(nodes.note_otherwise, guest=write.guest, name=write.name, avatar=write.avatar)
            yield otherwise, [], False
            yield _upsert(dialect, GUESTS, ("created", "profile")), [row], False
        case PutMeta():
            yield _upsert(dialect, META, ()), [{"name": write.name, "value": write.value}], False


def _end(write: EndDeal | EndAttempt, now: int) -> Step:
    if isinstance(write, EndAttempt):
        row: Parameters = {"of": write.table, "at": write.seat, "outcome": write.points, "now": now}
        return _END_ATTEMPT, [row], False
    row = {"of": write.table, "at": write.deal, "digest": write.events, "outcome": write.result}
    return _END_DEAL, [row], True


def _put_line(write: PutAction | PutSignal) -> Step:
    row = {"room": write.table, "deal": write.deal, "at": write.index, "seat": write.seat, "text": write.text}
    if isinstance(write, PutAction):
        return (
            _ADD_ACTION,
            [{**row, "trail": write.trail, "prompt": write.prompt, "stood": write.stood}],
            False,
        )
    return _ADD_SIGNAL, [{**row, "after": write.after}], False


def _drop(write: DropDeal | DropTable) -> Step:
    if isinstance(write, DropTable):
        return _FORGET_ROOM, [{"of": write.table}], False
    return _FORGET_DEAL, [{"of": write.table, "at": write.deal}], False


def _put_table(write: PutTable, dialect: str, now: int) -> Iterator[Step]:
    row = {"id": write.table, "game": write.game, "code": write.code, "key": write.key, "data": write.data}
    until = now + ROOM_CODE_SECONDS if write.code else None
    yield (
        _upsert(dialect, ROOMS, ("created",)),
        [
            {
                **row,
                "record": write.record,
                "code_until": until,
                "over": write.over,
                "created": now,
                "touched": now,
            }
        ],
        False,
    )
    yield _FORGET_MEMBERS, [{"of": write.table}], False
    if write.members:
        yield (
            _ADD_MEMBERS,
            [{"room": write.table, "guest": guest} for guest in dict.fromkeys(write.members)],
            False,
        )


def _put_record(write: PutRecord, dialect: str, now: int) -> Iterator[Step]:
    row = {"id": write.record, "game": write.game, "names": write.names, "scores": write.scores}
    yield (
        _upsert(dialect, RECORDS, ("created", "turn", "turn_named")),
        [{**row, "frame": write.frame, "created": now, "touched": now}],
        False,
    )
    if write.deals:
        lines = [{"record": write.record, "number": number, "line": line} for number, line in write.deals]
        yield _upsert(dialect, RECORD_DEALS, ()), lines, False
    if write.outcomes:
        played = [{"record": write.record, **one._asdict(), "ended": now} for one in write.outcomes]
        yield _upsert(dialect, PLAYED, ()), played, False
    yield _FORGET_OWNERS, [{"of": write.record}], False
    if write.players:
        owners = [{"record": write.record, "seat": seat, "guest": guest} for seat, guest in write.players]
        yield _ADD_OWNERS, owners, False
