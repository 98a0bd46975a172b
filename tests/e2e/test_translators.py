"""Browsers that translate pages: they leave pages alone where it is no use, and updates are displayed all the same."""

from __future__ import annotations

import pytest

from tests.e2e.checks import rest
from tests.e2e.company import word
from tests.e2e.gallery.browser import Pages

TRANSLATE = """(place) => {
  const walker = document.createTreeWalker(document.querySelector(place), NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) if (walker.currentNode.data.trim()) texts.push(walker.currentNode);
  window.kept = texts.map((text) => {
    const [outer, inner] = [document.createElement("font"), document.createElement("font")];
    inner.textContent = `«${text.data}»`;
    outer.append(inner);
    text.replaceWith(outer);
    return [text, outer];
  });
  return texts.length;
}"""
"""As the translators of Chrome and Edge do it."""
SOON = "{ const later = setTimeout; window.setTimeout = (then, ms, ...rest) => later(then, Math.min(ms, 50), ...rest); }"
"""News leave the line at once: a comparison of its text does not depend on when it is read."""
WORDS = "(places) => places.map((place) => [...document.querySelectorAll(place)].map((one) => one.innerText.replace(/[«»]/g, '')))"


@pytest.mark.parametrize(
    ("states", "places"),
    [
        (("lead", "follow-joker"), [".line-text", ".seats", ".bar-title", ".actions", "[data-testid=do]"]),
        (("pz-discard", "pz-eat-8"), [".line-text", ".pz-seats", ".bar-title", ".pz-actions", ".pz-hu"]),
    ],
    ids=["baohuang", "paohuzi"],
)
def test_a_translated_table_plays_on(
    pages: Pages, gallery: str, states: tuple[str, str], places: list[str]
) -> None:
    """What it displays afterwards is what a page displays that nobody has translated."""
    wrong: list[str] = []
    words = []
    page = pages.open()
    page.on("pageerror", lambda error: wrong.append(str(error)))
    for translated in (False, True):
        page.goto(f"{gallery}/gallery/{states[0]}?lang=en")
        page.wait_for_function("() => window.ready")
        page.locator('[data-testid="hand"]').wait_for()
        rest(page)
        page.evaluate(
            "import('/static/wrapped.js').then(({ outliveWrappers }) => outliveWrappers(document.body))"
        )
        rest(page)
        page.evaluate(SOON)
        for _ in range(2):  # and once more, what was displayed in place of the first
            if translated:
                assert page.evaluate(TRANSLATE, "#app") > 10
            page.evaluate(
                "(name) => fetch(`/gallery/${name}.json`).then((got) => got.json()).then((given) => push({ ...given, whole: true }))",
                states[1],
            )
            rest(page)
            page.evaluate(
                "(name) => fetch(`/gallery/${name}.json`).then((got) => got.json()).then((given) => push({ ...given, whole: true }))",
                states[0],
            )
            rest(page)
        page.evaluate(
            "(name) => fetch(`/gallery/${name}.json`).then((got) => got.json()).then((given) => push({ ...given, whole: true }))",
            states[1],
        )
        page.locator(".line-news").wait_for(state="detached")
        rest(page)
        words.append(page.evaluate(WORDS, places))
    assert wrong == []
    assert any(words[0])
    assert words[1] == words[0]


def test_an_undone_translation_restores_the_text(pages: Pages, gallery: str) -> None:
    page = pages.open()
    page.goto(f"{gallery}/gallery/lead?lang=en")
    page.wait_for_function("() => window.ready")
    page.locator('[data-testid="hand"]').wait_for()
    rest(page)
    page.evaluate(
        "import('/static/wrapped.js').then(({ outliveWrappers }) => outliveWrappers(document.body))"
    )
    before = page.evaluate(WORDS, ["#app"])
    page.evaluate(TRANSLATE, "#app")
    page.evaluate("kept.forEach(([text, wrapper]) => wrapper.replaceWith(text))")
    rest(page)
    assert page.evaluate(WORDS, ["#app"]) == before


@pytest.mark.parametrize(("locale", "translates"), [("fa-IR", False), ("de-DE", True)])
def test_a_page_asks_not_to_be_translated_where_its_reader_knows_its_language(join, locale, translates):
    """Translated all the same, it still changes its language."""
    player = join("Tom", lang="fa" if locale == "fa-IR" else "en", alone=True, locale=locale)
    player.page.goto(f"{player.url}/")
    player.hook("play-baohuang").wait_for()
    assert player.page.evaluate("document.documentElement.translate") is translates
    player.page.evaluate(TRANSLATE, "#app")
    player.hook("lang-zh").click()
    player.page.get_by_role("button", name=word(player, "web.home.play")).first.wait_for(state="hidden")
    player.lang = "zh"
    player.page.get_by_role("button", name=word(player, "web.home.play"), exact=True).first.wait_for()
    assert "«" not in player.page.locator("main h2").first.inner_text()
