"""The one table of what a guest, an address and a network may ask for in a minute and hold at once.

A network is where addresses are cheap: whoever has one of an IPv4 /24 or an IPv6 /64 often has its neighbours too.
"""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass, fields
from functools import lru_cache

from paiju.server.errors import ServerError

FAMILY = 5
"""An address may ask for this many times what one guest may: a family sits behind one."""
NETWORKS = {4: ((32, 1), (24, 4)), 6: ((64, 1), (56, 2), (48, 4))}
"""What counts as an address and the networks around it, as lengths of prefixes, with how many addresses' share each has."""
FIRST_WAIT = 2.0
"""Seconds that the first wrong code too many costs; each further one doubles them."""
FORGIVEN_AFTER = 3600.0
WRONG_PER_MINUTE = 120
"""When all together are wrong more often, whoever seems to guess waits for"""
FLOOD_WAIT = 60.0
"""seconds."""
INNOCENT = 1
"""Whoever has been wrong so often lately has mistyped."""


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
