"""The page's own code in a browser, as a page of a `Simulation`."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import paiju
from paiju.server.tables import shuffle
from tests.server.table.simulation import Simulation

WEB = Path(paiju.__file__).parent / "server" / "web"
HOST = "http://paiju.test"
TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
HEAR = """
  async ([table, state, again]) => {
    const { Following } = await import("/static/fairness/following.js");
    window.followed ??= {};
    const followed = (window.followed[table] ??= new Following(table));
    const say = await followed.hear(state, again);
    return { say, doubts: followed.stored.doubts };
  }
"""
CHANCE = """
  // The numbers of seats in shuffles: another each time, and the same in every run.
  window.drawn = 0;
  crypto.getRandomValues = (into) => {
    drawn += 1;
    return into.forEach((_, at) => (into[at] = 31 * drawn + 7 * at)) ?? into;
  };
"""
Json = dict[str, Any]
_numbers = itertools.count()


class Site:
    """The files of the client, and the chains of tables, for a browser that has no server."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.chains: dict[str, Callable[[], Json]] = {}
        page.route(f"{HOST}/**", self._serve)
        page.add_init_script(CHANCE)
        page.goto(f"{HOST}/")

    def draw_again(self) -> None:
        """Draw the same numbers once more."""
        self.page.evaluate("window.drawn = 0")

    def _serve(self, route: Any) -> None:
        path = route.request.url.removeprefix(HOST).partition("?")[0]
        if path.startswith("/static/"):
            file = WEB / path.removeprefix("/static/")
            route.fulfill(body=file.read_text("utf-8"), content_type=TYPES[file.suffix])
        elif path.startswith("/api/tables/"):
            chain = self.chains[path.split("/")[3]]()
            route.fulfill(
                body=json.dumps(chain), content_type="application/json", status=200 if chain else 404
            )
        else:
            route.fulfill(body="<!doctype html><title>check</title>", content_type="text/html")


class Watchful:
    """A page of `guest` that follows the shuffles with the client's own code. `chain` may be made to lie."""

    def __init__(self, site: Site, sim: Simulation, guest: str) -> None:
        self._site, self._page = site, sim.pages[guest]
        self._table = f"t{next(_numbers)}"
        self.chain: Callable[[], Json] = lambda: shuffle.links(sim.table)
        self.doubts: list[Json] = []
        self.asleep = False
        site.chains[self._table] = self._chain
        sim.pages[guest].honest = self

    def _chain(self) -> Json:
        return self.chain()

    @property
    def keys(self) -> list[str]:
        """What does not fit, in order."""
        return [doubt["key"] for doubt in self.doubts]

    def hear(self, room: Json, *, again: bool = False) -> list[Json]:
        """The answers of the client."""
        if self.asleep:
            return []
        state = {"room": room, "view": self._page.view, "log": self._log()}
        found = self._site.page.evaluate(HEAR, [self._table, state, again])
        self.doubts = found["doubts"]
        return found["say"]

    def reload(self) -> None:
        """Forget everything but what the browser keeps."""
        self._site.page.evaluate("(table) => void delete window.followed?.[table]", self._table)

    def _log(self) -> list[Json]:
        log: list[Json] = []
        deal = None
        for message in self._page.got:
            if message["type"] == "welcome":
                log, deal = list(message["log"]), (message["view"] or {}).get("deal")
            elif message["type"] == "events":
                if message["view"].get("deal", deal) != deal:
                    log, deal = [], message["view"]["deal"]
                log += message["list"]
        return log
