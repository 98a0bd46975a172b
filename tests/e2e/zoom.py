"""Text twice as large, as a browser shows it that is set to larger text."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page

from tests.e2e.checks import rest

_SIZE = "(size) => { document.documentElement.style.fontSize = size; }"


def enlarge(page: Page) -> None:
    """Every text of the page twice as large."""
    page.evaluate(_SIZE, "200%")
    rest(page)


@contextmanager
def enlarged(page: Page) -> Iterator[None]:
    """Text twice as large while the block runs."""
    enlarge(page)
    try:
        yield
    finally:
        page.evaluate(_SIZE, "")
        rest(page)
