"""`paiju doctor`: checks a deployment, from its database to the address that people open."""

from __future__ import annotations

import base64
import http.client
import os
import shutil
import socket
import ssl
import time
from collections.abc import Generator, Iterator
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import URL, Connection, Engine, create_engine, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool

from paiju.bots.base import FAST
from paiju.core.errors import UsageError, excerpt
from paiju.kernels import missing
from paiju.server.cluster.nodes import LOCKS
from paiju.server.http.links import Site, is_loopback, site_of
from paiju.server.ops import findings
from paiju.server.ops.findings import Finding, fine, note, wrong
from paiju.server.people.guests import COOKIE
from paiju.server.store import upgrade
from paiju.server.store.base import DAY, StoreError
from paiju.server.store.engines import RAISED, check_sessions, file_of, parse_url, troubles, visitor
from paiju.server.store.locking import POSTGRES_KEY

_LEAST_BYTES = 1 << 30
_LEAST_SHARE = 0.05
_OTHERS = 0o077
_UPDATE = "start a server of this version on it once, which brings it up to date"
_NEWER = "install the version of paiju that made it: pip install -U 'paiju[server]'"


def look_at_files(file: Path) -> Iterator[Finding]:
    """The findings about a file."""
    if not file.is_file():
        yield wrong("database.none", f"{file} does not exist", "start a server on it, or correct --db")
        return
    if file.stat().st_mode & _OTHERS:
        yield wrong("database.mode", f"other users of this machine may read {file}", f"chmod 600 {file}")
    address = URL.create("sqlite", database=f"file:{quote(str(file))}", query={"mode": "ro", "uri": "true"})
    engine = create_engine(address, poolclass=NullPool)
    try:
        with engine.connect() as connection:
            yield step_of(connection)
    except RAISED as error:
        reason = str(error.__cause__ or error).splitlines()[0]
        yield wrong("database.open", f"{file} cannot be read: {reason}", "put a backup back: paiju restore")
    yield disk(file.parent)


def step_of(connection: Connection) -> Finding:
    """Whether a database is at the step that this version knows."""
    try:
        upgrade.check(connection)
    except StoreError as error:
        newer = error.code == "store.newer"
        return wrong(f"database.{'newer' if newer else 'older'}", error.detail, _NEWER if newer else _UPDATE)
    reached = str(upgrade.revision(connection))
    return fine("database.step", f"the database is at step {reached}", step=reached)


def disk(folder: Path) -> Finding:
    """The free space on the disk of a database."""
    usage = shutil.disk_usage(folder)
    free, share = usage.free, usage.free / usage.total
    text = f"{free / (1 << 30):.1f} GiB are free ({100 * share:.0f} %) on the disk of the database"
    if free < _LEAST_BYTES or share < _LEAST_SHARE:
        return wrong("disk.low", text, "make room: a full disk stops all tables", free=free)
    return fine("disk.room", text, free=free)


def unseen_disk() -> Finding:
    """The disk of a database on another machine."""
    return note(
        "disk.elsewhere", "the disk of the database cannot be seen from here", "monitor it there, with an alarm at 20 % free"
    )  # fmt: skip


# --- a PostgreSQL database, the nodes on it and their tables

OF_A_NODE = 34
"""The most sessions of a node; a quiet one has about eight."""
OF_OTHERS = 10
"""Sessions reserved for administrators of the database."""
_LEAST_VERSION, _GOOD_VERSION = 12, 14
_MOST_SKEW = 2.0
_LATE_SECONDS = 30
_LATELY_SECONDS = 3600
RISKS = ("fsync", "synchronous_commit", "full_page_writes")
_SETTINGS = (*RISKS, "max_connections", "server_version_num")
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


def look_at_postgres(url: URL) -> Generator[Finding, None, list[str]]:
    """The findings about a PostgreSQL database; returns the names of the running nodes.

    Raises:
        StoreError: store.open.
    """
    engine = visitor(url)
    try:
        with troubles(url), engine.connect() as connection:
            yield from _server(connection)
            yield _pooler(connection, engine)
            yield _clock(connection)
            yield _disk(connection, url)
            step = step_of(connection)
            yield step
            return (yield from _nodes(connection)) if step.level == "ok" else []
    finally:
        engine.dispose()


