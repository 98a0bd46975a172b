"""Telling guests of things while no page of theirs is open: Web Push, to the devices on which they asked for it.

A message is encrypted for one browser (RFC 8291) and signed with the server's key (RFC 8292), so the service that carries it
reads nothing. Its text names people, tables and clubs, and no card. The address of a device comes from the network: only
https to public hosts is called, each address is checked at the moment of connecting, and nothing of an answer is read but its status.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import hashlib
import ipaddress
import json
import os
import re
import socket
import ssl
import time
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from paiju.locales.pages import browser_texts, fill
from paiju.server.errors import ServerError
from paiju.server.http.limits import Buckets
from paiju.server.ops.logs import log_error
from paiju.server.store.base import HOUR, StoreError
from paiju.server.store.queries import day_of
from paiju.server.store.rows import SubscriptionRow
from paiju.server.store.store import Store
from paiju.server.tables.context import Notice, Topic

_SALT, _AUTH, _POINT = 16, 16, 65
_RECORD_BYTES = 4096
_SIGNED_SECONDS = 12 * HOUR


def encoded(data: bytes) -> str:
    """Bytes as text, as browsers and push services write them: base64url without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str, size: int) -> bytes:
    """The bytes of such a text.

    Raises:
        ValueError: for anything else, or another number of bytes.
    """
    try:
        data = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except binascii.Error as error:
        raise ValueError(str(error)) from None
    if len(data) != size:
        raise ValueError(f"{len(data)} bytes, not {size}")
    return data


# --- the message, for the eyes of one browser


