"""Guests who keep coming and going do not load the pages of the others."""

from __future__ import annotations

import json

from paiju.server.tables.context import ROOM_RATE, News
from tests.server.table.simulation import Simulation


def test_news_are_sent_at_once_up_to_a_limit():
    news, count = News(0), 0
    for now in range(0, 10_000, 5):
        news.changed()
        count += news.tell("waiting", now)
    most = ROOM_RATE.most + 10_000 // ROOM_RATE.refill_ms
    assert most - 1 <= count <= most


def test_the_last_news_is_sent_in_time_and_once():
    news = News(0)
    for _ in range(100):
        news.changed()
        news.tell("waiting", 0)
    due = news.wake
    assert 0 < due <= ROOM_RATE.refill_ms + 1
    assert not news.tell("waiting", due // 2)
    assert news.tell("waiting", news.wake)
    assert news.wake is None
    assert not news.tell("waiting", due + 5000)


def test_a_new_stage_waits_for_nothing():
    news = News(0)
    for _ in range(100):
        news.changed()
        news.tell("waiting", 0)
    news.changed()
    assert news.tell("playing", 1)


def test_guests_who_come_and_go_do_not_load_the_table():
    sim = Simulation("paohuzi", 2)
    calm = sim.open("g0")
    before = len(calm.got)
    for _ in range(500):
        sim.now += 5
        sim.open("g1")
        sim.close("g1")
    rooms = [message for message in calm.got[before:] if message["type"] == "room"]
    assert len(rooms) <= ROOM_RATE.most + 5 * 500 // ROOM_RATE.refill_ms + 1
    sim.wait(ROOM_RATE.refill_ms + 1)
    assert calm.room["seats"][1]["online"] is False
    assert json.loads(sim.store.table.data)
