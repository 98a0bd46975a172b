"""The deals of the day over HTTP: the same for all, once for each, nobody named who does not want to be."""

from __future__ import annotations

import asyncio
import hashlib
import json
from dataclasses import replace

from paiju.analysis.review import version
from paiju.core import rng
from paiju.server.http.limits import HOUSEHOLD
from paiju.server.practice.judgements import DEPTH
from paiju.server.series.clubs import spans_of
from paiju.server.series.contests import streak
from paiju.server.store.base import DAY
from paiju.server.store.rows import EndAttempt, ReviewRow
from tests.server.http.conftest import HOST, MANY
from tests.server.http.test_records import keep, played


async def play(browser, series: str, deal: int, **more):
    return await browser.post(f"/api/series/{series}/play", json={"deal": deal, **more})


def test_all_players_get_the_same_deals_once(visit, clock):
    async def walk(site):
        one, two = await site.guest(), await site.guest("192.0.2.8")
        data = (await one.get("/api/today")).json()
        assert [game["game"] for game in data["games"]][:2] == ["baohuang", "paohuzi"]
        series = data["games"][1]["id"]
        assert series == f"{data['day']}.paohuzi"
        tables = [await play(browser, series, 1) for browser in (one, one, two)]
        tables += await asyncio.gather(play(one, series, 2), play(one, series, 2))
        assert {answer.status_code for answer in tables} == {201}
        mine, again, other, *twice = (answer.json()["id"] for answer in tables)
        assert mine == again != other
        assert twice[0] == twice[1] != mine
        rooms = [site.hub.hosts[table].table.room for table in (mine, other)]
        assert rooms[0].duplicate == rooms[1].duplicate
        assert rooms[0].bot_seed == rooms[1].bot_seed
        # a day keeps its promise: its seed fits the fingerprint and gives the secret of the deal
        clock.pass_(86_400 * 2)
        days = (await one.get("/api/today")).json()["days"]
        day = next(day for day in days if day["day"] == data["day"])
        assert (
            day["commitment"] == hashlib.sha256(b"paiju commitment" + bytes.fromhex(day["seed"])).hexdigest()
        )
        secret = rng.digest("day deal", bytes.fromhex(day["seed"]), b"paohuzi", b"\x01").hex()
        assert rooms[0].duplicate.secret == secret
        late = await play(one, series, 3)
        assert (late.status_code, late.json()["error"]["code"]) == (409, "series.over")

    visit(walk)


def test_the_score_sheet_names_players_who_allow_it(visit):
    async def walk(site):
        one, two = await site.guest(), await site.guest("192.0.2.8")
        series = (await one.get("/api/today")).json()["games"][0]["id"]
        await two.post("/api/me", json={"name": "小红"})
        for browser, named, points in ((one, False, 4), (two, True, -2)):
            table = (await play(browser, series, 1, named=named)).json()["id"]
            await site.store.write((EndAttempt(table, 0, points),))
        record = (await one.get(f"/api/series/{series}")).json()["own"][0]["record"]
        await keep(site, one, played("baohuang", 1), name=record)
        found = json.dumps(
            {"decisions": [{"index": at, "loss": loss} for at, loss in enumerate((1.5, -0.25, 2.0))]}
        )
        for version_, text in (("old", "{}"), (version("baohuang", DEPTH), found)):
            await site.store.put_review(ReviewRow(record, 1, 0, version_, text))
        rows = (await one.get(f"/api/series/{series}")).json()["sheet"]["rows"]
        assert [row["loss"] for row in rows] == [3.5, None]
        assert [(row["name"], row["you"], row["over"]) for row in rows] == [
            (None, True, 3.0),
            ("小红", False, -3.0),
        ]
        await two.post(f"/api/series/{series}/name", json={"on": False})
        await one.post(f"/api/series/{series}/name", json={"on": True})
        answer = (await two.get(f"/api/series/{series}")).json()
        assert [row["name"] is None for row in answer["sheet"]["rows"]] == [False, True]
        assert answer["named"] is False
        assert answer["own"][0]["points"] == -2

    visit(walk)


