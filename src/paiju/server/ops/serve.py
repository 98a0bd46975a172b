"""Running a server: what the command line asks of it, addresses, the start, a lost database, and the orderly end."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import re
import socket
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import uvicorn
from sqlalchemy import URL
from starlette.types import ASGIApp

from paiju.core.errors import PaijuError, excerpt
from paiju.server.cluster import workers
from paiju.server.cluster.questions import Helpers
from paiju.server.http.app import create_app
from paiju.server.http.connections import ConnectionLimiter, CountedFrames, PromptRequests
from paiju.server.http.context import Config, Front, Network, networks
from paiju.server.http.limits import Limits
from paiju.server.http.links import Site, blocks, is_loopback, lan_addresses, site_of
from paiju.server.hub.hub import Hub
from paiju.server.hub.own_bots import OwnBots, named
from paiju.server.ops import logs
from paiju.server.ops.backup import backup, restore
from paiju.server.ops.doctor import examine
from paiju.server.ops.findings import Finding
from paiju.server.ops.logs import log, log_error
from paiju.server.ops.metrics import create_admin
from paiju.server.ops.process import collecting, signals
from paiju.server.people.guests import Tokens, key_of, secret_of
from paiju.server.people.push import Push, signer_of
from paiju.server.protocol import MOST_FRAME_BYTES
from paiju.server.store.base import StoreError
from paiju.server.store.engines import file_of, parse_url
from paiju.server.store.store import Store

RETRY_SECONDS = 0.5


async def hold(store: Store, hub: Hub) -> None:
    """Run the tables while the database is ours; when it is lost, close them and retake it, without end.

    Another server may have taken it and written since, so nothing that was in memory counts afterwards.
    """
    while True:
        reason = await store.lost()
        hub.close(reason)
        log_error("database lost", reason, code=reason.code)
        await _retake(store)
        hub.reopen()
        log("database recovered")


async def _retake(store: Store) -> None:
    said = ""
    while True:
        try:
            await store.retake()
        except StoreError as error:
            if error.code != said:  # not every half second
                said = error.code
                log_error("database unreachable", error, code=error.code)
            await asyncio.sleep(RETRY_SECONDS)
        else:
            return


# --- running a server: addresses, start, the orderly end

DEFAULT_PORT = 8000
_PORTS_TRIED = 100
_HIGHEST_PORT = 65_535
_EVERYWHERE = ("0.0.0.0", "::", "")  # noqa: S104 - named here in order to say so to the user
_STOP_SECONDS = 10
HAND_OVER_SECONDS = 900
"""The longest that a stopping node waits for deals that only its version plays."""
STOP_SECONDS = HAND_OVER_SECONDS + 30
"""Units and containers (`deploy`) wait so long before they kill a server that stops: the hand-over, then the tables, sockets and the database."""
PING_SECONDS = 5
SILENCE_SECONDS = 10
_MOST_HEAD = 16_384


class ServeError(PaijuError):
    """A server that cannot start."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The plan that a command line describes. Without a `port` the first free one is taken; `admin_port` 0 is none. A `node` is one of several.

    `bots` are what plays by the names of the server's own bots.
    """

    host: str
    port: int | None
    db: str | URL
    secret: str = ""
    vapid: str = ""
    admin_port: int | None = None
    proxies: tuple[Network, ...] = ()
    origins: tuple[str, ...] = ()
    limits: Limits = field(default_factory=Limits)
    node: str | None = None
    bots: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reach:
    """Where a running server is found: by this machine, by others (the best first), and its figures; `bots` are the games of its own bots."""

    here: str
    lan: tuple[str, ...]
    admin: str | None
    moved_from: int | None
    copy: str | None
    bots: Mapping[str, Sequence[str]] = field(default_factory=dict)


SWITCH_SECONDS = 0.0005
"""How long another thread may keep the tables waiting after each of their calls to the system; Python's own 5 ms add up."""


class _Server(uvicorn.Server):
    """Leaves signals to `serve`, which ends two servers and the tables in order."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Capture none."""
        yield


async def serve(plan: Plan, started: Callable[[Reach], None], stopping: Callable[[], None]) -> None:
    """Serve until a signal; `started` gets the addresses, `stopping` hears that the end has begun.

    Raises:
        ServeError: serve.port, serve.host.
        ServerError: serve.secret, serve.vapid.
        StoreError: store.url, store.open, store.locked, store.newer, store.full, store.damaged, store.node, store.alone.
        PaijuError: as `OwnBots.start`.
    """
    sys.setswitchinterval(SWITCH_SECONDS)
    store = Store(plan.db, node=plan.node)
    public = listen(plan.host, plan.port, DEFAULT_PORT)
    port = public.getsockname()[1]
    with contextlib.closing(public), contextlib.ExitStack() as closing:
        own = None
        if plan.admin_port != 0:
            own = closing.enter_context(contextlib.closing(listen("127.0.0.1", plan.admin_port, port + 1)))
        own_bots = OwnBots(plan.bots)
        await own_bots.start()
        await store.open()
        try:
            reach = replace(_reach(plan, port, own, store), bots=own_bots.games)
            front, servers = await _build(plan, reach, store, own_bots, admin=own is not None)
            sockets = [public, own][: len(servers)]
            await _run(front, servers, sockets, lambda: started(reach), stopping)
        finally:
            await store.close()


