"""Telling guests of things while no page is open: the messages, their way, and who is told what, when and how often."""

from __future__ import annotations

import asyncio
import base64
import json
import socket
import ssl
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.x509.oid import NameOID
from sqlalchemy import select
from structlog.testing import capture_logs

from paiju.locales import LANGUAGES
from paiju.server import protocol as p
from paiju.server.errors import ServerError
from paiju.server.people import push
from paiju.server.people.push import (
    Carrier,
    Post,
    Push,
    Signer,
    checked_endpoint,
    decoded,
    device_of,
    encoded,
)
from paiju.server.store.base import DAY
from paiju.server.store.schema import GUESTS
from paiju.server.store.subscriptions import MOST_DEVICES
from paiju.server.tables.context import Notice
from paiju.server.tables.deal import MISSED_MS
from tests.server.http.conftest import MANY
from tests.server.table.simulation import Simulation

ENDPOINT = "https://push.example.org/send/abc"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
BROWSER = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
BROWSER_PRIVATE = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"


def private(text: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(decoded(text, 32)), ec.SECP256R1())


# --- the messages


def test_a_message_is_encrypted_as_the_example_of_rfc_8291():
    sent = push.encrypted(
        b"When I grow up, I want to be a watermelon",
        decoded(BROWSER, 65),
        decoded(AUTH, 16),
        salt=decoded("DGv6ra1nlYgDCS1FRnbzlw", 16),
        own=private("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
    )
    assert encoded(sent) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
        "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def opened(body: bytes) -> dict[str, str]:
    """A message as the browser of the example reads it."""
    salt, point, sealed = body[:16], body[21:86], body[86:]
    shared = private(BROWSER_PRIVATE).exchange(
        ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    )

    def derived(secret: bytes, by: bytes, info: bytes, length: int) -> bytes:
        return HKDF(hashes.SHA256(), length, by, info).derive(secret)

    secret = derived(shared, decoded(AUTH, 16), b"WebPush: info\0" + decoded(BROWSER, 65) + point, 32)
    key = derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    plain = AESGCM(key).decrypt(nonce, sealed, None)
    assert plain[-1:] == b"\x02"
    return json.loads(plain[:-1])


def test_a_request_is_signed_with_the_servers_key():
    signer = Signer(Signer.new())
    scheme, _, rest = signer.header(
        "https://push.example.org", "https://cards.example.org", 1_800_000_000
    ).partition(" ")
    token, key = (part.partition("=")[2] for part in rest.split(", "))
    head, claims, signature = token.split(".")
    assert (scheme, key) == ("vapid", signer.public)

    def read(text: str) -> dict:
        return json.loads(base64.urlsafe_b64decode(text + "=="))

    assert read(head) == {"typ": "JWT", "alg": "ES256"}
    assert read(claims) == {
        "aud": "https://push.example.org", "exp": 1_800_000_000 + 12 * 3600, "sub": "https://cards.example.org",
    }  # fmt: skip
    raw = decoded(signature, 64)
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(key, 65))
    found = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
    public.verify(found, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    with pytest.raises(InvalidSignature):
        public.verify(found, b"another", ec.ECDSA(hashes.SHA256()))


def test_the_servers_key_is_made_once_or_given(visit):
    async def work(site):
        first = await push.signer_of(site.store)
        assert (await push.signer_of(site.store)).public == first.public
        own = Signer.new()
        assert (await push.signer_of(site.store, own)).public == Signer(own).public
        for wrong in ("short", "A" * 43, "!" * 43):
            with pytest.raises(ServerError, match="PAIJU_VAPID"):
                await push.signer_of(site.store, wrong)

    visit(work)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("kind", ["turn", "friends", "evening", "day"])
def test_every_message_has_a_text(lang, kind):
    said = push.message(Notice("g", "friends", kind, "/today", {"name": "李伟", "club": "周五"}), lang)
    assert min(len(said["title"]), len(said["body"])) > 1
    assert "{" not in said["title"] + said["body"]
    assert said.keys() == {"title", "body", "path", "lang"}


# --- their way


@pytest.mark.parametrize(
    "address",
    [
        "http://push.example.org/a", "https://push.example.org:8443/a", "https://user@push.example.org/a", "https://localhost/a",
        "https://127.0.0.1/a", "https://10.0.0.1:443/a", "https://[::1]/a", "https://2130706433/a", "https://push.example.org",
        "https://push.example.org/a\r\nX: y", "https://push.example.org/a b", "https://pü.example.org/a", "ftp://push.example.org/",
        "https://push.example.org/" + "a" * 1000, "", "https:///a",
    ],
)  # fmt: skip
def test_only_https_to_a_host_with_a_name_is_an_address(address):
    with pytest.raises(ServerError, match="not an https address") as refused:
        checked_endpoint(address)
    assert refused.value.code == "push.endpoint"


def test_the_addresses_of_known_services_are_addresses():
    for address in (
        "https://fcm.googleapis.com/fcm/send/dX-1:APA91b", "https://updates.push.services.mozilla.com/wpush/v2/gAAA_-",
        "https://web.push.apple.com/QGuQyavXutnMHy", "https://db5p.notify.windows.com/w/?token=BQYAAA%2bC",
        "https://push.example.org:443/a",
    ):  # fmt: skip
        assert checked_endpoint(address) == address


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("1.1.1.1", True), ("2606:4700::1111", True), ("127.0.0.1", False), ("10.1.2.3", False), ("192.168.1.1", False),
        ("172.16.0.9", False), ("169.254.169.254", False), ("100.64.0.1", False), ("0.0.0.0", False), ("224.0.0.1", False),
        ("255.255.255.255", False), ("::1", False), ("::", False), ("fe80::1", False), ("fe80::1%eth0", False), ("fc00::1", False),
        ("::ffff:127.0.0.1", False), ("::ffff:1.1.1.1", False), ("::127.0.0.1", False), ("64:ff9b::7f00:1", False),
        ("2002:7f00:1::", False), ("2001:0:7f00:1::", False), ("ff02::1", False), ("2001:db8::1", False),
    ],
)  # fmt: skip
def test_only_public_addresses_are_called(address, public):
    assert push.is_public(address) == public


