"""The words of the house: old ones are counted, and there may only be fewer of them.

`vocabulary.tsv` has a row for each word: what was said, what is said, the pattern that finds the old word, and how often it still stands in the package, the
tests and the docs. `python -m tests.house.test_vocabulary` lowers these counts to what is there; nothing raises them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
TABLE = Path(__file__).with_name("vocabulary.tsv")
PARTS = ("src", "tests", "docs")
KINDS = {".py", ".js", ".css", ".md", ".json", ".toml", ".txt"}
# What is not ours to word: other languages, other people's code, and data.
LEFT_OUT = re.compile(
    r"vendor/|/(?:zh|fa)(?:[./])|\.(?:zh|fa)\.|docs/ladder/|messages\.schema|record\.schema|conformance/|vocabulary"
)


class Word(NamedTuple):
    """An old word, what is said for it, the pattern that finds it, and how often it may stand in each part."""

    old: str
    say: str
    pattern: str
    allowed: tuple[int, ...]


def words() -> list[Word]:
    """The rows of the table."""
    lines = TABLE.read_text("utf-8").splitlines()[1:]
    rows = [line.split("\t") for line in lines]
    return [Word(old, say, pattern, tuple(map(int, counts))) for old, say, pattern, *counts in rows]


def texts(part: str) -> Iterator[str]:
    """Every text of a part; the two pages beside the code belong to the docs."""
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md"] if part == "docs" else []
    for path in (*pages, *sorted((ROOT / part).rglob("*"))):
        if path.suffix in KINDS and path.is_file() and not LEFT_OUT.search(path.relative_to(ROOT).as_posix()):
            yield path.read_text("utf-8")


@cache
def whole(part: str) -> str:
    """All texts of a part as one."""
    return "\n".join(texts(part))


def counts(word: Word) -> tuple[int, ...]:
    """How often an old word stands in each part."""
    return tuple(len(re.findall(word.pattern, whole(part))) for part in PARTS)


@pytest.mark.parametrize("word", words(), ids=lambda word: word.old)
def test_an_old_word_is_said_no_more_often_than_before(word: Word) -> None:
    found = counts(word)
    more = [part for part, now, most in zip(PARTS, found, word.allowed, strict=True) if now > most]
    assert not more, f"say {word.say!r} for {word.old!r}: {found} in {PARTS}, at most {word.allowed}"


@pytest.mark.parametrize("word", words(), ids=lambda word: word.old)
def test_every_pattern_finds_its_old_words_and_not_the_new_ones(word: Word) -> None:
    for old in word.old.split(", "):
        assert re.search(word.pattern, old), old
    assert not re.search(word.pattern, word.say)


def lowered() -> str:
    """The table with counts as low as they are now."""
    rows = ["\t".join(("old", "say", "pattern", *PARTS))]
    for word in words():
        now = map(min, counts(word), word.allowed)
        rows.append("\t".join((word.old, word.say, word.pattern, *map(str, now))))
    return "\n".join(rows) + "\n"


if __name__ == "__main__":
    TABLE.write_text(lowered(), "utf-8")
