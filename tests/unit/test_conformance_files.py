"""Every case file of the project, and that each value of an option is in force in some case."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from paiju.conformance import check_file, check_line
from paiju.games import paohuzi
from paiju.games.baohuang import GAME
from paiju.games.baohuang.options import BaohuangOptions
from paiju.locales import Texts

FILES = sorted((Path(__file__).parents[1] / "conformance").glob("*.jsonl"))
GIVEN = {
    "baohuang.jsonl": 485, "baohuang_deals.jsonl": 12, "baohuang_phases.jsonl": 85, "paohuzi.jsonl": 200,
    "paohuzi_deals.jsonl": 80,
}  # fmt: skip
GAMES = {game.name: game for game in (GAME, paohuzi.GAME)}


@cache
def cases(game: str) -> tuple[dict[str, Any], ...]:
    """All cases of a game, given and our own."""
    read = (json.loads(line) for file in FILES for line in file.read_text("utf-8").splitlines() if line)
    return tuple(case for case in read if case["game"] == game)


def values() -> Iterator[tuple[str, str, object]]:
    """Each value of each option; for numbers of Bao Huang the default and some other."""
    for game, law in GAMES.items():
        for declared in law.options({}).declared():
            if game == GAME.name or declared.in_digest:
                yield from ((game, declared.name, value) for value in declared.choices)
            if game == GAME.name and not declared.choices:
                yield game, declared.name, declared.default
                yield game, declared.name, "another number"


@cache
def displayed(game: str) -> frozenset[tuple[str, object]]:
    """The values that are in force in some case."""
    found: set[tuple[str, object]] = set()
    for case in cases(game):
        options = GAMES[game].options(case.get("options", {}))
        for declared in options.active():
            value = getattr(options, declared.name)
            found.add((declared.name, value))
            if not declared.choices and value != declared.default:
                found.add((declared.name, "another number"))
    return frozenset(found)


@pytest.mark.parametrize("file", FILES, ids=lambda path: path.name)
def test_every_case_of_the_files_holds(file: Path) -> None:
    outcomes = list(check_file(file))
    assert [outcome for outcome in outcomes if outcome.difference] == []
    assert len(outcomes) == GIVEN.get(file.name, len(outcomes)) > 0


def test_ids_are_unique() -> None:
    ids = [case["id"] for case in cases(GAME.name)]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize(("game", "option", "value"), list(values()))
def test_every_option_value_is_in_force_in_a_case(game: str, option: str, value: object) -> None:
    assert (option, value) in displayed(game)


def test_every_option_is_named_by_a_case() -> None:
    """Not only as a default: some case names it, or takes it from a preset."""
    named = {name for case in cases(GAME.name) for name in case.get("options", {})}
    named |= {name for latent in GAME.presets().values() for name in latent}
    alone = {"wind", "zhan_pai"}  # a single value; a table signal
    assert {declared.name for declared in BaohuangOptions.declared()} <= named | alone


def test_every_kind_has_cases() -> None:
    assert {case["kind"] for case in cases(GAME.name)} == {
        "beats",
        "plays",
        "result",
        "deal",
        "legal",
        "refused",
    }
    assert {case["expect"]["error"] for case in cases(GAME.name) if case["kind"] == "deal" and "error" in case["expect"]} == {
        "action.game_over", "action.illegal", "action.not_your_turn",
    }  # fmt: skip


@pytest.mark.parametrize(
    "file", [file for file in FILES if "refused" in file.name], ids=lambda path: path.name
)
def test_a_case_with_the_wrong_rule_fails(file: Path) -> None:
    """Players can read it, and a case that names another rule is reported."""
    said = Texts("en")
    for line in file.read_text("utf-8").splitlines():
        case = json.loads(line)
        for ask, reason in case["expect"].items():
            wrong = {**(reason or {"why": "lead"}), "rule": "PZ 8.99"}
            result = check_line(json.dumps({**case, "expect": {**case["expect"], ask: wrong}}), "here")
            assert ask in result.difference
            if reason is not None and not reason["why"].startswith("action."):
                assert said.t(f"why.{reason['why']}") != f"why.{reason['why']}"
