"""What guests did with puzzles: a first answer counts, a streak breaks, days follow one another, and all of it can be forgotten."""

from __future__ import annotations

from paiju.server.store.base import PutTry

DAY = 20_000


def tried(puzzle, score=1.0, guest="g1", day=0):
    return PutTry(guest=guest, puzzle=puzzle, score=score, solved=score >= 0.5, first=1200, day=day)


def test_first_answers_count(use):
    async def work(store):
        await store.put_guest("g1", "Li", "zh")
        start = await store.solver("g1")
        one = await store.put_try(tried("a", day=DAY))
        assert one.rating > start.rating
        assert (one.results, one.streak, one.best, one.day, one.days) == (1, 1, 1, DAY, 1)
        assert await store.put_try(tried("a", 0.0)) == one, "a second answer changes nothing"
        two = await store.put_try(tried("b", day=DAY + 1))
        assert (two.streak, two.days) == (2, 2)
        three = await store.put_try(tried("c", 0.0))
        assert (three.streak, three.best, three.days) == (0, 2, 2)
        assert three.rating < two.rating
        later = await store.put_try(tried("d", day=DAY + 5))
        assert (later.streak, later.days) == (1, 1)
        ratings = await store.puzzle_ratings()
        assert ratings["a"] < 1200 < ratings["c"]
        assert await store.tried_by("g1") == {"a", "b", "c", "d"}
        return later

    kept = use(work)

    async def again(store):
        assert await store.solver("g1") == kept
        assert (await store.put_try(tried("a", guest="nobody"))).results == 0
        await store.forget_guest("g1")
        assert (await store.solver("g1")).results == 0
        assert await store.tried_by("g1") == set()
        assert "a" in await store.puzzle_ratings()

    use(again)
