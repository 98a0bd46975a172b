"""Learning in the browser: a guided first deal from the offer on the first page to its end, and a lesson of each game."""

from __future__ import annotations

from collections import Counter

import pytest
from playwright.sync_api import Browser, Page, expect

from paiju.analysis.lessons import Part, ask, first_deal, lessons
from tests.e2e.checks import barriers, misfits, rest, tried
from tests.e2e.profiles import patient
from tests.e2e.serving import Server

AT_ONCE = "localStorage.setItem('paiju.prefs', JSON.stringify({ speed: 'instant' }))"


def own(game: str) -> list[str]:
    first = first_deal(game)
    assert first is not None
    return [taken.action for taken in first.line if taken.seat == first.seat]


def answer_questions(page: Page, answers: int) -> None:
    """The learner is prompted, after that many answers; the page looks itself, at each frame."""
    page.wait_for_function(
        """(answers) => {
             const { dataset } = document.querySelector("[data-testid=guided]") ?? document.body;
             return dataset.answers === answers && dataset.asks === "true";
           }""",
        arg=str(answers),
    )


def framed(page: Page) -> None:
    """The subject of the text is highlighted on the table."""
    expect(page.locator("[data-guide]").first).to_be_visible()
    expect(page.locator(".guide-arrow")).to_be_visible()


def do(page: Page, action: str) -> None:
    """Answer as anybody would: choose the cards, then press what is framed then."""
    verb, *codes = action.split(" ")
    if verb in ("play", "discard"):
        for code in dict.fromkeys(codes):
            page.locator(f'#hand [data-key="{code}"], .pz-card[data-card="{code}"]').last.click()
    buttons = page.locator(f'[data-action="{action}"]')
    if verb == "eat" and page.locator('.pz-way[aria-pressed="false"]').count():
        buttons.first.click()
    buttons.last.click()


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "lang", "size"), [("baohuang", "fa", (390, 844)), ("paohuzi", "zh", (1280, 800))]
)
def test_a_first_deal_from_the_offer_to_the_end(
    browser: Browser, server: Server, game: str, lang: str, size: tuple[int, int]
) -> None:
    context = patient(
        browser, viewport={"width": size[0], "height": size[1]}, locale=lang, reduced_motion="reduce"
    )
    context.add_init_script(AT_ONCE)
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto(server.url)
    page.get_by_test_id("newcomer").locator(f'a[href="/learn/{game}/deal"]').click()
    for _ in range(2):
        framed(page)
        expect(page.get_by_test_id("guided-next")).to_be_focused()
        page.keyboard.press("Enter")
    answers = own(game)
    answer_questions(page, 0)
    framed(page)
    rest(page)
    assert misfits(page) == []
    assert barriers(page) == []
    do(page, "pass")
    expect(page.get_by_test_id("coach")).to_have_attribute("data-says", "left")
    page.get_by_test_id("guided-back").click()
    for at, action in enumerate(answers):
        answer_questions(page, at)
        do(page, action)
    expect(page.get_by_test_id("guided")).to_have_attribute("data-over", "true")
    expect(page.get_by_test_id("guided-play")).to_be_visible()
    rest(page)
    assert misfits(page) == []
    page.locator(f'.guided-ways a[href="/learn/{game}"]').click()
    expect(page.locator('.learn-entry[data-done="true"]')).to_have_count(1)
    page.goto(server.url)
    expect(page.get_by_test_id("play-paohuzi")).to_be_visible()
    expect(page.get_by_test_id("newcomer")).to_have_count(0)
    elsewhere(browser, page, server.url, lang)
    assert wrong == []
    context.close()


def elsewhere(browser: Browser, page: Page, url: str, lang: str) -> None:
    """What was learned moves to another device by the code displayed here."""
    page.goto(f"{url}/learn")
    page.get_by_test_id("learn-move").click()
    code = page.locator(".move-code")
    expect(code).to_be_visible()
    rest(page)
    assert misfits(page) == []
    other = patient(browser, locale=lang)
    there = other.new_page()
    there.goto(f"{url}/learn")
    expect(there.locator(".learn-entry").first).to_be_visible()
    expect(there.locator('.learn-entry[data-done="true"]')).to_have_count(0)
    there.goto(f"{url}/move/{code.inner_text()}")
    expect(there.locator('.learn-entry[data-done="true"]')).to_have_count(1)
    other.close()


def answer(page: Page, game: str, part: Part) -> None:
    """What is right, as a learner gives it."""
    question = ask(game, part)
    for option in [] if question.free else sorted(question.right):
        page.locator(f'[data-option="{option}"]').click()
    for code, count in Counter(min(question.right).split()[1:] if question.free else ()).items():
        for at in range(count):
            page.locator(f'.lesson-card[data-card="{code}"]').nth(at).click()


@tried(
    "game, name, lang, size",
    ("paohuzi", "claims", "fa", (1280, 800)),
    long=[("baohuang", "beats", "en", (320, 568))],
)
def test_a_lesson_missed_once_and_passed(
    browser: Browser, server: Server, game: str, name: str, lang: str, size: tuple[int, int]
) -> None:
    context = patient(
        browser, viewport={"width": size[0], "height": size[1]}, locale=lang, reduced_motion="reduce"
    )
    page = context.new_page()
    page.goto(f"{server.url}/learn")
    page.locator(f'a[href="/learn/{game}/{name}"]').click()
    (lesson,) = [one for one in lessons(game) if one.name == name]
    verdict, missed = page.get_by_test_id("verdict"), False
    for at, part in enumerate(lesson.parts):
        expect(page.get_by_test_id("lesson")).to_have_attribute("data-at", str(at))
        if part.kind and not missed:
            page.get_by_test_id("lesson-check").click()
            expect(verdict).to_have_attribute("data-right", "false")
            rest(page)
            assert misfits(page) == []
            assert barriers(page) == []
            page.get_by_test_id("lesson-again").click()
            missed = True
        if part.kind:
            answer(page, game, part)
            page.get_by_test_id("lesson-check").click()
            expect(verdict).to_have_attribute("data-right", "true")
        page.get_by_test_id("lesson-next").click()
    expect(page.get_by_test_id("lesson-end")).to_be_visible()
    rest(page)  # it is noted after the frame that shows the end
    page.locator(f'[data-testid="lesson-end"] a[href="/learn/{game}"]').click()
    expect(page.locator('.learn-entry[data-done="true"]')).to_have_count(1)
    context.close()
