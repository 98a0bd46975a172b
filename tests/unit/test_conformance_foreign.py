"""Another implementation is checked by the same cases: it gets no expected answers and is not trusted."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from paiju.cli import run
from paiju.conformance import foreign
from paiju.core.errors import UsageError

CASES = Path(__file__).parents[1] / "conformance"
RUNNER = f"{sys.executable} {CASES / 'foreign_runner.py'}"


def test_a_tiny_implementation_of_one_kind_passes(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["conform", str(CASES / "baohuang.jsonl"), "--with", RUNNER]) == 0
    passed, _, skipped = (
        int(part.split()[0]) for part in capsys.readouterr().out.splitlines()[-1].split(", ")
    )
    assert passed >= 10
    assert passed + skipped == 485


def test_differences_of_the_program_are_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    case = {
        "id": "w",
        "game": "baohuang",
        "kind": "beats",
        "options": {"preset": "pagat"},
        "top": "9",
        "play": "T",
    }
    (tmp_path / "cases.jsonl").write_text(json.dumps({**case, "expect": False}) + "\n")
    assert run(["conform", str(tmp_path / "cases.jsonl"), "--with", RUNNER]) == 1
    assert "w: expected false, got true" in capsys.readouterr().out


def test_only_the_requested_part_of_an_answer_is_compared() -> None:
    legal = {"actors": [1], "legal": {"1": ["pass", "hu"]}}
    answer = {"answer": {"actors": [1], "legal": {"1": ["hu", "pass"]}, "more": 1}}
    assert foreign.difference(answer, legal) == ""
    assert foreign.difference({"answer": {"actors": [2], "legal": {}}}, legal)
    assert foreign.difference({"answer": ["99", "9"]}, ["9", "99"]) == ""
    assert foreign.difference({"id": "x"}, None)
    assert foreign.difference({"answer": None}, None) == ""


@pytest.mark.parametrize(
    "program", ["", "/nowhere/at/all", "'", f"{sys.executable} -c pass", f"{sys.executable} -c 'print(1)'",
                f"{sys.executable} -c 'print(dict())'", f"{sys.executable} -c 'print(\"{{}}\")'"],
)  # fmt: skip
def test_a_silent_program_is_reported(program: str) -> None:
    with pytest.raises(UsageError) as caught:
        list(foreign.check_foreign(CASES / "baohuang.jsonl", program))
    assert caught.value.code == "usage.runner"


def test_a_program_that_closes_its_input_is_reported(tmp_path: Path) -> None:
    """It reads and answers the first case with its input closed: nothing reads the second."""
    case = {
        "game": "baohuang",
        "kind": "beats",
        "options": {"preset": "pagat"},
        "top": "9",
        "play": "T",
        "expect": True,
    }
    cases = tmp_path / "cases.jsonl"
    cases.write_text("".join(json.dumps({"id": name, **case}) + "\n" for name in "ab"))
    deaf = tmp_path / "deaf.py"
    deaf.write_text(
        """import os, time
os.read(0, 1 << 16)
os.close(0)
print('{"id": "a", "skip": true}', flush=True)
time.sleep(60)
"""
    )
    outcomes = foreign.check_foreign(cases, f"{sys.executable} {deaf}")
    assert next(outcomes) is None
    with pytest.raises(UsageError) as caught:
        next(outcomes)
    assert caught.value.code == "usage.runner"
