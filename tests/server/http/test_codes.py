"""Codes that people type: they live as long as is said, whatever happens to the process meanwhile."""

from __future__ import annotations

import asyncio
import secrets
from types import SimpleNamespace

import pytest

from paiju.server.people import guests
from paiju.server.store.base import MOVE_CODE_SECONDS, ROOM_CODE_SECONDS
from tests.server.http.conftest import Site


async def room(site: Site) -> tuple[str, str]:
    """A new room and its code."""
    made = await (await site.guest()).post("/api/tables", json={"game": "paohuzi"})
    table = made.raise_for_status().json()["id"]
    return table, (await site.store.load(table)).code


async def join(site: Site, code: str, ip: str = "192.0.2.8") -> tuple[int, str]:
    """Status and room of somebody who types a code."""
    answer = await (await site.guest(ip)).post("/api/join", json={"code": code})
    return answer.status_code, answer.json().get("id", "")


def test_a_room_keeps_its_code_through_a_restart(visit):
    table, code = visit(room)

    async def again(site):
        joined = await join(site, code)
        return joined, site.hub.hosts[table].table.room.code

    assert visit(again) == ((200, table), code)


def test_a_room_code_ends_two_hours_after_the_last_that_happened(visit, clock):
    table, code = visit(room)
    clock.pass_(ROOM_CODE_SECONDS - 1)
    assert visit(lambda site: join(site, code)) == (200, table)
    clock.pass_(ROOM_CODE_SECONDS - 1)
    assert visit(lambda site: join(site, code, "192.0.2.9")) == (200, table)
    clock.pass_(ROOM_CODE_SECONDS)
    assert visit(lambda site: join(site, code, "192.0.2.10")) == (404, "")


def test_a_code_lives_while_somebody_is_there(visit, clock):
    async def work(site):
        table, code = await room(site)
        site.hub.hosts[table].connections["somebody"] = None
        for _ in range(5):
            clock.pass_(ROOM_CODE_SECONDS * 0.6)
            await site.hub.tidy()
        del site.hub.hosts[table].connections["somebody"]
        return (await join(site, code))[0]

    assert visit(work) == 200


def test_two_rooms_never_get_one_code(visit, monkeypatch):
    """Neither while both are being made, nor after a restart."""
    drawn = iter([1, 1, 2, 1, 2, 3])
    monkeypatch.setattr(
        guests, "secrets", SimpleNamespace(**vars(secrets) | {"randbelow": lambda most: next(drawn)})
    )

    async def two(site):
        return {code for _, code in await asyncio.gather(room(site), room(site))}

    assert visit(two) == {"000001", "000002"}
    assert visit(room)[1] == "000003"


@pytest.mark.parametrize(("seconds", "status"), [(MOVE_CODE_SECONDS - 1, 200), (MOVE_CODE_SECONDS, 404)])
def test_a_seat_moves_through_a_restart(visit, clock, seconds, status):
    async def offer(site):
        guest = await site.guest()
        made = (await guest.post("/api/tables", json={"game": "paohuzi"})).json()["id"]
        (await guest.post(f"/api/tables/{made}/move")).raise_for_status()
        offered = await guest.post(f"/api/tables/{made}/move")
        return offered.json()["code"], offered.json()["expires_ms"]

    async def move(site):
        other = await site.guest("192.0.2.8")
        moved = [await other.post("/api/move", json={"code": f" {code.upper()} "}) for _ in range(2)]
        return [answer.status_code for answer in moved]

    code, expires_ms = visit(offer)
    assert expires_ms == 1000 * MOVE_CODE_SECONDS
    clock.pass_(seconds)
    assert visit(move) == [status, 404]
