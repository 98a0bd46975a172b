"""What a shell may do to the command line: closed and full streams, any encoding, words that are no text, Ctrl-C at any moment."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import paiju.__main__ as starting
from paiju.arena import ladder
from paiju.cli import DONE, INTERRUPTED, WRONG_USAGE, run
from paiju.core.errors import UsageError

NO_TEXT = os.fsdecode(b"\xff")
"""A word of the command line that is not UTF-8, as Python hands it on."""


@pytest.fixture
def record(tmp_path: Path) -> Path:
    folder = tmp_path / "records"
    assert run(f"simulate paohuzi --deals 1 --bots random --records {folder}".split()) == DONE
    (path,) = folder.iterdir()
    return path


def called(words: list[str], **settings: Any) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "paiju", *words]
    return subprocess.run(command, check=False, **{"capture_output": True, **settings})


def closing(number: int) -> Callable[[], None]:
    return lambda: os.close(number)


@pytest.mark.parametrize(
    ("line", "number", "status"),
    [
        ("rules paohuzi", 1, DONE),
        ("replay {record}", 0, DONE),
        ("env paohuzi --stdio", 0, DONE),
        ("play paohuzi --bots random --save {record}.save", 0, DONE),
        ("play paohuzi --bots random --save {record}.save", 1, DONE),
        ("rules nogame", 2, WRONG_USAGE),
    ],
)
def test_closed_streams_are_handled(line: str, number: int, status: int, record: Path) -> None:
    done = called(line.format(record=record).split(), stdin=subprocess.DEVNULL, preexec_fn=closing(number))
    assert (done.returncode, done.stderr) == (status, b"")


@pytest.mark.parametrize(
    "size", ["²", "1" * 400, *(pytest.param(size, marks=pytest.mark.long) for size in ("", "-3", "wide"))]
)
def test_any_terminal_size_is_handled(size: str) -> None:
    done = called(
        ["rules", "paohuzi"], env={**os.environ, "COLUMNS": size, "LINES": size, "LC_ALL": "C.UTF-8"}
    )
    assert (done.returncode, done.stderr) == (DONE, b"")


def test_the_exit_status_remains_when_nothing_can_be_printed() -> None:
    with Path("/dev/full").open("wb") as full:
        done = called(["rules", "nogame"], capture_output=False, stdout=subprocess.PIPE, stderr=full)
    assert (done.returncode, done.stdout) == (WRONG_USAGE, b"")


@pytest.mark.parametrize("encoding", ["ascii", pytest.param("latin-1", marks=pytest.mark.long)])
@pytest.mark.parametrize("words", [["--help"], ["rules", "paohuzi", "--lang", "zh"], ["hand", "s1 s1 s1"]])
def test_a_terminal_may_lack_characters(words: list[str], encoding: str) -> None:
    done = called(words, env={**os.environ, "PYTHONIOENCODING": encoding})
    assert (done.returncode, done.stderr) == (DONE, b"")


def test_json_is_the_same_in_any_encoding() -> None:
    words = ["rules", "baohuang", "--against", "moegirl", "--json", "--lang", "zh"]
    plain, whole = (
        called(words, env={**os.environ, "PYTHONIOENCODING": name}) for name in ("ascii", "utf-8")
    )
    assert plain.stdout.isascii()
    assert not whole.stdout.isascii()
    assert json.loads(plain.stdout) == json.loads(whole.stdout)


@pytest.mark.parametrize("encoding", ["ascii", "utf-8"])
def test_lines_that_are_not_text_get_a_json_error(encoding: str) -> None:
    question = b'\xff\xfe\n{"type": "\\ud800"}\n\xe4\xbf\x9d\n'
    done = called(
        ["env", "paohuzi", "--stdio"], input=question, env={**os.environ, "PYTHONIOENCODING": encoding}
    )
    assert (done.returncode, done.stderr) == (DONE, b"")
    kinds = [json.loads(line)["type"] for line in done.stdout.splitlines()]
    assert kinds.count("error") == 3


def test_seeds_and_file_names_need_not_be_text(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8:strict"}
    play = ["play", "paohuzi", "--bots", "random", "--save", f"{tmp_path}/s{NO_TEXT}", "--seed", NO_TEXT]
    place = f"{tmp_path}/r{NO_TEXT}"
    for words in (
        [*play, "--record", place],
        ["play", "--resume", "--save", f"{tmp_path}/s{NO_TEXT}"],
        ["simulate", "paohuzi", "-n", "1", "-b", "random", "--seed", NO_TEXT, "--json", "--records", place],
        ["verify", f"{place}/0000000.json"],
    ):
        done = called(words, stdin=subprocess.DEVNULL, env=environment)
        assert (done.returncode, done.stderr) == (DONE, b""), words


def test_seeds_that_are_not_text_give_different_deals(capsys: pytest.CaptureFixture[str]) -> None:
    reported = []
    for seed in (NO_TEXT, os.fsdecode(b"\xfe"), "\ud800"):
        assert run(["simulate", "paohuzi", "-n", "3", "-b", "random", "--seed", seed, "--json"]) == DONE
        reported.append(json.loads(capsys.readouterr().out))
        assert reported[-1].pop("seed") == seed
    assert reported[0] != reported[1] != reported[2] != reported[0]


def test_ctrl_c_during_start_prints_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(starting, "loading", interrupted)
    with pytest.raises(SystemExit) as caught:
        starting.main()
    assert caught.value.code == INTERRUPTED
    assert capsys.readouterr().err == "paiju: stopped\n"


@pytest.mark.parametrize("place", ["", "-", ".", "/", "{file}/under", "{pipe}"])
@pytest.mark.parametrize(
    "line",
    ["play paohuzi --bots random --save", "review {file} --html", "puzzles mine paohuzi --out"],
)
def test_an_impossible_output_path_is_refused_before_any_work(
    line: str, place: str, record: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("paiju.cli.puzzles.mine", None)
    monkeypatch.setattr("paiju.cli.review.review", None)
    monkeypatch.chdir(record.parent)
    pipe = record.parent / "pipe"
    os.mkfifo(pipe)
    words = [word.format(file=record) for word in line.split()]
    capsys.readouterr()
    assert run([*words, place.format(file=record, pipe=pipe)]) == WRONG_USAGE
    output = capsys.readouterr().err
    assert output.count("\n") == 1
    assert "[file.unwritable]" in output or "[file.exists]" in output
    assert pipe.is_fifo()


@pytest.mark.parametrize("host", ["[::1", "localhost:99999", "localhost:abc", ".", "a..b", "a" * 300])
def test_an_impossible_address_is_named(
    host: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAIJU_TOKEN", "token")
    assert run(["bot", "easy", "--connect", f"http://{host}/table/x"]) == WRONG_USAGE
    assert "[usage.url]" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["serve", "--host", "a" * 300], "serve.host"),
        (["serve", "--host", "a..b"], "serve.host"),
        (["bot", "paohuzi", "--stdio", "--deals", "9" * 30], "usage.command"),
    ],
)
def test_impossible_hosts_and_numbers_are_named(
    words: list[str],
    code: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert run(words) == WRONG_USAGE
    assert f"[{code}]" in capsys.readouterr().err


def test_a_puzzle_file_without_a_game_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    head = {
        "format": "paiju-puzzles",
        "version": 1,
        "game": [],
        "law": 1,
        "options": {},
        "seed": "1",
        "deals": 1,
        "bots": [],
    }
    puzzle = {"kind": "best", "position": "x", "answers": [], "told": {}, "levels": {}, "rating": 1}
    file = tmp_path / "puzzles"
    file.write_text(f"{json.dumps(head)}\n{json.dumps(puzzle)}\n")
    assert run(["puzzles", "verify", str(file)]) == WRONG_USAGE
    assert "[usage.game]" in capsys.readouterr().err


def test_a_data_set_overwrites_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = tmp_path / "README.md"
    own.write_text("own")
    assert run(["simulate", "baohuang", "--deals", "1", "--dataset", str(tmp_path)]) == WRONG_USAGE
    assert "[file.exists]" in capsys.readouterr().err
    assert (own.read_text(), list(tmp_path.iterdir())) == ("own", [own])


@pytest.mark.parametrize("stored", ["{}", "[]", "7", '{"margin": 1e999}'])
def test_a_damaged_match_in_the_ladders_store_is_named(stored: str, tmp_path: Path) -> None:
    match = ladder.Match("paohuzi", "greedy", "random", 1, sequential=False)
    with pytest.raises(UsageError):
        ladder.play_match(match, tmp_path, lambda result: {})  # a file without figures
    (path,) = tmp_path.iterdir()
    path.write_text(stored)
    with pytest.raises(UsageError) as caught:
        ladder.play_match(match, tmp_path, dict)
    assert (caught.value.code, caught.value.facts) == ("file.syntax", {"where": str(path)})
