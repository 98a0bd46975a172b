"""Limits of guests, addresses and networks: their table, and the counters."""

from __future__ import annotations

import ipaddress
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from functools import lru_cache

from paiju.server.errors import ServerError

_HAIR = 1e-9
"""What rounding may leave missing of a token."""


@dataclass(frozen=True, slots=True)
class Rate:
    """`most` at once, and one more every `refill_ms`."""

    most: float
    refill_ms: float


class Bucket:
    """The rest of a rate. Times are in ms and do not run back."""

    __slots__ = ("_at", "_left", "_rate")

    def __init__(self, rate: Rate, now: float) -> None:
        self._rate, self._left, self._at = rate, float(rate.most), now

    def wait(self, now: float, tokens: float = 1.0) -> float:
        """Milliseconds until this many tokens are there; 0 for now."""
        self._left = min(self._rate.most, self._left + (now - self._at) / self._rate.refill_ms)
        self._at = now
        lacks = tokens - self._left
        return lacks * self._rate.refill_ms if lacks > _HAIR else 0.0

    def is_full(self, now: float) -> bool:
        """Whether all of it is there, so that a new one would be the same."""
        return self.wait(now, self._rate.most) == 0.0

    def spend(self, now: float, tokens: float = 1.0) -> bool:
        """Take these if they are there; tokens below 0 are given back."""
        if self.wait(now, tokens):
            return False
        self._left = min(self._rate.most, self._left - tokens)
        return True


# --- the table of what a guest, an address and a network may ask for in a minute and hold at once

HOUSEHOLD = 5
"""An address has the limits of this many guests: a household shares one."""
NETWORKS = {4: ((32, 1), (24, 4)), 6: ((64, 1), (56, 2), (48, 4))}
"""What counts as an address and the networks around it, as lengths of prefixes, with how many addresses' share each has."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Requests of one guest a minute, or a day where the name says so, and what is held at a time."""

    requests: int = 600
    messages: int = 1200
    api: int = 120
    joins: int = 10
    creates: int = 10
    guests: int = 10
    replays: int = 6
    reviews: int = 30
    series_a_day: int = 12
    connects: int = 120
    connections_per_ip: int = 150
    sockets_per_guest: int = 8
    sockets_per_ip: int = 40
    sockets: int = 2000
    tables_per_guest: int = 10
    tables_per_ip: int = 40
    tables: int = 2000
    series: int = 10_000
    devices: int = 20_000

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """The limits that can be set."""
        return tuple(field.name for field in fields(cls))


MINUTE, DAY = 60.0, 86_400.0
RATES = {
    **dict.fromkeys(("requests", "messages", "api", "joins", "creates", "guests", "replays", "reviews", "connects"), MINUTE),
    "series_a_day": DAY,
}  # fmt: skip
"""The limits that are rates, and in how many seconds each may be used up once."""


def limited(seconds: float) -> ServerError:
    """The refusal of too many requests."""
    return ServerError("rate.limited", "too many requests", {"seconds": max(1, round(seconds + 0.5))})


