"""The heuristic: what it makes of a deal, how it scores plays, and what it chooses."""

from __future__ import annotations

import numpy as np

from paiju.bots.baohuang.compiled.memory import (
    BIG_FACE,
    BIGS,
    MOST_WEIGHED,
    OTHERS,
    SMALL_FACE,
    SMALLS,
    MemoryRecord,
    WeightsRecord,
    WorkRecord,
    copies_in,
    face_of,
    friendship_scores,
    stands,
    stands_with_small,
    weight,
)
from paiju.games.baohuang.cards import SEATS, TWO
from paiju.kernels.baohuang.actions import (
    DEFER,
    FILLS_AT,
    JOKERS_AT,
    NATURALS_AT,
    NOTHING,
    PASS,
    bomb_of,
    cards_in,
    fills_of,
    first_suits_of,
    jokers_of,
    naturals_of,
    rank_of,
    size_of,
)
from paiju.kernels.baohuang.dealing import in_hand
from paiju.kernels.baohuang.listing import answers, is_plain, list_all, restriction
from paiju.kernels.baohuang.records import (
    BY_KIND,
    FIRST,
    KINDS_OF_JOKER,
    MOST_OF_RANK,
    NO_RANK,
    RANKS,
    SETS,
    START,
    TOTAL,
    RulesRecord,
    StateRecord,
)
from paiju.kernels.jit import compiled, inlined
from paiju.kernels.records import Floats, Ints, Records


@compiled
def see(
    state: StateRecord, rules: RulesRecord, memory: MemoryRecord, weights: WeightsRecord, work: WorkRecord
) -> None:
    """Note all that the question of the seat to act needs."""
    seat = state.turn
    work.seat = seat
    work.columns = work.grouped = 0
    work.ties = 1 - rules.lowest_gain
    work.stays = -1.0
    _see_cards(state, rules, memory, work, seat)
    hidden = friendship_scores(state, memory, weights, seat, work.friendship)
    _see_rivals(state, weights, work, seat)
    work.joker = min(1.0, weights.joker_use * (work.unseen_small + work.unseen_big) / max(work.rivals, 1))
    work.tokens = hidden
    control = weights.follow_control if state.has_top else weights.lead_control
    work.control = control * (1 + weights.danger * work.danger)
    if seat == state.emperor:
        work.alliance = weights.ally_emperor
    elif state.crown >> seat & 1:
        work.alliance = weights.ally_guard * (weights.hidden if hidden else 1.0)
    else:
        work.alliance = weights.ally_people


@compiled
def _see_cards(
    state: StateRecord, rules: RulesRecord, memory: MemoryRecord, work: WorkRecord, seat: int
) -> None:
    """The own hand by rank, and what is neither in it nor played."""
    held = int(state.jokers[seat])
    work.small, work.big = SMALLS[held], BIGS[held]
    work.last_rank = int(state.lows[seat]) if rules.low_last else -1
    work.groups = 0
    for rank in range(RANKS):
        own = int(state.counts[seat, rank])
        work.groups += 1 if own else 0
        work.unseen[rank] = int(memory.left[rank]) - own
    work.unseen_small = int(memory.left[SMALL_FACE]) - work.small
    work.unseen_big = int(memory.left[BIG_FACE]) - work.big
    if memory.laowang:
        _see_called(state, rules, memory, work, seat)


@compiled
def _see_called(
    state: StateRecord, rules: RulesRecord, memory: MemoryRecord, work: WorkRecord, seat: int
) -> None:
    """The called copies are counted for themselves: only a solo emperor knows that one hand holds all four."""
    own = in_hand(state, rules, seat, state.called)
    face = face_of(state.called)
    change = own + max(0, memory.called_left - own)
    if face < RANKS:
        work.unseen[face] += change
    elif face == SMALL_FACE:
        work.unseen_small += change
    else:
        work.unseen_big += change
    laowang = int(BY_KIND[state.jokers[seat], KINDS_OF_JOKER - 1])
    work.unseen_big += laowang + max(0, memory.laowang_left - laowang)