def test_an_invalid_series_or_deal_is_refused(visit):
    async def walk(site):
        browser = await site.guest()
        series = (await browser.get("/api/today")).json()["games"][0]["id"]
        answers = [await play(browser, series, 5), await play(browser, "1999-01-01.baohuang", 1)]
        answers += [await browser.get("/api/series/%F0%9F%80%84"), await play(browser, series, 0)]
        assert [answer.json()["error"]["code"] for answer in answers] == ["series.none"] * 3 + [
            "message.malformed"
        ]
        assert (await site.browser().get("/api/today")).json()["error"]["code"] == "guest.none"
        foreign = await site.browser(Origin="https://elsewhere.example").post(
            f"http://{HOST}/api/series/{series}/play", json={"deal": 1}
        )
        assert foreign.status_code == 403

    visit(walk)


def test_a_shared_match_can_be_played_by_anyone_with_the_link(visit):
    """What its player made of it is compared; who has not played it sees no points, and the seat is the maker's."""

    async def walk(site):
        one, two = await site.guest(), await site.guest("192.0.2.8")
        await keep(site, one, played("paohuzi"), "paohuzi")
        made = await one.post("/api/series", json={"record": "r1", "named": True, "days": 3})
        assert made.status_code == 201
        series = made.json()["id"]
        mine, other = [(await browser.get(f"/api/series/{series}")).json() for browser in (one, two)]
        assert {own["state"] for own in mine["own"]} == {"done"}
        assert mine["sheet"]["rows"][0]["cells"][0]["before"]
        assert {own["state"] for own in other["own"]} == {"open"}
        assert other["sheet"]["rows"] == []
        assert other["seat"] == mine["seat"]
        table = (await play(two, series, 1)).json()["id"]
        assert site.hub.hosts[table].table.room.chairs[mine["seat"]].kind == "human"
        bad = [
            await two.post("/api/series", json=wanted)
            for wanted in ({"record": "none"}, {"game": "chess"}, {"game": "paohuzi", "deals": 17})
        ]
        assert [answer.status_code for answer in bad] == [404, 404, 400]

    visit(walk)


def test_new_deals_by_any_rules_and_not_too_many(visit):
    async def walk(site):
        browser = await site.guest()
        wanted = {"game": "paohuzi", "preset": "chenzhou", "deals": 2, "days": 1}
        made = [await browser.post("/api/series", json=wanted) for _ in range(21)]
        assert [answer.status_code for answer in made] == [201] * 20 + [409]
        table = (await play(browser, made[0].json()["id"], 2)).json()["id"]
        assert site.hub.hosts[table].table.room.preset == "chenzhou"
        site.clock.pass_(86_400 + 60)
        assert (await play(browser, made[0].json()["id"], 1)).json()["error"]["code"] == "series.over"

    visit(walk)


def test_an_address_makes_a_limited_number_of_series_a_day_with_any_number_of_guests(visit):
    wanted = {"game": "paohuzi", "deals": 1}

    async def walk(site):
        statuses = []
        for _ in range(2 * HOUSEHOLD):
            guest = await site.guest()
            statuses += [(await guest.post("/api/series", json=wanted)).status_code for _ in range(2)]
        one = await site.guest("203.0.113.9")
        others = [(await one.post("/api/series", json=wanted)).status_code for _ in range(3)]
        site.clock.pass_(86_400)
        return statuses, others, (await (await site.guest()).post("/api/series", json=wanted)).status_code

    statuses, others, later = visit(walk, limits=replace(MANY, series_a_day=2))
    assert statuses == [201] * 2 * HOUSEHOLD + [429] * 2 * HOUSEHOLD
    assert others == [201, 201, 429], "each guest has a share of their own"
    assert later == 201


def test_series_are_bounded_in_all(visit):
    wanted = {"game": "paohuzi", "deals": 1}

    async def walk(site):
        guest = await site.guest()
        made = [(await guest.post("/api/series", json=wanted)).json() for _ in range(2)]
        for one in made:
            await play(guest, one["id"], 1)
        other = await (await site.guest("203.0.113.9")).post("/api/series", json=wanted)
        return other.status_code, other.json()["error"]["code"]

    assert visit(walk, limits=replace(MANY, series=2)) == (409, "series.full")


