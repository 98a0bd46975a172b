"""How a server bears two hundred tables: `python tools/load.py --help`.

Starts a server in a process of its own, opens tables of bots, each with one page that watches from a
seat played by 托管, and prints how long it takes from the moment an action is due to its events going out and to
their being on the page, how many messages and commits a second, and what a table weighs.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import math
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Iterable
from contextvars import ContextVar
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect

import paiju
from paiju.bots.base import make_bot

ROOT = Path(__file__).parents[1]
PATIENCE = 60.0
PAGES_NICENESS = 10
"""The pages of a real server are on other machines."""


def percentile(values: list[float], share: float) -> float:
    """The value that `share` of them do not exceed; 0 of none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, math.ceil(share * len(ordered)) - 1)] if ordered else 0.0


def tell(line: object) -> None:
    """Write a line."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def mark(text: str) -> int:
    """What tells a message from all others of a run."""
    return zlib.crc32(text.encode()) << 20 | len(text)


def plain_rate() -> float:
    """How many millions of additions a loop of Python does in a second, the best of five tries."""
    best, count = math.inf, 200_000
    for _ in range(5):
        began = time.perf_counter()
        number = 0
        while number < count:
            number += 1
        best = min(best, time.perf_counter() - began)
    return count / best / 1e6


# The server's side


class Meter:
    """What the server notes of itself: how late events went out after they were due, in ms.

    `due` has the moment each message was due, by its mark; both processes read the same clock.
    """

    def __init__(self) -> None:
        self.late: list[float] = []
        self.due: dict[int, float] = {}
        self.put: ContextVar[list[int]] = ContextVar("put")  # each table runs in a task of its own

    def attach(self) -> None:
        """Take times around each step of a table. Events go into the queues in `_flush`, after the store."""
        from paiju.server.connections import Line  # noqa: PLC0415
        from paiju.server.hosting import Host  # noqa: PLC0415 - only the server needs it

        step, put = Host._step, Line.put  # noqa: SLF001 - measured from outside, so that the server stays as it is

        async def measured(host: Host, steps: list[Any]) -> None:
            due, sent = host.table.wake, list[int]()
            self.put.set(sent)
            await step(host, steps)
            if not steps and due is not None and sent:
                self.late.append(max(0.0, time.monotonic() * 1000 - due))
                self.due.update(dict.fromkeys(sent, due))

        def counted(line: Line, text: str) -> bool:
            self.put.get([]).append(mark(text))
            return put(line, text)

        Host._step = measured  # type: ignore[method-assign]  # noqa: SLF001
        Line.put = counted  # type: ignore[method-assign]


def serve(database: str, profile: str) -> None:
    """Run the server; a line of standard input asks for its figures so far, the end of it for its end."""
    from paiju.server import logs  # noqa: PLC0415 - only the server needs it
    from paiju.server.limits import Limits  # noqa: PLC0415
    from paiju.server.serving import Plan  # noqa: PLC0415
    from paiju.server.serving import serve as run  # noqa: PLC0415
    from paiju.server.store.writer import Writer  # noqa: PLC0415

    logs.configure(quiet=True)
    meter = Meter()
    meter.attach()
    writers: list[Writer] = []
    start = Writer.start
    Writer.start = lambda writer: (writers.append(writer), start(writer))[1]  # type: ignore[method-assign]
    limits = Limits(**dict.fromkeys(Limits.names(), 10**6))
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]

    async def answer() -> None:
        """Tell the figures since the last time."""
        loop = asyncio.get_running_loop()
        while await loop.run_in_executor(None, sys.stdin.readline):
            figures = {key: value for writer in writers for key, value in writer.figures.items()}
            told = {"late": meter.late, "due": meter.due, "cpu": time.process_time(), **figures}
            meter.late, meter.due = [], {}
            tell(json.dumps(told))

    async def main() -> None:
        task = asyncio.create_task(answer())
        await run(
            Plan("127.0.0.1", port, database, admin_port=0, limits=limits),
            lambda _: tell(port),
            lambda: None,
        )
        task.cancel()

    with _profiled(profile), contextlib.suppress(RuntimeError):
        asyncio.run(main())


@contextlib.contextmanager
def _profiled(path: str) -> Any:
    if not path:
        yield
        return
    import cProfile  # noqa: PLC0415 - it costs time only where it is wanted

    profile = cProfile.Profile()
    profile.enable()
    try:
        yield
    finally:
        profile.disable()
        profile.dump_stats(path)


def memory(pid: int) -> float:
    """Resident memory of a process, in MiB."""
    for line in Path(f"/proc/{pid}/status").read_text("utf-8").splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0


# The pages' side


@dataclass(slots=True)
class Seen:
    """What the pages noted."""

    messages: int = 0
    bytes: int = 0
    pages: int = 0
    came: dict[int, float] = field(default_factory=dict)
    round_trips: list[float] = field(default_factory=list)
    lost: int = 0


async def watch(
    port: int, game: str, seen: Seen, ready: asyncio.Semaphore, stop: asyncio.Event, *, bots: str
) -> None:
    """A table of bots with one page, whose own seat is played by 托管 too; it starts each deal at once."""
    async with (
        ready,
        httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", trust_env=False, timeout=PATIENCE) as browser,
    ):
        await browser.get("/api/me")
        settings = {"window_ms": 4000, "turn_seconds": 30, "bots": bots}
        body = {
            "game": game,
            "quick": True,
            "settings": settings,
            "options": {"match_end": "deals", "match_length": 100},
        }
        table = (await browser.post("/api/tables", json=body)).raise_for_status().json()["id"]
        cookie = browser.cookies["paiju_guest"]
        page = await connect(
            f"ws://127.0.0.1:{port}/ws/{table}", additional_headers={"Cookie": f"paiju_guest={cookie}"}, proxy=None,
            compression=None,
        )  # fmt: skip
        await page.send('{"type":"hello"}')
        await page.send('{"type":"auto","on":true}')
    beat = asyncio.create_task(_beat(page, stop))
    seen.pages += 1
    try:
        async for text in page:
            seen.came[mark(text)] = 1000 * time.monotonic()
            seen.messages += 1
            seen.bytes += len(text)
            if '"beat ' in text:
                sent = float(json.loads(text)["prompt"].removeprefix("beat "))
                seen.round_trips.append(1000 * (time.monotonic() % 1e6 - sent))
    finally:
        seen.lost += not stop.is_set()
        beat.cancel()


async def _beat(page: Any, stop: asyncio.Event) -> None:
    """Every two seconds a question that is refused: there and back through the table's own queue."""
    while not stop.is_set():
        await asyncio.sleep(2)
        await page.send(
            json.dumps({"type": "ask", "what": "check", "prompt": f"beat {time.monotonic() % 1e6:.4f}"})
        )


