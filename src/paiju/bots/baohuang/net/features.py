"""A question as numbers: the layout of all features, those of a state and of its actions, and the trail of plays."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from paiju.bots.baohuang.compiled.memory import (
    NEVER_REFUSED,
    MemoryRecord,
    WeightsRecord,
    WorkRecord,
    stands,
)
from paiju.bots.baohuang.compiled.policy import (
    able_after,
    consider,
    preferred,
    shows_guard,
    stand_chance,
)
from paiju.bots.networks import Field, places, starts
from paiju.games.baohuang.cards import SEATS, TWO
from paiju.kernels.baohuang.actions import (
    DEFER,
    bomb_of,
    cards_in,
    fills_of,
    jokers_of,
    naturals_of,
    rank_of,
    size_of,
)
from paiju.kernels.baohuang.listing import restriction
from paiju.kernels.baohuang.records import BY_KIND, KINDS_OF_JOKER, NO_RANK, RANKS, RulesRecord, StateRecord
from paiju.kernels.jit import compiled, inlined
from paiju.kernels.records import Grid, Ints, Records

VERSION = 1
CHANCE = 255
ODDS_ZERO, ODDS_UNIT = 128, 32
OTHERS = SEATS - 1
SIZES = 6
"""Sizes of sets that are told apart: 1 to 5, and larger ones."""
HAND_SIZES = 5
REFUSALS = 8
GAP_UNIT = 32
"""Scores of the heuristic are told apart to a 32nd of a turn, up to 255 of them behind the best."""


# One seat other than the viewer's, in the order of play from the viewer on.
RIVAL: tuple[Field, ...] = (
    Field("size", 1, 32),
    Field("near", HAND_SIZES),  # one-hot: 1 to 5 cards left
    Field("gone", 1),
    Field("place", 1, 5),
    Field("played", RANKS + 2, 8),  # by rank, small and bigger jokers
    Field("answered", 2),  # in the running trick: passed, played
    Field("barred", 1),
    Field("reacted", 4, 8),  # let the emperor's sets stand, beat them, the same for other seats' sets
    Field("odds", 1, ODDS_UNIT, ODDS_ZERO),  # log-odds of being the guard, from what everyone saw
    Field("friend", 1, CHANCE),  # the chance to be on the viewer's side, for who knows what the viewer knows
    Field("refused", REFUSALS, 14),  # the lowest rank that it let stand, by size, plus 1; 0: none
    Field("emperor", 1),
    Field("shown", 1),  # known to be a guard by everyone
)
RIVAL_SIZE = sum(field.size for field in RIVAL)

STATE: tuple[Field, ...] = (
    Field("own", RANKS, 4),
    Field("own_jokers", KINDS_OF_JOKER, 2),
    Field("groups", SIZES, 4),  # own ranks by copies held
    Field("ranks", 1, 8),  # how many of them there are
    Field("left", 1, 32),  # own cards
    Field("stands", RANKS, CHANCE),  # own ranks: the chance that all of it stands when laid
    Field("unseen", RANKS + 2, 8),  # by rank, small and bigger jokers
    *(Field(f"{field.name}{i + 1}", *field[1:]) for i in range(OTHERS) for field in RIVAL),
    Field("role", 3),  # emperor, guard, commoner
    Field("known", 1),  # a guard everyone knows
    Field("alone", 1),  # known to the viewer: the emperor has no guard
    Field("kept", 1),  # a rank in hand may not be played yet
    Field("lead", 1),
    Field("top_size", 1, 8),
    Field("top_sizes", SIZES),
    Field("top_rank", RANKS + 1),  # one-hot; last: jokers alone
    Field("need", 2, 2),  # jokers above a small one, above a big one that an answer must have
    Field("bomb", 1),
    Field("owner", OTHERS),
    Field("owner_friend", 1, CHANCE),  # the chance that the owner is on the viewer's side
    Field("passes", 1, 4),
    Field("after", 1, 4),  # seats before the owner that may still answer and hold enough cards
    Field("again", 2),  # the emperor owes an answer; is asked again
    Field("rules", 6),  # suits, lowest last, bombs, barred after a pass, more than 168 cards, a called guard
)

ACTION: tuple[Field, ...] = (
    Field("verb", 2),  # pass, defer
    Field("rank", RANKS + 1),  # one-hot; last: jokers alone
    Field("sizes", 8),  # one-hot: 1 to 7 cards, more
    Field("size", 1, 8),
    Field("naturals", 1, 8),
    Field("fills", 1, 4),
    Field("laid", KINDS_OF_JOKER, 2),
    Field("whole", 1),  # all copies of its rank
    Field("rest", 1, 8),  # copies of its rank kept
    Field("groups", 1, 8),  # own ranks after it
    Field("left", 1, 32),  # own cards after it
    Field("out", 1),  # nothing left
    Field("stands", 1, CHANCE),  # the chance that it stands; of a pass: that the set on the table does
    Field("higher", 1, 8),  # higher ranks of which as many cards are unseen
    Field("above", 1, 8),  # ranks above the set on the table
    Field("owner_friend", 1, CHANCE),  # the chance that what it beats, or lets stand, is a friend's
    Field("able", 2, 4),  # seats with as many cards, with exactly as many
    Field("shows", 1),  # shows the viewer as guard
    Field("bomb", 1),
    Field("best", 1),  # the heuristic's choice
    Field("gap", 1, GAP_UNIT),  # how far its score is behind the heuristic's best
)


STATE_SIZE = starts(STATE)[-1]
ACTION_SIZE = starts(ACTION)[-1]


# --- what the network wants to know of a deal beside the heuristic's memory: who answered how, and how often

PASSED, PLAYED = 1, 2
MOST = 127
"""Where a count stops."""


class TrailRecord:
    """The answers of each seat, and how often it gave them."""

    plies: int  # actions so far
    answered: Annotated[Ints, np.int8, SEATS]  # in the running trick: 0 nothing, `PASSED`, `PLAYED`
    reacted: Annotated[
        Grid[int], np.int8, SEATS, 4
    ]  # let the emperor's sets stand, beat them; the same for others' sets


@compiled
def begin(trail: TrailRecord) -> None:
    """Nothing has been done yet."""
    trail.plies = 0
    for seat in range(SEATS):
        trail.answered[seat] = 0
        for i in range(4):
            trail.reacted[seat, i] = 0


@compiled
def notice(state: StateRecord, trail: TrailRecord, code: int) -> None:
    """Remember what the seat to act is about to do."""
    trail.plies += 1
    if not state.has_top:
        for seat in range(SEATS):
            trail.answered[seat] = 0
    else:
        _react(state, trail, code)
    trail.answered[state.turn] = PLAYED if code > DEFER else PASSED


@inlined
def _react(state: StateRecord, trail: TrailRecord, code: int) -> None:
    at = (0 if state.owner == state.emperor else 2) + (1 if code > DEFER else 0)
    trail.reacted[state.turn, at] = min(MOST, int(trail.reacted[state.turn, at]) + 1)


# --- the state's vector, written for the seat to act. Only what that seat may see is read of a state

AT, RIVAL_AT, ACTION_AT = places(STATE), places(RIVAL), places(ACTION)
RIVALS, ROLE, GAP, BEST = AT.size1, AT.role, ACTION_AT.gap, ACTION_AT.best
SHOWN_BITS = tuple(RIVALS + i * RIVAL_SIZE + RIVAL_AT.shown for i in range(OTHERS))
"""Where a vector says that a seat has shown itself as guard."""
_LARGEST = 168
_FURTHEST = 3.9


@compiled
def write_state(
    state: StateRecord,
    rules: RulesRecord,
    memory: MemoryRecord,
    trail: TrailRecord,
    weights: WeightsRecord,
    work: WorkRecord,
    out: Ints,
) -> None:
    """Write the vector of the seat to act to `out`, `uint8` of shape (STATE_SIZE,)."""
    for i in range(out.size):
        out[i] = 0
    me = state.turn
    _write_own(state, weights, work, me, out)
    for i in range(OTHERS):
        seat = (me + 1 + i) % SEATS
        at = RIVALS + i * RIVAL_SIZE
        _write_rival(state, memory, trail, work, seat, out[at : at + RIVAL_SIZE])
    _write_roles(state, rules, me, out)
    if state.has_top:
        _write_trick(state, work, me, out)
    else:
        out[AT.lead] = 1
    out[AT.rules], out[AT.rules + 1], out[AT.rules + 2] = rules.suited, rules.low_last, rules.bombs
    out[AT.rules + 3], out[AT.rules + 4], out[AT.rules + 5] = (
        rules.hard_pass,
        rules.deck_size > _LARGEST,
        rules.calls,
    )


@inlined
def friend_byte(work: WorkRecord, seat: int) -> int:
    """The chance that a seat is on the viewer's side, in 255ths."""
    return int((1.0 + work.friendship[seat]) / 2 * CHANCE)


