"""Older databases are brought up to date with a copy stored; newer ones are left alone."""

from __future__ import annotations

import asyncio
import errno
import os
import sqlite3
import stat

import pytest
from sqlalchemy import inspect, make_url

from paiju.server.cluster import workers
from paiju.server.ops import serve
from paiju.server.ops.backup import backup, restore
from paiju.server.ops.doctor import examine, look_at_files
from paiju.server.store import locking, upgrade
from paiju.server.store.base import ROOM_CODE_SECONDS, StoreError
from paiju.server.store.engines import default_url, name_of, parse_url, writer
from paiju.server.store.schema import METADATA
from paiju.server.store.steps import STEPS, Step
from paiju.server.store.store import Store
from tests.server.store.samples import table

FURTHER = (*STEPS, Step("9999", "ALTER TABLE guests ADD COLUMN motto TEXT;"))
"""The steps with one more."""


def opened(url, **given) -> Store:
    async def work() -> Store:
        store = Store(url, **given)
        await store.open()
        await store.close()
        return store

    return asyncio.run(work())


PASSING = ("changes", "counts", "lobbies", "thoughts", "workers", "wrongs")
"""Tables that PostgreSQL alone has."""


def test_the_steps_make_the_declared_tables(use, bare):
    use(lambda store: store.ping())

    def declared(connection):
        looked = inspect(connection)
        return {
            name: {column["name"]: column["nullable"] for column in looked.get_columns(name)}
            for name in looked.get_table_names()
            if name not in ("alembic_version", *PASSING)
        }, {
            name: sorted(i["column_names"] for i in looked.get_indexes(name) if not i["unique"])
            for name in METADATA.tables
        }

    engine = writer(parse_url(bare))
    with engine.connect() as connection:
        columns, indexes = declared(connection)
    engine.dispose()
    assert columns == {name: {c.name: c.nullable for c in one.c} for name, one in METADATA.tables.items()}
    assert indexes == {
        name: sorted([c.name for c in index.columns] for index in one.indexes if not index.unique)
        for name, one in METADATA.tables.items()
    }


def test_messages_between_processes_are_neither_logged_nor_backed_up(postgres):
    postgres.empty()
    opened(postgres.address)
    unlogged = postgres.ask("SELECT relname FROM pg_class WHERE relpersistence = 'u' AND relkind = 'r'")
    assert sorted(unlogged) == sorted(PASSING)
    assert not set(PASSING) & set(METADATA.tables)


def test_the_database_is_copied_before_a_migration(tmp_path):
    url = f"sqlite:///{tmp_path}/tables.db"

    async def keep() -> None:
        store = Store(url)
        await store.open()
        assert store.copy is None
        await store.write((table(),))
        await store.close()

    asyncio.run(keep())
    copy = opened(url, steps=FURTHER).copy
    assert copy == tmp_path / f"tables.db.before-{upgrade.newest()}"
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    stored = sqlite3.connect(copy)
    assert stored.execute("SELECT id FROM rooms").fetchall() == [("t1",)]
    assert "motto" not in [row[1] for row in stored.execute("PRAGMA table_info(guests)")]
    stored.close()
    now = sqlite3.connect(tmp_path / "tables.db")
    assert "motto" in [row[1] for row in now.execute("PRAGMA table_info(guests)")]
    now.close()
    assert opened(url, steps=FURTHER).copy is None


def test_a_newer_database_is_refused(tmp_path):
    url = f"sqlite:///{tmp_path}/tables.db"
    opened(url, steps=FURTHER)
    for attempt in (lambda: opened(url), lambda: asyncio.run(backup(url, tmp_path / "b.gz"))):
        with pytest.raises(StoreError) as refused:
            attempt()
        assert refused.value.code == "store.newer"


def test_an_older_database_is_not_backed_up_unawares(tmp_path):
    (tmp_path / "tables.db").touch()
    with pytest.raises(StoreError) as refused:
        asyncio.run(backup(f"sqlite:///{tmp_path}/tables.db", tmp_path / "b.gz"))
    assert refused.value.code == "store.older"


def test_a_file_that_is_not_a_database_is_refused(tmp_path):
    (tmp_path / "x.db").write_text("hello, this is no database " * 99)
    with pytest.raises(StoreError) as refused:
        opened(f"sqlite:///{tmp_path}/x.db")
    assert refused.value.code == "store.damaged"


