"""Reviews on the server: what the library finds, piece by piece, stored with the record, one for a guest, and gone with its page."""

from __future__ import annotations

import asyncio
import json
import threading
from concurrent.futures import BrokenExecutor
from dataclasses import replace

import pytest

import paiju
from paiju.analysis.review import review
from paiju.core.reading import loads
from paiju.kernels import missing
from paiju.server.practice import judgements, reviews
from paiju.server.practice import judgements as jobs
from paiju.server.practice.judgements import KINDS, Found, Judging, Wanted
from paiju.server.practice.reviews import Reviews
from tests.analysis.test_review import LIGHT
from tests.server.http.conftest import MANY
from tests.server.http.test_records import keep, played

PATIENCE = 60
NEEDS_NUMBA = pytest.mark.skipif(bool(missing()), reason="reviews need numba")


class Compiled:
    """Everything is compiled."""

    ready = True

    def begin(self):
        """Nothing to do."""

    async def stop(self):
        """Nothing to stop."""


_ONE = threading.Lock()
"""As in a process that thinks: what was cancelled in the middle of a thought ends before the next one begins."""


def alone(think):
    with _ONE:
        return think()


class Here:
    """Thinks in a thread, and counts; what is in `fails` is raised first."""

    processes = 1

    def __init__(self, *fails):
        self.slices, self.fails = 0, list(fails)

    async def find(self, think):
        self.slices += 1
        if self.fails:
            raise self.fails.pop()
        return await asyncio.to_thread(alone, think)

    def rest(self):
        """Nothing to let go."""

    async def stop(self):
        """Nothing to stop."""


def with_reviews(site, here=None):
    """A site that reviews here; who thinks."""
    here = here or Here()
    site.front.reviews = Reviews(site.store, thinkers=here, compiling=Compiled(), clock=site.clock)
    return here


async def look(guest, query, record="r1"):
    return await guest.get(f"/api/records/{record}/review?{query}")


async def whole(guest, query):
    """All news of a review, and what they say together."""
    news, done = [], 0
    while not news or news[-1]["state"] != "done":
        answer = await look(guest, f"{query}&done={done}")
        assert answer.status_code == 200, answer.text
        news.append(answer.json())
        done = news[-1]["done"]
    return news, [one for some in news for one in some["decisions"]]


@NEEDS_NUMBA
@pytest.mark.parametrize("game", ["paohuzi", pytest.param("baohuang", marks=pytest.mark.long)])
def test_a_review_comes_piece_by_piece_as_the_library_finds_it(visit, monkeypatch, game):
    monkeypatch.setattr(reviews, "SLICE_SECONDS", 0)
    monkeypatch.setattr(judgements, "DEPTH", LIGHT)
    judgements._opened.cache_clear()

    async def work(site):
        here = with_reviews(site)
        guest, other = await site.guest(), await site.guest()
        await keep(site, guest, played(game), game)
        news, decisions = await whole(guest, "deal=2&seat=1")
        slices = here.slices
        again, stored = await whole(other, "deal=2&seat=1")
        assert here.slices == slices == news[-1]["of"], "it is stored, and every slice has one piece"
        assert (len(again), stored, again[-1]["deal"]) == (1, decisions, news[-1]["deal"])
        return decisions, news[-1]["deal"]

    decisions, deal = visit(work)
    record = loads(played(game).encode())
    sent = review(paiju.load(game), record, [1], LIGHT).to_json()
    expected = sent["deals"][1]
    assert decisions == json.loads(json.dumps(expected["decisions"]))
    assert deal == {
        **{name: expected[name] for name in ("result", "void", "parts", "curve")},
        "table": json.loads(json.dumps(sent["table"][1])),
    }


@NEEDS_NUMBA
@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ("deal=3&seat=0", 404, "page.none"),
        ("deal=1&seat=3", 404, "page.none"),
        ("deal=-1&seat=0", 404, "page.none"),
        ("deal=1&seat=123456", 404, "page.none"),
    ],
)
def test_missing_things_are_refused(visit, query, status, code):
    async def work(site):
        with_reviews(site)
        guest = await site.guest()
        await keep(site, guest, played("paohuzi"), "paohuzi")
        answer = await look(guest, query)
        return answer.status_code, answer.json()["error"]["code"], (await look(guest, "", "r9")).status_code

    assert visit(work) == (status, code, 404)


