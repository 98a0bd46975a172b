"""The command line: one line and a status for whatever is wrong."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path

import pytest

import paiju
from paiju.bench import rows as bench
from paiju.bots.baohuang.parameters import DEFAULT
from paiju.cli import HUNG_UP, run
from paiju.train.config import Config
from paiju.train.storage import AVERAGE, CHECKPOINT, write_tensors
from tests.house.bare import commands
from tests.house.imports import imports
from tests.server.http.test_records import played
from tests.train.running import chance_weights

ROOT = Path(__file__).parents[2]
STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2028\u2029]")
HOSTILE = "a\x1b]0;b\x07\x1b[2J\x9b31mc\u202ed"
"""What sets a window's title, clears the screen, colours and turns text round, where a terminal reads it raw."""
CASES = str(ROOT / "tests" / "conformance" / "baohuang.jsonl")


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("simulate nogame", "usage.game"),
        ("simulate baohuang --bots nobody", "usage.bot"),
        ("simulate baohuang --deals 0", "usage.command"),
        ("simulate baohuang --deals many", "usage.command"),
        ("simulate baohuang --jobs 0", "usage.command"),
        ("rules baohuang --preset nowhere", "option.preset"),
        ("rules baohuang --option deck", "usage.option"),
        ("rules baohuang --option deck=54", "option.choice"),
        ("rules baohuang --option nix=1", "option.unknown"),
        ("rules baohuang --option cut=perhaps", "option.type"),
        ("rules baohuang --option match_length=0", "option.range"),
        ("rules baohuang --option laowang=false", "option.inactive"),
        ("rules baohuang -o abdication=double_holder_only -o guard_by=called", "option.conflict"),
        ("rules baohuang --lang xx", "usage.lang"),
        ("conform /no/such/file", "file.unreadable"),
        ("verify /no/such/file", "file.unreadable"),
        ("verify README.md", "record.syntax"),
        ("replay README.md --viewer nobody", "usage.seat"),
        ("arena baohuang --a nobody", "usage.bot"),
        ("play --resume --preset pagat", "usage.resume"),
        ("play --resume --save /no/such/save", "save.none"),
        ("bench --seconds never", "usage.command"),
        ("bench --seconds nan", "usage.command"),
        ("arena paohuzi --until nan", "usage.command"),
        ("arena ladder --only nogame", "usage.game"),
        ("frobnicate", "usage.command"),
    ],
)
def test_wrong_usage_is_one_line_and_status_2(
    line: str, code: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("LC_ALL", "C")
    assert run(line.split()) == 2
    captured = capsys.readouterr()
    assert captured.err.count("\n") == 1
    assert captured.err.startswith("paiju: ")
    assert f"[{code}]" in captured.err


@pytest.mark.parametrize("line", ["", "train"])
def test_a_command_group_alone_prints_its_help(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*line.split(), "--help"]) == 0
    helped = capsys.readouterr().out
    assert helped.count("\n") > 10
    assert run(line.split()) == 0
    assert capsys.readouterr() == (helped, "")


@pytest.mark.parametrize(
    "line",
    [
        "--help",
        "rules baohuang",
        "play paohuzi --bots random",
        "env paohuzi --stdio",
        pytest.param("train", marks=pytest.mark.long),
        pytest.param(f"conform {CASES}", marks=pytest.mark.long),
    ],
)
def test_a_closed_pipe_ends_a_command_silently(line: str, tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    environment = {**os.environ, "XDG_STATE_HOME": str(tmp_path), "LC_ALL": "C.UTF-8"}
    with os.fdopen(writing) as out:
        done = subprocess.run(
            [sys.executable, "-m", "paiju", *line.split()],
            stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.PIPE, env=environment, check=False,
        )  # fmt: skip
    assert (done.returncode, done.stderr) == (HUNG_UP, b"")


def test_shell_completion_offers_the_command() -> None:
    request = {"_PAIJU_COMPLETE": "complete_bash", "COMP_WORDS": "paiju ru", "COMP_CWORD": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "paiju"],
        capture_output=True,
        env={**os.environ, **request},
        check=False,
        text=True,
    )
    assert (done.returncode, done.stdout.split(), done.stderr) == (0, ["rules"], "")


@pytest.mark.parametrize("line", ["rules baohuang", f"conform {CASES}"])
def test_a_full_disk_prints_one_line(line: str) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "paiju", *line.split()], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 2
    assert done.stderr == b"paiju: No space left on device [file.system]\n"


