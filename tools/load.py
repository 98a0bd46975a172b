"""How a server bears hundreds of tables: `python -m tools.load --help`.

Starts a server in a process of its own, makes tables of bots, then opens one page each that watches from a
seat played by 托管, and prints how long it takes from the moment an action is due to its events going out and to
their being on the page, how many messages and commits a second, and what a table weighs. So that machines compare,
times are also given in additions of a plain loop, which is timed before and after. Only tables at which
something happened while it was measured count: where that is not each of them, there are no figures.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import math
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect

import paiju
from paiju.bots.base import make_bot
from tools import metered
from tools.metered import mark, tell

ROOT = Path(__file__).parents[1]
PATIENCE = 60.0
"""Seconds for an answer, and until one more page has opened."""
MADE_TOGETHER = 20
OPENED_A_SECOND = 20
"""How many tables are made at a time, before any is played, and how many pages open in a second, at which they begin: so they do not play in step."""
_EVENTS = '"type":"events"'
LONG_TURN_MS = 5
PAGES_NICENESS = 10
"""The pages of a real server are on other machines."""


def percentile(values: list[float], share: float) -> float:
    """The value that `share` of them do not exceed; 0 of none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, math.ceil(share * len(ordered)) - 1)] if ordered else 0.0


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
    played: set[int] = field(default_factory=set)
    """The numbers of the tables at which something has happened."""


Row = tuple[str, str, list[float]]
"""A name, a text, and the times in ms that stand in it."""


class NotMeasuredError(Exception):
    """A run whose figures would be those of another one."""


def check(seen: Seen, tables: int) -> None:
    """See that each of the tables has played, and that no page was lost.

    Raises:
        NotMeasuredError: with how many have, and how many pages were open.
    """
    if len(seen.played) < tables or seen.lost:
        raise NotMeasuredError(
            f"not measured: of {tables} tables {seen.pages} were opened, {len(seen.played)} played while it was measured, {seen.lost} lost their page"
        )


async def make(port: int, game: str, bots: str) -> tuple[str, str]:
    """A table of bots that begins once its page opens; with the cookie of the guest whose it is."""
    # No page of this run speaks TLS, and its certificates take longer to load than the table to open.
    async with httpx.AsyncClient(
        base_url=f"http://127.0.0.1:{port}", trust_env=False, timeout=PATIENCE, verify=False  # noqa: S501 - as above
    ) as browser:  # fmt: skip
        await browser.get("/api/me")
        settings = {"window_ms": 4000, "turn_seconds": 30, "bots": bots}
        body = {
            "game": game,
            "quick": True,
            "settings": settings,
            "options": {"match_end": "deals", "match_length": 100},
        }
        table = (await browser.post("/api/tables", json=body)).raise_for_status().json()["id"]
        return table, browser.cookies["paiju_guest"]


