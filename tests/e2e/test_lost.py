"""Links that lead nowhere, damaged ones among them, end on a page that says so and leads on."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.checks import misfits


@pytest.mark.parametrize(
    "path", ["join/%zz", "table/%E0%A4%A", "replay/%", "puzzle/none", "series/none", "profile/none"]
)
def test_a_link_that_leads_nowhere(join, path):
    player = join(lang="fa")
    player.wanted.append("40")  # the browser says so too, whatever the page makes of it
    player.page.goto(f"{player.url}/{path}")
    expect(player.page.locator(".error-page h1")).to_be_visible()
    expect(player.page.locator(".error-page button")).to_have_count(2)
    assert misfits(player.page) == []
