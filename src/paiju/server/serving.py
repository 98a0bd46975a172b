"""Running a server: addresses, start, the orderly end.

ServeError
  serve.port    the port that was asked for is taken
  serve.host    an address of another machine, or none at all
  serve.secret  PAIJU_SECRET is too short
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import socket
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import uvicorn
from starlette.types import ASGIApp

from paiju.core.errors import PaijuError
from paiju.server.admin import create_admin
from paiju.server.app import create_app
from paiju.server.collecting import collect
from paiju.server.doors import Doors
from paiju.server.frames import CountedFrames
from paiju.server.front import Config, Front, Network
from paiju.server.guests import Tokens, key_of, secret_of
from paiju.server.holding import hold
from paiju.server.hub import Hub
from paiju.server.incoming import PromptRequests
from paiju.server.lan import is_loopback, lan_addresses
from paiju.server.limits import Limits
from paiju.server.logs import log, log_error
from paiju.server.protocol import MOST_FRAME_BYTES
from paiju.server.signals import signals
from paiju.server.store import SqlStore
from paiju.server.store.engines import file_of
from paiju.server.workers.helpers import Helpers

DEFAULT_PORT = 8000
_PORTS_TRIED = 100
_HIGHEST_PORT = 65_535
_EVERYWHERE = ("0.0.0.0", "::", "")  # noqa: S104 - named here in order to say so to the user
_STOP_SECONDS = 10
HAND_OVER_SECONDS = 900
"""A node that is stopped may take so long for deals that only its version plays; all others are gone in a moment."""
STOP_SECONDS = HAND_OVER_SECONDS + 30
"""Units and containers (`deploy`) wait so long before they kill a server that stops: the hand-over, then the tables, sockets and the database."""
PING_SECONDS = 5
SILENCE_SECONDS = 10
_MOST_HEAD = 16_384


class ServeError(PaijuError):
    """A server that cannot start."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a command line asks for. Without a `port` the first free one is taken; `admin_port` 0 is none. A `node` is one of several."""

    host: str
    port: int | None
    db: str
    secret: str = ""
    admin_port: int | None = None
    proxies: tuple[Network, ...] = ()
    origins: tuple[str, ...] = ()
    limits: Limits = field(default_factory=Limits)
    node: str | None = None


@dataclass(frozen=True, slots=True)
class Reach:
    """Where a running server is found: by this machine, by others (the best first), and its figures."""

    here: str
    lan: tuple[str, ...]
    admin: str | None
    moved_from: int | None
    copy: str | None


SWITCH_SECONDS = 0.0005
"""How long another thread may keep the tables waiting after each of their calls to the system; Python's own 5 ms add up."""


class _Server(uvicorn.Server):
    """Leaves signals to `serve`, which ends two servers and the tables in order."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Capture none."""
        yield


async def serve(plan: Plan, started: Callable[[Reach], None], stopping: Callable[[], None]) -> None:
    """Serve until a signal; `started` is told the addresses, `stopping` that the end has begun.

    Raises:
        ServeError: serve.port, serve.host, serve.secret.
        StoreError: store.url, store.open, store.locked, store.newer, store.full, store.damaged, store.node, store.alone.
    """
    sys.setswitchinterval(SWITCH_SECONDS)
    store = SqlStore(plan.db, node=plan.node)
    public = listen(plan.host, plan.port, DEFAULT_PORT)
    port = public.getsockname()[1]
    with contextlib.closing(public), contextlib.ExitStack() as closing:
        own = None
        if plan.admin_port != 0:
            own = closing.enter_context(contextlib.closing(listen("127.0.0.1", plan.admin_port, port + 1)))
        await store.open()
        try:
            reach = _reach(plan, port, own, store)
            front, servers = await _build(plan, reach, store, admin=own is not None)
            sockets = [public, own][: len(servers)]
            await _run(front, servers, sockets, lambda: started(reach), stopping)
        finally:
            await store.close()


def _reach(plan: Plan, port: int, own: socket.socket | None, store: SqlStore) -> Reach:
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
    plan: Plan, reach: Reach, store: SqlStore, *, admin: bool
) -> tuple[Front, list[uvicorn.Server]]:
    tokens = Tokens(await secret_of(store, plan.secret))
    helpers = Helpers(store.url) if file_of(store.url) is None else None
    hub = Hub(store, limits=plan.limits, key=await key_of(store), helpers=helpers)
    await hub.start()
    if helpers is not None:
        helpers.start()
    app = create_app(
        store, hub, tokens, Config(plan.proxies, plan.origins, reach.lan, plan.limits, plan.node)
    )
    front: Front = app.state.front
    servers: list[uvicorn.Server] = [_Server(public_config(app, front.doors))]
    if admin:
        servers.append(_Server(_config(create_admin(front), Doors(Limits(), most=100), ws="none")))
    return front, servers


def public_config(app: ASGIApp, doors: Doors) -> uvicorn.Config:
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


def _config(app: ASGIApp, doors: Doors, **more: Any) -> uvicorn.Config:
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
    with signals(stop):
        holding = asyncio.create_task(hold(front.store, front.hub), name="holding")
        collecting = asyncio.create_task(collect(), name="collecting")
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
        started()
        waiting = asyncio.create_task(stop.wait())
        await asyncio.wait([waiting, holding, *tasks], return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        holding.cancel()
        collecting.cancel()
        stopping()
        await _stop(front, servers)
        await asyncio.gather(*tasks)
        watching.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await watching
        with contextlib.suppress(asyncio.CancelledError):
            await collecting
        with contextlib.suppress(asyncio.CancelledError):
            await holding
        log("stopped")


async def _stop(front: Front, servers: list[uvicorn.Server]) -> None:
    """Give the tables to other nodes or say so to every page, end them, then the sockets."""
    front.running = False
    for ends, seconds in ((front.hub.hand_over, HAND_OVER_SECONDS), (front.hub.stop, _STOP_SECONDS)):
        try:
            await asyncio.wait_for(ends(), seconds)
        except Exception as error:  # noqa: BLE001 - everything is kept already; the rest must end all the same
            log_error("tables did not stop", error)
    await front.reviews.stop()
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
    """A port that somebody else listens on."""


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
