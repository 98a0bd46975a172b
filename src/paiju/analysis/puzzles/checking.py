"""Whether the puzzles of a file are what they say: each is solved again from its text."""

from __future__ import annotations

from paiju.analysis.puzzles.mining import spot_of
from paiju.analysis.puzzles.model import Puzzle
from paiju.analysis.puzzles.pack import kinds_of
from paiju.core.errors import PaijuError

SAME, OTHER, TOLD = "same", "other", "told"
"""The same answers were found; others, or none; only the deal it came from could tell."""


def check(puzzle: Puzzle) -> str:
    """What solving it again says."""
    kind = kinds_of(puzzle.game).get(puzzle.kind)
    if kind is None:
        return OTHER
    try:
        spot = spot_of(puzzle.position)
        if kind.again is None:
            return TOLD
        found = kind.again(spot)
    except PaijuError:
        return OTHER
    same = found is not None and found.answers == puzzle.answers and dict(found.told) == puzzle.told
    return SAME if same else OTHER
