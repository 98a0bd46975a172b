"""Examples as data: a block of questions in notation, each answered by the rules, drawn in a language.

```example
baohuang pagat
9 9 9 b beats 8 8 8 8: yes
```

The first line names the game, a preset and what else holds. Each further line is a question and, behind a colon, the
answer that the text beside it promises; what stands in a line without a colon is done. `wrong` compares the two.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import paiju
from paiju.core.options import Options
from tools.site import asking_baohuang, asking_paohuzi, telling
from tools.site.rows import Line, Row

ASKING = {"baohuang": asking_baohuang.ask, "paohuzi": asking_paohuzi.ask}
FENCE = re.compile(r"^```example\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Example(NamedTuple):
    """A block: its game, its options as they are written, its questions."""

    game: str
    given: Mapping[str, Any]
    lines: tuple[Line, ...]

    @property
    def options(self) -> Options:
        """The option set that its first line names."""
        return paiju.load(self.game).options(self.given)

    def rows(self, options: Options | None = None) -> list[Row]:
        """Every question with its answer under the block's options, or under others."""
        return ASKING[self.game](options or self.options, self.lines)


def read(text: str) -> Example:
    """The example of a block."""
    head, *lines = [line for line in text.strip().splitlines() if line.strip()]
    game, preset, *changes = head.split()
    given = {"preset": preset} | dict(change.split("=") for change in changes)
    return Example(game, given, tuple(map(_line, lines)))


def _line(text: str) -> Line:
    if re.match(r"\d holds ", text):
        return Line(text, None)
    if text.endswith("?"):
        return Line(text.removesuffix("?"), "")
    question, colon, answer = text.partition(": ")
    return Line(question.strip(), answer.strip() if colon else None)


def found(markdown: str) -> Iterator[Example]:
    """The examples of a page."""
    return map(read, FENCE.findall(markdown))


def wrong(example: Example) -> list[str]:
    """Where the rules engine contradicts an example."""
    return [
        f"{row.line.question}: {row.line.expected!r}, the rules say {row.answer!r}"
        for row in example.rows()
        if row.line.expected is not None and row.line.expected != row.answer
    ]


def drawn(markdown: str, lang: str) -> str:
    """The page with its examples drawn."""
    return FENCE.sub(lambda block: telling.figure(read(block[1]), lang), markdown)
