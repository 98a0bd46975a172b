"""The preview of a link to a position is the position's own picture: what it holds, and nothing else."""

from __future__ import annotations

import json
import re
import struct
import zlib
from collections import Counter
from dataclasses import replace
from html import unescape
from urllib.parse import urlsplit

import pytest

from paiju.analysis.puzzles import shipped
from paiju.locales import LANGUAGES
from paiju.server.http.limits import HOUSEHOLD
from paiju.server.practice.puzzles import question
from paiju.server.practice.replays import replay_json, view_at
from paiju.wire.pack import pack_of
from paiju.wire.pictures import TABLE, drawn, sheet
from tests.server.http.conftest import MANY
from tests.server.http.test_records import keep, played

GAMES = ("baohuang", "paohuzi")
MOST_BYTES = 120_000
SEEN = {
    "baohuang": ("hand_faces", "hand", "top", "trick", "called", "plan", "hands", "hands_faces"),
    "paohuzi": ("groups", "melds", "piles", "card", "bottom", "hands"),
}
"""The fields of a view whose cards lie open on the table or in the own hand."""


def properties(page):
    """What a page says to those who show links to it."""
    found = re.findall(r'<meta property="(og:\S+)" content="([^"]*)">', page.text)
    return {name: unescape(text) for name, text in found}


def where(address):
    """An address without its host."""
    parts = urlsplit(address)
    return f"{parts.path}?{parts.query}"


def rows_of(png):
    """The rows of a picture, unfiltered; its checksums are right."""
    at, data = 8, {}
    while at < len(png):
        (size,) = struct.unpack_from(">I", png, at)
        kind, body = png[at + 4 : at + 8], png[at + 8 : at + 8 + size]
        assert zlib.crc32(kind + body) == struct.unpack_from(">I", png, at + 8 + size)[0]
        data[kind] = body
        at += size + 12
    wide, high = struct.unpack_from(">II", data[b"IHDR"])
    raw = zlib.decompress(data[b"IDAT"])
    assert len(raw) == high * (wide + 1)
    return [raw[row * (wide + 1) + 1 : (row + 1) * (wide + 1)] for row in range(high)]


@pytest.fixture
def rendered(visit):
    """The properties of a link to a record's page, and the picture that they name, fetched by a stranger."""

    def look(game, query, *, embedded=False, lang="en"):
        async def work(site):
            owner = await site.guest()
            await keep(site, owner, played(game), game, "a-record-that-nobody-guesses")
            path = "/replay/a-record-that-nobody-guesses"
            if embedded:
                answer = await owner.post(
                    "/api/records/a-record-that-nobody-guesses/share", json={"names": True}
                )
                path = answer.json()["path"]
            page = await site.browser().get(
                f"{path}?{query}", headers={"Accept": "text/html", "Accept-Language": lang}
            )
            described = properties(page)
            return described, await site.browser().get(where(described["og:image"]))

        return visit(work)

    return look


@pytest.mark.parametrize(("viewer", "embedded"), [("open", False), ("1", True)])
@pytest.mark.parametrize("game", GAMES)
def test_the_picture_contains_what_its_viewer_saw(rendered, game, viewer, embedded):
    sent, picture = rendered(game, f"deal=2&viewer={viewer}&step=9", embedded=embedded)
    seat = None if viewer == "open" else 1
    view = replay_json(played(game), 2, seat, "en")["steps"][9]["view"]
    assert picture.status_code == 200
    assert picture.headers["content-type"] == "image/png"
    assert picture.content == drawn(pack_of(game).picture(view, "en"))
    assert len(rows_of(picture.content)) == int(sent["og:image:height"])
    assert "set-cookie" not in picture.headers
    assert "P0" not in str(sent)
    assert not embedded or "nobody-guesses" not in str(sent)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_link_to_a_position_reveals_the_position_but_not_the_result(rendered, lang):
    wanted = {
        "zh": ("保皇 · 这一手，你怎么打？", "第 2 局第 10 步，从 3 号位看"),
        "en": ("Bao Huang · A position: what would you play?", "Deal 2, step 10, seen from seat 3"),
        "fa": ("بائو هوانگ · یک لحظه از بازی: شما چه می‌کردید؟", "دست ۲، گام ۱۰، از دید صندلی ۳"),
    }[lang]
    sent, _ = rendered("baohuang", "deal=2&viewer=2&step=9", lang=lang)
    assert (sent["og:title"], sent["og:description"]) == wanted
    assert sent["og:image"].endswith(f"&lang={lang}")


