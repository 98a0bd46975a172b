"""Review of Bao Huang. Decisions are judged in place points of the seat's side, as hints and the arena count them.

| module | holds |
|---|---|
| `review` | judges decisions and what a play gave away of the guard |
| `endgame` | endgames solved exactly |
| `puzzles`, `lessons` | questions for learners |
"""

from __future__ import annotations

from typing import Any

from paiju.analysis.review.model import Depth, Marks, Pack, Reviewer
from paiju.kernels.warm_up import require

MARKS = Marks(inaccuracy=0.5, mistake=1.0, blunder=2.0)


def _reviewer(options: Any, depth: Depth) -> Reviewer:
    require()
    from paiju.analysis.baohuang.review import BaohuangReviewer

    return BaohuangReviewer(options, depth, MARKS)


PACK = Pack(MARKS, _reviewer, ("paiju.analysis.baohuang.puzzles", "KINDS"))
