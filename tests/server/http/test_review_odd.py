"""Reviews requested by the unlucky and the hostile: several pages of one guest, servers that die, versions, seats without a choice."""

from __future__ import annotations

import asyncio
import json
import random

import pytest

import paiju
from paiju.analysis.review import version
from paiju.core.record import Recorder, dumps
from paiju.server import protocol as p
from paiju.server.practice import judgements, reviews
from paiju.server.practice.judgements import Found
from paiju.server.store.rows import ReviewRow
from tests.server.http.test_records import keep, played
from tests.server.http.test_reviews import (
    LIGHT,
    NEEDS_NUMBA,
    Compiled,
    Here,
    answers_with,
    look,
    slow,
    until,
    whole,
    with_reviews,
)
from tests.server.table.simulation import Simulation, goes_on

__all__ = ["slow"]


def under_way(site):
    """The seats that are being reviewed."""
    return [seat for _, _, seat in site.front.reviews._jobs]


async def guest_with_record(site, game="paohuzi", document=None):
    with_reviews(site)
    guest = await site.guest()
    await keep(site, guest, document or played(game), game)
    return guest


def test_closing_a_page_keeps_the_review_for_the_guests_other_page(visit, slow):
    async def work(site):
        guest = await guest_with_record(site)
        await asyncio.gather(look(guest, "seat=0&page=desk"), look(guest, "seat=0&page=hand"))
        assert under_way(site) == [0], "one review for both"
        await guest.delete("/api/records/r1/review?page=desk")
        news = (await look(guest, "seat=0&page=hand")).json()
        before = news["done"]
        news = (await look(guest, f"seat=0&page=hand&done={before}")).json()
        assert news["done"] > before
        await look(guest, "seat=1&page=desk")
        assert under_way(site) == [0, 1], "two pages look at what they like"
        await look(guest, "seat=2&page=other")
        await until(lambda: under_way(site) == [1, 2])
        for page in ("desk", "other"):
            await guest.delete(f"/api/records/r1/review?page={page}")
        await until(lambda: not under_way(site))

    visit(work)


def test_pages_by_the_hundred_hold_no_more_than_two_reviews(visit, slow):
    async def work(site):
        guest = await guest_with_record(site)
        for page in range(100):
            answer = await look(guest, f"deal={1 + page % 2}&seat={page % 3}&page={'x' * 500}{page}")
            assert answer.status_code == 200
            assert len(under_way(site)) <= 2
        return True

    assert visit(work)


@NEEDS_NUMBA
@pytest.mark.parametrize("game", ["paohuzi", pytest.param("baohuang", marks=pytest.mark.long)])
def test_a_page_goes_on_where_it_was_when_the_server_died(visit, monkeypatch, game):
    """Nothing in progress is stored: another server starts again and sends what the page lacks."""
    monkeypatch.setattr(reviews, "SLICE_SECONDS", 0)
    monkeypatch.setattr("paiju.server.practice.judgements.DEPTH", LIGHT)
    judgements._opened.cache_clear()

    async def work(site):
        guest = await guest_with_record(site, game)
        first = {"done": 0}
        while not first["done"]:
            first = (await look(guest, "deal=1&seat=1")).json()
        assert first["done"] < first["of"]
        for task in site.front.reviews._tasks.values():
            task.cancel()  # as a kill does: no page is informed, nothing is stored
        with_reviews(site)
        judgements._opened.cache_clear()
        heard, done = list(first["decisions"]), first["done"]
        while True:
            news = (await look(guest, f"deal=1&seat=1&done={done}")).json()
            heard += news["decisions"]
            done = news["done"]
            if news["deal"]:
                break
        _, sent = await whole(await site.guest(), "deal=1&seat=1")
        return heard, sent

    heard, sent = visit(work)
    assert heard == sent
    indexes = [one["index"] for one in heard]
    assert indexes == sorted(set(indexes))


def test_a_replay_has_a_review_prepared_once_the_server_runs(visit, monkeypatch):
    monkeypatch.setattr(reviews, "load", lambda game: None)

    async def work(site):
        here = with_reviews(site)
        guest = await site.guest()
        await keep(site, guest, played("paohuzi"), "paohuzi")
        counts = []
        for _ in range(3):
            assert (await guest.get("/api/records/r1/replay?deal=1")).status_code == 200
            await asyncio.sleep(0)
            counts.append(here.slices)
            site.front.reviews.start()
        await site.front.reviews.stop()
        return counts

    assert visit(work) == [0, 1, 2], "each start forgets what was prepared"


def test_a_page_is_informed_when_there_is_no_machine_code(visit, monkeypatch):
    class Failed(Compiled):
        ready, failed = False, True

    async def work(site):
        guest = await guest_with_record(site)
        site.front.reviews = reviews.Reviews(site.store, thinkers=Here(), compiling=Failed())
        return (await look(guest, "seat=0")).json()["error"]["code"]

    assert visit(work) == "server.error"


def test_a_review_of_another_version_is_computed_again(visit, monkeypatch):
    answers_with(monkeypatch, lambda wanted, done, seconds: Found(1, 1, (), {"result": 7}))

    async def work(site):
        guest = await guest_with_record(site)
        await site.store.put_review(ReviewRow("r1", 1, 0, "older", '{"another": "form"}'))
        news = (await look(guest, "seat=0")).json()
        await until(lambda: not under_way(site))
        return news["deal"], await site.store.review("r1", 1, 0, version("paohuzi"))

    deal, stored = visit(work)
    assert deal == {"result": 7}
    assert json.loads(stored)["deal"] == deal


