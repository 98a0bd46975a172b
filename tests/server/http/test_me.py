"""A guest: made by the first visit, known by the cookie, renamed, forgotten."""

from __future__ import annotations

from http.cookies import SimpleCookie

import pytest
from structlog.testing import capture_logs

from paiju.server.http.limits import Limits
from paiju.server.people.guests import BROWSER, COOKIE, Guest, Tokens
from paiju.server.store.base import DAY, GUEST_DAYS, OVER_DAYS, RECORD_DAYS, ROOM_DAYS, SERIES_DAYS
from tests.server.store.samples import record

JSON = {"Content-Type": "application/json"}


def cookie_of(answer) -> SimpleCookie:
    cookies = SimpleCookie()
    for one in answer.headers.get_list("set-cookie"):
        cookies.load(one)
    return cookies


def test_the_first_visit_makes_a_guest(visit):
    async def work(site):
        browser = site.browser(**{"Accept-Language": "fa"})
        first = await browser.get("/api/me")
        again = await browser.get("/api/me")
        morsel = cookie_of(first)[COOKIE]
        assert first.status_code == 200
        assert (morsel["httponly"], morsel["samesite"].lower(), morsel["path"], morsel["secure"]) == (
            True,
            "lax",
            "/",
            "",
        )
        assert int(morsel["max-age"]) == GUEST_DAYS * DAY
        assert "set-cookie" not in again.headers
        assert first.json() == again.json()
        return first.json()

    me = visit(work)
    assert me["name"].startswith("مهمان ")
    assert (me["lang"], me["tables"], me["records"], me["base"]) == ("fa", [], [], "http://table.test:8000")
    assert me["limits"] == {
        "name": 20, "chat": 200, "guest_days": GUEST_DAYS, "room_days": ROOM_DAYS,
        "over_days": OVER_DAYS, "record_days": RECORD_DAYS, "series_days": SERIES_DAYS,
    }  # fmt: skip


def test_a_browser_keeps_its_mark_for_a_day_after_its_guest_is_deleted(visit):
    """Otherwise one person would be several to a deal that is on, by being forgotten."""

    async def work(site):
        browser = site.browser()
        first = await browser.get("/api/me")
        mark, guest = browser.cookies[BROWSER], browser.cookies[COOKIE]
        sent = [one for one in first.headers.get_list("set-cookie") if one.startswith(BROWSER)]
        assert f"max-age={DAY}" in sent[0].lower()
        assert "httponly" in sent[0].lower()
        await browser.delete("/api/me")
        await browser.get("/api/me")
        assert browser.cookies[BROWSER] == mark
        assert browser.cookies[COOKIE] != guest
        other = site.browser()
        await other.get("/api/me")
        assert other.cookies[BROWSER] != mark

    visit(work)


def test_a_token_is_renewed_when_half_its_time_is_over(visit):
    async def work(site):
        browser = await site.guest()
        name = (await browser.get("/api/me")).json()["name"]
        renewed = []
        for days in (GUEST_DAYS / 2 - 1, 2, GUEST_DAYS - 1, 2):
            site.clock.pass_(days * DAY)
            answer = await browser.get("/api/me")
            renewed.append("set-cookie" in answer.headers)
            assert answer.json()["name"] == name
        return renewed

    assert visit(work) == [False, True, True, False]


def test_correcting_the_clock_keeps_every_guest(visit):
    """Cookies of days to come hold, and so do those of long ago while their guest is known."""

    async def work(site):
        browser = await site.guest()
        name = (await browser.get("/api/me")).json()["name"]
        table = (await browser.post("/api/tables", json={"game": "baohuang"})).json()["id"]
        seen = []
        for days in (-1 / 24, -2, -2 * GUEST_DAYS, 6 * GUEST_DAYS):
            now = site.clock.now + days * DAY
            site.front.tokens = Tokens("a secret for tests only", lambda now=now: now)
            me = (await browser.get("/api/me")).json()
            seen.append((me["name"] == name, [line["id"] for line in me["tables"]] == [table]))
        return seen

    assert visit(work) == [(True, True)] * 4


def test_a_valid_token_is_never_replaced_by_another_guests(visit):
    async def work(site):
        browser = await site.guest()
        before, _ = site.front.tokens.read(browser.cookies[COOKIE])
        site.clock.pass_((GUEST_DAYS + 1) * DAY)
        await site.store.sweep()
        assert await site.store.guest(before) is None
        again = await browser.get("/api/me")
        return before, site.front.tokens.read(cookie_of(again)[COOKIE].value)[0], again.json()["records"]

    before, after, records = visit(work)
    assert (after, records) == (before, [])


@pytest.mark.parametrize("token", ["x", "Bugbo.x.y", "\u2026", "a" * 9000])
def test_a_bad_token_makes_a_new_guest(visit, token):
    async def work(site):
        browser = site.browser(Cookie=f"{COOKIE}={token}".encode())
        answer = await browser.get("/api/me")
        return answer.status_code, COOKIE in cookie_of(answer)

    assert visit(work) == (200, True)


