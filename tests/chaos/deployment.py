"""A database, some nodes, one door before them, and tables at which people play."""

from __future__ import annotations

import asyncio
import math
import random
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from sqlalchemy.exc import OperationalError

from tests.chaos import audit
from tests.chaos.machines import Front, Node
from tests.chaos.people import LOST, Person
from tests.chaos.proxies import OWN, Proxy, door
from tests.chaos.truth import Deal, compare, fetch, understood
from tests.server.postgres import Postgres

GAMES = ("paohuzi", "baohuang")
PATIENCE = 60.0
"""Seconds after which nobody comes back any more, if nobody has."""
AT_ONCE = 8
"""The number of people who arrive at a time."""

_LIVES = "SELECT DISTINCT name FROM homes JOIN nodes ON nodes.id = homes.node WHERE nodes.ended IS NULL AND room = ANY(:rooms)"


class Table:
    """Two people who play one match after the other, each at a new table."""

    def __init__(self, front: Front | Proxy, at: int, rng: random.Random, pace: float) -> None:
        self.game, self.rng = GAMES[at % len(GAMES)], rng
        self.people = [
            Person(front.port, f"{at}{letter}", random.Random(rng.random()), pace, trust=front.trust)
            for letter in "ab"
        ]
        self.known: dict[int, Deal] = {}
        self.matches = self.events = 0
        self.wrong: list[str] = []

    async def play(self, database: Postgres) -> None:
        for person in self.people:
            await person.known()
        while True:
            body = {
                "options": {"match_end": "deals", "match_length": self.rng.randint(1, 3)},
                "settings": {
                    "window_ms": 600,
                    "takeover_seconds": 300,
                    "passes": self.rng.choice(("brisk", "sealed")),
                },
            }
            table = await self.people[0].make(self.game, body)
            self.known = {}
            for person in self.people:
                person.come(table)
            sitting = (
                person.sit_through({"seat": seat, "people": len(self.people)})
                for seat, person in enumerate(self.people)
            )
            await asyncio.gather(*sitting)
            await self.check(database)
            self.matches += 1
            self.events += self._displayed()

    def _displayed(self) -> int:
        return sum(len(log) for person in self.people for log in person.received.deals.values())

    def events_sent(self) -> int:
        """How many events people were sent, all in all."""
        return self.events + self._displayed()

    async def check(self, database: Postgres) -> None:
        """Compare what people were sent until now with what is stored."""
        table = self.people[0].table
        seated = {
            person.name: person.received.now() for person in self.people if person.received.seat is not None
        }
        if not seated:
            return
        rows = await _fetched(database, table)
        if rows is None:
            self.wrong.append("the table is not kept")
            return
        stored = await asyncio.to_thread(understood, rows, self.known)
        if table == self.people[0].table:
            self.known = stored.deals
        self.wrong += stored.wrong
        for name, log in seated.items():
            self.wrong += [f"{name}: {text}" for text in compare(log, stored)]
        if len(stored.members) < len(seated):
            self.wrong.append(f"{len(seated)} people sit here, and {len(stored.members)} are kept")

    async def close(self) -> None:
        for person in self.people:
            with suppress(*LOST):
                await person.close()
            await person.browser.aclose()


