"""A PostgreSQL server of the tests' own, wherever its programs and the driver are installed."""

from __future__ import annotations

import asyncio
import getpass
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any, BinaryIO, Self

from sqlalchemy import Connection, create_engine, text
from sqlalchemy.pool import NullPool

from paiju.server.store.engines import parse_url
from paiju.server.store.locking import POSTGRES_KEY
from tests.ports import free_port
from tests.server.blank import NOTHING_NOTED, make_tables

_PATIENCE = 60.0
_OTHERS = "FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
_SHAPE = """
WITH own AS (SELECT * , xmin AS since FROM pg_class WHERE relnamespace = 'public'::regnamespace)
SELECT md5(string_agg(part, ' ' ORDER BY part)) FROM (
  SELECT (oid, since)::text FROM own
  UNION ALL SELECT (attrelid, attnum, pg_attribute.xmin)::text FROM own JOIN pg_attribute ON attrelid = own.oid
  UNION ALL SELECT (pg_trigger.oid, pg_trigger.xmin)::text FROM own JOIN pg_trigger ON tgrelid = own.oid
) AS parts (part)"""
"""Another text after anybody has made, changed or dropped a table, an index, a column or a trigger."""
_NO_ROWS = """
DO $$ DECLARE name text; BEGIN
  SET LOCAL session_replication_role = replica;
  FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename NOT IN ('alembic_version', 'meta')
    LOOP EXECUTE 'DELETE FROM ' || quote_ident(name); END LOOP;
  FOR name IN SELECT sequencename FROM pg_sequences WHERE schemaname = 'public'
    LOOP PERFORM setval(name::regclass, 1, false); END LOOP;
  DELETE FROM meta WHERE meta.name <> 'serves';
END $$"""


def _programs() -> Path | None:
    """The folder of `initdb` and `postgres`; the newest where there are several."""
    found = shutil.which("initdb")
    if found is not None:
        return Path(found).resolve().parent
    folders = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    return max(folders, key=lambda folder: float(folder.parent.name), default=None)


def _owner() -> str | None:
    """Whom the server runs as: it refuses to be root."""
    if os.geteuid() != 0:
        return getpass.getuser()
    names = {user.pw_name for user in pwd.getpwall()}
    return next((name for name in ("postgres", "nobody") if name in names), None)


PROGRAMS, OWNER = _programs(), _owner()
INSTALLED = PROGRAMS is not None and OWNER is not None and find_spec("psycopg") is not None


