"""The third game at a live table: over real sockets, with bots, to the end of a match, its record and its replay."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from paiju.core.reading import loads
from paiju.core.record import replay
from paiju.server import options_form
from paiju.server.http import assets as assets_module
from paiju.server.http.assets import Assets
from paiju.server.pack import Pack
from paiju.server.tables import clock, shuffle
from tests.envs.test_stdio import checker
from tests.server.protocol.pages import service

DEALS = 4


@pytest.fixture
def fast(monkeypatch):
    """Waiting that is there for people only."""
    for name in ("BOT_MS", "SLOW_BOT_MS", "AUTO_PASS_MS"):
        monkeypatch.setattr(clock, name, (1, 3))
    monkeypatch.setattr(shuffle, "SHARES_MS", 100)
    options_form.form.cache_clear()
    yield
    options_form.form.cache_clear()


def test_a_match_of_two_people_and_a_bot(highcard, fast, tmp_path, rng):
    async def match():
        async with service(tmp_path) as running:
            _, guests, pages = await running.seated("highcard", 2)
            await pages[0].send(type="host", what="bot", seat=2, level="master")
            await pages[0].send(type="host", what="options", options={"cards": 2})
            await pages[0].until(lambda: pages[0].room["options"] == {"cards": 2}, "the option")
            for page in pages:
                await page.send(type="ready", on=True)
            await pages[0].until(lambda: all(seat["ready"] for seat in pages[0].room["seats"]), "all ready")
            await pages[0].send(type="host", what="start")
            room = await over(pages, rng)
            assert room["match"]["deal"] - room["match"]["voids"] == DEALS
            assert sum(room["match"]["scores"]) == 0
            for page in pages:
                assert not page.errors()
                assert hidden(page)
            document = (await guests[0].get(f"/api/records/{room['record']}")).content
            replays = [
                (await guests[0].get(f"/api/records/{room['record']}/replay?deal=1&viewer={viewer}")).json()
                for viewer in ("open", "0")
            ]
            return room, document, replays

    room, document, (laid_open, own) = asyncio.run(asyncio.wait_for(match(), 600))
    record = loads(document)
    steps = [step for step in replay(highcard, record) if step.deal == 0]
    assert record.options == {"cards": 2}
    assert [deal.result["returns"] for deal in record.deals if not deal.result["void"]] == room["match"][
        "returns"
    ]
    assert [step["view"]["hands"] for step in laid_open["steps"]] == [
        [list(hand) for hand in step.state.hands] for step in steps
    ]
    assert own["steps"][0]["view"]["hands"] == [list(steps[0].state.hands[0]), None, None]
    assert laid_open["options_line"] == "cards: 2"


async def over(pages, rng):
    """Play until the match is over; the room then."""

    async def play(page):
        while page.room["state"] != "over":
            await page.play(rng, until=lambda: page.room["state"] in ("settled", "over"))
            await page.send(type="ready", on=True)
            await page.until(lambda: page.room["state"] != "settled", "the next deal")

    await asyncio.gather(*map(play, pages))
    return pages[0].room


def hidden(page):
    """No view that came showed a hand of another seat, and there were some."""
    seat = page.room["you"]["seat"]
    views = [
        message["view"]
        for message in page.got
        if message["type"] in ("welcome", "events") and message.get("view")
    ]
    hands = [view["hands"] for view in views if "hands" in view]
    return hands and all(not hand for held in hands for other, hand in enumerate(held) if other != seat)


def test_a_room_works_for_a_game_without_texts(highcard, fast, tmp_path):
    async def work():
        async with service(tmp_path) as running:
            guest = await running.guest()
            form = (await guest.get("/api/games/highcard?lang=fa")).json()
            assert [(option["name"], option["label"], option["rule_text"]) for option in form["options"]] == [
                ("seats", "seats", "seats: 3"), ("cards", "cards", "cards: 3"),
            ]  # fmt: skip
            assert [preset["label"] for preset in form["presets"]] == ["usual", "duel"]
            reported = (
                await guest.post(
                    "/api/games/highcard/check", json={"preset": "duel", "options": {"cards": 9}}
                )
            ).json()
            assert reported["error"]["code"] == "option.range"
            rules = (await guest.get("/api/games/highcard/rules?preset=duel")).json()
            assert [one["rule"] for section in rules["sections"] for one in section["paragraphs"]] == [
                "HC 1",
                "HC 2",
            ]
            table, _, pages = await running.seated("highcard", 1, preset="duel")
            room = pages[0].room
            assert len(room["seats"]) == 2
            jsonschema_errors = list(checker("Room").iter_errors(room))
            assert [error.json_path for error in jsonschema_errors] == ["$.game"]
            assert re.fullmatch(r"\d{6}", room["code"])
            for what in ("waits", "hint"):
                await pages[0].send(type="ask", what=what)
            await pages[0].sync()
            assert pages[0].errors() == ["message.unexpected", "prompt.stale"]
            assert table in running.hub.hosts

    asyncio.run(asyncio.wait_for(work(), 600))


def test_its_board_is_served_beside_the_packages_files(highcard):
    assets = Assets()
    face = Path(__file__).parent / "face"
    sent = assets.get("highcard/board.js").body.decode().split()
    assert sent == re.sub(r"/\*.*?\*/", "", (face / "board.js").read_text("utf-8"), flags=re.DOTALL).split()
    for name in ("settle.js", "value.js"):
        assert assets.get(f"highcard/{name}").body == assets.get(f"plain/{name}").body
    assert assets.get("css/highcard.css").body == assets.get("css/plain.css").body
    for name in (
        "highcard/__init__.py",
        "highcard/none.js",
        "highcard/../app.js",
        "highcard",
        "css/none.css",
        "none/board.js",
    ):
        assert assets.get(name) is None


def test_a_board_folder_serves_nothing_outside_itself(highcard, tmp_path, monkeypatch):
    face = tmp_path / "face"
    face.mkdir()
    (tmp_path / "secret.json").write_text("{}")
    (face / "out.json").symlink_to(tmp_path / "secret.json")
    monkeypatch.setattr(assets_module, "pack_of", lambda _: Pack(face=face))
    assert Assets().get("highcard/out.json") is None
