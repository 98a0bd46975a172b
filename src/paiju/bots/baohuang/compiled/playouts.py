"""Candidates tried in the same worlds, each played to the end by the heuristic."""

from __future__ import annotations

from typing import Any

from paiju.bots.baohuang.compiled.candidates import candidates
from paiju.bots.baohuang.compiled.matches import crown_points
from paiju.bots.baohuang.compiled.memory import notice
from paiju.bots.baohuang.compiled.policy import choose
from paiju.bots.baohuang.compiled.scoring import pass_score, play_score
from paiju.bots.baohuang.compiled.seeing import see
from paiju.bots.baohuang.compiled.worlds import deal_world
from paiju.kernels.baohuang.codes import PASS
from paiju.kernels.baohuang.listing import answers
from paiju.kernels.baohuang.playing import act
from paiju.kernels.baohuang.quick import list_all
from paiju.kernels.baohuang.shapes import size_of
from paiju.kernels.chance import numbered
from paiju.kernels.jit import compiled, inlined

_USED = -1e300
FEW_LEFT = 20
"""Cards in hand from which on every lead is worth a try: the heuristic is weakest where jokers bring a hand out."""
LATE = 3
"""So many times the candidates are tried then."""


@compiled
def rank_candidates(s: Any, r: Any, m: Any, w: Any, k: Any, out: Any, values: Any, codes: Any) -> int:
    """Write what is worth trying to `codes`: the heuristic's choice, then the others by its scores.

    A pass is always among them, a play that empties the hand stands alone, and plays that score alike stand for each
    other. Returns how many there are, at most `codes.size` for a lead with few cards left and a third of that else;
    `values` is scratch as large as `out`.
    """
    codes[0] = choose(s, r, m, w, k, out)
    if size_of(int(codes[0])) == s.sizes[s.turn]:
        return 1
    bare = answers(s, r)
    if s.has_top or s.sizes[s.turn] > FEW_LEFT:
        most, count = codes.size // LATE, candidates(s, r, out)
    else:
        most, count = codes.size, min(list_all(s, r, out), out.size)
    see(s, r, m, w, k)
    for i in range(count):
        values[i] = pass_score(s, w, k) if i < bare else play_score(s, r, w, k, int(out[i]))
        if out[i] == codes[0]:
            values[i] = _USED
    found = 1
    if bare and codes[0] != PASS:
        codes[1] = PASS
        values[0] = _USED
        found = 2
    while found < most:
        best = _take_best(bare, count, out, values)
        if best < 0:
            break
        codes[found] = out[best]
        found += 1
    return found


@inlined
def _take_best(bare: int, count: int, out: Any, values: Any) -> int:
    """The index of the best score; it and plays of its rank that score alike are marked as used. -1: none is left."""
    best = 0
    for i in range(count):
        if values[i] > values[best]:
            best = i
    score = values[best]
    if score <= _USED:
        return -1
    for i in range(best, count):
        if values[i] == score and (i == best or (out[i] & 15 == out[best] & 15 and i >= bare)):
            values[i] = _USED
    return best


@compiled
def try_candidates(
    states: Any, rules: Any, memories: Any, weights: Any, work: Any, hidden: Any, chance: Any, codes: Any,
    alive: Any, first: int, last: int, seed: int, sums: Any, squares: Any, out: Any,
) -> None:  # fmt: skip
    """Play the candidates that are `alive` in worlds `first` to `last` - 1; the first candidate always.

    `states` has three records, the known state first, and `memories` two; what is known stays as it is. `sums[0]` and
    `squares[0]` add up what the viewer's side gets by the first candidate, `sums[c]` and `squares[c]` what candidate `c` gets
    above it, world by world. World `n` hangs on `seed` + `n` alone.
    """
    r, w, k, h = rules[0], weights[0], work[0], hidden[0]
    mine = states[0].crown >> states[0].turn & 1
    for number in range(first, last):
        numbered(chance, seed + number)
        states[1] = states[0]
        deal_world(states[1], r, memories[0], h, chance)
        anchor = 0
        for c in range(codes.size):
            if alive[c]:
                states[2] = states[1]
                memories[1] = memories[0]
                if states[2].guard >= 0:
                    memories[1].knows = 1 << states[2].guard
                points = play_on(states[2], r, memories[1], w, k, int(codes[c]), out)
                if not mine:
                    points = -points
                if c == 0:
                    anchor = points
                    sums[0] += points
                    squares[0] += points * points
                else:
                    sums[c] += points - anchor
                    squares[c] += (points - anchor) ** 2


@compiled
def play_on(s: Any, r: Any, m: Any, w: Any, k: Any, code: int, out: Any) -> int:
    """S of a deal in which the seat to act does `code` and everybody plays by the heuristic from then on."""
    notice(s, r, m, w, code)
    act(s, r, code)
    while s.turn >= 0:
        now = choose(s, r, m, w, k, out)
        notice(s, r, m, w, now)
        act(s, r, now)
    return int(crown_points(s))
