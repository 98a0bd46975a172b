"""Browser profiles for one guest after the other: emptied and handed out again, they keep what was loaded and compiled."""

from __future__ import annotations

import functools
from typing import Any, NoReturn

from playwright.sync_api import Browser, BrowserContext, Error, Page

PATIENCE_S = 90
PHONE = {"width": 390, "height": 664}
_WATCH = """() => {
  const chance = crypto.getRandomValues.bind(crypto);
  // The numbers of seats in shuffles are fixed: a deal is the same every time.
  crypto.getRandomValues = (into) => into.byteLength === 16 ? into.fill(7) : chance(into);
  window.broken = [];
  window.shifts = [];
  addEventListener("securitypolicyviolation", (e) => window.broken.push(`policy: ${e.violatedDirective} ${e.blockedURI}`));
  const place = (box) => [box.x, box.y, box.width, box.height].map(Math.round).join(" ");
  const moved = ({ node, previousRect, currentRect }) => `${node?.className ?? node?.nodeName} ${place(previousRect)} → ${place(currentRect)}`;
  // The line says something else, and may need a second row of its own room for that.
  const line = ({ node }) => (node?.closest ? node : node?.parentElement)?.closest(".line-text");
  const keep = (entries) => entries.forEach((entry) => {
    const sources = entry.sources.filter((source) => !line(source)).map(moved);
    if (sources.length) window.shifts.push(sources.join(", "));
  });
  const watcher = new PerformanceObserver((list) => keep(list.getEntries()));
  watcher.observe({ type: "layout-shift" });
  window.flushShifts = () => keep(watcher.takeRecords());
}"""
_LASTING = ("add_init_script", "route_web_socket", "expose_function", "expose_binding")
"""What a page cannot be rid of again."""


class Profiles:
    """Pages, each in a context of its own; a new one costs twice what it costs to load one again where everything is at hand."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: dict[str, list[Page]] = {}

    def take(self, lang: str) -> Page:
        """An empty page of a profile in which nothing is stored, for somebody who gives it back."""
        free = self._free.setdefault(lang, [])
        if not free:
            page = self.new(lang).new_page()
            for target in (page, page.context):
                for name in _LASTING:
                    if hasattr(target, name):
                        setattr(target, name, functools.partial(_refuse, name))
            return page
        page = free.pop()
        page.set_viewport_size(PHONE)  # type: ignore[arg-type]  # any mapping of the two will do
        page.emulate_media(reduced_motion="reduce")
        return page

    def give_back(self, lang: str, page: Page) -> None:
        """Empty a page and its profile, and keep them for the next; one that is gone or hangs is of no more use."""
        try:
            _empty(page)
            self._free[lang].append(page)
        except Error:
            page.context.close()

    def new(self, lang: str, **options: Any) -> BrowserContext:
        """A profile that nobody else gets."""
        usual = {
            "viewport": PHONE,
            "locale": lang,
            "reduced_motion": "reduce",
            "service_workers": "block",  # it fetches everything a second time; tests that are about it allow it
        }
        context = patient(self._browser, **{**usual, **options})
        context.add_init_script(f"({_WATCH})()")
        return context


def patient(browser: Browser, **options: Any) -> BrowserContext:
    """A profile whose pages wait for what they need as long as a busy machine takes."""
    context = browser.new_context(**options)
    context.set_default_timeout(PATIENCE_S * 1000)
    return context


def _empty(page: Page) -> None:
    for other in page.context.pages:
        if other is not page:
            other.close()
    page.unroute_all()
    page.context.set_offline(False)
    page.evaluate("localStorage.clear(), sessionStorage.clear()")
    page.goto("about:blank")
    page.mouse.move(0, 0)
    page.context.clear_cookies()


def _refuse(name: str, *_: object, **__: object) -> NoReturn:
    raise AssertionError(f"{name} outlives a test: it needs a profile of its own, join(…, alone=True)")
