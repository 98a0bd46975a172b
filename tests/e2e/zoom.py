"""Text twice as large, as a browser makes it that enlarges text alone; what came to the page since is enlarged too."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page

from tests.e2e.checks import rest

_ENLARGE = """() => {
  const kept = (globalThis.enlarged ??= new Map());
  kept.forEach((size, el) => { el.style.fontSize = size; });
  kept.clear();
  const all = [...document.querySelectorAll("body *")].filter((el) => !el.closest("svg"));
  const sizes = all.map((el) => parseFloat(getComputedStyle(el).fontSize));
  all.forEach((el, at) => {
    kept.set(el, el.style.fontSize);
    el.style.fontSize = `${2 * sizes[at]}px`;
  });
}"""
_RESTORE = """() => {
  globalThis.enlarged?.forEach((size, el) => { el.style.fontSize = size; });
  globalThis.enlarged?.clear();
}"""


def enlarge(page: Page) -> None:
    """Every text of the page twice as large as its style says."""
    page.evaluate(_ENLARGE)
    rest(page)


@contextmanager
def enlarged(page: Page) -> Iterator[None]:
    """Text twice as large while the block runs."""
    enlarge(page)
    try:
        yield
    finally:
        page.evaluate(_RESTORE)
        rest(page)
