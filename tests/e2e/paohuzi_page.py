"""Pages that show prepared states of the Paohuzi table."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page

from tests.e2e.checks import SIZES, rest, turn_to
from tests.e2e.gallery.browser import Pages

ALL_SIZES = {**SIZES, "least": (320, 460), "across": (568, 320), "tablet": (768, 1024)}
# All that moves but the words of the line, which may take a second row of their own room.
MOVED = """() => {
  window.moved = [];
  const element = (node) => (node?.closest ? node : node?.parentElement);
  new PerformanceObserver((list) => list.getEntries().forEach(({ sources }) => {
    for (const { node } of sources) if (!element(node)?.closest(".line-text")) window.moved.push(element(node)?.outerHTML.slice(0, 200));
  })).observe({ type: "layout-shift" });
}"""


class Board:
    """A page with a prepared state."""

    def __init__(self, pages: Pages, address: str, name: str, lang: str = "zh", size: str = "phone") -> None:
        self.page: Page = pages.again(ALL_SIZES[size])
        turn_to(self.page, address, name, lang)
        self.rest()

    def load(self) -> None:
        """Load the page again."""
        self.page.reload()
        self.rest()

    def rest(self) -> None:
        """Everything is there and nothing moves any more."""
        self.page.wait_for_selector(".pz")
        self.page.wait_for_selector(".pz[data-plays=false], .pz-card")
        rest(self.page)

    def card(self, code: str) -> Locator:
        return self.page.locator(f'.pz-hand [data-card="{code}"]')

    def do(self) -> tuple[str, str | None, bool]:
        """Text and action of the main button, and whether it would do something."""
        button = self.page.get_by_test_id("do")
        ready = button.get_attribute("aria-disabled") is None
        return button.inner_text(), button.get_attribute("data-action"), ready

    def chosen(self) -> list[str]:
        cards = self.page.locator('.pz-card[data-selected="true"]')
        return [str(card.get_attribute("data-card")) for card in cards.all()]

    def columns(self) -> list[list[str]]:
        """The hand as it lies."""
        found: list[list[str]] = self.page.evaluate(
            "[...document.querySelectorAll('.pz-column')].map((one) => [...one.children].map((card) => card.dataset.card))"
        )
        return found

    def line(self) -> str:
        return self.page.locator(".line-text").inner_text()

    def sent(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.page.evaluate("window.sent")
        return found

    def acted(self) -> list[str]:
        return [message["action"] for message in self.sent() if message["type"] == "act"]

    def push(self, changes: dict[str, Any]) -> None:
        self.page.evaluate("(changes) => push(changes)", changes)

    def ways(self) -> list[str]:
        """The ways to eat that can be chosen now."""
        displayed = self.page.locator(".pz-ways [data-testid=choice]:visible")
        return [str(way.get_attribute("data-action")) for way in displayed.all()]

    def carry(self, card: Locator, dx: float, dy: float) -> None:
        """Pull a card by its middle."""
        box = card.bounding_box()
        assert box
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x + dx / 2, y + dy / 2)
        self.page.mouse.move(x + dx, y + dy)
        self.page.mouse.up()
