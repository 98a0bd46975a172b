"""Text twice as large, as some read it: at both tables every card and button is still there, whole and to be hit."""

from __future__ import annotations

import pytest

from tests.e2e.checks import SIZES, rest, show

_TWICE = """() => {
  const all = [...document.querySelectorAll("body *")].filter((el) => !el.closest("svg"));
  const sizes = all.map((el) => parseFloat(getComputedStyle(el).fontSize));
  all.forEach((el, at) => { el.style.fontSize = `${2 * sizes[at]}px`; });
}"""
"""What a browser does that enlarges text alone."""
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


@pytest.mark.parametrize("size", ["phone", "desk"])
@pytest.mark.parametrize("name", ["follow", "pz-discard"])
def test_text_twice_as_large(join, gallery, name, size):
    page = join("large", url=gallery, lang="fa").page
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    show(page, gallery, name, "fa")
    page.evaluate(_TWICE)
    rest(page)
    assert page.evaluate(_LOST) == []
