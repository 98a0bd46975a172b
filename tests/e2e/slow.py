"""The longest task of opening a table, and of each step of a deal, on a machine four times slower: `python -m tests.e2e.slow [paohuzi]`.

Times are those of the browser's main thread, of each step the least of some rounds: what else a machine does takes from its caches.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
from collections.abc import Iterator
from itertools import islice
from typing import Any

from playwright.sync_api import Browser

from paiju.wire import events_json, suit_faces, with_suit_faces
from tests.e2e.faces import PINNED, config
from tests.e2e.gallery import states, states_paohuzi
from tests.e2e.gallery.browser import serving
from tests.e2e.gallery.serve import app
from tools.browser import chromium

Json = dict[str, Any]
SLOWER = 4
MOST_MS = 50
SIZE = (1440, 900)
STEPS = 30
ROUNDS = 3
REST_MS = 1200
LOADED_MS = 4000
_CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline", "blink.user_timing", "toplevel"]
OPENED = "opened"
_PUSH = "(state) => { setTimeout(() => { performance.mark('step'); push(state); }); }"


def baohuang() -> Iterator[tuple[str, Json]]:
    """The steps of a new deal of 216 cards as one seat sees them, each with a name; its log grows. Before it another deal begins and ends."""
    (_, first), *_, (_, last) = deal_of(1, b"before")
    yield OPENED, first
    yield "", last
    yield from deal_of(2, b"slow")


def deal_of(number: int, seed: bytes) -> Iterator[tuple[str, Json]]:
    """All steps of a deal, the first one with all its log."""
    game, rules = states.GAME, states.GAME.options(states.M)
    rng, secret = random.Random(1), hashlib.sha256(seed).digest()
    state = game.deal(rules, secret, None)
    suits, sent = with_suit_faces(suit_faces(rules, secret), state, game.opening(state))
    events = list(sent)

    def seen() -> Json:
        displayed = states.table(
            state, 0, events_json(game, rules, events, 0), suits, room=states.room(me=0, preset="moegirl")
        )
        displayed["view"]["deal"] = number
        return {**displayed, "news": events_json(game, rules, sent, 0)}

    yield "dealt", seen()
    while actors := game.actors(state):
        action = states._some(game.legal_actions(state, actors[0]), rng)
        state, more = game.apply(state, actors[0], action)
        suits, sent = with_suit_faces(suits, state, more)
        events += sent
        yield f"seat {actors[0]} {action.verb}", grown(seen())


def grown(displayed: Json) -> Json:
    """A state whose log is what it was, and the news."""
    del displayed["log"]
    return {**displayed, "grown": True}


def paohuzi() -> Iterator[tuple[str, Json]]:
    """The same of Paohuzi, with the end of its other deal left out."""
    before = 0
    options = states_paohuzi.GAME.options({})
    state, events = next(states_paohuzi.moments(1))
    yield (
        OPENED,
        states_paohuzi.table(
            state, 0, [states_paohuzi.GAME.event_json(options, event.seen_by(0)) for event in events]
        ),
    )
    for state, events in states_paohuzi.moments(3):
        log = [states_paohuzi.GAME.event_json(options, event.seen_by(0)) for event in events]
        news, before = log[before:], len(log)
        yield (
            ", ".join(event["event"] for event in news),
            {
                **states_paohuzi.table(state, 0, log),
                "news": news,
            },
        )


def traced(browser: Browser, address: str, steps: list[tuple[str, Json]]) -> list[Json]:
    """What the browser did while a table that waits for its first message displayed the steps."""
    page = browser.new_page(
        viewport={"width": SIZE[0], "height": SIZE[1]}, reduced_motion="no-preference", locale="zh"
    )
    page.goto(f"{address}/gallery/loading?lang=zh")
    page.locator(".table-waiting").wait_for()
    page.wait_for_timeout(LOADED_MS)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    browser.start_tracing(page=page, categories=_CATEGORIES)
    for name, state in steps:
        page.evaluate(_PUSH, {**state, "whole": True})
        page.wait_for_timeout(LOADED_MS if name == OPENED else REST_MS)
    events: list[Json] = json.loads(browser.stop_tracing())["traceEvents"]
    page.close()
    return events


def longest(events: list[Json]) -> list[tuple[float, float]]:
    """The longest task of each step and the layout in it, in ms."""
    marks = [one for one in events if one["name"] == "step"]
    here = [one for one in events if (one["pid"], one["tid"]) == (marks[0]["pid"], marks[0]["tid"])]
    starts = sorted(one["ts"] for one in marks)
    found = []
    for start, end in zip(starts, [*starts[1:], float("inf")], strict=True):
        tasks = [
            one for one in here if one["name"] == "RunTask" and start - one.get("dur", 0) <= one["ts"] < end
        ]
        task = max(tasks, key=_ms)
        laid = [one for one in here if one["name"] == "Layout" and 0 <= one["ts"] - task["ts"] < task["dur"]]
        found.append((_ms(task), sum(map(_ms, laid))))
    return found


def _ms(event: Json) -> float:
    return float(event.get("tdur", event.get("dur", 0))) / 1000


def main() -> None:
    """Print a line a step; the exit status says whether a task is longer than the budget allows."""
    steps = list(islice(paohuzi() if "paohuzi" in sys.argv else baohuang(), STEPS + 1))
    with serving(app()) as address, chromium(config(PINNED)) as browser:
        rounds = [longest(traced(browser, address, steps)) for _ in range(ROUNDS)]
    times = [min(of_step) for of_step in zip(*rounds, strict=True)]
    late = 0
    for (name, _), (task, laid) in zip(steps, times, strict=True):
        if name:
            print(f"{task:5.0f} ms, layout {laid:3.0f}  {name}")
            late += task > MOST_MS
    print(f"{late} of {len(steps)} steps have a task beyond {MOST_MS} ms")
    sys.exit(late > 0)


if __name__ == "__main__":
    main()