REVIEWED = {"baohuang": 5, "paohuzi": 3}
"""The games, and how many seats each has to be reviewed."""
DEALS = 12


def document(game: str) -> str:
    """A record of some deals between bots."""
    from paiju.core.record import Recorder, dumps  # noqa: PLC0415 - only where reviews are measured

    law, rng = paiju.load(game), random.Random(game)
    options = law.options({})
    recorder, carry = Recorder(law, options, ["normal"] * REVIEWED[game]), None
    for _ in range(DEALS):
        players = [make_bot("normal", rng.getrandbits(32)) for _ in range(REVIEWED[game])]
        state = recorder.begin(rng.randbytes(32), [b""] * REVIEWED[game], carry)[-1].state
        while actors := law.actors(state):
            seat = actors[0]
            action = players[seat].choose(law.view(state, seat), law.legal_actions(state, seat))
            state = recorder.act(state, seat, action)[-1].state
        carry = law.carry(state)
    return dumps(recorder.record)


async def keep(database: str) -> None:
    """Put a record of each game into a new database."""
    from paiju.server.store import SqlStore  # noqa: PLC0415
    from paiju.server.writes import PutRecord  # noqa: PLC0415

    store = SqlStore(database)
    await store.open()
    for game in REVIEWED:
        await store.write((PutRecord(game, game, "[]", "[]", document(game), (), ((0, "nobody"),)),))
    await store.close()


@dataclass(slots=True)
class Reviewed:
    """How long reviews took to their first verdict and to their end, in s by game."""

    first: dict[str, list[float]] = field(default_factory=lambda: {game: [] for game in REVIEWED})
    whole: dict[str, list[float]] = field(default_factory=lambda: {game: [] for game in REVIEWED})


async def look(port: int, game: str, seen: Reviewed, stop: asyncio.Event) -> None:
    """A guest who reviews one deal after the other."""
    async with httpx.AsyncClient(
        base_url=f"http://127.0.0.1:{port}", trust_env=False, timeout=PATIENCE
    ) as browser:
        await browser.get("/api/me")
        for deal, seat in product(range(1, DEALS + 1), range(REVIEWED[game])):
            began, done, over = time.monotonic(), 0, False
            while not over and not stop.is_set():
                path = f"/api/records/{game}/review?deal={deal}&seat={seat}&done={done}"
                news = (await browser.get(path)).raise_for_status().json()
                if done == 0 and news["done"] > 0:
                    seen.first[game].append(time.monotonic() - began)
                done, over = news["done"], news["deal"] is not None
            if over:
                seen.whole[game].append(time.monotonic() - began)


def _reviewed(seen: Reviewed) -> list[tuple[str, str]]:
    return [
        (f"review of {game}: {name}, p50 / longest", f"{percentile(values, 0.5):.1f} / {max(values):.1f} s ({len(values)})")
        for game in REVIEWED
        for name, values in (("first verdict", seen.first[game]), ("a deal of a seat", seen.whole[game]))
        if values
    ]  # fmt: skip


