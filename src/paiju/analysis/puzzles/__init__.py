"""Exercises without end: questions with a right answer, found in games of bots, checked, marked and rated.

Bao Huang has endgames that are won whatever the others hold (`win`), the hidden guard (`guard`) and the best play (`best`); Paohuzi
discards that nobody can claim (`safe`), the best discard or claim (`best`), the hu of a hand (`hu`) and what it waits for (`waits`).
"""

from __future__ import annotations

from paiju.analysis.puzzles.checking import check
from paiju.analysis.puzzles.mining import mine, spot_of
from paiju.analysis.puzzles.model import Head, Puzzle, read_puzzles, spread, write_puzzles
from paiju.analysis.puzzles.pack import kinds_of

__all__ = [
    "Head",
    "Puzzle",
    "check",
    "kinds_of",
    "mine",
    "read_puzzles",
    "spot_of",
    "spread",
    "write_puzzles",
]
