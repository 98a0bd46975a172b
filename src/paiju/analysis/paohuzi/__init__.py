"""Review of Paohuzi. Decisions are judged in points of the table.

| module | holds |
|---|---|
| `review` | judges claims and discards |
| `hands` | what a hand is worth and waits for |
| `safety` | discards that nobody can claim |
| `puzzles`, `lessons` | questions for learners |
"""

from __future__ import annotations

from typing import Any

from paiju.analysis.review.model import Depth, Marks, Pack, Reviewer
from paiju.kernels.warm_up import require

MARKS = Marks(inaccuracy=1.0, mistake=2.0, blunder=4.0)


def _reviewer(options: Any, depth: Depth) -> Reviewer:
    require()
    from paiju.analysis.paohuzi.review import PaohuziReviewer

    return PaohuziReviewer(options, depth, MARKS)


PACK = Pack(MARKS, _reviewer, ("paiju.analysis.paohuzi.puzzles", "KINDS"))
