"""A server that loses its database in the middle of matches, and one that another has taken over from meanwhile."""

from __future__ import annotations

import asyncio
import signal
from contextlib import contextmanager

import pytest

from tests.server.protocol.matches import Process, go_on, in_the_middle, until
from tests.server.protocol.pages import Service


@pytest.fixture
def server(tmp_path, postgres):
    with process(tmp_path, postgres, "first") as one:
        one.start()
        yield one


@contextmanager
def process(folder, postgres, name):
    one = Process(folder, postgres.address, name)
    try:
        yield one
    finally:
        one.kill()
    assert "Traceback" not in one.written()


def test_a_lock_that_is_lost_and_a_database_that_is_restarted(server, postgres, rng):
    async def happens(players):
        troubles = (postgres.end_lock_session, lambda: (postgres.stop(), postgres.start()))
        for times, trouble in enumerate(troubles, 1):
            await until(lambda: all(player.page.welcomes >= times for player in players))  # noqa: B023 - called before the loop goes on
            await go_on(players, rng)
            await asyncio.to_thread(trouble)
            await until(lambda: server.events().count("database lost") == times)  # noqa: B023 - called before the loop goes on
            assert (await server.becomes(200))["code"] is None
        byes = [
            [message["code"] for message in player.page.got if message["type"] == "bye"] for player in players
        ]
        assert all(
            len(sent) >= len(troubles) for sent in byes
        )  # once more for anyone who comes back too early
        codes = {code for sent in byes for code in sent}
        assert "store.lost" in codes
        assert codes <= {"store.lost", "server.restart"}

    asyncio.run(in_the_middle(Service(server.port), "paohuzi", rng, happens))


@pytest.mark.long
def test_another_server_takes_over_from_one_that_was_frozen(server, tmp_path, postgres, rng):
    """As a machine that was suspended: it wakes up in the middle of what it was doing, and writes no more."""

    async def happens(players):
        with process(tmp_path, postgres, "second") as second:
            await go_on(players, rng)
            server.running.send_signal(signal.SIGSTOP)
            postgres.end_lock_session()
            await asyncio.to_thread(second.start)
            for player in players:
                player.move(second.port)
            server.running.send_signal(signal.SIGCONT)
            sent = await server.becomes(503)
            assert (sent["ok"], sent["code"], sent["tables"]) == (False, "store.lost", False)
            await go_on(players, rng)
            assert second.health()["ok"]
            second.kill()
            for player in players:
                player.move(server.port)
            assert (await server.becomes(200))["ok"]

    asyncio.run(in_the_middle(Service(server.port), "paohuzi", rng, happens))
    assert server.events().count("database lost") == 1
