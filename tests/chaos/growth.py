"""What an event costs on one, two and three nodes: `python -m tests.chaos.growth --help`.

Processor time and rows are counted, so that the figures hold on a machine that others use too; times of answers do not.
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
from pathlib import Path

from tests.chaos.campaign import NAMES
from tests.chaos.deployment import Deployment
from tests.server.postgres import Postgres
from tools.load import memory, percentile

_TICK = os.sysconf("SC_CLK_TCK")
_COUNTS = "SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()"
_WAL = "SELECT pg_current_wal_lsn() - '0/0'"
_SESSIONS = (
    "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend' AND application_name <> ''"
)


def family(pid: int) -> list[int]:
    """A process and those that it has started."""
    tasks = Path(f"/proc/{pid}/task")
    told = [path.read_text("utf-8") for path in tasks.glob("*/children")] if tasks.exists() else []
    return [pid, *(one for text in told for child in text.split() for one in family(int(child)))]


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
    nodes: float
    database: float
    commits: int
    wal: int

    @classmethod
    def of(cls, deployed: Deployment, database: Postgres) -> Moment:
        nodes = [pid for node in deployed.nodes if node.running for pid in family(node.running.pid)]
        return cls(
            time.monotonic(), deployed.told(), processor_seconds(nodes), processor_seconds(family(database.pid)),
            int(database.ask(_COUNTS)[0]), int(database.ask(_WAL)[0]),
        )  # fmt: skip


async def measured(count: int, tables: int, seconds: float, pace: float) -> str:
    """A row for so many nodes."""
    database = Postgres()
    try:
        database.start()
        with tempfile.TemporaryDirectory() as folder:
            deployed = Deployment(Path(folder), database, NAMES[:count])
            try:
                await asyncio.to_thread(deployed.start)
                missing = await deployed.open(tables, random.Random(tables), pace)
                assert not missing, missing
                await asyncio.sleep(5)
                before = await asyncio.to_thread(Moment.of, deployed, database)
                for person in deployed.everybody():
                    person.silences.clear()
                await asyncio.sleep(seconds)
                after = await asyncio.to_thread(Moment.of, deployed, database)
                waits = [1000 * (to - since) for one in deployed.everybody() for since, to in one.silences]
                sessions = int((await asyncio.to_thread(database.ask, _SESSIONS))[0])
                heaviest = max(memory(node.running.pid) for node in deployed.nodes if node.running)
            finally:
                await deployed.close()
                await asyncio.to_thread(deployed.end)
    finally:
        database.remove()
    events = (after.events - before.events) or math.nan
    return (
        f"| {count} | {events / (after.at - before.at):.0f} | {1000 * (after.nodes - before.nodes) / events:.2f} ms"
        f" | {1000 * (after.database - before.database) / events:.2f} ms | {(after.commits - before.commits) / events:.2f}"
        f" | {(after.wal - before.wal) / events:.0f} | {sessions} | {heaviest:.0f} MiB"
        f" | {percentile(waits, 0.5):.0f} / {percentile(waits, 0.99):.0f} ms |"
    )


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.chaos.growth", description=__doc__)
    parser.add_argument("--nodes", type=int, nargs="+", default=[1, 2, 3], choices=[1, 2, 3])
    parser.add_argument("--tables", type=int, default=30)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--pace", type=float, default=0.3, help="seconds that people think, on average")
    given = parser.parse_args()
    print("| nodes | events told /s | processor time of the nodes an event | of PostgreSQL | commits an event | bytes of WAL an event | sessions | memory of a node | answer to kept, p50 / p99 |")  # fmt: skip
    print("|---:|---:|---:|---:|---:|---:|---:|---:|---:|", flush=True)
    for count in given.nodes:
        print(asyncio.run(measured(count, given.tables, given.seconds, given.pace)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
