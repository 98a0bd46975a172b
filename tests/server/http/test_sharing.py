"""Records in other sites' pages, and all of one's own in a file: what may be seen there, and what never leaves."""

from __future__ import annotations

import io
import json
import re
import zipfile
from urllib.parse import urlsplit

import pytest

from paiju.locales.pages import browser_texts
from tests.server.http.test_records import keep, played


async def shown_elsewhere(site, *, names: bool, game: str = "paohuzi"):
    """A stored record's owner, and the address under which others may show it."""
    owner = await site.guest()
    await keep(site, owner, played(game), game, "a-record-that-nobody-guesses")
    answer = await owner.post("/api/records/a-record-that-nobody-guesses/share", json={"names": names})
    return owner, answer.raise_for_status().json()["path"]


@pytest.mark.parametrize("names", [False, True])
def test_an_embedded_record_names_players_only_if_shared_that_way(visit, names):
    async def work(site):
        _, path = await shown_elsewhere(site, names=names)
        stranger = site.browser()
        page = await stranger.get(path, headers={"Accept": "text/html"})
        replay = await stranger.get(path.replace("/embed/", "/api/shared/") + "/replay?deal=2")
        return path, page, replay

    path, page, replay = visit(work)
    assert (page.status_code, replay.status_code) == (200, 200)
    for answer in (page, replay):
        assert "set-cookie" not in answer.headers
        assert "nobody-guesses" not in path + answer.text
    assert "x-frame-options" not in page.headers
    assert "frame-ancestors *" in page.headers["content-security-policy"]
    assert replay.headers["x-frame-options"] == "DENY"
    assert replay.json()["names"] == (["P0", "P1", "P2"] if names else ["", "", ""])
    assert names or "P0" not in replay.text


@pytest.mark.parametrize("path", ["/", "/replay/x", "/table/x", "/api/me", "/embedded", "/static/app.js"])
def test_nothing_else_may_be_framed(visit, path):
    async def work(site):
        return await site.browser().get(path)

    answer = visit(work)
    assert answer.headers["x-frame-options"] == "DENY"
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]


def test_forged_and_revoked_links_display_nothing(visit):
    async def work(site):
        owner, path = await shown_elsewhere(site, names=False)
        name = path.removeprefix("/embed/")
        forged = [name[:-1], name[:-2] + "AA", "A" * len(name), "x", "é", "a" * 5000, name + name]
        question = [await owner.get(f"/api/shared/{one}/replay") for one in forged]
        await owner.delete("/api/records/a-record-that-nobody-guesses")
        return [*question, await owner.get(f"/api/shared/{name}/replay")]

    assert {answer.status_code for answer in visit(work)} == {404}


NAME = "a-record-that-nobody-guesses"
SHARE = f"/api/records/{NAME}/share"


@pytest.mark.parametrize("names", [False, True])
def test_a_revoked_share_stays_revoked_and_leaves_the_others(visit, names):
    """The old address shows nothing, no points and no picture either; the other kind, the new one and the record's own link go on."""

    async def work(site):
        owner, old = await shown_elsewhere(site, names=names)
        other = (await owner.post(SHARE, json={"names": not names})).json()["path"]
        revoked = (await owner.post(SHARE, json={"names": names, "anew": True})).raise_for_status().json()
        await keep(site, owner, played("paohuzi"), "paohuzi", NAME)
        again = (await owner.post(SHARE, json={"names": names})).json()
        key = old.removeprefix("/embed/")
        displayed = await site.browser().get(f"{old}?deal=1&viewer=0&step=3", headers={"Accept": "text/html"})
        gone = [await site.browser().get(f"/api/shared/{key}/{part}") for part in ("replay", "picture.png")]
        good = [
            await site.browser().get(f"/api/shared/{path.removeprefix('/embed/')}/replay")
            for path in (other, revoked["path"])
        ]
        return old, revoked, again, displayed, gone, [*good, await owner.get(f"/api/records/{NAME}")]

    old, revoked, again, displayed, gone, good = visit(work)
    assert again == revoked
    assert revoked["path"] != old
    assert [answer.status_code for answer in gone] == [404, 404]
    assert {answer.json()["error"]["code"] for answer in gone} == {"record.none"}
    assert [answer.status_code for answer in good] == [200, 200, 200]
    assert "/api/shared/" not in displayed.text
    (title,) = re.findall(r'og:title" content="([^"]*)"', displayed.text)
    assert browser_texts("en")["web.game.paohuzi"] not in title