def _server(connection: Connection) -> Iterator[Finding]:
    columns = ", ".join(f"current_setting('{name}') AS {name}" for name in _SETTINGS)
    settings = connection.execute(text(f"SELECT {columns}, pg_is_in_recovery() AS standby")).mappings().one()
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
            f"PostgreSQL {version} does not end silent sessions, so a dead machine is noticed late",
            "upgrade it to 14 or newer",
            version=version,
        )
    else:
        yield fine("database.version", f"PostgreSQL {version}", version=version)
    if settings["standby"]:
        yield wrong(
            "database.standby", "this is a standby, which accepts no writes", "name the primary in --db"
        )
    for name in RISKS:
        if settings[name] == "off":
            yield wrong(
                f"database.{name}",
                f"{name} is off: a crash loses what players have seen",
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
    words = f"max_connections is {most}; {nodes} nodes and the administrators take {needed} at most"
    if most < needed:
        return wrong(
            "database.connections", words, f"raise max_connections to {needed} or more and restart PostgreSQL",
            most=most, needed=needed,
        )  # fmt: skip
    return fine("database.connections", words, most=most, needed=needed)


def _pooler(connection: Connection, engine: Engine) -> Finding:
    connection.commit()
    with engine.connect() as other:
        try:
            check_sessions(connection, other)
        except StoreError:
            return wrong(
                "database.pooler",
                "a pooler hands out transactions, not sessions, so nodes would lose their locks at once",
                "give paiju whole sessions (pool_mode = session), or PostgreSQL's own port",
            )
    return fine("database.sessions", "the connections are whole sessions")


def _clock(connection: Connection) -> Finding:
    before = time.time()
    theirs = float(connection.execute(text("SELECT extract(epoch FROM clock_timestamp())")).scalar_one())
    after = time.time()
    skew = theirs - min(max(theirs, before), after)
    words = f"the clocks of this machine and the database are {abs(skew):.1f} s apart"
    if abs(skew) > _MOST_SKEW:
        return wrong(
            "clock.skew", words, "let both follow NTP: timedatectl set-ntp true", seconds=round(skew)
        )
    return fine("clock.skew", words, seconds=round(skew))


def _disk(connection: Connection, url: URL) -> Finding:
    if url.host and not is_loopback(url.host):
        return unseen_disk()
    try:
        with connection.begin_nested():
            folder = Path(connection.execute(text("SELECT current_setting('data_directory')")).scalar_one())
    except SQLAlchemyError:  # only superusers and pg_read_all_settings may ask
        return unseen_disk()
    return disk(folder) if os.access(folder, os.F_OK) else unseen_disk()


def _nodes(connection: Connection) -> Generator[Finding, None, list[str]]:
    if connection.execute(text(_ALONE), {"key": POSTGRES_KEY}).scalar_one():
        yield fine("nodes.alone", "one server has the database to itself")
        return []
    rows: list[Any] = list(connection.execute(text(_NODES), {"locks": LOCKS}))
    alive = [row.name for row in rows if row.alive]
    for row in rows:
        if not row.alive:
            yield wrong(
                "node.silent",
                f"node {row.name} has died, and no other node has noticed yet",
                "another node takes its tables as soon as one runs; read its log and start it again",
                node=row.name,
            )
        elif row.leaving:
            yield note(
                "node.leaving",
                f"node {row.name} is handing its tables over",
                "wait until it has ended",
                node=row.name,
            )
    if not alive:
        yield wrong(
            "nodes.none", "no server runs on this database", "systemctl start paiju, or paiju-node@NAME"
        )
        return []
    yield fine("nodes.alive", f"running nodes: {', '.join(alive)}", count=len(alive))
    now = int(time.time())
    times = {"lately": now - _LATELY_SECONDS, "late": now - _LATE_SECONDS}
    lost = connection.execute(text(_OWNERLESS), times).scalar_one()
    if lost:
        yield wrong(
            "tables.ownerless",
            f"{lost} tables with recent play have been without a node for {_LATE_SECONDS} s",
            "nodes take such tables by themselves; their logs say what prevents it",
            count=lost,
        )
    else:
        yield fine("tables.owned", "every table with recent play has a node")
    return alive


# --- the address that people open: whether the proxy before the nodes passes everything on as they need it

_PATIENCE = 10.0
_MOST_ADDRESS_SKEW = 5.0
_SOON_DAYS = 14


class Reach(Site):
    """A site that gets requests."""

    __slots__ = ()

    def connect(self) -> http.client.HTTPConnection:
        """A connection that is not open yet."""
        if self.secure:
            return http.client.HTTPSConnection(self.host, self.port, timeout=_PATIENCE)
        return http.client.HTTPConnection(self.host, self.port, timeout=_PATIENCE)

    def ask(self, method: str, path: str, body: str = "", **headers: str) -> http.client.HTTPResponse:
        """An answer, its body read. Raises OSError, HTTPException."""
        connection = self.connect()
        try:
            connection.request(
                method, path, body or None, {name.replace("_", "-"): value for name, value in headers.items()}
            )
            answer = connection.getresponse()
            answer.read()
            return answer
        finally:
            connection.close()


def parse(url: str) -> Reach:
    """The address.

    Raises:
        UsageError: usage.site.
    """
    if (reach := site_of(url, Reach)) is None:
        raise UsageError(
            "usage.site",
            f"--url {excerpt(url)!r} is not like https://cards.example.org",
            {"text": excerpt(url)},
        )
    return reach


def look_at_address(reach: Reach, nodes: list[str]) -> Iterator[Finding]:
    """The findings about an address, and about the nodes behind it."""
    try:
        guest = reach.ask("GET", "/api/me")
    except ssl.SSLCertVerificationError as error:
        yield wrong(
            "url.certificate", f"the certificate is refused: {error.verify_message}", "renew it for this name"
        )
        return
    except (OSError, http.client.HTTPException) as error:
        words = f"{reach.origin} does not answer: {error or type(error).__name__}"
        yield wrong("url.open", words, "check that the proxy runs and that the name leads to it")
        return
    if guest.status != http.client.OK:
        yield wrong(
            "url.status", f"{reach.origin}/api/me answers {guest.status}",
            "check that paiju runs, and that the proxy knows a healthy node", status=guest.status,
        )  # fmt: skip
        return
    yield fine("url.open", f"{reach.origin} answers")
    for check in (_tls, _cookie, _address_clock):
        yield check(reach, guest)
    try:
        yield _host(reach)
        yield _sockets(reach)
        for node in nodes:
            yield _node(reach, node)
    except (OSError, http.client.HTTPException) as error:
        words = f"{reach.origin} stopped answering: {error or type(error).__name__}"
        yield wrong("url.open", words, "read the log of the proxy")


def _tls(reach: Reach, guest: http.client.HTTPResponse) -> Finding:
    if not reach.secure:
        if is_loopback(reach.host):
            return fine("url.tls", "plain HTTP, on this machine only")
        return wrong(
            "url.plain", "plain HTTP: anyone on the way can read cards and take seats",
            "put a proxy with TLS in front of it; see docs/hosting.md",
        )  # fmt: skip
    with (
        socket.create_connection((reach.host, reach.port), timeout=_PATIENCE) as line,
        ssl.create_default_context().wrap_socket(line, server_hostname=reach.host) as secure,
    ):
        certificate = secure.getpeercert() or {}
    days = (ssl.cert_time_to_seconds(str(certificate["notAfter"])) - time.time()) / DAY
    words = f"the certificate is valid for {days:.0f} days"
    if days < _SOON_DAYS:
        return wrong("url.expires", words, "find out why it is not renewed", days=int(days))
    return fine("url.tls", words, days=int(days))


def _cookie(reach: Reach, guest: http.client.HTTPResponse) -> Finding:
    cookie = next((text for text in guest.headers.get_all("Set-Cookie", []) if text.startswith(COOKIE)), None)
    if cookie is None:
        return wrong("cookie.none", "a new guest gets no cookie", "let the proxy pass Set-Cookie on")
    flags = {flag.strip().lower() for flag in cookie.split(";")[1:]}
    missing = [name for name in ("httponly", "samesite=lax") if name not in flags]
    if missing:
        return wrong(
            "cookie.flags",
            f"the proxy removes {', '.join(missing)} from cookies",
            "let it pass cookies on unchanged",
        )
    if reach.secure and "secure" not in flags:
        return wrong(
            "cookie.insecure", "cookies are not marked Secure, though this is HTTPS",
            "let the proxy send X-Forwarded-Proto, and start paiju with --proxy ADDRESS of the proxy",
        )  # fmt: skip
    return fine("cookie.flags", "cookies carry their flags")


def _address_clock(reach: Reach, guest: http.client.HTTPResponse) -> Finding:
    date = guest.headers.get("Date")
    if date is None:
        return note("url.clock", "answers have no Date header", "nothing depends on it but this check")
    skew = parsedate_to_datetime(date).timestamp() - time.time()
    words = f"the clock behind the address differs from this machine's by {abs(skew):.0f} s"
    if abs(skew) > _MOST_ADDRESS_SKEW:
        return wrong("url.clock", words, "let all machines follow NTP", seconds=int(skew))
    return fine("url.clock", words, seconds=int(skew))


def _host(reach: Reach) -> Finding:
    """A request that changes nothing, as a page of this address sends it."""
    answer = reach.ask("POST", "/api/join", "{}", Origin=reach.origin, Content_Type="application/json")
    if answer.status == http.client.FORBIDDEN:
        return wrong(
            "url.host", "requests are refused as if from another site: the proxy changes the Host header",
            f"let it pass Host on, or start paiju with --origin {reach.origin}",
        )  # fmt: skip
    return fine("url.host", "the proxy passes the Host header on")


def _sockets(reach: Reach, prefix: str = "") -> Finding:
    status = _handshake(reach, f"{prefix}/ws/doctor")
    if status != http.client.SWITCHING_PROTOCOLS:
        return wrong(
            "url.sockets", f"web sockets do not get through ({status})",
            "let the proxy pass Upgrade and Connection on, over HTTP/1.1", status=status,
        )  # fmt: skip
    return fine("url.sockets", "web sockets get through")


def _handshake(reach: Reach, path: str) -> int:
    headers = {
        "Connection": "Upgrade", "Upgrade": "websocket", "Sec_WebSocket_Version": "13",
        "Sec_WebSocket_Key": base64.b64encode(os.urandom(16)).decode(),
    }  # fmt: skip
    return reach.ask("GET", path, **headers).status


def _node(reach: Reach, node: str) -> Finding:
    """A node answers below its own name alone, so an answer there is of the right one."""
    page = reach.ask("GET", f"/n/{node}/api/me").status
    line = _handshake(reach, f"/n/{node}/ws/doctor")
    if (page, line) != (http.client.OK, http.client.SWITCHING_PROTOCOLS):
        return wrong(
            "url.node", f"/n/{node}/ does not lead to node {node} ({page}, {line})",
            f"let the proxy send /n/{node}/ to that node and leave the path as it is", node=node,
        )  # fmt: skip
    return fine("url.node", f"/n/{node}/ leads to node {node}", node=node)


# --- an examination: the database first, which also knows the nodes; then the address, if one is given

_OPEN = (
    "check that the database runs and can be reached from here, and that name and password in --db are right"
)


def examine(db: str | URL | None, url: str | None) -> Iterator[Finding]:
    """All findings, in the order of the checks. Nothing changes, except that the address sees one new guest.

    Raises:
        StoreError: store.url.
        UsageError: usage.site.
    """
    database = parse_url(db)
    reach = None if url is None else parse(url)
    nodes: list[str] = []
    try:
        if (file := file_of(database)) is not None:
            yield from look_at_files(file)
        else:
            nodes = yield from look_at_postgres(database)
    except StoreError as error:
        yield wrong("database.open", f"the database cannot be used: {error.detail}", _OPEN)
    if lacking := " and ".join(missing()):
        yield note(
            "bots.weaker", f"without {lacking} weaker bots play as hard and master", FAST, lacking=lacking
        )
    yield from findings.look()
    if reach is not None:
        yield from look_at_address(reach, nodes)
