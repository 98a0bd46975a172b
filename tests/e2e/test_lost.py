"""Pages that cannot be displayed say why, and lead on: damaged links, no cookies, nothing that can be stored."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.checks import go_on, misfits, tried
from tests.e2e.company import word

DENIED = """for (const name of ["localStorage", "sessionStorage"]) {
  Object.defineProperty(window, name, { get() { throw new DOMException("denied", "SecurityError"); } });
}"""
"""What blocked cookies bring with them, and some browsers' settings alone."""


@tried("path", "table/%E0%A4%A", "puzzle/none", long=["join/%zz", "replay/%", "series/none", "profile/none"])
def test_a_broken_link_says_so(join, path):
    player = join(lang="fa")
    player.wanted.append("40")  # the browser says so too, whatever the page makes of it
    player.page.goto(f"{player.url}/{path}")
    expect(player.page.locator(".error-page h1")).to_be_visible()
    expect(player.page.locator(".error-page button")).to_have_count(2)
    assert misfits(player.page) == []


@tried("lang", "fa", long=["zh"])
def test_a_browser_that_blocks_cookies_is_asked_to_allow_them(join, lang):
    """No guest is made for it, page after page; what needs no guest can be read."""
    player = join(lang=lang, alone=True)
    player.context.add_init_script(DENIED)
    player.context.new_cdp_session(player.page).send(
        "Emulation.setDocumentCookieDisabled", {"disabled": True}
    )
    requests: list[str] = []
    player.heed("request", lambda request: requests.append(request.url))
    for path in ("/", "/table/none", "/"):
        player.page.goto(f"{player.url}{path}")
        expect(player.page.locator("h1")).to_have_text(word(player, "web.error.guest.cookies"))
        expect(player.page.get_by_role("status")).to_have_text(word(player, "web.error.guest.cookies.help"))
    assert misfits(player.page) == []
    go_on(player.page, "/rules/baohuang")
    player.page.locator(".rule").first.wait_for()
    assert [url for url in requests if "/api/me" in url] == []
    assert player.context.cookies() == []


def test_a_tab_without_storage_reconnects(join):
    player = join(lang="en", alone=True)
    player.context.add_init_script(DENIED)
    player.home()
    with player.outage():
        player.page.route("**/bundles/practice.*.js", lambda route: route.abort())
        player.page.evaluate(
            "history.pushState({}, '', '/learn'), dispatchEvent(new PopStateEvent('popstate'))"
        )
        expect(player.page.locator("h1")).to_have_text(word(player, "web.error.net.offline"))
        player.page.unroute_all()
        player.page.evaluate("dispatchEvent(new Event('online'))")
        expect(player.page.locator("h1")).not_to_have_text(word(player, "web.error.net.offline"))


def test_an_answer_that_breaks_off_counts_as_none(join):
    player = join(lang="en", alone=True)
    player.page.route(
        "**/api/puzzles*", lambda route: route.fulfill(content_type="application/json", body='{"day": {')
    )
    player.page.goto(f"{player.url}/puzzles")
    expect(player.page.locator("h1")).to_have_text(word(player, "web.error.net.offline"))
