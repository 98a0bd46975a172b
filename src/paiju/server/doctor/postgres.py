"""A PostgreSQL database, the nodes on it and their tables."""

from __future__ import annotations

import os
import time
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, text
from sqlalchemy.exc import SQLAlchemyError

from paiju.server.doctor import files
from paiju.server.doctor.findings import Finding, fine, note, wrong
from paiju.server.store.engines import visitor
from paiju.server.store.locking import POSTGRES_KEY
from paiju.server.store.nodes import LOCKS
from paiju.server.store.troubles import RAISED, trouble

OF_A_NODE = 34
"""So many sessions a node has at most; a quiet one has about eight."""
OF_OTHERS = 10
"""So many are left to those who look after the database."""
_LEAST_VERSION, _GOOD_VERSION = 12, 14
_MOST_SKEW = 2.0
_LATE_SECONDS = 30
_LATELY_SECONDS = 3600
_SETTINGS = ("fsync", "synchronous_commit", "full_page_writes", "max_connections", "server_version_num")
RISKS = {
    "fsync": ("off",),
    "synchronous_commit": ("off",),
    "full_page_writes": ("off",),
}
_NODES = """
SELECT n.id, n.name, n.leaving, EXISTS (
  SELECT 1 FROM pg_locks l WHERE l.locktype = 'advisory' AND l.classid = :locks AND l.objid = n.id AND l.granted
) AS alive FROM nodes n WHERE n.ended IS NULL ORDER BY n.name"""
_LIVING = "SELECT count(*) FROM nodes WHERE ended IS NULL"
_ALONE = """
SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted AND mode = 'ExclusiveLock'
  AND (classid::bigint << 32) + objid::bigint = :key"""
_OWNERLESS = """
SELECT count(*) FROM rooms r JOIN homes h ON h.room = r.id LEFT JOIN nodes n ON n.id = h.node
WHERE NOT r.over AND r.touched > :lately AND r.touched < :late AND (h.node IS NULL OR n.ended < :late)"""


def look(url: URL) -> Generator[Finding, None, list[str]]:
    """What there is to say; returns the names of the nodes that live.

    Raises:
        StoreError: store.open.
    """
    engine = visitor(url)
    try:
        with engine.connect() as connection:
            yield from _server(connection)
            yield _pooler(connection)
            yield _clock(connection)
            yield _disk(connection, url)
            step = files.step(connection)
            yield step
            return (yield from _nodes(connection)) if step.level == "ok" else []
    except RAISED as error:
        raise trouble(error, url) from None
    finally:
        engine.dispose()


def _server(connection: Connection) -> Iterator[Finding]:
    asked = ", ".join(f"current_setting('{name}') AS {name}" for name in _SETTINGS)
    settings = connection.execute(text(f"SELECT {asked}, pg_is_in_recovery() AS standby")).mappings().one()
    version = int(settings["server_version_num"]) // 10_000
    if version < _LEAST_VERSION:
        yield wrong(
            "database.version",
            f"PostgreSQL {version} is too old",
            "upgrade it to 14 or newer",
            version=version,
        )
    elif version < _GOOD_VERSION:
        yield note(
            "database.version",
            f"PostgreSQL {version} does not end sessions that have fallen silent: a dead machine is noticed later",
            "upgrade it to 14 or newer",
            version=version,
        )
    else:
        yield fine("database.version", f"PostgreSQL {version}", version=version)
    if settings["standby"]:
        yield wrong(
            "database.standby", "this is a standby, which takes no writes", "name the primary in --db"
        )
    for name, risky in RISKS.items():
        if settings[name] in risky:
            yield wrong(
                f"database.{name}",
                f"{name} is {settings[name]}: after a crash it forgets what players have been told",
                f"ALTER SYSTEM SET {name} = on, then SELECT pg_reload_conf()",
            )
    yield _connections(connection, int(settings["max_connections"]))