@compiled
def _write_own(state: StateRecord, weights: WeightsRecord, work: WorkRecord, me: int, out: Ints) -> None:
    for rank in range(RANKS):
        copies = int(state.counts[me, rank])
        out[AT.own + rank] = copies
        out[AT.unseen + rank] = max(0, work.unseen[rank])
        if copies:
            out[AT.groups + min(copies, SIZES) - 1] += 1
            out[AT.ranks] += 1
            out[AT.stands + rank] = int(stands(weights, work, rank, copies) * CHANCE)
    out[AT.unseen + RANKS], out[AT.unseen + RANKS + 1] = max(0, work.unseen_small), max(0, work.unseen_big)
    for i in range(KINDS_OF_JOKER):
        out[AT.own_jokers + i] = BY_KIND[state.jokers[me], i]
    out[AT.left] = state.sizes[me]


@inlined
def _write_rival(
    state: StateRecord, memory: MemoryRecord, trail: TrailRecord, work: WorkRecord, seat: int, row: Ints
) -> None:
    size = int(state.sizes[seat])
    row[RIVAL_AT.size] = size
    if 0 < size <= HAND_SIZES:
        row[RIVAL_AT.near + size - 1] = 1
    if state.gone >> seat & 1:
        row[RIVAL_AT.gone] = 1
        for i in range(state.outs):
            if state.out[i] == seat:
                row[RIVAL_AT.place] = i + 1
    for face in range(RANKS + 2):
        row[RIVAL_AT.played + face] = memory.played[seat, face]
    if state.has_top:
        row[RIVAL_AT.answered] = trail.answered[seat] == PASSED
        row[RIVAL_AT.answered + 1] = trail.answered[seat] == PLAYED
    row[RIVAL_AT.barred] = state.barred >> seat & 1
    for i in range(4):
        row[RIVAL_AT.reacted + i] = trail.reacted[seat, i]
    row[RIVAL_AT.odds] = ODDS_ZERO + int(max(-_FURTHEST, min(_FURTHEST, memory.odds[seat])) * ODDS_UNIT)
    row[RIVAL_AT.friend] = friend_byte(work, seat)
    for i in range(REFUSALS):
        base = int(memory.refused[seat, i])
        row[RIVAL_AT.refused + i] = 0 if base == NEVER_REFUSED else base + 1
    row[RIVAL_AT.emperor] = seat == state.emperor
    row[RIVAL_AT.shown] = state.shown >> seat & 1


