"""Members who keep a table busy: its clock must not wait for them."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

from tests.attack.outcome import Outcome
from tests.server.protocol.matches import Process
from tests.server.protocol.pages import Page, Service

PACE = 0.5
"""How much of its pace a table may lose: deals differ, and floods take processor time from all."""
ROUNDS = 5
"""So often both are looked at before a table is held to be slower: in a few seconds there are few events, and chance decides how many."""


def run(size: int, rng: random.Random, folder: Path) -> Outcome:
    """Flood a table of bots at their usual pace for `size` seconds, after as long without; once more where it seems to have lost its pace."""
    server = Process(folder, f"sqlite:///{folder / 'tables.db'}", ways=("calm",))
    server.start()
    try:
        alone, flooded, rounds = asyncio.run(_compare(server.port, size, rng))
    finally:
        server.kill()
    figure = f"{flooded} events in {rounds * size} s, {alone} without floods"
    return Outcome("flooded tables", 1, int(flooded < PACE * alone), figure)


async def _compare(port: int, seconds: int, rng: random.Random) -> tuple[int, int, int]:
    """How many events a table tells in the same time, alone and flooded by two of its members, and in how many rounds."""
    running = Service(port)
    options = {"match_end": "deals", "match_length": 1000}
    settings = {"takeover_seconds": 300}
    _, _, pages = await running.started("baohuang", 3, options=options, settings=settings)
    for page in pages:
        await page.send(type="auto", on=True)
    alone = flooded = rounds = 0
    try:
        while rounds < ROUNDS and (not rounds or flooded < PACE * alone):
            rounds += 1
            alone += await _events(pages[0], seconds)
            floods = [asyncio.create_task(_flood(page, rng)) for page in pages[1:]]
            flooded += await _events(pages[0], seconds)
            for flood in floods:
                flood.cancel()
            await asyncio.gather(*floods, return_exceptions=True)
    finally:
        await running.close()
    return alone, flooded, rounds


async def _events(page: Page, seconds: int) -> int:
    """How many events come in some seconds; the page is ready for each next deal."""
    heard, end = 0, asyncio.get_running_loop().time() + seconds
    while asyncio.get_running_loop().time() < end:
        del page.got[:]
        await page.send(type="ready", on=True)
        await asyncio.sleep(0.25)
        heard += sum(len(m["list"]) for m in page.got if m["type"] == "events")
    return heard


async def _flood(page: Page, rng: random.Random) -> None:
    """Send what must be answered as fast as it goes; anyone who is thrown out comes back."""
    while True:
        for _ in range(50):
            await page.raw(rng.choice(("{", '{"type":"ready","on":true}')))
        await asyncio.sleep(0)
        if page.bye is not None:
            await page.close()
            await asyncio.sleep(0.1)
            await page.open(resume=True)
        del page.got[:]
