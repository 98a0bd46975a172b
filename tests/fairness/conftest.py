"""A browser for the tests of the page."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.fairness.browser import CHROMIUM, Site


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    if not CHROMIUM.exists():
        pytest.skip("apt-get install chromium")
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as tools:
        browser = tools.chromium.launch(
            executable_path=str(CHROMIUM), args=["--no-sandbox", "--disable-gpu", "--disable-quic"]
        )
        yield Site(browser.new_page())
        browser.close()
