"""Hostile messages over real sockets, at a server that does not ration them, while two people play on."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from pathlib import Path

from tests.attack.outcome import Outcome
from tests.server.protocol.firing import BATCH, annoy, attack
from tests.server.protocol.matches import Player, Process
from tests.server.protocol.pages import Page, Service

GAMES = ("baohuang", "paohuzi")
ENDLESS = {"match_end": "deals", "match_length": 1000}


def run(size: int, rng: random.Random, folder: Path) -> Outcome:
    """Send `size` messages, half of them broken, half of them out of place."""
    server = Process(folder, f"sqlite:///{folder / 'tables.db'}", ways=("unrationed",))
    server.start()
    try:
        sent, fallen = asyncio.run(_at_both(server.port, size // len(GAMES), rng))
    finally:
        server.kill()
    events = server.written()
    fallen += events.count("Traceback") + events.count('"level": "error"')
    return Outcome("hostile messages", sent, fallen, "each refused once, with a code; tables played on")


async def _at_both(port: int, size: int, rng: random.Random) -> tuple[int, int]:
    figures = [await _at_one(Service(port), game, size, rng) for game in GAMES]
    return sum(sent for sent, _ in figures), sum(fallen for _, fallen in figures)


async def _at_one(running: Service, game: str, size: int, rng: random.Random) -> tuple[int, int]:
    """One person plays, the other sends what they should not; how many messages they sent, and what went wrong."""
    settings = {"window_ms": 20, "takeover_seconds": 300}
    table, (calm, _), pages = await running.started(game, 2, options=ENDLESS, settings=settings)
    await pages[0].close()
    player = Player(running.page(table, calm), rng)
    playing = asyncio.create_task(player.play())
    sent = fallen = 0
    try:
        while sent < size:
            try:
                sent += await _volley(pages[1], player.page, rng)
            except (AssertionError, ConnectionError, TimeoutError):
                fallen += 1
                sent += BATCH
                await pages[1].close()
                await pages[1].open(resume=True)
        played = len(player.page.log) > 0 and player.page.gaps == 0 and not playing.done()
    finally:
        playing.cancel()
        with suppress(asyncio.CancelledError):
            await playing
        await running.close()
    return sent, fallen + (not played)


async def _volley(wild: Page, calm: Page, rng: random.Random) -> int:
    await wild.send(type="auto", on=True)
    if wild.room is not None and wild.room["state"] == "settled":
        await wild.send(type="ready", on=True)
    await wild.sync()
    sent = await attack(wild, rng, 5)
    prompted = [m["id"] for m in calm.got[-200:] if m["type"] == "prompt" and m["id"]]
    sent += await annoy(wild, rng, 5, lambda: prompted)
    del wild.got[:], calm.got[:-200]
    return sent
