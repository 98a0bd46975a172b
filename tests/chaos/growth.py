"""What an action costs on one, two and three nodes: `python -m tests.chaos.growth --help`.

Processor time and rows are counted, so that the figures hold on a machine that others use too; times of answers do not.
An action is what somebody, a person or a bot, has done and the database keeps.
"""

from __future__ import annotations

import argparse
import asyncio
import math
import os
import random
import sys
import tempfile
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from tests.chaos.campaign import NAMES
from tests.chaos.deployment import Deployment
from tests.server.postgres import Postgres
from tools.load import memory, percentile

PAGE = Path(__file__).parents[2] / "docs" / "scaling.md"
BEGIN, END = "<!-- growth -->\n", "<!-- end of growth -->\n"
HEAD = (
    "| nodes | actions stored /s | events sent /s | processor time of an idle node, a second | of the nodes, an action | of PostgreSQL, an action"
    " | commits an action | bytes of WAL an action | sessions | memory of a node | answer to stored, p50 / p99 |\n"
    "|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n"
)
_REST_SECONDS = 10
_TICK = os.sysconf("SC_CLK_TCK")
_COUNTS = "SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()"
_ACTIONS = "SELECT n_tup_ins FROM pg_stat_user_tables WHERE relname = 'actions'"
_WAL = "SELECT pg_current_wal_lsn() - '0/0'"
_SESSIONS = (
    "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend' AND application_name <> ''"
)


def family(pid: int) -> list[int]:
    """A process and those that it has started."""
    tasks = Path(f"/proc/{pid}/task")
    children = [path.read_text("utf-8") for path in tasks.glob("*/children")] if tasks.exists() else []
    return [pid, *(one for text in children for child in text.split() for one in family(int(child)))]


def processor_seconds(pids: list[int]) -> float:
    """What some processes have used, those of theirs that have ended included."""
    ticks = 0
    for pid in pids:
        path = Path(f"/proc/{pid}/stat")
        if path.exists():
            ticks += sum(map(int, path.read_text("utf-8").rpartition(") ")[2].split()[11:15]))
    return ticks / _TICK


@dataclass(frozen=True)
class Moment:
    """What has been counted until now."""

    at: float
    events: int
    actions: int
    nodes: float
    database: float
    commits: int
    wal: int

    @classmethod
    def of(cls, deployed: Deployment, database: Postgres) -> Moment:
        nodes = [pid for node in deployed.nodes if node.running for pid in family(node.running.pid)]
        return cls(
            time.monotonic(), deployed.events_sent(), int(database.ask(_ACTIONS)[0]), processor_seconds(nodes), processor_seconds(family(database.pid)),
            int(database.ask(_COUNTS)[0]), int(database.ask(_WAL)[0]),
        )  # fmt: skip


@dataclass(frozen=True)
class Span:
    """What lies between two moments, beyond what would have been there `at rest` too."""

    before: Moment
    after: Moment
    rest: Span | None = None

    def of(self, name: str) -> float:
        """By how much a count has grown."""
        grown: float = getattr(self.after, name) - getattr(self.before, name)
        return grown

    @property
    def actions(self) -> float:
        return self.of("actions") or math.nan

    def each(self, name: str) -> float:
        """How much of something an action took."""
        at_rest = self.rest.of(name) / self.rest.of("at") * self.of("at") if self.rest else 0.0
        return (self.of(name) - at_rest) / self.actions


async def measured(count: int, tables: int, seconds: float, pace: float) -> str:
    """A row for a number of nodes."""
    database = Postgres()
    try:
        database.start()
        with tempfile.TemporaryDirectory() as folder:
            deployed = Deployment(Path(folder), database, NAMES[:count])
            try:
                await asyncio.to_thread(deployed.start)
                rest = await _over(_REST_SECONDS, deployed, database)
                missing = await deployed.open([pace] * tables, random.Random(tables))
                assert not missing, missing
                await asyncio.sleep(_REST_SECONDS)
                for person in deployed.everybody():
                    person.silences.clear()
                span = await _over(seconds, deployed, database, rest)
                waits = [1000 * (to - since) for one in deployed.everybody() for since, to in one.silences]
                sessions = int((await asyncio.to_thread(database.ask, _SESSIONS))[0])
                heaviest = max(memory(node.running.pid) for node in deployed.nodes if node.running)
            finally:
                await deployed.close()
                await asyncio.to_thread(deployed.end)
    finally:
        database.remove()
    idle = 1000 * rest.of("nodes") / rest.of("at") / count
    return (
        f"| {count} | {span.actions / span.of('at'):.0f} | {span.of('events') / span.of('at'):.0f} | {idle:.0f} ms"
        f" | {1000 * span.each('nodes'):.2f} ms | {1000 * span.each('database'):.2f} ms | {span.each('commits'):.2f}"
        f" | {span.each('wal'):.0f} | {sessions} | {heaviest:.0f} MiB"
        f" | {percentile(waits, 0.5):.0f} / {percentile(waits, 0.99):.0f} ms |\n"
    )


async def _over(seconds: float, deployed: Deployment, database: Postgres, rest: Span | None = None) -> Span:
    before = await asyncio.to_thread(Moment.of, deployed, database)
    await asyncio.sleep(seconds)
    return Span(before, await asyncio.to_thread(Moment.of, deployed, database), rest)


def report(tables: int, pace: float) -> str:
    """Where and how the figures were measured."""
    busy = os.getloadavg()[0]
    return (
        f"On {datetime.now(UTC).date()} nodes, PostgreSQL, the proxy, and two people at each of {tables} tables who think for {pace} s on average shared {os.cpu_count()} virtual cores"
        f" (load before {busy:.1f}).\n\n"
    )


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.chaos.growth", description=__doc__)
    parser.add_argument("--nodes", type=int, nargs="+", default=[1, 2, 3], choices=[1, 2, 3])
    parser.add_argument("--tables", type=int, default=30)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--pace", type=float, default=1.0, help="seconds that people think, on average")
    parser.add_argument("--write", action="store_true", help="put the figures into docs/scaling.md")
    given = parser.parse_args()
    text = report(given.tables, given.pace) + HEAD
    print(text, end="", flush=True)
    for count in given.nodes:
        row = asyncio.run(measured(count, given.tables, given.seconds, given.pace))
        print(row, end="", flush=True)
        text += row
    if given.write:
        before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
        PAGE.write_text(before + BEGIN + text + END + rest.partition(END)[2], "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