def address_key(address: str) -> str:
    """The key of the owner of an address: an IPv6 subscriber has a whole /64."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped:
            return str(ip.ipv4_mapped)
        return str(ipaddress.ip_network((ip, 64), strict=False).network_address)
    return str(ip)


@lru_cache(4096)
def scopes(key: str) -> tuple[tuple[str, int], ...]:
    """An address, as `address_key` names it, and the networks around it, each with its share."""
    try:
        version = ipaddress.ip_address(key).version
    except ValueError:
        return ((key, 1),)
    return tuple((network_of(key, length), share) for length, share in NETWORKS[version])


@lru_cache(4096)
def network_of(key: str, length: int) -> str:
    """The network of an address with so long a prefix."""
    return str(ipaddress.ip_network((key, length), strict=False))


# --- counters of requests and of what is held: bounded in number, they forget by themselves

MOST_KEYS = 20_000

Clock = Callable[[], float]


class Buckets:
    """Token buckets by key: `most` in `seconds` on average, as many at once."""

    def __init__(self, most: float, clock: Clock = time.monotonic, *, seconds: float = MINUTE) -> None:
        self._rate = Rate(most, 1000 * seconds / most)
        self._clock = clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def wait(self, key: str) -> float:
        """Seconds until there is a token; 0 for now."""
        return self._bucket(key).wait(self._now()) / 1000

    def take(self, key: str, tokens: float = 1.0) -> float:
        """0 and one token less, or the seconds until there is one; tokens below 0 are given back."""
        now, bucket = self._now(), self._bucket(key)
        self._buckets[key] = bucket
        self._buckets.move_to_end(key)
        if len(self._buckets) > MOST_KEYS:
            self._buckets.popitem(last=False)
        return 0.0 if bucket.spend(now, tokens) else bucket.wait(now, tokens) / 1000

    def _bucket(self, key: str) -> Bucket:
        return self._buckets.get(key) or Bucket(self._rate, self._now())

    def _now(self) -> float:
        return 1000 * self._clock()


class Rates:
    """What guests, addresses and networks ask for in a minute or a day."""

    def __init__(self, limits: Limits, clock: Clock = time.monotonic) -> None:
        self._limits, self._clock = limits, clock
        self._buckets: dict[tuple[str, float], Buckets] = {}

    def take(self, what: str, ip: str = "", guest: str = "") -> float:
        """Count one request; 0, or the seconds until one more is allowed, and then it counts nowhere."""
        counted = [(self._of(what, most), key) for key, most in self.shares(what, ip, guest).items()]
        wait = max(buckets.wait(key) for buckets, key in counted)
        if not wait:
            for buckets, key in counted:
                buckets.take(key)
        return wait

    def shares(self, what: str, ip: str, guest: str) -> dict[str, float]:
        """The keys that one request counts for, each with how many it may have."""
        most = getattr(self._limits, what)
        found = {f"{what} {key}": most * HOUSEHOLD * share for key, share in (scopes(ip) if ip else ())}
        return {**found, f"{what} guest {guest}": most} if guest else found

    def _of(self, what: str, most: float) -> Buckets:
        if (what, most) not in self._buckets:
            self._buckets[what, most] = Buckets(most, self._clock, seconds=RATES[what])
        return self._buckets[what, most]


class Held:
    """Counts of a thing that is held: `most` in all, unless others limit that, `each` by an address, more by a network, `own` by a guest.

    Whatever has no address counts only in all.
    """

    def __init__(self, most: int | None, each: int, own: int = 0) -> None:
        self._most, self._each, self._own = most, each, own
        self._by_place: Counter[str] = Counter()
        self.total = 0

    def enter(self, ip: str, guest: str = "") -> None:
        """Count one more.

        Raises:
            ServerError: server.full, rate.limited.
        """
        if self._most is not None and self.total >= self._most:
            raise ServerError("server.full", "too many in all")
        places = self._places(ip, guest)
        if any(self._by_place[place] >= most for place, most in places.items()):
            raise limited(5)
        self.total += 1
        self._by_place.update(places.keys())

    def leave(self, ip: str, guest: str = "") -> None:
        """Count one less."""
        self.total -= 1
        for place in self._places(ip, guest):
            self._by_place[place] -= 1
            if not self._by_place[place]:
                del self._by_place[place]

    def _places(self, ip: str, guest: str) -> dict[str, int]:
        """What one counts for, each with how many it may hold."""
        found = {key: self._each * share for key, share in scopes(ip)} if ip else {}
        return {**found, f"guest {guest}": self._own} if guest else found


class Makers:
    """The tables that each address has awake, so that nobody fills the server."""

    def __init__(self, limits: Limits, awake: Callable[[], Collection[str]]) -> None:
        self._held = Held(None, limits.tables_per_ip)
        self._awake = awake
        self._tables: dict[str, str] = {}

    @contextmanager
    def making(self, ip: str) -> Iterator[Callable[[str], None]]:
        """An address makes a table, and passes its name to the function that it gets.

        Raises:
            ServerError: rate.limited.
        """
        awake = self._awake()
        for table in [table for table in self._tables if table not in awake]:
            self._held.leave(self._tables.pop(table))
        self._held.enter(ip)
        made: list[str] = []
        try:
            yield made.append
        finally:
            new = {table: ip for table in made if table not in self._tables}
            self._tables.update(new)
            if not new:
                self._held.leave(ip)