def test_only_players_of_a_record_revoke_the_shares_of_others(visit):
    async def work(site):
        owner, path = await shown_elsewhere(site, names=False)
        visitor = await site.guest()
        question = await visitor.post(SHARE, json={})
        refused = [
            await visitor.post(SHARE, json={"anew": True}),
            await site.browser().post(SHARE, json={"anew": True}),
            await owner.post("/api/records/nothing/share", json={"anew": True}),
        ]
        return path, question.json(), (await owner.post(SHARE, json={})).json(), refused

    path, visitors, owners, refused = visit(work)
    assert visitors == {"path": path, "mine": False}
    assert owners == {"path": path, "mine": True}
    assert [answer.status_code for answer in refused] == [404, 401, 404]


def test_strangers_share_nothing_and_missing_records_cannot_be_shared(visit):
    async def work(site):
        owner, _ = await shown_elsewhere(site, names=True)
        return [
            await site.browser().post("/api/records/a-record-that-nobody-guesses/share", json={}),
            await owner.post("/api/records/nothing/share", json={}),
        ]

    assert [answer.status_code for answer in visit(work)] == [401, 404]


@pytest.mark.parametrize("game", ["baohuang", "paohuzi"])
def test_a_link_to_a_record_is_shown_with_its_game_and_points_and_nobody_s_name(visit, game):
    returns = [deal["result"]["returns"] for deal in json.loads(played(game))["deals"]]

    async def work(site):
        _, path = await shown_elsewhere(site, names=True, game=game)
        sent = {}
        for address in ("/replay/a-record-that-nobody-guesses", path):
            for query in ("", "?deal=2", "?deal=9", "?deal=x"):
                page = await site.browser().get(address + query, headers={"Accept": "text/html"})
                sent[address[:6], query] = dict(
                    re.findall(r'<meta property="(og:\S+)" content="([^"]*)">', page.text)
                )
                assert "P0" not in page.text
        picture = urlsplit(sent["/embed", ""]["og:image"]).path
        return sent, await site.browser().get(picture)

    sent, picture = visit(work)
    sums = " / ".join(f"{sum(points):+d}" for points in zip(*returns, strict=True))
    for (_, query), line in sent.items():
        wanted = " / ".join(f"{points:+d}" for points in returns[1]) if query == "?deal=2" else sums
        assert line["og:description"] == wanted
        assert line["og:title"].startswith(browser_texts("en")[f"web.game.{game}"])
        assert line["og:image"].endswith(f"preview-{game}.png")
    assert picture.content[16:24] == bytes.fromhex("000004b0 00000276"), "as large as it says"
    assert len(picture.content) < 120_000


def test_all_own_records_come_in_one_file(visit):
    async def work(site):
        owner, other = await site.guest(), await site.guest()
        for number, game in enumerate(["baohuang", "paohuzi", "paohuzi"]):
            await keep(site, owner, played(game), game, f"{number}-own")
        await keep(site, other, played("paohuzi"), "paohuzi", "3-other")
        documents = [(await owner.get(f"/api/records/{number}-own")).text for number in range(3)]
        answer = await owner.get("/api/me/records.zip")
        return documents, answer, await site.browser().get("/api/me/records.zip")

    documents, answer, strange = visit(work)
    assert strange.status_code == 401
    assert answer.headers["content-disposition"].startswith("attachment")
    with zipfile.ZipFile(io.BytesIO(answer.content)) as packed:
        assert packed.testzip() is None
        assert sorted(packed.read(name).decode() for name in packed.namelist()) == sorted(documents)
        assert all(json.loads(packed.read(name)) for name in packed.namelist())
