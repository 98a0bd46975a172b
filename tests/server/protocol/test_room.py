"""A server full of tables: those of nobody make room, and nothing of them is lost."""

from __future__ import annotations

from dataclasses import replace

from paiju.server.hub import hub
from tests.server.protocol.pages import MANY


def test_abandoned_tables_make_room(serve, monkeypatch):
    async def work(running):
        async def create(game="paohuzi", **more):
            made = await (await running.guest()).post("/api/tables", json={"game": game, **more})
            return made.status_code, made.json().get("id", made.json().get("error"))

        table, _guests, pages = await running.started("baohuang", 2)
        rooms = [await create() for _ in range(4)]
        assert {status for status, _ in rooms} == {201}
        status, error = await create()
        assert (status, error["code"]) == (503, "server.full")
        monkeypatch.setattr(hub, "NOBODY_MS", -1)
        assert (await create())[0] == 201
        assert table in running.hub.hosts
        for _, room in rooms:
            assert await running.app.state.front.store.load(room) is not None
        await pages[0].sync()

    serve(work, limits=replace(MANY, tables=5))
