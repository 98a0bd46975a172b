"""A server that is killed in the middle of matches: nothing that a page was sent is lost, nothing is doubled."""

from __future__ import annotations

import asyncio
import random

import pytest

from tests.server.protocol.matches import Process, go_on, in_the_middle
from tests.server.protocol.pages import Service


async def through_kills(server: Process, game: str, rng: random.Random, kills: int) -> None:
    async def killed(players):
        for _ in range(kills):
            await go_on(players, rng)
            server.kill()
            server.start()

    await in_the_middle(Service(server.port), game, rng, killed)


@pytest.fixture
def server(tmp_path):
    process = Process(tmp_path, f"sqlite:///{tmp_path / 'tables.db'}")
    process.start()
    yield process
    process.kill()
    assert "Traceback" not in process.written()
    assert '"level": "error"' not in process.written()


@pytest.mark.parametrize("game", ["paohuzi"])
def test_a_killed_server_continues_its_match(server, rng, game):
    asyncio.run(through_kills(server, game, rng, 2))


@pytest.mark.long
@pytest.mark.parametrize("turn", range(5))
@pytest.mark.parametrize("game", ["baohuang", "paohuzi"])
def test_a_server_killed_repeatedly_continues_its_match(server, rng, game, turn):
    asyncio.run(through_kills(server, game, rng, 8))
