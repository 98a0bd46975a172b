"""The address that people open: whether the proxy before the nodes passes everything on as they need it."""

from __future__ import annotations

import base64
import http.client
import os
import socket
import ssl
import time
from collections.abc import Iterator
from email.utils import parsedate_to_datetime
from ipaddress import ip_address

from paiju.core.errors import UsageError, told
from paiju.server.doctor.findings import Finding, fine, note, wrong
from paiju.server.site import Site, site_of

_PATIENCE = 10.0
_MOST_SKEW = 5.0
_SOON_DAYS = 14
_DAY = 86_400
_COOKIE = "paiju_guest"


class Reach(Site):
    """A site that is asked."""

    __slots__ = ()

    @property
    def near(self) -> bool:
        """Whether it is of this machine alone."""
        try:
            return self.host == "localhost" or ip_address(self.host).is_loopback
        except ValueError:
            return False

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
            "usage.site", f"--url {told(url)!r} is not like https://cards.example.org", {"text": told(url)}
        )
    return reach


def look(reach: Reach, nodes: list[str]) -> Iterator[Finding]:
    """What there is to say about an address, and about the nodes behind it."""
    try:
        guest = reach.ask("GET", "/api/me")
    except ssl.SSLCertVerificationError as error:
        yield wrong(
            "url.certificate", f"the certificate is refused: {error.verify_message}", "renew it for this name"
        )
        return
    except (OSError, http.client.HTTPException) as error:
        told = f"{reach.origin} does not answer: {error or type(error).__name__}"
        yield wrong("url.open", told, "see that the proxy runs and that the name leads to it")
        return
    if guest.status != http.client.OK:
        yield wrong(
            "url.status", f"{reach.origin}/api/me answers {guest.status}",
            "see that the proxy knows a node that is well, and that paiju runs behind it", status=guest.status,
        )  # fmt: skip
        return
    yield fine("url.open", f"{reach.origin} answers")
    for check in (_tls, _cookie, _clock):
        yield check(reach, guest)
    try:
        yield _host(reach)
        yield _sockets(reach)
        for node in nodes:
            yield _node(reach, node)
    except (OSError, http.client.HTTPException) as error:
        told = f"{reach.origin} stopped to answer: {error or type(error).__name__}"
        yield wrong("url.open", told, "look into the log of the proxy")


def _tls(reach: Reach, guest: http.client.HTTPResponse) -> Finding:
    if not reach.secure:
        if reach.near:
            return fine("url.tls", "plain HTTP, on this machine alone")
        return wrong(
            "url.plain", "plain HTTP: whoever is on the way can read cards and take seats",
            "put a proxy with TLS before it, see docs/hosting.md",
        )  # fmt: skip
    with (
        socket.create_connection((reach.host, reach.port), timeout=_PATIENCE) as line,
        ssl.create_default_context().wrap_socket(line, server_hostname=reach.host) as secure,
    ):
        certificate = secure.getpeercert() or {}
    days = (ssl.cert_time_to_seconds(str(certificate["notAfter"])) - time.time()) / _DAY
    told = f"the certificate is good for {days:.0f} days"
    if days < _SOON_DAYS:
        return wrong("url.expires", told, "see why it is not renewed", days=int(days))
    return fine("url.tls", told, days=int(days))


def _cookie(reach: Reach, guest: http.client.HTTPResponse) -> Finding:
    told = next((text for text in guest.headers.get_all("Set-Cookie", []) if text.startswith(_COOKIE)), None)
    if told is None:
        return wrong("cookie.none", "a new guest gets no cookie", "let the proxy pass Set-Cookie on")
    flags = {flag.strip().lower() for flag in told.split(";")[1:]}
    missing = [name for name in ("httponly", "samesite=lax") if name not in flags]
    if missing:
        return wrong(
            "cookie.flags",
            f"the proxy has taken {', '.join(missing)} from cookies",
            "let it leave them alone",
        )
    if reach.secure and "secure" not in flags:
        return wrong(
            "cookie.insecure", "cookies are not marked Secure, though this is HTTPS",
            "let the proxy send X-Forwarded-Proto, and start paiju with --proxy ADDRESS of the proxy",
        )  # fmt: skip
    return fine("cookie.flags", "cookies carry their flags")


def _clock(reach: Reach, guest: http.client.HTTPResponse) -> Finding:
    date = guest.headers.get("Date")
    if date is None:
        return note("url.clock", "answers carry no Date", "nothing depends on it but this check")
    skew = parsedate_to_datetime(date).timestamp() - time.time()
    told = f"the clock behind the address is {abs(skew):.0f} s from this machine's"
    if abs(skew) > _MOST_SKEW:
        return wrong("url.clock", told, "let all machines follow NTP", seconds=int(skew))
    return fine("url.clock", told, seconds=int(skew))


def _host(reach: Reach) -> Finding:
    """A request that changes nothing, as a page of this address sends it."""
    answer = reach.ask("POST", "/api/join", "{}", Origin=reach.origin, Content_Type="application/json")
    if answer.status == http.client.FORBIDDEN:
        return wrong(
            "url.host", "pages are refused as those of another site: the proxy changes the Host header",
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
