"""One person with several guests: whether they see the hands of others, end their match, stop their table, or keep a loss away from their rating."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from pathlib import Path

from paiju.server import protocol as p
from paiju.server.tables.deal import PAUSE_MS
from tests.attack.outcome import Outcome
from tests.server.protocol.pages import Page, Service, service
from tests.server.protocol.test_door import SLOW, hello
from tests.server.table.simulation import Simulation, under_way
from tests.server.table.test_rated import losing, play_on

LONG = {"match_end": "deals", "match_length": 20}
SEATS = {"baohuang": 5, "paohuzi": 3}


def run(size: int, rng: random.Random, folder: Path) -> Outcome:
    """Try every way `size` times, in both games."""
    fallen = asyncio.run(_over_sockets(size, folder))
    for _ in range(size):
        for way in (_rating_by_moving, _rating_by_vote, _rating_of_others, _pause):
            fallen.append(way(rng.getrandbits(32)))
    findings = sorted({what for what in fallen if what})
    figure = (
        ", ".join(findings) or "no second hand, no foreign match ended, no loss left behind, no table stopped"
    )
    return Outcome("second guests of one person", len(fallen), sum(map(bool, fallen)), figure)


async def _over_sockets(size: int, folder: Path) -> list[str]:
    ways: tuple[Callable[[Service, str], Awaitable[str]], ...] = (
        _one_hand_after_another,
        _sent_away,
        _puppets,
    )
    async with service(folder) as running:
        return [await way(running, game) for _ in range(size) for game in SEATS for way in ways]


def _sees(page: Page, seat: int) -> bool:
    """Whether a page has seen the cards of a seat."""
    views = [message.get("view") for message in page.got]
    return any(view and view.get("viewer") == seat and view.get("hand") for view in views)


async def _one_hand_after_another(running: Service, game: str) -> str:
    """A second guest sits down on each bot's seat in turn, and is forgotten again."""
    table, _, _ = await running.started(game, 1, options=LONG, settings=SLOW)
    seen = 0
    for seat in range(1, SEATS[game]):
        second = await running.guest()
        page = await hello(running, table, second, seat=seat)
        await page.send(type="sit", seat=seat, id="x")
        await page.until(lambda page=page: any(one.get("id") == "x" for one in page.got), "an answer")
        seen += _sees(page, seat)
        (await second.delete("/api/me")).raise_for_status()
    return "hands of bots were seen" if seen else ""


async def _sent_away(running: Service, game: str) -> str:
    """A host sends somebody away, and a second guest of theirs takes the seat."""
    table, _, (host, other) = await running.started(game, 2, options=LONG, settings=SLOW)
    await host.send(type="host", what="kick", seat=1)
    await other.gone()
    await host.until(lambda: host.room["link"] and host.room["seats"][1]["kind"] == "bot", "a bot")
    key = host.room["link"].removeprefix("/join/")
    page = await hello(running, table, await running.guest(), key=key, seat=1)
    await host.send(type="ask", what="admit", seat=1, id="y")
    await host.until(lambda: any(one.get("id") == "y" for one in host.got), "an answer")
    return "the hand of who was sent away was seen" if _sees(page, 1) else ""


async def _puppets(running: Service, game: str) -> str:
    """Guests who came to a match of two later vote to end it, with one of the two."""
    table, _, (mine, other) = await running.started(game, 2, options=LONG, settings=SLOW)
    for seat in range(2, SEATS[game]):
        page = await hello(running, table, await running.guest(), seat=seat)
        await page.send(type="ask", what="dismiss")
    await mine.send(type="ask", what="dismiss", id="z")
    await mine.until(lambda: any(one.get("id") == "z" for one in mine.got), "an answer")
    return "a match was ended by puppets" if other.room["dissolved"] else ""


def _lost(sim: Simulation) -> bool:
    """Whether the loss of g1 has been counted."""
    return any(guest == "g1" and score < 0 for match in sim.store.rated for guest, score, _ in match.results)


def _rating_by_moving(seed: int) -> str:
    """A losing seat goes to a guest who is thrown away."""
    sim = losing(seed)
    sim.table.move_seat("g1", "throwaway", "x", sim.now)
    sim.table.forget("throwaway", sim.now)
    sim.flush()
    sim.pages.pop("g1")
    score = sim.table.match.scores[1]
    play_on(sim)
    counted = [guest for match in sim.store.rated for guest, _, _ in match.results]
    return "" if "g1" in counted else f"a loss of {score} was left with a guest who is gone"


def _rating_by_vote(seed: int) -> str:
    """Those who lose break the match off."""
    sim = losing(seed)
    for guest in ("g1", "g2", "g3"):
        sim.say(guest, p.Ask(what="dismiss"))
    return "" if _lost(sim) else "a loss was voted away"


def _rating_of_others(seed: int) -> str:
    """Somebody is forgotten in the middle of a match."""
    sim = losing(seed)
    sim.table.forget("g1", sim.now)
    sim.flush()
    sim.pages.pop("g1")
    play_on(sim)
    return "" if sim.store.rated else "a match was voided by one who left"


def _pause(seed: int) -> str:
    """A host halts the table and leaves."""
    sim = under_way("baohuang", 2, seed=seed)
    sim.say("g0", p.Host(what="pause"))
    sim.close("g0")
    sim.wait(PAUSE_MS)
    return "a table was stopped" if sim.table.paused_clock.stands else ""
