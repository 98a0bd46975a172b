"""What a difference between two option sets comes to, on one and the same example.

`differences_GAME.txt` has a block for each option: a set of rules under which it matters, and questions. They are
answered with the one value and with the other; `refused` and `allowed` are requested by a question mark.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import paiju
from paiju.core.options import Options, text_of
from tools.site import examples, telling
from tools.site.rows import Row

FOLDER = Path(__file__).parent


@cache
def questions(game: str) -> dict[str, examples.Example]:
    """The example of every option that has one."""
    text = (FOLDER / f"differences_{game}.txt").read_text("utf-8")
    blocks = (block.partition("]\n") for block in text.split("\n[")[1:])
    return {name: examples.read(block) for name, _, block in blocks}


def answers(game: str, option: str, options: Options) -> list[Row] | None:
    """The rows of an option's example under its value in `options`; None where it has no meaning there."""
    rule = next(rule for rule in options.declared() if rule.name == option)
    if not rule.active(options):
        return None
    example = questions(game)[option]
    return example.rows(
        paiju.load(game).options({**example.given, option: text_of(getattr(options, option))})
    )


class Pair(NamedTuple):
    """Two option sets of a game, what players call them, and the language that they are compared in."""

    game: str
    sets: tuple[Options, Options]
    names: tuple[str, str]
    lang: str


def paragraphs(pair: Pair, option: str) -> Iterator[str]:
    """The example of an option, as both sets answer it, in lines of Markdown."""
    yield telling.words(pair.lang)["differences.example"]
    yield ""
    yield figure(pair, option)
    yield ""


def figure(pair: Pair, option: str) -> str:
    """The example of an option, as both sets answer it."""
    found = [answers(pair.game, option, options) for options in pair.sets]
    question = max(len(rows) for rows in found if rows is not None)
    rows = (_row(pair, [rows and rows[at] for rows in found]) for at in range(question))
    return f'<figure class="example">{"".join(rows)}</figure>'


def _row(pair: Pair, sides: list[Row | None]) -> str:
    """A question once, and under it what each set answers; as it is where it asks nothing or both agree."""
    first = next(row for row in sides if row is not None)
    asks = first.answer and not (first.kind == "acts" and first.line.expected is None)
    if not asks or {row and row.answer for row in sides} == {first.answer}:
        return telling.row(pair.game, first, pair.lang)
    text = "".join(
        f'<div class="side"><span class="name">{name}</span> {_side(pair, row)}</div>'
        for name, row in zip(pair.names, sides, strict=True)
    )
    return f'<div class="row {first.kind}">{telling.question(pair.game, first, pair.lang)}{text}</div>'


def _side(pair: Pair, row: Row | None) -> str:
    if row is None:
        return f"<em>{telling.words(pair.lang)['differences.never']}</em>"
    return telling.answer(pair.game, row, pair.lang)
