"""Servers in processes of their own that can be killed, and people who play through that."""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from websockets.exceptions import InvalidMessage

import paiju
from paiju.core.reading import loads
from paiju.core.record import replay
from tests.ports import free_port
from tests.server.protocol.pages import PATIENCE, Page, Service

ROOT = Path(__file__).parents[3]
DEALS = 3
LONG = {"match_end": "deals", "match_length": DEALS}


async def until(true: Any) -> None:
    """Wait for something that nobody tells."""
    async with asyncio.timeout(PATIENCE):
        while not await asyncio.to_thread(true):  # noqa: ASYNC110 - it tells nobody
            await asyncio.sleep(0.05)


_ORPHAN = re.compile(
    r'Traceback \(most recent call last\):\n  File "<string>", line 1, in <module>\n(?:  .*\n)*?'
    r".*pickle\.load\(from_parent\)\n(?:  .*\n)*?EOFError: Ran out of input\n"
)
"""What a process that was just being made for thinking prints when the server is killed before giving it work."""


class Process:
    """A server that can be killed and started again on the same port and database."""

    def __init__(self, folder: Path, database: str, name: str = "server", ways: tuple[str, ...] = ()) -> None:
        self.port, self.admin = free_port(), free_port()
        self.database, self.ways = database, ways
        self.log = folder / f"{name}.log"
        self.running: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [
            sys.executable,
            "-m",
            "tests.server.protocol.process",
            str(self.port),
            self.database,
            str(self.admin),
            f"chance={os.urandom(8).hex()}",  # of the test's own, and another one each time: ids would repeat
            *self.ways,
        ]
        with self.log.open("ab") as log:
            self.running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, cwd=ROOT)
        assert self.running.stdout is not None
        assert self.running.stdout.readline() == b"ready\n", self.log.read_text("utf-8")

    def health(self) -> dict[str, Any]:
        """What it says of itself."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.admin}/healthz", timeout=PATIENCE) as answer:
                return {"status": answer.status, **json.load(answer)}
        except urllib.error.HTTPError as error:
            return {"status": error.code, **json.load(error)}

    async def becomes(self, status: int) -> dict[str, Any]:
        """Wait until it says so."""
        await until(lambda: self.health()["status"] == status)
        return self.health()

    def events(self) -> list[str]:
        """What it has written to its log."""
        return [json.loads(line)["event"] for line in self.log.read_text("utf-8").splitlines()]

    def written(self) -> str:
        """Its log, but for what a killing itself causes."""
        return _ORPHAN.sub("", self.log.read_text("utf-8")) if self.log.exists() else ""

    def kill(self) -> None:
        self.end(signal.SIGKILL)

    def end(self, how: signal.Signals) -> int | None:
        """End it by a signal; its exit status. Until then it runs: it is still there for the pages of its tables."""
        if (running := self.running) is None:
            return None
        running.send_signal(how)
        running.communicate()
        self.running = None
        return running.returncode


class Player:
    """A person who plays at random, comes back whenever the connection is lost, and remembers what was sent.

    The last deal does not begin before `done`: what happens does in the middle.
    """

    def __init__(self, page: Page, rng: random.Random, done: asyncio.Event | None = None) -> None:
        self.page, self.rng, self.done = page, rng, done
        self.logs: dict[int, list[dict]] = {}

    def over(self) -> bool:
        return self.page.room is not None and self.page.room["state"] == "over"

    def waits(self) -> bool:
        """Whether something is still to happen to the match."""
        return self.done is not None and not self.done.is_set()

    def stands(self) -> bool:
        """Whether the last deal waits for what is still to happen."""
        room = self.page.room
        return (
            self.waits()
            and room is not None
            and room["state"] == "settled"
            and len(room["match"]["returns"]) == DEALS - 1
        )

    def move(self, port: int) -> None:
        """Come back to another server from now on."""
        self.page.address = f"ws://127.0.0.1:{port}/ws/{self.page.address.rpartition('/')[2]}"
        self.page.socket.transport.abort()

    async def play(self) -> None:
        while not self.over():
            with suppress(OSError, InvalidMessage, EOFError):
                await self.come()
                await self.page.send(type="auto", on=False)
                await self.until_lost()
            await self.page.close()
            await asyncio.sleep(0.05)

    async def come(self) -> None:
        """Open the page again."""
        await self.page.open(resume=True)

    async def until_lost(self) -> None:
        page, question = self.page, ""
        while not self.over():
            self.check()
            if (
                page.room is not None
                and page.room["state"] == "settled"
                and not page.room["seats"][page.room["you"]["seat"]]["ready"]
                and not self.stands()
            ):
                await page.send(type="ready", on=True)
                await page.until(
                    lambda: (
                        self.over()
                        or page.room["state"] != "settled"
                        or page.room["seats"][page.room["you"]["seat"]]["ready"]
                    )
                )
            elif (
                page.prompt is not None
                and page.prompt["id"] != question
                and (answer := page.answer(self.rng))
            ):
                question = answer["prompt"]
                await page.send(**answer)
            else:
                count, waited = len(page.got), self.waits()
                await page.until(lambda: len(page.got) > count or self.waits() != waited)  # noqa: B023 - called before the loop goes on

    def check(self) -> None:
        """The events sent for a deal are a beginning of those sent later, whatever happened to the server."""
        if self.page.view is None:
            return
        deal, log = self.page.view["deal"], self.page.log
        before = self.logs.get(deal, [])
        if len(log) < len(before) or log[: len(before)] != before:
            raise LostError(before, log)
        self.logs[deal] = list(log)


async def go_on(players: list[Player], rng: random.Random) -> None:
    """Wait until the players have received more, or do not begin the last deal."""

    def sent() -> int:
        return sum(len(player.page.got) for player in players)

    enough = sent() + rng.randint(3, 40)
    await until(lambda: sent() >= enough or any(player.stands() for player in players))


class LostError(Exception):
    """A page received an event that did not happen."""


async def in_the_middle(
    running: Service, game: str, rng: random.Random, happens: Any, person: Any = Player, **options: Any
) -> None:
    """A match of two people and bots during which something happens; then its record is looked at."""
    table, guests, pages = await running.started(
        game, 2, options={**LONG, **options}, settings={"window_ms": 15, "takeover_seconds": 300}
    )
    for page in pages:
        await page.close()
    done = asyncio.Event()
    players = [person(running.page(table, guest), rng, done) for guest in guests]
    tasks = [asyncio.create_task(player.play()) for player in players]
    try:
        await until(lambda: all(player.page.welcomes for player in players))
        await happens(players)
        assert not any(player.over() for player in players), "it happened too late"
        done.set()
        for player in players:
            player.page.news.set()
        async with asyncio.timeout(4 * PATIENCE):
            await asyncio.gather(*tasks)
        room = players[0].page.room
        document = await guests[0].get(f"/api/records/{room['record']}")
        check_record(game, document.content, room, players)
    finally:
        for task in tasks:
            task.cancel()
        await running.close()


def check_record(game: str, document: bytes, room: dict, players: list[Player]) -> None:
    """The record is whole, and holds every event that a page was sent, in order."""
    law, record = paiju.load(game), loads(document)
    happened: dict[int, list] = {}
    for step in replay(law, record):
        happened.setdefault(step.deal, []).extend(step.events)
    assert len(happened) == DEALS
    assert room["match"]["returns"] == [
        deal.result["returns"] for deal in record.deals if not deal.result["void"]
    ]
    for seat, player in enumerate(players):
        for deal, sent in player.logs.items():
            assert [event["event"] for event in sent] == [event.kind for event in happened[deal - 1]][
                : len(sent)
            ], seat


@contextmanager
def ended(nodes: dict[str, Process]) -> Iterator[dict[str, Process]]:
    """Processes by name that are gone afterwards, and none of which has written a traceback."""
    try:
        yield nodes
    finally:
        for node in nodes.values():
            node.kill()
    for node in nodes.values():
        assert "Traceback" not in node.written()
