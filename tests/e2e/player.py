"""Somebody at a table: a page of its own, driven through the stable hooks alone, and whatever went wrong in it."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Error, Locator, Page, Request

from tests.e2e.profiles import PATIENCE_S, Profiles

_POLLS_MS = (25, 25, 35, 50, 70, 100)
"""Who waits longer need not look as often."""
# What a browser says by itself while the server is away.
_OF_OUTAGES = ("WebSocket connection to", "net::ERR_", "ERR_CONNECTION", "ERR_INTERNET", "Failed to fetch")
# What it says, perhaps a moment after the server is back, of a socket that the page gave up while it was opening.
_AFTER_OUTAGES = ("WebSocket is closed before the connection is established",)
_TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
_LOOK = """() => {
  const here = (el) => el && el.checkVisibility() && el.getAttribute("aria-disabled") !== "true" && !el.disabled;
  const all = (name) => [...document.querySelectorAll(`[data-testid="${name}"]`)].filter(here);
  const named = (name) => all(name).map((el) => el.dataset.action).filter(Boolean);
  window.flushShifts();
  return {
    settle: Boolean(document.querySelector('[data-testid="settle"]')),
    next: all("next-deal").length > 0,
    over: all("rematch").length > 0,
    auto: [...document.querySelectorAll('[data-testid="auto"]')].some((el) => el.ariaPressed === null),
    choices: named("choice"),
    do: named("do")[0] ?? "",
    fill: all("do").some((el) => el.dataset.fill),
    pass: named("pass").length > 0,
    hint: all("hint").length > 0,
    asked: Boolean(document.querySelector(".ask")),
    line: document.querySelector('[role="status"]')?.textContent ?? "",
    cards: document.querySelectorAll('[data-testid="card"]').length,
    seats: [...document.querySelectorAll('[data-testid^="seat-"]')].map((el) => `${el.dataset.count} ${el.dataset.turn}`).join(),
    shifts: window.shifts.length,
  };
}"""

Look = dict[str, Any]


class Player:
    """A guest with a browser profile of its own; `alone`, or with options of a context, with one that nobody had before.

    Everything a page must not do is stored in `wrong`.
    """

    def __init__(
        self, profiles: Profiles, url: str, name: str = "", *, lang: str = "en", alone: bool = False, **context: Any
    ) -> None:  # fmt: skip
        self.url = url
        self.name = name
        self.lang = lang
        self.wrong: list[str] = []
        self.wanted: list[str] = ["Service Worker registration blocked"]
        self.shifts: list[str] = []
        self.away = self._was_away = False
        self._profiles = profiles
        self._came = lang
        self._alone = alone or bool(context)
        self._heeded: list[tuple[Any, str, Callable[..., Any]]] = []
        self.page = profiles.new(lang, **context).new_page() if self._alone else profiles.take(lang)
        self.context = self.page.context
        self.heed("request", self._requested, self.context)
        self._watch(self.page)

    def heed(self, event: str, handler: Callable[..., Any], of: Any = None) -> None:
        """Hear events of the page, or of something else, until the player leaves."""
        self._heeded.append((of or self.page, event, handler))
        (of or self.page).on(event, handler)

    def new_page(self) -> Page:
        """Another page of the same guest, watched as well."""
        page = self.context.new_page()
        self._watch(page)
        return page

    def _watch(self, page: Page) -> None:
        self.heed("console", lambda message: self._heard(message.type, message.text), page)
        self.heed("pageerror", lambda error: self.wrong.append(f"page: {error}"), page)

    def close(self) -> None:
        """Leave."""
        for of, event, handler in self._heeded:
            of.remove_listener(event, handler)
        self._heeded.clear()
        if self._alone:
            self.context.close()
        else:
            self._profiles.give_back(self._came, self.page)

    def _heard(self, kind: str, text: str) -> None:
        expected = [*self.wanted, *(_OF_OUTAGES if self.away else _AFTER_OUTAGES if self._was_away else ())]
        if kind in ("error", "warning") and not any(sign in text for sign in expected):
            self.wrong.append(f"console: {text}")

    def _requested(self, request: Request) -> None:
        wanted, own = urlsplit(request.url), urlsplit(self.url)
        if wanted.scheme in ("http", "https", "ws", "wss") and wanted.netloc != own.netloc:
            self.wrong.append(f"elsewhere: {request.url}")

    @contextlib.contextmanager
    def outage(self) -> Iterator[None]:
        """While the server is away the browser may complain about that, and about nothing else."""
        self.away = self._was_away = True
        yield
        self.away = False

    def check(self) -> None:
        """Nothing has gone wrong in the page.

        Raises:
            AssertionError: with all that has.
        """
        broken = [] if self.page.is_closed() else self.page.evaluate("window.broken ?? []")
        assert not [*self.wrong, *broken], f"{self.name}: {[*self.wrong, *broken]}"

    # Walking through the pages

    def hook(self, name: str) -> Locator:
        """The element with a stable name."""
        return self.page.get_by_test_id(name)

    def home(self) -> None:
        """The first page, in the player's language."""
        self.page.goto(f"{self.url}/")
        self.hook("play-baohuang").wait_for()
        if self.page.locator("html").get_attribute("lang") != self.lang:
            self.hook(f"lang-{self.lang}").click()
            self.until(f"document.documentElement.lang.startsWith('{self.lang}')")

    def call_oneself(self) -> None:
        """Take the player's name, as the name button of the home page would."""
        answer = self.context.request.post(f"{self.url}/api/me", data={"name": self.name, "lang": self.lang})
        assert answer.ok, answer.text()

    def open_room(self, game: str) -> str:
        """Open a room from home; its code."""
        self.hook(f"room-{game}").click()
        return self.hook("room-code").inner_text().replace("\n", "").replace(" ", "")

    def join(self, code: str) -> None:
        """Into a room by its code; the sixth digit already asks."""
        self.hook("join-code").fill(code)
        self.hook("room-code").wait_for()

    @property
    def table_id(self) -> str:
        """The table this page is at."""
        return self.page.url.rsplit("/table/", 1)[1].split("?")[0]

    # At the table

    def look(self) -> Look:
        """What the page offers now."""
        look: Look = self.page.evaluate(_LOOK)
        return look

    def wait(self, what: Callable[[Look], Any], why: str = "") -> Look:
        """The first look that `what` likes.

        Raises:
            AssertionError: none came.
        """
        for _ in self._looks():
            if what(look := self.look()):
                return look
        raise AssertionError(f"{self.name} waited in vain: {why} {look}")

    def is_prompted(self) -> bool:
        """Whether the player is ever prompted in this deal: once in some hundred deals of Paohuzi others end it before."""
        return not self.wait(
            lambda look: look["choices"] or look["hint"] or look["settle"], "a question or the end"
        )["settle"]

    def sit_down(self, game: str) -> None:
        """From home to a table with bots, at which the player is prompted."""
        for _ in range(20):
            self.home()
            self.hook(f"play-{game}").click()
            self.hook("hand").wait_for()
            if self.is_prompted():
                return
        raise AssertionError(f"{self.name} is never asked")

    def until(self, script: str) -> None:
        """Wait until an expression holds in the page.

        Raises:
            AssertionError: it never did.
        """
        assert any(self.page.evaluate(script) for _ in self._looks()), (
            f"{self.name} waited in vain for {script}"
        )

    def _looks(self) -> Iterator[None]:
        """Time and again, until patience ends."""
        end, polls = time.monotonic() + PATIENCE_S, iter(_POLLS_MS)
        while time.monotonic() < end:
            yield
            self.page.wait_for_timeout(next(polls, _POLLS_MS[-1]))

    def step(self, prefer: Sequence[str] = ()) -> str:
        """Answer the question, if there is one: the action taken, or "" for none. `prefer` are verbs to choose first."""
        look = self.look()
        if look["settle"]:
            return ""
        if look["choices"] and (look["asked"] or not look["do"]):
            return self._choose(look, prefer)
        if look["do"]:
            return self._press("do", look["do"])
        if look["fill"]:
            return self._press("do", "fill")
        if look["hint"] and (look["cards"] or look["pass"]):
            return self._ask_hint(look)
        return self._press("pass", "pass") if look["pass"] else ""

    def _choose(self, look: Look, prefer: Sequence[str]) -> str:
        verbs = {action.split()[0]: action for action in reversed(look["choices"])}
        wanted = next((verbs[verb] for verb in ("hu", *prefer) if verb in verbs), None)
        if wanted is None and look["pass"]:
            return self._press("pass", "pass")
        return self._press("choice", wanted or look["choices"][0])

    def _ask_hint(self, look: Look) -> str:
        """The hint chooses cards, or says to pass: the line tells which."""
        self.page.evaluate(_TWO_FRAMES)
        look = self.look()
        before = look["line"], look["do"], look["choices"]
        if not self._press("hint", "hint"):
            return ""
        answered = self.page.evaluate(
            """async ([line, ms]) => {
              const end = performance.now() + ms;
              for (;;) {
                const main = document.querySelector('[data-testid="do"]');
                if (!main || main.dataset.action || main.dataset.fill) return true;
                if ((document.querySelector('[role="status"]')?.textContent ?? "") !== line) return true;
                if (performance.now() > end) return false;
                await new Promise((done) => setTimeout(done, 10));
              }
            }""",
            [look["line"], 5000],
        )
        now = self.look()
        if now["shifts"] > look["shifts"] and now["seats"] == look["seats"]:
            self.shifts += self.page.evaluate("from => window.shifts.slice(from)", look["shifts"])
        if now["do"] or now["fill"]:
            return self._press("do", now["do"] or "fill")
        if answered and before != (now["line"], now["do"], now["choices"]) and now["pass"]:
            return self._press("pass", "pass")
        return ""

    def press(self, hook: str) -> bool:
        """Press a button if it is still there."""
        return bool(self._press(hook, hook))

    def _press(self, hook: str, action: str) -> str:
        """Press a button if it is still there; the table moves on by itself too."""
        wanted = f'[data-testid="{hook}"]' + (f'[data-action="{action}"]' if hook == "choice" else "")
        button = self.page.locator(wanted).locator("visible=true").first
        try:
            button.click(timeout=2000)
        except Error:  # gone or covered in between: the next look tells
            return ""
        return action

    def shot(self, folder: Path, name: str) -> Path:
        """A picture of the page."""
        path = folder / f"{name}.png"
        with contextlib.suppress(Error):
            self.page.screenshot(path=path, timeout=10_000)
        return path


def play(
    players: Sequence[Player], until: Callable[[], bool], *, prefer: Sequence[str] = (), limit_s: float = 600
) -> list[str]:
    """Let players answer in turn until something holds; the actions taken."""
    taken: list[str] = []
    end, idle = time.monotonic() + limit_s, 0
    while not until():
        assert time.monotonic() < end, (
            f"no end in sight after {len(taken)} actions, the last {taken[-5:]}: "
            + str([(player.name, player.look()) for player in players])
        )
        acted = [action for player in players if (action := player.step(prefer))]
        taken += acted
        idle = 0 if acted else idle + 1
        if idle:
            players[0].page.wait_for_timeout(_POLLS_MS[:idle][-1])
    return taken


def settled(*players: Player) -> Callable[[], bool]:
    """Whether every one of them sees the result of a deal."""
    return lambda: all(player.look()["settle"] for player in players)
