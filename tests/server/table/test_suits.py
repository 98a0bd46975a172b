"""Suits for the eye at a table: everybody sees the same, each card keeps its own, in the replay too."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache

import pytest

from paiju.server.practice.replays import replay_json
from paiju.server.tables.restore import restore
from tests.server.table.simulation import Page, Simulation

SEED = 11
ONE_DEAL = {"match_end": "deals", "match_length": 1}


class Seen:
    """What the pages of a deal showed, moment by moment."""

    def __init__(self, sim: Simulation) -> None:
        self.sim = sim
        self.moments: list[list[dict]] = []

    def play(self) -> None:
        while self.sim.table.room.stage == "playing":
            self.moments.append([page.view for page in self.sim.pages.values()])
            self.sim.step()
        self.moments.append([page.view for page in self.sim.pages.values()])


@cache
def deal(preset: str = "pagat") -> Seen:
    """One deal of five people; nothing changes it afterwards."""
    sim = Simulation("baohuang", 5, options={**ONE_DEAL, "preset": preset}, seed=SEED)
    sim.start()
    seen = Seen(sim)
    seen.play()
    return seen


def laid(view: dict) -> list[dict]:
    return [at for trick in (*view["tricks"], view["trick"]) for at in trick]


def test_a_card_keeps_its_suit_when_played():
    seen = deal()
    plays = 0
    for before, after in zip(seen.moments, seen.moments[1:], strict=False):
        assert all(laid(view) == laid(after[0]) for view in after)
        assert all(
            view["top"] is None or view["top"]["faces"] == laid(view)[-1 - passes(view)]["faces"]
            for view in after
        )
        for new in laid(after[0])[len(laid(before[0])) :]:
            assert [face[0] for face in new["faces"]] == [code[0] for code in new["cards"]]
        for seat, (old, now) in enumerate(zip(before, after, strict=True)):
            mine = [at for at in laid(now)[len(laid(old)) :] if at["seat"] == seat]
            gone = Counter(old["hand_faces"]) - Counter(now["hand_faces"])
            assert gone == Counter(face for at in mine for face in at["faces"])
            plays += len(mine)
    assert plays > 20


def passes(view: dict) -> int:
    """How many have passed since the last play."""
    return next(i for i, at in enumerate(reversed(laid(view))) if at["cards"])


def test_all_cards_of_the_deck_are_played_in_the_end():
    view = deal().moments[-1][0]
    played = [face for at in laid(view) for face in at["faces"]]
    left = [face for hand in view["hands_faces"] for face in hand]
    suits = Counter(face for face in played + left if len(face) > 1)
    assert suits == {rank + suit: 4 for rank in "6789TJQKA2" for suit in "shcd"}
    assert [[face[0] for face in hand] for hand in view["hands_faces"]] == view["hands"]


def test_a_game_with_suits_has_no_display_suits():
    view = deal("moegirl").moments[-1][0]
    assert view["hand_faces"] is view["hands_faces"] is None
    assert {at["faces"] for at in laid(view)} == {None}


def test_actions_and_refusals_know_no_suits():
    seen = deal()
    sent = [
        message for page in seen.sim.pages.values() for message in page.got if message["type"] == "prompt"
    ]
    assert sent
    for message in sent:
        assert not any(
            letter in "shcd" for action in message["actions"] for letter in action.partition(" ")[2]
        )


@pytest.mark.parametrize("stop", [3, 40])
def test_display_suits_survive_a_restart(stop, seed):
    sim = Simulation("baohuang", 5, options=ONE_DEAL, seed=seed)
    sim.start()
    for _ in range(stop):
        sim.step()
    displayed = [page.view for page in sim.pages.values()]
    log = sim.table.audience.get("g1").log
    sim.table = restore(sim.store.stored(), sim.now, first_seq=1_000_000)
    pages = [sim.open(guest, page=Page(guest)) for guest in list(sim.pages)]
    assert [page.view for page in pages] == displayed
    assert "hand_faces" in displayed[0]
    assert sim.table.audience.get("g1").log == log


def test_a_replay_shows_the_suits_of_the_table():
    """Step by step: the hands, the table, and at the end what was left."""
    seen = deal()
    document = seen.sim.store.document(seen.sim.table.room.record)
    for viewer in (3, None):
        steps = replay_json(document, 1, viewer, "en")["steps"]
        looks = [look(step["view"], viewer) for step in steps]
        there = {json.dumps(look(views[viewer or 0], viewer)) for views in seen.moments}
        assert there <= {json.dumps(one) for one in looks}
    steps = replay_json(document, 1, None, "en")["steps"]
    dealt = [view["hand_faces"] for view in seen.moments[0]]
    assert steps[0]["view"]["hands_faces"] == dealt
    assert steps[-1]["view"]["hands_faces"] == seen.moments[-1][0]["hands_faces"]


def look(view: dict, viewer: int | None) -> list:
    return [laid(view), view["top"], view["hand_faces"] if viewer is not None else None]