def _connections(connection: Connection, most: int) -> Finding:
    reserved = int(
        connection.execute(text("SELECT current_setting('superuser_reserved_connections')")).scalar_one()
    )
    made = connection.execute(text("SELECT to_regclass('nodes')")).scalar_one() is not None
    nodes = connection.execute(text(_LIVING)).scalar_one() if made else 0
    needed = max(1, nodes) * OF_A_NODE + OF_OTHERS + reserved
    told = f"max_connections is {most}; {nodes} nodes and those who look after the database take {needed} at most"
    if most < needed:
        return wrong(
            "database.connections", told, f"raise max_connections to {needed} or more and restart PostgreSQL",
            most=most, needed=needed,
        )  # fmt: skip
    return fine("database.connections", told, most=most, needed=needed)


def _pooler(connection: Connection) -> Finding:
    """Two transactions of one session must be of one process of the database."""
    seen = set()
    for _ in range(4):
        seen.add(connection.execute(text("SELECT pg_backend_pid()")).scalar_one())
        connection.commit()
    if len(seen) > 1:
        return wrong(
            "database.pooler",
            "a pooler hands out transactions and not sessions: locks of nodes would be lost at once",
            "give paiju whole sessions (pool_mode = session), or PostgreSQL's own port",
        )
    return fine("database.sessions", "sessions are whole")


def _clock(connection: Connection) -> Finding:
    before = time.time()
    theirs = float(connection.execute(text("SELECT extract(epoch FROM clock_timestamp())")).scalar_one())
    after = time.time()
    skew = theirs - min(max(theirs, before), after)
    told = f"the clocks of this machine and the database are {abs(skew):.1f} s apart"
    if abs(skew) > _MOST_SKEW:
        return wrong("clock.skew", told, "let both follow NTP: timedatectl set-ntp true", seconds=round(skew))
    return fine("clock.skew", told, seconds=round(skew))


def _disk(connection: Connection, url: URL) -> Finding:
    if url.host not in (None, "", "localhost", "127.0.0.1", "::1"):
        return files.unseen_disk()
    try:
        with connection.begin_nested():
            folder = Path(connection.execute(text("SELECT current_setting('data_directory')")).scalar_one())
    except SQLAlchemyError:  # only superusers and pg_read_all_settings may ask
        return files.unseen_disk()
    return files.disk(folder) if os.access(folder, os.F_OK) else files.unseen_disk()


def _nodes(connection: Connection) -> Generator[Finding, None, list[str]]:
    if connection.execute(text(_ALONE), {"key": POSTGRES_KEY}).scalar_one():
        yield fine("nodes.alone", "one server has the database for itself")
        return []
    rows: list[Any] = list(connection.execute(text(_NODES), {"locks": LOCKS}))
    alive = [row.name for row in rows if row.alive]
    for row in rows:
        if not row.alive:
            yield wrong(
                "node.silent",
                f"node {row.name} has died and nobody has noticed yet",
                "another node takes its tables as soon as one runs; look into its log, start it again",
                node=row.name,
            )
        elif row.leaving:
            yield note(
                "node.leaving",
                f"node {row.name} hands its tables over",
                "wait until it has ended",
                node=row.name,
            )
    if not alive:
        yield wrong(
            "nodes.none", "no server runs on this database", "systemctl start paiju, or paiju-node@NAME"
        )
        return []
    yield fine("nodes.alive", f"nodes that live: {', '.join(alive)}", count=len(alive))
    now = int(time.time())
    times = {"lately": now - _LATELY_SECONDS, "late": now - _LATE_SECONDS}
    lost = connection.execute(text(_OWNERLESS), times).scalar_one()
    if lost:
        yield wrong(
            "tables.ownerless",
            f"{lost} tables at which people played lately have been without a node for {_LATE_SECONDS} s",
            "nodes take such tables by themselves: see their logs for what hinders them",
            count=lost,
        )
    else:
        yield fine("tables.owned", "no table at which people played lately waits for a node")
    return alive
