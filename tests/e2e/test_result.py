"""The end of a deal at the table: the cards that decided it first, then the result, without a jump."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.e2e.profiles import PATIENCE_S, PHONE

LOADED = 3000  # ms of a deal after which the result's style and code are requested
RESULT = ("css/settle.css", "bundles/ended.js", "settle.json")
_DIGEST = re.compile(r"\.[0-9a-f]{10}(?=\.\w+$)")
# The page waits for the same: a file that has arrived is not yet a style that holds or a module that has run.
TAKEN_IN = """async () => {
  const [{ styled }, { worded }] = await Promise.all([import("/static/ui/nav.js"), import("/static/texts.js")]);
  await styled(worded(import("/static/settle/settle.js"), "settle"), "settle");
}"""
SHIFTS = """() => {
  window.shifted = [];
  new PerformanceObserver((list) => window.shifted.push(...list.getEntries().map((entry) => entry.value))).observe({ type: "layout-shift" });
}"""
WON = {"emperor": "保皇一方", "people": "平民一方", "tie": "平局"}
Open = Callable[..., "End"]


class End:
    """A table one decision before the end of its deal; the time of its page stands unless it is moved on."""

    def __init__(self, page: Page, name: str, arrived: list[str]) -> None:
        self.page = page
        self._arrived = arrived
        self.end: dict[str, Any] = page.evaluate(
            "name => fetch(`/gallery/${name}.json`).then((r) => r.json())", name
        )
        self.before: dict[str, Any] = page.evaluate(
            "name => fetch(`/gallery/${name}-end.json`).then((r) => r.json())", name
        )

    def push(self, changes: dict[str, Any]) -> None:
        self.page.evaluate("(changes) => push(changes)", changes)
        self.page.clock.run_for(100)

    def over(self, **changes: Any) -> None:
        """The last events come, and after them the room."""
        events = [event for event in self.end["log"] if event["event"] in ("played", "hu", "over", "score")][
            -8:
        ]
        self.push({"view": self.end["view"], "log": self.end["log"], "news": events})
        self.push({"room": {**self.end["room"], **changes}})

    def loaded(self, *files: str, step: int = 0) -> None:
        """Time goes on until the page has files that it asks for, the last ones of the result, and has taken them in."""
        self.until(lambda: all(map(self._has, files)), step)
        self.page.evaluate(TAKEN_IN)
        self.page.clock.run_for(100)

    def _has(self, file: str) -> bool:
        return any(_DIGEST.sub("", url).endswith(f"/{file}") for url in self._arrived)

    def until(self, holds: Callable[[], bool], step: int = 100) -> None:
        """Time goes on until something is seen to hold: effects of the page wait for its clock."""
        end = time.monotonic() + PATIENCE_S
        while not holds():
            assert time.monotonic() < end, (holds, self._arrived)
            self.page.clock.run_for(step)
            self.page.wait_for_timeout(20)  # an answer takes real time, on a busy machine much of it

    @property
    def moment(self) -> bool:
        return self.page.get_by_test_id("moment").is_visible()

    @property
    def result(self) -> bool:
        return self.page.get_by_test_id("settle").is_visible()


@pytest.fixture
def opened(browser: Browser, gallery: str) -> Iterator[Open]:
    displayed: list[BrowserContext] = []

    def make(name: str, lang: str = "zh", *, lost: str = "", **options: Any) -> End:
        """A page in the state `name`-end; the first request for `lost` gets no answer."""
        while displayed:
            displayed.pop().close()
        displayed.append(browser.new_context(viewport=PHONE, **options))
        page = displayed[0].new_page()
        arrived: list[str] = []
        page.on("requestfinished", lambda request: arrived.append(request.url))
        if lost:
            stem, _, ending = lost.rpartition(".")
            page.route(f"**/{stem}.*.{ending}", lambda route: route.abort(), times=1)
        page.clock.install(time=0)
        page.goto(f"{gallery}/gallery/{name}-end?lang={lang}")
        page.locator(".frame .bar").wait_for()
        page.clock.pause_at(600_000)
        page.clock.run_for(100)
        page.clock.run_for(LOADED)
        at = End(page, name, arrived)
        # What else is under way when a request is refused may arrive without a word of Playwright.
        if not lost:
            at.loaded(*RESULT)
        return at

    yield make
    for context in displayed:
        context.close()


@pytest.mark.parametrize(
    ("name", "cards"), [("settle", ".moment-last .art"), ("settle-hu", ".moment-sets .pz-chip")]
)
def test_the_decisive_cards_are_displayed_before_the_result(opened: Open, name: str, cards: str) -> None:
    """For a second and a half at least; the style of the result is there before it is needed, and nothing jumps."""
    at = opened(name)
    assert at.page.locator('link[href*="css/settle."]').count() == 1, "requested while the deal runs"
    at.page.evaluate(SHIFTS)
    at.over()
    expect(at.page.get_by_test_id("moment")).to_be_visible()
    assert at.page.locator(cards).count() >= 1
    displayed = at.page.get_by_test_id("moment").inner_text()
    winner = at.end["view"]["result"]["winner"]
    assert (
        WON[winner] if name == "settle" else at.end["room"]["seats"][winner]["name"] if winner else "我"
    ) in displayed
    at.page.clock.run_for(1500)
    assert at.moment
    assert not at.result
    at.page.clock.run_for(1000)
    expect(at.page.get_by_test_id("settle")).to_be_visible()
    assert not at.moment
    at.page.clock.run_for(500)
    assert at.page.evaluate("window.shifted") == []


def test_a_key_or_a_tap_skips_to_the_result(opened: Open) -> None:
    """Once it is not the press any more that was meant for the table; and it does nothing else."""
    at = opened("settle")
    at.over()
    at.page.keyboard.press("Space")
    assert at.moment
    at.page.clock.run_for(200)
    at.page.get_by_test_id("menu").click(force=True)
    expect(at.page.get_by_test_id("settle")).to_be_visible()
    assert at.page.get_by_test_id("menu-sheet").count() == 0
    at.page.keyboard.press("Escape")
    assert at.page.get_by_test_id("settle-open").is_visible()
    at.push({"view": {**at.before["view"], "deal": 4}, "whole": True, "room": at.before["room"], "news": []})
    at.end["view"]["deal"] = 4
    at.over()
    at.page.clock.run_for(400)
    at.page.keyboard.press("a")
    expect(at.page.get_by_test_id("settle")).to_be_visible()


def test_reduced_motion_also_displays_the_decisive_cards(opened: Open) -> None:
    at = opened("settle-hu", reduced_motion="reduce")
    at.over()
    assert at.moment
    assert at.page.evaluate("document.querySelector('.moment').getAnimations().length") == 0
    at.page.clock.run_for(1500)
    assert at.moment


def test_the_result_has_the_totals_of_its_deal_and_the_servers_countdown(opened: Open) -> None:
    """The result waits for the room; the seconds to the next deal run from when the server said so."""
    at = opened("settle")
    at.push({"view": at.end["view"], "log": at.end["log"], "news": at.end["log"][-6:]})
    at.page.clock.run_for(3000)
    assert not at.moment
    assert not at.result, "the totals have not come"
    at.push({"room": {**at.end["room"], "next_ms": 40_000}})
    expect(at.page.get_by_test_id("settle")).to_be_visible()
    total = at.end["room"]["match"]["scores"][0]
    assert f"+{total}" in at.page.locator('.settle-seats [data-you="true"]').inner_text()
    at.page.keyboard.press("Escape")
    at.page.clock.run_for(10_000)
    at.push({"said": {"seat": 2, "name": "x", "phrase": "nice"}})
    at.page.get_by_test_id("settle-open").click()
    at.page.clock.run_for(300)
    expect(at.page.get_by_test_id("next-deal")).to_contain_text("30")


def test_a_page_that_opens_later_displays_the_result_at_once(opened: Open) -> None:
    at = opened("settle-hu")
    at.push({**at.end, "whole": True})
    assert not at.moment
    expect(at.page.get_by_test_id("settle")).to_be_visible()


@pytest.mark.parametrize("lost", ["bundles/ended.js", "css/settle.css"])
def test_a_result_that_failed_to_load_is_requested_again(opened: Open, lost: str) -> None:
    """A page that lost its connection when it would have loaded the result shows it all the same."""
    at = opened("settle", lost=lost)
    at.loaded(lost, step=500)
    at.over()
    expect(at.page.get_by_test_id("moment")).to_be_visible()
    assert at.page.evaluate("getComputedStyle(document.querySelector('.moment')).position") == "absolute"


def test_the_costliest_decision_is_displayed_on_request(opened: Open) -> None:
    """From the review of the deal as one's own seat played it, with its reason, a way there, and what was luck; until it is there
    the sheet says how far it is."""
    at = opened("settle", "en")
    parts = {"cards": -3.5, "chance": 0.0, "own": 1.5, "others": 0.5}
    whole = {"result": -1.5, "void": False, "parts": parts, "curve": [-3.5, -1.5], "table": {}}
    one = {
        "seat": 0,
        "phase": "play",
        "played": "play 9 9",
        "best": "pass",
        "se": 0.1,
        "behind": 0.0,
        "expected": None,
        "why": [],
    }
    why = [{"key": "keeps_big", "facts": {"count": 1, "groups": 3}}]
    decisions = [
        {**one, "index": 9, "loss": 0.4, "verdict": "inaccuracy", "why_best": []},
        {**one, "index": 17, "loss": 2.1, "verdict": "blunder", "why_best": why},
        {**one, "index": 23, "loss": 3.0, "verdict": "blunder", "why_best": []},
    ]
    begun = {"state": "running", "done": 0, "of": 7, "decisions": [], "deal": None}
    answers = [
        begun,
        {**begun, "state": "done", "done": 7, "decisions": decisions, "stood": [23], "deal": whole},
    ]
    requests: list[str] = []

    def answer(route: Route) -> None:
        requests.append(f"{route.request.method} {route.request.url.split('/')[-1]}")
        route.fulfill(json=answers.pop(0) if route.request.method == "GET" else {})

    at.page.route("**/api/records/*/review*", answer)
    at.over()
    at.page.clock.run_for(2500)
    at.page.get_by_test_id("judge-ask").click()
    judged = at.page.get_by_test_id("judged")
    at.until(lambda: at.page.locator('[data-testid="judged"][data-done="true"]').count() == 1)
    expect(judged).to_contain_text("cost 2.1 points; better: Pass (keeps 1 red joker, with 3 groups left)")
    expect(judged).to_contain_text("Without luck: +2.")
    expect(judged).to_contain_text("-3.5")
    expect(at.page.get_by_test_id("judge-ask")).to_have_count(0)
    assert "step=17" in (at.page.get_by_test_id("dearest").get_attribute("href") or "")
    seat, deal = at.end["room"]["you"]["seat"], at.end["view"]["deal"]
    assert [line.split("&page=")[0] for line in requests] == [
        f"GET review?deal={deal}&seat={seat}&done=0"
    ] * 2


def reason(at: End, **result: Any) -> str:
    """Why the deal ended as it did, if its result were this one."""
    view = {**at.end["view"], "result": {**at.end["view"]["result"], **result}}
    at.push({"view": view, "whole": True, "room": at.end["room"], "log": at.end["log"]})
    return at.page.get_by_test_id("reason").inner_text()


@pytest.mark.parametrize("lang", ["zh", "en", "fa"])
def test_the_result_says_why_in_other_words_for_each_end(opened: Open, lang: str) -> None:
    """Who was first and last and on which side, what the rule makes of that, who was the guard: never the same for win, loss and tie."""
    at = opened("settle", lang)
    names = [seat["name"] for seat in at.end["room"]["seats"][1:]]
    won = [{**item, "reason": "moegirl", "solo": False} for item in at.end["view"]["result"]["items"]]
    ends = {"emperor": "EGPPP", "tie": "EPPPG", "people": "PPPEG"}  # by place
    words = {"E": "emperor", "G": "guard", "P": "commoner"}
    said: dict[str, str] = {}
    for winner, by_place in ends.items():
        roles = [words[letter] for letter in by_place]
        said[winner] = reason(at, winner=winner, places=[1, 2, 3, 4, 5], roles=roles, items=won)
        assert names[3] in said[winner].splitlines()[0], "who was last"
        assert all(name in said[winner] for name in names)
    roles = ["commoner", "emperor", "guard", "commoner", "commoner"]
    for winner in ends:
        said[f"agreed {winner}"] = reason(at, winner=winner, places=[1, 2, 3, 4, 5], roles=roles, items=won)
    for kind, changed in (("solo", {"solo": True}), ("points", {"reason": "team2"})):
        for winner in ends:
            changes = {"items": [{**item, **changed} for item in won], "winner": winner}
            said[f"{kind} {winner}"] = reason(at, places=[1, 2, 3, 4, 5], roles=roles, **changes)
    said["void"] = reason(at, void=True, items=[])
    assert len(set(said.values())) == len(said), said
    assert not [text for text in said.values() if "{" in text or "web." in text]


def test_a_result_of_paohuzi_says_on_which_card_and_who_pays(opened: Open) -> None:
    at = opened("settle-hu", "en")
    said = reason(at)
    assert "turned up by" in said
    assert "21 hu, 15 needed" in said
    items = [{**item, "reason": "discard"} for item in at.end["view"]["result"]["items"]]
    at.end["log"] = [
        {**event, "event": "discard"} if event["event"] == "draw" else event for event in at.end["log"]
    ]
    assert "thrown by" in reason(at)
    assert "thrower alone pays" in reason(at, items=items)
    at.end["log"] = [event for event in at.end["log"] if event["event"] not in ("draw", "discard")]
    assert "the dealer exposed" in reason(at)
    assert "were dealt" in reason(at, card=None)
    assert "nobody pays" in reason(at, draw=True, winner=None, items=[], card=None, returns=[0, 0, 0])
