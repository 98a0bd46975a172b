"""The puzzles that come along: the file `puzzles.jsonl` beside the kinds of each game."""

from __future__ import annotations

from collections.abc import Mapping
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
        path = _path(game)
        if path is not None and path.exists():
            for puzzle in read_puzzles(path)[1]:
                found[puzzle.id] = puzzle
    return dict(sorted(found.items()))


def _path(game: str) -> Path | None:
    try:
        pack: Pack = registry.pack("analysis", game)
    except UsageError:  # a game that brings no analysis
        return None
    spec = find_spec(pack.kinds[0]) if pack.kinds else None
    return Path(spec.origin).with_name("puzzles.jsonl") if spec and spec.origin else None