def test_an_evening_seats_people_at_the_same_deals(visit):
    """Who sits together gets one table, the same for all of them; others have the same cards at theirs."""

    async def walk(site):
        people = [await site.guest(f"192.0.2.{n}") for n in range(5)]
        wanted = {"game": "paohuzi", "deals": 2, "rounds": 2, "days": 1}
        series = (await people[0].post("/api/series", json=wanted)).json()["id"]
        alone = [await people[0].post(f"/api/series/{series}/{what}") for what in ("join", "start")]
        assert [answer.status_code for answer in alone] == [200, 400]
        for person in people[1:]:
            await person.post(f"/api/series/{series}/join")
        assert (await people[1].post(f"/api/series/{series}/start")).json()["error"]["code"] == "host.only"
        begun = [await people[0].post(f"/api/series/{series}/start") for _ in range(2)]
        begun.append(await (await site.guest("192.0.2.9")).post(f"/api/series/{series}/join"))
        assert [answer.status_code for answer in begun] == [200, 409, 409]
        data = (await people[2].get(f"/api/series/{series}")).json()["evening"]
        assert len(data["players"]) == 5
        tables = [(await play(person, series, 3)).json()["id"] for person in people]
        rooms = {table: site.hub.hosts[table].table.room for table in tables}
        assert len(rooms) == 2
        for person, table in zip(people, tables, strict=True):
            guest = site.front.tokens.read(person.cookies["paiju_guest"])[0]
            assert rooms[table].seat_of(guest) is not None
        one, two = rooms.values()
        assert one.duplicate == two.duplicate
        assert one.duplicate.number == 3
        assert sorted(sum(chair.kind == "human" for chair in room.chairs) for room in (one, two)) == [2, 3]

    visit(walk)


async def evening(site, people):
    """An evening of paohuzi to which some have come, its first one made it."""
    wanted = {"game": "paohuzi", "deals": 2, "rounds": 1, "days": 1}
    series = (await people[0].post("/api/series", json=wanted)).json()["id"]
    for person in people:
        (await person.post(f"/api/series/{series}/join")).raise_for_status()
    return series


def test_a_bot_replaces_a_deleted_guest(visit):
    async def walk(site):
        people = [await site.guest(f"192.0.2.{n}") for n in range(4)]
        series = await evening(site, people)
        (await people[0].post(f"/api/series/{series}/start")).raise_for_status()
        guests = [site.front.tokens.read(person.cookies["paiju_guest"])[0] for person in people]
        answer = (await people[0].get(f"/api/series/{series}")).json()["evening"]
        (await people[3].delete("/api/me")).raise_for_status()
        left = [(await play(person, series, 1)).json()["id"] for person in people[:3]]
        rooms = [site.hub.hosts[table].table.room for table in left]
        assert all(room.seat_of(guests[3]) is None for room in rooms)
        assert all(guests[3] not in room.members for room in rooms)
        assert guests[3] not in {one.guest for one in await site.store.attempts([series])}
        assert len(answer["players"]) == 4

    visit(walk)


def test_any_guest_begins_an_evening_whose_maker_was_deleted(visit):
    async def walk(site):
        people = [await site.guest(f"192.0.2.{n}") for n in range(3)]
        series = await evening(site, people)
        stranger = await site.guest("192.0.2.9")
        assert (await people[1].post(f"/api/series/{series}/start")).json()["error"]["code"] == "host.only"
        (await people[0].delete("/api/me")).raise_for_status()
        assert (await stranger.post(f"/api/series/{series}/start")).json()["error"]["code"] == "host.only"
        answer = (await people[1].get(f"/api/series/{series}")).json()["evening"]
        assert (answer["host"], len(answer["players"])) == (True, 2)
        assert (await people[1].post(f"/api/series/{series}/start")).status_code == 200

    visit(walk)


async def founded(browser, **more):
    answer = await browser.post("/api/clubs", json={"name": "周五 牌友", "game": "paohuzi", **more})
    assert answer.status_code == 201, answer.text
    return f"/api/clubs/{answer.json()['id']}"


