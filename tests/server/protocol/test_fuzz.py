"""Everything that a page should not send, over real sockets, while a match goes on that must not notice."""

from __future__ import annotations

import asyncio
import gc
import resource
from functools import partial

import pytest

from paiju.server.errors import ServerError
from paiju.server.http import connections as frames
from paiju.server.http.limits import Rate
from paiju.server.hub import registry
from paiju.server.tables.audience import KEPT_MESSAGES
from paiju.server.tables.room import MOST_CHAT_LINES
from tests.drawing import often
from tests.server.protocol.firing import annoy, attack
from tests.server.protocol.matches import until

ONE_DEAL = {"match_end": "deals", "match_length": 1}
LATE = {"prompt.stale"}
"""The windows here are so short that an answer may miss one."""


@pytest.fixture
def no_ration(monkeypatch):
    """Floods have a test of their own; here a socket may send as much as it likes."""
    for name in ("MESSAGES", "MALFORMED"):
        monkeypatch.setattr(registry, name, Rate(10**9, 1))
    monkeypatch.setattr(frames, "FRAMES", Rate(10**9, 1))


async def under_fire(running, game, rng, rounds):
    """A deal in which seat 1, its own guest's other pages, and strangers do what they can."""
    options = {**ONE_DEAL}
    table, guests, (calm, wild) = await running.started(
        game, 2, options=options, settings={"window_ms": 20, "takeover_seconds": 300}
    )
    host = running.hub.hosts[table]
    await wild.send(type="auto", on=True)
    playing = asyncio.create_task(calm.play(rng, until=lambda: calm.room["state"] in ("settled", "over")))
    await attack(wild, rng, rounds)
    await annoy(wild, rng, rounds, lambda: [m["id"] for m in calm.got if m["type"] == "prompt" and m["id"]])
    await wild.send(type="auto", on=True)
    await asyncio.wait_for(playing, 60)
    assert set(calm.errors()) <= LATE
    assert calm.gaps == 0
    assert calm.welcomes == 1
    assert running.hub.hosts[table] is host, "the table broke"
    assert all(len(stream.stored) <= KEPT_MESSAGES for stream in host.table.audience.everybody())
    assert len(host.table.chat) <= MOST_CHAT_LINES
    await until(host._inbox.empty)
    return table, guests


@pytest.mark.parametrize("game", ["baohuang", "paohuzi"])
def test_the_table_plays_on(serve, fast, no_ration, rng, game):
    serve(lambda running: under_fire(running, game, rng, often(3, 6)))


@pytest.mark.long
@pytest.mark.parametrize("turn", range(10))
@pytest.mark.parametrize("game", ["baohuang", "paohuzi"])
def test_the_table_plays_on_for_a_long_time(serve, fast, no_ration, rng, game, turn):
    async def work(running):
        await under_fire(running, game, rng, 20)
        gc.collect()
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        await under_fire(running, game, rng, 100)
        gc.collect()
        assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 64 * 1024

    serve(work)


def test_floods_end_the_socket_and_nothing_else(serve, fast, rng):
    async def work(running):
        _, _, (calm, wild) = await running.started("paohuzi", 2, options=ONE_DEAL, settings={"window_ms": 20})
        for _ in range(200):
            await wild.raw(rng.choice(("{", '{"type":"ready"}', b"\x00")))
        code = await wild.gone()
        assert (wild.bye, code) == ("rate.flood", 1000)
        assert len(wild.errors()) <= registry.MESSAGES.most + 10
        await wild.open(resume=True)
        await wild.until(lambda: wild.room["seats"][1]["online"])
        await wild.send(type="auto", on=True)
        await calm.play(rng, until=lambda: calm.room["state"] in ("settled", "over"))
        assert set(calm.errors()) <= LATE

    serve(work)


def test_invalid_messages_close_the_socket_sooner(serve, fast):
    async def work(running):
        _, _, (_, wild) = await running.started("paohuzi", 2, options=ONE_DEAL, settings={"window_ms": 20})
        for _ in range(registry.MALFORMED.most + 5):
            await wild.raw("{")
        assert (await wild.gone(), wild.bye) == (1000, "rate.flood")
        assert len(wild.errors()) <= registry.MALFORMED.most

    serve(work)


def test_a_full_inbox_does_not_stop_the_clock(serve, monkeypatch):
    """Two members send `{` as fast as the table takes them; its bots play on."""
    monkeypatch.setattr(registry, "MALFORMED", Rate(10**9, 1))
    monkeypatch.setattr(registry, "MESSAGES", Rate(10**9, 1))

    async def work(running):
        table, _, pages = await running.started("baohuang", 2, options=ONE_DEAL)
        host = running.hub.hosts[table]
        for page in pages:
            await page.send(type="auto", on=True)

        def full() -> None:
            """Something is always in the inbox when the table has done with what was there."""
            host.post(partial(host.table.refuse, "nobody", ServerError("message.malformed", "no message")))
            if not stop:
                loop.call_later(0.001, full)

        stop, loop = [], asyncio.get_running_loop()
        full()
        actions = host.table.recorder.record.deals[-1].actions
        before = len(actions)
        await until(lambda: len(actions) - before >= 2)
        stop.append(True)

    serve(work)


def test_a_frame_that_is_far_too_long_ends_the_socket(serve):
    async def work(running):
        table, guests = await running.table("baohuang", 1)
        page = await running.page(table, guests[0]).open()
        await page.raw("x" * 20_000)
        assert await page.gone() == 1009

    serve(work)