def test_a_record_under_other_rules_is_refused_by_name(visit):
    document = json.dumps({**json.loads(played("paohuzi")), "law": 99})

    async def work(site):
        guest = await guest_with_record(site, document=document)
        question = [
            await look(guest, "seat=0"),
            await guest.get("/api/records/r1/question?deal=1&seat=0&at=0"),
            await guest.get("/api/records/r1/replay"),
            await guest.post(
                "/api/records/r1/branch", json={"deal": 1, "seat": 0, "at": 1, "answers": [], "known": 0}
            ),
        ]
        return [answer.json()["error"]["code"] for answer in question]

    assert visit(work) == ["record.law"] * 4


def test_a_changed_record_is_refused_with_a_code(visit, rng):
    """A record may come back from a backup that somebody edited: each answer has a code, none is the server's own mistake."""
    text = played("paohuzi")

    def spoilt(_):
        data = bytearray(text.encode())
        for _ in range(rng.randrange(1, 4)):
            at = rng.randrange(len(data))
            data[at : at + rng.randrange(3)] = rng.choice([b"", b"9", b'"', b"{", b"null", b"\xc3", b"[" * 9])
        return data.decode(errors="replace")

    documents = ["", "[]", "{}", "null", '{"format":"paiju-record"}', *map(spoilt, range(40))]

    async def work(site):
        guest = await guest_with_record(site)
        for n, document in enumerate(documents):
            await keep(site, guest, document, "paohuzi", f"s{n}")
        requests = []
        for n in range(len(documents)):
            requests.append(await guest.get(f"/api/records/s{n}/question?deal=1&seat=0&at=3"))
            requests.append(await guest.get(f"/api/records/s{n}/replay?deal=1"))
            branched = {"deal": 1, "seat": 0, "at": 3, "answers": [], "known": 0}
            requests.append(await guest.post(f"/api/records/s{n}/branch", json=branched))
        return [(answer.status_code, answer.text[:200]) for answer in requests]

    for status, answer in visit(work):
        assert status < 500, answer


@NEEDS_NUMBA
def test_a_seat_without_a_choice_is_reviewed(visit, monkeypatch):
    """Everything that happened to it was others and chance."""
    monkeypatch.setattr("paiju.server.practice.judgements.DEPTH", LIGHT)
    judgements._opened.cache_clear()

    document, deal = played_without_choice()

    async def work(site):
        guest = await guest_with_record(site, document=document)
        news, decisions = await whole(guest, f"deal={deal}&seat=2")
        return news[-1]["deal"], decisions

    sent, decisions = visit(work)
    assert decisions == []
    assert sent["parts"]["own"] == 0
    assert sum(sent["parts"].values()) == pytest.approx(sent["result"])


def played_without_choice():
    """A record with a deal in which seat 2 never had a question with two answers; the deal's number."""
    law = paiju.load("paohuzi")
    options = law.options({})
    rng = random.Random(3)
    while True:
        recorder = Recorder(law, options, ["A", "B", "C"])
        state = recorder.begin(rng.randbytes(32), [b""] * 3, None)[-1].state
        question = False
        while (actors := law.actors(state)) and not question:
            actions = law.legal_actions(state, actors[0])
            question = actors[0] == 2 and len(actions) > 1
            hu = [action for action in actions if action.verb == "hu"]
            state = recorder.act(state, actors[0], (hu or actions)[0])[-1].state
        if not question:
            return dumps(recorder.record), 1


def in_the_second_deal(game, seed):
    """A match of which the second deal has begun; it may be over already."""
    sim = Simulation(game, 2, settings={"bots": "greedy", "turn_seconds": 20, "window_ms": 1000}, seed=seed)
    sim.start()
    sim.until("settled")
    while len(sim.table.recorder.record.deals) < 2:
        sim.step()
    while goes_on(sim) and len(sim.table.recorder.record.deals[-1].actions) < 3:
        sim.step()
    return sim


@NEEDS_NUMBA
@pytest.mark.parametrize("game", ["paohuzi", pytest.param("baohuang", marks=pytest.mark.long)])
def test_a_match_dissolved_in_the_middle_of_a_deal_is_reviewed_as_far_as_deals_were_played(
    visit, monkeypatch, seed, game
):
    """The record comes from a table; of the deal that was broken off there is no question, no branch, no review."""
    monkeypatch.setattr("paiju.server.practice.judgements.DEPTH", LIGHT)
    judgements._opened.cache_clear()
    sim = next(filter(goes_on, (in_the_second_deal(game, seed + turn) for turn in range(9))))
    for guest in ("g0", "g1"):
        sim.say(guest, p.Ask(what="dismiss", on=True))
    assert sim.table.room.stage == "over"
    document = sim.store.document(sim.table.room.record)

    async def work(site):
        guest = await guest_with_record(site, game, document)
        news, _ = await whole(guest, "deal=1&seat=1")
        question = [
            await look(guest, "deal=2&seat=1"),
            await guest.get("/api/records/r1/question?deal=2&seat=1&at=1"),
            await guest.get("/api/records/r1/replay?deal=2"),
            await guest.post(
                "/api/records/r1/branch", json={"deal": 2, "seat": 1, "at": 1, "answers": [], "known": 0}
            ),
        ]
        return news[-1]["deal"], [answer.json()["error"]["code"] for answer in question]

    deal, refused = visit(work)
    assert deal["result"] == json.loads(document)["deals"][0]["result"]["returns"][1]
    assert refused == ["page.none"] * 4
