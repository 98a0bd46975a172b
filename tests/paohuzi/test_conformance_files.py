"""The case files of Paohuzi, and that each option value stands in some case."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from paiju.conformance import check_file
from paiju.games.paohuzi import GAME

FOLDER = Path(__file__).parents[1] / "conformance"
GIVEN = {"paohuzi.jsonl": 200, "paohuzi_deals.jsonl": 80}
FILES = sorted(path for path in FOLDER.glob("*paohuzi*.jsonl"))
VALUES = [
    (rule.name, value) for rule in GAME.options({}).declared() if rule.in_digest for value in rule.choices
]


@pytest.mark.parametrize("file", FILES, ids=lambda path: path.name)
def test_case_file(file: Path) -> None:
    outcomes = list(check_file(file))
    assert [outcome for outcome in outcomes if outcome.difference] == []
    assert len(outcomes) == GIVEN.get(file.name, len(outcomes)) > 0


@pytest.fixture(scope="module")
def shown() -> set[tuple[str, object]]:
    lines = [line for file in FILES for line in file.read_text("utf-8").splitlines()]
    options = [GAME.options(json.loads(line).get("options", {})) for line in lines]
    return {(rule.name, getattr(o, rule.name)) for o in options for rule in o.active()}


@pytest.mark.parametrize(("option", "value"), VALUES)
def test_every_option_value_stands_in_a_case(
    option: str, value: object, shown: set[tuple[str, object]]
) -> None:
    assert (option, value) in shown
