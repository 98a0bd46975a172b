"""Search for faults: the tests that draw, again and again with fresh seeds, over all cores until the time is up.

python -m tests.fuzz --minutes 10 [--seed S] [FOLDER ...]

Each failure is printed with the command that repeats it and appended to `build/fuzz.jsonl`; a line of `tests/seeds.txt` turns it into a
fixed case of `make test`. As a pytest plugin (`-p tests.fuzz`) this module selects the tests that draw and stops when the time is up.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shlex
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

FIXTURES = {"rng", "seed"}
ROOT = Path(__file__).parents[1]
FOUND = ROOT / "build" / "fuzz.jsonl"
LOG = FOUND.with_suffix(".log")
_SEED, _UNTIL, _ROUND = "PAIJU_TEST_SEED", "PAIJU_FUZZ_UNTIL", "PAIJU_FUZZ_ROUND"
_EVERY_SECONDS = 15
_TIME_IS_UP = "time is up"
_PASSED, _FAILED, _NONE = 0, 1, 5  # how pytest ends; with 5 no test was selected


class Progress:
    """What a round has done so far; one object in the process that hands the tests out."""

    def __init__(self) -> None:
        self.done: set[str] = set()
        self.failed: set[str] = set()
        self.last = time.time()

    def take(self, report: Any) -> None:
        if report.when == "call":
            self.done.add(report.nodeid)
        if report.failed and report.nodeid not in self.failed:
            self.failed.add(report.nodeid)
            self.tell_failure(report)
        if time.time() - self.last >= _EVERY_SECONDS:
            self.last = time.time()
            self.tell()

    def tell_failure(self, report: Any) -> None:
        seed = os.environ[_SEED]
        command = f"{_SEED}={seed} .venv/bin/pytest -m '' {shlex.quote(report.nodeid)}"
        lines = [line for line in str(report.longreprtext).splitlines() if line.startswith("E ")]
        found = {"test": report.nodeid, "seed": seed, "command": command, "error": lines[:20]}
        with FOUND.open("a", encoding="utf-8") as file:
            file.write(json.dumps(found, ensure_ascii=False) + "\n")
        _say(f"FAILED  {command}\n        {lines[0] if lines else report.outcome}")

    def tell(self) -> None:
        left = max(0, int(float(os.environ[_UNTIL]) - time.time()))
        counts = f"{len(self.done)} tests, {len(self.failed)} failed"
        _say(f"round {os.environ[_ROUND]}: {counts}, {left // 60}:{left % 60:02} left")


def _say(line: str) -> None:
    """To the error stream: what pytest itself prints goes to the log."""
    print(line, file=sys.stderr, flush=True)


_progress = Progress()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Only tests that draw; their files in an order of the round's own, so that short runs reach all of them in time."""
    files: dict[Path, list[pytest.Item]] = {}
    for item in items:
        if FIXTURES & set(getattr(item, "fixturenames", ())) and "@" not in item.name:
            files.setdefault(item.path, []).append(item)
    order = sorted(files)
    random.Random(os.environ[_SEED]).shuffle(order)
    items[:] = [item for path in order for item in files[path]]


def pytest_runtest_setup() -> None:
    if time.time() > float(os.environ[_UNTIL]):
        pytest.skip(_TIME_IS_UP)


def pytest_runtest_logreport(report: Any) -> None:
    if "PYTEST_XDIST_WORKER" not in os.environ:
        _progress.take(report)


def pytest_sessionfinish() -> None:
    if "PYTEST_XDIST_WORKER" not in os.environ:
        _progress.tell()


def main() -> int:
    """Run rounds until the time is up; the exit status is 1 if anything failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=10, metavar="M", help="how long to search (10)")
    parser.add_argument("--seed", default="", help="the search's own seed, drawn fresh unless given")
    parser.add_argument("folders", nargs="*", default=["tests"], help="test folders or files (all)")
    given = parser.parse_args()
    if missing := [folder for folder in given.folders if not (ROOT / folder).exists()]:
        parser.error(f"there is no {missing[0]}")
    base, until = given.seed or os.urandom(4).hex(), time.time() + 60 * given.minutes
    LOG.parent.mkdir(exist_ok=True)
    _say(f"searching for {given.minutes:g} minutes with the seed {base}; failures go to {FOUND}")
    failed, turn = False, 0
    while time.time() < until:
        turn += 1
        status = _round(turn, {_SEED: f"{base}-{turn}", _UNTIL: str(until), _ROUND: str(turn)}, given.folders)
        if status not in {_PASSED, _FAILED}:
            _say("no test of these draws" if status == _NONE else LOG.read_text("utf-8"))
            return 2
        failed |= status == _FAILED
    return int(failed)


def _round(turn: int, reported: dict[str, str], folders: list[str]) -> int:
    """All tests that draw, once; returns how pytest ended."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "tests.fuzz",
        "-s",
        "-m",
        "",
        "-n",
        str(os.cpu_count() or 1),
        *folders,
    ]
    with LOG.open("w" if turn == 1 else "a", encoding="utf-8") as log:
        return subprocess.run(
            command, cwd=ROOT, env=os.environ | reported, stdout=log, check=False
        ).returncode


if __name__ == "__main__":
    raise SystemExit(main())