def post(endpoint: str = ENDPOINT) -> Post:
    return Post(endpoint, "vapid t=x, k=y", b"sealed", 60, "high")


def resolved(monkeypatch, *addresses: str) -> list[str]:
    """Every name has these addresses; the names that are asked for."""
    asked: list[str] = []

    def answer(host, port, **_):
        asked.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in addresses]

    monkeypatch.setattr(socket, "getaddrinfo", answer)
    return asked


@pytest.mark.parametrize("addresses", [("127.0.0.1",), ("1.1.1.1", "10.0.0.1"), ("169.254.169.254",), ()])
def test_a_name_that_leads_into_a_private_network_is_not_called(monkeypatch, addresses):
    """One private address among its addresses is enough: which of them is called is not for the name to choose."""
    asked = resolved(monkeypatch, *addresses)

    async def never(*_, **__):
        raise AssertionError("connected")

    monkeypatch.setattr(asyncio, "open_connection", never)
    with pytest.raises(OSError, match="not a public host"):
        asyncio.run(Carrier().send(post()))
    assert asked == ["push.example.org"]  # once: a second answer could be another


class Service:
    """A push service at 127.0.0.1, known as push.example.org."""

    def __init__(self, tmp_path, answer: bytes) -> None:
        self.answer, self.got = answer, b""
        key = ec.generate_private_key(ec.SECP256R1())
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "push.example.org")])
        now = datetime.now(UTC)
        made = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
        made = made.serial_number(1).not_valid_before(now - timedelta(1)).not_valid_after(now + timedelta(1))
        names = x509.SubjectAlternativeName([x509.DNSName("push.example.org")])
        signed = made.add_extension(names, critical=False).sign(key, hashes.SHA256())
        self.file = tmp_path / "service.pem"
        pem = key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        self.file.write_bytes(pem + signed.public_bytes(serialization.Encoding.PEM))

    async def _serve(self, reader, writer) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        self.got = head + await reader.readexactly(
            int(head.lower().partition(b"content-length: ")[2].split()[0])
        )
        writer.write(self.answer)
        await writer.drain()
        writer.close()

    async def ask(self, monkeypatch, one: Post) -> int:
        own = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        own.load_cert_chain(self.file)
        trust = ssl.create_default_context(cafile=str(self.file))
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0, ssl=own)
        port = server.sockets[0].getsockname()[1]
        resolved(monkeypatch, "127.0.0.1")
        try:
            return await Carrier(public=lambda _: True, port=port, trust=trust).send(one)
        finally:
            server.close()


