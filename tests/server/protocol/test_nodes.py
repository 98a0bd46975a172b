"""A match that goes from node to node: pages follow it, and are sent nothing that has not happened, and nothing twice.

Who had the table when is read from the database by plain SQL.
"""

from __future__ import annotations

import asyncio
import itertools
import signal
from functools import partial

import pytest

from tests.server.protocol.matches import Player, Process, ended, go_on, in_the_middle, until
from tests.server.protocol.pages import Service


class Roamer(Player):
    """Goes to the node named by the server, or else to any that is up; the named node owns the table."""

    def __init__(self, nodes, *given):
        super().__init__(*given)
        self.nodes = nodes

    async def come(self) -> None:
        sent = next(
            (one for one in self.page.got[-2:] if one.get("code") == "table.elsewhere" and "facts" in one),
            None,
        )
        up = [name for name, node in self.nodes.items() if node.running is not None]
        name = sent["facts"]["node"] if sent and sent["facts"]["node"] in up else self.rng.choice(up)
        table = self.page.address.rpartition("/")[2]
        below = f"/n/{name}" if sent else ""
        self.page.address = f"ws://127.0.0.1:{self.nodes[name].port}{below}/ws/{table}"
        await super().come()


def node_of(player: Player) -> str:
    """The node that has welcomed somebody last."""
    return next(message["node"] for message in reversed(player.page.got) if message["type"] == "welcome")


@pytest.fixture
def nodes(tmp_path, postgres):
    made = {name: Process(tmp_path, postgres.address, name, (f"node={name}",)) for name in ("a", "b")}
    with ended(made):
        for node in made.values():
            node.start()
        yield made


def test_a_match_goes_on_when_its_node_is_killed_and_when_one_is_stopped(nodes, postgres, rng):
    owner = "SELECT name FROM homes JOIN nodes ON nodes.id = homes.node WHERE ended IS NULL"

    async def happens(players):
        await go_on(players, rng)
        nodes["a"].kill()
        await until(lambda: postgres.ask(owner) == ["b"])
        await until(lambda: all(node_of(player) == "b" for player in players))
        await asyncio.to_thread(nodes["a"].start)
        await go_on(players, rng)
        before = [len(player.page.got) for player in players]
        assert await asyncio.to_thread(nodes["b"].end, signal.SIGTERM) == 0
        await until(lambda: postgres.ask(owner) == ["a"])
        for player, start in zip(players, before, strict=True):
            byes = [message["code"] for message in player.page.got[start:] if message["type"] == "bye"]
            assert set(byes) == {"table.elsewhere"}  # they go there at once, without an error

        for player in players:
            welcomes = [message["node"] for message in player.page.got if message["type"] == "welcome"]
            assert [node for node, _ in itertools.groupby(welcomes)][:2] == ["a", "b"]

    person = partial(Roamer, nodes)
    asyncio.run(in_the_middle(Service(nodes["a"].port), "paohuzi", rng, happens, person=person))
    owners = "SELECT name FROM takings JOIN nodes ON nodes.id = takings.node ORDER BY epoch"
    assert postgres.ask(owners) == ["a", "b", "a"]
    gaps = "SELECT deal FROM actions GROUP BY deal HAVING count(*) <> max(at) + 1"
    assert postgres.ask(gaps) == []
