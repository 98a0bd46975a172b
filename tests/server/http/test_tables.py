"""Making tables, getting in, and links as QR codes."""

from __future__ import annotations

import re

import pytest

from paiju.locales import LANGUAGES
from paiju.server.http.limits import Limits


async def room(site, browser, **more):
    answer = await browser.post("/api/tables", json={"game": "baohuang", **more})
    assert answer.status_code == 201, answer.text
    return answer.json()["id"]


def code_of(site, table) -> str:
    return site.hub.hosts[table].table.room.code


def key_of(site, table) -> str:
    return site.hub.hosts[table].table.room.key


def test_a_friend_gets_in_by_code_or_link(visit):
    async def work(site):
        host = await site.guest()
        table = await room(site, host)
        code = code_of(site, table)
        ways = [{"code": code}, {"code": f" {code[:3]} {code[3:]} "}, {"key": key_of(site, table)}]
        ways.append({"code": code.translate(str.maketrans("0123456789", "۰۱۲۳۴۵۶۷۸۹"))})
        for way in ways:
            friend = await site.guest()
            answer = await friend.post("/api/join", json=way)
            assert answer.json() == {"id": table}
            assert (await friend.get(f"/api/tables/{table}/rules")).status_code == 200

    visit(work)


def test_a_table_with_options_and_settings(visit):
    async def work(site):
        host = await site.guest()
        table = await room(
            site,
            host,
            preset="moegirl",
            options={"deck": "168"},
            settings={"turn_seconds": 15, "chat": False},
        )
        made = site.hub.hosts[table].table.room
        return (
            made.options.differences()["scoring"],
            str(made.options.deck),
            made.settings.turn_seconds,
            made.settings.chat,
        )

    assert visit(work) == ("moegirl", "168", 15, False)


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"game": "whist"}, 404, "page.none"),
        ({}, 400, "message.malformed"),
        ({"game": "baohuang", "quick": "yes"}, 400, "message.malformed"),
        ({"game": "baohuang", "preset": "nowhere"}, 400, "option.preset"),
        ({"game": "baohuang", "options": {"deck": "9"}}, 400, "option.choice"),
        ({"game": "baohuang", "options": {"no": 1}}, 400, "option.unknown"),
        ({"game": "baohuang", "settings": {"turn_seconds": 9999}}, 400, "option.range"),
        ({"game": "baohuang", "settings": {"bots": "best"}}, 400, "option.choice"),
    ],
)
def test_tables_that_cannot_be(visit, body, status, code):
    async def work(site):
        answer = await (await site.guest()).post("/api/tables", json=body)
        return answer.status_code, answer.json()["error"]["code"]

    assert visit(work) == (status, code)


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"code": "0"}, 404, "room.none"),
        ({"key": "x"}, 404, "room.none"),
        ({}, 400, "message.malformed"),
        ({"code": "1", "key": "x"}, 400, "message.malformed"),
        ({"code": "x" * 21}, 400, "message.malformed"),
        ({"key": "x" * 65}, 400, "message.malformed"),
        ({"code": 123456}, 400, "message.malformed"),
    ],
)
def test_unknown_paths_are_refused(visit, body, status, code):
    async def work(site):
        answer = await (await site.guest()).post("/api/join", json=body)
        return answer.status_code, answer.json()["error"]["code"]

    assert visit(work) == (status, code)


def test_an_address_that_guesses_codes_waits_even_with_the_right_one(visit):
    async def work(site):
        table = await room(site, await site.guest("192.0.2.1"))
        thief = await site.guest("198.51.100.9")
        tries = [await thief.post("/api/join", json={"code": "nix"}) for _ in range(6)]
        statuses = [answer.status_code for answer in tries]
        right = {"code": code_of(site, table)}
        other_guest = await site.guest("198.51.100.9")
        refused = [(await guest.post("/api/join", json=right)) for guest in (thief, other_guest)]
        friend = await (await site.guest("203.0.113.4")).post("/api/join", json=right)
        waited = refused[0].json()["error"]["facts"]["seconds"]
        site.clock.pass_(waited)
        late = await thief.post("/api/join", json=right)
        return (
            statuses,
            [a.status_code for a in refused],
            refused[0].json()["error"]["code"],
            friend.status_code,
            late.status_code,
        )

    statuses, refused, code, friend, late = visit(work)
    assert statuses == [404, 404, 404, 404, 429, 429]
    assert (refused, code, friend, late) == ([429, 429], "rate.limited", 200, 200)


def test_joins_and_creates_are_counted(visit):
    async def work(site):
        guest = await site.guest()
        made = [(await guest.post("/api/tables", json={"game": "paohuzi"})).status_code for _ in range(4)]
        table = (await guest.get("/api/me")).json()["tables"][0]["id"]
        key = {"key": key_of(site, table)}
        joined = [(await guest.post("/api/join", json=key)).status_code for _ in range(4)]
        return made, joined

    assert visit(work, limits=Limits(joins=3, creates=2)) == ([201, 201, 429, 429], [200, 200, 200, 429])


