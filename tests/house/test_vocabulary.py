"""The words of the house: old words and constructions are counted, and there may only be fewer of them.

`vocabulary.tsv` has a row for each word: what was said, what is said, the pattern that finds the old word, and how often it still occurs in the package, the
tests and the docs. `names.tsv` has words that are plain English in a sentence and say too little as a name: they are counted where Python declares a
function, a class, a parameter or a field. `prose.tsv` has the constructions, counted in what people read: docs, docstrings, messages and `--help`. In docs and
docstrings, code and what is between backticks is not prose. What messages and records call their types and fields (`Door`, `asked`) stays and is not counted.
`python -m tests.house.test_vocabulary` lowers the counts to what is there; nothing raises them.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import typer.main

from paiju.cli import app

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "paiju"
PAGES = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")]
KINDS = {".py", ".js", ".css", ".md", ".json", ".toml", ".txt"}
# What is not ours to word: other languages, other people's code, and data.
LEFT_OUT = re.compile(
    r"vendor/|/(?:zh|fa)(?:[./])|\.(?:zh|fa)\.|docs/ladder/|messages\.schema|record\.schema|openapi|conformance/|vocabulary|house/(?:prose|names)"
)
NOT_PROSE = re.compile(r"^```.*?^```|<!--.*?-->|`[^`]+`|\]\([^)]*\)", re.DOTALL | re.MULTILINE)
# A list item, an error code, a paragraph and a cell of a table end a sentence.
BREAK = re.compile(r"\n\s*(?:[-*#]|\d+\.) |\n\s+\w+\.[\w*]+ |\n\s*\n|\n\|")


def prose(text: str) -> str:
    """A text without its code, with a bar at the end of each item and paragraph."""
    return BREAK.sub(" | ", NOT_PROSE.sub("x", text))


@cache
def contract() -> tuple[re.Pattern[str], frozenset[str]]:
    """A pattern of the types of messages, and the fields of messages and records."""
    pages = [(ROOT / "docs" / f"{name}.schema.json").read_text("utf-8") for name in ("messages", "record")]
    schemas = [json.loads(page) for page in pages]
    types = "|".join(sorted(name for schema in schemas for name in schema["$defs"] if name.isalpha()))
    return re.compile(rf"\b(?:{types})\b"), frozenset(
        name for schema in schemas for name in fields_of(schema)
    )


def fields_of(schema: Any) -> Iterator[str]:
    """The fields of a schema's objects."""
    if isinstance(schema, dict):
        yield from schema["properties"] if isinstance(schema.get("properties"), dict) else ()
    for inner in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        yield from fields_of(inner)


def files(part: str) -> Iterator[str]:
    """Every text below a folder."""
    for path in sorted((ROOT / part).rglob("*")):
        if path.suffix in KINDS and path.is_file() and not LEFT_OUT.search(path.relative_to(ROOT).as_posix()):
            yield contract()[0].sub("x", path.read_text("utf-8"))


def names(part: str) -> Iterator[str]:
    """What Python below a folder declares for others to use, without its case and leading underscores."""
    for path in sorted((ROOT / part).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            yield from (name.strip("_").lower() for name in declared(node))


def declared(node: ast.AST) -> Iterator[str]:
    """The names that a node declares: of a function or class; of a parameter or fields that are not of the contract."""
    own: list[str] = []
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            yield name
        case ast.arg(arg=name) | ast.Attribute(attr=name, ctx=ast.Store()):
            own = [name]
        case ast.ClassDef(name=name, body=body):
            yield name
            fields = (one.target for one in body if isinstance(one, ast.AnnAssign))
            own = [field.id for field in fields if isinstance(field, ast.Name)]
    yield from (name for name in own if name not in contract()[1])


def docs() -> Iterator[str]:
    """The prose of the pages."""
    yield from (prose(page.read_text("utf-8")) for page in PAGES)
    yield from map(prose, files("docs"))


def docstrings() -> Iterator[str]:
    """The prose of all docstrings of the package."""
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                yield prose(ast.get_docstring(node) or "")


def messages() -> Iterator[str]:
    """The English sentences for people; a label without a stop (Who sits where) is none."""
    for path in (SOURCE / "locales" / "en.json", *sorted((SOURCE / "locales" / "web" / "en").glob("*.json"))):
        texts = json.loads(path.read_text("utf-8")).values()
        yield from (f"{text} |" for text in texts if re.search(r"[.!?;:]", text))


def helps() -> Iterator[str]:
    """What `--help` says of every command and option."""
    todo = [typer.main.get_command(app)]
    while todo:
        command = todo.pop()
        yield prose(command.help or "")
        yield from (prose(getattr(one, "help", None) or "") for one in command.params)
        todo += getattr(command, "commands", {}).values()


class Table(NamedTuple):
    """A file of patterns, and the texts that each of its columns counts."""

    path: Path
    parts: Mapping[str, Callable[[], Iterator[str]]]


WORDS = Table(
    Path(__file__).with_name("vocabulary.tsv"),
    {"src": lambda: files("src"), "tests": lambda: files("tests"), "docs": docs},
)
NAMES = Table(
    Path(__file__).with_name("names.tsv"),
    {"src": lambda: names("src"), "tests": lambda: names("tests")},
)
PROSE = Table(
    Path(__file__).with_name("prose.tsv"),
    {"docs": docs, "docstrings": docstrings, "messages": messages, "help": helps},
)


class Word(NamedTuple):
    """What was said, what is said for it, the pattern that finds it, and how often it may occur in each part."""

    table: Table
    old: str
    say: str
    pattern: str
    allowed: tuple[int, ...]

    def counts(self) -> tuple[int, ...]:
        """How often it occurs in each part."""
        return tuple(len(re.findall(self.pattern, whole(read))) for read in self.table.parts.values())


@cache
def whole(read: Callable[[], Iterator[str]]) -> str:
    """All texts of a part as one."""
    return "\n\n".join(read())


def words(*tables: Table) -> list[Word]:
    """The rows of some tables."""
    rows = [
        (table, line.split("\t"))
        for table in tables
        for line in table.path.read_text("utf-8").splitlines()[1:]
    ]
    return [
        Word(table, old, say, pattern, tuple(map(int, counts)))
        for table, (old, say, pattern, *counts) in rows
    ]


ALL = words(WORDS, NAMES, PROSE)


@pytest.mark.parametrize("word", ALL, ids=lambda word: word.old)
def test_an_old_word_occurs_no_more_often_than_allowed(word: Word) -> None:
    found = word.counts()
    more = [part for part, now, most in zip(word.table.parts, found, word.allowed, strict=True) if now > most]
    assert not more, (
        f"say {word.say!r} for {word.old!r}: {found} in {[*word.table.parts]}, at most {word.allowed}"
    )


@pytest.mark.parametrize("word", ALL, ids=lambda word: word.old)
def test_every_pattern_finds_its_old_words_and_not_the_new_ones(word: Word) -> None:
    for old in word.old.split(", "):
        assert re.search(word.pattern, old), old
    assert not re.search(word.pattern, word.say)


def lowered(table: Table) -> str:
    """A table with counts as low as they are now."""
    rows = ["\t".join(("old", "say", "pattern", *table.parts))]
    for word in words(table):
        now = map(min, word.counts(), word.allowed)
        rows.append("\t".join((word.old, word.say, word.pattern, *map(str, now))))
    return "\n".join(rows) + "\n"


if __name__ == "__main__":
    for one in (WORDS, NAMES, PROSE):
        one.path.write_text(lowered(one), "utf-8")
