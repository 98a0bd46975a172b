"""Clocks that jump take nothing along, neither in the middle nor at a start."""

from __future__ import annotations

import asyncio

import pytest

from paiju.server.store.base import DAY, HOUR, RECORD_DAYS
from paiju.server.store.database import (
    ABSENT_SECONDS,
    GRACE_SECONDS,
    JUMP_SECONDS,
    SETTLED_SECONDS,
    Timekeeper,
)
from paiju.server.store.store import Store
from tests.server.store.samples import record, table

YEAR = 365 * DAY
NOW = 1_800_000_000


class Machine:
    """A machine with its two clocks."""

    def __init__(self) -> None:
        self.wall, self.steady = float(NOW), 77.0

    def run(self, seconds: float) -> None:
        self.wall += seconds
        self.steady += seconds

    def set(self, by: float) -> None:
        self.wall += by

    def timekeeper(self) -> Timekeeper:
        return Timekeeper(lambda: self.wall, lambda: self.steady)


@pytest.fixture
def machine() -> Machine:
    return Machine()


def looked(clock: Timekeeper) -> tuple[int, bool]:
    return clock.now(), clock.in_doubt


def test_small_corrections_are_followed(machine):
    clock = machine.timekeeper()
    clock.begin(NOW - HOUR)
    for by in (60, -120, JUMP_SECONDS - 1, -JUMP_SECONDS + 1):
        machine.set(by)
        assert looked(clock) == (int(machine.wall), False)


@pytest.mark.parametrize("by", [JUMP_SECONDS + 1, YEAR])
def test_a_forward_clock_jump_is_believed_after_a_day(machine, by):
    clock = machine.timekeeper()
    clock.begin(NOW)
    machine.set(by)
    for _ in range(24):
        assert looked(clock) == (int(machine.wall - by), True)
        machine.run(SETTLED_SECONDS / 24)
    assert looked(clock) == (int(machine.wall), False)


def test_a_corrected_clock_jump_has_no_effect(machine):
    clock = machine.timekeeper()
    clock.begin(NOW)
    machine.set(YEAR)
    assert clock.in_doubt
    machine.run(HOUR)
    machine.set(-YEAR)
    assert looked(clock) == (NOW + HOUR, False)


def test_each_clock_jump_takes_its_own_day_to_be_believed(machine):
    clock = machine.timekeeper()
    clock.begin(NOW)
    for _ in range(3):
        machine.set(YEAR)
        assert clock.in_doubt
        machine.run(SETTLED_SECONDS - 1)
        assert clock.in_doubt


@pytest.mark.parametrize("back", [JUMP_SECONDS + 1, YEAR, NOW])
def test_time_does_not_run_back(machine, back):
    """Neither where somebody sets the clock back nor where it begins in 1970, until network time comes."""
    for start in (False, True):
        clock = machine.timekeeper()
        if start:
            machine.set(-back)
        clock.begin(NOW)
        if not start:
            machine.set(-back)
        machine.run(100)
        assert looked(clock) == (NOW + 100, False)
        machine.set(back)
        assert looked(clock) == (NOW + 100, False)
        machine.run(-100)


@pytest.mark.parametrize(("away", "doubt"), [(DAY, False), (ABSENT_SECONDS, False), (3 * YEAR, True)])
def test_the_clock_is_doubted_after_a_long_stop(machine, away, doubt):
    clock = machine.timekeeper()
    machine.set(away)
    clock.begin(NOW)
    assert looked(clock) == (NOW + away, doubt)
    machine.run(GRACE_SECONDS)
    assert looked(clock) == (NOW + away + GRACE_SECONDS, False)


@pytest.mark.parametrize(("behind", "ran"), [(2 * HOUR, 60), (YEAR, SETTLED_SECONDS)])
def test_a_start_with_a_slow_clock_matters_only_if_recent_and_far_off(machine, behind, ran):
    """A clock that was ahead when the server was last started, and has been corrected since, is behind what the database knows."""
    clock = machine.timekeeper()
    machine.set(-behind)
    clock.begin(NOW)
    assert looked(clock) == (NOW, False)
    machine.run(ran)
    assert looked(clock) == (NOW + ran, False)
    machine.set(behind + YEAR)
    assert looked(clock) == (NOW + ran, True)
    machine.run(SETTLED_SECONDS - 1)
    assert clock.in_doubt


def test_a_start_with_a_clock_in_the_future_deletes_nothing(machine):
    clock = machine.timekeeper()
    machine.set(YEAR)
    clock.begin(NOW)
    machine.run(60)
    assert looked(clock) == (NOW + YEAR + 60, True)
    assert clock.known() == NOW + 60
    machine.set(-YEAR)
    assert looked(clock) == (NOW + 60, False)


@pytest.fixture
def open_store(url, machine):
    """Runs a piece of work on a store of that machine, opened again."""

    async def opened(work):
        store = Store(url, clock=machine.timekeeper())
        await store.open()
        try:
            return await work(store)
        finally:
            await store.close()

    return lambda work: asyncio.run(opened(work))


async def fill(store: Store) -> None:
    await store.put_guest("g1", "Li", "zh")
    await store.write((table(), record()))


async def swept(store: Store) -> list[bool]:
    """Whether guest, room and record are there after a sweep."""
    await store.sweep()
    return [bool(await there) for there in (store.guest("g1"), store.load("t1"), store.record("r1"))]


def test_nothing_is_deleted_after_a_jump(open_store, machine):
    async def jump(store):
        await fill(store)
        machine.set(3 * YEAR)
        seen = []
        for _ in range(20):
            machine.run(HOUR)
            seen.append(await swept(store))
        await store.put_guest("g1", "Li", "zh")
        machine.set(-3 * YEAR)
        seen += [await swept(store)]
        return seen, (await store.guest("g1")).seen

    seen, when = open_store(jump)
    assert seen == [[True] * 3] * 21
    assert when == machine.wall


def test_nothing_is_deleted_by_a_start_with_a_wrong_clock(open_store, machine):
    open_store(fill)
    machine.set(3 * YEAR)
    assert open_store(swept) == [True] * 3
    machine.set(-3 * YEAR)
    assert open_store(swept) == [True] * 3


def test_rows_dated_in_the_future_expire_too(open_store, machine):
    async def mistaken(store):
        await fill(store)
        return (await store.guest("g1")).seen

    open_store(lambda store: store.ping())
    machine.set(3 * YEAR)
    assert open_store(mistaken) == machine.wall
    machine.set(-3 * YEAR)
    assert open_store(swept) == [True] * 3

    async def later(store):
        machine.run((RECORD_DAYS + 2) * DAY)
        return await swept(store)

    assert open_store(later) == [False] * 3
