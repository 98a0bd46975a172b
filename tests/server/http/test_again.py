"""Another table for those who played a record: its link leads each of them to the chair that waits for them."""

from __future__ import annotations

import json

import paiju
from paiju.server.store.rows import PutRecord
from tests.server.http.test_me import own
from tests.server.http.test_records import played


def test_the_link_seats_the_same_people(visit):
    async def work(site):
        people = [await site.guest() for _ in range(3)]
        stranger = await site.guest()
        ids = [(await own(site, browser)).id for browser in people]
        players = tuple(zip((0, 2, 3), ids, strict=True))
        record, names = "r1", '["P0","P1","P2","P3","P4"]'
        await site.store.write(
            (PutRecord(record, "baohuang", names, "[0,0,0,0,0]", played("baohuang"), (), players),)
        )
        refused = await stranger.post(f"/api/records/{record}/again", json={})
        assert refused.json()["error"]["code"] == "record.none"
        table = (await people[1].post(f"/api/records/{record}/again", json={})).json()["id"]
        room = site.hub.hosts[table].table.room
        assert room.host == ids[1]
        assert [chair.kind for chair in room.chairs] == ["human", "bot", "human", "human", "bot"]
        assert [room.seat_of(guest) for guest in ids] == [0, 2, 3]
        assert [line["id"] for line in (await people[1].get("/api/me")).json()["tables"]] == [table]
        assert (await people[0].get("/api/me")).json()["tables"] == []  # only the link tells of it
        site.clock.pass_(3600)  # nobody else gets a chair that waits for somebody
        assert (await stranger.post("/api/join", json={"key": room.key})).json() == {"id": table}
        assert room.seat_of((await own(site, stranger)).id) is None
        come = await people[0].post("/api/join", json={"key": room.key})
        assert come.json() == {"id": table}
        await people[2].delete("/api/me")  # who is forgotten is waited for no more
        assert [chair.kind for chair in room.chairs] == ["human", "bot", "human", "empty", "bot"]
        law = paiju.load("baohuang")
        given = json.loads(played("baohuang"))
        assert room.options.digest() == law.options(given["options"]).digest()

    visit(work)