@compiled
def _see_rivals(state: StateRecord, weights: WeightsRecord, work: WorkRecord, seat: int) -> None:
    work.rivals = 0
    cards = 0
    danger = -1e300
    for i in range(SEATS):
        if i != seat and not state.gone >> i & 1:
            size, friend = int(state.sizes[i]), float(work.friendship[i])
            work.rival[work.rivals], work.cards_of[work.rivals], work.friend[work.rivals] = i, size, friend
            work.rivals += 1
            cards += size
            danger = max(danger, -friend * nearness(weights, size))
    work.danger = danger if work.rivals else 0.0
    work.cards = float(cards or 1)


@inlined
def nearness(weights: WeightsRecord, size: int) -> float:
    """How near a hand is to its end: 1 when empty, 0 from some size on."""
    return float(max(0.0, 1 - size / weights.near))


# --- what passing and each play is worth, in turns saved

RUN_GROUPS = 4
_PLACES = np.array([(0, 0, 1, 2, 3, 4, 4)[n] if n <= 6 else 5 for n in range(MOST_OF_RANK + 1)])  # noqa: PLR2004 - more
"""The place of a group in the tables of `turn` and `control`, by its size."""
_MARKED_SMALL_PLACE = 1


@compiled
def pass_score(state: StateRecord, weights: WeightsRecord, work: WorkRecord) -> float:
    """Leaving the trick to its owner: good if that is a friend and bad if a foe, the more so the nearer the owner is to being out."""
    owner = state.owner
    size = 0 if state.gone >> owner & 1 or owner == work.seat else int(state.sizes[owner])
    factor = 1 + weights.urgency * nearness(weights, size) if size else weights.finished
    return float(work.alliance * work.friendship[owner] * factor * _stays(state, weights, work))


@compiled
def _stays(state: StateRecord, weights: WeightsRecord, work: WorkRecord) -> float:
    """The chance that the standing set stands once the viewer has passed."""
    if work.stays >= 0:
        return float(work.stays)
    size = 1 if state.top_bomb else int(state.top_size)
    big = state.top_bomb or state.levels[1] or state.levels[2] or state.levels[3] or state.levels[4]
    left = 0 if state.asked_again else able_after(state, work, size, state.owner)
    result = 1.0
    if left and not big:
        chance = weights.small_stands if state.levels[0] else stands(weights, work, state.top_base, size)
        result = chance ** (left / (weight(weights, work, size) or 1.0))
    work.stays = result
    return result


@inlined
def able_after(state: StateRecord, work: WorkRecord, size: int, until: int) -> int:
    """How many seats still to be asked could hold `size` cards; `until` is where the round ends."""
    distance = (until - work.seat) % SEATS or SEATS
    able = 0
    for i in range(work.rivals):
        seat = work.rival[i]
        if (
            work.cards_of[i] >= size
            and not state.barred >> seat & 1
            and (seat - work.seat) % SEATS < distance
        ):
            able += 1
    return able


@compiled
def play_score(
    state: StateRecord, rules: RulesRecord, weights: WeightsRecord, work: WorkRecord, code: int
) -> float:
    """Laying some cards: what leaves the hand, what control they win, whom they feed."""
    size = size_of(code)
    bomb = rules.bombs and bomb_of(state, rules, work.seat, code) > 0
    chance = weights.bomb_stands if bomb else _stand_chance(state, weights, work, code, size)
    score = _relief(state, weights, work, code) + weights.card * size
    score += work.control * chance
    score += _feeding(weights, work, size) * (1 - chance)
    score += weights.run_out * _run_chance(state, weights, work, code) * chance
    if bomb:
        score -= weights.bomb
    if work.tokens and shows_guard(state, code):
        score -= weights.showing
    return float(score)


