"""Candidates tried in the same worlds, each played to the end by the heuristic."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from paiju.bots.anchored import MOST_TRIED, TriedRecord, begin_trials, note_trial
from paiju.bots.baohuang.compiled.candidates import candidates
from paiju.bots.baohuang.compiled.matches import crown_points
from paiju.bots.baohuang.compiled.memory import MemoryRecord, notice
from paiju.bots.baohuang.compiled.outlook import WorkRecord
from paiju.bots.baohuang.compiled.parameters import WeightsRecord
from paiju.bots.baohuang.compiled.policy import choose
from paiju.bots.baohuang.compiled.scoring import pass_score, play_score
from paiju.bots.baohuang.compiled.seeing import see
from paiju.bots.baohuang.compiled.worlds import HiddenRecord, deal_world, look
from paiju.kernels.baohuang.coding import PASS, rank_of
from paiju.kernels.baohuang.listing import answers
from paiju.kernels.baohuang.playing import act
from paiju.kernels.baohuang.quick import list_all
from paiju.kernels.baohuang.records import MOST_LISTED, RulesRecord, StateRecord
from paiju.kernels.baohuang.shapes import size_of
from paiju.kernels.chance import numbered
from paiju.kernels.jit import compiled, inlined
from paiju.kernels.records import Floats, Ints, Records

_USED = -1e300
FEW_LEFT = 20
"""Cards in hand from which on every lead is worth a try: the heuristic is weakest where jokers bring a hand out."""
LATE = 3
"""So many times the candidates are tried then."""


class SearchRecord(TriedRecord):
    """A search: what it knows of the deal, a world and a trial in it, and scratch."""

    states: Annotated[Records[StateRecord], StateRecord, 3]  # what is known, a world, a trial
    memories: Annotated[Records[MemoryRecord], MemoryRecord, 2]  # of what is known, of a trial
    work: WorkRecord
    hidden: HiddenRecord
    chance: Annotated[Ints, np.int64, 1]
    out: Annotated[Ints, np.int64, MOST_LISTED]
    values: Annotated[Floats, np.float64, MOST_LISTED]  # of the plays in `out`


@compiled
def begin_search(
    search: Records[SearchRecord],
    state: Records[StateRecord],
    rules: Records[RulesRecord],
    memory: Records[MemoryRecord],
    weights: Records[WeightsRecord],
    most: int,
) -> int:
    """Take up the question of the seat to act; how many candidates there are (see `_rank`)."""
    q = search[0]
    q.states[0] = state[0]
    q.memories[0] = memory[0]
    found = _rank(q, rules[0], weights[0], most)
    begin_trials(q, found)
    look(q.states[0], rules[0], q.memories[0], weights[0], q.hidden)
    return found


@compiled
def _rank(search: SearchRecord, rules: RulesRecord, weights: WeightsRecord, most: int) -> int:
    """Write what is worth trying to `codes`: the heuristic's choice, then the others by its scores.

    A pass is always among them, a play that empties the hand stands alone, and plays that score alike stand for each
    other. Returns how many there are: at most `most`, `LATE` times as many for a lead with few cards left.
    """
    state, memory, work = search.states[0], search.memories[0], search.work
    codes, out, values = search.codes, search.out, search.values
    codes[0] = choose(state, rules, memory, weights, work, out)
    if size_of(int(codes[0])) == state.sizes[state.turn]:
        return 1
    bare = answers(state, rules)
    if state.has_top or state.sizes[state.turn] > FEW_LEFT:
        count = candidates(state, rules, out)
    else:
        most, count = LATE * most, min(list_all(state, rules, out), out.size)
    see(state, rules, memory, weights, work)
    for i in range(count):
        code = int(out[i])
        score = (
            pass_score(state, weights, work) if i < bare else play_score(state, rules, weights, work, code)
        )
        values[i] = _USED if code == codes[0] else score
    found = 1
    if bare and codes[0] != PASS:
        codes[1] = PASS
        values[0] = _USED
        found = 2
    while found < min(most, MOST_TRIED):
        best = _take_best(bare, count, out, values)
        if best < 0:
            break
        codes[found] = out[best]
        found += 1
    return found


@inlined
def _take_best(bare: int, count: int, out: Ints, values: Floats) -> int:
    """The index of the best score; it and plays of its rank that score alike are marked as used. -1: none is left."""
    best = 0
    for i in range(count):
        if values[i] > values[best]:
            best = i
    score = values[best]
    if score <= _USED:
        return -1
    for i in range(best, count):
        if values[i] == score and (
            i == best or (rank_of(int(out[i])) == rank_of(int(out[best])) and i >= bare)
        ):
            values[i] = _USED
    return best


@compiled
def try_candidates(
    search: Records[SearchRecord],
    rules: Records[RulesRecord],
    weights: Records[WeightsRecord],
    worlds: int,
    seed: int,
) -> int:
    """Play the candidates that are alive in so many more worlds, and return that number.

    Points are those of the viewer's side. World `n` hangs on `seed` + `n` alone.
    """
    q = search[0]
    first = q.worlds[0]
    for number in range(first, first + worlds):
        numbered(q.chance, seed + number)
        q.states[1] = q.states[0]
        deal_world(q.states[1], rules[0], q.memories[0], q.hidden, q.chance)
        _try_all(q, rules[0], weights[0])
    return worlds


@compiled
def try_in(
    search: Records[SearchRecord],
    rules: Records[RulesRecord],
    weights: Records[WeightsRecord],
    world: Records[StateRecord],
) -> None:
    """Play the candidates that are alive in one more world, which somebody else has dealt."""
    search[0].states[1] = world[0]
    _try_all(search[0], rules[0], weights[0])


@compiled
def _try_all(search: SearchRecord, rules: RulesRecord, weights: WeightsRecord) -> None:
    """Play the candidates that are alive in the world that lies in `states[1]`."""
    known, trial, memory = search.states[0], search.states[2], search.memories[1]
    side = 1 if known.crown >> known.turn & 1 else -1
    anchor = 0
    for c in range(MOST_TRIED):
        if search.alive[c]:
            search.states[2] = search.states[1]
            search.memories[1] = search.memories[0]
            if trial.guard >= 0 and trial.guard2 < 0:
                memory.knows = 1 << trial.guard
            points = side * play_on(
                trial, rules, memory, weights, search.work, int(search.codes[c]), search.out
            )
            if c == 0:
                anchor = points
            note_trial(search, c, points, anchor)


@compiled
def play_on(
    state: StateRecord,
    rules: RulesRecord,
    memory: MemoryRecord,
    weights: WeightsRecord,
    work: WorkRecord,
    code: int,
    out: Ints,
) -> int:
    """S of a deal in which the seat to act does `code` and everybody plays by the heuristic from then on."""
    notice(state, rules, memory, weights, code)
    act(state, rules, code)
    while state.turn >= 0:
        now = choose(state, rules, memory, weights, work, out)
        notice(state, rules, memory, weights, now)
        act(state, rules, now)
    return int(crown_points(state))
