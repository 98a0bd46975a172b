"""A question as numbers: the layout of all features, those of a state and of its actions."""

from __future__ import annotations

from paiju.bots.networks import Field, places, starts
from paiju.bots.paohuzi.compiled.outlook import near, see
from paiju.bots.paohuzi.compiled.policy import claim_value, consider, preferred, values
from paiju.bots.paohuzi.compiled.records import WeightsRecord, WorkRecord
from paiju.games.paohuzi.cards import IS_RED, KINDS, LARGE, SEATS, STOCK_SIZE
from paiju.kernels.jit import compiled, inlined
from paiju.kernels.paohuzi.actions import PASS, PONG, RUN_BITS, THROW, VERB, VERB_BITS
from paiju.kernels.paohuzi.claims import is_due
from paiju.kernels.paohuzi.melds import secret_hu
from paiju.kernels.paohuzi.records import (
    CLAIM,
    DISCARD,
    EXPOSED_3,
    EXPOSED_4,
    KNOWN_BIT,
    LEFT_SEAT,
    LEFT_THROWN,
    MELD_SHIFT,
    ONES,
    REDS,
    RUN,
    SAME_HU,
    RulesRecord,
    SetsRecord,
    StateRecord,
    count,
    locked,
    size,
)
from paiju.kernels.records import Grid, Ints, Records

VERSION = 1
OTHERS = SEATS - 1
THREE = 3
SOURCES = 5
"""Where the card of a window comes from, as `kernels.paohuzi.records` numbers it."""
DISTANCES = 7
"""Distances to a win that are told apart: 1 to 6, and farther."""
COPIES = 5
"""Live copies of a kind: 0 to 4."""
WORTH_UNIT = 8
GAP_UNIT = 32
"""What the policy expects is told to an eighth of a point, what it prefers to a 32nd."""

# One seat other than the viewer's, in the order of play from the viewer on.
RIVAL: tuple[Field, ...] = (
    Field("size", 1, 20),
    Field("sets", 1, 7),
    Field("covered", 1, 3),  # sets that lie face down
    Field("hu", 1, 16),  # of the sets that lie open
    Field("quads", 1, 2),
    Field("runs", 1, 4),
    Field("dead", 1),
    Field("deals", 1),
    Field("laid", KINDS, 4),  # cards of its open sets
    Field("exposed", KINDS),  # triples that were claimed
    Field("thrown", KINDS, 2),  # cards that it threw and nobody took
    Field("passed", KINDS, 2),  # cards that it drew and nobody took
)
RIVAL_SIZE = starts(RIVAL)[-1]

STATE: tuple[Field, ...] = (
    Field("held", THREE * KINDS),  # by kind: one or more in hand, two or more, three or more
    Field("live", KINDS, 4),  # copies that the viewer has not seen
    Field("laid", KINDS, 4),  # cards of own sets
    Field("no_pong", KINDS),
    Field("no_eat", KINDS),
    Field("piled", KINDS, 2),  # cards that the viewer threw or drew and nobody took
    Field("hu", 1, 16),  # of own sets and secret ones
    Field("sets", 1, 7),
    Field("secret", 1, 3),
    Field("quads", 1, 2),
    Field("runs", 1, 4),
    Field("size", 1, 20),
    Field("due", 1),  # a claim would be followed by a discard
    Field("deals", 1),
    *(Field(f"{field.name}{i + 1}", *field[1:]) for i in range(OTHERS) for field in RIVAL),
    Field("discard", 1),  # the viewer must throw a card; else the question is about one
    Field("source", SOURCES),
    Field("card", KINDS),
    Field("owner", SEATS),  # who drew or threw it, from the viewer on
    Field("last", 1),
    Field("left", 1, 20),  # cards of the stock
    Field("next", KINDS),  # the next card of the stock, where everyone knows it
    Field("worth", 1, 4 * WORTH_UNIT),  # points that the policy expects of its choice
)

