"""Features of actions, and a whole question as numbers."""

from __future__ import annotations

from paiju.bots.baohuang.compiled.memory import (
    BIGS,
    SMALLS,
    MemoryRecord,
    WeightsRecord,
    WorkRecord,
    copies_in,
    stands,
    stands_with_small,
)
from paiju.bots.baohuang.compiled.policy import candidates, finishing, pass_score, play_score, see
from paiju.bots.baohuang.net.features.state import (
    ACTION,
    CHANCE,
    GAP_UNIT,
    TrailRecord,
    able_before,
    friend_byte,
    write_state,
)
from paiju.bots.networks import starts
from paiju.games.baohuang.cards import FIRST_JOKER, MARKED_SMALL, SEATS, TWO
from paiju.kernels.baohuang.actions import (
    DEFER,
    NOTHING,
    PASS,
    bomb_of,
    cards_in,
    fills_of,
    jokers_of,
    naturals_of,
    rank_of,
    size_of,
)
from paiju.kernels.baohuang.listing import answers
from paiju.kernels.baohuang.records import BY_KIND, KINDS_OF_JOKER, NO_RANK, RANKS, RulesRecord, StateRecord
from paiju.kernels.jit import compiled, inlined
from paiju.kernels.records import Floats, Grid, Ints, Records

(
    VERB, RANK, SET_SIZES, SIZE, NATURALS, FILLS, LAID, WHOLE, REST, GROUPS, LEFT, OUT, STANDS, HIGHER, ABOVE,
    OWNER_FRIEND, ABLE, SHOWS, BOMB, BEST, GAP, _END,
) = starts(ACTION)  # fmt: skip
_SIZES = 8
_MOST_GAP = 255.0
_MARKED_SMALL_PLACE = MARKED_SMALL - FIRST_JOKER


@compiled
def write_action(
    state: StateRecord,
    rules: RulesRecord,
    weights: WeightsRecord,
    work: WorkRecord,
    code: int,
    gap: float,
    best: int,
    out: Ints,
) -> None:
    """Write the vector of one action of the seat to act to `out`, `uint8` of shape (ACTION_SIZE,).

    `gap` is how far its score is behind the heuristic's best one, in turns; `best` is 1 for the heuristic's choice.
    """
    for i in range(out.size):
        out[i] = 0
    me = state.turn
    out[BEST] = best
    out[GAP] = int(min(_MOST_GAP, gap * GAP_UNIT))
    out[GROUPS], out[LEFT] = work.groups, state.sizes[me]
    if state.has_top:
        out[OWNER_FRIEND] = friend_byte(work, state.owner)
    if code <= DEFER:
        out[VERB + code] = 1
        out[STANDS] = int(max(0.0, work.stays) * CHANCE)
        return
    _write_cards(state, rules, me, code, out)
    _write_outlook(state, weights, work, me, code, out)


@inlined
def _write_cards(state: StateRecord, rules: RulesRecord, me: int, code: int, out: Ints) -> None:
    rank, held, size = rank_of(code), jokers_of(code), size_of(code)
    naturals, fills = cards_in(naturals_of(code)), cards_in(fills_of(code))
    out[RANK + rank] = 1
    out[SET_SIZES + min(size, _SIZES) - 1] = 1
    out[SIZE], out[NATURALS], out[FILLS] = size, naturals, fills
    for i in range(KINDS_OF_JOKER):
        out[LAID + i] = BY_KIND[held, i]
    if rank != NO_RANK:
        rest = int(state.counts[me, rank]) - naturals
        out[WHOLE], out[REST] = rest == 0, rest
        out[GROUPS] -= rest == 0
        if fills and state.counts[me, TWO] == fills:
            out[GROUPS] -= 1
    out[LEFT] = state.sizes[me] - size
    out[OUT] = state.sizes[me] == size
    out[SHOWS] = _shows_guard(state, me, code)
    out[BOMB] = 1 if rules.bombs and bomb_of(state, rules, me, code) > 0 else 0


