"""A browser for the tests of the page."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.fairness.browser import Site
from tools.browser import CHROMIUM, chromium


@pytest.fixture
def site(opened: Site) -> Site:
    """The page, whose numbers for shuffles begin again with each test."""
    opened.draw_again()
    return opened


@pytest.fixture(scope="module")
def opened() -> Iterator[Site]:
    if not CHROMIUM.exists():
        pytest.skip("apt-get install chromium")
    pytest.importorskip("playwright")
    with chromium() as browser:
        yield Site(browser.new_page())
