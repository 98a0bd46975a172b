"""The tables, the same for every database, made from the rows (`rows`). Times are whole seconds since 1970."""

from __future__ import annotations

from typing import Any, get_args, get_type_hints

from msgspec.structs import fields
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.schema import SchemaItem
from sqlalchemy.types import TypeEngine

from paiju.server.store import rows

METADATA = MetaData()
_PLAIN: dict[Any, TypeEngine[Any]] = {str: Text(), int: Integer(), float: Float(), bool: Boolean()}
COLUMNS: dict[type, tuple[str, ...]] = {}
"""The columns that a row has, by its type."""
TABLES: dict[type, Table] = {}
"""The table of a row, by its type."""


def _typed(hint: Any) -> tuple[TypeEngine[Any] | None, bool]:
    """The type of a column, None for a field that is none, and whether it may be NULL."""
    among = get_args(hint)
    if type(None) in among:
        return _typed(among[0])[0], True
    if among and among[0] is str and isinstance(among[1], int):
        return String(among[1]), False
    return (BigInteger() if among and among[0] is int else _PLAIN.get(hint)), False


def _types(row: Any) -> dict[str, tuple[TypeEngine[Any], bool]]:
    hints = get_type_hints(row, include_extras=True)
    found = ((field.name, *_typed(hints[field.name])) for field in fields(row))
    return {name: (kind, null) for name, kind, null in found if kind is not None}


def _table(name: str, row: type, keys: str, *more: SchemaItem) -> Table:
    """The table of a row; `keys` are the columns of the primary key."""
    types = _types(row)
    COLUMNS[row] = tuple(types)
    columns = [
        Column(column, kind, primary_key=column in keys.split(), nullable=null, autoincrement=False)
        for column, (kind, null) in types.items()
    ]
    TABLES[row] = Table(name, METADATA, *columns, *more)
    return TABLES[row]


def _part_of(table: str, columns: str = "id", by: str = "") -> ForeignKeyConstraint:
    """The row goes with its row of another table."""
    names = columns.split()
    own = by.split() or names
    return ForeignKeyConstraint(own, [f"{table}.{name}" for name in names], ondelete="CASCADE")


META = _table("meta", rows.MetaRow, "name")
GUESTS = _table("guests", rows.GuestRow, "id", UniqueConstraint("profile"))
ROOMS = _table(
    "rooms", rows.StoredRoom, "id",
    Column("code_until", BigInteger),
    Column("created", BigInteger, nullable=False),
    Column("touched", BigInteger, nullable=False, index=True),
    UniqueConstraint("code"), UniqueConstraint("key"), Index("ix_rooms_record", "record"),
)  # fmt: skip
MEMBERS = _table(
    "members", rows.MemberRow, "room guest", _part_of("rooms", by="room"), Index("members_of_guest", "guest")
)
RESERVED = _table("reserved", rows.ReservedRow, "code")
MOVES = _table("moves", rows.MoveRow, "guest", _part_of("rooms", by="room"), UniqueConstraint("code"))
DEALS = _table("deals", rows.DealRow, "room number", _part_of("rooms", by="room"))
ACTIONS = _table("actions", rows.ActionRow, "room deal at", _part_of("deals", "room number", "room deal"))
SIGNALS = _table("signals", rows.SignalRow, "room deal at", _part_of("deals", "room number", "room deal"))
RECORDS = _table(
    "records", rows.PutRecord, "id",
    Column("created", BigInteger, nullable=False),
    Column("touched", BigInteger, nullable=False, index=True),
    Column("turn", Integer, nullable=False, server_default="0"),
    Column("turn_named", Integer, nullable=False, server_default="0"),
)  # fmt: skip
"""The turns count how often its addresses for other sites have been revoked: those without names, and those with."""
RECORD_DEALS = _table("record_deals", rows.RecordDealRow, "record number", _part_of("records", by="record"))
OWNERS = _table(
    "owners",
    rows.OwnerRow,
    "record seat",
    _part_of("records", by="record"),
    Index("owners_of_guest", "guest"),
)
DAYS = _table("days", rows.DayRow, "day")
SERIES = _table(
    "series", rows.SeriesRow, "id", _part_of("days", "day"),
    Index("ix_series_day", "day"), Index("ix_series_maker", "maker"), Index("ix_series_until", "until"),
    Index("ix_series_club", "club"),
)  # fmt: skip
ATTEMPTS = _table(
    "attempts", rows.AttemptRow, "series deal guest", _part_of("series", by="series"),
    Index("ix_attempts_room", "room"), Index("attempts_of_guest", "guest"),
)  # fmt: skip
CLUBS = _table("clubs", rows.ClubRow, "id")
CLUB_MEMBERS = _table(
    "club_members",
    rows.ClubMemberRow,
    "club guest",
    _part_of("clubs", by="club"),
    Index("clubs_of_guest", "guest"),
)
SUBSCRIPTIONS = _table(
    "subscriptions", rows.SubscriptionRow, "id",
    Index("subscriptions_of_guest", "guest"), Index("ix_subscriptions_due", "due"),
)  # fmt: skip
REVIEWS = _table(
    "reviews", rows.ReviewRow, "record deal seat", _part_of("records", by="record"), Index("ix_reviews_made", "made")
)  # fmt: skip
RATINGS = _table("ratings", rows.RatingRow, "guest game family")
RATED = _table("rated", rows.RatedRow, "guest game family matches")
SOLVERS = _table("solvers", rows.SolverRow, "guest")
TRIES = _table("tries", rows.TryRow, "guest puzzle")
PUZZLES = _table("puzzles", rows.PuzzleRow, "puzzle")
LEARNED = _table("learned", rows.LearnedRow, "guest path")
PLAYED = _table(
    "played", rows.PlayedRow, "record deal seat", _part_of("records", by="record"),
    Index("played_by_guest", "guest", "ended"),
)  # fmt: skip

NODES = Table(
    "nodes",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("name", String(32), nullable=False),
    Column("began", BigInteger, nullable=False),
    Column("step", String(32), nullable=False),
    Column("laws", String(400), nullable=False),
    Column("leaving", Boolean, nullable=False),
    Column("ended", BigInteger),
    Index(
        "nodes_alive",
        "name",
        unique=True,
        sqlite_where=text("ended IS NULL"),
        postgresql_where=text("ended IS NULL"),
    ),
)
"""The processes that share the database: one row for each start of one."""
HOMES = Table(
    "homes",
    METADATA,
    Column("room", String(64), primary_key=True),
    Column("node", Integer),
    Column("epoch", Integer, nullable=False),
    Index("homes_of_node", "node"),
)
"""The node of a room, NULL where it may be taken; `epoch` counts how often it has been taken."""
TAKINGS = Table(
    "takings",
    METADATA,
    Column("room", String(64), primary_key=True),
    Column("epoch", Integer, primary_key=True, autoincrement=False),
    Column("node", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("takings_by_time", "at"),
)
"""The takeovers of rooms by nodes, to check that no two nodes ever had one at a time."""

PASSING = (RESERVED, NODES, HOMES, TAKINGS)
"""Tables about running processes, which mean nothing in another database."""
