"""What a guest shows of themselves: an animal at tables, and a page by a link that they can take back."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from paiju.server.http.assets import ROOT
from paiju.server.people.guests import ANIMALS
from paiju.server.store.rows import PlayedRow
from tests.server.http.test_me import own
from tests.server.store.samples import record


def test_the_animals_are_those_that_the_browser_draws():
    drawn = re.findall(r"^  (\w+): \[$", (ROOT / "figures" / "zodiac.js").read_text("utf-8"), re.MULTILINE)
    assert tuple(drawn) == ANIMALS


def test_an_animal_is_stored_with_the_guest_and_displayed_at_the_table(visit):
    async def work(site):
        browser = await site.guest()
        assert (await browser.get("/api/me")).json()["avatar"] == ""
        table = (await browser.post("/api/tables", json={"game": "paohuzi"})).json()["id"]
        changed = await browser.post("/api/me", json={"avatar": "tiger-2"})
        assert changed.json()["avatar"] == "tiger-2"
        await browser.post("/api/me", json={"name": "Li"})
        chair = site.hub.hosts[table].table.room.chairs[0]
        assert (chair.displayed(0, 0)["avatar"], chair.stored()["avatar"]) == ("tiger-2", "tiger-2")
        return (await browser.get("/api/me")).json()["avatar"]

    assert visit(work) == "tiger-2"


@pytest.mark.parametrize("avatar", ["cat", "tiger-5", "tiger-", "-1", "Tiger", 7])
def test_unknown_animals_are_refused(visit, avatar):
    async def work(site):
        browser = await site.guest()
        return (await browser.post("/api/me", json={"avatar": avatar})).json()["error"]["code"]

    assert visit(work) == "message.malformed"


def test_a_profile_is_visible_by_its_link_until_the_link_is_revoked(visit):
    async def work(site):
        browser, other = await site.guest(), site.browser()
        guest = (await own(site, browser)).id
        outcomes = tuple(
            PlayedRow("r2", deal, 0, guest, "d" * 12, "emperor", 1, points)
            for deal, points in ((1, 5), (2, -2))
        )
        await site.store.write((record("r1", players=((0, guest), (1, "g2"))),))
        await site.store.write((replace(record("r2", players=((0, guest),)), outcomes=outcomes),))
        assert (await browser.get("/api/me/profile")).json() == {"path": None}
        first = (await browser.post("/api/me/profile", json={})).json()["path"]
        second = (await browser.post("/api/me/profile", json={})).json()["path"]
        assert (await browser.get("/api/me/profile")).json() == {"path": second}
        page = await other.get(f"/api{second.replace('profile', 'profiles')}")
        assert (await other.get(f"/api{first.replace('profile', 'profiles')}")).status_code == 404
        await browser.post("/api/me", json={"lang": "fa"})  # changes nothing of what is displayed
        assert (await other.get(f"/api{second.replace('profile', 'profiles')}")).status_code == 200
        await browser.delete("/api/me/profile")
        assert (await other.get(f"/api{second.replace('profile', 'profiles')}")).status_code == 404
        return page, guest

    page, guest = visit(work)
    displayed = page.json()
    assert set(displayed) == {"name", "avatar", "ratings", "curves", "results", "by_role", "last"}
    assert [(one["name"], one["mean"], one["n"]) for one in displayed["by_role"]] == [("emperor", 1.5, 2)]
    assert [set(one) for one in displayed["last"]] == [{"game", "role", "place", "points"}] * 2
    assert [(one["deals"], one["points"]) for one in displayed["results"]] == [(2, 3)]
    assert not {guest, "r1", "r2", "g2"} & set(re.findall(r"[\w-]+", page.text))
    assert page.headers["x-robots-tag"] == "noindex"
