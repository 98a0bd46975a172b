"""Who should not be at a table: forged and foreign cookies, sockets that say nothing or the wrong thing first."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from functools import partial

import pytest
from websockets.exceptions import InvalidStatus

from paiju.server.hub import registry
from paiju.server.people.guests import Tokens
from tests.server.protocol.matches import until
from tests.server.protocol.pages import MANY, SECRET

ONE_DEAL = {"match_end": "deals", "match_length": 1}


def cookies(rng, owner: str) -> dict[str, tuple[str, str]]:
    """Cookies that let nobody in, and the code of each refusal."""
    guest, _, _rest = owner.partition(".")
    at = rng.randrange(len(owner))
    other = (
        "Q" if owner[at] in "ABCD" else "A"
    )  # the last letter of a signature has two bits that say nothing
    bent = owner[:at] + other + owner[at + 1 :]
    return {
        "none": ("", "guest.none"),
        "bent": (bent, "guest.none"),
        "unsigned": (guest, "guest.none"),
        "other secret": (Tokens("another secret of ours").issue(guest), "guest.none"),
        "unknown guest": (Tokens(SECRET).issue("nobody-at-all"), "guest.none"),
        "long": ("x" * 4000, "guest.none"),
    }


def test_invalid_cookies_are_refused(serve, rng):
    async def work(running):
        table, guests = await running.table("baohuang", 1, quick=True)
        stranger = await running.guest()
        sent = {}
        tried = cookies(rng, guests[0].cookies["paiju_guest"])
        for name, (cookie, code) in [
            *tried.items(),
            ("stranger", (stranger.cookies["paiju_guest"], "room.closed")),
        ]:
            page = await running.page(table, cookie=cookie).open()
            closing = await page.gone()
            sent[name] = (page.bye, page.errors()[-1:], closing in (1008, 4001)), (code, [code], True)
            assert page.room is None
        assert {name: is_ for name, (is_, _) in sent.items()} == {
            name: wanted for name, (_, wanted) in sent.items()
        }

    serve(work)


@pytest.mark.parametrize("first", ['{"type":"ready"}', '{"type":"act","prompt":"","action":""}', "{", "x" * 9000, b"\xff", '{"type":"hello","resume":-1}'])  # fmt: skip
def test_hello_comes_first(serve, first):
    async def work(running):
        table, guests = await running.table("baohuang", 1)
        page = await running.page(table, guests[0]).open(hello=False)
        await page.raw(first)
        assert await page.gone() == 4001
        assert page.bye == page.errors()[0]
        assert page.bye.startswith("message.")
        assert page.room is None

    serve(work)


def test_hello_is_said_once(serve):
    async def work(running):
        table, guests = await running.table("baohuang", 1)
        page = await running.page(table, guests[0]).open()
        await page.until(lambda: page.room is not None)
        await page.send(type="hello", resume=0)
        await page.until(lambda: page.errors() != [])
        assert page.errors() == ["message.unexpected"]

    serve(work)


def test_hundreds_of_silent_sockets_disturb_nobody(serve, fast, rng, monkeypatch):
    """Sockets without a hello, handshakes that stop half-way: the match goes on, and the silent ones end."""

    async def work(running):
        table, guests, (page, other) = await running.started(
            "paohuzi", 2, options=ONE_DEAL, settings={"window_ms": 20}
        )
        monkeypatch.setattr(registry, "HELLO_SECONDS", 1.0)  # those who play have said theirs
        await other.send(type="auto", on=True)
        halves = [await asyncio.open_connection("127.0.0.1", running.port) for _ in range(150)]
        for _, writer in halves:
            writer.write(f"GET /ws/{table} HTTP/1.1\r\nHost: x\r\nUpgrade: webso".encode())
        silent = [await running.page(table, guests[0]).open(hello=False) for _ in range(60)]
        await page.play(rng, until=lambda: page.room["state"] != "playing")
        for one in silent:
            await one.gone()
            assert one.bye == "message.unexpected"
        await until(lambda: running.app.state.front.sockets.total == 2)
        for _, writer in halves:
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()
        assert page.gaps == 0

    serve(work, limits=MANY)


def test_other_origins_get_no_socket_whatever_their_cookie(serve):
    async def work(running):
        table, guests = await running.table("baohuang", 1)
        for origin in (
            "http://evil.test",
            "null",
            "http://127.0.0.1",
            "https://127.0.0.1:1",
            "file://",
            "http://127.0.0.1:80@evil.test",
            "",
        ):
            page = running.page(table, guests[0])
            page.headers["Origin"] = origin
            with pytest.raises(InvalidStatus, match="403"):
                await page.open()

    serve(work)


def _refused(page, prompt):
    return any(m["type"] == "error" and m.get("prompt") == prompt for m in page.got)


def test_errors_reveal_nothing_about_other_seats(serve, fast):
    """An answer to somebody else's question is refused as one that is gone, in the same words."""

    async def work(running):
        _table, _guests, (page, other) = await running.started("baohuang", 2, options=ONE_DEAL)
        names = [m["id"] for m in page.got if m["type"] == "prompt" and m["id"]]
        for prompt in (*names, "nothing"):
            await other.send(type="act", prompt=prompt, action="pass")
            refused = partial(_refused, other, prompt)
            await other.until(refused)
        said = {json.dumps({**m, "prompt": ""}) for m in other.got if m["type"] == "error"}
        assert len(said) == 1

    serve(work)
