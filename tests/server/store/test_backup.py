"""Backups: whole, of one moment, readable by any store, and nothing else is taken for one."""

from __future__ import annotations

import asyncio
import errno
import gzip
import json
import os
import stat

import pytest
from sqlalchemy import Boolean, Float, Integer, create_engine, delete, insert

from paiju.core.errors import UsageError
from paiju.core.files import whole_file
from paiju.server.ops.backup import BackupError, _tables_of, backup, restore
from paiju.server.store import upgrade
from paiju.server.store.base import StoreError
from paiju.server.store.rows import RateMatch
from paiju.server.store.schema import PASSING
from paiju.server.store.store import Store
from tests.server.store.samples import action, deal, end, record, table


async def fill(store: Store) -> None:
    await store.put_guest("g1", "李伟 ‎x", "zh")
    await store.put_meta("secret", "s")
    await store.write((table(code="482913"), table("t2", over=True, members=())))
    await store.write((deal(), *(action(i) for i in range(700)), end(), record(deals=((1, "{}"),))))
    await store.write((RateMatch("baohuang", "pagat", (("g1", 3, True), ("g2", 1, True))),))
    await store.put_move("abcd2345", "t1", "g1")


async def everything(store: Store) -> list[object]:
    return [
        await store.load("t1"), await store.load("t2"), await store.guest("g1"), await store.meta("secret"),
        await store.record("r1"), await store.records_of("g2"), await store.tables(),
        await store.ratings_of("g1"),
    ]  # fmt: skip


def test_a_restored_backup_equals_the_original(use, url, tmp_path):
    use(fill)
    before = use(everything)
    file = tmp_path / "b.jsonl.gz"
    counts = asyncio.run(backup(url, file))
    assert counts == {
        "actions": 700,
        "attempts": 0,
        "club_members": 0,
        "clubs": 0,
        "days": 0,
        "deals": 1,
        "guests": 1,
        "learned": 0,
        "members": 2,
        "meta": 4,
        "moves": 1,
        "owners": 2,
        "played": 0,
        "puzzles": 0,
        "rated": 1,
        "ratings": 1,
        "record_deals": 1,
        "records": 1,
        "reviews": 0,
        "series": 0,
        "signals": 0,
        "rooms": 2,
        "solvers": 0,
        "subscriptions": 0,
        "tries": 0,
    }
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.glob(".b*")] == []
    other = f"sqlite:///{tmp_path}/other.db"
    assert asyncio.run(restore(other, file)) == counts

    async def look() -> list[object]:
        store = Store(other)
        await store.open()
        try:
            return await everything(store)
        finally:
            await store.close()

    assert asyncio.run(look()) == before
    use(lambda store: store.write((table("t3"),)))
    asyncio.run(restore(url, file, replace=True))
    assert use(everything) == before


def test_a_backup_needs_no_hard_links(use, url, tmp_path, monkeypatch):
    def refuse(*_):
        raise OSError(errno.EPERM, os.strerror(errno.EPERM))

    use(fill)
    monkeypatch.setattr("os.link", refuse)
    file = tmp_path / "b.gz"
    counts = asyncio.run(backup(url, file))
    assert asyncio.run(restore(f"sqlite:///{tmp_path}/other.db", file)) == counts
    assert [path.name for path in tmp_path.glob(".b*")] == []
    with pytest.raises(UsageError) as refused, whole_file(tmp_path / "c.gz", new=True):
        (tmp_path / "c.gz").write_text("somebody else's")
    assert refused.value.code == "file.exists"
    assert (tmp_path / "c.gz").read_text() == "somebody else's"


def test_a_backup_of_a_running_server_is_of_one_moment(use, url, tmp_path):
    file = tmp_path / "b.gz"

    async def work(store: Store) -> None:
        await store.write((table(), deal()))
        begun, done = asyncio.Event(), asyncio.Event()

        async def play() -> int:
            index, last = -1, False
            while not last:
                index, last = index + 1, done.is_set()
                await store.write((action(index), table(data=json.dumps(index))))
                if index == 10:
                    begun.set()
            return index

        playing = asyncio.create_task(play())
        await begun.wait()
        await backup(url, file)
        done.set()
        return await playing

    last = use(work)
    rows = [json.loads(line) for line in gzip.decompress(file.read_bytes()).splitlines()[1:-1]]
    actions = [row["at"] for name, row in rows if name == "actions"]
    (room,) = (row for name, row in rows if name == "rooms")
    assert 0 < actions[-1] < last
    assert actions == list(range(len(actions)))
    assert json.loads(room["data"]) == actions[-1]


def test_a_full_database_is_not_overwritten(use, url, tmp_path):
    use(fill)
    before = use(everything)
    file = tmp_path / "b.gz"
    asyncio.run(backup(url, file))
    with pytest.raises(BackupError) as refused:
        asyncio.run(restore(url, file))
    assert refused.value.code == "backup.full"
    assert use(everything) == before


@pytest.mark.usefixtures("no_grace")
def test_a_running_server_keeps_its_database(use, url, tmp_path):
    use(fill)
    file = tmp_path / "b.gz"
    asyncio.run(backup(url, file))

    async def work(store: Store) -> None:
        with pytest.raises(StoreError) as refused:
            await restore(url, file, replace=True)
        assert refused.value.code == "store.locked"

    use(work)


def test_files_that_cannot_be_written_or_read(use, url, tmp_path):
    use(fill)
    taken = tmp_path / "taken"
    taken.write_text("mine")
    for file, code in ((taken, "file.exists"), (taken / "file", "file.unwritable")):
        with pytest.raises(UsageError) as refused:
            asyncio.run(backup(url, file))
        assert refused.value.code == code
    assert taken.read_text() == "mine"
    with pytest.raises(UsageError):
        asyncio.run(restore(url, tmp_path / "nothing", replace=True))
    with pytest.raises(StoreError):
        asyncio.run(backup(f"sqlite:///{tmp_path}/no.db", tmp_path / "c.gz"))


