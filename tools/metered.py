"""A server that notes how late it is, for `tools.load`: `python -m tools.metered DATABASE [PROFILE [CORE]]` prints its port.

On a `CORE` of its own it is one of several nodes, named after it.
"""

from __future__ import annotations

import asyncio
import contextlib
import cProfile
import json
import os
import socket
import sys
import time
import zlib
from contextvars import ContextVar
from typing import Any

from paiju.server.http.limits import Limits
from paiju.server.hub.registry import Connection, Host, Registry
from paiju.server.ops import logs, serve
from paiju.server.store.writer import Writer


def tell(line: object) -> None:
    """Write a line."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def mark(text: str) -> int:
    """What tells a message from all others of a run."""
    return zlib.crc32(text.encode()) << 20 | len(text)


class Meter:
    """The server's own figures: how late events went out after they were due, and how long turns held the loop, in ms.

    `due` has the moment each message was due, by its mark; both processes read the same clock.
    """

    def __init__(self) -> None:
        self.late: list[float] = []
        self.turns: list[float] = []
        self.due: dict[int, float] = {}
        self.put: ContextVar[list[int]] = ContextVar("put")  # each table runs in a task of its own

    def attach(self) -> None:
        """Take times around each step of a table. Events go into the queues in `_flush`, after the store."""
        step, put, took = Host._step, Connection.put, Registry.took  # noqa: SLF001 - measured from outside, so that the server stays as it is

        async def measured(host: Host, steps: list[Any]) -> None:
            due, sent = host.table.wake, list[int]()
            self.put.set(sent)
            await step(host, steps)
            if not steps and due is not None and sent:
                self.late.append(max(0.0, time.monotonic() * 1000 - due))
                self.due.update(dict.fromkeys(sent, due))

        def counted(connection: Connection, text: str) -> bool:
            self.put.get([]).append(mark(text))
            return put(connection, text)

        def noted(registry: Registry, seconds: float) -> None:
            self.turns.append(1000 * seconds)
            took(registry, seconds)

        Registry.took = noted
        Host._step = measured  # noqa: SLF001 - what is measured
        Connection.put = counted


def main(database: str, profile: str = "", core: str = "") -> None:
    """Run the server; a line of standard input asks for its figures so far, the end of it for its end."""
    logs.configure(quiet=True)
    if core:
        os.sched_setaffinity(0, {int(core)})
    meter = Meter()
    meter.attach()
    writers: list[Writer] = []
    start = Writer.start
    Writer.start = lambda writer: (writers.append(writer), start(writer))[1]
    limits = Limits(**dict.fromkeys(Limits.names(), 10**6))
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]

    async def answer() -> None:
        """Tell the figures since the last time."""
        loop = asyncio.get_running_loop()
        while await loop.run_in_executor(None, sys.stdin.readline):
            figures = {key: value for writer in writers for key, value in writer.figures.items()}
            noted = {"late": meter.late, "turns": meter.turns, "due": meter.due}
            report = {**noted, "cpu": time.process_time(), **figures}
            meter.late, meter.turns, meter.due = [], [], {}
            tell(json.dumps(report))

    async def run() -> None:
        task = asyncio.create_task(answer())
        await serve.serve(
            serve.Plan(
                "127.0.0.1", port, database, admin_port=0, limits=limits, node=f"core{core}" if core else None
            ),
            lambda _: tell(port),
            lambda: None,
        )
        task.cancel()

    with _profiled(profile), contextlib.suppress(RuntimeError):
        asyncio.run(run())


@contextlib.contextmanager
def _profiled(path: str) -> Any:
    if not path:
        yield
        return
    profile = cProfile.Profile()
    profile.enable()
    try:
        yield
    finally:
        profile.disable()
        profile.dump_stats(path)


if __name__ == "__main__":
    main(*sys.argv[1:])
