"""In a game whose rules know no suits people see real cards, each the same one from the hand to the table and in the replay."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from tests.e2e.player import Player
from tests.e2e.records import Ear

CHOSEN = """() => [...document.querySelectorAll('.column [data-selected="true"]')].map((card) => card.dataset.face)"""
ON_THE_TABLE = """() => [...document.querySelectorAll(".top .fan-card use")].map((use) => use.getAttribute("href").slice(1).split("-")[0])"""
HELD = """() => [...document.querySelectorAll('[data-testid="card"]')].map((card) => card.dataset.face)"""
DRAWN = """() => [...document.querySelectorAll(".held-front")].every((card) =>
  card.querySelector("use").getAttribute("href").slice(1).split("-")[0] === card.dataset.face)"""
COVERED = """() => [...document.querySelectorAll(".held-edge")].every((card) => !card.querySelector(".index")
  || (card.querySelector(".index").dataset.suit ?? "") === card.dataset.face.slice(1))"""


def plays(ear: Ear) -> list[tuple[int, list[str]]]:
    """Who laid what, as it is drawn."""
    answer = [event for event in map(json.loads, ear.log) if event["event"] == "played"]
    return [(event["seat"], event["faces"].split()) for event in answer]


def choose(player: Player) -> None:
    """Choose cards that may be played, else pass."""
    for column in player.page.locator(".column").all():
        column.get_by_test_id("card").last.click()
        if player.look()["do"]:
            return
    player.press("pass")


def check(player: Player, ear: Ear) -> None:
    """Cards are drawn as the server tells them."""
    assert player.page.evaluate(DRAWN)
    assert player.page.evaluate(COVERED)
    lying = player.page.evaluate(ON_THE_TABLE)
    assert not lying or Counter(lying) in [Counter(faces) for _, faces in plays(ear)]


@pytest.mark.long
def test_a_card_keeps_its_suit_from_the_hand_to_the_table_and_the_replay(join, rng):
    player = join("Tom")
    ear = Ear(player)
    player.home()
    player.hook("play-baohuang").click()
    player.hook("hand").wait_for()
    player.wait(lambda look: look["cards"] > 30, "a hand")
    dealt = player.page.evaluate(HELD)
    assert all(len(face) == 2 for face in dealt if face[0] not in "bBrRL")
    assert max(Counter(dealt).values()) < 8, "four suits of each rank"
    seat, meant = ear.room["you"]["seat"], list[list[str]]()
    while sum(at == seat for at, _ in plays(ear)) < 4 and not player.look()["settle"]:
        look = player.look()
        if look["asked"]:
            player.step()
        elif look["pass"] or look["hint"]:
            choose(player)
        check(player, ear)
        if chosen := player.page.evaluate(CHOSEN):
            meant.append(chosen)
            player.press("do")
        player.page.wait_for_timeout(20)
    mine = [faces for at, faces in plays(ear) if at == seat]
    assert mine
    assert all(Counter(faces) in [Counter(chosen) for chosen in meant] for faces in mine)
    assert sum(map(Counter, mine), Counter()) <= Counter(dealt)