async def watch(port: int, number: int, made: tuple[str, str], seen: Seen, stop: asyncio.Event) -> None:
    """The page of a table that was `made`, whose own seat is played by 托管 too; it starts each deal at once."""
    table, cookie = made
    await asyncio.sleep(number / OPENED_A_SECOND)
    page = await connect(
        f"ws://127.0.0.1:{port}/ws/{table}", additional_headers={"Cookie": f"paiju_guest={cookie}"}, proxy=None,
        compression=None, open_timeout=PATIENCE,
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
            if _EVENTS in text:
                seen.played.add(number)
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
    from paiju.server.store.rows import PutRecord  # noqa: PLC0415 - as above
    from paiju.server.store.store import Store  # noqa: PLC0415 - only where reviews are measured

    store = Store(database)
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


def _reviewed(seen: Reviewed) -> list[Row]:
    return [
        (f"review of {game}: {name}, p50 / longest", f"{percentile(values, 0.5):.1f} / {max(values):.1f} s ({len(values)})", [])
        for game in REVIEWED
        for name, values in (("first verdict", seen.first[game]), ("a deal of a seat", seen.whole[game]))
        if values
    ]  # fmt: skip


async def measure(tables: int, given: argparse.Namespace) -> list[Row]:
    """The figures, as lines of a table."""
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as closing:
        database = given.db or f"sqlite:///{folder}/load.db"
        if given.reviews:
            await keep(database)
        servers = []
        for core in map(str, range(given.nodes)) if given.nodes else [""]:
            command = [sys.executable, "-m", metered.__name__, database, given.profile, core]
            server = subprocess.Popen(  # noqa: ASYNC220, S603 - ours, before anything else runs
                command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )
            closing.callback(server.communicate)
            closing.callback(server.terminate)
            assert server.stdout is not None
            servers.append(Server(server, int(server.stdout.readline())))
        return await _under_load(servers, tables, given.seconds, bots=given.bots, reviews=given.reviews)


@dataclass(frozen=True, slots=True)
class Server:
    """A server, or one of several nodes, and its port."""

    process: subprocess.Popen[str]
    port: int

    def ask(self) -> dict[str, Any]:
        """Its figures since the last call."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        output: dict[str, Any] = json.loads(self.process.stdout.readline())
        return output


def ask(servers: Sequence[Server]) -> dict[str, Any]:
    """The figures of all servers since the last call."""
    each = [server.ask() for server in servers]
    return {
        **{name: [time for figures in each for time in figures[name]] for name in ("late", "turns")},
        "due": {key: due for figures in each for key, due in figures["due"].items()},
        **{name: sum(figures[name] for figures in each) for name in ("cpu", "commits", "writes")},
    }


def _resident(servers: Sequence[Server]) -> float:
    return sum(memory(server.process.pid) for server in servers)


async def _under_load(
    servers: Sequence[Server], tables: int, seconds: int, *, bots: str, reviews: int
) -> list[Row]:
    os.nice(PAGES_NICENESS)
    seen, stop = Seen(), asyncio.Event()
    empty = _resident(servers)
    ports = [servers[i % len(servers)].port for i in range(tables)]
    games, made = tuple(REVIEWED), list[tuple[str, str]]()
    for first in range(0, tables, MADE_TOGETHER):
        wanted = range(first, min(tables, first + MADE_TOGETHER))
        made += await asyncio.gather(*(make(ports[i], games[i // len(servers) % 2], bots) for i in wanted))
    pages = [asyncio.create_task(watch(ports[i], i, table, seen, stop)) for i, table in enumerate(made)]
    reviewed = Reviewed()
    pages += [
        asyncio.create_task(look(ports[0], games[i % len(games)], reviewed, stop)) for i in range(reviews)
    ]
    await _all_open(seen, tables)
    await asyncio.sleep(10)
    start, before = ask(servers), (seen.messages, seen.bytes)
    seen.round_trips.clear()
    seen.came.clear()
    seen.played.clear()
    began = time.monotonic()
    await asyncio.sleep(seconds)
    last, took = ask(servers), time.monotonic() - began
    check(seen, tables)
    stop.set()
    for page in pages:
        page.cancel()
    await asyncio.gather(*pages, return_exceptions=True)
    each = (_resident(servers) - empty) / tables
    messages, data = seen.messages - before[0], seen.bytes - before[1]
    cpu, commits, writes = (last[name] - start[name] for name in ("cpu", "commits", "writes"))
    longest = max(last["late"], default=0.0)
    return [
        ("tables that played, one page each", f"{len(seen.played)}, for {took:.0f} s", []),
        ("due to events sent, p50 / p99", *_pair(last["late"])),
        ("longest", f"{longest:.0f} ms", [longest]),
        ("a turn holds the loop, p50 / p99", *_pair(last["turns"])),
        ("longest; beyond 5 ms", *_beyond(last["turns"])),
        ("due to events on the page, p50 / p99", *_pair(_on_page(last["due"], seen.came))),
        ("page to table and back, p50 / p99", *_pair(seen.round_trips)),
        ("messages", f"{messages / took:.0f} /s, {data / took / 1024:.0f} KiB/s", []),
        ("commits of the store", f"{commits / took:.0f} /s for {writes / took:.0f} writes /s", []),
        ("processor time of the server", f"{100 * cpu / took:.0f} % of a core", []),
        ("processor time a message", f"{1000 * cpu / messages:.2f} ms", [1000 * cpu / messages]),
        ("memory per table, page included", f"{each * 1024:.0f} KiB", []),
        *_reviewed(reviewed),
    ]


async def _all_open(seen: Seen, tables: int) -> None:
    """Wait for the pages of all tables, as long as one more opens within `PATIENCE`."""
    pages, since = 0, time.monotonic()
    while (now := seen.pages) < tables and time.monotonic() - since < PATIENCE:
        if now > pages:
            pages, since = now, time.monotonic()
        await asyncio.sleep(0.2)


def _on_page(due: dict[str, float], came: dict[int, float]) -> list[float]:
    """How long each message took from the moment it was due, in ms."""
    return [max(0.0, came[int(key)] - at) for key, at in due.items() if int(key) in came]


def _pair(values: list[float]) -> tuple[str, list[float]]:
    times = [percentile(values, 0.5), percentile(values, 0.99)]
    return f"{times[0]:.1f} / {times[1]:.1f} ms ({len(values)})", times


def _beyond(turns: list[float]) -> tuple[str, list[float]]:
    longest = max(turns, default=0.0)
    return f"{longest:.1f} ms; {sum(turn > LONG_TURN_MS for turn in turns)} of {len(turns)}", [longest]


def show(rows: Iterable[Row], rate: float) -> None:
    """Print a table of two columns; times also as what a loop with that many additions in a microsecond does meanwhile."""
    for name, text, times in rows:
        reported = " / ".join(f"{1000 * rate * time:,.0f}" for time in times)
        tell(f"{name:<40}{text}" + (f", additions: {reported}" if reported else ""))


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--tables", type=int, nargs="+", default=[200], help="how many; several are runs in turn"
    )
    parser.add_argument("--seconds", type=int, default=30)
    parser.add_argument(
        "--bots", default="heuristic", help="who plays: random, greedy, heuristic, or a level"
    )
    parser.add_argument("--reviews", type=int, default=0, help="so many guests review deals meanwhile")
    parser.add_argument("--profile", default="", help="a file for the server's cProfile statistics")
    parser.add_argument("--db", default="", help="an empty database; a new SQLite file by default")
    parser.add_argument(
        "--nodes", type=int, default=0, help="so many nodes on that PostgreSQL, each on a core of its own"
    )
    given = parser.parse_args()
    _open_files()
    for tables in given.tables:
        before = plain_rate()
        try:
            rows = asyncio.run(measure(tables, given))
        except NotMeasuredError as error:
            sys.exit(str(error))
        rate = (before + plain_rate()) / 2
        show([("a plain loop on this machine", f"{rate:.1f} M additions/s", []), *rows], rate)


def _open_files() -> None:
    """Let this process hold a page for each table: the usual soft limit of 1,024 files ends at some 440 of them."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


if __name__ == "__main__":
    main()
