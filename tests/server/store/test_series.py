"""Days, series and attempts, in either database."""

from __future__ import annotations

from msgspec.structs import replace

from paiju.server.store.base import DAY, GRACE_SECONDS, SERIES_DAYS
from paiju.server.store.rows import AttemptRow, ClubRow, EndAttempt, PlayedRow, SeriesRow
from paiju.server.store.store import Store
from tests.server.store.samples import record

TODAY = "2027-01-15"  # that of the clock of these tests, 1,800,000,000 s after 1970
MIDNIGHT = 1_800_057_600


def series(name: str = "s", until: int = MIDNIGHT, maker: str | None = None) -> SeriesRow:
    return SeriesRow(name, "paohuzi", None, maker, "{}", 0, until)


def attempt(guest: str = "g1", deal: int = 1, name: str = "s") -> AttemptRow:
    return AttemptRow(name, deal, guest, 0, f"room-{guest}-{deal}", f"record-{guest}-{deal}", None)


def test_the_seed_of_a_day_is_committed_the_day_before_and_opened_an_hour_after(use, clock):
    async def work(store: Store):
        sent = []
        for now in (
            clock.now,
            MIDNIGHT - 1,
            MIDNIGHT,
            MIDNIGHT + GRACE_SECONDS - 1,
            MIDNIGHT + DAY + GRACE_SECONDS,
        ):
            clock.now = float(now)
            sent.append(await store.days())
        return sent

    first, evening, *after, last = use(work)
    assert [day.day for day in first] == ["2027-01-16", TODAY]
    assert first == evening
    assert first[0].seed != first[1].seed
    for days in after:
        assert [day.day for day in days] == ["2027-01-17", "2027-01-16", TODAY]
        assert days[1:] == first
        assert days[2].opened is None
    assert [(day.day, day.opened is None) for day in last] == [
        ("2027-01-18", True), ("2027-01-17", True), ("2027-01-16", False), (TODAY, False),
    ]  # fmt: skip
    assert [day.seed for day in last[2:]] == [day.seed for day in first]


def test_an_opened_day_is_never_played_again(use, clock):
    """Not even where a clock went back: its cards are known."""

    use(lambda store: store.days())
    clock.now = MIDNIGHT + 2.0 * GRACE_SECONDS
    before = use(lambda store: store.days())
    clock.now = 1_800_000_000.0

    def unaware(store: Store):
        store._clock._last, store._clock._at = clock.now, clock.now  # as if no later time were known
        return store.days()

    assert [day.day for day in before] == ["2027-01-17", "2027-01-16", TODAY]
    assert use(unaware) == before


def test_a_guest_has_one_attempt_and_it_ends_once(use, clock):
    async def work(store: Store):
        assert await store.put_series(series())
        begun = await store.begin_attempt(attempt())
        again = await store.begin_attempt(replace(attempt(), room="another"))
        assert begun == again == replace(attempt(), began=int(clock.now))
        await store.write((EndAttempt("room-g1-1", 0, -7),))
        await store.write(
            (EndAttempt("room-g1-1", 0, 12), EndAttempt("room-g1-1", 1, 3), EndAttempt("none", 0, 1))
        )
        return await store.attempts(["s", "t"])

    (stored,) = use(work)
    assert (stored.points, stored.ended) == (-7, int(clock.now))


def test_points_of_a_deal_may_be_more_than_32_bits(use):
    """A penalty of 10,000, multiplied by 10,000 for each who declares: the rules allow it, so a table may play it."""
    many = -6 * 10**12

    async def work(store: Store):
        await store.put_series(series())
        await store.begin_attempt(attempt())
        outcome = PlayedRow("r1", 1, 0, "g1", "d" * 12, "people", 5, many)
        await store.write((EndAttempt("room-g1-1", 0, many), replace(record(), outcomes=(outcome,))))
        return await store.attempts(["s"]), await store.played_by("g1")

    (tried,), (played,) = use(work)
    assert tried.points == played.points == many