@inlined
def _write_roles(state: StateRecord, rules: RulesRecord, me: int, out: Ints) -> None:
    crown = state.crown >> me & 1
    out[ROLE] = me == state.emperor
    out[ROLE + 1] = 1 if crown and me != state.emperor else 0
    out[ROLE + 2] = 1 - crown
    out[AT.known] = state.shown >> me & 1
    out[AT.alone] = state.solo_shown == 1 or (me == state.emperor and state.guard < 0)
    out[AT.kept] = restriction(state, rules, me) >= 0


@inlined
def _write_trick(state: StateRecord, work: WorkRecord, me: int, out: Ints) -> None:
    out[AT.top_size] = state.top_size
    if state.top_size:
        out[AT.top_sizes + min(state.top_size, SIZES) - 1] = 1
    out[AT.top_rank + state.top_base] = 1
    out[AT.need], out[AT.need + 1] = state.need, state.need_big
    out[AT.bomb] = state.top_bomb > 0
    distance = (state.owner - me) % SEATS
    if distance:
        out[AT.owner + distance - 1] = 1
    out[AT.owner_friend] = friend_byte(work, state.owner)
    out[AT.passes] = state.passes
    out[AT.after] = able_after(state, work, state.top_size, state.owner)
    out[AT.again], out[AT.again + 1] = state.debt, state.asked_again


assert NO_RANK == RANKS


# --- features of actions, and a whole question as numbers


