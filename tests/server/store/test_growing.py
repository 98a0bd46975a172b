"""A record grows by its deals: each is written once, and the last costs no more than the first."""

from __future__ import annotations

import json

import pytest
import sqlalchemy as sa

from paiju.core.reading import loads
from paiju.core.record import dumps
from paiju.server import protocol as p
from paiju.server.store import upgrade
from paiju.server.store import writer as writing
from paiju.server.store.engines import parse_url, writer
from paiju.server.store.rows import ActionRow
from paiju.server.store.schema import ACTIONS
from paiju.server.store.store import Store
from paiju.server.tables.room import SETTLED
from paiju.server.tables.shuffle import signed
from tests.server.store.samples import FRAME, record, table
from tests.server.table.simulation import Simulation

DEALS = 60


class Match:
    """A match at a table, and what the table wrote."""

    def __init__(self, people: int) -> None:
        self.sim = Simulation("paohuzi", people, options={"match_end": "endless"})
        self._written = []
        keep = self.sim.store.write
        self.sim.store.write = lambda writes: (self._written.extend(writes), keep(writes))
        self.sim.start()

    @property
    def name(self) -> str:
        return self.sim.table.room.record

    @property
    def document(self) -> str:
        return dumps(signed(self.sim.table))

    def play(self) -> tuple:
        """Play a deal; what was written for it, from the shuffle before to its end."""
        self.sim.until(SETTLED)
        written, self._written[:] = tuple(self._written), []
        for guest in self.sim.pages:
            self.sim.say(guest, p.Ready(on=True))
        return written


@pytest.fixture(scope="module")
def long() -> tuple[Match, list[tuple]]:
    match = Match(1)
    return match, [match.play() for _ in range(DEALS)]


async def cost(store: Store, writes: tuple) -> tuple[int, int]:
    """How many characters beside the actions go to the database for some writes, and in how many rows."""
    found = [0, 0]
    run = writing._run_steps

    def count(connection, steps) -> None:
        for statement, rows, _ in steps:
            stored = rows or [statement.compile().params]
            if statement.table is not ACTIONS:
                found[0] += sum(len(str(value)) for row in stored for value in row.values())
            found[1] += len(stored)
        run(connection, steps)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(writing, "_run_steps", count)
        await store.write(writes)
    return found[0], found[1]


def test_the_last_deal_of_a_match_costs_no_more_than_the_first(use, long):
    match, by_deal = long

    async def work(store: Store):
        costs = []
        for writes in by_deal:
            actions = sum(isinstance(one, ActionRow) for one in writes)
            size, rows = await cost(store, writes)
            costs.append((size - _played(writes), rows - actions))
        return costs, (await store.record(match.name)).document

    costs, document = use(work)
    assert document == match.document
    first, last = costs[1], costs[-1]
    assert last[1] == first[1], "as many rows"
    assert abs(last[0] - first[0]) < 200, "numbers get longer, lists do not"


def _played(writes: tuple) -> int:
    """How much of the writes is what was played, which differs from deal to deal."""
    return sum(
        len(json.dumps(json.loads(line)["actions"], ensure_ascii=False, separators=(",", ":")))
        + len(json.loads(line)["trail"])
        for one in writes
        for _, line in getattr(one, "deals", ())
    )


def test_a_record_is_its_frame_with_its_deals_in_order(use):
    lines = tuple((number, json.dumps({"deal": number})) for number in range(1, 12))

    async def work(store: Store):
        await store.put_guest("g1", "Li Wei", "zh")
        for number in (2, 0, 1):
            await store.write((record("r1", deals=lines[number::3]),))
        whole = (await store.record("r1")).document
        await store.forget_guest("g1")
        return whole, (await store.record("r1")).document

    whole, after = use(work)
    assert json.loads(whole)["deals"] == [{"deal": number} for number in range(1, 12)]
    assert after == whole


def test_forgetting_a_name_rewrites_no_deal(use):
    match = Match(2)
    writes, name = [one for _ in range(2) for one in match.play()], match.name

    async def work(store: Store):
        for guest in ("g0", "g1"):
            await store.put_guest(guest, guest, "en")
        await store.write(tuple(writes))
        before = (await store.record(name)).document
        await store.forget_guest("g1")
        return before, (await store.record(name)).document

    before, after = (loads(one.encode()) for one in use(work))
    before.redact(1)
    assert after == before
    assert len(after.deals) == 2


@pytest.mark.parametrize("over", [False, True])
def test_a_record_stays_until_its_match_is_over(use, clock, over):
    """Its last owner gives it up, or it has none: what was written once is not written again."""

    async def work(store: Store):
        first = record("r1", players=((0, "g1"),), deals=((1, "{}"),))
        await store.write((table(record="r1"), first))
        await store.forget_record("r1", "g1")
        await store.sweep(clock.now)
        await store.write((table(record="r1", over=over), record("r1", players=(), deals=((2, "[]"),))))
        await store.sweep(clock.now)
        return await store.record("r1")

    stored = use(work)
    assert stored is None if over else json.loads(stored.document)["deals"] == [{}, []]


def test_records_of_an_older_database_are_read_as_before(use, bare, clock):
    match = Match(1)
    match.play(), match.play()
    documents = {match.name: match.document, "other": "no record", "bare": FRAME}
    engine = writer(parse_url(bare))
    names = ("id", "game", "names", "scores", "document", "created", "touched")
    records = sa.table("records", *(sa.column(name) for name in names))
    with engine.connect() as connection:
        upgrade.bring(connection, "0003")
        with connection.begin():
            for name, document in documents.items():
                values = (name, "paohuzi", "[]", "[]", document, clock.now, clock.now)
                connection.execute(sa.insert(records).values(values))
    engine.dispose()

    async def work(store: Store):
        before = {name: (await store.record(name)).document for name in documents}
        await store.write((table("t"), *match.play()))
        return before, (await store.record(match.name)).document

    before, after = use(work)
    assert before == documents
    assert after == match.document