def lines_of(file) -> list[bytes]:
    return gzip.decompress(file.read_bytes()).splitlines(keepends=True)


DAMAGES = {
    "not packed": b"".join,
    "another file": lambda lines: gzip.compress(b'{"format":"other"}\n'),
    "no JSON": lambda lines: gzip.compress(b"hello\n"),
    "nested too deep": lambda lines: gzip.compress(lines[0] + b"[" * 100_000),
    "nested without need": lambda lines: gzip.compress(lines[0] + b"[" * 500 + b"]" * 500 + b"\n"),
    "a key twice": lambda lines: gzip.compress(lines[0][:-2] + b',"version":1}\n'),
    "empty": lambda lines: gzip.compress(b""),
    "cut short between lines": lambda lines: gzip.compress(b"".join(lines[:-1])),
    "cut short inside": lambda lines: gzip.compress(b"".join(lines))[:-20],
    "a row is missing": lambda lines: gzip.compress(b"".join(lines[:3] + lines[4:])),
    "a row appears twice": lambda lines: gzip.compress(b"".join(lines[:3] + lines[2:])),
    "another table": lambda lines: gzip.compress(b"".join([lines[0], b'["x",{}]\n', *lines[1:]])),
    "other columns": lambda lines: gzip.compress(
        b"".join([lines[0], b'["meta",{"name":"x"}]\n', *lines[1:]])
    ),
    "another type": lambda lines: gzip.compress(
        b"".join([lines[0], b'["meta",{"name":"x","value":3}]\n', *lines[1:]])
    ),
    "no row": lambda lines: gzip.compress(b"".join([lines[0], b"[1,2,3]\n", *lines[1:]])),
    "another version": lambda lines: gzip.compress(lines[0].replace(b'"version":1', b'"version":2')),
    "another schema": lambda lines: gzip.compress(lines[0].replace(upgrade.newest().encode(), b"0999")),
}


def test_damaged_backups_change_nothing(use, url, tmp_path):
    use(fill)
    before = use(everything)
    file = tmp_path / "b.gz"
    asyncio.run(backup(url, file))
    lines = lines_of(file)
    for damage, made in DAMAGES.items():
        file.write_bytes(made(lines))
        with pytest.raises(BackupError) as refused:
            asyncio.run(restore(url, file, replace=True))
        assert refused.value.code == "backup.format", damage
        assert f"{file}: line " in refused.value.detail, damage
    assert use(everything) == before


def made_at(step, address):
    """A database of a step with a row in each of its tables, and what a backup of it said then."""
    engine = create_engine(address)
    with engine.connect() as connection:
        upgrade.bring(connection, step)
        tables = _tables_of(connection)
        rows = []
        for table in tables.values():
            connection.execute(delete(table))
            row = {column.name: sample(column) for column in table.c}
            connection.execute(insert(table).values(row))
            if table.name not in {one.name for one in PASSING}:
                rows.append([table.name, row])
        connection.commit()
    engine.dispose()
    head = {"format": "paiju-backup", "version": 1, "schema": step, "paiju": "0.2.0", "created": 1}
    lines = [head, *rows, {"end": {name: 1 for name, _ in rows}}]
    return gzip.compress(b"".join(json.dumps(line).encode() + b"\n" for line in lines))


def sample(column):
    """A value that fits: text that is JSON, and the same wherever a table names a row of another."""
    if isinstance(column.type, Boolean):
        return False
    if isinstance(column.type, Float):
        return 1.0
    return 1 if isinstance(column.type, Integer) else "{}"


def rows_of(file):
    lines = [json.loads(line) for line in gzip.decompress(file.read_bytes()).splitlines()[1:-1]]
    return [line for line in lines if line[0] != "meta"]


EARLIER = sorted(upgrade.numbers())[:-1]


@pytest.mark.parametrize(
    "step",
    [
        pytest.param(
            step, marks=() if at in (0, len(EARLIER) // 2) or at > len(EARLIER) - 3 else pytest.mark.long
        )
        for at, step in enumerate(EARLIER)
    ],
)
def test_a_backup_of_an_earlier_schema_is_what_its_database_would_have_become(step, tmp_path):
    earlier, other = f"sqlite:///{tmp_path}/earlier.db", f"sqlite:///{tmp_path}/other.db"
    (tmp_path / "old.gz").write_bytes(made_at(step, earlier))
    engine = create_engine(earlier)
    with engine.connect() as connection:
        upgrade.upgrade(connection, None)
    engine.dispose()
    asyncio.run(restore(other, tmp_path / "old.gz"))
    asyncio.run(backup(earlier, tmp_path / "one.gz"))
    asyncio.run(backup(other, tmp_path / "two.gz"))
    assert rows_of(tmp_path / "two.gz") == rows_of(tmp_path / "one.gz") != []


def test_an_earlier_backup_that_was_cut_short_is_refused_and_changes_nothing(tmp_path):
    other = f"sqlite:///{tmp_path}/other.db"
    lines = gzip.decompress(made_at("0010", f"sqlite:///{tmp_path}/earlier.db")).splitlines(keepends=True)
    (tmp_path / "old.gz").write_bytes(gzip.compress(b"".join([*lines[:2], lines[-1]])))
    with pytest.raises(BackupError) as refused:
        asyncio.run(restore(other, tmp_path / "old.gz"))
    assert refused.value.code == "backup.format"
    asyncio.run(backup(other, tmp_path / "after.gz"))
    assert rows_of(tmp_path / "after.gz") == []
