"""The gallery served in a thread, and pages to look at it."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterator
from typing import Any

import uvicorn
from playwright.sync_api import Browser, BrowserContext, Error, Page
from starlette.types import ASGIApp

from tests.e2e.profiles import PATIENCE_S, patient
from tests.ports import free_port


@contextlib.contextmanager
def serving(app: ASGIApp) -> Iterator[str]:
    """The address at which `app` is served while the block runs."""
    port = free_port()
    settings = uvicorn.Config(
        app, port=port, log_level="error", ws="none", lifespan="off",
        timeout_keep_alive=PATIENCE_S,  # a page that stands still must not request on a connection that is just being closed
    )  # fmt: skip
    server = uvicorn.Server(settings)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join()


class Pages:
    """Opens pages for one test after the other.

    They share what was loaded, and a page that a test is done with is emptied and handed out again: a new one starts a process
    and compiles all modules again, which costs four times as much as what most tests do.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._contexts: dict[str | None, BrowserContext] = {}
        self._open: list[tuple[str | None, Page]] = []
        self._free: dict[str | None, Page] = {}

    def open(
        self, size: tuple[int, int] = (390, 664), *, motion: Any = "reduce", locale: str | None = None
    ) -> Page:
        """An empty page, `size` in CSS px."""
        if locale not in self._contexts:
            # The service worker takes twice the time to load anything from; tests that are about it have pages of their own.
            self._contexts[locale] = patient(self._browser, locale=locale, service_workers="block")
        page = self._free.pop(locale, None) or self._contexts[locale].new_page()
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.emulate_media(reduced_motion=motion)
        self._open.append((locale, page))
        return page

    def again(self, size: tuple[int, int]) -> Page:
        """The page that this test has open already, in another size, or its first."""
        if not self._open:
            return self.open(size)
        page = self._open[-1][1]
        page.set_viewport_size({"width": size[0], "height": size[1]})
        return page

    def close(self) -> None:
        """Take all pages back; the next test finds nothing stored by these."""
        while self._open:
            locale, page = self._open.pop()
            if _emptied(page) and locale not in self._free:
                self._free[locale] = page
            else:  # of two that are open, the storage of one may be old in the other
                page.close()


def _emptied(page: Page) -> bool:
    """Whether nothing of a page is left; one that is gone or hangs is of no more use."""
    try:
        page.unroute_all()
        page.evaluate("localStorage.clear(), sessionStorage.clear()")
        page.goto("about:blank")
        page.mouse.move(0, 0)
    except Error:
        return False
    return True