def test_a_message_is_delivered(tmp_path, monkeypatch):
    service = Service(tmp_path, b"HTTP/1.1 201 Created\r\nLocation: /m\r\n\r\n")
    assert asyncio.run(service.ask(monkeypatch, post(ENDPOINT + "?token=1"))) == 201
    head, _, body = service.got.partition(b"\r\n\r\n")
    line, *fields = head.decode().split("\r\n")
    assert (line, body) == ("POST /send/abc?token=1 HTTP/1.1", b"sealed")
    assert dict(field.split(": ") for field in fields) == {
        "Host": "push.example.org", "Authorization": "vapid t=x, k=y", "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream", "Content-Length": "6", "TTL": "60", "Urgency": "high", "Connection": "close",
    }  # fmt: skip


@pytest.mark.parametrize("answer", [b"", b"SSH-2.0-x\r\n", b"HTTP/1.1 2" + b"0" * 5000, b"\xff" * 9000])
def test_what_is_no_answer_is_none(tmp_path, monkeypatch, answer):
    with pytest.raises(OSError):  # noqa: PT011 - whatever TLS, the stream or we say to it
        asyncio.run(Service(tmp_path, answer).ask(monkeypatch, post()))


def test_a_service_that_nobody_vouches_for_gets_nothing(tmp_path, monkeypatch):
    service = Service(tmp_path, b"HTTP/1.1 201 Created\r\n\r\n")
    with pytest.raises(OSError, match="verify failed"):
        asyncio.run(service.ask(monkeypatch, post("https://other.example.org/a")))
    assert service.got == b""


def test_a_name_that_is_none_is_out_of_reach():
    with pytest.raises(OSError, match=r"idna|label|encod"):
        asyncio.run(Carrier().send(post(f"https://{'a' * 70}.example.org/")))


# --- who is told what


class Outgoing:
    """A push service that notes what comes, and answers with a status."""

    def __init__(self, status: int = 201) -> None:
        self.status, self.posts = status, []

    async def __call__(self, one: Post) -> int:
        self.posts.append(one)
        return self.status

    @property
    def texts(self) -> list[dict[str, str]]:
        return [opened(one.body) for one in self.posts]


async def pushing(site, service: Outgoing) -> Push:
    """Push at a site, whose tasks do not run: each notice is told by hand."""
    site.front.push = own = Push(site.store, await push.signer_of(site.store), send=service, clock=site.clock)
    own._tasks = [asyncio.create_task(asyncio.sleep(0))]
    return own


async def hear(own: Push, *notices: Notice) -> None:
    """Tell what is told of some notices, and of those that wait."""
    for notice in notices:
        own.notify(notice)
    while not own._waiting.empty():
        await own.tell(own._waiting.get_nowait())


def device(endpoint: str = ENDPOINT, **more) -> dict:
    return {
        "endpoint": endpoint,
        "public": BROWSER,
        "auth": AUTH,
        "topics": ["turn", "day"],
        "day_at": 36_000,
        **more,
    }


async def guest_of(site) -> str:
    (row,) = await site.store.rows(select(GUESTS.c.id))
    return str(row.id)


def test_nobody_is_told_anything_before_they_ask(visit):
    async def work(site):
        told = Outgoing()
        own = await pushing(site, told)
        browser = await site.guest()
        me = await guest_of(site)
        sent = (await browser.get("/api/me/push")).json()
        assert sent == {"key": own.signer.public, "devices": {}}
        await hear(own, Notice(me, "turn", "turn", "/table/t"))
        answer = await browser.post("/api/me/push", json=device())
        assert answer.json() == {"id": device_of(ENDPOINT), "topics": ["turn", "day"]}
        assert (await browser.get("/api/me/push")).json()["devices"] == {device_of(ENDPOINT): ["turn", "day"]}
        await hear(own, Notice(me, "friends", "friends", "/table/t", {"name": "A"}))  # not asked for
        assert told.posts == []
        await hear(own, Notice(me, "turn", "turn", "/table/u"))
        (one,), (text,) = told.posts, told.texts
        assert (one.endpoint, one.seconds, one.urgency) == (ENDPOINT, 3600, "high")
        assert text["path"] == "/table/u"
        assert (await browser.post("/api/me/push", json=device(topics=[]))).json()["topics"] == []
        assert (await browser.get("/api/me/push")).json()["devices"] == {}

    visit(work)


