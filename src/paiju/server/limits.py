"""How much one address or guest may ask for. Everything here is bounded in number and forgets by itself."""

from __future__ import annotations

import ipaddress
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, fields

from paiju.server.errors import ServerError

IP_FACTOR = 5
"""An address may ask for this many times what one guest may: a family sits behind one."""

_MOST_KEYS = 20_000
_FREE_TRIES = 3
_FIRST_WAIT = 2.0
_LONGEST_WAIT = 900.0
_FORGIVEN_AFTER = 3600.0
_WRONG_PER_MINUTE = 120

Clock = Callable[[], float]


@dataclass(frozen=True, slots=True)
class Limits:
    """Requests a minute of one guest, and sockets at a time."""

    api: int = 120
    joins: int = 10
    creates: int = 10
    guests: int = 10
    replays: int = 20
    sockets_per_ip: int = 40
    sockets_per_guest: int = 8
    sockets: int = 2000

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """The limits that can be set."""
        return tuple(field.name for field in fields(cls))


class Buckets:
    """Token buckets by key: `per_minute` on average, as many at once."""

    def __init__(self, per_minute: float, clock: Clock = time.monotonic) -> None:
        self._most = float(per_minute)
        self._clock = clock
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str) -> float:
        """0 and one token less, or the seconds until there is one."""
        now = self._clock()
        level, then = self._levels.pop(key, (self._most, now))
        level = min(self._most, level + (now - then) * self._most / 60)
        allowed = level >= 1
        self._levels[key] = (level - 1 if allowed else level, now)
        if len(self._levels) > _MOST_KEYS:
            self._levels.popitem(last=False)
        return 0.0 if allowed else (1 - level) * 60 / self._most


class Guard:
    """Against trying codes: after a few wrong ones each try costs twice the wait of the one before.

    The wait stands for right codes too, so that it tells nothing. When many addresses together try too many,
    whoever has been wrong lately has to wait.
    """

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._wrong: OrderedDict[str, tuple[int, float]] = OrderedDict()
        self._all = Buckets(_WRONG_PER_MINUTE, clock)
        self._flooded_until = 0.0

    def wait(self, key: str) -> float:
        """Seconds until `key` may try again; 0 for now."""
        now = self._clock()
        tries, last = self._wrong.get(key, (0, 0.0))
        if not tries or now - last > _FORGIVEN_AFTER:
            return 0.0
        own = last - now + _delay(tries)
        return max(0.0, own, self._flooded_until - now)

    def wrong(self, key: str) -> None:
        """Somebody tried a code that is none."""
        now = self._clock()
        tries, last = self._wrong.pop(key, (0, now))
        self._wrong[key] = (1 if now - last > _FORGIVEN_AFTER else tries + 1, now)
        if len(self._wrong) > _MOST_KEYS:
            self._wrong.popitem(last=False)
        if short := self._all.take(""):
            self._flooded_until = now + max(60.0, short)


def _delay(tries: int) -> float:
    if tries <= _FREE_TRIES:
        return 0.0
    return min(_LONGEST_WAIT, _FIRST_WAIT * 2.0 ** min(tries - _FREE_TRIES - 1, 20))


class Sockets:
    """How many sockets are open, by address and guest."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._open: Counter[str] = Counter()
        self.total = 0

    def enter(self, ip: str, guest: str) -> None:
        """Count one more.

        Raises:
            ServerError: server.full, rate.limited.
        """
        limits = self._limits
        if self.total >= limits.sockets:
            raise ServerError("server.full", "too many sockets")
        if (
            self._open[f"ip {ip}"] >= limits.sockets_per_ip
            or self._open[f"guest {guest}"] >= limits.sockets_per_guest
        ):
            raise limited(5)
        self.total += 1
        self._open[f"ip {ip}"] += 1
        self._open[f"guest {guest}"] += 1

    def leave(self, ip: str, guest: str) -> None:
        """Count one less."""
        self.total -= 1
        for key in (f"ip {ip}", f"guest {guest}"):
            self._open[key] -= 1
            if not self._open[key]:
                del self._open[key]


def limited(seconds: float) -> ServerError:
    """The refusal of somebody who asks too much."""
    return ServerError("rate.limited", "too many requests", {"seconds": max(1, round(seconds + 0.5))})


def address_key(address: str) -> str:
    """What stands for the owner of an address: an IPv6 subscriber has a whole /64."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped:
            return str(ip.ipv4_mapped)
        return str(ipaddress.ip_network((ip, 64), strict=False).network_address)
    return str(ip)
