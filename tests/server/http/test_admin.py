"""Figures and health, for those who run the server."""

from __future__ import annotations

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from paiju.server.ops.metrics import create_admin
from paiju.server.store.base import StoreError


def ask(visit, *paths, broken=None, running=True, closed=None):
    async def work(site):
        await (await site.guest()).post("/api/tables", json={"game": "baohuang"})
        if broken:

            async def silent() -> None:
                raise broken

            site.store.ping = silent
        site.front.running = running
        if closed:
            site.hub.close(closed)
        transport = httpx.ASGITransport(create_admin(site.front))
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8001") as browser:
            return [await browser.get(path) for path in paths]

    return visit(work)


def test_metrics(visit):
    (answer,) = ask(visit, "/metrics")
    families = {family.name: family for family in text_string_to_metric_families(answer.text)}
    assert families["paiju_tables"].samples[0].value == 1
    assert families["paiju_requests"].type == "counter"
    statuses = {sample.labels["status"] for sample in families["paiju_requests"].samples}
    assert statuses == {"200", "201"}
    assert families["paiju_store_writes"].samples[0].value >= 2
    turns = [sample for sample in families["paiju_turn_seconds"].samples if sample.name.endswith("_bucket")]
    counts = [sample.value for sample in turns]
    assert turns[-1].labels == {"le": "+Inf"}
    assert counts == sorted(counts)
    assert counts[-1] >= 1
    assert {"paiju_info", "paiju_sockets", "paiju_web_sockets", "process_resident_memory_bytes"} <= set(
        families
    )


SILENT, LOST = StoreError("store.open", "no answer"), StoreError("store.lost", "not ours any more")


@pytest.mark.parametrize(
    ("trouble", "sent"),
    [
        ({}, (200, True, True, True, None)),
        ({"broken": SILENT}, (503, False, False, True, "store.open")),
        ({"broken": LOST, "closed": LOST}, (503, False, False, False, "store.lost")),
        ({"closed": LOST}, (503, False, True, False, None)),
        ({"running": False}, (503, False, True, False, None)),
    ],
)
def test_health(visit, trouble, sent):
    (answer,) = ask(visit, "/healthz", **trouble)
    said = answer.json()
    assert (answer.status_code, *(said[name] for name in ("ok", "store", "tables", "code"))) == sent


def test_the_public_site_has_neither(visit):
    async def work(site):
        return [(await site.browser().get(path)).status_code for path in ("/metrics", "/healthz")]

    assert visit(work) == [404, 404]


def test_a_proxy_hears_whether_tables_are_played_here(visit):
    async def work(site):
        browser = site.browser()
        before = (await browser.get("/api/up")).status_code
        site.hub.close(LOST)
        return before, (await browser.get("/api/up")).status_code

    assert visit(work) == (200, 503)