_SIZES = 8
_MOST_GAP = 255.0


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
    out[ACTION_AT.groups], out[ACTION_AT.left] = work.groups, state.sizes[me]
    if state.has_top:
        out[ACTION_AT.owner_friend] = friend_byte(work, state.owner)
    if code <= DEFER:
        out[ACTION_AT.verb + code] = 1
        out[ACTION_AT.stands] = int(max(0.0, work.stays) * CHANCE)
        return
    _write_cards(state, rules, work, me, code, out)
    _write_outlook(state, weights, work, me, code, out)


@inlined
def _write_cards(
    state: StateRecord, rules: RulesRecord, work: WorkRecord, me: int, code: int, out: Ints
) -> None:
    rank, held, size = rank_of(code), jokers_of(code), size_of(code)
    naturals, fills = cards_in(naturals_of(code)), cards_in(fills_of(code))
    out[ACTION_AT.rank + rank] = 1
    out[ACTION_AT.sizes + min(size, _SIZES) - 1] = 1
    out[ACTION_AT.size], out[ACTION_AT.naturals], out[ACTION_AT.fills] = size, naturals, fills
    for i in range(KINDS_OF_JOKER):
        out[ACTION_AT.laid + i] = BY_KIND[held, i]
    if rank != NO_RANK:
        rest = int(state.counts[me, rank]) - naturals
        out[ACTION_AT.whole], out[ACTION_AT.rest] = rest == 0, rest
        out[ACTION_AT.groups] -= rest == 0
        if fills and state.counts[me, TWO] == fills:
            out[ACTION_AT.groups] -= 1
    out[ACTION_AT.left] = state.sizes[me] - size
    out[ACTION_AT.out] = state.sizes[me] == size
    out[ACTION_AT.shows] = work.tokens and shows_guard(state, code)
    out[ACTION_AT.bomb] = 1 if rules.bombs and bomb_of(state, rules, me, code) > 0 else 0


@inlined
def _write_outlook(
    state: StateRecord, weights: WeightsRecord, work: WorkRecord, me: int, code: int, out: Ints
) -> None:
    rank, size = rank_of(code), size_of(code)
    out[ACTION_AT.stands] = int(stand_chance(weights, work, code, size) * CHANCE)
    if rank != NO_RANK:
        for higher in range(rank + 1, RANKS):
            out[ACTION_AT.higher] += work.unseen[higher] >= size
        if state.has_top and state.top_base != NO_RANK:
            out[ACTION_AT.above] = max(0, rank - state.top_base)
    out[ACTION_AT.able] = able_after(state, work, size, me)
    for seat in range(SEATS):
        out[ACTION_AT.able + 1] += seat != me and state.sizes[seat] == size


# --- one question put to the network: the plays worth a thought, scored by the heuristic, and all vectors


@compiled
def write_question(
    state: StateRecord, rules: RulesRecord, memory: MemoryRecord, trail: TrailRecord, weights: WeightsRecord, work: WorkRecord, codes: Ints, count: int, best: int, vector: Ints,
    plays: Grid[int],
) -> None:  # fmt: skip
    """Write the vectors of a question: the state's, and one row for each of `count` plays."""
    write_state(state, rules, memory, trail, weights, work, vector)
    for i in range(count):
        gap = max(0.0, work.worth[best] - work.worth[i])
        write_action(state, rules, weights, work, int(codes[i]), gap, 1 if i == best else 0, plays[i])


@compiled
def question(
    state: Records[StateRecord], rules: Records[RulesRecord], memory: Records[MemoryRecord], trail: Records[TrailRecord], weights: Records[WeightsRecord], work: Records[WorkRecord], codes: Ints, vector: Ints,
    plays: Grid[int], best: Ints,
) -> int:  # fmt: skip
    """`consider` and `write_question` for arrays of one record each; the index of the heuristic's choice to `best[0]`.

    Returns how many plays there are; where it is 1 no vectors are written.
    """
    count = consider(state[0], rules[0], memory[0], weights[0], work[0], codes)
    best[0] = 0
    if count > 1:
        best[0] = preferred(state[0], work[0], codes, count)
        write_question(
            state[0],
            rules[0],
            memory[0],
            trail[0],
            weights[0],
            work[0],
            codes,
            count,
            int(best[0]),
            vector,
            plays,
        )
    return count
