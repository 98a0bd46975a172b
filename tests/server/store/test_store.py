"""What every store must do, whichever database it sits on."""

from __future__ import annotations

import asyncio

import pytest
from msgspec.structs import replace

from paiju.server.store.base import (
    DAY,
    DESERTED_HOURS,
    EMPTY_GUEST_DAYS,
    GUEST_DAYS,
    OVER_DAYS,
    RECORD_DAYS,
    RESERVED_SECONDS,
    ROOM_CODE_SECONDS,
    ROOM_DAYS,
    StoreError,
)
from paiju.server.store.database import Timekeeper
from paiju.server.store.rows import ClubRow, DropDeal, DropRoom, StoredDeal
from paiju.server.store.store import Store
from tests.server.store.samples import FRAME, action, deal, end, record, signal, table


def test_a_room_comes_back_as_it_was(use):
    async def keep(store: Store) -> None:
        await store.write((table(code="482913"),))
        await store.write((deal(), action(0), signal(0), action(1), signal(1)))
        await store.write((end(), deal(number=2)))
        await store.write((action(0, number=2),))

    use(keep)
    first = StoredDeal(
        replace(deal(), events="e" * 64, result='{"void":false}'),
        (action(0), action(1)),
        (signal(0), signal(1)),
    )
    second = StoredDeal(deal(number=2), (action(0, number=2),))
    expected = replace(table(code="482913"), deals=(first, second))
    assert use(lambda store: store.load("t1")) == expected


def test_a_room_is_found_by_code_and_key(use):
    async def find(store: Store):
        await store.write((table(code="482913"),))
        return [
            await store.find(**by)
            for by in ({"code": "482913"}, {"key": "key-t1"}, {"code": "1"}, {"key": "x"}, {})
        ]

    assert use(find) == ["t1", "t1", None, None, None]


def test_a_code_opens_one_room_and_can_be_used_again(use):
    async def work(store: Store):
        await store.write((table("t1", code="111111"),))
        with pytest.raises(StoreError) as refused:
            await store.write((table("t2", code="111111"),))
        await store.write((table("t1", code=None), table("t2", code="111111")))
        return refused.value.code, await store.find(code="111111")

    assert use(work) == ("store.write", "t2")


def test_a_code_is_reserved_until_its_room_is_stored_or_dropped(use, clock):
    async def work(store: Store):
        first = [await store.reserve_code(code) for code in ("111111", "111111", "222222")]
        await store.write((table(code="111111"),))
        clock.now += RESERVED_SECONDS - 1
        early = [await store.reserve_code(code) for code in ("111111", "222222")]
        clock.now += ROOM_CODE_SECONDS
        await store.sweep(clock.now)
        return first, early, [await store.reserve_code(code) for code in ("111111", "222222", "222222")]

    assert use(work) == ([True, False, True], [False, False], [False, True, False])


def test_only_rooms_that_go_on_are_listed(use, clock):
    async def work(store: Store):
        for name in ("t1", "t2", "t3"):
            clock.now += 1
            await store.write((table(name, over=name == "t2"),))
        return (
            await store.tables(),
            [line.table for line in await store.tables_of("g1")],
            await store.tables_of("g9"),
        )

    assert use(work) == (["t1", "t3"], ["t3", "t1"], [])


def test_members_change_with_the_room(use):
    async def work(store: Store):
        await store.write((table(),))
        await store.write((table(members=("g3", "g3")),))
        return [await store.tables_of(guest) for guest in ("g1", "g2")], (await store.load("t1")).members

    assert use(work) == ([[], []], ("g3",))


def test_dropping(use):
    async def work(store: Store):
        await store.write((table(), deal(), action(0), record()))
        await store.write((DropDeal("t1", 1),))
        assert (await store.load("t1")).deals == ()
        await store.write((deal(), action(0)))
        await store.write((DropRoom("t1"),))
        assert await store.load("t1") is None
        assert await store.record("r1")
        await store.write((table(), deal()))
        return (await store.load("t1")).deals[0].actions

    assert use(work) == ()