ACTION: tuple[Field, ...] = (
    Field("verb", 4),  # pass, Pong, eat, throw
    Field("card", KINDS),  # that is thrown; from here on of that card
    Field("copies", 1, 2),  # in hand
    Field("live", COPIES),
    Field("near", 1, 16),  # live copies of what makes runs with it
    Field("piled", SEATS, 2),  # copies that each seat threw or drew and nobody took, from the viewer on
    Field("red", 1),
    Field("laid", KINDS, 3),  # from here on of claims: cards of the new sets
    Field("gained", 1, 12),  # their hu
    Field("sets", 1, 3),
    Field("due", 1),  # a discard comes next
    Field("hu", 1, 16),  # from here on of all: hu of own sets and secret ones then
    Field("wanted", 1, 7),  # sets to form then
    Field("reds", 1, 8),  # red cards owned then
    Field("least", DISTANCES),  # distance to a win then
    Field("worth", 1, 4 * WORTH_UNIT),  # points that the policy expects then
    Field("gap", 1, GAP_UNIT),  # how much less that is than of its choice
    Field("best", 1),  # the policy's choice
)

STATE_SIZE = starts(STATE)[-1]
ACTION_SIZE = starts(ACTION)[-1]


# --- the state's vector, written for a seat that is asked. Only what that seat may see is read of a state

AT, RIVAL_AT, ACTION_AT = places(STATE), places(RIVAL), places(ACTION)
RIVALS, GAP, BEST = AT.size1, ACTION_AT.gap, ACTION_AT.best
_MOST = 255
_TRIPLE, _QUAD = 3, 4


@compiled
def write_state(
    state: StateRecord,
    rules: RulesRecord,
    sets: SetsRecord,
    seat: int,
    sizes: Ints,
    worth: float,
    work: WorkRecord,
    out: Ints,
) -> None:
    """Write the vector of a seat to `out`, `uint8` of shape (STATE_SIZE,); `worth` is what the policy expects."""
    for i in range(out.size):
        out[i] = 0
    _write_own(state, rules, seat, work, out)
    other = seat
    for i in range(OTHERS):
        other = int(state.right[other])
        _write_rival(
            state,
            sets,
            other,
            int(sizes[other]),
            out[RIVALS + i * RIVAL_SIZE : RIVALS + (i + 1) * RIVAL_SIZE],
        )
    _write_piles(state, seat, out)
    _write_question(state, seat, out)
    out[AT.worth] = as_points(worth)


@inlined
def as_points(worth: float) -> int:
    """Points that are expected, as a byte."""
    return int(min(max(worth, 0.0) * WORTH_UNIT, float(_MOST)))


@inlined
def place_of(state: StateRecord, seat: int, other: int) -> int:
    """How many places after a seat another one plays."""
    place = 0
    while seat != other:
        seat = int(state.right[seat])
        place += 1
    return place


@inlined
def _write_own(state: StateRecord, rules: RulesRecord, seat: int, work: WorkRecord, out: Ints) -> None:
    hand, code = int(state.hand[seat]), int(state.code[seat])
    no_pong, no_eat = int(state.no_pong[seat]), int(state.no_eat[seat])
    for kind in range(KINDS):
        copies = count(hand, kind)
        for i in range(THREE):
            out[AT.held + THREE * kind + i] = int(copies > i)
        out[AT.live + kind] = work.live[kind]
        out[AT.laid + kind] = count(code, kind)
        out[AT.no_pong + kind] = no_pong >> kind & 1
        out[AT.no_eat + kind] = no_eat >> kind & 1
    lock = locked(hand)
    out[AT.hu] = int(state.hu[seat]) + secret_hu(lock, hand >> 2 & ONES)
    out[AT.sets] = state.sets[seat]
    out[AT.secret] = size(lock)
    out[AT.quads] = state.quads[seat]
    out[AT.runs] = state.runs[seat]
    out[AT.size] = size(hand)
    out[AT.due] = is_due(rules, int(state.owned[seat]) + 1, int(state.quads[seat]))
    out[AT.deals] = int(seat == state.dealer)


