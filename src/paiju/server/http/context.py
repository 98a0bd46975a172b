"""The context of a request: the store, the tables, the guest, the address and the limits."""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
import re
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from functools import partialmethod, wraps
from typing import Any, TypeVar, get_type_hints

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from paiju.locales.pages import language_of
from paiju.server.errors import ServerError, elsewhere
from paiju.server.http.assets import Assets
from paiju.server.http.connections import RESERVED_FILES, ConnectionLimiter, files_allowed
from paiju.server.http.guesses import CodeGuesses
from paiju.server.http.limits import Held, Limits, Makers, Rates, address_key, limited
from paiju.server.http.links import is_loopback
from paiju.server.hub.hub import Hub
from paiju.server.people.guests import BROWSER, COOKIE, Guest, Seals, Tokens
from paiju.server.people.push import Push
from paiju.server.practice.replays import Replays
from paiju.server.practice.reviews import Reviews
from paiju.server.series.clubs import Clubs
from paiju.server.series.contests import Contests
from paiju.server.store.rows import StoredRecord
from paiju.server.store.store import Store

MOST_BODY = 16_384
BODY_SECONDS = 8
"""Before the connection itself is closed (`incoming`), so that there is an answer."""
_HOST = re.compile(r"\A(?:[A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?\Z")
_LONGEST_MARK = 64
_LONGEST_ID = 64
_SAFE_SITES = ("", "same-origin", "none")

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
Body = TypeVar("Body")
Handler = Callable[..., Awaitable[Any]]
Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Config:
    """The addresses of the server. `lan` are addresses that other machines can open, the best first; a `node` answers below `/n/NODE` too."""

    proxies: tuple[Network, ...] = ()
    origins: tuple[str, ...] = ()
    lan: tuple[str, ...] = ()
    limits: Limits = field(default_factory=Limits)
    node: str | None = None


