"""A hand of Bao Huang on a prepared state, as fingers and keys have it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page

from tests.e2e.checks import rest, turn_to
from tests.e2e.gallery.browser import Pages


class Table:
    """A page with a prepared state."""

    def __init__(
        self, pages: Pages, gallery: str, name: str, lang: str = "zh", width: int = 390, height: int = 664
    ) -> None:
        self.page: Page = pages.again((width, height))
        turn_to(self.page, gallery, name, lang)
        self.page.wait_for_selector("[data-testid=hand] .column")
        rest(self.page)  # keys are heard from the frame on that shows the hand

    def do(self) -> tuple[str, str | None, bool]:
        """Text and action of the main button, and whether it would do something."""
        button = self.page.get_by_test_id("do")
        return (
            button.inner_text(),
            button.get_attribute("data-action"),
            button.get_attribute("aria-disabled") is None,
        )

    def column(self, key: str) -> Locator:
        return self.page.locator(f'.column[data-key="{key}"]')

    def front(self, key: str) -> Locator:
        return self.column(key).get_by_test_id("card").last

    def sent(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.page.evaluate("window.sent")
        return found

    def push(self, changes: dict[str, Any]) -> None:
        self.page.evaluate("(changes) => push(changes)", changes)

    def patient(self) -> None:
        """However long a busy machine takes from one move to the next, the press becomes no long one."""
        self.page.evaluate(
            "() => { const { setTimeout } = window; window.setTimeout = (call, ms) => ms > 100 ? 0 : setTimeout(call, ms); }"
        )

    def foot(self, key: str) -> tuple[float, float]:
        box = self.column(key).bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] - 20


Show = Callable[..., Table]
