"""docs/environments.md and the examples: what they say is true."""

from __future__ import annotations

import ast
import json
import os
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from tools import environments

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
NEEDS = {"random_pettingzoo": "pettingzoo", "random_gymnasium": "gymnasium", "random_open_spiel": "pyspiel"}
LEARNERS = {
    "learn_ppo": ("sb3_contrib", "600"),
    "learn_torchrl": ("torchrl", "50"),
    "learn_vector": ("torch", "2"),
}


def run(name, *arguments) -> str:
    return ran(str(EXAMPLES / f"{name}.py"), *arguments)


def ran(*arguments: str) -> str:
    command = [sys.executable, *arguments]
    # Of several threads those that wait would use up the processor time that an example gives itself.
    alone = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    done = subprocess.run(command, capture_output=True, text=True, timeout=900, check=False, env=alone)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_tables_of_the_page_match_the_code() -> None:
    page = environments.PAGE.read_text("utf-8")
    assert environments.filled(page) == page
    for name in environments.TABLES:
        assert f"<!-- {name} -->\n|" in page


def test_every_message_and_command_is_documented() -> None:
    page = environments.PAGE.read_text("utf-8")
    source = "".join(
        (ROOT / "src/paiju" / file).read_text("utf-8") for file in ("envs/protocol.py", "wire/lines.py")
    )
    for kind in {*re.findall(r'"type": "(\w+)"', source), "act", "step", "reset"}:
        assert f"| `{kind}` |" in page, kind
    for link in re.findall(r"\]\((?!https?:)([^)#]+)", page):
        assert (environments.PAGE.parent / link).exists(), link


@pytest.mark.parametrize("name", ["random_batch", *NEEDS, "stdio_bot"])
def test_every_example_runs_and_is_short(name, monkeypatch, capsys) -> None:
    if name in NEEDS:
        pytest.importorskip(NEEDS[name])
    monkeypatch.setattr(sys, "argv", [name])
    runpy.run_path(str(EXAMPLES / f"{name}.py"), run_name="__main__")
    assert "points" in capsys.readouterr().out or name == "random_pettingzoo"
    code = [line for line in (EXAMPLES / f"{name}.py").read_text("utf-8").splitlines() if line.strip()]
    assert len(code) < 40
    if name != "stdio_bot":
        assert len(code) <= 14


def test_every_example_has_a_test() -> None:
    examples = {path.stem for path in EXAMPLES.glob("*.py")} - {
        "table_bot"
    }  # that runs in tests/server/protocol
    assert examples == {"random_batch", *NEEDS, "stdio_bot", "learn_dmc", *LEARNERS}


@pytest.mark.long
def test_the_lines_for_stable_baselines_learn(tmp_path, monkeypatch) -> None:
    """As they stand on the page, with fewer steps."""
    pytest.importorskip("sb3_contrib")
    page = environments.PAGE.read_text("utf-8")
    (lines,) = (text for text in re.findall(r"```python\n(.*?)```", page, re.DOTALL) if "MaskablePPO" in text)
    assert len(lines.splitlines()) < 14
    monkeypatch.chdir(tmp_path)
    names: dict = {}
    exec(lines.replace("2_000_000", "16_384").replace('device="cpu"', 'device="cpu", seed=1'), names)
    assert names["model"].num_timesteps == 16_384
    assert len(names["model"].ep_info_buffer) == 100


@pytest.mark.long
def test_the_lines_for_several_machines_play(monkeypatch) -> None:
    ray = pytest.importorskip("ray")
    page = environments.PAGE.read_text("utf-8")
    (lines,) = (text for text in re.findall(r"```python\n(.*?)```", page, re.DOTALL) if "ray.init" in text)
    ray.init("local", num_cpus=1, include_dashboard=False)  # even where a cluster runs
    monkeypatch.setattr(ray, "init", lambda _: None)
    try:
        exec(lines.replace("play.remote(100", "play.remote(4"), {})
    finally:
        ray.shutdown()


@pytest.mark.long
def test_the_notebook_displays_a_deal_a_review_and_a_ladder() -> None:
    """Its cells as a notebook runs them, without one: in one namespace, the last expression of each displayed."""
    cells = json.loads((EXAMPLES / "tour.ipynb").read_text("utf-8"))["cells"]
    names, displayed = {}, []
    for cell in (cell for cell in cells if cell["cell_type"] == "code"):
        assert cell["outputs"] == []
        *body, last = ast.parse("".join(cell["source"])).body
        exec(compile(ast.Module(body, []), "tour", "exec"), names)
        displayed.append(eval(compile(ast.Expression(last.value), "tour", "eval"), names))
    view, record, points, dearest, before, ladder = displayed
    assert view._repr_html_().startswith("<figure")
    assert "<table>" in record._repr_html_()
    assert sum(won for _, won in points) == 0
    assert len(dearest) == 3
    assert before.png.startswith(b"\x89PNG")
    assert len(re.findall(r">\w+ over \w+<", ladder._repr_svg_())) == 3


@pytest.mark.long
@pytest.mark.parametrize("name", LEARNERS)
def test_other_libraries_learners_accept_the_environment(name) -> None:
    """A short run; docs/environments.md says what it learns in a minute."""
    module, lesson = LEARNERS[name]
    pytest.importorskip(module)
    output = run(name, "paohuzi", lesson, "20").splitlines()
    assert [line.split()[1] for line in output] == ["random:", "learned:"]
    assert all(len(re.findall(r"[-+]?\d+\.\d+", line)) == 2 for line in output)


# Its clock counts steps, so that a busy machine learns as much as any other.
COUNTED = """
import itertools, runpy, types
learner = runpy.run_path({path!r})
learner["learn"].__globals__["time"] = types.SimpleNamespace(process_time=itertools.count().__next__)
learner["main"]("baohuang", 2000, 600)
"""


@pytest.mark.long
def test_the_learner_beats_random_players_after_a_few_seconds() -> None:
    """A short run of what takes a minute. Over seeds it wins 0.45 points a deal with a deviation of 0.05."""
    output = ran("-c", COUNTED.format(path=str(EXAMPLES / "learn_dmc.py")))
    margin, error = map(float, re.findall(r"[-+]?\d+\.\d+", output))
    assert margin > 4 * error


@pytest.mark.long
def test_the_learner_at_many_tables_beats_random_players() -> None:
    """Twenty updates at 1,024 tables, against greedy players, from the same seeds each time: a gain of 1.9 points a deal."""
    pytest.importorskip("torch")
    lines = run("learn_vector", "paohuzi", "20", "1024").splitlines()
    (chance, error), (learned, other) = (
        [float(n) for n in re.findall(r"[-+]?\d+\.\d+", line)] for line in lines
    )
    assert learned - chance > 4 * (error**2 + other**2) ** 0.5