@pytest.mark.parametrize(
    "bad",
    [
        pytest.param((deal(), action(0)), id="an action twice"),
        pytest.param((deal("t9"),), id="a deal of no room"),
        pytest.param((action(5, number=7),), id="an action of no deal"),
        pytest.param((end(number=7),), id="the end of no deal"),
        pytest.param((deal(number=1),), id="a deal twice"),
        pytest.param((table("t2", key="key-t1"),), id="a key twice"),
        pytest.param((table("t2"), action(5, number=9)), id="a good write before a bad one"),
        pytest.param((table("t2", data="\ud800"),), id="text that is none"),
    ],
)
def test_a_write_is_all_or_nothing(use, bad):
    async def work(store: Store):
        await store.write((table(), deal(), action(0)))
        before = await store.load("t1")
        with pytest.raises(StoreError) as refused:
            await store.write(bad)
        assert refused.value.code == "store.write"
        assert await store.load("t2") is None
        return before == await store.load("t1")

    assert use(work)


def test_a_deal_ends_once(use):
    async def work(store: Store):
        await store.write((table(), deal(), end()))
        with pytest.raises(StoreError):
            await store.write((end(),))

    use(work)


def test_callers_share_transactions_but_not_failures(use):
    """One hundred tables at once; every tenth writes nonsense, and it alone fails."""

    async def table_of(store: Store, number: int) -> str:
        name = f"t{number}"
        await store.write((table(name), deal(name)))
        for index in range(5):
            await store.write((action(index, name),))
        if number % 10 == 0:
            await store.write((action(0, name),))
        return "kept"

    async def work(store: Store):
        outcomes = await asyncio.gather(*(table_of(store, n) for n in range(100)), return_exceptions=True)
        stored = [len((await store.load(f"t{n}")).deals[0].actions) for n in range(100)]
        return outcomes, stored, dict(store.figures)

    outcomes, stored, figures = use(work)
    assert [isinstance(outcome, StoreError) for outcome in outcomes] == [n % 10 == 0 for n in range(100)]
    assert stored == [5] * 100
    assert figures["writes"] == 610
    assert figures["failed"] == 10
    assert figures["commits"] < 200


def test_a_cancelled_call_does_not_affect_others(use):
    async def work(store: Store):
        await store.write((table(), deal()))
        given_up = asyncio.create_task(store.write((action(0),)))
        await asyncio.sleep(0)
        given_up.cancel()
        await store.write((action(1),))
        return len((await store.load("t1")).deals[0].actions)

    assert use(work) == 2


def test_accepted_writes_finish_before_closing(use):
    async def work(store: Store):
        await store.write((table(), deal()))
        pending = [asyncio.create_task(store.write((action(i),))) for i in range(20)]
        await asyncio.sleep(0)
        await store.close()
        await asyncio.gather(*pending)
        with pytest.raises(StoreError):
            await store.write((action(99),))

    use(work)
    assert len(use(lambda store: store.load("t1")).deals[0].actions) == 20


def test_guests(use, clock):
    async def work(store: Store):
        await store.put_guest("g1", "李伟", "zh")
        clock.now += 5
        await store.put_guest("g1", "مریم", "fa")
        return await store.guest("g1"), await store.guest("g2")

    guest, nobody = use(work)
    assert (guest.name, guest.lang, guest.seen - guest.created, nobody) == ("مریم", "fa", 5, None)


def test_records_and_their_owners(use, clock):
    async def work(store: Store):
        await store.write((record("r1"),))
        clock.now += 9
        await store.write((record("r2", players=((1, "g2"),)),))
        clock.now += 9
        await store.write((record("r1"),))
        lists = [[line.record for line in await store.records_of(guest)] for guest in ("g1", "g2", "g3")]
        assert await store.forget_record("r1", "g3") is False
        assert await store.forget_record("r1", "g1") is True
        assert await store.record("r1")
        assert await store.forget_record("r1", "g2") is True
        return lists, await store.record("r1"), (await store.record("r2")).document

    assert use(work) == ([["r1"], ["r1", "r2"], []], None, FRAME)


def test_a_forgotten_guest_leaves_nothing(use):
    async def work(store: Store):
        await store.put_guest("g1", "Li Wei", "zh")
        await store.write((table(), record("r1"), record("r2", players=((0, "g1"),))))
        await store.forget_guest("g1")
        stored = await store.records_of("g2")
        return (
            await store.guest("g1"), await store.tables_of("g1"), await store.records_of("g1"),
            await store.record("r2"), [(line.record, line.names) for line in stored],
        )  # fmt: skip

    assert use(work) == (None, [], [], None, [("r1", '["–", "B", "C", "D", "E"]')])


def test_meta(use):
    async def work(store: Store):
        before = await store.meta("secret")
        await store.put_meta("secret", "a")
        await store.put_meta("secret", "b")
        return before, await store.meta("secret")

    assert use(work) == (None, "b")


