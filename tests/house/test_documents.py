"""The pages: every link leads somewhere, every command that they name is one, and one page names all."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.house.bare import ROOT, commands
from tools import architecture

PAGES = [
    ROOT / "README.md",
    ROOT / "CHANGELOG.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "SECURITY.md",
    *sorted((ROOT / "docs").rglob("*.md")),
    *sorted((ROOT / "src").rglob("*.md")),
]
COMMANDS = {" ".join(words) for words in commands() if words}


def _prose(path: Path) -> str:
    return re.sub(r"```.*?```", "", path.read_text("utf-8"), flags=re.DOTALL)


@cache
def _anchors(path: Path) -> frozenset[str]:
    """What a page's headings are linked by."""
    heads = re.findall(r"^#+ (.*)$", _prose(path), re.MULTILINE)
    plain = (re.sub(r"[^\w\- ]", "", head.strip().lower()) for head in heads)
    return frozenset(head.replace(" ", "-") for head in plain)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_to_a_file_and_its_heading(page: Path) -> None:
    for link in re.findall(r"\]\((?!https?:)([^)\s]+)\)", _prose(page)):
        name, _, anchor = link.partition("#")
        target = page.parent / name if name else page
        assert target.exists(), link
        assert not anchor or anchor in _anchors(target), link


def _named(text: str) -> Iterator[str]:
    """Commands in code: the words after `paiju` that are neither options nor names of games and files."""
    for line in re.findall(r"(?:^|[`$;&|] ?)paiju ((?:[a-z]+ ?){1,2})", text, re.MULTILINE):
        first, _, second = line.strip().partition(" ")
        yield f"{first} {second}" if f"{first} {second}" in COMMANDS else first


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_named_in_the_documents_exists(page: Path) -> None:
    assert set(_named(page.read_text("utf-8"))) <= COMMANDS


def test_the_page_of_commands_names_every_command() -> None:
    text = (ROOT / "docs" / "commands.md").read_text("utf-8")
    cells = [line.split(" | ")[0] for line in text.splitlines() if line.startswith("| `paiju ")]
    named = set()
    for cell in cells:
        for words in re.findall(r"`([^`]+)`", cell):
            first, *more = words.removeprefix("paiju ").split()
            named.add(
                f"train {first}" if f"train {first}" in COMMANDS and not words.startswith("paiju") else first
            )
            named |= {f"{first} {word}" for word in more[:1]} & COMMANDS
    assert named == COMMANDS


def test_the_diagram_of_the_architecture_matches_the_code() -> None:
    page = architecture.PAGE.read_text("utf-8")
    assert architecture.written(page) == page, "run: python -m tools.architecture"


@pytest.mark.parametrize("page", ["docs/architecture.md", "CONTRIBUTING.md"])
def test_every_file_named_in_the_documents_exists(page: str) -> None:
    """`GAME` stands for each game, `*` for some files."""
    named = re.findall(
        r"`([\w*/]+(?:/[\w*.]+)+|[\w/*]+\.(?:py|json|jsonl))`", (ROOT / page).read_text("utf-8")
    )
    assert len(named) > 10
    for name in named:
        if name.startswith("build/"):
            continue
        for each in {name.replace("GAME", game) for game in ("baohuang", "paohuzi")}:
            places = (ROOT, ROOT / "src", ROOT / "src" / "paiju", ROOT / "src" / "paiju" / "server")
            assert any(any(place.glob(each)) for place in places), name