class Postgres:
    """A server that can be stopped, started again and made to end sessions."""

    def __init__(self, folder: Path | None = None) -> None:
        """A new one; or, in a `folder` of its own, one that is stored there durably."""
        assert PROGRAMS is not None
        assert OWNER is not None
        self._programs = PROGRAMS
        self._account = {"user": OWNER, "extra_groups": []} if os.geteuid() == 0 else {}
        self._safe = folder is not None
        self._folder = folder or Path(tempfile.mkdtemp(prefix="paiju-postgres-"))
        self._folder.mkdir(parents=True, exist_ok=True)
        shutil.chown(self._folder, OWNER)
        self.port = free_port()
        self.address = f"postgresql://paiju@127.0.0.1:{self.port}/postgres"
        self._running: subprocess.Popen[bytes] | None = None
        self._shape = ""
        if not self._data.exists():
            self._run(
                "initdb", "--auth=trust", "--username=paiju", "--encoding=UTF8", "--no-locale", "--no-sync"
            )

    @property
    def pid(self) -> int:
        """Of the process that all others come from."""
        assert self._running is not None
        return self._running.pid

    @property
    def _data(self) -> Path:
        return self._folder / "data"

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._programs / program), "-D", str(self._data), *arguments]
        done = subprocess.run(
            command, capture_output=True, text=True, cwd=self._folder, check=False, **self._account
        )
        assert done.returncode == 0, done.stderr

    def start(self) -> None:
        """Start and wait until it answers."""
        settings = ["-c", "listen_addresses=127.0.0.1", "-c", f"unix_socket_directories={self._folder}"]
        settings += [] if self._safe else ["-F"]
        with (self._folder / "log").open("ab") as log:
            self._running = subprocess.Popen(
                [str(self._programs / "postgres"), "-D", str(self._data), "-p", str(self.port), *settings],
                stdout=log, stderr=log, cwd=self._folder, **self._account,
            )  # fmt: skip
        until = time.monotonic() + _PATIENCE
        while not self._answers():
            assert self._running.poll() is None, (self._folder / "log").read_text()
            assert time.monotonic() < until, (self._folder / "log").read_text()
            time.sleep(0.05)

    def _answers(self) -> bool:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", self.port)):
                return False
        try:
            self.ask("SELECT 1")
        except Exception:  # it is still starting
            return False
        return True

    def stop(self, how: signal.Signals = signal.SIGQUIT) -> None:
        """End it at once, as a crash would, or another way; what was committed stays."""
        if self._running is not None:
            self._running.send_signal(how)
            self._running.wait(_PATIENCE)
            self._running = None

    def remove(self) -> None:
        """Stop it and delete what it stored."""
        self.stop()
        shutil.rmtree(self._folder)

    def ask(self, question: str, **values: Any) -> list[Any]:
        """The first column of what a statement finds."""
        with self._connected() as connection:
            rows = connection.execute(text(question), values)
            return list(rows.scalars()) if rows.returns_rows else []

    @contextmanager
    def _connected(self) -> Iterator[Connection]:
        engine = create_engine(parse_url(self.address), poolclass=NullPool, isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            yield connection

    def empty(self) -> None:
        """End the sessions that there still are, and drop everything in it."""
        with self._connected() as connection:
            _end_others(connection)
            connection.exec_driver_sql("DROP SCHEMA public CASCADE; CREATE SCHEMA public")

    def renew(self) -> None:
        """End the remaining sessions and empty the tables that a store makes."""
        with self._connected() as connection:
            _end_others(connection)
            if connection.exec_driver_sql(_SHAPE).scalar() == self._shape:
                connection.exec_driver_sql(_NO_ROWS)
                return
        self.empty()
        asyncio.run(make_tables(self.address))
        self.ask(NOTHING_NOTED)
        self._shape = self.ask(_SHAPE)[0]

    def end_lock_session(self) -> None:
        """End the session that holds a server's lock, and none that holds another."""
        ended = self.ask(
            "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted"
            " AND (classid::bigint << 32) + objid::bigint = :key",
            key=POSTGRES_KEY,
        )
        assert ended == [True]


def _end_others(connection: Connection) -> None:
    until = time.monotonic() + _PATIENCE
    while connection.exec_driver_sql(f"SELECT pg_terminate_backend(pid) {_OTHERS}").all():
        assert time.monotonic() < until
        time.sleep(0.01)


class TransactionPooler:
    """Hands out transactions, not sessions, as pgbouncer does with `pool_mode = transaction`: all share one session of the server."""

    def __init__(self, postgres: Postgres) -> None:
        self._to = ("127.0.0.1", postgres.port)
        self._listening = socket.create_server(("127.0.0.1", 0))
        port = self._listening.getsockname()[1]
        self.address = f"postgresql://paiju@127.0.0.1:{port}/postgres"
        self._server: BinaryIO | None = None
        self._greeting = b""
        self._transaction = threading.Lock()

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._listening.close()
        if self._server is not None:
            self._server.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                with self._listening.accept()[0] as accepted:
                    client = accepted.makefile("rwb", buffering=0)
                threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: BinaryIO) -> None:
        with suppress(OSError, EOFError, ValueError), client:
            startup = self._sized(client)
            while startup[4:] in _NO_ENCRYPTION:
                client.write(b"N")
                startup = self._sized(client)
            with self._transaction:
                if self._server is None:
                    with socket.create_connection(self._to) as made:
                        self._server = made.makefile("rwb", buffering=0)
                    self._server.write(startup)
                    self._greeting, _ = self._answers()
            client.write(self._greeting)
            while (kind := self._exactly(client, 1)) != b"X":
                with self._transaction:
                    while not self._ends(client, kind):
                        kind = self._exactly(client, 1)

    def _ends(self, client: BinaryIO, kind: bytes) -> bool:
        """Pass a message on, and what it is answered; whether the transaction ends with it."""
        self._server.write(kind + self._sized(client))
        if kind not in (b"Q", b"S"):
            return False
        answers, status = self._answers()
        client.write(answers)
        return status == b"I"

    def _answers(self) -> tuple[bytes, bytes]:
        """What the server says until it is ready, and whether a transaction goes on then."""
        said = b""
        while True:
            kind, message = self._exactly(self._server, 1), self._sized(self._server)
            said += kind + message
            if kind == b"Z":
                return said, message[-1:]

    def _sized(self, source: BinaryIO) -> bytes:
        size = self._exactly(source, 4)
        return size + self._exactly(source, int.from_bytes(size) - 4)

    def _exactly(self, source: BinaryIO, size: int) -> bytes:
        data = b""
        while len(data) < size:
            if not (more := source.read(size - len(data))):
                raise EOFError
            data += more
        return data


_NO_ENCRYPTION = ((80877103).to_bytes(4), (80877104).to_bytes(4))
"""Requests for TLS and GSSAPI."""