@inlined
def _write_outlook(
    state: StateRecord, weights: WeightsRecord, work: WorkRecord, me: int, code: int, out: Ints
) -> None:
    rank, held, size = rank_of(code), jokers_of(code), size_of(code)
    chance = 1.0
    if not BIGS[held]:
        if held:
            chance = stands_with_small(weights, work, rank, size - SMALLS[held], SMALLS[held])
        else:
            chance = stands(weights, work, rank, size)
    out[STANDS] = int(chance * CHANCE)
    if rank != NO_RANK:
        for higher in range(rank + 1, RANKS):
            out[HIGHER] += work.unseen[higher] >= size
        if state.has_top and state.top_base != NO_RANK:
            out[ABOVE] = max(0, rank - state.top_base)
    out[ABLE] = able_before(state, me, me, size)
    for seat in range(SEATS):
        out[ABLE + 1] += seat != me and state.sizes[seat] == size


@inlined
def _shows_guard(state: StateRecord, me: int, code: int) -> bool:
    """Whether a play would show the seat to act as guard."""
    if me == state.emperor or not state.crown >> me & 1 or state.shown >> me & 1:
        return False
    held = jokers_of(code)
    if state.called < 0:
        return bool(BY_KIND[held, _MARKED_SMALL_PLACE])
    return BY_KIND[held, KINDS_OF_JOKER - 1] > 0 or copies_in(code, state.called) > 0


# --- one question put to the network: the plays worth a thought, scored by the heuristic, and all vectors


@compiled
def consider(
    state: StateRecord,
    rules: RulesRecord,
    memory: MemoryRecord,
    weights: WeightsRecord,
    work: WorkRecord,
    codes: Ints,
    values: Floats,
) -> int:
    """Write what is worth a thought to `codes`, the heuristic's scores to `values`; returns how many there are.

    Where there is nothing to think about (one play, or the hand can be emptied) that play alone is `codes[0]`.
    """
    bare = answers(state, rules)
    count = candidates(state, rules, codes)
    if count == 1:
        return 1
    whole = finishing(state, codes, bare, count)
    if whole != NOTHING:
        codes[0] = whole
        return 1
    see(state, rules, memory, weights, work)
    count = min(count, values.size)
    for i in range(count):
        values[i] = (
            pass_score(state, weights, work)
            if i < bare
            else play_score(state, rules, weights, work, int(codes[i]))
        )
    return count


@compiled
def preferred(state: StateRecord, work: WorkRecord, codes: Ints, values: Floats, count: int) -> int:
    """The index of the heuristic's choice among some that `consider` scored."""
    best = 0
    for i in range(1, count):
        if values[i] > values[best] and codes[i] != DEFER:
            best = i
    if codes[best] == PASS and codes[1] == DEFER and work.friendship[state.owner] < 1:
        return 1
    return best


@compiled
def write_question(
    state: StateRecord, rules: RulesRecord, memory: MemoryRecord, trail: TrailRecord, weights: WeightsRecord, work: WorkRecord, codes: Ints, values: Floats, count: int, best: int, vector: Ints,
    plays: Grid[int],
) -> None:  # fmt: skip
    """Write the vectors of a question: the state's, and one row for each of `count` plays."""
    write_state(state, rules, memory, trail, weights, work, vector)
    for i in range(count):
        gap = max(0.0, values[best] - values[i])
        write_action(state, rules, weights, work, int(codes[i]), gap, 1 if i == best else 0, plays[i])


@compiled
def question(
    state: Records[StateRecord], rules: Records[RulesRecord], memory: Records[MemoryRecord], trail: Records[TrailRecord], weights: Records[WeightsRecord], work: Records[WorkRecord], codes: Ints, values: Floats, vector: Ints,
    plays: Grid[int], best: Ints,
) -> int:  # fmt: skip
    """`consider` and `write_question` for arrays of one record each; the index of the heuristic's choice to `best[0]`.

    Returns how many plays there are; where it is 1 no vectors are written.
    """
    count = consider(state[0], rules[0], memory[0], weights[0], work[0], codes, values)
    best[0] = 0
    if count > 1:
        best[0] = preferred(state[0], work[0], codes, values, count)
        write_question(
            state[0],
            rules[0],
            memory[0],
            trail[0],
            weights[0],
            work[0],
            codes,
            values,
            count,
            int(best[0]),
            vector,
            plays,
        )
    return count
