"""Puzzles in the browser: found from the first page, answered by keyboard, explained, and followed by the next."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from paiju.analysis.puzzles import shipped
from tests.e2e.checks import tried, violations
from tests.e2e.profiles import patient
from tests.e2e.serving import Server
from tests.e2e.test_replay import OUTSIDE


def first(kind: str) -> str:
    return next(puzzle.id for puzzle in shipped().values() if puzzle.kind == kind)


@tried("lang, size", ("fa", (390, 844)), long=[("en", (1280, 800))])
def test_puzzles_one_after_another(
    browser: Browser, server: Server, lang: str, size: tuple[int, int]
) -> None:
    context = patient(browser, locale=lang, viewport={"width": size[0], "height": size[1]})
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto(server.url)
    page.locator("a[href='/puzzles']").click()
    expect(page.get_by_test_id("standing")).to_be_visible()
    page.get_by_test_id("kind-paohuzi-hu").press("Enter")
    solving = page.get_by_test_id("puzzle-page")
    expect(solving).to_have_attribute("data-kind", "hu")
    page.get_by_test_id("puzzle-number").fill("1")
    page.get_by_test_id("puzzle-number").press("Enter")
    expect(solving).to_have_attribute("data-solved", "false")
    assert not page.evaluate(OUTSIDE, ".puzzle-panel")
    before = page.url
    page.get_by_test_id("puzzle-on").press("Enter")
    expect(solving).to_have_attribute("data-solved", "")
    assert page.url != before
    page.goto(f"{server.url}/puzzle/{first('guard')}")
    slider = page.locator(".puzzle-weight input").first
    slider.press("End")
    expect(page.locator(".puzzle-weight output").first).not_to_be_empty()
    assert violations(page, ".puzzle-panel") == []
    page.get_by_test_id("puzzle-give").press("Enter")
    expect(solving).not_to_have_attribute("data-solved", "")
    page.goto(f"{server.url}/puzzle/{first('waits')}")
    card = page.get_by_test_id("card-s1")
    card.press("Enter")
    expect(card).to_have_attribute("aria-pressed", "true")
    page.get_by_test_id("puzzle-give").press("Enter")
    expect(solving).not_to_have_attribute("data-solved", "")
    page.goto(f"{server.url}/puzzle/{first('safe')}")
    expect(solving).to_have_attribute("data-asks", "true")
    assert not wrong
    context.close()
