"""A node that goes gives a table away only as it is at that moment, not as it was when it began to look for a place."""

from __future__ import annotations

import asyncio

from paiju.server.cluster.leases import Leases
from tests.server.protocol.pages import PATIENCE

TWO = {"match_end": "deals", "match_length": 2}


def test_a_deal_that_begins_while_a_node_is_looked_for_is_ended_here(serve, fast, monkeypatch, rng):
    """There is one other node, with other rules; while it is queried, the next deal begins."""

    async def work(running):
        _, _, (page,) = await running.started("paohuzi", 1, options=TWO, settings={"window_ms": 15})
        await page.play(rng, until=lambda: page.room["state"] == "settled")
        requests, stored = [], asyncio.Event()

        async def lightest(_self, *, alike=False):
            requests.append(alike)
            if alike:  # the table is still here, in its deal
                stored.set()
                return None
            if len(requests) == 2:
                await page.send(type="ready", on=True)
                await page.until(lambda: page.view["deal"] == 2, "the next deal")
            return "b"

        monkeypatch.setattr(running.hub.store, "node", "a")
        monkeypatch.setattr(Leases, "lightest", lightest)
        leaving = asyncio.create_task(running.hub.hand_over())
        asks = asyncio.create_task(stored.wait())
        await asyncio.wait({leaving, asks}, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        assert stored.is_set()
        assert page.bye is None
        await page.play(rng, until=lambda: page.room["state"] == "over" or page.bye)
        assert page.view["over"]
        await page.gone()
        assert page.bye == "table.elsewhere"
        await leaving

    serve(work)
