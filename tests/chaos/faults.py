"""What may happen to a deployment, each fault at a moment and for a time that chance decides."""

from __future__ import annotations

import asyncio
import random
import signal
import time
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from tests.chaos.deployment import PATIENCE, Deployment
from tests.chaos.machines import Node

_LOCK_SESSION = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = :life
  AND pid IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted)"""
_WIDEN = "ALTER TABLE {} ADD COLUMN IF NOT EXISTS chaos_{} text"
SHORT, LONG = (0.5, 2.0), (3.0, 9.0)
"""Seconds that pass before a beat is missed, and long after."""


def _while(rng: random.Random) -> float:
    return rng.uniform(*rng.choice((SHORT, LONG)))


async def _restarted(node: Node) -> None:
    def start() -> None:
        node.start()
        node.ready()

    await asyncio.to_thread(start)


async def kill(deployed: Deployment, rng: random.Random) -> str:
    node = deployed.victim(rng)
    await asyncio.to_thread(node.kill)
    await asyncio.sleep(rng.uniform(0, 3))
    await _restarted(node)
    return node.name


async def freeze(deployed: Deployment, rng: random.Random) -> str:
    """The node wakes up in the middle of what it was doing."""
    node, seconds = deployed.victim(rng), _while(rng)
    node.signal(signal.SIGSTOP)
    await asyncio.sleep(seconds)
    node.signal(signal.SIGCONT)
    return f"{node.name} {seconds:.1f} s"


async def end_session(deployed: Deployment, rng: random.Random) -> str:
    """A node that has just lost its session, as on a machine that was stopped, has another one soon."""
    node, until = deployed.victim(rng), time.monotonic() + PATIENCE
    while not await asyncio.to_thread(deployed.database.ask, _LOCK_SESSION, life=node.life):
        assert time.monotonic() < until, f"no session of {node.life} holds a lock"
        await asyncio.sleep(0.05)
    return node.name


async def cut(deployed: Deployment, rng: random.Random) -> str:
    """Nothing passes between a node and the database; then it comes late, or all connections break."""
    node, seconds, late = deployed.victim(rng), _while(rng), rng.random() < 0.5
    node.line.signal(signal.SIGSTOP)
    await asyncio.sleep(seconds)
    if late:
        node.line.signal(signal.SIGCONT)
    else:
        await asyncio.to_thread(node.line.kill)
        await asyncio.to_thread(lambda: (node.line.start(), node.line.ready()))
    return f"{node.name} {seconds:.1f} s, {'late' if late else 'broken'}"


def _database_restart(how: signal.Signals) -> Fault:
    async def restart(deployed: Deployment, rng: random.Random) -> str:
        pause = rng.uniform(0, 2)
        await asyncio.to_thread(deployed.database.stop, how)
        await asyncio.sleep(pause)
        await asyncio.to_thread(deployed.database.start)
        return f"{pause:.1f} s"

    return restart


async def drain(deployed: Deployment, rng: random.Random) -> str:
    node = deployed.victim(rng)
    await _drained(node)
    await asyncio.sleep(rng.uniform(0, 2))
    await _restarted(node)
    return node.name


async def _drained(node: Node) -> None:
    status = await asyncio.to_thread(node.drain)
    assert status == 0, f"{node.name} ended with {status}"


async def upgrade(deployed: Deployment, rng: random.Random) -> str:
    """One node after the other, and the database gets columns that the nodes before do not know."""
    wide = rng.randrange(len(deployed.nodes))
    for at, node in enumerate(deployed.nodes):
        await _drained(node)
        if at == wide:
            for table in ("rooms", "deals", "actions", "members", "guests"):
                await asyncio.to_thread(deployed.database.ask, _WIDEN.format(table, rng.randrange(20)))
        await _restarted(node)
    return f"columns before {deployed.nodes[wide].name}"


Fault = Callable[[Deployment, random.Random], Awaitable[str]]


class Kind(NamedTuple):
    """A kind of fault: what it is called, what it does, how often it is among others, and the goal for its gap in s."""

    name: str
    fault: Fault
    weight: int
    goal: float


KINDS = (
    Kind("kill -9 of a node", kill, 6, 2.0),
    Kind("a node frozen, then awake", freeze, 6, 5.0),
    Kind("end of the lock's session", end_session, 4, 5.0),
    Kind("a cut between node and database", cut, 6, 5.0),
    Kind("PostgreSQL restarted (fast)", _database_restart(signal.SIGINT), 2, 5.0),
    Kind("PostgreSQL restarted (immediate)", _database_restart(signal.SIGQUIT), 2, 5.0),
    Kind("SIGTERM", drain, 4, 1.0),
    Kind("rolling upgrade", upgrade, 1, 1.0),
)