async def _fetched(database: Postgres, table: str) -> dict[str, Any] | None:
    """The rows of a table, as soon as the database answers: a match may end just while it is restarted."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return await asyncio.to_thread(fetch, database, table)
        except OperationalError:
            if time.monotonic() > until:
                raise
        await asyncio.sleep(0.1)


class Deployment:
    """Everything, from the database to the people; a context that ends all of it."""

    def __init__(
        self, folder: Path, database: Postgres, names: tuple[str, ...], *,
        doors: Sequence[str] = (OWN,), plain: bool = False, program: str = "tests.chaos.node",
    ) -> None:  # fmt: skip
        """People come through the `doors` in turn; proxies among them speak TLS, or `plain` HTTP."""
        self.database = database
        self.alone = not names
        self.nodes = [
            Node(name, folder, database.port, alone=self.alone, program=program)
            for name in names or ("alone",)
        ]
        self.fronts = [door(kind, folder, self.nodes, plain=plain) for kind in doors]
        self.tables: list[Table] = []
        self._playing: list[asyncio.Task[None]] = []
        self._audited = False
        self._known: set[str] = set()

    def start(self) -> None:
        """The first node makes the tables of the database; the others come at once."""
        for node in self.nodes:
            node.line.start()
            node.line.ready()
        for front in self.fronts:
            front.start()
            front.ready()
        first, *others = self.nodes
        first.start()
        first.ready()
        for node in others:
            node.start()
        for node in others:
            node.ready()

    def audit(self) -> None:
        """Have the database write down who writes, and look at that too from now on."""
        audit.install(self.database, alone=self.alone)
        self._audited = True

    def end(self) -> None:
        for machine in (*self.nodes, *(node.line for node in self.nodes), *self.fronts):
            machine.kill()

    def examined(self) -> list[str]:
        """What `paiju doctor` finds wrong with the real proxies."""
        names = [node.name for node in self.nodes if not node.alone]
        return [text for front in self.fronts if isinstance(front, Proxy) for text in front.examined(names)]

    async def open(self, paces: Sequence[float], rng: random.Random) -> list[str]:
        """Let people play who think for `pace` seconds on average and arrive one after the other, table by table; those absent in the end."""
        coming = [
            Table(self.fronts[at % len(self.fronts)], at, random.Random(rng.random()), pace)
            for at, pace in enumerate(paces)
        ]
        since = time.monotonic()
        for table in coming:
            self.tables.append(table)
            self._playing.append(asyncio.create_task(table.play(self.database)))
            if missing := await self.present(since, but=AT_ONCE if table is not coming[-1] else 0):
                return missing
        return []

    async def present(self, since: float, *, but: int = 0) -> list[str]:
        """Wait until all people but `but` of them have heard something since then; those who have not."""
        return await self._until(
            lambda: [
                str(person)
                for person in self.everybody()
                if person.pulse.heard_at < since or person.away is not None
            ][but:]
        )

    async def well(self) -> list[str]:
        """Wait until every node says that it is well; which do not."""
        return await self._until(
            lambda: [node.name for node in self.nodes if not node.is_well()], threaded=True
        )

    async def _until(self, missing: Callable[[], list[str]], *, threaded: bool = False) -> list[str]:
        until, fewest = time.monotonic() + PATIENCE, math.inf
        while names := await asyncio.to_thread(missing) if threaded else missing():
            for task in self._playing:
                if task.done():
                    task.result()
            if len(names) < fewest:
                until, fewest = time.monotonic() + PATIENCE, len(names)
            if time.monotonic() > until:
                return names
            await asyncio.sleep(0.05)
        return []

    def victim(self, rng: random.Random) -> Node:
        """A node at which people sit, if there is one."""
        rooms = [table.people[0].table for table in self.tables]
        busy = set() if self.alone else set(self.database.ask(_LIVES, rooms=rooms))
        return rng.choice([node for node in self.nodes if node.name in busy] or self.nodes)

    def phases(self) -> set[str]:
        """Where the tables stand just now."""
        reported = set()
        for table in self.tables:
            person = table.people[0]
            if person.view is not None and "phase" in person.view:
                reported.add(f"{table.game} {person.view['phase']}")
            elif person.room is not None:
                reported.add(person.room["state"])
        return reported

    def events_sent(self) -> int:
        """How many events people were sent until now."""
        return sum(table.events_sent() for table in self.tables)

    def everybody(self) -> list[Person]:
        return [person for table in self.tables for person in table.people]

    async def check(self) -> list[str]:
        """Compare all that people were sent with all that is stored; what is wrong and was not reported before."""
        wrong: list[str] = []
        for table in self.tables:
            await table.check(self.database)
            wrong += [f"{table.game} {table.people[0].table[:6]}: {text}" for text in table.wrong]
            table.wrong.clear()
        if self._audited:
            entries = await asyncio.to_thread(audit.entries, self.database)
            wrong += audit.check(entries, alone=self.alone)
        wrong += [
            f"{node.name}: a traceback in its log" for node in self.nodes if "Traceback" in node.written()
        ]
        fresh = [text for text in wrong if text not in self._known]
        self._known.update(fresh)
        return fresh

    async def close(self) -> None:
        for task in self._playing:
            task.cancel()
        await asyncio.gather(*self._playing, return_exceptions=True)
        for table in self.tables:
            await table.close()