@pytest.mark.parametrize(
    "query", ["", "deal=9&step=1", "viewer=7&step=1", "step=x", "step=100000", "deal=&step=1"]
)
def test_a_link_without_a_position_keeps_the_picture_of_its_game(rendered, query):
    sent, _ = rendered("paohuzi", query)
    assert sent["og:image"].endswith("preview-paohuzi.png")


def test_a_step_beyond_the_last_is_the_last_as_on_the_page():
    for game in GAMES:
        steps = replay_json(played(game), 1, 0, "en")["steps"]
        assert view_at(played(game), 1, 0, 99_999) == (game, steps[-1]["view"])


@pytest.mark.parametrize("game", GAMES)
def test_no_card_is_drawn_that_the_view_does_not_show(game):
    """Each face lies in the picture no more often than the view names its card among what lies open."""
    for viewer in (0, 2, None):
        for step in replay_json(played(game), 2, viewer, "en")["steps"]:
            placed = pack_of(game).picture(step["view"], "zh")
            faces = Counter(name.partition("@")[0] for name, _, _ in placed if "@" in name)
            backs = faces.pop("tile-back" if game == "paohuzi" else "back", 0)
            open_cards = json.dumps([step["view"].get(field) for field in SEEN[game]])
            for code, count in faces.items():
                assert count <= open_cards.count(f'"{code}"')
            assert backs or viewer is None or step["view"]["over"]


@pytest.mark.parametrize("game", GAMES)
def test_pictures_are_bounded_and_nothing_falls_off_them(game):
    wide, high = sheet().size(TABLE)
    for viewer in (0, None):
        views = [step["view"] for step in replay_json(played(game), 1, viewer, "en")["steps"]][::5]
        for lang in LANGUAGES:
            for view in views:
                for name, x, y in pack_of(game).picture(view, lang):
                    across, down = sheet().size(name)
                    assert 0 <= x <= wide - across
                    assert 0 <= y <= high - down
        assert max(len(drawn(pack_of(game).picture(view, "zh"))) for view in views) < MOST_BYTES


def test_pieces_are_drawn_in_place_and_cover_those_below():
    empty, rows = (
        rows_of(drawn([])),
        rows_of(drawn([("Kh@84", 100, 50), ("back@48", 110, 60), ("Kh@84", 9999, 0)])),
    )
    changed = {(x, y) for y, row in enumerate(rows) for x in range(1200) if row[x] != empty[y][x]}
    assert {x for x, _ in changed} <= set(range(100, 184))
    assert {y for _, y in changed} <= set(range(50, 50 + 118))
    middle = sheet().rows("back@48")[30]
    assert rows[90][110:158] == middle


def test_a_browser_s_copy_is_good_as_long_as_the_picture_is(visit):
    async def work(site):
        await keep(site, await site.guest(), played("paohuzi"), "paohuzi")
        path = "/api/records/r1/picture.png?step=3"
        first = await site.browser().get(path)
        again = await site.browser().get(path, headers={"If-None-Match": first.headers["etag"]})
        other = await site.browser().get(path + "0", headers={"If-None-Match": first.headers["etag"]})
        return again.status_code, other.status_code

    assert visit(work) == (304, 200)


def test_picture_requests_are_limited(visit):
    async def work(site):
        await keep(site, await site.guest(), played("paohuzi"), "paohuzi")
        paths = [f"/api/records/r1/picture.png?step={step}" for step in range(HOUSEHOLD + 1)]
        question = [(await site.browser().get(path)).status_code for path in paths]
        return question, (await site.browser().get(paths[0])).status_code

    assert visit(work, limits=replace(MANY, replays=1)) == ([200] * HOUSEHOLD + [429], 200)


@pytest.mark.parametrize(
    "path",
    ["records/nothing", "records/r1", "shared/x", "puzzles/none"],
    ids=lambda path: path.replace("/", "-"),
)
def test_missing_things_have_no_picture(visit, path):
    async def work(site):
        await keep(site, await site.guest(), played("paohuzi"), "paohuzi")
        return await site.browser().get(f"/api/{path}/picture.png?deal=9&step=1")

    assert visit(work).status_code == 404


def test_puzzles_are_shown_with_what_they_ask_about(visit):
    names = {puzzle.kind: name for name, puzzle in shipped().items()}

    async def work(site):
        sent = {}
        for name in names.values():
            page = await site.browser().get(f"/puzzle/{name}", headers={"Accept": "text/html"})
            sent[name] = await site.browser().get(where(properties(page)["og:image"]))
        lost = await site.browser().get("/puzzle/none", headers={"Accept": "text/html"})
        return sent, properties(lost)

    sent, lost = visit(work)
    for name, picture in sent.items():
        requested = question(name, "en")
        assert picture.content == drawn(pack_of(requested["game"]).picture(requested["view"], "en"))
    assert lost["og:image"].endswith("/preview.png")
