"""The tables, the same for every database. Times are whole seconds since 1970."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    text,
)

METADATA = MetaData()

META = Table(
    "meta",
    METADATA,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)

GUESTS = Table(
    "guests",
    METADATA,
    Column("id", String(64), primary_key=True),
    Column("name", String(80), nullable=False),
    Column("lang", String(8), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("avatar", String(12), nullable=False, server_default=""),
    Column("profile", String(64), unique=True),
)

ROOMS = Table(
    "rooms",
    METADATA,
    Column("id", String(64), primary_key=True),
    Column("game", String(20), nullable=False),
    Column("code", String(12), unique=True),
    Column("code_until", BigInteger),
    Column("key", String(64), nullable=False, unique=True),
    Column("data", Text, nullable=False),
    Column("record", String(64), index=True),
    Column("over", Boolean, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("touched", BigInteger, nullable=False, index=True),
)

MEMBERS = Table(
    "members",
    METADATA,
    Column("room", String(64), ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True),
    Column("guest", String(64), primary_key=True),
    Index("members_of_guest", "guest"),
)

RESERVED = Table(
    "reserved",
    METADATA,
    Column("code", String(12), primary_key=True),
    Column("until", BigInteger, nullable=False),
)
"""Codes that were drawn for rooms which are perhaps not kept yet."""

MOVES = Table(
    "moves",
    METADATA,
    Column("guest", String(64), primary_key=True),
    Column("room", String(64), ForeignKey("rooms.id", ondelete="CASCADE")),
    Column("code", String(12), nullable=False, unique=True),
    Column("until", BigInteger, nullable=False),
)

DEALS = Table(
    "deals",
    METADATA,
    Column("room", String(64), ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("law", Integer, nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("secret", String(64), nullable=False),
    Column("nonces", Text, nullable=False),
    Column("carry", Text, nullable=False),
    Column("chained", Text),
    Column("events", String(64)),
    Column("result", Text),
)

ACTIONS = Table(
    "actions",
    METADATA,
    Column("room", String(64), primary_key=True),
    Column("deal", Integer, primary_key=True, autoincrement=False),
    Column("at", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("trail", String(8), nullable=False),
    Column("prompt", String(32)),
    Column("stood", Boolean),
    ForeignKeyConstraint(["room", "deal"], ["deals.room", "deals.number"], ondelete="CASCADE"),
)

SIGNALS = Table(
    "signals",
    METADATA,
    Column("room", String(64), primary_key=True),
    Column("deal", Integer, primary_key=True, autoincrement=False),
    Column("at", Integer, primary_key=True, autoincrement=False),
    Column("after", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("text", Text, nullable=False),
    ForeignKeyConstraint(["room", "deal"], ["deals.room", "deals.number"], ondelete="CASCADE"),
)

RECORDS = Table(
    "records",
    METADATA,
    Column("id", String(64), primary_key=True),
    Column("game", String(20), nullable=False),
    Column("names", Text, nullable=False),
    Column("scores", Text, nullable=False),
    Column("frame", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("touched", BigInteger, nullable=False, index=True),
    Column("turn", Integer, nullable=False, server_default="0"),
    Column("turn_named", Integer, nullable=False, server_default="0"),
)
"""The turns say how often its addresses for other sites have been revoked: those without names, and those with."""

RECORD_DEALS = Table(
    "record_deals",
    METADATA,
    Column("record", String(64), ForeignKey("records.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("line", Text, nullable=False),
)

OWNERS = Table(
    "owners",
    METADATA,
    Column("record", String(64), ForeignKey("records.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("guest", String(64), nullable=False),
    Index("owners_of_guest", "guest"),
)

DAYS = Table(
    "days",
    METADATA,
    Column("day", String(10), primary_key=True),
    Column("seed", String(64), nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("opened", BigInteger),
)

SERIES = Table(
    "series",
    METADATA,
    Column("id", String(64), primary_key=True),
    Column("game", String(20), nullable=False),
    Column("day", String(10), ForeignKey("days.day", ondelete="CASCADE"), index=True),
    Column("maker", String(64), index=True),
    Column("data", Text, nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False, index=True),
    Column("closed", BigInteger),
)

ATTEMPTS = Table(
    "attempts",
    METADATA,
    Column("series", String(64), ForeignKey("series.id", ondelete="CASCADE"), primary_key=True),
    Column("deal", Integer, primary_key=True, autoincrement=False),
    Column("guest", String(64), primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("room", String(64), nullable=False, index=True),
    Column("record", String(64), nullable=False),
    Column("name", String(80)),
    Column("began", BigInteger, nullable=False),
    Column("ended", BigInteger),
    Column("points", BigInteger),
    Index("attempts_of_guest", "guest"),
)

REVIEWS = Table(
    "reviews",
    METADATA,
    Column("record", String(64), ForeignKey("records.id", ondelete="CASCADE"), primary_key=True),
    Column("deal", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("version", String(16), nullable=False),
    Column("found", Text, nullable=False),
    Column("made", BigInteger, nullable=False, index=True),
)

RATINGS = Table(
    "ratings",
    METADATA,
    Column("guest", String(64), primary_key=True),
    Column("game", String(20), primary_key=True),
    Column("family", String(40), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("matches", Integer, nullable=False),
    Column("before", Float, nullable=False),
    Column("rated", BigInteger, nullable=False),
)

SOLVERS = Table(
    "solvers",
    METADATA,
    Column("guest", String(64), primary_key=True),
    Column("rating", Float, nullable=False),
    Column("results", Integer, nullable=False),
    Column("streak", Integer, nullable=False),
    Column("best", Integer, nullable=False),
    Column("day", Integer, nullable=False),
    Column("days", Integer, nullable=False),
)

TRIES = Table(
    "tries",
    METADATA,
    Column("guest", String(64), primary_key=True),
    Column("puzzle", String(16), primary_key=True),
    Column("score", Float, nullable=False),
    Column("tried", BigInteger, nullable=False),
)

PUZZLES = Table(
    "puzzles",
    METADATA,
    Column("puzzle", String(16), primary_key=True),
    Column("rating", Float, nullable=False),
    Column("results", Integer, nullable=False),
)

LEARNED = Table(
    "learned",
    METADATA,
    Column("guest", String(64), primary_key=True),
    Column("path", String(64), primary_key=True),
    Column("learned", BigInteger, nullable=False),
)

PLAYED = Table(
    "played",
    METADATA,
    Column("record", String(64), ForeignKey("records.id", ondelete="CASCADE"), primary_key=True),
    Column("deal", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("guest", String(64), nullable=False),
    Column("digest", String(12), nullable=False),
    Column("role", String(16), nullable=False),
    Column("place", Integer, nullable=False),
    Column("points", BigInteger, nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("stood", Text),
    Index("played_by_guest", "guest", "ended"),
)

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
"""The processes that share the database, one row for each time that one of them has come."""

HOMES = Table(
    "homes",
    METADATA,
    Column("room", String(64), primary_key=True),
    Column("node", Integer),
    Column("epoch", Integer, nullable=False),
    Index("homes_of_node", "node"),
)
"""The node a room lives on, NULL where it may be taken; `epoch` says how often it has been taken."""

TAKINGS = Table(
    "takings",
    METADATA,
    Column("room", String(64), primary_key=True),
    Column("epoch", Integer, primary_key=True, autoincrement=False),
    Column("node", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("takings_by_time", "at"),
)
"""Who took which room when, for those who want to see that no two nodes ever had one at a time."""

PASSING = (RESERVED, NODES, HOMES, TAKINGS)
"""What is about processes that run; it means nothing in another database."""
