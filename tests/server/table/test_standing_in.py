"""Who took which decision of a seat: the person, a bot that stood in for him, or the clock; told once a deal is over, restarts or not."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

import paiju
from paiju.core.reading import loads
from paiju.core.record import options_of, replay_deal
from paiju.server import protocol as p
from paiju.server.tables.restore import restore
from tests.server.table.world import Page, World


def outcome_of(world, seat):
    """What was noted of a seat in the deal that is over, and its actions in the record."""
    record = world.store.records[world.table.room.record]
    (found,) = (one for one in record.outcomes if one.seat == seat)
    actions = json.loads(world.store.lines[record.id][-1])["actions"]
    return json.loads(found.stood), [at for at, (who, _) in enumerate(actions) if who == seat]


def choices_of(world, game):
    """The actions of the deal that had another beside them, by the law alone."""
    record = loads(world.store.document(world.table.room.record).encode())
    law = paiju.load(game)
    steps = list(replay_deal(law, options_of(law, record), record, 0))
    return {
        step.index - 1
        for before, step in pairwise(steps)
        if len(law.legal_actions(before.state, step.action[0])) > 1
    }


def world_of(game, seed):
    one = {"match_end": "deals", "match_length": 1}
    world = World(
        game, 2, options=one, settings={"bots": "greedy", "turn_seconds": 20, "window_ms": 1000}, seed=seed
    )
    world.start()
    return world


@pytest.mark.parametrize("game", ["baohuang", "paohuzi"])
def test_who_plays_himself_is_stood_in_for_by_nobody(game, seed):
    for turn in range(9):  # a deal may be over before both were asked
        world = world_of(game, seed + turn)
        world.until("over")
        found = [outcome_of(world, seat) for seat in (0, 1)]
        assert [stood for stood, _ in found] == [[], []]
        if all(own for _, own in found):
            break
    assert all(own for _, own in found)


@pytest.mark.parametrize("restarts", [False, True])
@pytest.mark.parametrize("game", ["baohuang", "paohuzi"])
def test_what_a_bot_does_while_somebody_lets_it_play_is_not_his(game, seed, restarts):
    world = world_of(game, seed)
    _until_actions(world, 12)
    first = len(world.table.recorder.record.deals[-1].actions)
    world.say("g0", p.Auto(on=True))
    _until_actions(world, first + 12)
    if restarts:
        world.table = restore(world.store.stored(), world.now, first_seq=1 << 40)
        for guest in ("g0", "g1"):
            world.open(guest, page=Page(guest))
    last = len(world.table.recorder.record.deals[-1].actions)
    world.say("g0", p.Auto(on=False))
    world.until("over")
    stood, own = outcome_of(world, 0)
    assert set(stood) <= {at for at in own if first <= at < last}
    assert outcome_of(world, 1)[0] == []
    choices = {at for at in own if first <= at < last} & choices_of(world, game)
    assert choices <= set(stood), "whatever there was to decide"


def _until_actions(world, count):
    while len(world.table.recorder.record.deals[-1].actions) < count and world.table.room.stage == "playing":
        world.step()