def test_errors_follow_the_locale(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    assert run(["rules", "baohuang", "-o", "deck=54"]) == 2
    assert "选项" in capsys.readouterr().err


def _files(folder: Path) -> dict[Path, int]:
    """The files below a folder and when each was written; what Python compiles beside them, at any time, left out."""
    found = (path for path in folder.rglob("*") if "__pycache__" not in path.parts and path.is_file())
    return {path: path.stat().st_mtime_ns for path in found}


@pytest.mark.parametrize(
    "line",
    [
        "simulate baohuang --bots random --records {inside}/new", "simulate baohuang --dataset {inside}/new",
        "puzzles mine paohuzi --deals 1 --out {inside}/new.jsonl", "play baohuang --record {inside}/new.json",
        "play baohuang --save {inside}/new.json", "review {record} --html {inside}/new.html",
        "arena ladder --only paohuzi --page {inside}/new.md", "train run paohuzi --folder {inside}/new",
        "train tune new --runs {inside}", "train export {run} --to {inside}/bots/baohuang/net/weights/baohuang.safetensors",
    ],
)  # fmt: skip
def test_no_command_writes_into_the_package(
    line: str, run_of_chance: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    inside = Path(paiju.__file__).parent
    before = _files(inside)
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert run(f"simulate paohuzi --deals 1 --bots random --records {tmp_path / 'records'}".split()) == 0
    record = next((tmp_path / "records").iterdir())
    monkeypatch.chdir(tmp_path)
    capsys.readouterr()
    assert run(line.format(inside=inside, record=record, run=run_of_chance).split()) == 2
    assert "[file.package]" in capsys.readouterr().err
    assert _files(inside) == before


def test_weights_are_exported_beside_their_run_by_default(
    run_of_chance: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["train", "export", str(run_of_chance), "--pairs", "1"]) == 0
    written = {path.name for path in run_of_chance.iterdir()}
    assert written == {CHECKPOINT, "baohuang.safetensors", "baohuang.json", "baohuang.md"}
    assert not list(tmp_path.iterdir())


@pytest.fixture
def run_of_chance(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a run of Bao Huang that has learned nothing."""
    folder = tmp_path_factory.mktemp("run")
    notes = {
        "config": asdict(Config(game="baohuang", options={"preset": "pagat"})), "digest": "0" * 12, "firsts": [], "written": 0,
        "seconds": 0.0, "parameters": asdict(DEFAULT),
    }  # fmt: skip
    weights = {f"{AVERAGE}{name}": array for name, array in chance_weights(1).items()}
    write_tensors(folder / CHECKPOINT, weights, notes)
    return folder


def test_conform_counts_cases_and_fails_on_a_difference(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["conform", CASES]) == 0
    assert capsys.readouterr().out.endswith("485 passed, 0 failed\n")
    case = json.loads(Path(CASES).read_text("utf-8").splitlines()[0])
    case["expect"] = not case["expect"]
    wrong = tmp_path / "wrong.jsonl"
    wrong.write_text(json.dumps(case) + "\n")
    assert run(["conform", str(wrong)]) == 1
    out = capsys.readouterr().out
    assert case["id"] in out
    assert out.endswith("0 passed, 1 failed\n")


def test_conform_names_file_line_and_column(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = tmp_path / "broken.jsonl"
    broken.write_text('{"id": "a", "game": "baohuang", "kind": "beats"}\n{"id" 1}\n')
    assert run(["conform", str(broken)]) == 2
    assert f"{broken}:2:7" in capsys.readouterr().err


@pytest.fixture
def one_row(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bench of one row with a floor and its reference; that every real row can be measured is another test."""
    (row,) = (row for row in bench.plan(peers=False) if row.name == "baohuang.law.step")
    play = row.make()
    monkeypatch.setattr(bench, "plan", lambda *, peers: (row,))
    monkeypatch.setattr(bench, "references", lambda *, peers: lambda _: play if peers else None)


@pytest.mark.usefixtures("one_row")
def test_bench_prints_rows_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bench", "--json", "--seconds", "0.05"]) == 0
    report = json.loads(capsys.readouterr().out)
    (row,) = report["rows"]
    assert set(row) == {
        "name", "per_s", "unit", "choices_per_s", "deals_per_s", "note", "floor", "ratio", "against",
    }  # fmt: skip
    assert (row["name"], row["unit"], row["floor"], row["ratio"]) == (
        "baohuang.law.step",
        "decisions",
        0,
        None,
    )
    assert row["per_s"] > row["choices_per_s"] > row["deals_per_s"] > 0
    assert set(report["machine"]) == {"processor", "python", "system", "plain loop"}


@pytest.mark.usefixtures("one_row")
def test_bench_with_peers_shows_ratios_beside_floors(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bench", "--json", "--peers", "--seconds", "0.05"]) == 0
    (row,) = json.loads(capsys.readouterr().out)["rows"]
    assert row["ratio"] > 0
    assert run(["bench", "--peers", "--seconds", "0.05"]) == 0
    head, line, *_ = capsys.readouterr().out.partition("row ")[2].splitlines()
    assert head.split()[-2:] == ["ratio", "floor"]
    assert line.split()[-1] == "0"


@pytest.mark.parametrize("lang", ["zh", "en", "fa"])
@pytest.mark.parametrize("preset", ["pagat", "moegirl-threes", "weihai", "five-threes"])
def test_rules_are_printed(lang: str, preset: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "baohuang", "--preset", preset, "--lang", lang]) == 0
    out = capsys.readouterr().out
    assert "BH A1" in out
    assert "{" not in out


@pytest.mark.parametrize("words", [*commands()], ids=" ".join)
def test_help_fits_the_terminal_without_cutting_a_sentence(
    words: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert run([*words, "--help"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 80
    assert not [line for line in lines if line.endswith("...") and not line.startswith("Usage:")]
    assert not re.search(r"\[\[|\.\.\.\}|\{[a-z]", lines[0]), lines[0]
    assert lines[0].startswith(" ".join(["Usage: paiju", *words]))


def test_the_command_line_imports_only_the_servers_start() -> None:
    graph = imports(ROOT / "src" / "paiju")
    known = {
        target
        for module, targets in graph.items()
        if module.startswith("paiju.cli")
        for target in targets
        if target.startswith("paiju.server")
    }
    assert known == {"paiju.server.ops.serve"}


@pytest.mark.parametrize(
    "line",
    [
        [HOSTILE],
        [f"--{HOSTILE}"],
        ["rules", HOSTILE],
        ["rules", "baohuang", "-o", f"{HOSTILE}=1"],
        ["rules", "baohuang", "-o", f"deck={HOSTILE}"],
        ["rules", "baohuang", "--preset", HOSTILE],
        ["simulate", "baohuang", "--bots", HOSTILE],
        ["verify", "{file}/x"],
        ["review", "{file}/x"],
        ["replay", "{file}/x"],
        ["conform", "{file}/x"],
        ["conform", "{file}"],
        ["review", "{file}"],
        ["show", HOSTILE],
        ["show", "{file}"],
        ["hand", HOSTILE],
        ["serve", "--limit", HOSTILE],
        ["serve", "--origin", HOSTILE],
        ["serve", "--db", "sqlite:///{file}/x.db", "--host", "127.0.0.1"],
        ["doctor", "--db", "sqlite:///{file}/x"],
        ["backup", "{file}/x"],
        ["bot", "--connect", f"ws://{HOSTILE}", "easy"],
        ["arena", "baohuang", "--a", HOSTILE],
        ["train", "run", "{file}/x"],
    ],
    ids=lambda line: " ".join(line).replace(HOSTILE, "…")[:30],
)
@pytest.mark.parametrize("lang", ["C", "zh_CN.UTF-8"])
def test_foreign_text_in_any_command_cannot_control_the_terminal(line, lang, capsys, monkeypatch, tmp_path):
    """Neither on the command line nor in a file; whatever the command makes of it."""
    file = tmp_path / f"{HOSTILE.replace('/', '')}.txt"
    file.write_text(f"baohuang {HOSTILE}\n{{}}", "utf-8")
    monkeypatch.setenv("LC_ALL", lang)
    monkeypatch.delenv("PAIJU_TOKEN", raising=False)
    run([part.replace("{file}", str(file)) for part in line])
    said = "".join(capsys.readouterr())
    assert said
    assert not STEERING.search(said), repr(said)


def test_names_of_a_record_do_not_steer_the_terminal(capsys, tmp_path, monkeypatch):
    """A review and a replay of a record that somebody sent."""
    monkeypatch.setenv("LC_ALL", "C")
    record = json.loads(played("paohuzi", 1))
    record["seats"] = [f"{HOSTILE}{seat}" for seat in range(3)]
    file = tmp_path / "sent.json"
    file.write_text(json.dumps(record), "utf-8")
    for command in (
        ["review", str(file), "--quick", "--seat", "0"],
        ["replay", str(file)],
        ["verify", str(file)],
    ):
        run(command)
        said = "".join(capsys.readouterr())
        assert said
        assert not STEERING.search(said), repr(said)


def test_every_line_of_the_command_line_is_cleaned():
    """By `echo`, a console, or JSON in ASCII: one raw way out would be enough."""
    raw = re.compile(r"typer\.(?:echo|secho)|(?<![\w.])print\(|sys\.std(?:out|err)\.write")
    found = {
        f"{path.relative_to(ROOT / 'src' / 'paiju')}: {line.strip()}"
        for folder in ("cli", "tui")
        for path in (ROOT / "src" / "paiju" / folder).rglob("*.py")
        for line in path.read_text("utf-8").splitlines()
        if raw.search(line)
    }
    assert found == {
        "cli/common.py: typer.echo(visible(text), err=err)",
        'cli/__init__.py: sys.stderr.write(f"paiju: {line}\\n")',
        'cli/bot.py: sys.stdout.write(json.dumps(message, separators=(",", ":")) + "\\n")',
    }
