"""Addresses that people open: the site's own, those on the local network, and QR codes of them."""

from __future__ import annotations

import io
import ipaddress
import socket
import struct
import sys
from dataclasses import dataclass
from typing import TypeVar
from urllib.parse import urlsplit

import segno

_LONGEST = 300


@dataclass(frozen=True, slots=True)
class Site:
    """An address, taken apart; the host in letters that a browser sends."""

    secure: bool
    host: str
    port: int

    @property
    def origin(self) -> str:
        """As a browser names it."""
        usual = self.port == (443 if self.secure else 80)
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http{'s' if self.secure else ''}://{host}{'' if usual else f':{self.port}'}"


Kind = TypeVar("Kind", bound=Site)


def site_of(text: str, kind: type[Kind]) -> Kind | None:
    """The site at an address like https://cards.example.org, of some `kind`; None for what is none."""
    if len(text) > _LONGEST or not text.isprintable() or " " in text:
        return None
    try:
        parts = urlsplit(text)
        port = parts.port
        host = (parts.hostname or "").encode("idna").decode()
    except ValueError:
        return None
    more = (parts.path.strip("/"), parts.query, parts.fragment, parts.username, parts.password)
    if parts.scheme not in ("http", "https") or not host or port == 0 or any(more):
        return None
    secure = parts.scheme == "https"
    return kind(secure, host, port or (443 if secure else 80))


# --- the addresses under which others on the same network reach this machine

_VIRTUAL = ("docker", "br-", "veth", "virbr", "vmnet", "vbox", "lxc", "cni", "flannel", "tailscale")
_SIOCGIFADDR = 0x8915
_NAME_BYTES = 15


def lan_addresses() -> list[str]:
    """IPv4 addresses of this machine on local networks, the likeliest first; [] without a network."""
    found = [*_default_route(), *_interfaces(), *_by_name()]
    return [address for address in dict.fromkeys(found) if _usable(address)]


def is_loopback(host: str) -> bool:
    """Whether a host name or address means this machine itself."""
    name = host.strip("[]").lower()
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def _usable(address: str) -> bool:
    ip = ipaddress.ip_address(address)
    return not (ip.is_loopback or ip.is_link_local or ip.is_multicast or ip.is_unspecified)


def _default_route() -> list[str]:
    """The address that packets to the world would carry; connecting a datagram socket sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return []
        return [probe.getsockname()[0]]


def _interfaces() -> list[str]:
    if not sys.platform.startswith("linux"):
        return []
    import fcntl  # noqa: PLC0415 - not on every system

    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            if name.startswith(_VIRTUAL):
                continue
            wanted = struct.pack("256s", name.encode()[:_NAME_BYTES])
            try:
                answer = fcntl.ioctl(probe.fileno(), _SIOCGIFADDR, wanted)
            except OSError:
                continue
            found.append(socket.inet_ntoa(answer[20:24]))
    return found


def _by_name() -> list[str]:
    try:
        return [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    except OSError:
        return []


# --- qR codes: for the page and for the terminal


def svg(text: str) -> bytes:
    """A QR code as an SVG document, black on white, without styles or scripts."""
    out = io.BytesIO()
    segno.make(text, error="m").save(
        out,
        kind="svg",
        scale=6,
        border=3,
        dark="#000",
        light="#fff",
        xmldecl=False,
        svgclass=None,
        lineclass=None,
    )
    return out.getvalue()


def blocks(text: str) -> str:
    """A QR code in block characters, two rows of it in each line."""
    out = io.StringIO()
    segno.make(text, error="l").terminal(out, compact=True, border=2)
    return out.getvalue().rstrip("\n")