@compiled
def _write_rival(state: StateRecord, sets: SetsRecord, other: int, cards: int, out: Ints) -> None:
    out[RIVAL_AT.size] = cards
    out[RIVAL_AT.sets] = state.sets[other]
    out[RIVAL_AT.quads] = state.quads[other]
    out[RIVAL_AT.runs] = state.runs[other]
    out[RIVAL_AT.dead] = int(state.dead) >> other & 1
    out[RIVAL_AT.deals] = int(other == state.dealer)
    for i in range(int(state.sets[other])):
        _write_meld(sets, int(state.meld[other, i]), out)
    exposed = int(state.exposed[other])
    for kind in range(KINDS):
        out[RIVAL_AT.exposed + kind] = exposed >> kind & 1


@inlined
def _write_meld(sets: SetsRecord, meld: int, out: Ints) -> None:
    """Add a set of another seat, if it lies open."""
    kind, what = meld & KNOWN_BIT - 1, meld >> MELD_SHIFT
    if not meld & KNOWN_BIT:
        out[RIVAL_AT.covered] += 1
    elif kind == RUN:
        code = int(sets.run_code[what])
        for card in range(KINDS):
            out[RIVAL_AT.laid + card] += count(code, card)
        out[RIVAL_AT.hu] += sets.run_hu[what]
    else:
        out[RIVAL_AT.laid + what] += _QUAD if kind >= EXPOSED_4 else _TRIPLE
        out[RIVAL_AT.hu] += SAME_HU[kind][int(what >= LARGE)]


