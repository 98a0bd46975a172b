"""The puzzles that come along: the files `puzzles*.jsonl` beside the kinds of each game, one for each set of rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from paiju.analysis.puzzles.model import Puzzle, read_puzzles
from paiju.analysis.review.pack import Pack
from paiju.core.errors import UsageError
from paiju.games import registry


@cache
def shipped() -> Mapping[str, Puzzle]:
    """All of them by id, in an order that stays."""
    found = {}
    for game in registry.available():
        for path in _paths(game):
            for puzzle in read_puzzles(path)[1]:
                found[puzzle.id] = puzzle
    return dict(sorted(found.items()))


def _paths(game: str) -> Iterator[Path]:
    try:
        pack: Pack = registry.pack("analysis", game)
    except UsageError:  # a game that brings no analysis
        return
    spec = find_spec(pack.kinds[0]) if pack.kinds else None
    if spec and spec.origin:
        yield from Path(spec.origin).parent.glob("puzzles*.jsonl")
