"""Records: the document, its replay from every chair, giving it up."""

from __future__ import annotations

import io
import json
import random
import zipfile
from functools import cache

import pytest

import paiju
from paiju.core.document import dumps_deal, dumps_frame
from paiju.core.match import Match
from paiju.core.reading import loads
from paiju.core.record import Recorder, dumps
from paiju.locales import LANGUAGES
from paiju.server.store.rows import PlayedRow, PutRecord
from paiju.wire import suit_faces, view_json, with_suit_faces


@cache
def played(game: str, deals: int = 2, **options: str) -> str:
    """A record of random play."""
    law = paiju.load(game)
    options = law.options(options)
    names = [f"P{seat}" for seat in range(law.seats)]
    recorder, match, rng = Recorder(law, options, names), Match.start(law, options), random.Random(7)
    for _ in range(deals):
        state = recorder.begin(rng.randbytes(32), [b""] * law.seats, match.carry)[-1].state
        while actors := law.actors(state):
            seat = rng.choice(actors)
            state = recorder.act(state, seat, rng.choice(law.legal_actions(state, seat)))[-1].state
        match = match.after(state)
    return dumps(recorder.record)


def test_an_open_replay_shows_all_roles(visit):
    """Every seat with what it knew of itself, from the moment on in which guards are named."""
    displayed = replay(visit, "baohuang", "deal=2").json()["steps"]
    end = displayed[-1]["view"]
    for seat in range(5):
        own = replay(visit, "baohuang", f"deal=2&viewer={seat}").json()["steps"]
        for step, seen in zip(displayed, own, strict=True):
            if step["view"].get("emperor") is not None:
                assert step["view"]["roles"][seat] == seen["view"]["roles"][seat]
    playing = [step["view"] for step in displayed if step["view"]["phase"] == "play"]
    assert playing
    assert all(view["roles"] == end["roles"] for view in playing if view["emperor"] == end["emperor"])


async def keep(site, browser, document, game="baohuang", name="r1"):
    guest = site.front.tokens.read(browser.cookies["paiju_guest"])[0]
    await site.store.write((PutRecord(name, game, '["P0"]', "[1]", document, (), ((0, guest),)),))


def replay(visit, game, query, document=None):
    async def work(site):
        await keep(site, await site.guest(), document or played(game), game)
        return await site.browser().get(f"/api/records/r1/replay?{query}")

    return visit(work)


def test_a_record_marks_actions_taken_for_a_player_while_they_are_known(visit):
    """Of all seats together, in each deal by itself; the same document as before once its players are forgotten."""
    record = loads(played("paohuzi").encode())
    lines = tuple((number, dumps_deal(deal)) for number, deal in enumerate(record.deals, 1))

    async def work(site):
        ann, ben = await site.guest(), await site.guest()
        ids = [site.front.tokens.read(one.cookies["paiju_guest"])[0] for one in (ann, ben)]
        outcomes = tuple(
            PlayedRow("r1", 2, seat, guest, record.digest, "player", 0, 0, auto_played)
            for seat, guest, auto_played in ((0, ids[0], "[3,7]"), (2, ids[1], "[5]"))
        )
        players = tuple(enumerate(ids))
        await site.store.write(
            (PutRecord("r1", "paohuzi", "[]", "[]", dumps_frame(record), lines, players, outcomes),)
        )
        noted = (await ben.get("/api/records/r1?download")).text
        packed = (await ben.get("/api/me/records.zip")).content
        await site.store.forget_guest(ids[0])
        return noted, packed, (await ben.get("/api/records/r1")).text

    noted, packed, later = visit(work)
    assert [deal.stood for deal in loads(noted.encode()).deals] == [[], [3, 5, 7]]
    assert [deal.stood for deal in loads(later.encode()).deals] == [[], [5]]
    with zipfile.ZipFile(io.BytesIO(packed)) as files:
        assert [files.read(name).decode() for name in files.namelist()] == [noted]
    assert noted.replace(',"stood":[3,5,7]', "") == dumps(record)


def test_a_record_is_displayed_or_downloaded(visit):
    async def work(site):
        await keep(site, await site.guest(), played("paohuzi"), "paohuzi")
        browser = site.browser()
        return await browser.get("/api/records/r1"), await browser.get("/api/records/r1?download")

    displayed, file = visit(work)
    assert displayed.text == file.text == played("paohuzi")
    assert "content-disposition" not in displayed.headers
    assert file.headers["content-disposition"] == 'attachment; filename="paiju-paohuzi-r1.json"'


