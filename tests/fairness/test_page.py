"""The client's own code beside an honest server: it takes part, keeps what it saw, and raises no doubt."""

from __future__ import annotations

import pytest

from paiju.server import protocol as p
from paiju.server.tables.restore import restore
from paiju.server.tables.room import OVER, PLAYING, SETTLED
from paiju.signatures import is_signed_by
from tests.fairness.browser import Site, Watchful
from tests.fairness.reckoning import hashed
from tests.server.table.simulation import Simulation

THREE = {"match_end": "deals", "match_length": 3}


def table(site: Site, game: str = "paohuzi", people: int = 2, **options) -> tuple[Simulation, list[Watchful]]:
    sim = Simulation(game, people, options={**THREE, **options})
    for seat in range(people):
        sim.open(f"g{seat}")
    return sim, [Watchful(site, sim, f"g{seat}") for seat in range(people)]


def play_on(sim: Simulation, *stages: str) -> None:
    """To the end of the deal that is on or comes next."""
    for guest in sim.pages:
        if sim.table.room.stage == SETTLED:
            sim.say(guest, p.Ready(on=True))
    if sim.table.room.stage == SETTLED:
        sim.wait(40_000)
    sim.until(*stages)


@pytest.mark.parametrize("game", ["paohuzi", "baohuang"])
def test_a_whole_match_without_a_doubt(site: Site, game: str) -> None:
    sim, pages = table(site, game)
    sim.start()
    assert sim.table.room.stage == PLAYING  # nobody was waited for
    while sim.table.room.stage != OVER:
        play_on(sim, SETTLED, OVER)
        assert [bool(nonce) for nonce in sim.table.recorder.record.deals[-1].nonces[:3]] == [
            True,
            True,
            False,
        ]
    assert [page.doubts for page in pages] == [[], []]


def test_reloads_restarts_and_missed_deals_raise_no_doubt(site: Site) -> None:
    """Also a page that missed deals: it asks for the chain."""
    sim, (awake, sleepy) = table(site)
    sim.start()
    sleepy.asleep = True
    play_on(sim, SETTLED)
    awake.reload()
    sim.table = restore(sim.store.stored(), sim.now, first_seq=10**6, key=sim.key)
    for guest in sim.pages:
        sim.pages[guest].seq = 0
        sim.open(guest)
    play_on(sim, PLAYING)
    play_on(sim, SETTLED)
    sleepy.asleep = False
    sleepy.reload()
    play_on(sim, PLAYING, OVER)
    play_on(sim, OVER)
    assert [page.doubts for page in (awake, sleepy)] == [[], []]


def test_a_seat_that_breaks_its_promise_is_named_to_the_others(site: Site) -> None:
    sim, (first, second) = table(site)
    second.hear, hear = (
        lambda room, again=False: [m for m in hear(room, again=again) if m["type"] != "nonce"],
        second.hear,
    )
    sim.start()
    sim.wait(5000)
    play_on(sim, SETTLED)
    (doubt,) = first.doubts
    assert (doubt["key"], doubt["deal"], doubt["seats"]) == ("refused", 1, [1])
    seen = doubt["seen"]  # the evidence: what was requested, under the server's signature
    call = hashed(
        "call",
        hashed("opening", *map(bytes.fromhex, (seen["previous"], seen["commitment"]))),
        *map(bytes.fromhex, seen["shares"]),
    )
    assert is_signed_by(sim.key.public, call, seen["signature"])


def test_a_page_that_answers_late_is_informed(site: Site) -> None:
    sim, (first, second) = table(site)
    second.hear, hear = (
        lambda room, again=False: [m for m in hear(room, again=again) if m["type"] != "share"],
        second.hear,
    )
    sim.start()
    sim.wait(5000)
    play_on(sim, SETTLED)
    assert (first.doubts, second.keys) == ([], ["left_out"])