@pytest.mark.parametrize(
    ("days", "left"),
    [
        (0, {"rooms": 2, "records": 1, "guests": 4, "clubs": 1}),
        (OVER_DAYS + 1, {"rooms": 1, "records": 1, "guests": 4, "clubs": 1}),
        (EMPTY_GUEST_DAYS, {"rooms": 1, "records": 1, "guests": 4, "clubs": 1}),
        (ROOM_DAYS + 1, {"rooms": 0, "records": 1, "guests": 2, "clubs": 1}),
        (GUEST_DAYS + 1, {"rooms": 0, "records": 0, "guests": 0, "clubs": 0}),
        (RECORD_DAYS + 1, {"rooms": 0, "records": 0, "guests": 0, "clubs": 0}),
    ],
)
def test_everything_has_its_time(use, clock, days, left):
    """g1 owns a record, g2 sits in a room, g3 has nothing, g4 is in a club."""

    async def work(store: Store):
        for guest in ("g1", "g2", "g3", "g4"):
            await store.put_guest(guest, guest, "en")
        await store.put_club(ClubRow("c1", "Friends", "baohuang", "pagat", "{}"), "g4", 1)
        await store.write((table("t1", members=("g2",)), table("t2", members=(), over=True)))
        await store.write((record("r1", players=((0, "g1"),)),))
        await store.sweep(clock.now + days * DAY)
        guests = [await store.guest(guest) for guest in ("g1", "g2", "g3", "g4")]
        rooms = [await store.load(name) for name in ("t1", "t2")]
        return {
            "rooms": sum(room is not None for room in rooms),
            "records": (await store.record("r1") is not None) * 1,
            "guests": sum(guest is not None for guest in guests),
            "clubs": (await store.club("c1") is not None) * 1,
        }

    assert use(work) == left


def test_an_empty_room_is_deleted_soon(use, clock):
    async def work(store: Store):
        await store.write((table("t1", members=()), table("t2")))
        return [
            await store.sweep(clock.now + hours * 3600) for hours in (1, DESERTED_HOURS + 1)
        ], await store.tables()

    assert use(work) == ([0, 1], ["t2"])


def test_a_record_outlives_the_visits_of_its_owner_but_not_its_own_time(use, clock):
    async def work(store: Store):
        await store.write((record("r1", players=((0, "g1"),)),))
        clock.now += RECORD_DAYS * DAY
        await store.put_guest("g1", "g1", "en")
        first = await store.sweep()
        clock.now += DAY
        return first, await store.sweep(), await store.record("r1")

    assert use(work) == (0, 1, None)


def test_too_many_records_push_out_the_oldest(use, clock, monkeypatch):
    monkeypatch.setattr("paiju.server.store.store.MOST_RECORDS", 3)

    async def work(store: Store):
        await store.put_guest("g1", "g1", "en")
        for number in range(5):
            clock.now += 1
            await store.write((record(f"r{number}", players=((0, "g1"),)),))
        await store.sweep()
        return [line.record for line in await store.records_of("g1")], await store.record("r0")

    assert use(work) == (["r4", "r3", "r2"], None)


@pytest.mark.usefixtures("no_grace")
def test_a_second_server_is_refused(use, url, clock):
    async def work(store: Store):
        second = Store(url, clock=Timekeeper(clock, clock))
        with pytest.raises(StoreError) as refused:
            await second.open()
        await second.close()
        await store.ping()
        return refused.value.code

    assert use(work) == "store.locked"
    assert use(lambda store: store.tables()) == []


def test_expired_rows_are_swept_at_intervals(use, clock):
    async def work(store: Store):
        await store.write((record("r1", players=((0, "g1"),)),))
        swept = [await store.sweep()]
        clock.now += RECORD_DAYS * DAY + 1
        swept.append(await store.sweep())
        await store.write((record("r2", players=((0, "g1"),)),))
        clock.now += 60
        await store.forget_record("r2", "g1")
        return [*swept, await store.sweep()], store._swept

    swept, last = use(work)
    assert swept == [0, 1, 0]
    assert clock.now - last == 60


@pytest.mark.parametrize("strange", ["\0", "a\0b", "\ud800", "x" * 100_000])
def test_malformed_keys_open_nothing(use, strange):
    """Whatever a driver makes of such text, no such key is stored."""

    async def work(store: Store):
        await store.write((table(), record()))
        return [
            await store.find(key=strange), await store.find(code=strange), await store.load(strange), await store.guest(strange),
            await store.record(strange), await store.take_move(strange), await store.forget_record(strange, "g1"),
        ]  # fmt: skip

    assert use(work) == [None] * 6 + [False]
