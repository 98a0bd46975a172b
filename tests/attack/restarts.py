"""A server that is killed in the middle of matches, again and again."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

from tests.attack.outcome import Outcome
from tests.server.protocol.matches import LostError, Process, go_on, in_the_middle
from tests.server.protocol.pages import Service

A_MATCH = 5


def run(size: int, rng: random.Random, folder: Path) -> Outcome:
    """Kill it `size` times with -9; nothing that a page was sent may be lost or changed."""
    server = Process(folder, f"sqlite:///{folder / 'tables.db'}")
    fallen = reported = 0
    for done in range(0, size, A_MATCH):
        try:
            reported += asyncio.run(_match(server, rng, min(A_MATCH, size - done)))
        except (LostError, AssertionError, TimeoutError):
            fallen += 1
        finally:
            server.kill()
    fallen += server.written().count("Traceback")
    return Outcome("restarts with kill -9", size, fallen, f"{reported} sent events compared")


async def _match(server: Process, rng: random.Random, kills: int) -> int:
    """A match through some kills; how many events its people were sent and compared with the record."""
    players: list = []

    async def killed(present: list) -> None:
        players.extend(present)
        for _ in range(kills):
            await go_on(present, rng)
            server.kill()
            server.start()

    server.start()
    await in_the_middle(Service(server.port), rng.choice(("baohuang", "paohuzi")), rng, killed)
    return sum(len(log) for player in players for log in player.logs.values())
