"""Open connections: how many there may be, of each address and network too, and which of them nobody reads from."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from dataclasses import dataclass

from paiju.server.errors import ServerError
from paiju.server.limits import Limits, address_key
from paiju.server.rates import Clock, Held, Rates

Vouched = Callable[[str], bool]

UNREAD_SECONDS = 20.0
"""A connection that takes nothing of what waits for it is cut after so long, and after"""
LONGEST_UNREAD = 180.0
"""so long if it takes a little now and then."""
WATCH_SECONDS = 1.0
_MOST_FILES = 65_536
RESERVED_FILES = 256
"""Files that connections leave to the database, logs, pictures and processes."""


def files_allowed() -> int:
    """How many files this process may have open: as many as the system lets it, which it asks for."""
    try:
        import resource  # noqa: PLC0415 - not on every system
    except ImportError:  # pragma: no cover - Windows
        return 512
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, _MOST_FILES)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return _MOST_FILES if soft == resource.RLIM_INFINITY else soft
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        return wanted
    return soft


@dataclass(slots=True)
class _Visitor:
    """A connection: whose it is, and how much has waited for it since when."""

    ip: str
    unread: int = 0
    since: float = 0.0
    moved: float = 0.0


class Doors:
    """Lets connections in, and cuts those that do not read. `vouched` are addresses of proxies, who stand for many."""

    def __init__(
        self, limits: Limits, *, most: int, vouched: Vouched = lambda _: False, clock: Clock = time.monotonic
    ) -> None:
        self._held = Held(most, limits.connections_per_ip)
        self._rates = Rates(limits, clock)
        self._vouched = vouched
        self._clock = clock
        self._visitors: dict[asyncio.Transport, _Visitor] = {}

    @property
    def total(self) -> int:
        """How many are open."""
        return len(self._visitors)

    def enter(self, transport: asyncio.Transport) -> None:
        """Let a connection in, or cut it."""
        peer = transport.get_extra_info("peername")
        address = str(peer[0]) if isinstance(peer, tuple) and peer else ""
        ip = "" if self._vouched(address) else address_key(address)
        try:
            self._held.check(ip)
            refused = bool(ip) and self._rates.take("connects", ip) > 0
        except ServerError:
            refused = True
        if refused:
            transport.abort()
            return
        self._held.enter(ip)
        self._visitors[transport] = _Visitor(ip)

    def leave(self, transport: asyncio.Transport) -> None:
        """A connection is gone."""
        if (visitor := self._visitors.pop(transport, None)) is not None:
            self._held.leave(visitor.ip)

    async def watch(self) -> None:
        """Cut what is not read; for ever."""
        while True:
            await asyncio.sleep(WATCH_SECONDS)
            self.look()

    def look(self) -> None:
        """As `watch`, once."""
        now = self._clock()
        for transport, visitor in list(self._visitors.items()):
            unread = transport.get_write_buffer_size()
            if not unread:
                visitor.unread = 0
                continue
            if not visitor.unread:
                visitor.since = visitor.moved = now
            elif unread < visitor.unread:
                visitor.moved = now
            visitor.unread = unread
            if now - visitor.moved >= UNREAD_SECONDS or now - visitor.since >= LONGEST_UNREAD:
                transport.abort()
