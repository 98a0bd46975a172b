"""The heuristic's playing phase compiled: the same plays as `bots.baohuang.heuristic.bot.HeuristicBot`, action for action.

All functions take one record each: `s` a `STATE`, `r` a `RULES`, `m` a `MEMORY`, `w` a `WEIGHTS`, `k` a `WORK`. They
read of the hidden hands the own one and the others' sizes, nothing else.
"""

from __future__ import annotations

from typing import Any

from paiju.bots.baohuang.compiled.candidates import candidates, finishing
from paiju.bots.baohuang.compiled.scoring import pass_score, play_score
from paiju.bots.baohuang.compiled.seeing import see
from paiju.kernels.baohuang.codes import DEFER, NOTHING, PASS
from paiju.kernels.baohuang.listing import answers
from paiju.kernels.baohuang.quick import list_all
from paiju.kernels.baohuang.shapes import size_of
from paiju.kernels.jit import compiled

FINISHES = 100.0
"""The score that `scores` gives to laying the whole hand."""


@compiled
def choose(s: Any, r: Any, m: Any, w: Any, k: Any, out: Any) -> int:
    """The code of what the seat to act does; `out` is scratch for codes (`records.listing()`)."""
    bare = answers(s, r)
    count = candidates(s, r, out)
    if count == 1:
        return int(out[0])
    whole = finishing(s, out, bare, count)
    if whole != NOTHING:
        return whole
    see(s, r, m, w, k)
    best, best_score = int(out[0]), pass_score(s, w, k) if bare else -1e300
    for i in range(bare, count):
        score = play_score(s, r, w, k, int(out[i]))
        if score > best_score:
            best, best_score = int(out[i]), score
    if best == PASS and bare > 1 and k.friendship[s.owner] < 1:
        return DEFER
    return best


@compiled
def scores(s: Any, r: Any, m: Any, w: Any, k: Any, out: Any, values: Any) -> int:
    """Score every legal action of the seat to act: codes to `out` in the law's order, scores (in turns) to `values`.

    Returns how many there are; no more than `values` holds are scored. A deferral scores as a pass does, a play that
    empties the hand `FINISHES`. Leads that `choose` never thinks of (split ranks with jokers) are scored like others.
    """
    bare = answers(s, r)
    count = min(list_all(s, r, out), values.size)
    see(s, r, m, w, k)
    for i in range(count):
        code = int(out[i])
        if i < bare:
            values[i] = pass_score(s, w, k)
        elif size_of(code) == s.sizes[s.turn]:
            values[i] = FINISHES
        else:
            values[i] = play_score(s, r, w, k, code)
    return count
