"""A game of another package: its room, its own board above the plain one, a match to the end, its replay."""

from __future__ import annotations

import os

import pytest

from tests.e2e.player import play
from tests.e2e.serving import ROOT, Server
from tests.third.installed import install


@pytest.fixture
def server(tmp_path, monkeypatch):
    """A server beside which the third game is installed."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(install(tmp_path / "site")), str(ROOT)]))
    served = Server(tmp_path)
    served.start()
    yield served
    assert served.stop() == 0, "\n".join(served.said[-30:])
    assert not served.mistakes


@pytest.mark.long
def test_a_match_of_a_game_from_elsewhere(join):
    player = join("Ada", lang="en")
    page = player.page
    player.home()
    player.hook("room-highcard").click()
    player.hook("room-code").wait_for()
    player.hook("change-rules").click()
    player.hook("part-all").click()
    assert player.hook("option-cards").input_value() == "3"
    page.keyboard.press("Escape")
    player.hook("fill-bots").click()
    player.hook("start").click()
    player.wait(lambda look: look["choices"], "cards to lay")
    assert player.hook("highest").inner_text() == "0"
    held = page.locator('[data-field="hands"] dd').inner_text()
    assert held.count("?") == 2
    offered = [choice.removeprefix("lay ") for choice in player.look()["choices"]]
    assert sorted(held.strip("()? ").split()) == sorted(offered)
    while not player.look()["over"]:
        play([player], lambda: player.look()["next"] or player.look()["over"])
        if not player.look()["over"]:
            player.hook("next-deal").click()
            player.wait(lambda look: not look["next"], "the next deal")
    player.hook("replay").click()
    player.hook("replay-page").wait_for()
    page.locator('[data-field="hands"] dd').wait_for()
    assert "?" not in page.locator('[data-field="hands"] dd').inner_text()
    assert "dealt" in page.locator(".narration").inner_text()