@pytest.mark.parametrize("game", paiju.available())
def test_a_replay_displays_every_step_as_its_viewer_saw_it(visit, game):
    law = paiju.load(game)
    for query, viewer in (("deal=2&viewer=1&lang=zh", 1), ("", None)):
        answer = replay(visit, game, query)
        data = answer.json()
        record = json.loads(played(game))
        deal = record["deals"][data["deal"] - 1]
        assert answer.headers["content-encoding"] == "gzip"
        assert data["names"] == record["seats"]
        assert data["deals"] == 2
        assert [None if d["result"]["void"] else d["result"]["returns"] for d in record["deals"]] == data[
            "returns"
        ]
        assert [[step["actor"], step["action"]] for step in data["steps"]] == [[None, None], *deal["actions"]]
        assert all(
            step["events"] for step in data["steps"][1:] if step["action"] != "wait" and game == "baohuang"
        )
        assert {step["view"]["viewer"] for step in data["steps"]} == {viewer}
        first = data["steps"][0]["view"]
        if viewer is None:
            assert all(hand for hand in first["hands"][: law.seats])
        else:
            assert first["hand"]
            assert first["hands"] is None
        assert data["steps"][-1]["view"]["over"]


def test_views_of_a_replay_are_the_views_of_the_table(visit):
    answer = replay(visit, "baohuang", "viewer=3").json()
    law, record = paiju.load("baohuang"), json.loads(played("baohuang"))
    options = law.options(record["options"])
    from paiju.core.record import DealRecord

    deal = record["deals"][0]
    seed = DealRecord(deal["commitment"], deal["nonces"], deal["secret"], None).seed
    state = law.deal(options, seed, None)
    suits, _ = with_suit_faces(suit_faces(options, seed), state, law.opening(state))
    view = view_json(law.view(state, 3), counter=False, deal=1, suits=suits)
    assert view["hand_faces"]
    assert answer["steps"][0]["view"] == json.loads(json.dumps(view))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_summary_of_options_is_in_words(visit, lang):
    answer = replay(visit, "baohuang", f"lang={lang}", played("baohuang", 1, preset="moegirl")).json()
    assert (
        answer["options_line"].count(" – " if lang == "fa" else " · ") > 3
    )  # beside Persian digits a dot is a zero


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ("deal=0", 404, "page.none"),
        ("deal=3", 404, "page.none"),
        ("deal=x", 404, "page.none"),
        ("deal=-1", 404, "page.none"),
        ("deal=٣", 404, "page.none"),
        ("viewer=5", 404, "page.none"),
        ("viewer=12", 404, "page.none"),
        ("viewer=x", 404, "page.none"),
    ],
)
def test_no_such_deal_or_seat(visit, query, status, code):
    answer = replay(visit, "baohuang", query)
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)


def changed(**changes) -> str:
    record = json.loads(played("baohuang"))
    for name, value in changes.items():
        (record if name in record else record["deals"][0])[name] = value
    return json.dumps(record)


@pytest.mark.parametrize(
    ("document", "code"),
    [
        (changed(law=99), "record.law"),
        (changed(digest="0" * 12), "record.field"),
        (changed(commitment="0" * 64), "record.commitment"),
        (changed(secret=None), "record.sealed"),
        (changed(events=None, result=None), "record.sealed"),
        ("{", "record.truncated"),
    ],
)
def test_records_that_cannot_be_replayed(visit, document, code):
    answer = replay(visit, "baohuang", "", document)
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, code)


def test_a_player_gives_up_a_record(visit):
    async def work(site):
        own, other = await site.guest(), await site.guest()
        await keep(site, own, played("baohuang"))
        foreign = await other.delete("/api/records/r1")
        mine = await own.delete("/api/records/r1")
        gone = [
            await own.delete("/api/records/r1"),
            await own.get("/api/records/r1"),
            await own.get("/api/records/r1/replay"),
        ]
        return foreign.status_code, mine.json(), [(a.status_code, a.json()["error"]["code"]) for a in gone]

    assert visit(work) == (404, {"ok": True}, [(404, "record.none")] * 3)
