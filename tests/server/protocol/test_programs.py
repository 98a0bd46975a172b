"""Programs at a live table, over real sockets and pipes: the examples, the bridge, and what goes wrong with them."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

import playwright
import pytest

from paiju import client
from paiju.cli.bot import play_far
from paiju.core.errors import PaijuError
from tests.server.protocol.pages import PATIENCE, Page, Service

ROOT = Path(__file__).parents[3]
EXAMPLES = ROOT / "examples"
BOT = [sys.executable, "-m", "paiju", "bot"]
NODE = str(Path(playwright.__file__).parent / "driver" / "node")
"""The one that drives browsers here, so that no other has to be installed."""
ONE_DEAL = {"match_end": "deals", "match_length": 1}
THINKER = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "prompt":
        if message["seat"] != message["view"]["viewer"]:
            sys.exit("whose view is this?")
        print(json.dumps({"type": "act", "prompt": message["id"], "action": "nonsense"}), flush=True)
    elif message["type"] == "error":
        print(json.dumps({"type": "act", "action": prompt["default"]}), flush=True)
    elif message["type"] == "over":
        print("points", message["returns"], file=sys.stderr)
    prompt = message if message["type"] == "prompt" else globals().get("prompt")
"""


async def token_of(host, table: str, seat: int, name: str = "Ada") -> str:
    answer = await host.post(f"/api/tables/{table}/programs", json={"seat": seat, "name": name})
    return answer.raise_for_status().json()["token"]


async def started(command: list[str], token: str) -> asyncio.subprocess.Process:
    env = {**os.environ, "PAIJU_TOKEN": token, "LC_ALL": "C.UTF-8"}
    pipe = asyncio.subprocess.PIPE
    return await asyncio.create_subprocess_exec(*command, stdout=pipe, stderr=pipe, env=env)


async def room_with(running: Service, game: str, seats: list[int], **settings) -> tuple[Page, str, list[str]]:
    """A room whose host has taken out a token for each of `seats`; the host's page, the address, the tokens."""
    table, (host,) = await running.table(game, 1, options=ONE_DEAL, settings=settings)
    tokens = [await token_of(host, table, seat) for seat in seats]
    page = await running.page(table, host).open()
    await page.until(lambda: page.room is not None)
    for seat in range(1, len(page.room["seats"])):
        if seat not in seats:
            await page.send(type="host", what="bot", seat=seat, level="greedy")
    return page, f"http://127.0.0.1:{running.port}/table/{table}", tokens


async def played(page: Page, rng) -> None:
    """Begin once everybody is there, and play until the match is over."""
    await page.until(lambda: all(seat["online"] for seat in page.room["seats"]), "everybody is there")
    await page.send(type="host", what="start")
    await page.play(rng, until=lambda: page.room["state"] == "over")


def test_both_examples_play_a_match_beside_a_person(serve, fast, rng):
    async def work(running):
        page, address, tokens = await room_with(running, "paohuzi", [1, 2], window_ms=50)
        commands = [[sys.executable, str(EXAMPLES / "table_bot.py")], [NODE, str(EXAMPLES / "table_bot.mjs")]]
        programs = [
            await started([*command, address], token) for command, token in zip(commands, tokens, strict=True)
        ]
        await played(page, rng)
        said = [await program.communicate() for program in programs]
        assert [program.returncode for program in programs] == [0, 0], said
        assert all(out.startswith(b"points") for out, _ in said)
        acted = {seat["kind"] for seat in page.room["seats"]}
        assert acted == {"human", "program"}

    serve(work)


def test_a_bot_of_the_library_and_a_bridged_program_that_errs_play_on(serve, fast, rng):
    async def work(running):
        page, address, (one, other) = await room_with(running, "paohuzi", [1, 2], window_ms=50)
        level = await started([*BOT, "greedy", "--connect", address], one)
        thinker = await started([*BOT, "--connect", address, "--", sys.executable, "-c", THINKER], other)
        await played(page, rng)
        said = [await program.communicate() for program in (level, thinker)]
        assert [level.returncode, thinker.returncode] == [0, 0], said
        assert b"points" in said[1][1]
        assert not page.room["seats"][2]["auto"]

    serve(work)


