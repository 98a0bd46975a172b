"""What runs with `paiju[cli]` alone or without any library, and what the rest asks to install."""

from __future__ import annotations

from pathlib import Path

import pytest

import paiju
from paiju.cli import run
from tests.house.bare import ROOT, commands, needs_of, python, run_lines, site_of

WEIGHTS = str(ROOT / "src/paiju/bots/baohuang/net/weights/baohuang.safetensors")
RUNS = [
    "rules baohuang", "rules paohuzi --list", "simulate baohuang --deals 1 --bots random", "simulate paohuzi --deals 1 --bots easy,heuristic",
    "play baohuang --bots hard", "play baohuang --bots net", "play paohuzi --bots net,master", "play paohuzi --bots random", f"conform {ROOT / 'tests/conformance/own_paohuzi.jsonl'}",
    "arena paohuzi --a random --b greedy --pairs 1", "bot baohuang --stdio", "env paohuzi --stdio", "bench --seconds 0.05", "train", "",
]  # fmt: skip
NEEDS = {
    "serve": "server", "worker": "server", "doctor": "server", "backup x.gz": "server", "restore x.gz": "server",
    "warmup": "fast", "arena ladder": "fast",
    "train tune x": "fast", "train run baohuang": "fast", f"train evaluate {WEIGHTS}": "fast",
    "train export .": "fast", "train curve .": "fast", "puzzles mine paohuzi --out new.jsonl": "fast",
    "simulate paohuzi --deals 1 --bots master": "fast", "simulate baohuang --deals 1 --bots easy,net": "fast",
    "arena paohuzi --a efficiency --b expected --pairs 1": "fast", "arena baohuang --a heuristic --b search --pairs 1": "fast",
}  # fmt: skip


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("records")
    assert run(f"simulate baohuang --deals 1 --bots random --records {folder}".split()) == 0
    return next(folder.iterdir())


def test_with_the_cli_extra_alone_every_command_runs_or_names_its_extra(tmp_path: Path, record: Path) -> None:
    needs = {**NEEDS, f"review {record}": "fast"}
    lines = [line.split() for line in [*RUNS, f"verify {record}", f"replay {record}", *needs]]
    puzzles = str(tmp_path / "puzzles.jsonl")
    assert run(["puzzles", "mine", "paohuzi", "--deals", "8", "--kinds", "hu", "--out", puzzles]) == 0
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
        says = answer.out.count("pip install 'paiju[fast]'")
        assert says == (line.startswith("play") and line.split()[-1] != "random"), (line, answer.out)
    for words in commands():
        assert any(line[: len(words)] == words for line in lines), words


def test_a_library_that_cannot_be_loaded_is_named_in_one_line(tmp_path: Path) -> None:
    """As numba beside a NumPy that it does not know."""
    site = site_of([*needs_of("cli"), "numpy", "threadpoolctl"], tmp_path / "site")
    (site / "numba").mkdir()
    (site / "numba" / "__init__.py").write_text("raise ImportError('Numba needs NumPy 1.0 or less')")
    lines = [
        "warmup", "bench --seconds 0.05", "simulate paohuzi --deals 1 --bots hard", "arena baohuang --a net --b random --pairs 1",
        f"train evaluate {WEIGHTS}", "env paohuzi --stdio", "play baohuang --bots random",
    ]  # fmt: skip
    for line, answer in zip(lines, run_lines(site, [line.split() for line in lines]), strict=True):
        if line.startswith(("env", "play")):
            assert answer.status == 0, (line, answer)
        else:
            assert answer.status == 2, (line, answer)
            assert answer.err.count("\n") == 1, (line, answer.err)
            assert "Numba needs NumPy 1.0 or less" in answer.err, (line, answer.err)


def test_without_any_library_greedy_plays_and_the_heuristic_names_its_extra(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    code = """
import paiju
from paiju.bots.base import make_bot
from paiju.core.errors import UsageError
game = paiju.load("baohuang")
state = game.deal(game.options({}), bytes(32))
seat = game.actors(state)[0]
question = game.view(state, seat), game.legal_actions(state, seat)
print(make_bot("greedy", 0).choose(*question) in question[1])
try:
    make_bot("normal", 0).choose(*question)
except UsageError as error:
    print(error.code, error.detail)
"""
    done = python(tmp_path / "site", "-c", code)
    says = "usage.kernels paiju.bots.baohuang.people needs numpy: pip install 'paiju[cli]'"
    assert (done.stdout.splitlines(), done.stderr) == (["True", says], "")


def test_a_learner_s_opponents_are_what_they_are_named(tmp_path: Path) -> None:
    site = site_of([*needs_of("cli"), "numpy"], tmp_path / "site")
    lines = [["bot", "paohuzi", "--stdio", "--bots", name] for name in ("hard", "greedy")]
    refused, played = run_lines(site, lines)
    assert refused.status == 2
    assert "[usage.stand_in]" in refused.err
    assert "pip install 'paiju[fast]'" in refused.err
    assert played.status == 0


def test_without_any_library_one_line_names_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    done = python(tmp_path / "site", "-m", "paiju", "rules", "baohuang")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "paiju: the command line needs typer and rich: pip install 'paiju[cli]'\n"


def test_the_rules_need_no_library(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    code = "import paiju; game = paiju.load('paohuzi'); print(len(game.actors(game.deal(game.options({}), bytes(32)))))"
    done = python(tmp_path / "site", "-c", code)
    assert (done.stdout, done.stderr) == ("1\n", "")