def _reach(plan: Plan, port: int, own: socket.socket | None, store: Store) -> Reach:
    hosts = lan_addresses() if plan.host in _EVERYWHERE else [] if is_loopback(plan.host) else [plan.host]
    local = "localhost" if plan.host in _EVERYWHERE or is_loopback(plan.host) else plan.host
    moved = plan.port is None and port != DEFAULT_PORT
    return Reach(
        here=f"http://{_bracketed(local)}:{port}",
        lan=tuple(f"http://{_bracketed(host)}:{port}" for host in hosts),
        admin=f"http://127.0.0.1:{own.getsockname()[1]}" if own else None,
        moved_from=DEFAULT_PORT if moved else None,
        copy=str(store.copy) if store.copy else None,
    )


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


async def _build(
    plan: Plan, reach: Reach, store: Store, own_bots: OwnBots, *, admin: bool
) -> tuple[Front, list[uvicorn.Server]]:
    tokens = Tokens(await secret_of(store, plan.secret))
    helpers = Helpers(store.url) if file_of(store.url) is None else None
    hub = Hub(store, limits=plan.limits, key=await key_of(store), helpers=helpers, own_bots=own_bots)
    push = Push(store, await signer_of(store, plan.vapid))
    hub.notify = push.notify
    await hub.start()
    if helpers is not None:
        helpers.start()
    config = Config(plan.proxies, plan.origins, reach.lan, plan.limits, plan.node)
    app = create_app(store, hub, tokens, config, push=push)
    front: Front = app.state.front
    servers: list[uvicorn.Server] = [_Server(public_config(app, front.doors))]
    if admin:
        servers.append(
            _Server(_config(create_admin(front), ConnectionLimiter(Limits(), most=100), ws="none"))
        )
    return front, servers


def public_config(app: ASGIApp, doors: ConnectionLimiter) -> uvicorn.Config:
    """How the public application is served."""
    return _config(
        app,
        doors,
        ws=partial(CountedFrames, doors=doors),
        ws_max_size=2 * MOST_FRAME_BYTES,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=SILENCE_SECONDS,
        ws_per_message_deflate=False,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=5,
        h11_max_incomplete_event_size=_MOST_HEAD,
    )


def _config(app: ASGIApp, doors: ConnectionLimiter, **more: Any) -> uvicorn.Config:
    plain = {"lifespan": "off", "log_config": None, "access_log": False, "proxy_headers": False}
    given = {"loop": "asyncio", "server_header": False, "timeout_graceful_shutdown": 1, **plain, **more}
    return uvicorn.Config(app, http=partial(PromptRequests, doors=doors), **given)  # type: ignore[arg-type]  # a dictionary has one type for all