@inlined
def action_score(
    state: StateRecord, rules: RulesRecord, weights: WeightsRecord, work: WorkRecord, code: int
) -> float:
    """What any action is worth, once `see` has been called."""
    return (
        pass_score(state, weights, work) if code <= DEFER else play_score(state, rules, weights, work, code)
    )


@inlined
def _stand_chance(
    state: StateRecord, weights: WeightsRecord, work: WorkRecord, code: int, size: int
) -> float:
    if state.has_top and not able_after(state, work, size, work.seat):
        return 1.0
    return stand_chance(weights, work, code, size)


@inlined
def stand_chance(weights: WeightsRecord, work: WorkRecord, code: int, size: int) -> float:
    """The chance that a play of `size` cards stands where some seat may still answer."""
    held = jokers_of(code)
    if BIGS[held]:
        return 1.0
    if held:
        return stands_with_small(weights, work, rank_of(code), size - SMALLS[held], SMALLS[held])
    return stands(weights, work, rank_of(code), size)


@inlined
def _relief(state: StateRecord, weights: WeightsRecord, work: WorkRecord, code: int) -> float:
    """How much better the rest of the hand is than the hand without the play."""
    held, fills = jokers_of(code), fills_of(code)
    change = -weights.small * SMALLS[held] - weights.big * BIGS[held]
    if rank_of(code) != NO_RANK:
        change += _group_change(state, weights, work, rank_of(code), cards_in(naturals_of(code)))
    if fills:
        change += _group_change(state, weights, work, TWO, cards_in(fills))
    return float(change)


@compiled
def _group_change(
    state: StateRecord, weights: WeightsRecord, work: WorkRecord, rank: int, taken: int
) -> float:
    have = int(state.counts[work.seat, rank])
    if not work.grouped >> rank & 1:
        work.grouped |= 1 << rank
        work.group[rank] = _group_value(weights, work, rank, have)
    change = -work.group[rank]
    if have > taken:
        change += _group_value(weights, work, rank, have - taken) - weights.split
    return float(change)


@inlined
def _group_value(weights: WeightsRecord, work: WorkRecord, rank: int, size: int) -> float:
    """The value of a group in hand: minus the turn it takes, plus the control it may win."""
    at = _PLACES[size]
    return float(
        weights.control[at] * stands(weights, work, rank, size) + weights.height * rank - weights.turn[at]
    )


@inlined
def _feeding(weights: WeightsRecord, work: WorkRecord, size: int) -> float:
    """Sets of exactly the size that ends someone's hand: a gift to a friend, a folly before a foe."""
    total = 0.0
    for i in range(work.rivals):
        if work.cards_of[i] == size:
            total += (weights.feed_friend if work.friend[i] > 0 else weights.feed_foe) * work.friend[i]
    return total


@inlined
def _run_chance(state: StateRecord, weights: WeightsRecord, work: WorkRecord, code: int) -> float:
    """The chance to run out from here: all groups stand but the last, and a joker lifts one more each."""
    jokers = work.small + work.big - TOTAL[jokers_of(code)]
    laid = 1 if code < 1 << FILLS_AT else 2
    if work.groups - laid > RUN_GROUPS + jokers:
        return 0.0
    return _run(state, weights, work, code, jokers)


@compiled
def _run(state: StateRecord, weights: WeightsRecord, work: WorkRecord, code: int, jokers: int) -> float:
    rank, naturals = rank_of(code), cards_in(naturals_of(code))
    fills = cards_in(fills_of(code))
    groups = found = 0
    for i in range(RANKS):
        left = int(state.counts[work.seat, i])
        if i == rank:
            left -= naturals
        if i == TWO:
            left -= fills
        if left:
            groups += 1
            if i != work.last_rank:
                _insert(work, found, stands(weights, work, i, left))
                found += 1
        if groups > RUN_GROUPS + jokers:
            return 0.0
    result = 1.0
    for i in range(jokers + (1 if work.last_rank < 0 else 0), found):
        result *= work.chances[i]
    return result


