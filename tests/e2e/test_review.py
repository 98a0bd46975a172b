"""The review beside a replay: it comes piece by piece, leads to its places, and can be used by everybody."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from playwright.sync_api import Route as Asked
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from paiju.kernels import missing
from paiju.server.practice import judgements
from paiju.server.practice.judgements import Wanted, ask_again, play_on, review_on, try_again
from tests.analysis.test_review import LIGHT
from tests.e2e.checks import misfits, rest, tried, violations
from tests.e2e.gallery.browser import Pages, serving
from tests.e2e.gallery.states_settle import record
from tests.e2e.test_replay import DEALS, OUTSIDE, SIZES, begin, shell_app
from tests.e2e.zoom import enlarged

PHONE = (390, 844)

pytestmark = pytest.mark.skipif(bool(missing()), reason="reviews need numba")


def document_of(name: str) -> str:
    """The record behind a replay."""
    return record("paohuzi" if name == "paohuzi" else "baohuang", 0, **DEALS[name])


@cache
def review_of_record(name: str, seat: int) -> dict[str, Any]:
    """A whole review; two decisions in which one could have passed are called bad, and no others, so that there is something to see."""
    wanted = Wanted(document_of(name), 1, seat)
    whole = review_on(wanted, 0, 600)
    decisions = [{**one, "verdict": "good", "loss": 2.5, "se": 0.4} for one in whole.decisions]
    passing = [one for one in decisions if "pass" in (ask_again(wanted, one["index"]).found or {})["actions"]]
    for one, verdict in zip(passing, ("blunder", "inaccuracy"), strict=False):
        one["verdict"] = verdict
    return {"of": whole.of, "decisions": decisions, "deal": whole.deal}


def bad(name: str) -> list[int]:
    """Where seat 1 could have done better."""
    return [one["index"] for one in review_of_record(name, 1)["decisions"] if one["verdict"] != "good"]


def news(request: Request) -> Response:
    """First three pieces, then everything."""
    query = request.query_params
    if request.method == "DELETE":
        return JSONResponse({"ok": True})
    whole, done = review_of_record(request.path_params["record"], int(query["seat"])), int(query["done"])
    if done == 0:
        return JSONResponse(
            {**whole, "state": "running", "done": 3, "decisions": whole["decisions"][:3], "deal": None}
        )
    return JSONResponse(
        {**whole, "state": "done", "done": whole["of"], "decisions": whole["decisions"][done:]}
    )


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(judgements, "DEPTH", LIGHT)
        judgements._opened.cache_clear()
        app = shell_app()
        app.router.routes.insert(0, Route("/api/records/{record}/review", news, methods=["GET", "DELETE"]))
        app.router.routes.insert(
            0, Route("/api/records/{record}/question", question, methods=["GET", "POST"])
        )
        app.router.routes.insert(0, Route("/api/records/{record}/branch", branch, methods=["POST"]))
        with serving(app) as served:
            yield served
        judgements._opened.cache_clear()


async def question(request: Request) -> Response:
    """The question, or what an answer is worth."""
    given = request.query_params if request.method == "GET" else await request.json()
    name, deal, seat, at = request.path_params["record"], *(int(given[key]) for key in ("deal", "seat", "at"))
    wanted = Wanted(document_of(name), deal, seat)
    answer = ask_again(wanted, at) if request.method == "GET" else try_again(wanted, at, given["action"])
    assert answer.refused is None, answer
    return JSONResponse(answer.found)


async def branch(request: Request) -> Response:
    """How it goes on with other answers."""
    given = await request.json()
    wanted = Wanted(document_of(request.path_params["record"]), given["deal"], given["seat"])
    answer = play_on(wanted, given["at"], tuple(given["answers"]), given["known"])
    assert answer.refused is None, answer
    return JSONResponse(answer.found)


def review_of(page: Page, address: str, name: str) -> None:
    begin(page, address, name, "?deal=1&viewer=1&review=1")
    page.wait_for_selector('[data-testid=review][data-state="done"] .review-course')


@tried("name", "paohuzi", long=["baohuang"])
def test_a_review_opens_links_to_moments_and_describes_them(pages: Pages, address: str, name: str) -> None:
    """In a tab that may keep nothing too."""
    page = pages.open(PHONE, locale="en")
    begin(page, address, name, "?deal=1&viewer=1")
    page.evaluate("""Object.defineProperty(window, "sessionStorage", {
        configurable: true, get() { throw new DOMException("denied", "SecurityError"); } })""")
    page.get_by_test_id("replay-review").click()
    expect(page.get_by_test_id("review")).to_have_attribute("data-state", "done")
    expect(page.get_by_test_id("review-seat")).to_have_value("1")
    lines, whole = page.get_by_test_id("review-line"), review_of_record(name, 1)
    expect(lines).to_have_count(2)
    lines.first.focus()
    page.keyboard.press("Enter")
    seen = [one["expected"] for one in whole["decisions"] if one["expected"] is not None]
    most = max(1, *map(abs, [*whole["deal"]["curve"], *seen]))
    marks = page.get_by_test_id("review-scale").inner_text().split()
    assert [float(mark) for mark in marks] == [round(most, 1), 0, -round(most, 1)], "points beside the curve"
    assert all("cost 2.5 points; better: " in line for line in lines.all_inner_texts()), (
        "one sentence a mistake"
    )
    place = str(bad(name)[0])
    expect(page.get_by_test_id("replay-page")).to_have_attribute("data-step", place)
    expect(page.locator(".review-verdict")).to_have_attribute("data-verdict", "blunder")
    expect(page.locator(".review-numbers")).to_have_count(0)
    page.get_by_test_id("review-numbers").click()
    expect(page.locator(".review-numbers")).to_contain_text("2.5")
    page.keyboard.press("ArrowRight")  # the move itself still has its verdict beside it
    expect(page.locator(".review-verdict")).to_have_attribute("data-verdict", "blunder")
    page.get_by_test_id("review-all").click()
    expect(lines).to_have_count(len(whole["decisions"]))
    page.get_by_test_id("review-seat").select_option("0")
    expect(page.get_by_test_id("review")).to_have_attribute("data-state", "done")
    page.keyboard.press("r")
    expect(page.get_by_test_id("review")).to_have_count(0)
    page.evaluate("delete window.sessionStorage")


@tried("name", "paohuzi", long=["baohuang"])
def test_mistakes_can_be_retried_at_the_table(pages: Pages, address: str, name: str) -> None:
    page = pages.open(PHONE, locale="en")
    review_of(page, address, name)
    page.get_by_test_id("learn").click()
    exercise = page.get_by_test_id("exercise")
    for index in bad(name):
        expect(exercise).to_have_attribute("data-at", str(index))
        page.get_by_test_id("pass").click()
        expect(exercise).not_to_have_attribute("data-tried", "")
        page.get_by_test_id("exercise-again").click()
        expect(exercise).to_have_attribute("data-tried", "")
        page.get_by_test_id("pass").click()
        expect(exercise).not_to_have_attribute("data-tried", "")
        expect(page.locator(".review-verdict")).to_have_count(1)
        page.get_by_test_id("exercise-show").click()
        expect(page.locator(".review-verdict")).to_have_count(2)
        page.get_by_test_id("exercise-next").click()
    expect(exercise).to_have_count(0)
    expect(page.get_by_test_id("review-line")).to_have_count(2)


@tried("name", "paohuzi", long=["baohuang"])
def test_a_player_can_play_on_from_a_moment_and_return_to_the_record(
    pages: Pages, address: str, name: str
) -> None:
    page = pages.open(PHONE, locale="en")
    begin(page, address, name, f"?deal=1&viewer=open&review=1&step={bad(name)[0]}")
    page.get_by_test_id("branch-begin").click()
    panel, replay = page.get_by_test_id("branch"), page.get_by_test_id("replay-page")
    expect(replay).to_have_attribute("data-viewer", "1")
    page.get_by_test_id("pass").click()
    expect(panel).to_have_attribute("data-answers", "1")
    page.get_by_test_id("branch-end").click()
    expect(panel).to_have_count(0)
    expect(replay).to_have_attribute("data-step", str(bad(name)[0]))
    expect(page.get_by_test_id("review")).to_be_visible()
    page.get_by_test_id("branch-begin").click()
    expect(panel).to_have_count(1)
    page.go_back()
    expect(panel).to_have_count(0)
    expect(replay).to_have_attribute("data-step", str(bad(name)[0]))


@tried("name, lang", ("paohuzi", "zh"), long=[("baohuang", "fa"), ("baohuang", "en")])
def test_a_review_is_accessible_at_every_size(pages: Pages, address: str, name: str, lang: str) -> None:
    page = pages.open(PHONE, locale=lang)
    review_of(page, address, name)
    page.get_by_test_id("review-line").first.click()
    page.get_by_test_id("review-numbers").click()
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        rest(page)
        assert page.evaluate(OUTSIDE, ".replay") == [], size
        room = page.evaluate("document.querySelector('.review').clientHeight")
        assert room >= 110, f"{size}: there is room to read"
        assert violations(page) == [], size


@tried("name, lang", ("paohuzi", "zh"), long=[("baohuang", "fa")])
@tried("size", "low", long=["phone", "desk"])
def test_a_review_is_readable_with_text_twice_as_large(
    pages: Pages, address: str, name: str, lang: str, size: str
) -> None:
    """Beside the replay or below it: the list, what is said of a move with its numbers, an exercise."""
    width, height = SIZES[size]
    page = pages.open((width, height), locale=lang)
    review_of(page, address, name)
    with enlarged(page):
        assert misfits(page) == [], "the list"
    page.get_by_test_id("review-line").first.click()
    page.get_by_test_id("review-numbers").click()
    with enlarged(page):
        assert misfits(page) == [], "a move"
    page.get_by_test_id("learn").click()
    page.get_by_test_id("exercise").wait_for()
    with enlarged(page):
        assert misfits(page) == [], "an exercise"


@pytest.mark.long
def test_moves_a_bot_made_for_a_player_are_displayed_but_are_not_exercises(
    pages: Pages, address: str
) -> None:
    """The blunder was the bot's: the row of exercises has the inaccuracy alone, and the move says who made it."""
    first, second = bad("paohuzi")
    for lang, wide in (("zh", PHONE), ("fa", PHONE), ("en", (1280, 800))):
        page = pages.open(wide, locale=lang)

        def auto_played(route: Asked) -> None:
            route.fulfill(json={**route.fetch().json(), "stood": [first]})

        page.route("**/review?deal=*", auto_played)
        review_of(page, address, "paohuzi")
        lines = page.get_by_test_id("review-line")
        expect(lines).to_have_count(1)
        expect(lines.first).to_have_attribute("data-index", str(second))
        page.get_by_test_id("review-all").click()
        page.locator(f'[data-testid="review-line"][data-index="{first}"]').click()
        expect(page.get_by_test_id("review-stood")).to_be_visible()
        expect(page.locator(".review-verdict")).to_have_attribute("data-verdict", "blunder")
        assert misfits(page) == []
