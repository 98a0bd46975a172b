"""Matches of deals that shuffles hardly ever make, under random options: over as they were dealt, won at once, full of rare questions."""

from __future__ import annotations

import random
from typing import Any

import pytest

import paiju
from paiju.games.baohuang.state import Carry
from paiju.server import protocol as p
from paiju.server.tables.restore import restore
from tests import strategies
from tests.paohuzi import builders
from tests.server.table.simulation import Simulation
from tests.server.table.test_match import check_record

DEALS = 3
GAMES = ("baohuang", "paohuzi")


@pytest.fixture
def lumps(monkeypatch):
    """From a seed both games deal lumps of like cards from now on, the same from the same seed."""

    def lumpy(game: str, options: Any, rng: random.Random, carry: Any) -> Any:
        if game == "paohuzi":
            return builders.lumpy_wall(rng)
        return strategies.rigged_layout(rng, options, carry or Carry())

    for name in GAMES:
        law = type(paiju.load(name))
        opening = law.opening_moments

        def rigged(self, options, seed, carry=None, opening=opening):
            given = lumpy(self.name, options, random.Random(seed), carry) if isinstance(seed, bytes) else seed
            return opening(self, options, given, carry)

        monkeypatch.setattr(law, "opening_moments", rigged)


def some_options(game: str, rng: random.Random) -> dict[str, Any]:
    """Random options of a match of a few deals."""
    found = (strategies if game == "baohuang" else builders).random_options(rng)
    return {**found.differences(), "match_end": "deals", "match_length": DEALS}


def stop_and_start(sim: Simulation, boot: int) -> None:
    """The server ends here; what another one reads is what the first one had, and the end of a deal that was not displayed yet."""
    before = sim.table
    sim.thoughts.clear()
    sim.table = restore(sim.store.stored(), sim.now, first_seq=boot << 30)
    done = len(before.match.returns)
    assert sim.table.match.returns[:done] == before.match.returns
    assert len(sim.table.match.returns) <= done + 1
    for guest, page in list(sim.pages.items()):
        sim.open(guest, resume=page.seq)


def play_match(game: str, rng: random.Random) -> None:
    """A match to its end, with restarts in between."""
    options = some_options(game, rng)
    sim = Simulation(game, rng.randint(1, 3), options=options, seed=rng.randrange(1 << 30))
    sim.start()
    boot = 0
    while sim.table.room.stage != "over":
        if rng.random() < 0.02:
            stop_and_start(sim, boot := boot + 1)
        elif sim.table.room.stage == "settled" and rng.random() < 0.5:
            for guest in list(sim.pages):
                sim.say(guest, p.Ready(on=True))
        else:
            sim.step()
    stop_and_start(sim, boot + 1)
    assert sim.table.match.is_over
    check_record(sim)


@pytest.mark.parametrize("game", GAMES)
def test_matches_of_rare_deals_are_played_stored_and_continued(game, lumps, rng):
    for _ in range(3):
        play_match(game, rng)


@pytest.mark.long
@pytest.mark.parametrize("part", range(50))
@pytest.mark.parametrize("game", GAMES)
def test_many_matches_of_rare_deals(game, part, lumps, rng):
    for _ in range(20):
        play_match(game, rng)
