"""Matches that end before their time, and seats that are left."""

from __future__ import annotations

from tests.e2e.company import close_sheet, menu
from tests.e2e.player import Player
from tests.e2e.records import Ear
from tests.e2e.test_matches import next_deal


def end_of(player: Player) -> tuple[str, int, int]:
    """What the page shows of a match that was ended."""
    player.hook("ended").wait_for()
    assert not player.hook("hand").count()
    displayed = player.hook("ended")
    return displayed.inner_text(), displayed.locator("tbody tr").count(), player.hook("replay").count()


def test_a_match_alone_is_ended_once_that_is_confirmed(join, server):
    """Its score sheet stays, through a reload and a restart of the server, with the replay and a rematch."""
    player = join("Tom", lang="en")
    ear = Ear(player)
    player.home()
    player.hook("play-paohuzi").click()
    player.hook("hand").wait_for()
    player.wait(lambda look: look["auto"] or look["settle"] or player.press("auto"), "a bot plays on")
    player.wait(lambda look: look["settle"], "the end of the deal")
    next_deal([player])
    player.wait(lambda look: not look["auto"] or look["settle"] or not player.press("auto"), "the seat back")
    while not player.is_prompted():  # that deal is over as well
        next_deal([player])
    deals = ear.view["deal"] - 1
    menu(player, "web.table.dismiss")
    close_sheet(player, "dismiss")
    assert player.hook("hand").count()
    menu(player, "web.table.dismiss")
    player.hook("dismiss-now").click()
    end = end_of(player)
    assert end[1:] == (deals, 1)
    player.page.reload()
    assert end_of(player) == end
    with player.outage():
        server.stop()
        server.start()
        player.page.reload()
    assert end_of(player) == end
    old = player.table_id
    player.hook("rematch").click()
    player.until(f"!location.pathname.includes('{old}')")
    player.hook("hand").wait_for()