def test_strangers_see_nothing_of_a_table(visit):
    async def work(site):
        table = await room(site, await site.guest(), quick=True)
        stranger = await site.guest()
        answers = [
            await stranger.get(f"/api/tables/{table}/rules"),
            await stranger.get(f"/api/tables/{table}/qr.svg"),
            await stranger.post(f"/api/tables/{table}/move"),
            await stranger.get("/api/tables/nothing/rules"),
        ]
        return [answer.json()["error"]["code"] for answer in answers]

    codes = visit(work)
    assert codes == ["room.closed", "room.none", "seat.none", "room.none"]


def test_a_renewed_address_gives_its_rules_to_holders_of_the_new_key(visit):
    """A page whose socket is refused asks in this way why, with the key of its address."""

    async def work(site):
        table = await room(site, await site.guest())
        stored = (await site.hub.host(table)).table.room
        stored.ban("somebody")
        stranger = await site.guest()
        path = f"/api/tables/{table}/rules"
        return [(await stranger.get(path, params={"key": key})).status_code for key in ("", "x", stored.key)]

    assert visit(work) == [403, 403, 200]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_rules_of_exactly_this_table(visit, lang):
    async def work(site):
        host = await site.guest()
        table = await room(site, host, preset="moegirl")
        return (await host.get(f"/api/tables/{table}/rules?lang={lang}")).json()

    rules = visit(work)
    assert rules["title"]
    assert rules["line"].count(" – " if lang == "fa" else " · ") > 3  # beside Persian digits a dot is a zero
    assert [section["title"] for section in rules["sections"]].count("") == 1
    cited = [paragraph["rule"] for section in rules["sections"] for paragraph in section["paragraphs"]]
    assert any(rule.startswith("BH ") for rule in cited)


@pytest.mark.parametrize(
    ("host", "lan", "base"),
    [
        ("table.test:8000", (), "http://table.test:8000"),
        ("localhost:8000", ("http://192.0.2.5:8000",), "http://192.0.2.5:8000"),
        ("127.0.0.1:8000", ("http://192.0.2.5:8000",), "http://192.0.2.5:8000"),
        ("[::1]:8000", ("http://192.0.2.5:8000",), "http://192.0.2.5:8000"),
        ("localhost:8000", (), "http://localhost:8000"),
        ("localhost", ("http://192.0.2.5:8000",), "http://192.0.2.5:8000"),
        ("192.0.2.6:8000", ("http://192.0.2.5:8000",), "http://192.0.2.6:8000"),
    ],
)
def test_links_lead_where_a_phone_can_follow(visit, host, lan, base, monkeypatch):
    drawn = []
    monkeypatch.setattr("paiju.server.http.links.svg", lambda text: drawn.append(text) or b"<svg/>")

    async def work(site):
        guest = await site.guest()
        table = await room(site, guest)
        me = (await guest.get("/api/me", headers={"Host": host})).json()
        await guest.get(f"/api/tables/{table}/qr.svg", headers={"Host": host})
        await guest.get("/api/move/abc/qr.svg", headers={"Host": host})
        return me["base"], key_of(site, table)

    sent, key = visit(work, lan=lan)
    assert sent == base
    assert drawn == [f"{base}/join/{key}", f"{base}/move/abc"]


def test_qr_codes_are_plain_pictures(visit):
    async def work(site):
        guest = await site.guest()
        table = await room(site, guest)
        answer = await guest.get(f"/api/tables/{table}/qr.svg")
        long = await guest.get(f"/api/move/{'x' * 65}/qr.svg")
        return answer, long.status_code

    answer, long = visit(work)
    assert (answer.headers["content-type"], answer.headers["cache-control"]) == ("image/svg+xml", "no-store")
    assert answer.text.startswith("<svg ")
    assert not re.search(r"style=|<script|<!", answer.text)
    assert long == 404


def test_a_seat_moves_to_another_device_once(visit):
    async def work(site):
        old, new, third = [await site.guest() for _ in range(3)]
        table = await room(site, old)
        offer = (await old.post(f"/api/tables/{table}/move")).json()
        assert offer["expires_ms"] == 60_000
        moved = await new.post("/api/move", json={"code": offer["code"]})
        again = await third.post("/api/move", json={"code": offer["code"]})
        return moved.json() == {"id": table}, again.status_code, again.json()["error"]["code"]

    assert visit(work) == (True, 404, "code.none")


def test_a_code_that_changes_nothing_is_not_used_up(visit):
    async def work(site):
        host, friend, device = [await site.guest() for _ in range(3)]
        table = await room(site, host)
        (await friend.post("/api/join", json={"key": key_of(site, table)})).raise_for_status()
        code = (await host.post(f"/api/tables/{table}/move")).json()["code"]
        refused = await friend.post("/api/move", json={"code": code})
        moved = await device.post("/api/move", json={"code": code})
        return refused.json()["error"]["code"], moved.json() == {"id": table}

    assert visit(work) == ("room.seat_taken", True)
