"""A table that is played at for hours holds nothing of the deals before: no elements, no listeners, no heap."""

from __future__ import annotations

import pytest
from playwright.sync_api import CDPSession

from tests.e2e.gallery.browser import Pages

MOST = 1.5
ROUNDS = """async ([play, end], rounds) => {
  const frames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const lines = () => document.querySelectorAll("[data-testid=log] li").length;
  const until = async (holds) => { while (!holds()) await frames(); };
  for (let round = 0; round < rounds; round += 1) {
    for (let sent = 1; sent <= play.log.length; sent += Math.ceil(play.log.length / 8)) {
      const before = lines();
      push({ ...play, whole: true, log: play.log.slice(0, sent) });
      await until(() => lines() !== before || sent === 1);
    }
    push({ ...end, whole: true });
    await until(() => document.querySelector("[data-testid=settle]"));
    await frames();
  }
}"""
"""Deals in which the log grows step by step, and their ends."""
HURRY = """() => {
  const { setTimeout } = window;
  window.setTimeout = (call, ms, ...more) => setTimeout(call, Math.min(ms ?? 0, 10), ...more);
}"""


def held(cdp: CDPSession) -> dict[str, float]:
    """What the page holds once everything that can go is gone."""
    for _ in range(3):
        cdp.send("HeapProfiler.collectGarbage")
    counts = cdp.send("Memory.getDOMCounters")
    heap = cdp.send("Runtime.getHeapUsage")["usedSize"]
    return {"nodes": counts["nodes"], "listeners": counts["jsEventListeners"], "heap": heap}


def grown(before: dict[str, float], after: dict[str, float]) -> dict[str, tuple[float, float]]:
    """What has grown beyond measure."""
    return {name: (was, after[name]) for name, was in before.items() if after[name] > MOST * was}


@pytest.mark.parametrize(
    "states",
    [
        pytest.param(("lead", "settle"), id="baohuang"),
        pytest.param(("pz-discard", "settle-hu"), id="paohuzi", marks=pytest.mark.long),
    ],
)
def test_deals_leave_no_elements_and_no_listeners(
    pages: Pages, gallery: str, states: tuple[str, str]
) -> None:
    page = pages.open()
    page.goto(f"{gallery}/gallery/{states[0]}?lang=en")
    page.wait_for_function("() => window.ready")
    page.evaluate(HURRY)
    given = page.evaluate(
        "(names) => Promise.all(names.map((name) => fetch(`/gallery/${name}.json`).then((got) => got.json())))",
        states,
    )
    cdp = page.context.new_cdp_session(page)
    page.evaluate(f"([given, rounds]) => ({ROUNDS})(given, rounds)", [given, 2])
    before = held(cdp)
    page.evaluate(f"([given, rounds]) => ({ROUNDS})(given, rounds)", [given, 5])
    assert grown(before, held(cdp)) == {}


@pytest.mark.long
@pytest.mark.parametrize("game", ["baohuang", "paohuzi"])
def test_twenty_deals_hold_hardly_more_than_two(join, record_property, game):
    player = join("Tom", lang="en")
    player.home()
    wanted = {"game": game, "options": {"match_end": "deals", "match_length": 20}, "quick": True}
    made = player.context.request.post(f"{player.url}/api/tables", data=wanted)
    player.page.goto(f"{player.url}/table/{made.json()['id']}")
    player.hook("hand").wait_for()
    cdp = player.context.new_cdp_session(player.page)
    seen = []
    for _ in range(20):
        player.wait(lambda look: look["auto"] or look["settle"] or player.press("auto"), "a bot plays on")
        player.wait(lambda look: look["settle"], "the end of the deal")
        player.wait(lambda look: look["next"] or look["over"], "what was won")
        seen.append(held(cdp))
        if player.press("next-deal"):
            player.wait(lambda look: not look["settle"], "the next deal")
    record_property(f"held by {game} after two deals and after twenty", (seen[1], seen[-1]))
    assert grown(seen[1], seen[-1]) == {}