@NEEDS_NUMBA
def test_a_running_deal_has_no_review():
    """Not even for a server's own mistake: the cards of a running deal are nobody's business."""
    document = json.loads(played("paohuzi"))
    del document["deals"][1]["result"], document["deals"][1]["events"]
    document["deals"][1] |= {"result": None, "events": None, "secret": None}
    found = Judging("review", Wanted(json.dumps(document), 2, 0), (0, 60)).answer()
    assert found.refused is not None
    assert found.refused[0] == "record.sealed"


def test_strangers_must_be_guests_first(visit):
    async def work(site):
        with_reviews(site)
        await keep(site, await site.guest(), played("paohuzi"), "paohuzi")
        return (await look(site.browser(), "")).json()["error"]["code"]

    assert visit(work) == "guest.none"


def answers_with(monkeypatch, piece):
    """Have slices of reviews done by `piece`."""
    monkeypatch.setitem(KINDS, "review", KINDS["review"]._replace(answer=piece))


@pytest.fixture
def slow(monkeypatch):
    """Slices of a piece each that change nothing, and who was reviewed in them."""
    seen = []

    def piece(wanted, done, seconds):
        seen.append((wanted.deal, wanted.seat))
        return Found(done + 1, 10_000)

    answers_with(monkeypatch, piece)
    return seen


async def until(holds):
    """Give the others turns until something holds."""
    async with asyncio.timeout(PATIENCE):
        while not holds():  # noqa: ASYNC110 - it tells nobody
            await asyncio.sleep(0)


def test_a_guest_has_one_review_which_ends_with_the_page(visit, slow):
    async def work(site):
        with_reviews(site)
        jobs = site.front.reviews._jobs
        first, second = await site.guest(), await site.guest()
        await keep(site, first, played("paohuzi"), "paohuzi")
        await asyncio.gather(look(first, "seat=0"), look(second, "seat=0"))
        assert list(jobs) == [("r1", 1, 0)], "two who look at the same wait for the same"
        await look(first, "seat=1")
        assert len(jobs) == 2
        await look(second, "seat=1")
        await until(lambda: list(jobs) == [("r1", 1, 1)])
        for guest in (first, second):
            assert jobs
            await guest.delete("/api/records/r1/review")
        await until(lambda: not jobs)
        count = len(slow)
        await asyncio.sleep(0)
        return count == len(slow)

    assert visit(work)


def test_a_review_without_readers_ends(visit, slow):
    async def work(site):
        with_reviews(site)
        guest = await site.guest()
        await keep(site, guest, played("paohuzi"), "paohuzi")
        await look(guest, "seat=2")
        site.clock.pass_(jobs.LEFT_SECONDS + 1)
        await until(lambda: not site.front.reviews._jobs)

    visit(work)


def test_reviews_share_the_processor_and_are_bounded(visit, slow, monkeypatch):
    monkeypatch.setattr(reviews, "MOST_JOBS", 2)

    async def work(site):
        with_reviews(site)
        guests = [await site.guest() for _ in range(3)]
        await keep(site, guests[0], played("paohuzi"), "paohuzi")
        answers = [await look(guest, f"seat={seat}") for seat, guest in enumerate(guests)]
        slow.clear()
        await until(lambda: len(slow) >= 20)
        await site.front.reviews.stop()
        shares = [slow.count((1, seat)) for seat in range(3)]
        return [answer.status_code for answer in answers], answers[2].json()["error"]["code"], shares

    statuses, code, shares = visit(work)
    assert (statuses, code) == ([200, 200, 503], "review.busy")
    assert shares[2] == 0
    assert min(shares[:2]) >= 8


def test_starting_reviews_is_limited_and_reading_is_not(visit, slow):
    async def work(site):
        with_reviews(site)
        guest = await site.guest()
        await keep(site, guest, played("paohuzi"), "paohuzi")
        answers = [await look(guest, f"seat={seat}") for seat in (0, 1, 1, 1, 2)]
        return [answer.status_code for answer in answers]

    assert visit(work, limits=replace(MANY, reviews=2)) == [200, 200, 200, 200, 429]


def test_one_dead_process_costs_a_slice_and_a_second_is_reported(visit, monkeypatch):
    monkeypatch.setattr(reviews, "RESTART_SECONDS", 0)
    answers_with(monkeypatch, lambda wanted, done, seconds: Found(1, 1, (), {"result": 7}))

    async def work(site):
        guest = await site.guest()
        await keep(site, guest, played("paohuzi"), "paohuzi")
        with_reviews(site, Here(BrokenExecutor(), BrokenExecutor()))
        lost = (await look(guest, "seat=0")).json()["error"]["code"]
        with_reviews(site, Here(BrokenExecutor()))
        return lost, (await look(guest, "seat=0")).json()["deal"]

    assert visit(work) == ("server.error", {"result": 7})