@pytest.mark.parametrize(
    "address",
    ["", "nonsense", "mysql://host/name", "sqlite://", "sqlite:///:memory:", "sqlite:///", "file.db"],
)
def test_invalid_database_addresses_are_refused(address):
    with pytest.raises(StoreError) as refused:
        Store(address)
    assert refused.value.code == "store.url"


@pytest.mark.parametrize(
    "address",
    [
        "mysql://me:hunter2@host/name",
        "mysql://host/name?user=me&password=hunter2",
        "postgresql://me:hunt@er2:hunter2@host/name",
        "postgresql://me:hunter2@host:port/name?password=hunt@hunter2",
    ],
)
def test_passwords_are_not_displayed(address):
    with pytest.raises(StoreError) as refused:
        Store(address)
    assert refused.value.code == "store.url"
    assert not any(part in str(refused.value) for part in ("hunt", "er2"))


def test_a_database_is_named_without_its_password():
    address = "postgresql://me:hunter2@host:5433/name?password=hunter2&sslmode=require"
    assert name_of(parse_url(address)) == "postgresql+psycopg://host:5433/name"


def test_a_folder_that_cannot_be_created_is_reported(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(StoreError) as refused:
        opened(f"sqlite:///{tmp_path}/file/tables.db")
    assert refused.value.code == "store.open"


def test_the_default_is_in_the_state_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", "not/absolute")
    assert default_url().database.endswith("/.local/state/paiju/tables.db")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    url = default_url()
    assert url == make_url(f"sqlite:///{tmp_path}/paiju/tables.db")
    opened(url)
    file = tmp_path / "paiju" / "tables.db"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


def test_the_default_folder_may_have_any_name(tmp_path, monkeypatch):
    state = tmp_path / "a#b%20c?d&e"
    monkeypatch.setenv("XDG_STATE_HOME", str(state))
    url = default_url()
    opened(url)
    assert (state / "paiju" / "tables.db").stat().st_size
    assert [finding.level for finding in look_at_files(state / "paiju" / "tables.db")] == ["ok", "ok"]


def test_a_user_without_a_home_folder_has_to_name_a_database(monkeypatch):
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    monkeypatch.setattr("os.path.expanduser", lambda path: path)
    with pytest.raises(StoreError) as refused:
        default_url()
    assert (refused.value.code, "--db" in refused.value.detail) == ("store.url", True)


def test_an_empty_address_is_not_the_default(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    for command in (
        lambda: asyncio.run(backup("", tmp_path / "b.gz")),
        lambda: asyncio.run(restore("", tmp_path / "b.gz", replace=True)),
        lambda: list(examine("", None)),
        lambda: workers.plan("", None),
        lambda: Store(bare_plan("").db),
    ):
        with pytest.raises(StoreError) as refused:
            command()
        assert refused.value.code == "store.url"
    assert bare_plan(None).db.database == f"{tmp_path}/paiju/tables.db"


def bare_plan(db):
    return serve.plan(host="127.0.0.1", port=None, db=db, admin_port=None, proxies=(), origins=(), limits=())


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (errno.EAGAIN, "store.locked"),
        (errno.EACCES, "store.locked"),
        (errno.ENOLCK, "store.open"),
        (errno.ENOSYS, "store.open"),
        (errno.EOPNOTSUPP, "store.open"),
    ],
)
def test_a_file_that_cannot_be_locked_is_not_called_locked(tmp_path, monkeypatch, number, code):
    def refuse(file):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(locking, "_lock", refuse)
    with pytest.raises(StoreError) as refused:
        opened(f"sqlite:///{tmp_path}/tables.db")
    assert refused.value.code == code
    assert (os.strerror(number) in refused.value.detail) is (code == "store.open")


def test_a_room_of_an_older_database_keeps_its_code(use, bare, clock):
    engine = writer(parse_url(bare))
    with engine.connect() as connection:
        upgrade.bring(connection, "0001")
        row = f"'t1', 'baohuang', '123456', 'key', '{{}}', false, {clock.now}, {clock.now}"
        with connection.begin():
            connection.exec_driver_sql(f"INSERT INTO rooms VALUES ({row})")
    engine.dispose()
    assert use(lambda store: store.find(code="123456")) == "t1"
    clock.now += ROOM_CODE_SECONDS
    assert use(lambda store: store.find(code="123456")) is None
