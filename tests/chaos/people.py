"""People who sit at tables through everything: they store all that they were sent, and return as a page does."""

from __future__ import annotations

import asyncio
import json
import random
import ssl
import time
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

import httpx
from websockets.exceptions import InvalidHandshake, InvalidMessage

from tests.chaos.pulse import OPEN, TICK, Pulse
from tests.server.protocol.pages import Page

DELAYS = (0.5, 1, 2, 4, 8)
"""Seconds between the tries to come back, as a page has them (`live.js`)."""
DOUBT, DOUBTS, MOST_HOPS = 0.5, 2, 3
"""As a page has them: how long, and how often, one is not sent back to a node that said nothing; how far from node to node."""
LOST = (OSError, EOFError, TimeoutError, InvalidHandshake, InvalidMessage, httpx.HTTPError)
KEPT = 100
"""The number of a page's messages that are checked again."""


@dataclass
class Sent:
    """An answer of somebody to a question: of which deal, after how many events of it, and whether it was confirmed."""

    deal: int
    action: str
    id: str
    prompt: str
    heard: int
    at: float
    confirmed: bool = False


@dataclass
class Received:
    """Everything that one seat of one table was sent, and which of its answers were confirmed."""

    seat: int | None = None
    deals: dict[int, list[dict[str, Any]]] = field(default_factory=dict)
    sent: list[Sent] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    """What contradicts itself, without a look into any database."""

    def now(self) -> Received:
        """A copy that stays what it is while more is sent."""
        return Received(self.seat, dict(self.deals), [replace(sent) for sent in self.sent], list(self.wrong))

    def sits(self, seat: int | None) -> None:
        """Who has a seat keeps it."""
        if self.seat is not None and seat != self.seat:
            self.wrong.append(f"sat on seat {self.seat}, now on {seat}")
        self.seat = seat if seat is not None else self.seat

    def hear(self, deal: int, log: list[dict[str, Any]]) -> None:
        """The events sent for a deal are the beginning of those sent later."""
        before = self.deals.get(deal, [])
        if log[: len(before)] != before:
            self.wrong.append(
                f"deal {deal}: sent {len(before)} events, later others: {before[-1:]}, {log[-1:]}"
            )
        self.deals[deal] = list(log)


