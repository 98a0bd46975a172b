"""Text twice as large, as some read it: on every kind of page all of it can be read and hit; at both tables every card and button is whole."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.checks import SIZES, barriers, go_on, misfits, puzzle_pages, rest, show, tried
from tests.e2e.company import word
from tests.e2e.gallery.browser import Pages
from tests.e2e.serving import Server
from tests.e2e.test_replay import address, begin  # noqa: F401 - a fixture
from tests.e2e.zoom import enlarge, enlarged

_LOST = """() => {
  const wrong = [];
  const box = (el) => el.getBoundingClientRect();
  const name = (el) => `${el.className} «${el.textContent.trim().slice(0, 20)}»`;
  const actions = document.querySelector("[role=toolbar]");
  for (const button of actions.querySelectorAll("button")) {
    const { left, right, top, bottom } = box(button);
    if (left < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) wrong.push(`outside: ${name(button)}`);
    if (!button.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2))) wrong.push(`covered: ${name(button)}`);
    if (button.scrollWidth > button.clientWidth + 4) wrong.push(`cut: ${name(button)}`);
  }
  const hand = document.querySelector("[data-testid=hand]");
  const cards = [...hand.querySelectorAll("[data-testid=card]")];
  if (!cards.length) wrong.push("no hand");
  for (const card of cards) {
    const { left, right, top, bottom } = box(card);
    if (left < -1 || right > innerWidth + 1 || bottom > innerHeight + 1 || top < 0) wrong.push("a card outside");
  }
  const line = document.querySelector(".line-text");
  if (line.textContent && box(line).height < 16) wrong.push("no question");
  if (document.documentElement.scrollWidth > innerWidth) wrong.push("scrolls sideways");
  return [...new Set(wrong)];
}"""


ALONE = (
    "", "learn", "puzzles", "games", "today", "watch", "programs", "rules/baohuang", "rules/paohuzi", "about", "nowhere", "table/none",
    "learn/baohuang/deal", "learn/paohuzi/deal", "learn/baohuang/beats", "learn/paohuzi/cards",
)  # fmt: skip
"""Pages that show something to somebody who has just come."""
_IN_LANGS = tried("size, lang", ("phone", "fa"), long=[("desk", "en"), ("phone", "zh")])


def large(page: Page, size: str) -> Page:
    """The page in a size."""
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    return page


def wrong(page: Page) -> list[str]:
    """What cannot be read or hit, with text as it is meant and twice as large."""
    rest(page)
    found = misfits(page)
    with enlarged(page):
        return [*found, *(f"large: {one}" for one in misfits(page))]


@pytest.mark.long
@_IN_LANGS
def test_pages_outside_tables(pages: Pages, server: Server, size: str, lang: str) -> None:
    page = large(pages.open(locale=lang), size)
    found: dict[str, list[str]] = {}
    page.goto(server.url)
    for name in (*ALONE, *puzzle_pages()):
        go_on(page, f"/{name}")
        expect(page.locator("[aria-busy=true]")).to_have_count(0)
        found[name] = wrong(page)
    assert not any(found.values()), found


@pytest.mark.long
@_IN_LANGS
def test_sheets_outside_tables(join, size, lang):
    player = join("large", lang=lang)
    page = large(player.page, size)
    found: dict[str, list[str]] = {}

    def look(button: Locator, name: str) -> None:
        button.click()
        page.locator("dialog[open]").wait_for()
        page.wait_for_load_state("networkidle")
        found[name] = wrong(page)
        page.keyboard.press("Escape")
        page.locator("dialog[open]").wait_for(state="detached")

    player.home()
    look(player.hook("own-name"), "person")
    look(page.get_by_role("button", name=word(player, "web.settings"), exact=True), "settings")
    player.open_room("paohuzi")
    player.until("!document.querySelector('[data-testid=change-rules]').disabled")
    found["room"] = wrong(page)
    for name in ("change-rules", "read-rules", "room-settings"):
        look(player.hook(name), name)
    with enlarged(page):
        found["axe"] = barriers(page)
    assert not any(found.values()), found


@_IN_LANGS
@tried("viewer", "open", long=["0"])
@tried("name, step", ("paohuzi", 20), long=[("baohuang", 60)])
def test_replays(pages: Pages, address: str, name: str, step: int, viewer: str, size: str, lang: str) -> None:  # noqa: F811 - it takes the fixture
    page = large(pages.open(locale=lang), size)
    begin(page, address, name, f"?deal=1&viewer={viewer}&step={step}")
    assert wrong(page) == []


@tried("size", "low", long=sorted(SIZES.keys() - {"low"}))
@pytest.mark.parametrize("name", ["follow", "pz-discard"])
def test_text_twice_as_large(join, gallery, name, size):
    page = large(join("large", url=gallery, lang="fa").page, size)
    show(page, gallery, name, "fa")
    enlarge(page)
    assert page.evaluate(_LOST) == []
    assert misfits(page) == []


@tried("lang", "fa", long=["en"])
@tried("size", "small", long=["low"])
def test_text_twice_as_large_where_there_is_no_hand(join, gallery, size, lang):
    page = large(join("large", url=gallery, lang=lang).page, size)
    found: dict[str, list[str]] = {}
    for name in ("watching", "pz-watching", "pz-idle", "out"):
        show(page, gallery, name, lang)
        with enlarged(page):
            found[name] = misfits(page)
    assert not any(found.values()), found


@pytest.mark.parametrize("name", ["follow", "crown", "pz-discard", "pz-heaven"])
def test_a_page_enlarged_fourfold_starts_at_the_hand_and_its_buttons(
    pages: Pages, gallery: str, name: str
) -> None:
    page = pages.again((320, 256))
    show(page, gallery, name, "en")
    outside = """() => [...document.querySelectorAll("[data-testid=card], [role=toolbar] button, .choice")].filter((el) =>
      el.checkVisibility() && (el.getBoundingClientRect().bottom > innerHeight + 1 || el.getBoundingClientRect().top < 0)).length"""
    assert page.locator("[data-testid=card]").count() > 5
    assert page.evaluate(outside) == 0


def test_on_phones_answers_are_at_the_thumb_and_messages_let_taps_through(pages: Pages, gallery: str) -> None:
    page = pages.again(SIZES["phone"])
    show(page, gallery, "crown", "en")
    choices = page.get_by_test_id("choice")
    expect(choices).to_have_count(2)
    rest(page)  # the question comes after its table
    for choice in choices.all():
        box = choice.bounding_box()
        assert box is not None
        assert box["y"] > 0.85 * SIZES["phone"][1]
    expect(page.locator(".actions-box"), "no dead buttons in their place").to_be_hidden()
    through = "getComputedStyle(document.querySelector('.toast')).pointerEvents"
    page.evaluate(
        "document.body.append(Object.assign(document.createElement('div'), { className: 'toast' }))"
    )
    assert page.evaluate(through) == "none"
