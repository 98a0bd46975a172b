"""With `paiju[cli]` alone, and with nothing at all: what can run runs, the rest says what to install."""

from __future__ import annotations

from pathlib import Path

import pytest

import paiju
from paiju.cli import run
from tests.house.bare import ROOT, commands, needs_of, python, run_lines, site_of

WEIGHTS = str(ROOT / "src/paiju/bots/baohuang/net/weights/baohuang.safetensors")
RUNS = [
    "rules baohuang", "rules paohuzi --list", "simulate baohuang --deals 1 --bots random", "simulate paohuzi --deals 1 --bots master",
    "play baohuang --bots hard", "play paohuzi --bots random", f"conform {ROOT / 'tests/conformance/own_paohuzi.jsonl'}",
    "arena paohuzi --a random --b greedy --pairs 1", "bench --seconds 0.05", "train", "",
]  # fmt: skip
NEEDS = {
    "serve": "server", "worker": "server", "doctor": "server", "backup x.gz": "server", "restore x.gz": "server",
    "warmup": "fast", "bot baohuang --stdio": "fast", "env paohuzi --stdio": "fast", "arena ladder": "fast",
    "arena baohuang --mixed greedy,random --pairs 1": "arena",
    "train tune x": "fast", "train guards": "fast", "train run baohuang": "fast", f"train evaluate {WEIGHTS}": "fast",
    "train export .": "fast", "train curve .": "fast",
}  # fmt: skip


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("records")
    assert run(f"simulate baohuang --deals 1 --bots random --records {folder}".split()) == 0
    return next(folder.iterdir())


def test_with_the_command_line_alone_every_command_runs_or_names_its_extra(
    tmp_path: Path, record: Path
) -> None:
    needs = {**NEEDS, f"review {record}": "fast"}
    lines = [line.split() for line in [*RUNS, f"verify {record}", f"replay {record}", *needs]]
    puzzles = str(tmp_path / "puzzles.jsonl")
    lines.append([*["puzzles", "mine", "paohuzi", "--deals", "8", "--kinds", "hu", "--out"], puzzles])
    lines += [["puzzles"], ["puzzles", "show", puzzles], ["puzzles", "verify", puzzles]]
    lines.append(["hand", "U3 b6, E3 b9, s1-s2-s3 | s2 s7 s10 b3 b4"])
    game = paiju.load("paohuzi")
    lines.append(["show", game.position_text(game.deal(game.options({}), bytes(32)))])
    answers = dict(
        zip(map(" ".join, lines), run_lines(site_of(needs_of("cli"), tmp_path / "site"), lines), strict=True)
    )
    for line, answer in answers.items():
        extra = needs.get(line)
        if extra is None:
            assert answer.status == 0, (line, answer.err)
            assert answer.out, line
        else:
            assert answer.status == 2, (line, answer)
            assert answer.err.count("\n") == 1, (line, answer.err)
            assert f"pip install 'paiju[{extra}]'" in answer.err, (line, answer.err)
    for words in commands():
        assert any(line[: len(words)] == words for line in lines), words


def test_without_any_library_one_line_says_what_the_command_line_needs(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    done = python(tmp_path / "site", "-m", "paiju", "rules", "baohuang")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "paiju: the command line needs typer and rich: pip install 'paiju[cli]'\n"


def test_the_law_needs_no_library(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    code = "import paiju; game = paiju.load('paohuzi'); print(len(game.actors(game.deal(game.options({}), bytes(32)))))"
    done = python(tmp_path / "site", "-c", code)
    assert (done.stdout, done.stderr) == ("1\n", "")
