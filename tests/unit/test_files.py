"""Endless files, endless lines and deeply nested JSON are read within limits and refused with a code."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from paiju.core import files
from paiju.core.errors import UsageError
from paiju.core.files import (
    MOST_DEPTH,
    from_json,
    head_of,
    lines_of,
    read_bytes,
    read_json,
    read_text,
    ready_to_write,
    write_whole,
)

ENDLESS = Path("/dev/zero")
READERS = [read_bytes, read_text, read_json]


class Counting(io.BytesIO):
    """A file that remembers the largest single read."""

    most = 0

    def readline(self, size: int | None = -1) -> bytes:
        assert size is not None
        assert size > 0
        self.most = max(self.most, size)
        return super().readline(size)


def test_only_the_head_of_an_endless_file_is_read() -> None:
    assert head_of(ENDLESS, 1000) == bytes(1000)


@pytest.mark.parametrize("read", READERS)
def test_a_file_that_is_too_large_is_refused(read, tmp_path: Path) -> None:
    with pytest.raises(UsageError) as caught:
        read(ENDLESS, 3 << 20)
    assert (caught.value.code, caught.value.facts) == ("file.too_large", {"path": "/dev/zero", "limit": 3})
    path = tmp_path / "some.json"
    path.write_text("[1, 2]")
    assert len(read(path, 6)) in (2, 6)
    with pytest.raises(UsageError, match=r"file\.too_large"):
        read(path, 5)


@pytest.mark.parametrize("read", READERS)
def test_an_unreadable_file_is_named(read, tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none"):
        with pytest.raises(UsageError) as caught:
            read(path, 100)
        assert (caught.value.code, caught.value.facts) == ("file.unreadable", {"path": str(path)})


def test_two_concurrent_writers_leave_one_complete_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, sync = tmp_path / "new" / "file", os.fsync

    def other_writes_meanwhile(number: int) -> None:
        monkeypatch.setattr(os, "fsync", sync)
        monkeypatch.setattr(os, "getpid", lambda: 0)
        write_whole(file, b"other")
        monkeypatch.undo()

    monkeypatch.setattr(os, "fsync", other_writes_meanwhile)
    write_whole(file, b"own")
    assert file.read_bytes() == b"own"
    assert list(file.parent.iterdir()) == [file]


STOPPED = """
import os, sys, time
from pathlib import Path
from paiju.core.files import write_whole
os.fsync = lambda number: (print(flush=True), time.sleep(1000))
write_whole(Path(sys.argv[1]), b"new")
"""


def test_leftovers_of_a_killed_writer_are_removed_by_the_next_write(tmp_path: Path) -> None:
    """Of one that still writes everything stays, and so does what stands beside it."""
    file, other = tmp_path / "some[1].json", tmp_path / ".some[1].json.own.part"
    write_whole(file, b"old")
    other.touch()
    command = [sys.executable, "-c", STOPPED, str(file)]
    with (
        subprocess.Popen(command, stdout=subprocess.PIPE) as killed,
        subprocess.Popen(command, stdout=subprocess.PIPE) as living,
    ):
        try:
            for process in (killed, living):
                assert process.stdout is not None
                assert process.stdout.readline()
            killed.kill()
            killed.wait()
            parts = {process: tmp_path / f".some[1].json.{process.pid}.part" for process in (killed, living)}
            assert set(tmp_path.iterdir()) == {file, other, *parts.values()}
            assert file.read_bytes() == b"old"
            write_whole(file, b"next")
            assert set(tmp_path.iterdir()) == {file, other, parts[living]}
        finally:
            living.kill()
    ready_to_write(file)
    assert set(tmp_path.iterdir()) == {file, other}
    assert file.read_bytes() == b"next"


def test_an_interrupted_write_keeps_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(number: int) -> None:
        raise KeyboardInterrupt

    file = tmp_path / "file"
    write_whole(file, b"old")
    monkeypatch.setattr(os, "fsync", stopped)
    with pytest.raises(KeyboardInterrupt):
        write_whole(file, b"new")
    assert file.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [file]


def test_an_unwritable_place_is_refused_before_the_work(tmp_path: Path) -> None:
    file = tmp_path / "file"
    ready_to_write(tmp_path / "new" / "other")
    assert list((tmp_path / "new").iterdir()) == []
    file.write_bytes(b"old")
    ready_to_write(file)
    assert file.read_bytes() == b"old"
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for place in (tmp_path, file / "under", Path(), Path("/"), tmp_path / "a\0b", pipe):
        for write in (ready_to_write, lambda place: write_whole(place, b"new")):
            with pytest.raises(UsageError) as caught:
                write(place)
            assert caught.value.code == "file.unwritable"
    assert pipe.is_fifo()


def test_a_symlink_remains_a_symlink(tmp_path: Path) -> None:
    link, file = tmp_path / "link", tmp_path / "file"
    link.symlink_to(file)
    for data in (b"new", b"next"):
        write_whole(link, data)
        assert link.is_symlink()
        assert file.read_bytes() == data


@pytest.mark.parametrize("text", ["NaN", "-Infinity", "1e999", "[-1e999]"])
def test_an_endless_number_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a number"):
        from_json(text)


def test_files_must_be_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "text"
    path.write_bytes(b"\xff")
    with pytest.raises(UsageError, match=r"file\.unreadable"):
        read_text(path, 100)


def test_malformed_json_is_refused_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "wrong.json"
    path.write_text('{"a": 1,\n "b" 2}')
    with pytest.raises(UsageError) as caught:
        read_json(path, 100)
    assert (caught.value.code, caught.value.facts) == ("file.syntax", {"where": f"{path}:2:6"})
    path.write_text("[" * 99)
    with pytest.raises(UsageError, match=r"file\.syntax"):
        read_json(path, 100)


@pytest.mark.parametrize("size", [0, 1, 9, 10, 11, 12, 35])
@pytest.mark.parametrize("end", [b"", b"\n"])
def test_long_lines_are_cut_at_the_limit(size: int, end: bytes) -> None:
    text = b"one\n" + b"x" * size + end
    file = Counting(text)
    lines = list(lines_of(file, 10))
    assert lines[0] == b"one\n"
    assert lines[1:] == [line for line in [(b"x" * size + end)[:11]] if line]
    assert file.most <= 11
    assert list(lines_of(io.StringIO("x" * size + "\nlast"), 10)) == [("x" * size + "\n")[:11], "last"]


def test_a_line_is_returned_before_the_next_is_read() -> None:
    with ENDLESS.open("rb") as file:
        assert next(lines_of(file, 100)) == bytes(101)


@pytest.mark.parametrize(
    "text", ["NaN", "[1, Infinity]", '{"a": 1, "a": 1}', '[{"b": {"a": 1, "a": 2}}]', "", "9" * 9999]
)
def test_invalid_json_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        from_json(text)


@pytest.mark.parametrize(("opened", "closed"), [("[", "]"), ('{"a":', "}")])
def test_nesting_is_limited_regardless_of_the_parser(opened: str, closed: str) -> None:
    def nested(depth: int) -> str:
        return opened * depth + "1" + closed * depth

    assert json.dumps(from_json(nested(MOST_DEPTH)), separators=(",", ":")) == nested(MOST_DEPTH)
    for depth in (MOST_DEPTH + 1, 500, 100_000):
        with pytest.raises(ValueError, match="deep"):
            from_json(nested(depth))
        with pytest.raises(ValueError, match=r"."):
            from_json(opened * depth)


def test_foreign_files_and_json_are_read_in_one_module() -> None:
    """Foreign files are read here alone; other modules read what the package itself wrote."""
    own = {
        "locales/__init__.py", "locales/pages.py",  # texts of the package
        "wire/pictures/__init__.py",  # where its pieces of pictures lie
        "analysis/lessons.py",  # its lessons
        "server/tables/restore.py", "server/tables/room.py", "server/http/people.py", "server/store/store.py",
        "server/store/engines.py", "server/practice/reviews.py", "server/series/contests.py", "server/series/plans.py",
        "server/people/own_games.py", "server/cluster/nodes.py", "server/store/queries.py",  # rows of its database
        "tui/saving.py",  # a record made a moment before
    }  # fmt: skip
    source = Path(files.__file__).parents[1]
    found = {
        path.relative_to(source).as_posix()
        for path in source.rglob("*.py")
        if "json.loads(" in path.read_text("utf-8") or "json.load(" in path.read_text("utf-8")
    }
    assert found <= own | {"core/files.py"}, found - own