class Person(Page):
    """A guest at one table after the other; the first of a table makes it."""

    def __init__(
        self,
        port: int,
        name: str,
        rng: random.Random,
        pace: float,
        *,
        trust: ssl.SSLContext | None = None,
    ) -> None:
        super().__init__(port, "", "")
        self.name, self.rng, self.pace, self.trust = name, rng, pace, trust
        s, verify = ("s", trust) if trust else ("", False)
        self.browser = httpx.AsyncClient(
            base_url=f"http{s}://127.0.0.1:{port}", trust_env=False, timeout=OPEN, follow_redirects=True, verify=verify
        )  # fmt: skip
        self.root = f"ws{s}://127.0.0.1:{port}"
        self.table, self.received = "", Received()
        self.pulse = Pulse()
        self.silences: list[tuple[float, float]] = []
        """From when to when somebody was without a connection, or waited for what they had done to be stored."""
        self.node = ""
        self.count = 0

    def __str__(self) -> str:
        """Their name and their state."""
        state = self.room["state"] if self.room else "outside"
        last = self.got[-1] if self.got else {}
        return f"{self.name} at {self.table[:6]} ({state}, {self.tries} tries, {self.hops} hops, bye {self.bye}, last {last.get('type')} {last.get('code', '')})"

    async def known(self) -> None:
        """Become a guest, however often that has to be tried."""
        while not self.headers:
            with suppress(*LOST):
                (await self.browser.get("/api/me")).raise_for_status()
                self.headers = {"Cookie": f"paiju_guest={self.browser.cookies['paiju_guest']}"}
                return
            await asyncio.sleep(DELAYS[0])

    async def make(self, game: str, body: dict[str, Any]) -> str:
        """Make a table, however often that has to be tried; its id."""
        while True:
            with suppress(*LOST):
                made = await self.browser.post("/api/tables", json={"game": game, **body})
                assert made.status_code != httpx.codes.BAD_REQUEST, made.text  # no trying again would help
                return made.raise_for_status().json()["id"]
            await asyncio.sleep(DELAYS[0])

    def come(self, table: str) -> None:
        """Go to another table, as a page that is opened there."""
        self.table, self.received, self.node = table, Received(), ""
        self.room = self.view = self.prompt = self.seq = None
        self.log = []

    def take(self, message: dict[str, Any]) -> None:
        now = time.monotonic()
        if self.away is not None and message["type"] not in ("bye", "error"):
            self.silences.append((self.away, now))
            self.away = None
        self.pulse.heard()
        super().take(message)
        del self.got[:-KEPT]
        if message["type"] == "room" and message["room"]["state"] in ("waiting", "starting"):
            self.view, self.prompt, self.log = None, None, []
        if self.room is not None and message["type"] in ("welcome", "room"):
            self.received.sits(self.room["you"]["seat"])
        if message["type"] in ("welcome", "events") and self.view is not None:
            self.received.hear(self.view["deal"], self.log)
        if message["type"] == "welcome":
            self.node = message.get("node") or self.node
        if message["type"] == "done":
            for sent in self.received.sent[-3:]:
                if sent.id == message["id"] and not sent.confirmed:
                    sent.confirmed = True
                    self.silences.append((sent.at, now))
        if message["type"] == "error" and message["code"] == "table.elsewhere":
            self.elsewhere = message["facts"]["node"]

    away: float | None = None
    silent = False
    tries = hops = doubts = 0
    elsewhere = suspect = ""

    @property
    def over(self) -> bool:
        return self.room is not None and self.room["state"] == "over"

    async def sit_through(self, wanted: dict[str, Any]) -> None:
        """Be at the table until its match is over; `wanted` is the seat, and how many people there are."""
        self.tries = self.hops = self.doubts = 0
        while not self.over:
            try:
                self.address = f"{self.root}{f'/n/{self.node}' if self.node else ''}/ws/{self.table}"
                self.pulse.opening()
                async with asyncio.timeout(self.pulse.patience()):
                    await self.open(resume=True)
                await self._present(wanted)
            except TimeoutError:
                self.pulse.miss()
                self.silent = bool(self.node) or (self.away is None and self.room is not None)
            except LOST:
                pass
            finally:
                if self.socket is not None:
                    self.socket.transport.abort()
                    with suppress(*LOST):
                        await self.close()
            if not self.over:
                await self._again()

    async def _again(self) -> None:
        """Wait as a page waits before it tries again. A page that was redirected goes at once, but not soon again to a node that said nothing."""
        sent = bool(self.node) and self.away is not None
        self.away = self.pulse.heard_at if self.away is None else self.away
        elsewhere, self.elsewhere = self.elsewhere, ""
        left, self.node = self.node, ""
        if elsewhere and self.doubts and self.suspect in ("", elsewhere):
            self.suspect = elsewhere
            self.doubts -= 1
            await asyncio.sleep(DOUBT)
        elif elsewhere and self.hops < MOST_HOPS:
            self.hops += 1
            self.node = elsewhere
        elif self.silent:
            self.silent, self.doubts, self.suspect = False, DOUBTS, left
        elif sent:
            await asyncio.sleep(DOUBT * self.rng.uniform(0.75, 1.25))
        else:
            await asyncio.sleep(DELAYS[min(self.tries, len(DELAYS) - 1)] * self.rng.uniform(0.75, 1.25))
            self.tries += 1
            self.hops = 0

    async def _present(self, wanted: dict[str, Any]) -> None:
        """Play and answer until the connection is lost or the match is over."""
        question = (
            self.received.sent[-1].prompt if self.received.sent else ""
        )  # what was answered goes once more as it was
        new, due = True, 0.0
        while not self.over:
            if self._reader is None or self._reader.done():
                if self._reader is not None:
                    self._reader.result()
                return
            now = time.monotonic()
            if self.pulse.patience() < 0:
                raise TimeoutError
            if self.pulse.is_quiet:
                await self._ask()
            if new and self.room is not None and self.away is None:  # something has come
                new = False
                self.tries = self.hops = self.doubts = 0
                await self._resend()
            if self.prompt is not None and self.prompt["id"] != question:
                question, due = self.prompt["id"], now + self.rng.expovariate(1 / self.pace)
            if self.prompt is not None and due and now >= due:
                due = 0.0
                await self._answer()
            elif self.room is not None and not new:
                await self._prepare(wanted)
            self.news.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(min(TICK, max(0.01, due - now)) if due else TICK):
                    await self.news.wait()

    async def _answer(self) -> None:
        answer = self.answer(self.rng)
        if answer is None or self.view is None:
            return
        self.count += 1
        sent = Sent(
            self.view["deal"],
            answer["action"],
            f"{self.name}-{self.count}",
            answer["prompt"],
            len(self.log),
            time.monotonic(),
        )
        self.received.sent.append(sent)
        await self.send(**answer, id=sent.id)
        await self._ask()

    async def _ask(self) -> None:
        """See whether anything comes through, unless that is being seen already."""
        if self.pulse.ask():
            await self.send(type="ping")

    async def _resend(self) -> None:
        """What was not answered goes once more, as a page does it."""
        if self.received.sent and not (sent := self.received.sent[-1]).confirmed:
            await self.send(type="act", prompt=sent.prompt, action=sent.action, id=sent.id)

    async def _prepare(self, wanted: dict[str, Any]) -> None:
        """Sit down, see to bots, begin, go on to the next deal: whatever is to be done now."""
        room, you = self.room, self.room["you"]["seat"]
        if room["state"] == "waiting":
            if you is None:
                await self._once(type="sit", seat=wanted["seat"])
            elif not room["seats"][you]["ready"]:
                await self._once(type="ready", on=True)
            elif room["you"]["host"]:
                await self._host(room, wanted["people"])
        elif room["state"] == "settled" and you is not None and not room["seats"][you]["ready"]:
            await self._once(type="ready", on=True)
        if you is not None and room["seats"][you]["auto"] and room["state"] != "waiting":
            await self._once(type="auto", on=False)

    async def _host(self, room: dict[str, Any], people: int) -> None:
        empty = [chair["seat"] for chair in room["seats"][people:] if chair["kind"] == "empty"]
        if empty:
            await self._once(type="host", what="bot", seat=empty[0], level="greedy")
        elif all(chair["ready"] for chair in room["seats"]):
            await self._once(type="host", what="start")

    _last = ("", 0.0)

    async def _once(self, **message: Any) -> None:
        """Say something, and not again before it can have been heard."""
        text, now = json.dumps(message), time.monotonic()
        if (text, now) != self._last and (text != self._last[0] or now - self._last[1] > 1):
            self._last = (text, now)
            await self.send(**message)