def test_a_function_plays_through_the_client_library(serve, fast, rng):
    async def work(running):
        page, address, (token,) = await room_with(running, "paohuzi", [1], window_ms=50)
        viewers = []

        def choose(prompt):
            viewers.append((prompt["seat"], prompt["view"]["viewer"]))
            return prompt["actions"][-1]

        playing = asyncio.create_task(asyncio.to_thread(client.play, address, token, choose))
        await played(page, rng)
        await asyncio.wait_for(playing, PATIENCE)
        assert {*viewers} == {(1, 1)}
        assert not page.room["seats"][1]["auto"]

    serve(work)


def test_a_program_that_is_killed_comes_back_to_its_seat(serve, fast, rng):
    async def work(running):
        page, address, (token,) = await room_with(running, "paohuzi", [1], takeover_seconds=5, window_ms=50)
        command = [*BOT, "greedy", "--connect", address]
        first = await started(command, token)
        await page.until(lambda: page.room["seats"][1]["online"], "the program is there")
        await page.send(type="host", what="start")
        await page.until(lambda: page.view is not None, "cards")
        first.send_signal(signal.SIGKILL)
        await first.wait()
        await page.until(lambda: not page.room["seats"][1]["online"], "it is gone")
        second = await started(command, token)
        await page.until(lambda: page.room["seats"][1]["online"], "it is back")  # before the match is over
        await page.play(rng, until=lambda: page.room["state"] == "over")
        _, said = await second.communicate()
        assert second.returncode == 0, said

    serve(work)


async def refused(address: str, program: list[str]) -> str:
    """The code with which `paiju bot --connect` gives up."""
    with pytest.raises(PaijuError) as refusal:
        await asyncio.wait_for(asyncio.to_thread(play_far, address, program), PATIENCE)
    return refusal.value.code


def test_each_trouble_has_a_code(serve, monkeypatch):
    async def work(running):
        page, address, (token,) = await room_with(running, "paohuzi", [1])
        monkeypatch.setenv("PAIJU_TOKEN", token)
        program = Page(running.port, "", page.room["id"])
        program.headers = {"Authorization": f"Bearer {token}"}
        running.opened.append(program)
        assert await refused(address.replace("/table/", "/replay/"), ["greedy"]) == "usage.url"
        assert await refused(address + "?token=x", ["greedy"]) == "usage.url"
        assert await refused(address + "0", ["greedy"]) == "room.none"
        assert await refused("http://127.0.0.1:9/table/x", ["greedy"]) == "usage.connect"
        assert await refused(address, ["/no/such/program"]) == "program.start"
        assert await refused(address, [sys.executable, "-c", "raise SystemExit(3)"]) == "program.ended"
        playing = asyncio.create_task(refused(address, ["greedy"]))
        while not playing.done():  # whichever of the two comes last has the seat
            await program.open()
            await asyncio.wait({playing}, timeout=1)
        assert await playing == "session.elsewhere"
        await page.send(type="host", what="kick", seat=1)
        assert await program.gone() == 4001
        assert program.bye == "program.revoked"
        assert await refused(address, ["greedy"]) == "program.revoked"
        monkeypatch.setenv("PAIJU_TOKEN", "x")
        assert await refused(address, ["greedy"]) == "program.token"
        monkeypatch.setenv("PAIJU_TOKEN", "")
        assert await refused(address, ["greedy"]) == "usage.token"

    serve(work)


def test_another_version_is_refused_and_an_old_token_too(serve, monkeypatch):
    async def work(running):
        page, _, (token,) = await room_with(running, "paohuzi", [1])
        program = Page(running.port, "", page.room["id"])
        program.headers = {"Authorization": f"Bearer {token}"}
        running.opened.append(program)
        await program.open(hello=False)
        await program.send(type="hello", version=1)
        await program.gone()
        assert (program.errors(), program.bye) == (["message.version"], "message.version")
        later = running.hub.store.now() + 24 * 3600
        monkeypatch.setattr(type(running.hub.store), "now", lambda _: later)
        await program.open()
        await program.gone()
        assert (program.errors()[1:], program.bye) == (["program.expired"], "program.expired")

    serve(work)
