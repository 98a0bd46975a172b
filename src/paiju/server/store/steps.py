"""The steps that make a database, from the first version of paiju on: what they did stays as it was, new ones come at the end.

The SQL is what SQLite and PostgreSQL both understand. Times are whole seconds since 1970, sizes of texts are characters.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from paiju.core.files import from_json


@dataclass(frozen=True, slots=True)
class Step:
    """A step: statements with a semicolon after each, then what no statement does.

    `serves` is the first step whose version of paiju can use the database after this one; without it, only this one's can.
    `only` names the database that takes the statements; the others have nothing to do.
    """

    number: str
    sql: str
    serves: str = ""
    only: str = ""
    then: Callable[[sa.Connection], None] | None = None

    def run(self, connection: sa.Connection) -> None:
        """Bring a database from the step before to this one."""
        dialect = connection.dialect.name
        if self.only not in ("", dialect):
            return
        # SQLite counts up an integer that is the key by itself
        sql = self.sql.replace("SERIAL", "INTEGER") if dialect == "sqlite" else self.sql
        for statement in sql.split(";")[:-1]:
            connection.exec_driver_sql(statement.strip())
        if self.then is not None:
            self.then(connection)


# --- 0004: a record grows by a row with each deal

_ROOMS = sa.table("rooms", sa.column("id"), sa.column("data"), sa.column("record"))
_RECORDS = sa.table("records", sa.column("id"), sa.column("frame"))
_LINES = sa.table("record_deals", sa.column("record"), sa.column("number"), sa.column("line"))


def _part_records(connection: sa.Connection) -> None:
    """Note the record of each room, and take the deals out of the documents."""
    for room in connection.execute(sa.select(_ROOMS.c.id)).scalars().all():
        data = _object(connection, sa.select(_ROOMS.c.data).where(_ROOMS.c.id == room))
        noted = sa.update(_ROOMS).where(_ROOMS.c.id == room)
        connection.execute(noted.values(record=data.get("record")))
    for record in connection.execute(sa.select(_RECORDS.c.id)).scalars().all():
        _split(connection, record)


def _split(connection: sa.Connection, record: str) -> None:
    """A text that is no record of ours has no deals, and stays whole."""
    document = _object(connection, sa.select(_RECORDS.c.frame).where(_RECORDS.c.id == record))
    deals = document.get("deals")
    if not isinstance(deals, list) or not deals:
        return
    frame = _compact({**document, "deals": []}) + "\n"
    lines = [
        {"record": record, "number": number, "line": _compact(deal)} for number, deal in enumerate(deals, 1)
    ]
    connection.execute(sa.update(_RECORDS).where(_RECORDS.c.id == record).values(frame=frame))
    connection.execute(sa.insert(_LINES), lines)


def _object(connection: sa.Connection, query: sa.Select[Any]) -> dict[str, Any]:
    try:
        data = from_json(connection.execute(query).scalar_one())
    except ValueError:
        return {}
    return data if isinstance(data, dict) else {}


def _compact(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


STEPS = (
    Step("0001", """
        CREATE TABLE meta (name VARCHAR(40) NOT NULL PRIMARY KEY, value TEXT NOT NULL);
        CREATE TABLE guests (
            id VARCHAR(64) NOT NULL PRIMARY KEY, name VARCHAR(80) NOT NULL, lang VARCHAR(8) NOT NULL,
            created BIGINT NOT NULL, seen BIGINT NOT NULL
        );
        CREATE TABLE rooms (
            id VARCHAR(64) NOT NULL PRIMARY KEY, game VARCHAR(20) NOT NULL, code VARCHAR(12) UNIQUE,
            key VARCHAR(64) NOT NULL UNIQUE, data TEXT NOT NULL, over BOOLEAN NOT NULL,
            created BIGINT NOT NULL, touched BIGINT NOT NULL
        );
        CREATE INDEX ix_rooms_touched ON rooms (touched);
        CREATE TABLE members (
            room VARCHAR(64) NOT NULL REFERENCES rooms (id) ON DELETE CASCADE, guest VARCHAR(64) NOT NULL,
            PRIMARY KEY (room, guest)
        );
        CREATE INDEX members_of_guest ON members (guest);
        CREATE TABLE deals (
            room VARCHAR(64) NOT NULL REFERENCES rooms (id) ON DELETE CASCADE, number INTEGER NOT NULL,
            law INTEGER NOT NULL, commitment VARCHAR(64) NOT NULL, secret VARCHAR(64) NOT NULL,
            nonces TEXT NOT NULL, carry TEXT NOT NULL, events VARCHAR(64), result TEXT,
            PRIMARY KEY (room, number)
        );
        CREATE TABLE actions (
            room VARCHAR(64) NOT NULL, deal INTEGER NOT NULL, at INTEGER NOT NULL,
            seat INTEGER NOT NULL, text TEXT NOT NULL, trail VARCHAR(8) NOT NULL,
            PRIMARY KEY (room, deal, at),
            FOREIGN KEY (room, deal) REFERENCES deals (room, number) ON DELETE CASCADE
        );
        CREATE TABLE records (
            id VARCHAR(64) NOT NULL PRIMARY KEY, game VARCHAR(20) NOT NULL, names TEXT NOT NULL,
            scores TEXT NOT NULL, document TEXT NOT NULL, created BIGINT NOT NULL, touched BIGINT NOT NULL
        );
        CREATE INDEX ix_records_touched ON records (touched);
        CREATE TABLE owners (
            record VARCHAR(64) NOT NULL REFERENCES records (id) ON DELETE CASCADE,
            seat INTEGER NOT NULL, guest VARCHAR(64) NOT NULL, PRIMARY KEY (record, seat)
        );
        CREATE INDEX owners_of_guest ON owners (guest);
    """),
    # Codes that people type have an end, two hours after the last activity, and outlive the process.
    Step("0002", """
        ALTER TABLE rooms ADD COLUMN code_until BIGINT;
        UPDATE rooms SET code_until = touched + 7200 WHERE code IS NOT NULL;
        CREATE TABLE moves (
            guest VARCHAR(64) NOT NULL PRIMARY KEY,
            room VARCHAR(64) NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
            code VARCHAR(12) NOT NULL UNIQUE, until BIGINT NOT NULL
        );
    """),
    # Deals that form a chain keep what they follow from.
    Step("0003", "ALTER TABLE deals ADD COLUMN chained TEXT;"),
    # A record grows by a row with each deal, and stays as long as its match goes on.
    Step("0004", """
        ALTER TABLE rooms ADD COLUMN record VARCHAR(64);
        CREATE INDEX ix_rooms_record ON rooms (record);
        ALTER TABLE records RENAME COLUMN document TO frame;
        CREATE TABLE record_deals (
            record VARCHAR(64) NOT NULL REFERENCES records (id) ON DELETE CASCADE,
            number INTEGER NOT NULL, line TEXT NOT NULL, PRIMARY KEY (record, number)
        );
    """, then=_part_records),
    # Reviews are kept with their records.
    Step("0005", """
        CREATE TABLE reviews (
            record VARCHAR(64) NOT NULL REFERENCES records (id) ON DELETE CASCADE,
            deal INTEGER NOT NULL, seat INTEGER NOT NULL,
            version VARCHAR(16) NOT NULL, found TEXT NOT NULL, made BIGINT NOT NULL,
            PRIMARY KEY (record, deal, seat)
        );
        CREATE INDEX ix_reviews_made ON reviews (made);
    """),
    # Signals about plays under a rule of the game are stored with the deal.
    Step("0006", """
        CREATE TABLE signals (
            room VARCHAR(64) NOT NULL, deal INTEGER NOT NULL, at INTEGER NOT NULL,
            after INTEGER NOT NULL, seat INTEGER NOT NULL, text TEXT NOT NULL,
            PRIMARY KEY (room, deal, at),
            FOREIGN KEY (room, deal) REFERENCES deals (room, number) ON DELETE CASCADE
        );
    """),
    # Guests who agreed to it are rated.
    Step("0007", """
        CREATE TABLE ratings (
            guest VARCHAR(64) NOT NULL, game VARCHAR(20) NOT NULL, family VARCHAR(40) NOT NULL,
            mu FLOAT NOT NULL, sigma FLOAT NOT NULL, matches INTEGER NOT NULL,
            before FLOAT NOT NULL, rated BIGINT NOT NULL,
            PRIMARY KEY (guest, game, family)
        );
    """),
    # Deals that many people play, each at their own table: the days they belong to, the series, who has tried what.
    Step("0008", """
        CREATE TABLE days (
            day VARCHAR(10) NOT NULL PRIMARY KEY, seed VARCHAR(64) NOT NULL, made BIGINT NOT NULL, opened BIGINT
        );
        CREATE TABLE series (
            id VARCHAR(64) NOT NULL PRIMARY KEY, game VARCHAR(20) NOT NULL,
            day VARCHAR(10) REFERENCES days (day) ON DELETE CASCADE, maker VARCHAR(64), data TEXT NOT NULL,
            made BIGINT NOT NULL, until BIGINT NOT NULL, closed BIGINT
        );
        CREATE INDEX ix_series_day ON series (day);
        CREATE INDEX ix_series_maker ON series (maker);
        CREATE INDEX ix_series_until ON series (until);
        CREATE TABLE attempts (
            series VARCHAR(64) NOT NULL REFERENCES series (id) ON DELETE CASCADE,
            deal INTEGER NOT NULL, guest VARCHAR(64) NOT NULL, seat INTEGER NOT NULL,
            room VARCHAR(64) NOT NULL, record VARCHAR(64) NOT NULL, name VARCHAR(80),
            began BIGINT NOT NULL, ended BIGINT, points INTEGER,
            PRIMARY KEY (series, deal, guest)
        );
        CREATE INDEX ix_attempts_room ON attempts (room);
        CREATE INDEX attempts_of_guest ON attempts (guest);
    """),
    # What guests did with puzzles is kept.
    Step("0009", """
        CREATE TABLE solvers (
            guest VARCHAR(64) NOT NULL PRIMARY KEY, rating FLOAT NOT NULL, results INTEGER NOT NULL,
            streak INTEGER NOT NULL, best INTEGER NOT NULL, day INTEGER NOT NULL, days INTEGER NOT NULL
        );
        CREATE TABLE tries (
            guest VARCHAR(64) NOT NULL, puzzle VARCHAR(16) NOT NULL, score FLOAT NOT NULL, tried BIGINT NOT NULL,
            PRIMARY KEY (guest, puzzle)
        );
        CREATE TABLE puzzles (
            puzzle VARCHAR(16) NOT NULL PRIMARY KEY, rating FLOAT NOT NULL, results INTEGER NOT NULL
        );
    """),
    # The players and results of each deal, for the lists of guests; of deals played before only the records tell.
    Step("0010", """
        CREATE TABLE played (
            record VARCHAR(64) NOT NULL REFERENCES records (id) ON DELETE CASCADE,
            deal INTEGER NOT NULL, seat INTEGER NOT NULL, guest VARCHAR(64) NOT NULL,
            digest VARCHAR(12) NOT NULL, role VARCHAR(16) NOT NULL, place INTEGER NOT NULL,
            points INTEGER NOT NULL, ended BIGINT NOT NULL,
            PRIMARY KEY (record, deal, seat)
        );
        CREATE INDEX played_by_guest ON played (guest, ended);
    """),
    # Several processes may share a PostgreSQL database: which of them there are, and which table lives where.
    Step("0011", """
        CREATE TABLE nodes (
            id SERIAL NOT NULL PRIMARY KEY, name VARCHAR(32) NOT NULL, began BIGINT NOT NULL,
            step VARCHAR(32) NOT NULL, laws VARCHAR(400) NOT NULL, leaving BOOLEAN NOT NULL, ended BIGINT
        );
        CREATE UNIQUE INDEX nodes_alive ON nodes (name) WHERE ended IS NULL;
        CREATE TABLE homes (room VARCHAR(64) NOT NULL PRIMARY KEY, node INTEGER, epoch INTEGER NOT NULL);
        CREATE INDEX homes_of_node ON homes (node);
        CREATE TABLE takings (
            room VARCHAR(64) NOT NULL, epoch INTEGER NOT NULL, node INTEGER NOT NULL, at BIGINT NOT NULL,
            PRIMARY KEY (room, epoch)
        );
        CREATE INDEX takings_by_time ON takings (at);
    """),
    # What guests have learned, and codes that move it where there is no seat to move: those live for a minute.
    Step("0013", """
        CREATE TABLE learned (
            guest VARCHAR(64) NOT NULL, path VARCHAR(64) NOT NULL, learned BIGINT NOT NULL,
            PRIMARY KEY (guest, path)
        );
        DROP TABLE moves;
        CREATE TABLE moves (
            guest VARCHAR(64) NOT NULL PRIMARY KEY, room VARCHAR(64) REFERENCES rooms (id) ON DELETE CASCADE,
            code VARCHAR(12) NOT NULL UNIQUE, until BIGINT NOT NULL
        );
    """),
    # Guests choose an animal, and may show a page of themselves under a key.
    Step("0014", """
        ALTER TABLE guests ADD COLUMN avatar VARCHAR(12) DEFAULT '' NOT NULL;
        ALTER TABLE guests ADD COLUMN profile VARCHAR(64);
        CREATE UNIQUE INDEX guests_profile ON guests (profile);
    """),
    # Where nodes leave questions for workers; not logged, as all that only passes between processes.
    Step("0015", """
        CREATE UNLOGGED TABLE thoughts (
            id BIGINT NOT NULL GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, asker VARCHAR(40) NOT NULL,
            form VARCHAR(40) NOT NULL, kind VARCHAR(16) NOT NULL, asked TEXT NOT NULL,
            made TIMESTAMPTZ DEFAULT now() NOT NULL, until TIMESTAMPTZ NOT NULL,
            worker VARCHAR(40), held TIMESTAMPTZ, tries INTEGER DEFAULT '0' NOT NULL, answer TEXT
        );
        CREATE INDEX ix_thoughts_asker ON thoughts (asker);
        CREATE UNLOGGED TABLE workers (
            id VARCHAR(40) NOT NULL PRIMARY KEY, form VARCHAR(40) NOT NULL,
            places INTEGER NOT NULL, seen TIMESTAMPTZ NOT NULL
        );
    """, only="postgresql"),
    # What nodes tell each other of guests and of their lobbies.
    Step("0016", """
        CREATE UNLOGGED TABLE changes (mark VARCHAR(64) NOT NULL PRIMARY KEY, at TIMESTAMPTZ NOT NULL);
        CREATE INDEX ix_changes_at ON changes (at);
        CREATE UNLOGGED TABLE lobbies (
            node VARCHAR(32) NOT NULL PRIMARY KEY, shown TEXT NOT NULL, seen TIMESTAMPTZ NOT NULL
        );
    """, only="postgresql"),
    # What guests and addresses have asked of all nodes together, under hashes.
    Step("0017", """
        CREATE UNLOGGED TABLE counts (mark VARCHAR(64) NOT NULL PRIMARY KEY, till TIMESTAMPTZ NOT NULL);
        CREATE INDEX ix_counts_till ON counts (till);
    """, only="postgresql"),
    # The question that a person answered with an action, so that a lost answer is never taken for one that was kept.
    Step("0018", "ALTER TABLE actions ADD COLUMN prompt VARCHAR(32);", serves="0017"),
    # Codes that were drawn for rooms: no two processes draw the same at the same moment.
    Step("0019", """
        CREATE TABLE reserved (code VARCHAR(12) NOT NULL PRIMARY KEY, until BIGINT NOT NULL);
    """, serves="0017"),
    # Wrong codes, counted for all nodes together by hashes of where they came from.
    Step("0020", """
        CREATE UNLOGGED TABLE wrongs (
            mark VARCHAR(64) NOT NULL PRIMARY KEY, tries INTEGER NOT NULL, last TIMESTAMPTZ NOT NULL
        );
        CREATE INDEX ix_wrongs_last ON wrongs (last);
    """, serves="0017", only="postgresql"),
    # Whether a bot, or the clock, took an action for a person: a review does not count it against them. Of deals before, nobody knows.
    Step("0021", """
        ALTER TABLE actions ADD COLUMN stood BOOLEAN;
        ALTER TABLE played ADD COLUMN stood TEXT;
    """, serves="0017"),
    # How often a record's addresses for other sites have been revoked: those without names, and those with.
    Step("0022", """
        ALTER TABLE records ADD COLUMN turn INTEGER DEFAULT '0' NOT NULL;
        ALTER TABLE records ADD COLUMN turn_named INTEGER DEFAULT '0' NOT NULL;
    """, serves="0017"),
    # Points of a deal may exceed 32 bits: a factor, stacked, on a penalty. SQLite keeps any whole number as it comes.
    Step("0023", """
        ALTER TABLE attempts ALTER COLUMN points TYPE BIGINT;
        ALTER TABLE played ALTER COLUMN points TYPE BIGINT;
    """, serves="0017", only="postgresql"),
    # Clubs, whose members meet on evenings; and what a rating was after each match, for its curve, which begins with the next one.
    Step("0024", """
        CREATE TABLE clubs (
            id VARCHAR(64) NOT NULL PRIMARY KEY, name VARCHAR(80) NOT NULL, game VARCHAR(20) NOT NULL,
            preset VARCHAR(40) NOT NULL, options TEXT NOT NULL, made BIGINT NOT NULL
        );
        CREATE TABLE club_members (
            club VARCHAR(64) NOT NULL REFERENCES clubs (id) ON DELETE CASCADE,
            guest VARCHAR(64) NOT NULL, joined BIGINT NOT NULL, PRIMARY KEY (club, guest)
        );
        CREATE INDEX clubs_of_guest ON club_members (guest);
        ALTER TABLE series ADD COLUMN club VARCHAR(64);
        CREATE INDEX ix_series_club ON series (club);
        CREATE TABLE rated (
            guest VARCHAR(64) NOT NULL, game VARCHAR(20) NOT NULL, family VARCHAR(40) NOT NULL,
            matches INTEGER NOT NULL, mu FLOAT NOT NULL, sigma FLOAT NOT NULL,
            PRIMARY KEY (guest, game, family, matches)
        );
    """, serves="0017"),
    # The devices that guests want to be told on (Web Push).
    Step("0025", """
        CREATE TABLE subscriptions (
            id VARCHAR(64) NOT NULL PRIMARY KEY, guest VARCHAR(64) NOT NULL, endpoint VARCHAR(1000) NOT NULL,
            public VARCHAR(96) NOT NULL, auth VARCHAR(32) NOT NULL, site VARCHAR(300) NOT NULL,
            topics VARCHAR(40) NOT NULL, due BIGINT, made BIGINT NOT NULL
        );
        CREATE INDEX subscriptions_of_guest ON subscriptions (guest);
        CREATE INDEX ix_subscriptions_due ON subscriptions (due);
    """, serves="0017"),
)  # fmt: skip