async def _run(
    front: Front,
    servers: list[uvicorn.Server],
    sockets: list[socket.socket | None],
    started: Callable[[], None],
    stopping: Callable[[], None],
) -> None:
    stop = asyncio.Event()
    with signals(stop), collecting():
        holding = asyncio.create_task(hold(front.store, front.hub), name="holding")
        watching = asyncio.create_task(front.doors.watch(), name="doors")
        tasks = [
            asyncio.create_task(server.serve([own]), name="http")
            for server, own in zip(servers, sockets, strict=True)
            if own is not None
        ]
        # uvicorn tells nobody when it has started
        while not all(server.started for server in servers) and not any(task.done() for task in tasks):  # noqa: ASYNC110 - it tells nobody
            await asyncio.sleep(0.01)
        log("started")
        front.reviews.start()
        if front.push is not None:
            front.push.start()
        started()
        waiting = asyncio.create_task(stop.wait())
        await asyncio.wait([waiting, holding, *tasks], return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        holding.cancel()
        stopping()
        await _stop(front, servers)
        await asyncio.gather(*tasks)
        watching.cancel()
        for task in (watching, holding):
            with contextlib.suppress(asyncio.CancelledError):
                await task
        log("stopped")


async def _stop(front: Front, servers: list[uvicorn.Server]) -> None:
    """Give the tables to other nodes or say so to every page, end them, then the sockets."""
    front.running = False
    for ends, seconds in ((front.hub.hand_over, HAND_OVER_SECONDS), (front.hub.stop, _STOP_SECONDS)):
        try:
            await asyncio.wait_for(ends(), seconds)
        except Exception as error:  # noqa: BLE001 - everything is stored already; the rest must end all the same
            log_error("tables did not stop cleanly", error)
    await front.reviews.stop()
    if front.push is not None:
        await front.push.stop()
    if front.hub.helpers is not None:
        await front.hub.helpers.stop()
    for server in servers:
        server.should_exit = True


def listen(host: str, port: int | None, first: int) -> socket.socket:
    """A listening socket on `port`, or without one on the first free port from `first` on.

    Raises:
        ServeError: serve.port, serve.host.
    """
    if port is not None:
        return _bound(host, port)
    for candidate in range(first, min(first + _PORTS_TRIED, _HIGHEST_PORT)):
        with contextlib.suppress(_TakenError):
            return _bound(host, candidate)
    return _bound(host, 0)


class _TakenError(ServeError):
    """A port that someone else listens on."""


def _bound(host: str, port: int) -> socket.socket:
    own = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
    try:
        if os.name == "posix":
            own.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if host == "::":
            own.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        own.bind((host, port))
        own.listen(2048)
    except (OSError, OverflowError, TypeError, UnicodeError) as error:  # the last two: no name of a host
        own.close()
        if not isinstance(error, OSError) or isinstance(error, socket.gaierror) or _is_foreign(error):
            raise ServeError(
                "serve.host", f"cannot listen on {host}:{port}", {"host": f"{host}:{port}"}
            ) from None
        raise _TakenError(
            "serve.port", f"port {port} is taken; choose another with --port", {"port": port}
        ) from None
    return own


def _is_foreign(error: OSError) -> bool:
    """Whether an address is not ours to listen on; everything else means that the port is taken."""
    return error.errno in (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT, errno.EACCES, errno.EPERM)


# --- what the command line asks of the server, and all that it knows of it: to run, and to look after what it keeps

__all__ = ["Finding", "Plan", "Reach", "backup", "blocks", "examine", "plan", "restore", "run", "workers"]

_NODE = re.compile(r"\A[a-z0-9-]{1,32}\Z")


def plan(
    *, host: str, port: int | None, db: str | None, admin_port: int | None,
    proxies: Sequence[str], origins: Sequence[str], limits: Sequence[str], node: str | None = None,
    bots: Sequence[str] = (),
) -> Plan:  # fmt: skip
    """The plan, from its texts; the secret is in the environment.

    Raises:
        StoreError: store.url.
        PaijuError: serve.proxy, serve.origin, serve.limit, serve.node, serve.bot.
    """
    if node is not None and not _NODE.match(node):
        known = "a-z, 0-9, -"
        raise PaijuError("serve.node", f"--node {node!r}: 1 to 32 of {known}", {"text": node, "known": known})
    return Plan(
        host=host,
        port=port,
        db=parse_url(db),
        secret=os.environ.get("PAIJU_SECRET", ""),
        vapid=os.environ.get("PAIJU_VAPID", ""),
        admin_port=admin_port,
        proxies=_proxies(proxies),
        origins=tuple(map(_origin, origins)),
        limits=_limits(limits),
        node=node,
        bots=named(bots),
    )


def run(plan: Plan, started: Callable[[Reach], None], stopping: Callable[[], None]) -> None:
    """Serve until a signal, as `serve`; the log goes to stderr, what is usual only where no person reads it."""
    logs.configure(quiet=sys.stderr.isatty())
    asyncio.run(serve(plan, started, stopping))


def _proxies(texts: Sequence[str]) -> tuple[Network, ...]:
    try:
        return networks(texts)
    except ValueError as error:
        raise PaijuError("serve.proxy", f"--proxy: {error}", {"text": " ".join(texts)}) from None


def _origin(text: str) -> str:
    if (site := site_of(text, Site)) is None:
        raise PaijuError(
            "serve.origin",
            f"--origin {excerpt(text)!r} is not like https://example.org",
            {"text": excerpt(text)},
        )
    return site.origin


def _limits(texts: Sequence[str]) -> Limits:
    given: dict[str, int] = {}
    for text in texts:
        name, _, value = text.partition("=")
        if name not in Limits.names() or not (value.isascii() and value.isdigit() and 0 < int(value) < 10**6):
            known = ", ".join(Limits.names())
            raise PaijuError(
                "serve.limit",
                f"--limit {text!r} is not NAME=N with one of {known}",
                {"text": text, "known": known},
            )
        given[name] = int(value)
    return Limits(**given)
