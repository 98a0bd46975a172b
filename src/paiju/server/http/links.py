"""Addresses that people open: the site's own, those on the local network, and QR codes of them."""

from __future__ import annotations

import io
import ipaddress
import socket
import struct
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal, NamedTuple, TypeVar
from urllib.parse import urlencode, urlsplit

import msgspec
import segno

from paiju.games.registry import AT_HOME
from paiju.locales.pages import browser_texts, fill
from paiju.server.practice.replays import Outline, has_pictures

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
    """The address that packets to the internet would carry; connecting a datagram socket sends nothing."""
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


# --- QR codes: for the page and for the terminal


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


# --- what other sites display of links to pages: a title, a line and a picture, and no names

HOME = "web.link.home"
_PREVIEW = "/static/icons/preview.png"
_PREVIEWS = {game: f"/static/icons/preview-{game}.png" for game in AT_HOME}
"""The picture of a link, and those of links to records of a game (`tools/preview.py`)."""
Number = Annotated[int, msgspec.Meta(ge=0, le=99_999)]
"""No match has more deals, and no deal more steps."""
Viewer = Annotated[int, msgspec.Meta(ge=0, le=9)] | Literal["open"]


class Moment(msgspec.Struct, frozen=True):
    """The place in a record that an address names: a deal, from 1, and a step of it, from 0, as a seat or with all hands open; None is all of it."""

    deal: Number | None = None
    viewer: Viewer = "open"
    step: Number | None = None


class Link(NamedTuple):
    """The title of a link to a page, as a text; for a record also its game, and the points of a deal or of all.

    A position has no points, since they would tell how it went on, but a `picture` of its own, an address without its language.
    """

    text: str = HOME
    game: str = ""
    points: tuple[int, ...] = ()
    moment: Moment | None = None
    picture: str = ""

    def properties(self, lang: str, base: str) -> dict[str, str]:
        """The Open Graph properties of a link."""
        texts = browser_texts(lang)
        picture = f"{self.picture}{'&' if '?' in self.picture else '?'}lang={lang}" if self.picture else ""
        return {
            "og:type": "website",
            "og:site_name": texts["web.app"],
            "og:title": " · ".join(
                [*([texts[f"web.game.{self.game}"]] if self.game else []), texts[self.text]]
            ),
            "og:description": self._line(lang),
            "og:image": base + (picture or _PREVIEWS.get(self.game) or _PREVIEW),
            "og:image:width": "1200",
            "og:image:height": "630",
            "og:locale": lang,
        }

    def _line(self, lang: str) -> str:
        texts = browser_texts(lang)
        if self.moment is None:
            return " / ".join(f"{points:+d}" for points in self.points) or texts["web.link.line"]
        facts = {"deal": self.moment.deal, "step": 1 + (self.moment.step or 0)}
        if self.moment.viewer == "open":
            return fill(texts["web.link.position.open"], lang, **facts)
        return fill(texts["web.link.position.seat"], lang, **facts, seat=self.moment.viewer + 1)


def link_of(game: str, outline: Outline, text: str, query: Mapping[str, str], source: str) -> Link:
    """A link to a record of a game, `text` where it is about all of it; its picture lies under `source`."""
    try:
        at = msgspec.convert(dict(query), Moment, strict=False)
    except msgspec.ValidationError:
        at = Moment()
    deal, seat = 1 if at.deal is None else at.deal, None if at.viewer == "open" else at.viewer
    if at.step is None or not has_pictures(game) or not outline.shows(deal, seat):
        return Link(text, game, outline.points(at.deal))
    at = msgspec.structs.replace(at, deal=deal)
    picture = f"{source}/picture.png?{urlencode(msgspec.structs.asdict(at))}"
    return Link("web.link.position", game, moment=at, picture=picture)
