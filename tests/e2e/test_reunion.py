"""The same people once more: one of them takes the link at the end of a match, the other opens it, and both sit where they sat."""

from __future__ import annotations

import pytest

from tests.e2e.company import start
from tests.e2e.player import Player
from tests.e2e.test_sharing import PLAY

pytestmark = pytest.mark.long

MAKE = """() => fetch("/api/tables", {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ game: "paohuzi", options: { match_length: 1 }, settings: { tempo: "instant", window_ms: 600 } }),
}).then((answer) => answer.json()).then(({ id }) => id)"""
SEATS = """[...document.querySelectorAll("[data-testid^=seat-]")]
  .map((seat) => [seat.dataset.kind, seat.querySelector("bdi").textContent.trim()].join(" "))"""


def played(host: Player, guest: Player) -> str:
    """A match of one deal by two people and a bot, played to its end without their pages; its table."""
    for player in (host, guest):
        player.home()
        player.call_oneself()
    table = str(host.page.evaluate(MAKE))
    host.page.goto(f"{host.url}/table/{table}")
    guest.page.goto(host.hook("room-link").input_value())
    host.until("document.querySelectorAll('[data-kind=human]').length === 2")
    host.page.locator("[data-testid^=add-bot-]").click()
    start(host, [guest])
    for player in (host, guest):
        player.home()
        player.page.evaluate(f"(id) => void ({PLAY})(id).then(() => {{ window.done = true; }})", table)
    for player in (host, guest):
        player.until("window.done")
    return table


def test_the_players_of_a_match_meet_again_by_a_link(join):
    """Anyone who takes the link is the host of the new room, no matter who opened the first one."""
    tom, ann = join("Tom", lang="en"), join("Ann", lang="en")
    table = played(tom, ann)
    ann.page.goto(f"{ann.url}/table/{table}")
    ann.hook("reunite").click()
    ann.until(f"!location.pathname.endsWith('{table}')")
    tom.page.goto(ann.hook("room-link").input_value())
    tom.hook("ready").wait_for()
    assert tom.table_id == ann.table_id != table
    for player in (tom, ann):
        first, second, third = player.page.evaluate(SEATS)
        assert (first, second, third[:3]) == ("human Tom", "human Ann", "bot")
    start(ann, [tom])
    for player in (tom, ann):
        assert player.look()["cards"] >= 20
