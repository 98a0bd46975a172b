"""A guest's own games: counted here from plain rows, visible to no other guest, gone with their records."""

from __future__ import annotations

import json
from math import sqrt
from statistics import fmean, stdev

import pytest

import paiju
from paiju.analysis.review import version
from paiju.server.people.guests import COOKIE
from paiju.server.store.rows import PlayedRow, PutRecord, ReviewRow

TODAY = version("baohuang")
PAGAT = paiju.load("baohuang").options({"preset": "pagat-scored"}).digest()
ROLES = ("emperor", "guard", "commoner")


async def play(site, guest, record, points, roles, names="ABCDE", auto_played="[]"):
    """A record of some deals in which a guest sat on seat 1, apart from the actions that others took for them."""
    owner = await guest_id(site, guest)
    outcomes = tuple(
        PlayedRow(record, number, 1, owner, PAGAT, role, 1 + number % 5, won, auto_played)
        for number, (won, role) in enumerate(zip(points, roles, strict=True), 1)
    )
    await site.store.write(
        (
            PutRecord(
                record, "baohuang", json.dumps(list(names)), json.dumps([sum(points)] * 5), '{"deals":[]}\n',
                tuple((number, "{}") for number in range(1, len(points) + 1)), ((1, owner),), outcomes,
            ),
        )
    )  # fmt: skip


async def guest_id(site, browser):
    return site.front.tokens.read(browser.cookies[COOKIE])[0]


async def look(guest, query=""):
    answer = await guest.get(f"/api/me/games?{query}")
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_games_are_counted_filtered_and_paged(visit, rng):
    played = {
        f"r{n}": [(rng.randrange(-9, 10), rng.choice(ROLES)) for _ in range(rng.randrange(1, 4))]
        for n in range(23)
    }
    every = [pair for deals in played.values() for pair in deals]

    async def work(site):
        guest, other = await site.guest(), await site.guest()
        for n, (record, deals) in enumerate(played.items()):
            points, roles = zip(*deals, strict=True)
            await play(site, guest, record, points, roles, "ABCD小" if n == 5 else "ABCDE")
            site.clock.pass_(60)
        own = await look(guest)
        assert (own["matches"], own["deals"], own["pages"], len(own["games"])) == (23, len(every), 2, 20)
        assert own["games"][0]["record"] == "r22"
        assert (await look(guest, "page=1"))["games"][-1]["record"] == "r0"
        assert own["games"][0]["preset"] == "pagat-scored"
        for group in own["by_role"]:
            points = [won for won, role in every if role == group["name"]]
            assert group["n"] == len(points)
            assert group["mean"] == pytest.approx(fmean(points), abs=1e-3)
            if len(points) > 1:
                assert group["se"] == pytest.approx(stdev(points) / sqrt(len(points)), abs=1e-3)
        assert own["best"][0]["points"] == max(won for won, _ in every)
        assert own["worst"][0]["points"] == min(won for won, _ in every)
        guards = await look(guest, "role=guard")
        assert guards["deals"] == sum(role == "guard" for _, role in every)
        assert (await look(guest, "search=小"))["matches"] == 1
        assert (await look(guest, "game=paohuzi"))["deals"] == 0
        assert (await look(guest, f"since={int(site.clock()) - 90}"))["matches"] == 1
        assert (await look(other))["deals"] == 0
        assert (await guest.get("/api/me/games?page=x")).status_code == 404
        await guest.delete("/api/records/r22")
        assert (await look(guest))["matches"] == 22
        owner = await guest_id(site, guest)
        await play(site, other, "s1", (1,), ("guard",))
        assert (await guest.delete("/api/me/games")).status_code == 200
        assert (await look(guest))["deals"] == 0
        assert [await site.store.record(name) for name in played] == [None] * len(played)
        assert (await look(other))["deals"] == 1
        await play(site, guest, "r1", (1,), ("guard",))
        await guest.delete("/api/me")
        assert await site.store.played_by(owner) == []

    visit(work)


def review(result, own, others, losses):
    """What a review found, as far as figures ask."""
    decisions = [{"index": at, "loss": loss, "verdict": "good"} for at, loss in enumerate(losses)]
    parts = {"cards": result - own - others, "own": own, "others": others, "chance": 0.0}
    return json.dumps(
        {"of": 1, "decisions": decisions, "deal": {"result": result, "void": False, "parts": parts}}
    )


def test_the_result_without_luck_comes_from_reviews(visit):
    async def work(site):
        guest = await site.guest()
        await play(site, guest, "r1", (4, -2), ("guard", "commoner"))
        assert (await look(guest))["luck"] is None
        await site.store.put_review(ReviewRow("r1", 1, 1, TODAY, review(4, 1.5, 0.5, [0.0, 1.0])))
        assert (await look(guest))["games"][0]["luck"] is None, "one deal of two"
        await site.store.put_review(ReviewRow("r1", 2, 1, TODAY, review(-2, -1.0, 0.0, [])))
        await site.store.put_review(ReviewRow("r1", 2, 3, TODAY, review(-2, 100.0, 0.0, [])))
        own = await look(guest)
        assert own["luck"]["result"]["mean"] == 1.0
        assert own["luck"]["skill"]["mean"] == 0.5
        assert own["luck"]["skill"]["se"] == pytest.approx(1.5)
        assert own["games"][0]["luck"]["sum"] == 1.0
        assert [one["loss"] for one in own["losses"]] == [0.5], "who never had a choice lost nothing by one"

    visit(work)


def test_a_review_of_an_earlier_version_is_listed_but_not_counted(visit):
    """Whatever it looked like: its losses were measured with another ruler."""

    async def work(site):
        guest = await site.guest()
        await play(site, guest, "r1", (4, -2, 3), ("guard", "commoner", "commoner"))
        for deal, made, found in (
            (1, "older", '{"another": "form"}'),
            (3, TODAY, review(3, 1.0, 0.0, [0.25])),
        ):
            await site.store.put_review(ReviewRow("r1", deal, 1, made, found))
        own = await look(guest)
        assert (own["earlier"], own["luck"]["deals"], own["losses"][0]["loss"]) == (1, 1, 0.25)
        assert (await look(guest, "role=commoner"))["earlier"] == 0
        await site.store.put_review(ReviewRow("r1", 1, 1, TODAY, review(4, 2.0, 0.0, [0.75])))
        own = await look(guest)
        assert (own["earlier"], own["luck"]["deals"]) == (0, 2)

    visit(work)


def test_a_bots_moves_do_not_count_as_the_players_losses(visit):
    async def work(site):
        guest = await site.guest()
        await play(site, guest, "r1", (4,), ("guard",), auto_played="[1]")
        await play(site, guest, "r2", (4,), ("guard",), auto_played="[0,1,2]")
        for record in ("r1", "r2"):
            await site.store.put_review(ReviewRow(record, 1, 1, TODAY, review(4, 1.0, 0.0, [0.5, 9.0, 1.5])))
        own = await look(guest)
        assert [one["loss"] for one in own["losses"]] == [1.0]
        assert own["luck"]["deals"] == 2
        return [await site.store.auto_played(record, 1, 1) for record in ("r1", "r2", "r3")]

    assert visit(work) == [[1], [0, 1, 2], []]
