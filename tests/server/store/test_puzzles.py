"""What guests learned: a puzzle's first answer counts, a streak breaks, days follow one another; all of it can be carried on and forgotten."""

from __future__ import annotations

from msgspec.structs import replace

from paiju.server.store.rows import FirstAnswer

DAY = 20_000


def tried(puzzle, score=1.0, guest="g1", day=0):
    return FirstAnswer(guest=guest, puzzle=puzzle, score=score, solved=score >= 0.5, first=1200, day=day)


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

    stored = use(work)

    async def again(store):
        assert await store.solver("g1") == stored
        assert (await store.put_try(tried("a", guest="nobody"))).results == 0
        await store.forget_guest("g1")
        assert (await store.solver("g1")).results == 0
        assert await store.tried_by("g1") == set()
        assert "a" in await store.puzzle_ratings()

    use(again)


def test_learned_puzzles_move_to_another_device_and_are_deleted(use):
    async def work(store):
        for guest in ("g1", "g2"):
            await store.put_guest(guest, "Li", "zh")
        await store.learn("g1", ["paohuzi/deal", "baohuang/beats"])
        await store.learn("g1", ["paohuzi/deal", "closed"])
        await store.learn("g2", ["baohuang/roles"])
        await store.learn("nobody", ["baohuang/roles"])
        for puzzle in ("a", "b"):
            await store.put_try(tried(puzzle))
        await store.put_try(tried("b", 0.0, "g2"))
        await store.put_try(tried("c", 0.0, "g2"))
        ahead = await store.put_try(tried("d", 0.0))
        await store.carry_learning("g1", "g2")
        assert await store.learned("g2") == [
            "baohuang/beats",
            "baohuang/roles",
            "closed",
            "paohuzi/deal",
        ]
        assert await store.learned("g1") == ["baohuang/beats", "closed", "paohuzi/deal"]
        assert await store.learned("nobody") == []
        assert await store.tried_by("g2") == {"a", "b", "c", "d"}
        assert await store.solver("g1") == ahead
        assert await store.solver("g2") == replace(ahead, guest="g2")
        further = await store.put_try(tried("e", 1.0, "g2"))
        await store.carry_learning("g1", "g2")
        assert await store.solver("g2") == further, "who is behind changes nothing"
        await store.forget_guest("g1")
        assert await store.learned("g1") == []
        assert await store.solver("g2") == further

    use(work)
