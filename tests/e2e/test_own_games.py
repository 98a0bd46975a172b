"""My games in the browser: found, looked through with whatever one types, and read by everybody."""

from __future__ import annotations

import json
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Browser, Route, expect

from paiju.server.people.own_games import Wanted, own_games
from paiju.server.store.rows import PlayedDeal
from tests.e2e.checks import barriers, misfits, rest, tried
from tests.e2e.profiles import patient
from tests.e2e.serving import Server

NAMES = json.dumps(["Ada", "小明", "علی", "W" * 20, "<b>&"])
ODD = ["<script>", "%_'\";--", "\u202e牌\U0001f004", "x" * 60]
DEALS = [
    PlayedDeal(
        f"r{n // 2}", 1 + n % 2, n % 5, "g", "0" * 12, ("emperor", "guard", "commoner")[n % 3], 1 + n % 5, n - 20,
        None, 1_790_000_000 - n, game="baohuang", names=NAMES, scores="[9,-9,0,4,-4]",
    )
    for n in range(44)
]  # fmt: skip


def matching_games(query: dict[str, list[str]]) -> object:
    """What the server says to a query, of the deals above."""
    request = {name: query.get(name, [""])[0] for name in ("game", "rules", "role", "search")}
    found = own_games(DEALS, [("r0", 1, None)], Wanted(**request, page=int(query["page"][0])))
    points = [(1500, 310), (1540, 280), (1505, 250)]
    return found | {"curves": [{"game": "paohuzi", "family": "akagiri", "points": points}]}


@tried("lang, size", ("fa", (390, 844)), long=[("en", (1280, 800))])
def test_my_games_looked_through(browser: Browser, server: Server, lang: str, size: tuple[int, int]) -> None:
    context = patient(browser, locale=lang, viewport={"width": size[0], "height": size[1]})
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))

    def answer(route: Route) -> None:
        route.fulfill(json=matching_games(parse_qs(urlsplit(route.request.url).query)))

    page.route("**/api/me/games?*", answer)
    page.goto(f"{server.url}/games")
    lines = page.get_by_test_id("own-line")
    expect(lines).to_have_count(20)
    expect(page.get_by_test_id("own-earlier")).to_be_visible()
    expect(page.get_by_test_id("rating-curve")).to_be_visible()
    expect(page.get_by_test_id("own-last").locator("a")).to_have_count(8)
    rest(page)
    assert misfits(page) == []
    assert barriers(page) == []
    page.locator(".own-pages button").last.press("Enter")
    expect(lines).to_have_count(2)
    page.get_by_test_id("own-role").select_option("guard")
    expect(lines).to_have_count(len({deal.record for deal in DEALS if deal.role == "guard"}))
    for odd in ODD:
        with page.expect_response("**/api/me/games?*") as heard:
            page.get_by_test_id("own-search").fill(odd)
        assert parse_qs(urlsplit(heard.value.url).query)["search"] == [odd[:40]]
        expect(page.locator(".own [role=status]")).to_be_visible()
        expect(lines).to_have_count(0)
    page.get_by_test_id("own-search").fill("小明")
    expect(lines.first).to_be_visible()
    with page.expect_download() as file:
        page.get_by_test_id("own-zip").click()
    assert file.value.suggested_filename == "paiju-records.zip"
    assert wrong == []
    context.close()
