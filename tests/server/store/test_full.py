"""A full disk and a damaged file: each has a code of its own, and a disk that is full need not stay so."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from paiju.cli import run
from paiju.server.ops.doctor import examine
from paiju.server.store import upgrade
from paiju.server.store.base import StoreError
from paiju.server.store.engines import parse_url
from paiju.server.store.store import Store
from tests.server.store.samples import action, deal, table

_REFUSE = """
CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$;
CREATE TRIGGER refuse BEFORE INSERT OR UPDATE ON {table} EXECUTE FUNCTION refuse()
"""


async def _sqlite(store: Store, pages: str) -> None:
    """Let the file hold that many pages."""
    await store._owned.writer.run(lambda one: one.exec_driver_sql(f"PRAGMA max_page_count = {pages}"))


@asynccontextmanager
async def no_room(store: Store):
    """A database that takes nothing more for a while; the refusals are the database's own."""
    if store.url.drivername.startswith("sqlite"):
        await _sqlite(store, "1")  # never fewer than there are
        yield
        await _sqlite(store, "1000000")
        return
    tables = ("rooms", "actions", "meta")
    await store._owned.writer.run(
        lambda one: [
            one.exec_driver_sql(_REFUSE.format(table=name).replace("refuse", f"refuse_{name}"))
            for name in tables
        ]
    )
    yield
    await store._owned.writer.run(
        lambda one: [one.exec_driver_sql(f"DROP FUNCTION refuse_{name} CASCADE") for name in tables]
    )


def test_a_full_disk_stores_nothing_and_recovers(use):
    async def work(store: Store):
        await store.write((table(), deal()))
        refused = []
        async with no_room(store):
            for attempt in (
                store.write((table("t2", data="x" * 100_000),)),
                asyncio.gather(*(store.write((table(f"t{i}", data="x" * 100_000),)) for i in range(3, 9))),
            ):
                with pytest.raises(StoreError) as error:
                    await attempt
                refused.append(error.value.code)
        await store.write((action(0),))
        await store.ping()
        return refused, await store.tables(), len((await store.load("t1")).deals[0].actions)

    assert use(work) == (["store.full", "store.full"], ["t1"], 1)


def overwrite_head(url: str) -> None:
    """What a bad disk does: the first bytes are another's."""
    with open(parse_url(url).database, "r+b") as file:
        file.write(b"\0" * 40)


def overwrite_schema(url: str) -> None:
    """The same in the middle of a name in the schema: SQLite quotes it in its message, which is no text then."""
    _replace(url, b"tablerooms", b"table\xff\xfe\xfd\xfc\xfb")


def overwrite_value(url: str) -> None:
    """The same in a value, the step that the database is at."""
    _replace(url, upgrade.newest().encode(), b"\xff\xfe\xfd\xfc")


def _replace(url: str, old: bytes, new: bytes) -> None:
    file = Path(parse_url(url).database)
    data = file.read_bytes()
    assert old in data
    file.write_bytes(data.replace(old, new))


@pytest.mark.parametrize("damage", [overwrite_head, overwrite_schema, overwrite_value])
@pytest.mark.parametrize("command", [["serve", "--host", "127.0.0.1"], ["backup", "{folder}/b.gz"]])
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_damaged_file_is_one_line_and_a_status(tmp_path, monkeypatch, capsys, command, lang, damage):
    url = f"sqlite:///{tmp_path}/tables.db"

    async def make() -> None:
        store = Store(url)
        await store.open()
        await store.close()

    asyncio.run(make())
    damage(url)
    monkeypatch.setenv("LC_ALL", lang)
    arguments = [part.format(folder=tmp_path) for part in command]
    assert run([*arguments, "--db", url]) == 2
    output = capsys.readouterr().err
    assert output.count("\n") == 1
    assert "store.damaged" in output
    assert f"{tmp_path}/tables.db" in output
    assert not (tmp_path / "b.gz").exists()
    assert [finding.code for finding in examine(url, None) if finding.level == "wrong"] == ["database.open"]


def test_values_that_no_server_wrote_cause_no_traceback(use, url):
    use(lambda store: store.put_meta("epoch", "nonsense"))
    with pytest.raises(StoreError, match=r"store\.open"):
        use(lambda store: store.ping())