@inlined
def _insert(work: WorkRecord, found: int, chance: float) -> None:
    """Keep `chances` sorted."""
    at = found
    while at > 0 and work.chances[at - 1] > chance:
        work.chances[at] = work.chances[at - 1]
        at -= 1
    work.chances[at] = chance


@inlined
def shows_guard(state: StateRecord, code: int) -> bool:
    """Whether a play of a hidden guard would show the role."""
    held = jokers_of(code)
    if state.called < 0:
        return bool(BY_KIND[held, _MARKED_SMALL_PLACE])
    return bool(BY_KIND[held, KINDS_OF_JOKER - 1]) or copies_in(code, state.called) > 0


# --- what the heuristic thinks of: every answer, and those leads that are worth a thought


@compiled
def candidates(state: StateRecord, rules: RulesRecord, out: Ints) -> int:
    """Write what is worth a thought to `out`, in the order of the rules, bare answers first; returns how many.

    Left out are split leads with jokers, whole ones with more than one, and plays that score like one before; the
    play that empties the hand is among them, and so is the first legal action.
    """
    if state.has_top:
        return int(min(list_all(state, rules, out), out.size))
    if is_plain(state, rules):
        return _plain_leads(state, rules, out)
    return _kept_leads(state, min(list_all(state, rules, out), out.size), out)


@compiled
def finishing(state: StateRecord, out: Ints, first: int, count: int) -> int:
    """The first play that empties the hand among `out[first:count]`, `NOTHING` if there is none."""
    size = int(state.sizes[state.turn])
    for i in range(first, count):
        if size_of(int(out[i])) == size:
            return int(out[i])
    return NOTHING


@compiled
def _plain_leads(state: StateRecord, rules: RulesRecord, out: Ints) -> int:
    seat = state.turn
    held = int(state.jokers[seat])
    begin, total = int(START[held]), int(TOTAL[held])
    skip = restriction(state, rules, seat) if rules.low_last else -1
    naturals = int(state.sizes[seat]) - total
    at = 0
    for rank in range(RANKS):
        copies = int(state.counts[seat, rank])
        if rank == skip or not copies:
            continue
        for count in range(1, copies + 1):
            out[at] = _natural(state, rules, seat, rank, count)
            at += 1
        whole = int(out[at - 1])
        if total:
            at = _with_jokers(whole, begin + int(FIRST[held, 1]), begin + int(FIRST[held, 2]), at, out)
        if copies == naturals and total > 1:  # all that is left
            out[at] = whole | held << JOKERS_AT
            at += 1
    if total:
        at = _with_jokers(NO_RANK, begin + 1, begin + int(FIRST[held, total + 1]), at, out)
    return at


@inlined
def _natural(state: StateRecord, rules: RulesRecord, seat: int, rank: int, count: int) -> int:
    cards = first_suits_of(rules, int(state.suits[seat, rank]), count) if rules.suited else count
    return rank | cards << NATURALS_AT


@inlined
def _with_jokers(stem: int, first: int, last: int, at: int, out: Ints) -> int:
    """A stem with each of some sets of jokers."""
    for i in range(first, last):
        out[at] = stem | int(SETS[i]) << JOKERS_AT
        at += 1
    return at


@compiled
def _kept_leads(state: StateRecord, count: int, out: Ints) -> int:
    """All leads, less those not worth a thought."""
    size = int(state.sizes[state.turn])
    first = int(out[0])
    kept = 0
    for i in range(count):
        code = int(out[i])
        if is_worth_leading(state, code) or size_of(code) == size:
            out[kept] = code
            kept += 1
    if not kept:
        out[0] = first
        return 1
    return kept


