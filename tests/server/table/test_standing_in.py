"""Who took which decision of a seat: the person, a bot that acted for them, or the clock; sent once a deal is over, restarts or not."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

import paiju
from paiju.core.reading import loads
from paiju.core.record import options_of, replay_deal
from paiju.server import protocol as p
from paiju.server.tables.restore import restore
from tests.server.table.simulation import Page, Simulation


def outcome_of(sim, seat):
    """What was noted of a seat in the deal that is over, and its actions in the record."""
    record = sim.store.records[sim.table.room.record]
    (found,) = (one for one in record.outcomes if one.seat == seat)
    actions = json.loads(sim.store.lines[record.id][-1])["actions"]
    return json.loads(found.stood), [at for at, (who, _) in enumerate(actions) if who == seat]


def choices_of(sim, game):
    """The actions of the deal that had another beside them, by the rules alone."""
    record = loads(sim.store.document(sim.table.room.record).encode())
    law = paiju.load(game)
    steps = list(replay_deal(law, options_of(law, record), record, 0))
    return {
        step.index - 1
        for before, step in pairwise(steps)
        if len(law.legal_actions(before.state, step.action[0])) > 1
    }


def sim_of(game, seed):
    one = {"match_end": "deals", "match_length": 1}
    sim = Simulation(
        game, 2, options=one, settings={"bots": "greedy", "turn_seconds": 20, "window_ms": 1000}, seed=seed
    )
    sim.start()
    return sim


@pytest.mark.parametrize("game", ["baohuang", "paohuzi"])
def test_a_player_who_acts_is_not_auto_played(game, seed):
    for turn in range(9):  # a deal may be over before both were prompted
        sim = sim_of(game, seed + turn)
        sim.until("over")
        found = [outcome_of(sim, seat) for seat in (0, 1)]
        assert [auto_played for auto_played, _ in found] == [[], []]
        if all(own for _, own in found):
            break
    assert all(own for _, own in found)


@pytest.mark.parametrize("restarts", [False, True])
@pytest.mark.parametrize("game", ["baohuang", "paohuzi"])
def test_auto_played_actions_are_not_the_players(game, seed, restarts):
    sim = sim_of(game, seed)
    _until_actions(sim, 12)
    first = len(sim.table.recorder.record.deals[-1].actions)
    sim.say("g0", p.Auto(on=True))
    _until_actions(sim, first + 12)
    if restarts:
        sim.table = restore(sim.store.stored(), sim.now, first_seq=1 << 40)
        for guest in ("g0", "g1"):
            sim.open(guest, page=Page(guest))
    last = len(sim.table.recorder.record.deals[-1].actions)
    sim.say("g0", p.Auto(on=False))
    sim.until("over")
    auto_played, own = outcome_of(sim, 0)
    assert set(auto_played) <= {at for at in own if first <= at < last}
    assert outcome_of(sim, 1)[0] == []
    choices = {at for at in own if first <= at < last} & choices_of(sim, game)
    assert choices <= set(auto_played), "whatever there was to decide"


def _until_actions(sim, count):
    while len(sim.table.recorder.record.deals[-1].actions) < count and sim.table.room.stage == "playing":
        sim.step()