@pytest.mark.parametrize(
    "wrong",
    [
        {"endpoint": "https://127.0.0.1/a"}, {"endpoint": "http://push.example.org/a"}, {"public": "A" * 87}, {"public": "short"},
        {"auth": "AAAA"}, {"auth": "!" * 22},
    ],
)  # fmt: skip
def test_what_is_no_device_is_refused(visit, wrong):
    async def work(site):
        await pushing(site, Outgoing())
        refused = await (await site.guest()).post("/api/me/push", json=device(**wrong))
        assert (refused.status_code, refused.json()["error"]["code"]) == (400, "push.endpoint")

    visit(work)


def test_devices_are_bounded_for_a_guest_and_in_all(visit):
    async def work(site):
        await pushing(site, Outgoing())
        browser = await site.guest()
        for n in range(MOST_DEVICES + 2):
            assert (await browser.post("/api/me/push", json=device(f"{ENDPOINT}{n}"))).status_code == 200
            site.clock.pass_(1)
        kept = (await browser.get("/api/me/push")).json()["devices"]
        assert kept.keys() == {device_of(f"{ENDPOINT}{n}") for n in range(2, MOST_DEVICES + 2)}
        other = await site.guest("192.0.2.9")
        refused = await other.post("/api/me/push", json=device(f"{ENDPOINT}other"))
        assert (refused.status_code, refused.json()["error"]["code"]) == (409, "push.full")
        assert (await browser.delete("/api/me")).status_code == 200
        assert (await other.post("/api/me/push", json=device(f"{ENDPOINT}other"))).status_code == 200

    visit(work, limits=replace(MANY, devices=MOST_DEVICES))


@pytest.mark.parametrize(
    ("status", "stays"), [(201, True), (429, True), (500, True), (403, True), (404, False), (410, False)]
)
def test_a_device_that_its_service_has_forgotten_is_forgotten(visit, status, stays):
    async def work(site):
        own = await pushing(site, Outgoing(status))
        browser = await site.guest()
        await browser.post("/api/me/push", json=device())
        await hear(own, Notice(await guest_of(site), "turn", "turn", "/table/t"))
        assert bool((await browser.get("/api/me/push")).json()["devices"]) == stays

    visit(work)


def test_an_unreachable_service_is_logged_without_its_address(visit):
    async def work(site):
        async def fails(one: Post) -> int:
            raise OSError(one.endpoint)

        own = await pushing(site, Outgoing())
        own._send = fails
        browser = await site.guest()
        await browser.post("/api/me/push", json=device())
        with capture_logs() as lines:
            await hear(own, Notice(await guest_of(site), "turn", "turn", "/table/t"))
        (line,) = lines
        assert line["event"] == "push service out of reach"
        assert "push.example" not in str(line)
        assert (await browser.get("/api/me/push")).json()["devices"]

    visit(work)


def test_a_guest_hears_of_the_same_thing_once_in_a_while_and_of_all_a_limited_number(visit):
    async def work(site):
        told = Outgoing()
        own = await pushing(site, told)
        await (await site.guest()).post("/api/me/push", json=device())
        me = await guest_of(site)
        for _ in range(3):
            await hear(own, Notice(me, "turn", "turn", "/table/t"))
        assert len(told.posts) == 1
        site.clock.pass_(push.APART_SECONDS["turn"])
        await hear(own, Notice(me, "turn", "turn", "/table/t"))
        assert len(told.posts) == 2
        for n in range(50):
            await hear(own, Notice(me, "turn", "turn", f"/table/{n}"))
        assert len(told.posts) == push.AN_HOUR

    visit(work)