class Front:
    """The state that routes share."""

    def __init__(
        self,
        store: Store,
        hub: Hub,
        tokens: Tokens,
        config: Config,
        *,
        clock: Callable[[], float] = time.monotonic,
        push: Push | None = None,
    ) -> None:
        self.store = store
        self.push = push
        self.hub = hub
        self.tokens = tokens
        self.config = config
        self.assets = Assets()
        limits = config.limits
        self.sockets = Held(limits.sockets, limits.sockets_per_ip, limits.sockets_per_guest)
        self._marks = tokens.derived("limits")
        self.codes = CodeGuesses("codes", clock, store.neighbours, self._mark)
        self.moves = CodeGuesses("moves", clock, store.neighbours, self._mark)
        most = min(2 * config.limits.sockets + 200, files_allowed() - RESERVED_FILES)
        self.doors = ConnectionLimiter(config.limits, most=most, vouched=self._trusted)
        self.makers = Makers(config.limits, hub.hosts.keys)
        self.rates = Rates(config.limits, clock)
        self.seals = Seals(tokens.derived("embed"))
        self.requests = Counter[int]()
        self.replays = Replays()
        self.reviews = Reviews(store, helpers=hub.helpers)
        self.contests = Contests(store, hub, config.limits.series)
        self.clubs = Clubs(store, self.contests, config.limits.series, hub)
        self.running = True

    def limit(self, what: str, ip: str = "", guest: str = "") -> None:
        """Count one request.

        Raises:
            ServerError: rate.limited.
        """
        if wait := self.rates.take(what, ip, guest):
            raise limited(wait)

    async def limit_everywhere(self, what: str, ip: str, guest: str = "") -> None:
        """Count one request, with those of all other nodes: for what is rare, and uses up what all nodes share.

        The database sees keyed hashes, and no address.

        Raises:
            ServerError: rate.limited.
        """
        self.limit(what, ip, guest)
        if (neighbours := self.store.neighbours) is not None:
            shares = self.rates.shares(what, ip, guest)
            hashed = {self._mark(key): most for key, most in shares.items()}
            if wait := await neighbours.limits.take(hashed):
                raise limited(wait)

    def _mark(self, key: str) -> str:
        """The mark of an address or a guest where all nodes count."""
        return hmac.digest(self._marks, key.encode(), "sha256").hex()

    async def guest(self, request: HTTPConnection) -> Guest | None:
        """The guest of a request; None without a good token or once they were forgotten."""
        read = self.tokens.read(request.cookies.get(COOKIE, ""))
        row = await self.store.guest(read[0]) if read else None
        return Guest(row.id, row.name, row.lang, row.avatar) if row else None

    def marks_of(self, request: HTTPConnection) -> tuple[str, ...]:
        """The marks of the address and the browser of a request; tables keep them for a deal, and nothing can be read from them."""
        known = (("address", self.ip(request)), ("browser", request.cookies.get(BROWSER, "")[:_LONGEST_MARK]))
        return tuple(self._mark(f"{kind} {value}")[:16] for kind, value in known if value)

    async def elsewhere(self, key: str) -> tuple[StoredRecord, bool]:
        """The record behind a name that it has on other sites, and whether its players are named there.

        Raises:
            ServerError: record.none, also for a name that is revoked.
        """
        found = self.seals.open(key)
        record = await self.store.record(found.record) if found else None
        if found is None or record is None or found.turn != record.turns[found.names]:
            raise ServerError("record.none", "no such record")
        return record, found.names

    async def record(self, request: Request) -> StoredRecord:
        """The record that an address names by its own id.

        Raises:
            ServerError: record.none, rate.limited.
        """
        self.limit("api", self.ip(request))
        name = request.path_params["record"]
        record = await self.store.record(name) if len(name) <= _LONGEST_ID else None
        if record is None:
            raise ServerError("record.none", "no such record")
        return record

    async def settle(self, request: HTTPConnection) -> None:
        """Check that a new table is made here: on the node that was meant, or else where there are fewest.

        Raises:
            ServerError: table.elsewhere.
        """
        own, meant = self.config.node, request.scope.get("node")
        if own is not None and meant != own and (lightest := await self.store.leases.lightest()):
            raise elsewhere(lightest)

    async def known(self, request: Request, what: str = "api") -> Guest:
        """The guest of a request, counted against the limits.

        Raises:
            ServerError: guest.none, rate.limited.
        """
        ip = self.ip(request)
        self.limit("api", ip)
        guest = await self.guest(request)
        if guest is None:
            raise ServerError("guest.none", "ask for /api/me first")
        if what == "api":
            self.limit(what, guest=guest.id)
        else:
            await self.limit_everywhere(what, ip, guest.id)
        return guest

    def ip(self, request: HTTPConnection) -> str:
        """The address that asks, as a key; through trusted proxies, the last address they did not vouch for (uvicorn sees to it)."""
        return address_key(request.client.host if request.client else "")

    def _trusted(self, address: str) -> bool:
        try:
            ip = ipaddress.ip_address(address)
        except ValueError:
            return False
        return any(ip in network for network in self.config.proxies)

    def secure(self, request: HTTPConnection) -> bool:
        """Whether the browser speaks TLS, to us or to a trusted proxy."""
        return request.url.scheme in ("https", "wss")

    def base(self, request: HTTPConnection) -> str:
        """The address for links to share: what the browser used, unless only this machine could open that."""
        host = host_of(request)
        if self.config.lan and is_loopback(host.rpartition(":")[0] if ":" in host else host):
            return self.config.lan[0]
        return f"{'https' if self.secure(request) else 'http'}://{host}"

    def check_origin(self, request: HTTPConnection) -> None:
        """Check that no other site's page is asking on a guest's behalf.

        Raises:
            ServerError: origin.foreign.
        """
        origin = request.headers.get("origin")
        if origin is None:
            if request.headers.get("sec-fetch-site", "") in _SAFE_SITES:
                return
        elif origin in self.config.origins or _same(origin, host_of(request)):
            return
        raise ServerError("origin.foreign", "a request from another site")


