"""The server's key and the chains of its tables."""

from __future__ import annotations

import asyncio

from paiju.server.people.guests import key_of
from paiju.server.store.store import Store
from paiju.signatures import is_signed_by


def test_the_key_is_made_once_and_kept(tmp_path):
    async def start():
        store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
        await store.open()
        try:
            return await key_of(store)
        finally:
            await store.close()

    first, second = asyncio.run(start()), asyncio.run(start())
    assert first == second
    assert is_signed_by(first.public, b"x" * 32, second.sign(b"x" * 32))
    assert not is_signed_by(first.public, b"y" * 32, second.sign(b"x" * 32))


def test_the_public_key_is_served_and_the_private_key_never(visit):
    async def work(site):
        return (await site.browser().get("/api/key")).json(), site.front.hub.key

    displayed, key = visit(work)
    assert displayed == {"algorithm": "Ed25519", "key": key.public}
    assert key.private != key.public


def test_the_chain_is_visible_to_members_only(visit):
    async def work(site):
        host, stranger = await site.guest(), await site.guest()
        table = (await host.post("/api/tables", json={"game": "paohuzi"})).json()["id"]
        return [await browser.get(f"/api/tables/{table}/links") for browser in (host, stranger)]

    mine, other = visit(work)
    assert mine.json() == {
        "head": None, "first": 1, "deals": [], "failed": [], "over": False, "signature": None,
    }  # fmt: skip
    assert other.status_code == 404
