"""A deployment that is played at while one fault after the other happens to it; after each everything is compared."""

from __future__ import annotations

import asyncio
import math
import random
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.chaos import audit
from tests.chaos.deployment import PATIENCE, Deployment
from tests.chaos.faults import KINDS, Kind
from tests.chaos.proxies import OWN
from tests.server.postgres import Postgres

NAMES = ("a", "b", "c")
PACE = 0.5
"""Seconds that people think, on average."""
NOTICED = 0.5
"""Shorter gaps are part of every game."""


@dataclass
class Outcome:
    """What came of it; `gaps` are how long pages waited, in s, by kind of fault, for each fault of the kind."""

    gaps: dict[str, list[list[float]]] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    events: int = 0
    matches: int = 0
    takeovers: int = 0
    phases: set[str] = field(default_factory=set)

    @property
    def faults(self) -> int:
        return sum(map(len, self.gaps.values()))

    def lines(self) -> str:
        """As a table of Markdown."""
        reported = ["| fault | times | pages that waited | median | longest |", "|---|---:|---:|---:|---:|"]
        for kind in KINDS:
            if kind.name in self.gaps:
                pages = [gap for fault in self.gaps[kind.name] for gap in fault]
                figures = f"{statistics.median(pages):.1f} s | {max(pages):.1f} s" if pages else "– | –"
                reported.append(f"| {kind.name} | {len(self.gaps[kind.name])} | {len(pages)} | {figures} |")
        return "\n".join(reported) + "\n"


async def campaign(
    folder: Path, database: Postgres, faults: Sequence[Kind], *,
    paces: Sequence[float], rng: random.Random, names: tuple[str, ...] = NAMES, tell: Callable[[str], None] = print,
    doors: Sequence[str] = (OWN,), seconds: float = math.inf,
) -> Outcome:  # fmt: skip
    """Play through all `faults`, or those that there is time for, at tables of such `paces`."""
    end = time.monotonic() + seconds
    deployed, outcome = Deployment(folder, database, names, doors=doors), Outcome()
    try:
        await asyncio.to_thread(deployed.start)
        await asyncio.to_thread(deployed.audit)
        missing = await deployed.open(paces, rng)
        assert not missing, f"never sat down: {missing}"
        outcome.wrong += await asyncio.to_thread(deployed.examined)
        tell(f"{len(paces)} tables, {len(deployed.nodes)} nodes; folder {folder}")
        for number, kind in enumerate(faults, 1):
            if time.monotonic() > end:
                break
            await asyncio.sleep(rng.uniform(0.2, 1.5))
            began = time.monotonic()
            what, gaps, wrong = await _one(deployed, kind, rng, outcome)
            outcome.wrong += [f"fault {number}, {kind.name} ({what}): {text}" for text in wrong]
            outcome.gaps.setdefault(kind.name, []).append(gaps)
            longest = f"{len(gaps)} pages waited, {max(gaps):.1f} s at most" if gaps else "nobody waited"
            tell(f"{number}/{len(faults)} {kind.name} ({what}): {longest}; {time.monotonic() - began:.0f} s")
            for text in wrong[:5]:
                tell(f"    WRONG {text[:600]}")
        outcome.takeovers = await asyncio.to_thread(audit.takeovers, database)
        outcome.matches = sum(table.matches for table in deployed.tables)
        outcome.events = deployed.events_sent()
    finally:
        await deployed.close()
        await asyncio.to_thread(deployed.end)
    return outcome


async def _one(
    deployed: Deployment, kind: Kind, rng: random.Random, outcome: Outcome
) -> tuple[str, list[float], list[str]]:
    """A fault: what it was exactly, how long pages waited, and what is wrong afterwards."""
    outcome.phases |= deployed.phases()
    for person in deployed.everybody():
        person.silences.clear()
    began = time.monotonic()
    what = await kind.fault(deployed, rng)
    wrong = [f"{name} does not come back" for name in await deployed.well()]
    wrong += [
        f"{name} has not heard anything for {PATIENCE:.0f} s"
        for name in await deployed.present(time.monotonic())
    ]
    gaps = [
        max(gap)
        for person in deployed.everybody()
        if (
            gap := [
                to - max(since, began) for since, to in person.silences if to - max(since, began) > NOTICED
            ]
        )
    ]
    wrong += await deployed.check()
    return what, sorted(gaps), wrong
