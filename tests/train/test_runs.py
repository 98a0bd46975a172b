"""Runs: interrupted ones end like uninterrupted ones, and their results can be read, measured and shipped."""

import json
import signal
import subprocess
import sys

import numpy as np
import pytest

from paiju.cli import run as command_line
from paiju.core.errors import UsageError
from paiju.train.baohuang.selfplay import parameters_of
from paiju.train.baohuang.tables import Shard
from paiju.train.baohuang.trainer import TRAINER
from paiju.train.config import Config, config_path, read_config, shipped
from paiju.train.curves import chart, publish, read_curve, read_curves, table
from paiju.train.runs import Run
from paiju.train.storage import CHECKPOINT, ShardStore, read_tensors
from tests.train.running import tiny

CURVE = TRAINER.curve


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A run that nobody disturbed."""
    folder = tmp_path_factory.mktemp("whole")
    config = read_config(tiny(folder / "tiny.toml", 7))
    lines = []
    training = Run(folder, config, resume=False, say=lines.append)
    training.go_on()
    return folder, config, lines


def _leases(folder):
    return len(read_tensors(folder / CHECKPOINT)[1]["firsts"])


KILLED = """
import os, signal, sys
from pathlib import Path
from paiju.train import runs
from paiju.train.config import read_config

left, write = int(sys.argv[3]), runs.write_tensors

def killed(path, tensors, notes):
    global left
    left -= 1
    if not left:
        os.fsync = lambda number: os.kill(os.getpid(), signal.SIGKILL)
    write(path, tensors, notes)