def encrypted(
    payload: bytes, public: bytes, auth: bytes, *, salt: bytes, own: ec.EllipticCurvePrivateKey
) -> bytes:
    """A payload as one record of `aes128gcm` for the browser with a `public` key (65 bytes) and a secret `auth` (16 bytes).

    `salt` (16 bytes) and `own` are new for each message.

    Raises:
        ValueError: for a public key that is no point of the curve.
    """
    browser = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), public)
    point = _point(own)
    shared = _derived(own.exchange(ec.ECDH(), browser), auth, b"WebPush: info\0" + public + point, 32)
    key = _derived(shared, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(shared, salt, b"Content-Encoding: nonce\0", 12)
    last_record = b"\x02"
    head = salt + _RECORD_BYTES.to_bytes(4) + len(point).to_bytes(1) + point
    return head + AESGCM(key).encrypt(nonce, payload + last_record, None)


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def _point(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


# --- the key by which push services know the server


class Signer:
    """Signs requests to push services; `private` is a number of 32 bytes as text."""

    def __init__(self, private: str) -> None:
        self._key = ec.derive_private_key(int.from_bytes(decoded(private, 32)), ec.SECP256R1())

    @staticmethod
    def new() -> str:
        """A new private key."""
        return encoded(ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value.to_bytes(32))

    @property
    def public(self) -> str:
        """The public key, which browsers want to know before they subscribe."""
        return encoded(_point(self._key))

    def header(self, origin: str, site: str, now: int) -> str:
        """The `Authorization` of a request to the push service at an origin; `site` is where its host can be reached."""
        claims = {"aud": origin, "exp": now + _SIGNED_SECONDS, "sub": site}
        signed = ".".join(
            encoded(json.dumps(one).encode()) for one in ({"typ": "JWT", "alg": "ES256"}, claims)
        )
        r, s = decode_dss_signature(self._key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
        return f"vapid t={signed}.{encoded(r.to_bytes(32) + s.to_bytes(32))}, k={self.public}"


async def signer_of(store: Store, given: str = "") -> Signer:
    """The server's key for push services: the one given, else one that is made once and stored.

    Raises:
        ServerError: serve.vapid, if the given one is none.
    """
    try:
        return Signer(given or await store.first_meta("push", Signer.new()))
    except ValueError:
        raise ServerError("serve.vapid", "PAIJU_VAPID is no private key of 32 bytes in base64url") from None


# --- the way to a push service

MOST_ENDPOINT = 1000
SENDERS = 4
SEND_SECONDS = 10
_ENDPOINT = re.compile(r"https://([A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+)(?::443)?/[!-~]*")
_STATUS = re.compile(rb"HTTP/1\.[01] (\d{3})")
_LONGEST_LINE = 1024
_EMBEDDING = tuple(
    map(ipaddress.ip_network, ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32", "::/96"))
)
"""Networks whose addresses stand for IPv4 addresses, which they would hide."""


def checked_endpoint(text: str) -> str:
    """An address that may be a push service's: https, a host with a name, the usual port.

    Raises:
        ServerError: push.endpoint.
    """
    found = _ENDPOINT.fullmatch(text) if len(text) <= MOST_ENDPOINT else None
    if found is None or found[1].rpartition(".")[2].isdigit():
        raise ServerError("push.endpoint", "not an https address of a public host")
    return text


def is_public(address: str) -> bool:
    """Whether an IP address belongs to the public network, and not to this machine or one beside it."""
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:  # one with a zone: of a network at hand
        return False
    hides = isinstance(ip, ipaddress.IPv6Address) and (ip.ipv4_mapped or any(ip in one for one in _EMBEDDING))
    return ip.is_global and not (ip.is_multicast or hides)


@dataclass(frozen=True)
class Post:
    """A message on its way: its body, and in how many seconds it is of no use any more."""

    endpoint: str
    authorization: str
    body: bytes
    seconds: int
    urgency: str


class Carrier:
    """Carries messages to push services. `public` says to which IP addresses; `port` and `trust` differ in tests alone."""

    def __init__(
        self, *, public: Callable[[str], bool] = is_public, port: int = 443, trust: ssl.SSLContext | None = None
    ) -> None:  # fmt: skip
        self._public, self._port = public, port
        self._trust = trust or ssl.create_default_context()
        self._resolvers = ThreadPoolExecutor(
            SENDERS, "paiju-push"
        )  # names that never resolve hold up nothing else

    async def send(self, post: Post) -> int:
        """Deliver a message; the status of the answer, of which nothing else is read.

        Raises:
            OSError: no public address, no connection, no answer of HTTP, or none in time.
        """
        url = urlsplit(checked_endpoint(post.endpoint))
        host = url.hostname or ""
        path = f"{url.path}?{url.query}" if url.query else url.path
        try:
            async with asyncio.timeout(SEND_SECONDS):
                line = await self._answer(host, _request(host, path, post))
        except ValueError as error:  # a host that is no name, or a line without an end
            raise OSError(str(error)) from None
        if (found := _STATUS.match(line)) is None:
            raise OSError("no answer of HTTP")
        return int(found[1])

    async def _answer(self, host: str, request: bytes) -> bytes:
        """The first line of the answer to a request."""
        reader, writer = await self._connected(host)
        try:
            writer.write(request)
            await writer.drain()
            return await reader.readline()
        finally:
            writer.transport.abort()

    async def _connected(self, host: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection to the first address of a host, all of which have to be public: the name is asked for once, so that it cannot change its mind."""
        look = partial(socket.getaddrinfo, host, self._port, type=socket.SOCK_STREAM)
        found = await asyncio.get_running_loop().run_in_executor(self._resolvers, look)
        addresses = [str(one[4][0]) for one in found]
        if not addresses or not all(map(self._public, addresses)):
            raise OSError("not a public host")
        return await asyncio.open_connection(
            addresses[0], self._port, ssl=self._trust, server_hostname=host, limit=_LONGEST_LINE
        )


def _request(host: str, path: str, post: Post) -> bytes:
    lines = {
        "Host": host,
        "Authorization": post.authorization,
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "Content-Length": len(post.body),
        "TTL": post.seconds,
        "Urgency": post.urgency,
        "Connection": "close",
    }
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    return f"POST {path} HTTP/1.1\r\n{head}\r\n".encode("ascii") + post.body


# --- what guests are told, how often, and by whom

TOPICS: tuple[Topic, ...] = ("turn", "friends", "day")
AN_HOUR = 20
"""Messages to a guest in an hour."""
APART_SECONDS: Mapping[str, int] = {"turn": 60, "friends": 1800, "day": 18 * HOUR}
"""Between two messages to a guest on the same thing."""
USEFUL_SECONDS: Mapping[str, int] = {"turn": HOUR, "friends": 1800, "day": 12 * HOUR}
_URGENCY: Mapping[str, str] = {"turn": "high", "friends": "normal", "day": "low"}
_MOST_WAITING = 1000
_DAILY_SECONDS = 60.0
_GONE = (404, 410)


def device_of(endpoint: str) -> str:
    """The id of a device, which its browser can tell as well."""
    return hashlib.sha256(endpoint.encode()).hexdigest()[:32]


class Push:
    """Tells guests what they want to be told, on some tasks of its own; what cannot wait is dropped."""

    def __init__(
        self, store: Store, signer: Signer, *,
        send: Callable[[Post], Awaitable[int]] | None = None, clock: Callable[[], float] = time.monotonic,
    ) -> None:  # fmt: skip
        self.signer = signer
        self._store = store
        self._send = send
        self._waiting: asyncio.Queue[Notice] = asyncio.Queue(_MOST_WAITING)
        self._hourly = Buckets(AN_HOUR, clock, seconds=HOUR)
        self._apart = {topic: Buckets(1, clock, seconds=seconds) for topic, seconds in APART_SECONDS.items()}
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin to tell."""
        self._send = self._send or Carrier().send
        self._tasks = [asyncio.create_task(self._run(), name="push") for _ in range(SENDERS)]
        self._tasks.append(asyncio.create_task(self._run_daily(), name="push of the day"))

    async def stop(self) -> None:
        """Tell nothing more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def notify(self, notice: Notice) -> None:
        """Have a guest told of something, unless they were just now, or too much waits already."""
        if not self._tasks or self._waiting.full():
            return
        if not self._apart[notice.topic].take(f"{notice.guest} {notice.path}"):
            self._waiting.put_nowait(notice)

    async def _run(self) -> None:
        while True:
            notice = await self._waiting.get()
            try:
                await self.tell(notice)
            except Exception as error:  # noqa: BLE001 - whatever it is, the next one is told
                log_error("push failed", error)

    async def _run_daily(self) -> None:
        while True:
            await asyncio.sleep(_DAILY_SECONDS)
            try:
                await self.tell_of_day()
            except StoreError as error:
                log_error("push failed", error, code=error.code)

    async def tell_of_day(self) -> None:
        """Have those told of the day's deals who are due, unless they have played one already."""
        today = str(day_of(self._store.now()))
        for guest in dict.fromkeys(row.guest for row in await self._store.due_subscriptions()):
            if today not in (await self._store.days_played(guest))[:1]:
                self.notify(Notice(guest, "day", "day", "/today"))

    async def tell(self, notice: Notice) -> None:
        """Tell a guest now, if they want to hear of that and have not heard too much."""
        guest = await self._store.guest(notice.guest)
        devices = [
            row
            for row in await self._store.subscriptions_of(notice.guest)
            if notice.topic in row.topics.split()
        ]
        if guest is None or not devices or self._hourly.take(notice.guest):
            return
        payload = json.dumps(message(notice, guest.lang), ensure_ascii=False).encode()
        for row in devices:
            await self._deliver(row, notice.topic, payload)

    async def _deliver(self, row: SubscriptionRow, topic: str, payload: bytes) -> None:
        """Send to one device; one that its push service does not know any more is forgotten. The log hears of no address."""
        assert self._send is not None
        try:
            status = await self._send(self._post(row, topic, payload))
        except (
            OSError,
            ServerError,
        ) as error:  # out of reach now, or for good: it is tried again with the next message
            log_error("push service out of reach", error)
            return
        if status in _GONE:
            await self._store.drop_subscription(row.id, row.guest)

    def _post(self, row: SubscriptionRow, topic: str, payload: bytes) -> Post:
        public, auth = decoded(row.public, _POINT), decoded(row.auth, _AUTH)
        own, salt = ec.generate_private_key(ec.SECP256R1()), os.urandom(_SALT)
        url = urlsplit(row.endpoint)
        signed = self.signer.header(f"https://{url.hostname}", row.site, self._store.now())
        body = encrypted(payload, public, auth, salt=salt, own=own)
        return Post(row.endpoint, signed, body, USEFUL_SECONDS[topic], _URGENCY[topic])


def checked_keys(public: str, auth: str) -> None:
    """Check what a browser gives to encrypt for it.

    Raises:
        ServerError: push.endpoint.
    """
    try:
        decoded(auth, _AUTH)
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(public, _POINT))
    except ValueError:
        raise ServerError("push.endpoint", "no keys of a browser") from None


def message(notice: Notice, lang: str) -> dict[str, str]:
    """What the service worker shows."""
    texts, key = browser_texts(lang), f"web.push.{notice.kind}"
    return {
        "title": fill(texts[f"{key}.title"], lang, **notice.facts),
        "body": fill(texts[key], lang, **notice.facts),
        "path": notice.path,
        "lang": lang,
    }