async def measure(tables: int, seconds: int, bots: str, profile: str, reviews: int) -> list[tuple[str, str]]:
    """The figures, as lines of a table."""
    with tempfile.TemporaryDirectory() as folder:
        if reviews:
            await keep(f"sqlite:///{folder}/load.db")
        command = [sys.executable, __file__, "--serve", f"sqlite:///{folder}/load.db", "--profile", profile]
        server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)  # noqa: ASYNC220, S603
        assert server.stdin is not None
        assert server.stdout is not None
        try:
            port = int(server.stdout.readline())
            return await _under_load(server, port, tables, seconds, bots=bots, reviews=reviews)
        finally:
            server.terminate()
            server.communicate()


async def _under_load(
    server: subprocess.Popen[str], port: int, tables: int, seconds: int, *, bots: str, reviews: int
) -> list[tuple[str, str]]:
    os.nice(PAGES_NICENESS)
    seen, stop = Seen(), asyncio.Event()
    empty = memory(server.pid)
    ready = asyncio.Semaphore(20)
    games = tuple(REVIEWED)
    pages = [
        asyncio.create_task(watch(port, games[i % 2], seen, ready, stop, bots=bots)) for i in range(tables)
    ]
    reviewed = Reviewed()
    pages += [asyncio.create_task(look(port, games[i % len(games)], reviewed, stop)) for i in range(reviews)]
    began = time.monotonic()
    while seen.pages < tables and time.monotonic() - began < PATIENCE:  # noqa: ASYNC110
        await asyncio.sleep(0.2)
    await asyncio.sleep(10)
    first, before = ask(server), (seen.messages, seen.bytes)
    seen.round_trips.clear()
    seen.came.clear()
    began = time.monotonic()
    await asyncio.sleep(seconds)
    last, took = ask(server), time.monotonic() - began
    stop.set()
    for page in pages:
        page.cancel()
    await asyncio.gather(*pages, return_exceptions=True)
    each = (memory(server.pid) - empty) / tables
    return [
        ("tables, one page each", f"{tables}, for {took:.0f} s"),
        ("due to events sent, p50 / p99", _pair(last["late"])),
        ("longest", f"{max(last['late'], default=0.0):.0f} ms"),
        ("due to events on the page, p50 / p99", _pair(_on_page(last["due"], seen.came))),
        ("page to table and back, p50 / p99", _pair(seen.round_trips)),
        (
            "messages",
            f"{(seen.messages - before[0]) / took:.0f} /s, {(seen.bytes - before[1]) / took / 1024:.0f} KiB/s",
        ),
        *_server_lines(first, last, took),
        ("memory per table, page included", f"{each * 1024:.0f} KiB"),
        ("pages lost", f"{seen.lost}"),
        *_reviewed(reviewed),
    ]


def _on_page(due: dict[str, float], came: dict[int, float]) -> list[float]:
    """How long each message took from the moment it was due, in ms."""
    return [max(0.0, came[int(key)] - at) for key, at in due.items() if int(key) in came]


def ask(server: subprocess.Popen[str]) -> dict[str, Any]:
    """The server's figures since it was last asked."""
    assert server.stdin is not None
    assert server.stdout is not None
    server.stdin.write("\n")
    server.stdin.flush()
    told: dict[str, Any] = json.loads(server.stdout.readline())
    return told


def _server_lines(first: dict[str, Any], last: dict[str, Any], took: float) -> list[tuple[str, str]]:
    def rate(name: str) -> float:
        return float(last[name] - first[name]) / took

    return [
        ("commits of the store", f"{rate('commits'):.0f} /s for {rate('writes'):.0f} writes /s"),
        ("processor time of the server", f"{100 * rate('cpu'):.0f} % of a core"),
    ]


def _pair(values: list[float]) -> str:
    return f"{percentile(values, 0.5):.1f} / {percentile(values, 0.99):.1f} ms ({len(values)})"


def show(rows: Iterable[tuple[str, str]]) -> None:
    """Print a table of two columns."""
    for name, value in rows:
        tell(f"{name:<40}{value}")


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=int, default=30)
    parser.add_argument(
        "--bots", default="heuristic", help="who plays: random, greedy, heuristic, or a level"
    )
    parser.add_argument("--reviews", type=int, default=0, help="so many guests review deals meanwhile")
    parser.add_argument("--profile", default="", help="a file for the server's cProfile statistics")
    parser.add_argument("--serve", default="", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve:
        serve(given.serve, given.profile)
    else:
        show([("a plain loop on this machine", f"{plain_rate():.1f} M additions/s")])
        show(asyncio.run(measure(given.tables, given.seconds, given.bots, given.profile, given.reviews)))


if __name__ == "__main__":
    main()