@inlined
def _write_piles(state: StateRecord, seat: int, out: Ints) -> None:
    for i in range(int(state.lefts)):
        left = int(state.left[i])
        card, place = left % LEFT_THROWN, place_of(state, seat, left // LEFT_SEAT)
        if place == 0:
            out[AT.piled + card] += 1
        else:
            pile = RIVAL_AT.thrown if left & LEFT_THROWN else RIVAL_AT.passed
            out[RIVALS + (place - 1) * RIVAL_SIZE + pile + card] += 1


@inlined
def _write_question(state: StateRecord, seat: int, out: Ints) -> None:
    if state.phase == CLAIM:
        out[AT.source + int(state.source)] = 1
        out[AT.card + int(state.card)] = 1
        out[AT.owner + place_of(state, seat, int(state.seat)) % SEATS] = 1
        out[AT.last] = int(state.last)
    else:
        out[AT.discard] = 1
    out[AT.left] = STOCK_SIZE - int(state.next)
    if state.known:
        out[AT.next + int(state.stock[int(state.next)])] = 1


# --- features of actions, and a whole question as numbers


_REDDISH = tuple(map(int, IS_RED))
_ACTION_PASSED, _PONGED, _ATE, _THREW = range(4)
_RUN = (1 << RUN_BITS) - 1
_ACTION_TRIPLE = 3


@compiled
def write_throw(state: StateRecord, seat: int, work: WorkRecord, kind: int, worth: float, out: Ints) -> None:
    """Write the vector of throwing a card; the plans of the hand are made."""
    _begin(state, seat, work, _THREW, int(work.least_of[kind]), worth, out)
    out[ACTION_AT.card + kind] = 1
    out[ACTION_AT.copies] = count(int(state.hand[seat]), kind)
    out[ACTION_AT.live + max(0, int(work.live[kind]))] = 1
    out[ACTION_AT.near] = near(work, kind)
    for i in range(int(state.lefts)):
        left = int(state.left[i])
        if left % LEFT_THROWN == kind:
            out[ACTION_AT.piled + place_of(state, seat, left // LEFT_SEAT)] += 1
    out[ACTION_AT.red] = _REDDISH[kind]
    out[ACTION_AT.reds] -= _REDDISH[kind]


@compiled
def write_claim(
    state: StateRecord, sets: SetsRecord, seat: int, work: WorkRecord, action: int, worth: float, out: Ints
) -> None:
    """Write the vector of an answer to an open card, whose worth has just been worked out."""
    verb, card = action & VERB, int(state.card)
    did = _ACTION_PASSED if verb == PASS else _PONGED if verb == PONG else _ATE
    _begin(state, seat, work, did, int(work.least), worth, out)
    out[ACTION_AT.due] = work.due
    if verb == PONG:
        out[ACTION_AT.laid + card] = _ACTION_TRIPLE
        out[ACTION_AT.gained] = SAME_HU[EXPOSED_3][int(card >= LARGE)]
        out[ACTION_AT.sets] = 1
    elif verb != PASS:
        codes = action >> VERB_BITS
        while codes:
            run = (codes & _RUN) - 1
            code = int(sets.run_code[run])
            for kind in range(KINDS):
                out[ACTION_AT.laid + kind] += count(code, kind)
            out[ACTION_AT.gained] += sets.run_hu[run]
            out[ACTION_AT.sets] += 1
            codes >>= RUN_BITS


@inlined
def _begin(
    state: StateRecord, seat: int, work: WorkRecord, did: int, least: int, worth: float, out: Ints
) -> None:
    """What all actions have in common."""
    for i in range(out.size):
        out[i] = 0
    out[ACTION_AT.verb + did] = 1
    out[ACTION_AT.hu] = work.hu
    out[ACTION_AT.wanted] = max(0, int(work.left))
    out[ACTION_AT.reds] = size(int(work.cards) & REDS)
    out[ACTION_AT.least + min(max(least, 1), DISTANCES) - 1] = 1
    out[ACTION_AT.worth] = as_points(worth)


@inlined
def write_preference(best: float, worth: float, chosen: int, out: Ints) -> None:
    """Write how an action compares to the policy's choice."""
    out[GAP] = int(min((best - worth) * GAP_UNIT, float(_MOST)))
    out[BEST] = chosen


# --- one question put to the network: the legal actions, what the policy `expected` thinks of each, and all vectors


@compiled
def write_question(
    state: StateRecord, rules: RulesRecord, sets: SetsRecord, seat: int, sizes: Ints, weights: WeightsRecord, work: WorkRecord, codes: Ints, many: int, vector: Ints,
    plays: Grid[int],
) -> int:  # fmt: skip
    """Write what each of `many` actions is worth to the policy, and the vectors; the index of the policy's choice."""
    worth = work.worth
    if state.phase == DISCARD:
        values(state, rules, sets, seat, weights, work, codes, many)
        for i in range(many):
            write_throw(state, seat, work, int(codes[i]) - THROW, worth[i], plays[i])
    else:
        see(state, sets, seat, weights, work)
        for i in range(many - 1, -1, -1):  # as `values`; what an answer leads to is known until the next one
            worth[i] = claim_value(state, rules, sets, seat, weights, work, int(codes[i]))
            write_claim(state, sets, seat, work, int(codes[i]), worth[i], plays[i])
    best = preferred(state, seat, codes, many, work)
    for i in range(many):
        write_preference(worth[best], worth[i], int(i == best), plays[i])
    write_state(state, rules, sets, seat, sizes, worth[best], work, vector)
    return best


@compiled
def question(
    state: Records[StateRecord], rules: Records[RulesRecord], sets: Records[SetsRecord], seat: int, sizes: Ints, weights: Records[WeightsRecord], work: Records[WorkRecord], codes: Ints, vector: Ints,
    plays: Grid[int],
    best: Ints,
) -> int:  # fmt: skip
    """`consider` and `write_question` for arrays of one record each; the index of the policy's choice to `best[0]`.

    Returns how many actions there are; where it is 1 no vectors are written.
    """
    many = consider(state[0], rules[0], sets[0], seat, codes)
    best[0] = 0
    if many > 1:
        best[0] = write_question(
            state[0], rules[0], sets[0], seat, sizes, weights[0], work[0], codes, many, vector, plays
        )
    return many