def test_reviews_are_kept_with_the_record_by_version_and_in_bounds(visit, clock, monkeypatch):
    monkeypatch.setattr("paiju.server.store.queries.MOST_REVIEWS", 2)
    put = reviews.ReviewRow

    async def work(site):
        store = site.store
        guest = await site.guest()
        await keep(site, guest, played("paohuzi"), "paohuzi")
        for seat in range(3):
            clock.pass_(1)
            await store.put_review(put("r1", 1, seat, "v1", f"found {seat}"))
        stored = [await store.review("r1", 1, seat, "v1") for seat in range(3)]
        await store.put_review(put("r1", 1, 2, "v2", "again"))
        await store.put_review(put("r9", 1, 0, "v1", "of a record that has gone"))
        versions = [await store.review("r1", 1, 2, version) for version in ("v1", "v2")]
        await guest.delete("/api/records/r1")
        return stored, versions, await store.review("r9", 1, 0, "v1"), await store.review("r1", 1, 2, "v2")

    assert visit(work) == ([None, "found 1", "found 2"], [None, "again"], None, None)


@NEEDS_NUMBA
@pytest.mark.parametrize("game", paiju.available())
def test_a_decision_is_asked_again_and_answers_are_judged_as_in_the_review(visit, monkeypatch, game):
    monkeypatch.setattr(judgements, "DEPTH", LIGHT)
    judgements._opened.cache_clear()

    async def work(site):
        with_reviews(site)
        guest = await site.guest()
        await keep(site, guest, played(game), game)
        _, decisions = await whole(guest, "deal=1&seat=2")
        played_on = [one for one in decisions if one["phase"] in ("play", "claim", "discard")]
        one = played_on[len(played_on) // 2]
        ask = f"/api/records/r1/question?deal=1&seat=2&at={one['index']}"
        question = (await guest.get(ask)).json()
        tries = [
            await guest.post(
                "/api/records/r1/question", json={"deal": 1, "seat": 2, "at": one["index"], "action": action}
            )
            for action in (one["played"], "nonsense")
        ]
        others = [
            await guest.get(ask.replace("seat=2", "seat=1")),
            await guest.get(ask.replace(f"&at={one['index']}", "&at=9999")),
        ]
        return one, question, tries, [other.json()["error"]["code"] for other in others]

    one, question, (tried, nonsense), others = visit(work)
    assert one["played"] in question["actions"]
    assert tried.json() == one
    assert nonsense.status_code == 400
    assert others == ["page.none", "usage.number"]


@pytest.mark.parametrize("game", paiju.available())
def test_a_branch_goes_on_to_the_end_the_same_for_everybody_and_leaves_the_record(visit, rng, game):
    """Steps hang on to those of the replay, as the seat sees them, and end in a result."""
    at = rng.randrange(5, 12)

    async def play(guest, pick):
        answers, steps, prompt = [], [], {}
        while prompt is not None:
            request = {"deal": 1, "seat": 1, "at": at, "answers": answers, "known": len(steps)}
            sent = await guest.post("/api/records/r1/branch", json=request)
            assert sent.status_code == 200, sent.text
            steps += sent.json()["steps"]
            prompt = sent.json()["prompt"]
            if prompt is not None:
                answers.append(pick(prompt["actions"] or [prompt["default"]]))
        return answers, steps

    async def work(site):
        with_reviews(site)
        guest, other = await site.guest(), await site.guest()
        await keep(site, guest, played(game), game)
        answers, steps = await play(guest, rng.choice)
        judgements._branch.cache_clear()
        left = iter(answers)
        again = await play(other, lambda _: next(left))
        wrong = {"deal": 1, "seat": 1, "at": at, "answers": ["nonsense"], "known": 0}
        refused = [
            (await guest.post("/api/records/r1/branch", json={**wrong, **change})).json()["error"]["code"]
            for change in ({}, {"deal": 3}, {"at": 9999}, {"seat": 9})
        ]
        stored = (await guest.get("/api/records/r1")).text
        return answers, steps, again, refused, stored

    answers, steps, again, refused, stored = visit(work)
    assert again == (answers, steps)
    assert steps[-1]["view"]["over"]
    assert all(step["view"]["viewer"] == 1 for step in steps)
    assert refused[0].startswith("notation.")
    assert refused[1:] == ["page.none"] * 3
    assert stored == played(game)