def test_a_club_is_joined_by_its_link_and_displays_its_members_to_members_only(visit):
    async def walk(site):
        one, two = await site.guest(), await site.guest("192.0.2.8")
        await two.post("/api/me", json={"name": "小红"})
        club = await founded(one, preset="chenzhou", options={"seats": 4})
        outside = (await two.get(f"{club}?lang=zh")).json()
        assert (outside["name"], outside["preset"], outside["count"], outside["here"]) == (
            "周五 牌友",
            "chenzhou",
            1,
            False,
        )
        assert outside["rules"]
        assert outside["members"] == outside["ledger"] == outside["evenings"] == []
        refused = await two.post(f"{club}/evening", json={})
        assert (refused.status_code, refused.json()["error"]["code"]) == (404, "club.none")
        for _ in range(2):
            assert (await two.post(f"{club}/join")).status_code == 200
        members = (await one.get(club)).json()["members"]
        assert {(member["name"] == "小红", member["you"]) for member in members} == {
            (False, True),
            (True, False),
        }
        assert [each["name"] for each in (await two.get("/api/clubs")).json()["clubs"]] == ["周五 牌友"]
        await one.post(f"{club}/leave")
        assert (await two.get(club)).json()["count"] == 1
        assert (await two.delete("/api/me")).status_code == 200  # the club goes with its last member
        gone = await one.get(club)
        assert (gone.status_code, gone.json()["error"]["code"]) == (404, "club.none")

    visit(walk)


def test_the_ledger_of_a_club_adds_the_points_of_its_evenings_by_month_season_and_in_all(visit, clock):
    async def walk(site):
        one, two = await site.guest(), await site.guest("192.0.2.8")
        club = await founded(one, name="Friday")
        await two.post(f"{club}/join")
        evening = (await one.post(f"{club}/evening", json={"deals": 1, "rounds": 2})).json()["id"]
        for browser in (one, two):
            await browser.post(f"/api/series/{evening}/join")
        assert (await one.get(club)).json()["evenings"][0]["state"] == "waiting"
        await one.post(f"/api/series/{evening}/start")
        for deal, points in ((1, (7, -2)), (2, (-3, 4))):
            for browser, own in zip((one, two), points, strict=True):
                table = (await play(browser, evening, deal)).json()["id"]
                seats = await site.store.attempts([evening])
                (seat,) = (each.seat for each in seats if each.deal == deal and each.room == table)
                await site.store.write((EndAttempt(table, seat, own),))
            assert (await two.get(club)).json()["evenings"][0]["state"] == ("playing", "over")[deal - 1]
        seen = (await two.get(club)).json()
        firsts = seen["evenings"][0]["first"]
        assert (seen["evenings"][0]["players"], [(row["you"], row["points"]) for row in firsts]) == (
            2,
            [(False, 4)],
        )
        assert [
            (row["place"], row["you"], row["evenings"], row["deals"], row["points"], row["firsts"])
            for row in seen["ledger"]
        ] == [(1, False, 1, 2, 4, 1), (2, True, 1, 2, 2, 0)]
        assert (await one.get(f"/api/series/{evening}")).json()["club"] == club.removeprefix("/api/clubs/")
        month, season, always = spans_of(site.store.now())
        assert (seen["span"], set(seen["spans"])) == (season, {month, season, always})
        clock.pass_(100 * DAY)
        later = (await two.get(club)).json()
        assert later["ledger"] == []
        assert {month, season, always} < set(later["spans"])
        for span in (month, season, always):
            assert len((await two.get(f"{club}?span={span}")).json()["ledger"]) == 2

    visit(walk)


def test_a_club_or_a_guest_has_only_so_much_room(visit):
    async def walk(site):
        one, two = await site.guest(), await site.guest("192.0.2.8")
        club = await founded(one)
        full = await two.post("/api/clubs", json={"name": "another", "game": "paohuzi"})
        nameless = await one.post("/api/clubs", json={"name": " ", "game": "paohuzi"})
        unknown = await two.post("/api/clubs/none/join")
        assert (await two.post(f"{club}/join")).status_code == 200
        return [answer.json()["error"]["code"] for answer in (full, nameless, unknown)]

    assert visit(walk, limits=replace(MANY, series=1)) == ["club.full", "guest.name", "club.none"]


def test_days_in_a_row_count_up_to_yesterday():
    played = ["2026-11-28", "2026-11-27", "2026-11-25"]
    assert streak("2026-11-28", played) == 2
    assert streak("2026-11-29", played) == 2
    assert streak("2026-11-30", played) == 0
