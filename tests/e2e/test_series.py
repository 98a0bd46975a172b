"""The deals of the day in the browser: the same cards for two guests, a power cut, the sheet."""

from __future__ import annotations

import contextlib
import random
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Error

from tests.e2e.checks import barriers, misfits
from tests.e2e.company import word
from tests.e2e.player import Player, settled
from tests.e2e.profiles import PATIENCE_S

DEAL_S = 600
"""A busy machine may need so long for a deal."""


def decide(player: Player) -> str:
    """Answer the question without hints, which a busy machine takes long for: take what is offered, pass, or throw a card that may be thrown."""
    look = player.look()
    if look["settle"]:
        return ""
    if look["do"] or look["choices"]:
        return player.step()
    if look["pass"]:
        return "pass" if player.press("pass") else ""
    cards = player.page.locator('[data-testid="card"]:visible')
    with contextlib.suppress(Error):  # the hand has changed in between
        cards.nth(random.randrange(cards.count())).click(force=True, timeout=1000)
    return ""


def play(player: Player, until: Callable[[], bool]) -> None:
    """Decide until something holds."""
    end = time.monotonic() + DEAL_S
    while not until():
        assert time.monotonic() < end, player.look()
        if not decide(player):
            player.page.wait_for_timeout(25)


def hand(player: Player) -> list[str]:
    player.hook("hand").wait_for()
    player.wait(lambda look: look["cards"], "cards in the hand")
    return sorted(
        player.page.eval_on_selector_all('[data-testid="card"]', "all => all.map((one) => one.dataset.card)")
    )


def come_to_the_same_hand(one: Player, two: Player) -> None:
    """What happens before the first question is the same for both, and may lay cards of the hand; then both wait."""
    end = time.monotonic() + PATIENCE_S
    while hand(one) != hand(two):
        assert time.monotonic() < end, (hand(one), hand(two))
        one.page.wait_for_timeout(50)


def is_asked(player: Player) -> bool:
    """Whether the player is ever prompted: once in some hundred deals others end it before. There are no hints here."""
    throw = word(player, "web.paohuzi.ask.discard")
    return not player.wait(
        lambda look: look["choices"] or look["line"] == throw or look["settle"], "a question or the end"
    )["settle"]


@pytest.mark.long
def test_deals_of_the_day(join, server):
    one, two = join("小红", lang="zh"), join("Maryam", lang="fa")
    for player in (one, two):
        player.home()
        player.hook("to-today").click()
        player.hook("deal-paohuzi").click()
    come_to_the_same_hand(one, two)
    playing = is_asked(two)
    play(one, lambda: one.page.locator(".pz-discards .pz-card, .discard").count() > 1 or settled(one)())
    with one.outage(), two.outage():
        server.kill()
        server.start()
        play(one, settled(one))
    one.hook("to-series").click()
    row = one.page.locator('[data-you="true"]')
    row.wait_for()
    assert one.page.locator('[data-state="done"]').count() == 1
    assert "0" in row.inner_text()
    for player in (one, two):
        player.page.goto(f"{player.url}/today")
        player.hook("series-paohuzi").wait_for()
        assert not barriers(player.page)
        assert not misfits(player.page)
    assert two.page.locator('[data-you="true"]').count() == (0 if playing else 1)
    assert two.page.locator('[data-state="playing"]').count() == (1 if playing else 0)


def test_deals_for_friends(join):
    """New deals by a link: another guest opens it and sits down to the same cards."""
    one, two = join("小红", lang="zh"), join("Ann", lang="en")
    one.home()
    one.hook("to-today").click()
    one.hook("make-series").click()
    one.hook("room-link").wait_for()
    assert not barriers(one.page)
    assert not misfits(one.page)
    address = one.page.url
    one.hook("deal-baohuang").click()
    two.home()
    two.page.goto(address)
    two.hook("deal-baohuang").click()
    come_to_the_same_hand(one, two)


def test_a_club_is_founded_joined_by_its_link_and_plans_an_evening(join):
    one, two = join("小红", lang="zh"), join("مریم", lang="fa")
    for player in (one, two):
        player.home()
    one.hook("place-today").click()
    one.hook("club-name").fill("周五牌友")
    one.hook("club-found").click()
    one.hook("club-ledger").wait_for()
    two.page.goto(one.page.url)
    two.hook("club-join").click()
    two.hook("club-ledger").wait_for()
    for span in ("season", "month", "all"):
        two.hook(f"span-{span}").check(force=True)
    assert not barriers(two.page)
    assert not misfits(two.page)
    two.hook("club-evening").click()
    two.hook("evening-join").wait_for()


@pytest.mark.long
def test_a_club_evening(join):
    """Two come, are seated, and sit on the same seat at two tables."""
    one, two = join("小红", lang="zh"), join("Maryam", lang="fa")
    one.home()
    one.hook("to-today").click()
    one.page.locator(".switch", has=one.hook("make-evening")).or_(one.hook("make-evening")).first.click(
        force=True
    )
    one.hook("make-series").click()
    one.hook("evening-join").click()
    two.home()
    two.page.goto(one.page.url)
    two.hook("evening-join").click()
    one.until("document.querySelectorAll('[data-testid=evening] .named').length === 2")
    one.hook("evening-start").click()
    for player in (one, two):
        player.page.locator(".series-movement").wait_for()
        assert not barriers(player.page)
        assert not misfits(player.page)
        player.hook("deal-baohuang").click()
    come_to_the_same_hand(one, two)
    assert one.table_id != two.table_id