def test_a_visit_extends_the_life_of_a_guest(visit):
    async def work(site):
        browser = await site.guest()
        first = (await browser.get("/api/me")).json()["name"]
        for _ in range(20):
            site.clock.pass_(10 * DAY)
            await browser.get("/api/me")
            await site.store.sweep()
        return (await browser.get("/api/me")).json()["name"] == first

    assert visit(work)


def test_another_name_and_language(visit):
    async def work(site):
        browser = await site.guest()
        answers = [
            (await browser.post("/api/me", json={"name": "  李\u202e伟 "})).json(),
            (await browser.post("/api/me", json={"lang": "zh"})).json(),
            (await browser.post("/api/me", json={})).json(),
        ]
        me = (await browser.get("/api/me")).json()
        return answers, (me["name"], me["lang"])

    changed, me = visit(work)
    assert [tuple(answer.values()) for answer in changed] == [
        ("李伟", lang, "") for lang in ("en", "zh", "zh")
    ]
    assert me == ("李伟", "zh")


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b'{"name": ""}', 400, "guest.name"),
        (b'{"name": "xxxxxxxxxxxxxxxxxxxxx"}', 400, "guest.name"),
        (b'{"name": 3}', 400, "message.malformed"),
        (b'{"lang": "de"}', 400, "message.malformed"),
        (b'{"seat": 1}', 400, "message.malformed"),
        (b"[]", 400, "message.malformed"),
        (b"", 400, "message.malformed"),
        (b'{"name": "\xff"}', 400, "message.malformed"),
        (b"[" * 5000, 400, "message.malformed"),
        (b'{"name": "' + b"x" * 20_000 + b'"}', 413, "message.oversized"),
    ],
)
def test_malformed_bodies_are_refused(visit, body, status, code):
    async def work(site):
        browser = await site.guest()
        answer = await browser.post("/api/me", content=body, headers=JSON)
        return answer.status_code, answer.json()["error"]["code"]

    assert visit(work) == (status, code)


def test_a_body_must_be_declared_as_json(visit):
    async def work(site):
        browser = await site.guest()
        answer = await browser.post(
            "/api/me", content=b'{"name": "x"}', headers={"Content-Type": "text/plain"}
        )
        return answer.json()["error"]["code"]

    assert visit(work) == "message.malformed"


def test_an_unknown_guest_gets_an_error(visit):
    async def work(site):
        browser = site.browser()
        answers = [
            await browser.post("/api/me", json={"name": "x"}),
            await browser.delete("/api/me"),
            await browser.post("/api/tables", json={"game": "baohuang"}),
            await browser.post("/api/join", json={"code": "123456"}),
            await browser.delete("/api/records/r1"),
            await browser.get("/api/tables/t1/rules"),
        ]
        return {(answer.status_code, answer.json()["error"]["code"]) for answer in answers}

    assert visit(work) == {(401, "guest.none")}


def test_a_guest_can_be_deleted(visit):
    async def work(site):
        browser, other = await site.guest(), await site.guest()
        table = (await browser.post("/api/tables", json={"game": "baohuang"})).json()["id"]
        code = (await site.hub.table_of(table, await own(site, browser))).room.key
        await other.post("/api/join", json={"key": code})
        players = [(0, (await own(site, browser)).id), (1, (await own(site, other)).id)]
        await site.store.write((record("r1", players=tuple(players)), record("r2", players=(players[0],))))
        guest = await own(site, browser)
        old = browser.cookies[COOKIE]
        answer = await browser.delete("/api/me")
        assert answer.status_code == 200
        assert cookie_of(answer)[COOKIE]["max-age"] == "0"
        assert await site.store.guest(guest.id) is None
        assert await site.store.record("r2") is None
        assert await site.store.tables_of(guest.id) == []
        stored = await site.store.load(table)
        assert guest.name not in (stored.data if stored else "")
        assert guest.id not in (stored.members if stored else ())
        records = (await other.get("/api/me")).json()["records"]
        stale = await site.browser(Cookie=f"{COOKIE}={old}").post("/api/me", json={"name": "x"})
        return [(line["id"], line["names"]) for line in records], stale.status_code

    assert visit(work) == ([("r1", ["–", "B", "C", "D", "E"])], 401)


async def own(site, browser):
    guest, _ = site.front.tokens.read(browser.cookies[COOKIE])
    stored = await site.store.guest(guest)
    return Guest(stored.id, stored.name, stored.lang)


