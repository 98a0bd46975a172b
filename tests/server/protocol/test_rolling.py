"""A rolling upgrade with two real processes: the next version has a further step of the database and another law.

What became of the match is read from the database by plain SQL. The short form is in `tests/server/store/test_nodes.py`.
"""

from __future__ import annotations

import asyncio
import signal
from functools import partial

import pytest

import paiju
from tests.server.protocol.matches import DEALS, LONG, Process, ended, until
from tests.server.protocol.pages import PATIENCE, Service
from tests.server.protocol.test_nodes import Roamer

pytestmark = pytest.mark.long
OWNER = "SELECT name FROM homes JOIN nodes ON nodes.id = homes.node WHERE ended IS NULL"
LEAVING = "SELECT leaving FROM nodes WHERE name = 'a'"
LAWS = "SELECT law FROM deals ORDER BY number"
STEP = """
ALTER TABLE actions ADD COLUMN further TEXT;
ALTER TABLE deals ADD COLUMN further TEXT;
ALTER TABLE rooms ADD COLUMN further TEXT;
ALTER TABLE members ADD COLUMN further TEXT;
ALTER TABLE guests ADD COLUMN further TEXT;
CREATE INDEX actions_further ON actions (further);
CREATE TABLE novelties (id INTEGER PRIMARY KEY);
"""


@pytest.fixture
def nodes(tmp_path, postgres):
    """`a` runs, `b` is of the next version and does not run yet."""
    step = tmp_path / "further.sql"
    step.write_text(STEP)
    made = {
        name: Process(tmp_path, postgres.address, name, (f"node={name}", *more))
        for name, more in (("a", ()), ("b", (f"step={step}",)))
    }
    with ended(made):
        made["a"].start()
        yield made


async def rolled(nodes, postgres, rng, how: signal.Signals, person) -> list[set[str]]:
    """Play a match; in the middle of its first deal the next version comes, and the one before goes. What pages were sent at the end of a connection."""
    running = Service(nodes["a"].port)
    stored = partial(postgres.ask, "SELECT count(*) FROM actions")
    table, guests, pages = await running.started(
        "paohuzi", 2, options=LONG, settings={"window_ms": 15, "takeover_seconds": 300}
    )
    for page in pages:
        await page.close()
    await asyncio.to_thread(nodes["b"].start)
    assert postgres.ask("SELECT count(*) FROM novelties") == [0]
    (before,) = stored()
    done = asyncio.Event()
    players = [person(nodes, running.page(table, guest), rng, done) for guest in guests]
    tasks = [asyncio.create_task(player.play()) for player in players]
    try:
        await until(lambda: stored() > [before])  # the version before plays on
        assert postgres.ask(OWNER) == ["a"]
        ending = asyncio.create_task(asyncio.to_thread(nodes["a"].end, how))
        if how == signal.SIGTERM:  # who loses their connection now still has to find back to it
            await until(lambda: postgres.ask(LEAVING) == [True])
            for player in players:
                if player.page.socket is not None:
                    player.page.socket.transport.abort()
        assert await ending == (0 if how == signal.SIGTERM else -how)
        await until(lambda: postgres.ask(OWNER) == ["b"])
        done.set()
        for player in players:
            player.page.news.set()
        async with asyncio.timeout(4 * PATIENCE):
            await asyncio.gather(*tasks)
        return [{one["code"] for one in player.page.got if one["type"] == "bye"} for player in players]
    finally:
        for task in tasks:
            task.cancel()
        await running.close()


def test_the_old_version_ends_its_deal_and_the_new_one_continues_the_match(nodes, postgres, rng):
    """Nobody is interrupted, and no deal is dealt again."""
    byes = asyncio.run(rolled(nodes, postgres, rng, signal.SIGTERM, Roamer))
    law = paiju.load("paohuzi").law
    laws = postgres.ask(LAWS)
    assert (laws[0], laws[-1], len(laws)) == (law, law + 1, DEALS)
    assert laws == sorted(laws)
    assert postgres.ask("SELECT count(*) FROM deals WHERE result IS NULL") == [0]
    assert all(codes <= {"table.elsewhere"} for codes in byes)


class Beginner(Roamer):
    """Who does not mind that a deal is dealt again."""

    def check(self) -> None:
        """Events of a dropped deal no longer count."""


def test_a_deal_left_by_a_dead_version_is_dealt_again_under_the_next_rules(nodes, postgres, rng):
    asyncio.run(rolled(nodes, postgres, rng, signal.SIGKILL, Beginner))
    law = paiju.load("paohuzi").law
    laws = postgres.ask(LAWS)
    assert laws[-1] == law + 1
    assert laws == sorted(laws)
    assert postgres.ask("SELECT count(*) FROM deals WHERE result IS NULL") == [0]
    assert len(laws) == DEALS