@inlined
def is_worth_leading(state: StateRecord, code: int) -> bool:
    """Leads are whole ranks with at most one joker, parts of a rank without, or jokers alone."""
    rank = rank_of(code)
    if rank == NO_RANK:
        return True
    held = jokers_of(code)
    if fills_of(code):
        return False
    whole = cards_in(naturals_of(code)) == state.counts[state.turn, rank]
    return held == 0 or (SMALLS[held] + BIGS[held] == 1 and whole)


assert TWO == RANKS - 1


# --- what the heuristic does, and what it thinks of answers that it is given

UNTHINKABLE = -1e300
"""The worth of a lead that gets no thought."""


@compiled
def choose(
    state: StateRecord,
    rules: RulesRecord,
    memory: MemoryRecord,
    weights: WeightsRecord,
    work: WorkRecord,
    out: Ints,
) -> int:
    """The code of what the seat to act does; `out` is scratch for codes (`records.new_actions()`)."""
    count = consider(state, rules, memory, weights, work, out)
    return int(out[preferred(state, work, out, count) if count > 1 else 0])


@compiled
def consider(
    state: StateRecord,
    rules: RulesRecord,
    memory: MemoryRecord,
    weights: WeightsRecord,
    work: WorkRecord,
    codes: Ints,
) -> int:
    """Write what is worth a thought to `codes`, and what it is worth to `work.worth`; returns how many there are.

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
    count = min(count, MOST_WEIGHED)
    for i in range(count):
        work.worth[i] = action_score(state, rules, weights, work, int(codes[i]))
    return count


@compiled
def preferred(state: StateRecord, work: WorkRecord, codes: Ints, count: int) -> int:
    """The index of the heuristic's choice among some that were considered."""
    best = 0
    for i in range(1, count):
        if work.worth[i] > work.worth[best] and codes[i] != DEFER:
            best = i
    if codes[best] == PASS and codes[1] == DEFER and work.friendship[state.owner] < 1:
        return 1
    return best


@compiled
def score(
    state: Records[StateRecord],
    rules: Records[RulesRecord],
    memory: Records[MemoryRecord],
    weights: Records[WeightsRecord],
    work: Records[WorkRecord],
    forgotten: Ints,
    codes: Ints,
    worth: Floats,
    standing: Floats,
) -> None:
    """Write what each of some actions is worth to the seat to act, and the chance that it stands.

    Records are arrays of one; `work` is filled as `see` does. `forgotten` are cards by rank that the seat takes to be in
    other hands, though they were played; `worth` and `standing` are as long as `codes`, a lead that gets no thought `UNTHINKABLE`.
    """
    see(state[0], rules[0], memory[0], weights[0], work[0])
    for rank in range(RANKS):
        work[0].unseen[rank] += forgotten[rank]
    for i in range(codes.size):
        code = int(codes[i])
        worth[i], standing[i] = UNTHINKABLE, 0.0
        if code > DEFER:
            standing[i] = _stand_chance(state[0], weights[0], work[0], code, size_of(code))
        if state[0].has_top or is_worth_leading(state[0], code):
            worth[i] = action_score(state[0], rules[0], weights[0], work[0], code)


@compiled
def hand_worth(
    weights: Records[WeightsRecord], work: Records[WorkRecord], hand: Ints, unseen: Ints, size: int
) -> float:
    """The value of a hand before play, by face (`memory.FACES`), beside four foes of `size` cards each."""
    w = work[0]
    w.rivals, w.cards = OTHERS, float(OTHERS * size)
    w.columns = w.grouped = w.ties = 0
    for i in range(OTHERS):
        w.cards_of[i], w.friend[i] = size, -1.0
    for rank in range(RANKS):
        w.unseen[rank] = unseen[rank]
    w.joker = min(1.0, weights[0].joker_use * (unseen[SMALL_FACE] + unseen[BIG_FACE]) / OTHERS)
    total = 0.0
    for rank in range(RANKS):
        if hand[rank]:
            total += _group_value(weights[0], w, rank, int(hand[rank]))
    return float(total + weights[0].small * hand[SMALL_FACE] + weights[0].big * hand[BIG_FACE])