runs.write_tensors = killed
folder = Path(sys.argv[2])
folder.mkdir()
runs.Run(folder, read_config(Path(sys.argv[1])), resume=False, say=print).go_on()
"""
"""A run that is killed while it writes the checkpoint of a lease."""


@pytest.mark.long
def test_a_killed_run_ends_like_an_uninterrupted_one(tmp_path, rng):
    path, saves = tiny(tmp_path / "tiny.toml", rng.randrange(1000), leases=6), rng.randrange(2, 6)
    path.write_text(path.read_text().replace("[play]", "[play]\ntried = 0.1\nrivals = 2"))
    config, alone, killed = read_config(path), tmp_path / "alone", tmp_path / "killed"
    alone.mkdir()
    Run(alone, config, resume=False, say=lambda line: None).go_on()
    command = [sys.executable, "-c", KILLED, str(path), str(killed), str(saves)]
    assert subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode == -signal.SIGKILL
    assert _leases(killed) == saves - 1
    Run(killed, config, resume=True, say=lambda line: None).go_on()
    one, other = read_tensors(alone / CHECKPOINT), read_tensors(killed / CHECKPOINT)
    for name in ("firsts", "written", "oldest", "chance", "tried"):
        assert one[1][name] == other[1][name]
    assert one[1]["tried"]["written"]
    for name, array in one[0].items():
        assert (array == other[0][name]).all(), name


def test_a_stopped_run_resumes_as_if_never_stopped(whole, tmp_path, rng):
    folder, config, _ = whole
    stopped = rng.randrange(1, config.learn.leases)
    Run(tmp_path, config, resume=False, say=lambda line: None).go_on(leases=stopped)
    assert _leases(tmp_path) == stopped
    Run(tmp_path, config, resume=True, say=lambda line: None).go_on()
    one, other = (read_tensors(place / CHECKPOINT)[0] for place in (folder, tmp_path))
    assert all((array == other[name]).all() for name, array in one.items())


def test_a_run_is_neither_started_twice_nor_changed(whole):
    folder, config, _ = whole
    with pytest.raises(UsageError) as caught:
        Run(folder, config, resume=False, say=print)
    assert caught.value.code == "usage.run_exists"
    with pytest.raises(UsageError) as caught:
        Run(folder, Config(seed=config.seed + 1), resume=True, say=print)
    assert caught.value.code == "usage.run_differs"


def test_a_run_reports_its_progress(whole):
    folder, config, lines = whole
    leases = [line for line in lines if line.startswith("lease ")]
    assert len(leases) == config.learn.leases
    assert lines[-1].startswith("strength ")
    entries = read_curve(folder)
    assert entries[-1]["leases"] == config.learn.leases
    assert entries[-1]["pairs"] == config.watch.pairs


def test_shards_that_left_the_buffer_are_forgotten(whole):
    folder, config, _ = whole
    notes = read_tensors(folder / CHECKPOINT)[1]
    stored = sorted(path.name for path in (folder / "shards").iterdir())
    assert len(stored) == config.learn.leases - notes["oldest"] < config.learn.leases
    assert notes["firsts"][notes["oldest"] + 1] > notes["written"] - config.learn.replay


def test_a_run_without_its_samples_is_refused(tmp_path, whole):
    folder, config, _ = whole
    (tmp_path / CHECKPOINT).write_bytes((folder / CHECKPOINT).read_bytes())
    with pytest.raises(UsageError) as caught:
        Run(tmp_path, config, resume=True, say=print)
    assert caught.value.code == "usage.run_broken"


def test_a_shard_of_other_weights_is_not_reused(tmp_path):
    store = ShardStore(tmp_path, "abc", Shard)
    rows = np.zeros((2, 3), np.uint8)
    column = rows[:, 0]
    store.put(4, Shard(rows, rows, np.array([2, -2], np.int8), column, column, column), 17)
    assert store.get(4, 17).points.tolist() == [2, -2]
    assert store.get(4, 18) is None
    assert store.get(5, 17) is None
    store.drop_before(5)
    assert store.get(4) is None


def test_export_and_evaluate(whole, tmp_path, capsys):
    folder, config, _ = whole
    to = tmp_path / "small.safetensors"
    assert command_line(["train", "export", str(folder), "--to", str(to), "--pairs", "6"]) == 0
    card = json.loads(to.with_suffix(".json").read_text())
    assert card["pairs"] == 6
    assert card["config_digest"] == config.digest()
    assert card["leases"] == config.learn.leases
    page = to.with_suffix(".md").read_text()
    assert card["options_digest"] in page
    shipped, stored = TRAINER.read_trained(to), TRAINER.read_trained(folder)
    assert shipped.weights.keys() == stored.weights.keys()
    assert all((shipped.weights[name] == array).all() for name, array in stored.weights.items())
    assert parameters_of(shipped) == parameters_of(stored)
    capsys.readouterr()
    figures = []
    for path in (to, folder):
        assert command_line(["train", "evaluate", str(path), "-n", "10", "--guards", "20", "--json"]) == 0
        figures.append(json.loads(capsys.readouterr().out))
    assert figures[0] == figures[1]
    assert figures[0]["pairs"] == 10
    assert [guess["ply"] for guess in figures[0]["guards"]][:3] == [10, 20, 30]


def test_the_curve_is_written_into_its_page(whole, tmp_path):
    folder, _, _ = whole
    page = tmp_path / "page.md"
    begin, end = CURVE.marks
    page.write_text(f"before\n{begin}\nold\n{end}\nafter\n")
    publish(read_curve(folder), page, CURVE)
    text = page.read_text()
    assert text.startswith("before\n")
    assert text.endswith("after\n")
    assert "old" not in text
    assert table(read_curve(folder), CURVE) in text
    assert (tmp_path / "training.svg").read_text() == chart(read_curve(folder), CURVE)
    page.write_text("no marks")
    with pytest.raises(UsageError):
        publish(read_curve(folder), page, CURVE)


def test_consecutive_runs_add_up(whole):
    folder, _, _ = whole
    once, twice = read_curve(folder), read_curves([folder, folder])
    assert twice[: len(once)] == once
    notes = TRAINER.read_trained(folder).notes
    assert twice[-1]["samples"] == notes["written"] + once[-1]["samples"]
    assert twice[-1]["hours"] == pytest.approx(notes["seconds"] / 3600 + once[-1]["hours"])


def test_a_long_curve_is_thinned_but_keeps_its_end():
    entries = [
        {"leases": i, "samples": i * 10**6, "hours": i / 9, "pairs": 100, "margin": i / 50 - 1, "se": 0.1,
         "crown": 0.5, "people": -0.5, "anchor": 0.15 if i < 60 else 0.05} for i in range(1, 101)
    ]  # fmt: skip
    rows = table(entries, CURVE).splitlines()
    assert len(rows) < 30
    assert rows[-1].startswith("| 100.0 M |")
    drawn = chart(entries, CURVE)
    assert drawn.count("<line") >= 100
    assert drawn.count("<polyline") == 2, "what was measured at different anchors is not joined"
    assert ">anchor 0.15<" in drawn
    assert ">anchor 0.05<" in drawn


@pytest.mark.parametrize(
    "text",
    [
        "seed = 'x'",
        "unknown = 1",
        "[learn]\nbatch = 1.5",
        "[learn]\nrate = -1",
        "learn = 1",
        "seed = ",
        "seed = " + "[" * 100_000,
        "[play]\nlean = 1",
    ],
)
def test_wrong_configurations(tmp_path, text):
    path = tmp_path / "wrong.toml"
    path.write_text(text)
    with pytest.raises(UsageError) as caught:
        read_config(path)
    assert caught.value.code == "usage.train_config"


def test_shipped_configurations_are_found_by_name(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    runs = {name: read_config(config_path(name)) for name in shipped()}
    assert [run.name for run in runs.values()] == list(runs)
    config = runs["baohuang"]
    assert config.options == {"preset": "pagat"}
    assert config.digest() != Config().digest()


def test_a_damaged_checkpoint_is_refused(tmp_path):
    (tmp_path / CHECKPOINT).write_bytes(b"not weights at all")
    with pytest.raises(UsageError, match=r"usage\.weights"):
        TRAINER.read_trained(tmp_path)


def test_a_file_takes_precedence_over_a_shipped_name(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    own = tmp_path / "baohuang"
    own.write_text("seed = 77")
    assert read_config(config_path("baohuang")).seed == 77


def test_a_wrong_name_lists_the_shipped_ones(capsys):
    assert command_line(["train", "run", "baohuangg"]) == 2
    output = capsys.readouterr().err
    assert "[usage.train_name]" in output
    assert all(name in output for name in shipped())


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("train run /no/such.toml", "file.unreadable"),
        ("train evaluate /no/such.safetensors", "file.unreadable"),
        ("train evaluate README.md", "usage.weights"),
        ("train evaluate /dev/zero", "file.too_large"),
        ("train run /dev/zero", "file.too_large"),
        ("train export docs", "usage.no_run"),
        ("train curve docs", "usage.no_run"),
    ],
)
def test_wrong_usage(line, code, capsys):
    assert command_line(line.split()) == 2
    assert f"[{code}]" in capsys.readouterr().err