def test_an_attempt_that_is_not_finished_in_time_is_final(use, clock):
    async def work(store: Store):
        await store.put_series(series())
        await store.begin_attempt(attempt("g1"))
        await store.begin_attempt(attempt("g2"))
        clock.now = float(MIDNIGHT)
        assert await store.begin_attempt(attempt("g3")) is None
        assert await store.begin_attempt(attempt("g2")) is not None
        clock.now = MIDNIGHT + GRACE_SECONDS - 1.0
        await store.days()
        await store.write((EndAttempt("room-g2-1", 0, 4),))
        clock.now += 1
        await store.days()
        clock.now = 1_800_000_000.0
        await store.write((EndAttempt("room-g1-1", 0, 9),))
        assert await store.begin_attempt(attempt("g3")) is None
        return await store.attempts(["s"])

    assert {one.guest: one.points for one in use(work)} == {"g1": None, "g2": 4}


def test_a_guest_makes_a_limited_number_of_series_and_attempts_are_deleted_with_the_guest(use, clock):
    async def work(store: Store):
        made = [await store.put_series(series(name, maker="g1"), 2, 9) for name in ("s", "t", "u")]
        await store.begin_attempt(attempt("g1"))
        await store.begin_attempt(attempt("g2"))
        await store.name_attempts(["s"], "g2", "小红")
        await store.forget_guest("g1")
        stored = await store.find_series("s")
        return made, stored.maker, await store.attempts(["s"])

    made, maker, attempts = use(work)
    assert made == [True, True, False]
    assert maker is None
    assert [(one.guest, one.name) for one in attempts] == [("g2", "小红")]

    async def later(store: Store):
        await store.sweep(MIDNIGHT + SERIES_DAYS * DAY + 1.0)
        return await store.find_series("s"), await store.attempts(["s"])

    assert use(later) == (None, [])


def test_the_evenings_of_a_club_remain_as_long_as_the_club(use):
    async def work(store: Store):
        await store.put_club(ClubRow("c", "Friday", "paohuzi", "classic", "{}"), "g1", 9)
        await store.put_series(replace(series(), club="c"))
        found = []
        for _ in range(2):
            await store.sweep(MIDNIGHT + SERIES_DAYS * DAY + 1.0)
            found.append(await store.find_series("s") is not None)
            await store.leave_club("c", "g1")
        return found

    assert use(work) == [True, False]


def test_the_number_of_series_is_bounded_and_unused_ones_are_deleted_first(use, clock):
    """First what nobody has played, the oldest first, then what is over; what is being played stays, and days do not count."""

    async def put(store: Store, name: str, until: int = MIDNIGHT) -> bool:
        clock.now += 1
        return await store.put_series(series(name, until, maker=f"maker of {name}"), 1, 4)

    async def stored(store: Store) -> set[str]:
        names = ("over", "played", "old", "young", "new", "newer", "newest")
        return {name for name in names if await store.find_series(name) is not None}

    async def work(store: Store):
        await store.days()
        for name, until in (
            ("over", int(clock.now) + 60),
            ("played", MIDNIGHT),
            ("old", MIDNIGHT),
            ("young", MIDNIGHT),
        ):
            assert await put(store, name, until)
        for name in ("over", "played"):
            await store.begin_attempt(attempt(name=name))
        stages = []
        for name in ("new", "newer"):
            assert await put(store, name)
            stages.append(await stored(store))
            await store.begin_attempt(attempt(name=name))
        refused = await put(store, "newest")
        clock.now += 60 + GRACE_SECONDS
        await store.days()
        return stages, refused, await put(store, "newest"), await stored(store)

    stages, refused, later, left = use(work)
    assert stages == [{"over", "played", "young", "new"}, {"over", "played", "new", "newer"}]
    assert (refused, later) == (False, True)
    assert left == {"played", "new", "newer", "newest"}
