"""Ratings in the store: changed with the end of a match, or not at all, and gone with their guest."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from paiju.server.people.ratings import SETTLED_MATCHES, Outcome, Rating, curves, rerated
from paiju.server.store.base import StoreError
from paiju.server.store.rows import RateMatch
from paiju.server.store.store import Store
from tests.server.store.samples import deal, end, table


def match(*results: tuple[str, int, bool], family: str = "akagiri") -> RateMatch:
    return RateMatch("paohuzi", family, results)


THREE = match(("g1", 10, True), ("g2", -2, True), ("g3", -8, True))


async def known(store: Store) -> None:
    for guest in ("g1", "g2", "g3"):
        await store.put_guest(guest, guest, "en")


def test_a_match_rates_its_players(use):
    async def work(store: Store):
        await known(store)
        await store.write((THREE,))
        await store.write((match(("g1", 5, True), ("g3", 1, True), ("g2", 1, True), family="other"),))
        return [await store.ratings_of(guest) for guest in ("g1", "g2", "g3", "g4")]

    first, second, third, nobody = use(work)
    assert nobody == []
    akagiri = [next(one for one in own if one.family == "akagiri") for own in (first, second, third)]
    assert akagiri[0].mu > akagiri[1].mu > akagiri[2].mu
    assert [one.before for one in akagiri] == [Rating().mu] * 3
    assert all(one.matches == 1 and one.sigma < Rating().sigma for one in akagiri)
    other = [next(one for one in own if one.family == "other") for own in (first, second, third)]
    assert other[1].mu == pytest.approx(other[2].mu)


def test_each_match_adds_a_point_to_the_curve_of_a_rating(use):
    async def work(store: Store):
        await known(store)
        for _ in range(3):
            await store.write((THREE,))
        await store.write((match(("g1", 1, True), ("g2", 2, True), family="other"),))
        rows, (last, *_) = await store.rated("g1"), await store.ratings_of("g3")
        lost = await store.rated("g3")
        await store.forget_guest("g1")
        return rows, last, lost, await store.rated("g1")

    rows, last, lost, gone = use(work)
    akagiri, other = curves(rows)
    assert (akagiri["family"], len(akagiri["points"]), len(other["points"])) == ("akagiri", 3, 1)
    means, doubts = zip(*akagiri["points"], strict=True)
    assert Rating().points < means[0] < means[1] < means[2]
    assert Rating().margin > doubts[0] > doubts[1] > doubts[2]
    assert (lost[-1].mu, lost[-1].sigma, lost[-1].matches) == (last.mu, last.sigma, last.matches)
    assert gone == []


def test_a_match_is_rated_with_its_end_or_not_at_all(use):
    async def work(store: Store):
        await known(store)
        await store.write((table(), deal()))
        with pytest.raises(StoreError):
            await store.write((THREE, end(number=7)))
        before = await store.ratings_of("g1")
        await store.write((end(), THREE))
        return before, await store.ratings_of("g1")

    before, after = use(work)
    assert (before, len(after)) == ([], 1)


def test_a_deleted_guest_has_no_rating_and_gets_none(use):
    async def work(store: Store):
        await known(store)
        await store.write((THREE,))
        await store.forget_guest("g2")
        gone = await store.ratings_of("g2")
        await store.write((THREE,))
        return gone, await store.ratings_of("g2"), await store.ratings_of("g1")

    gone, still, first = use(work)
    assert (gone, still) == ([], [])
    assert first[0].matches == 2


def test_bots_that_play_for_ones_own_guests_give_no_rating(rng: random.Random):
    """Somebody who lets bots play for four guests of their own gains nothing, in however many matches."""
    own, fodder = Rating(), [Rating()] * 4
    for _ in range(20):
        scores = [rng.randint(-5, 5) for _ in fodder]
        after = rerated(
            [Outcome(own, 20, decided=True)]
            + [Outcome(one, score, decided=False) for one, score in zip(fodder, scores, strict=True)]
        )
        own, fodder = after[0], after[1:]
    assert own == Rating()
    assert all(one.mu < Rating().mu for one in fodder)


def test_leaving_does_not_avoid_a_loss(rng: random.Random):
    """The place counts that the bot then reaches, and never as a gain; those who stay are compared with each other."""
    scores = [rng.randint(-9, 9) for _ in range(3)]
    alone = [Outcome(Rating(), score, decided=True) for score in scores]
    lost = [*alone[:2], Outcome(Rating(), min(scores) - 1, decided=False)]
    assert rerated(lost)[2] == rerated([*alone[:2], replace(lost[2], decided=True)])[2]
    assert rerated(lost)[2].mu < Rating().mu
    left = [*alone[:2], Outcome(Rating(), max(scores) + 1, decided=False)]
    assert rerated(left)[2].mu == Rating().mu
    stayed = rerated(alone[:2])
    assert rerated(left)[:2] == stayed


def test_the_better_player_is_found(rng: random.Random):
    """Three who are far apart are distinguished after a hundred matches; the doubt falls."""
    ratings = [Rating()] * 3
    for _ in range(100):
        scores = [round(rng.gauss(mean, 3)) for mean in (3, 0, -3)]
        ratings = rerated(
            [Outcome(one, score, decided=True) for one, score in zip(ratings, scores, strict=True)]
        )
    assert ratings[0].points > ratings[1].points > ratings[2].points
    assert all(one.margin < 0.7 * Rating().margin for one in ratings)
    assert not any(one.provisional for one in ratings)
    assert Rating(matches=SETTLED_MATCHES - 1).provisional
    assert (Rating().points, Rating().margin) == (1500, 333)
