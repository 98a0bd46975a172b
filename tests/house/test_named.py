"""What the documents name exists: options of commands, targets of make, modules to run, extras, variables."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path

import pytest
import typer

import paiju
from paiju.cli import app
from paiju.train import config
from tests.house.bare import ROOT
from tests.house.test_documents import PAGES

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
TARGETS = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
# Pages about the past may name what is gone.
NOW = [page for page in PAGES if page.name != "CHANGELOG.md"]


def code(page: Path) -> list[str]:
    """Lines of blocks and pieces in a line, without comments."""
    text = page.read_text("utf-8")
    blocks = re.findall(r"^```[^\n]*\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    prose = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    lines = [line for block in blocks for line in block.splitlines()]
    lines += re.findall(r"^ {4,}(\S.*)$", prose, re.MULTILINE)
    return [re.sub(r"\s#.*", "", line) for line in [*lines, *re.findall(r"`([^`\n]+)`", prose)]]


def requested(page: Path) -> Iterator[tuple[str, list[str]]]:
    """Commands with the options that stand behind them; what follows `--` is another program's."""
    for line in code(page):
        for words in re.findall(r"(?:^|/|&& |`)paiju ((?:(?! && | · ).)+)", line):
            names, options = [], []
            for word in re.sub(r"\"[^\"]*\"|'[^']*'", "TEXT", words).split(" -- ")[0].split():
                bare = word.strip("[]")
                if bare.startswith("-"):
                    options.append(re.split(r"[=\]]", bare)[0])
                elif not options:
                    names.append(bare)
            yield " ".join(names), options


@cache
def options_of(words: str) -> frozenset[str]:
    """All options of the longest command that these words begin with."""
    found = typer.main.get_command(app)
    for word in words.split():
        inner = getattr(found, "commands", {}).get(word)
        if inner is None:
            break
        found = inner
    taken = (name for one in found.params for name in (*one.opts, *one.secondary_opts))
    return frozenset(taken) | {"--help"}


@pytest.mark.parametrize("page", NOW, ids=lambda page: page.name)
def test_every_command_option_named_in_the_documents_exists(page: Path) -> None:
    for words, options in requested(page):
        assert set(options) <= options_of(words), words


@pytest.mark.parametrize("page", NOW, ids=lambda page: page.name)
def test_every_named_target_module_extra_and_variable_exists(page: Path) -> None:
    text = page.read_text("utf-8")
    made = (re.match(r"make ((?:[A-Z]+=\S+ )*)([a-z][\w-]*)", line) for line in code(page))
    assert {line[2] for line in made if line} <= TARGETS
    for module in re.findall(r"python -m ((?:tools|tests)[\w.]*\w)", text):
        place = ROOT / module.replace(".", "/")
        assert place.with_suffix(".py").exists() or (place / "__main__.py").exists(), module
    for extras in re.findall(r"paiju\[([\w,]+)\]", text):
        assert set(extras.split(",")) <= set(PROJECT["optional-dependencies"]), extras
    assert set(re.findall(r"PAIJU_[A-Z_]+", text)) <= variables()


@cache
def variables() -> frozenset[str]:
    files = (path for folder in ("src", "tests", "deploy") for path in (ROOT / folder).rglob("*.py"))
    return frozenset(name for path in files for name in re.findall(r"PAIJU_[A-Z_]+", path.read_text("utf-8")))


@pytest.mark.parametrize("page", NOW, ids=lambda page: page.name)
def test_python_in_the_documents_parses(page: Path) -> None:
    for block in re.findall(r"^```python\n(.*?)^```", page.read_text("utf-8"), re.DOTALL | re.MULTILINE):
        if ">>>" not in block:
            ast.parse(block)


def test_every_configuration_key_is_documented() -> None:
    reported = set(re.findall(r"`(?:\[\w+\] )?(\w+)`", (ROOT / "docs" / "training.md").read_text("utf-8")))
    for table in (config.Play, config.Net, config.Learn, config.Watch):
        assert {field.name for field in fields(table)} <= reported, table


@pytest.mark.parametrize("game", paiju.available())
def test_the_home_page_names_every_preset(game: str) -> None:
    text = (ROOT / "docs" / "index.md").read_text("utf-8")
    assert set(paiju.load(game).presets()) <= set(re.findall(r"`([\w-]+)`", text))


def test_the_citation_file_names_the_current_version() -> None:
    reported = re.search(r"^version: (.+)$", (ROOT / "CITATION.cff").read_text("utf-8"), re.MULTILINE)
    assert reported is not None
    assert reported[1] == PROJECT["version"]