def test_own_tables_and_records_are_listed(visit):
    async def work(site):
        browser = await site.guest()
        await browser.post("/api/me", json={"name": "Li"})
        table = (await browser.post("/api/tables", json={"game": "paohuzi"})).json()["id"]
        await site.store.write((record("r1", players=((0, (await own(site, browser)).id),)),))
        me = (await browser.get("/api/me")).json()
        now = int(site.clock.now) * 1000
        assert me["tables"] == [
            {"id": table, "game": "paohuzi", "state": "waiting", "names": ["Li"], "touched": now}
        ]
        assert me["records"] == [
            {
                "id": "r1",
                "game": "baohuang",
                "names": ["A", "B", "C", "D", "E"],
                "scores": [1, 2, 3, 4, 5],
                "when": now,
            }
        ]

    visit(work)


def test_the_number_of_new_guests_is_limited(visit):
    async def work(site):
        return [(await site.browser().get("/api/me")).status_code for _ in range(8)]

    assert visit(work, limits=Limits(guests=1)) == [200] * 5 + [429] * 3


def test_requests_of_one_guest_are_limited(visit):
    async def work(site):
        browser, other = await site.guest(), await site.guest()
        statuses = [(await browser.post("/api/me", json={})) for _ in range(12)]
        refused = statuses[-1]
        assert refused.headers["retry-after"] == str(refused.json()["error"]["facts"]["seconds"])
        assert (await other.get("/api/me")).status_code == 200
        site.clock.pass_(60)
        assert (await browser.get("/api/me")).status_code == 200
        return [answer.status_code for answer in statuses]

    assert visit(work, limits=Limits(api=10, guests=100)) == [200] * 10 + [429] * 2


def test_learned_puzzles_move_to_another_device_by_code(visit):
    async def work(site):
        old, new = await site.guest(), await site.guest()
        sent = await old.post(
            "/api/me/learned", json={"paths": ["paohuzi/deal", "closed", "paohuzi/nothing"]}
        )
        assert sent.json() == {"learned": ["closed", "paohuzi/deal"]}
        assert (await new.post("/api/me/learned", json={"paths": []})).json() == {"learned": []}
        assert (await new.post("/api/me/learned", json={"paths": ["x" * 65]})).status_code == 400
        offer = (await old.post("/api/me/move")).json()
        moved = [await new.post("/api/move", json={"code": offer["code"]}) for _ in range(2)]
        assert [one.status_code for one in moved] == [200, 404]
        assert moved[0].json() == {"id": None}
        for guest in (old, new):
            assert (await guest.get("/api/me")).json()["learned"] == ["closed", "paohuzi/deal"]
        table = (await new.post("/api/tables", json={"game": "paohuzi"})).json()["id"]
        await new.post("/api/me/learned", json={"paths": ["baohuang/beats"]})
        offer = (await new.post(f"/api/tables/{table}/move")).json()
        assert (await old.post("/api/move", json={"code": offer["code"]})).json() == {"id": table}
        assert "baohuang/beats" in (await old.get("/api/me")).json()["learned"], "it goes with a seat"

    visit(work)


BROKEN = {
    "cut short": '{"stage":"waiting","cha',
    "a number": "1",
    "other chairs": '{"chairs":[1,2]}',
    "nested without end": "[" * 100_000,
    "no text": b'{"stage":"\xff\xfe"}',
}


@pytest.mark.parametrize("damage", BROKEN)
def test_a_row_that_cannot_be_read_is_left_out_and_logged(visit, damage):
    """A room or a record that is damaged on the disk takes the guest's others nowhere, nor the way to be forgotten."""
    text = BROKEN[damage]

    def overwrite(connection, table, column, row):
        value = f"CAST(X'{(text if isinstance(text, bytes) else text.encode()).hex()}' AS TEXT)"
        connection.exec_driver_sql(f"UPDATE {table} SET {column} = {value} WHERE id = '{row}'")

    async def work(site):
        browser = await site.guest()
        guest = (await own(site, browser)).id
        tables = [
            (await browser.post("/api/tables", json={"game": "paohuzi"})).json()["id"] for _ in range(2)
        ]
        await site.store.write(tuple(record(name, players=((0, guest),)) for name in ("r1", "r2")))
        run = site.store._owned.writer.run
        await run(lambda connection: overwrite(connection, "rooms", "data", tables[0]))
        await run(lambda connection: overwrite(connection, "records", "names", "r1"))
        with capture_logs() as lines:
            me = (await browser.get("/api/me")).raise_for_status().json()
        logged = sum("unreadable" in line["event"] for line in lines)
        games = await browser.get("/api/me/games")
        forgotten = await browser.delete("/api/me")
        return tables, me, logged, games.status_code, forgotten.status_code, await site.store.guest(guest)

    tables, me, logged, games, forgotten, stored = visit(work)
    assert [line["id"] for line in me["tables"]] == tables[1:]
    assert [line["names"] for line in me["records"] if line["id"] == "r2"] == [["A", "B", "C", "D", "E"]]
    assert [line["names"] for line in me["records"] if line["id"] == "r1"] in ([[]], [])
    assert logged == 2
    assert (games, forgotten, stored) == (200, 200, None)