class Routes(list[Route]):
    """Routes whose handlers declare by the types of their parameters what they need of a request.

    `Front` and `Request` are what they are, `Guest` is who asks, `StoredRecord` the record of the path, a `Struct` the body of a
    `post` and otherwise the query; a text is the part of the path of that name. An answer is JSON, unless it is a `Response`;
    that of a handler which returns nothing is `{"ok": true}`.
    """

    def _route(
        self,
        method: str,
        path: str,
        *,
        status: int = 200,
        counts: str = "api",
        makes: bool = False,
    ) -> Callable[[Handler], Handler]:
        """The handler of a path; a guest's request `counts` as such, any other as one of its address.

        One that `makes` a table answers with its id, and goes to another node first if it has to.
        """

        def add(handler: Handler) -> Handler:
            wanted = {name: kind for name, kind in get_type_hints(handler).items() if name != "return"}
            kinds = wanted.values()
            anonymous = Guest not in kinds and StoredRecord not in kinds

            @wraps(handler)
            async def endpoint(request: Request) -> Response:
                front = front_of(request)
                if makes:
                    await front.settle(request)
                if anonymous:
                    front.limit("api", front.ip(request))
                given = {
                    name: await _given(front, request, name, kind, counts) for name, kind in wanted.items()
                }
                if makes:
                    with front.makers.making(front.ip(request)) as made:
                        answer = await handler(**given)
                        made(answer["id"])
                else:
                    answer = await handler(**given)
                answer = {"ok": True} if answer is None else answer
                return answer if isinstance(answer, Response) else JSONResponse(answer, status)

            self.append(Route(path, endpoint, methods=[method]))
            return handler

        return add

    get = partialmethod(_route, "GET")
    post = partialmethod(_route, "POST")
    delete = partialmethod(_route, "DELETE")


async def _given(front: Front, request: Request, name: str, kind: Any, counts: str) -> Any:
    """The value of a handler's parameter, by its name and type."""
    if kind is Guest:
        return await front.known(request, counts)
    if kind is StoredRecord:
        return await front.record(request)
    if issubclass(kind, msgspec.Struct):
        return await body_of(request, kind) if request.method == "POST" else query_of(request, kind)
    return {Front: front, Request: request}.get(kind) or request.path_params[name]


def front_of(request: HTTPConnection) -> Front:
    """The shared state behind a request."""
    front: Front = request.app.state.front
    return front


def host_of(request: HTTPConnection) -> str:
    """The Host header, "" where it is none."""
    host = request.headers.get("host", "")
    return host if _HOST.match(host) else ""


def lang_of(request: HTTPConnection) -> str:
    """The language of an answer: `?lang=`, else what the browser accepts."""
    return language_of(request.query_params.get("lang", ""), request.headers.get("accept-language", ""))


def query_of(request: Request, kind: type[Body]) -> Body:
    """The query of a request; what `kind` does not name is ignored.

    Raises:
        ServerError: page.none.
    """
    try:
        return msgspec.convert(dict(request.query_params), kind, strict=False)
    except msgspec.ValidationError as error:
        raise ServerError("page.none", str(error)) from None


async def body_of(request: Request, kind: type[Body]) -> Body:
    """The JSON body of a request.

    Raises:
        ServerError: message.oversized, message.malformed.
    """
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise ServerError("message.malformed", "the body must be application/json")
    data = b""
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for chunk in request.stream():
                data += chunk
                if len(data) > MOST_BODY:
                    raise ServerError("message.oversized", "the body is too long", {"most": MOST_BODY})
    except TimeoutError:
        raise ServerError("message.malformed", "the body did not arrive") from None
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise ServerError("message.malformed", str(error)[:200]) from None


def networks(texts: Iterable[str]) -> tuple[Network, ...]:
    """Addresses and networks such as 127.0.0.1 or 10.0.0.0/8.

    Raises:
        ValueError: for anything else.
    """
    return tuple(ipaddress.ip_network(text, strict=False) for text in texts)


def _same(origin: str, host: str) -> bool:
    scheme, _, named = origin.partition("://")
    default = {"http": ":80", "https": ":443"}.get(scheme)
    if default is None or not host:
        return False
    return named.lower().removesuffix(default) == host.lower().removesuffix(default)