def test_the_days_deals_are_told_once_a_day_at_the_hour_of_the_device(visit):
    async def work(site):
        told = Outgoing()
        own = await pushing(site, told)
        browser = await site.guest()
        site.clock.pass_(DAY - site.clock.now % DAY)
        await browser.post("/api/me/push", json=device(day_at=36_000))
        for seconds, waiting in ((35_990, 0), (20, 1), (3600, 0), (DAY, 1), (3 * DAY, 1), (60, 0)):
            site.clock.pass_(seconds)
            await own.tell_of_day()
            assert own._waiting.qsize() == waiting, seconds
            await hear(own)
        assert [text["path"] for text in told.texts] == ["/today"] * 3

    visit(work)


# --- what a table tells

SLOW = {"turn_seconds": 0, "takeover_seconds": 300}


def missed(sim: Simulation, guest: str) -> list[str]:
    """The topics that a guest hears of after closing the page with a question open."""
    for _ in range(2000):
        if (
            sim.pages[guest].prompt
            and sim.pages[guest].prompt["auto_ms"] is None
            and not sim.table.running.timing.window
        ):
            break
        sim.step()
    sim.notices.clear()
    sim.close(guest)
    sim.wait(MISSED_MS - 1)
    assert sim.notices == []
    sim.wait(60_000)
    return [notice.topic for notice in sim.notices if notice.guest == guest]


@pytest.mark.parametrize("game", ["baohuang", "paohuzi"])
def test_a_player_who_is_away_from_a_slow_room_is_told_once_that_it_is_their_turn(game, seed):
    sim = Simulation(game, 2, settings=SLOW, seed=seed)
    sim.start()
    sim.until("playing")
    assert missed(sim, "g1") == ["turn"]
    (notice,) = sim.notices
    assert (notice.path, notice.facts) == ("/table/t", {})


@pytest.mark.parametrize(
    ("people", "settings"),
    [(2, {**SLOW, "takeover_seconds": 20}), (2, {**SLOW, "turn_seconds": 30}), (1, SLOW)],
    ids=["a bot plays soon", "a clock", "alone"],
)
def test_nobody_is_told_where_nobody_waits_long(people, settings, seed):
    sim = Simulation("baohuang", people, settings=settings, seed=seed)
    sim.start()
    sim.until("playing")
    assert missed(sim, f"g{people - 1}") == []


def test_an_open_card_tells_nobody(seed):
    """Who has a question about it is a secret."""
    sim = Simulation("paohuzi", 2, settings={**SLOW, "window_ms": 15_000}, seed=seed)
    sim.start()
    sim.until("playing")
    for _ in range(500):
        if sim.table.running.timing.window and sim.pages["g1"].prompt:
            break
        sim.step()
    if sim.table.running.timing.window:
        sim.notices.clear()
        sim.close("g1")
        sim.wait(14_000)
        assert sim.notices == []


def test_those_who_have_a_seat_hear_who_comes(seed):
    sim = Simulation("baohuang", 3, seed=seed)
    sim.open("g0")
    assert {(one.guest, one.topic, one.facts["name"]) for one in sim.notices} == {
        ("g1", "friends", "g0"),
        ("g2", "friends", "g0"),
    }
    sim.notices.clear()
    sim.open("g0")  # the page is loaded again
    sim.open("g1")
    assert [(one.guest, one.facts["name"]) for one in sim.notices] == [("g2", "g1")]
    sim.notices.clear()
    sim.table.room.settings = sim.table.room.settings.changed({"spectators": "delayed"})
    sim.open("stranger", watch=True)
    assert sim.notices == []
    sim.say("g0", p.Ready(on=True))
    assert sim.notices == []


def test_members_of_a_club_hear_of_an_evening(visit):
    async def work(site):
        one, two = await site.guest(), await site.guest("192.0.2.8")
        heard: list[Notice] = []
        site.hub.notify = heard.append
        club = (await one.post("/api/clubs", json={"name": "Friday", "game": "paohuzi"})).json()["id"]
        await two.post(f"/api/clubs/{club}/join")
        evening = (await one.post(f"/api/clubs/{club}/evening", json={"rounds": 2})).json()["id"]
        (notice,) = heard
        assert (notice.kind, notice.path, notice.facts["club"]) == ("evening", f"/series/{evening}", "Friday")

    visit(work)
