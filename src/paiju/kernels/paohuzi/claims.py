"""Whether a hand is won and for how much, who may claim a card, and what they may do with it."""

from __future__ import annotations

from paiju.games.paohuzi.cards import HAND_SIZE, KINDS
from paiju.games.paohuzi.claims import EAT_RANK, PONG_RANK
from paiju.games.paohuzi.hands import SETS as MOST_SETS
from paiju.kernels.jit import compiled, inlined
from paiju.kernels.paohuzi.actions import HU, PASS, PONG, THROW, VERB, has_way, list_ways
from paiju.kernels.paohuzi.melds import (
    IMPOSSIBLE,
    Laid,
    best_hu,
    identical_hu,
    laid_of,
    promoted,
    secret_hu,
    special_hu,
)
from paiju.kernels.paohuzi.records import (
    CLAIM,
    DISCARD,
    DRAWN,
    EXPOSED_3,
    EXPOSED_4,
    FIELD,
    LARGES,
    MOST_SEATS,
    NOBODY,
    ONES,
    OVER,
    PAO,
    REDS,
    SHOWN,
    SMALL,
    UNANSWERED,
    UNEXPOSED_3,
    UNKNOWN,
    WORST,
    Packed,
    RulesRecord,
    SetsRecord,
    StateRecord,
    count,
    locked,
    size,
    unit,
)
from paiju.kernels.paohuzi.records import OWN as OWN_DRAW
from paiju.kernels.paohuzi.rules import EARTH, HEAVEN, IDENTICAL_AT, LAST, OWN
from paiju.kernels.records import Ints

Score = tuple[int, int, int, int]

NO_SCORE: Score = (-1, 0, 0, 0)

_TRIPLE = 3
_PAIR = 2
_QUADS = 3
_TRIPLES = 5
_MOST_BY_A_CARD = 6


@inlined
def may_win(state: StateRecord, rules: RulesRecord, sets: SetsRecord, seat: int, card: int) -> bool:
    """Whether `card` could lift a seat to the minimum; a cheap test that refuses most hands."""
    most = int(state.most[seat])
    if (int(state.exposed[seat]) | int(state.unexposed[seat])) >> card & 1:
        return most + _MOST_BY_A_CARD >= rules.min_hu
    triple = _TRIPLE if count(int(state.hand[seat]), card) > 1 else 0
    return most + triple + sets.gain[card] >= rules.min_hu


@compiled
def score(
    rules: RulesRecord, hu: int, code: Packed, identical: int, how: int, draws: int, minimum: int
) -> Score:
    """The score of a combination of the cards `code`, NO_SCORE under the minimum (PZ M21, 3.7, 8.13-15)."""
    if minimum and hu < rules.min_hu:
        return NO_SCORE
    reds = size(code & REDS) + IDENTICAL_AT * identical
    larges, smalls, way = size(code & LARGES), size(code & SMALL), how >> 1
    times = rules.times
    one, two, three, four = (
        int(times[0, reds]),
        int(times[1, larges]),
        int(times[2, smalls]),
        int(times[3, way]),
    )
    multiplier = max(one, two, three, four) if rules.highest else one + two + three + four
    if minimum and hu < rules.plain_min_hu and multiplier == 0:
        return NO_SCORE
    heavenly = how & (HEAVEN | EARTH)
    counted = 2 * hu if heavenly and rules.doubles else hu
    bottom = (
        int(rules.own_bottom_of[counted]) if how & OWN and not heavenly else int(rules.bottom_of[counted])
    )
    points = rules.points
    bottom += int(points[0, reds]) + int(points[1, larges]) + int(points[2, smalls]) + int(points[3, way])
    multiplier = max(multiplier, 1)
    final = bottom * multiplier
    if rules.draw_doubles:
        final *= 1 + draws
    if rules.cap:
        final = min(final, int(rules.cap))
    return (hu, bottom, multiplier, final)


@inlined
def better(rules: RulesRecord, one: Score, other: Score) -> Score:
    """Which of two scores of the same cards counts (PZ 3.6)."""
    if one[0] < 0 or other[0] < 0:
        return other if one[0] < 0 else one
    if rules.by_hu:
        return other if (other[0], other[3]) > (one[0], one[3]) else one
    return other if (other[3], other[0]) > (one[3], one[0]) else one


@compiled
def complete(
    rules: RulesRecord, sets: SetsRecord, laid: Laid, hand: Packed, card: int, how: int, draws: int
) -> Score:
    """The score of table sets and hand, with `card` among the loose ones (UNKNOWN: with no card more).

    NO_SCORE if they are no combination of seven sets (PZ M18) or under the minimum.
    """
    table_hu, table_sets, quads, runs, code = laid
    lock = locked(hand)
    fours = hand >> 2 & ONES
    extra = unit(card) if card >= 0 else 0
    free = (hand & ~(FIELD * lock)) + extra
    pair = int(quads > 0 or fours != 0)
    best = best_hu(sets, free, pair)
    if best == IMPOSSIBLE:
        return NO_SCORE
    left = MOST_SETS - table_sets - size(lock) - pair
    if left < 0 or size(free) != _TRIPLE * left + _PAIR * pair:
        return NO_SCORE
    hu = table_hu + secret_hu(lock, fours)
    code += hand + extra
    alike = identical_hu(free, pair) if runs == 0 else IMPOSSIBLE
    result = score(rules, hu + best, code, int(alike == best), how, draws, 1)
    if IMPOSSIBLE < alike < best:
        return better(rules, result, score(rules, hu + alike, code, 1, how, draws, 1))
    return result


@compiled
def on_card(
    state: StateRecord, rules: RulesRecord, sets: SetsRecord, seat: int, card: int, how: int, pao: int
) -> Score:  # fmt: skip
    """The best score with an open card: joined to an own triple, or among the loose cards (PZ M19, M20)."""
    table, hand, draws = laid_of(state, seat), int(state.hand[seat]), int(state.draws)
    result = NO_SCORE
    if not pao or rules.break_pao:
        result = complete(rules, sets, table, hand, card, how, draws)
    old = UNEXPOSED_3
    if count(hand, card) == _TRIPLE:
        old, hand = -1, hand - _TRIPLE * unit(card)
    elif not int(state.unexposed[seat]) >> card & 1:
        if not int(state.exposed[seat]) >> card & 1:
            return result
        old = EXPOSED_3
    quad = complete(rules, sets, promoted(table, card, old, EXPOSED_4), hand, -1, how, draws)
    return better(rules, result, quad)


@compiled
def dealt_sets(rules: RulesRecord, sets: SetsRecord, hand: Packed, draws: int) -> Score:
    """The score of heavenly sets in a dealt hand: three quads or five triples (PZ M22, 8.14)."""
    lock = locked(hand)
    many = size(lock)
    if many < _QUADS:  # as few as this are neither
        return NO_SCORE
    fours = hand >> 2 & ONES
    quads = size(fours)
    triples = many if rules.quads_are_triples else many - quads
    if quads < _QUADS and triples < _TRIPLES:
        return NO_SCORE
    free = hand & ~(FIELD * lock)
    pair = int(quads > 0)
    whole = many + pair == MOST_SETS and size(free) == _PAIR * pair
    identical = int(whole and identical_hu(free, pair) == 0)
    hu = secret_hu(lock, fours) + special_hu(sets, free)
    return score(rules, hu, hand, identical, HEAVEN, draws, 0)


# --- who may claim a card, and what a seat may do with it, as `claims` in the rules

MAY_PASS, MAY_HU, MAY_PONG, MAY_EAT = 1, 2, 4, 8
"""What is on offer to a seat, as bits."""

_SEATS = 3


@inlined
def is_due(rules: RulesRecord, cards: int, quads: int) -> int:
    """Whether a seat that owns `cards` with `quads` quads must discard after a claim (PZ 3.2)."""
    return int(not rules.parity or cards > HAND_SIZE + max(0, quads - 1))


@compiled
def score_of(state: StateRecord, rules: RulesRecord, sets: SetsRecord, seat: int) -> Score:
    """The score of `seat` if it wins on the card of the window (PZ M19, M20, M22)."""
    source, drawer, card = int(state.source), int(state.seat), int(state.card)
    hand, draws = int(state.hand[seat]), int(state.draws)
    how = LAST if state.last else 0
    if source in (OWN_DRAW, PAO):
        how |= OWN if source == OWN_DRAW else 0
        return complete(rules, sets, laid_of(state, seat), hand, UNKNOWN, how, draws)
    if source == SHOWN:
        if seat == drawer:
            return complete(rules, sets, laid_of(state, seat), hand, UNKNOWN, HEAVEN, draws)
        return on_card(state, rules, sets, seat, card, EARTH, int(count(hand, card) == _TRIPLE))
    own = source == DRAWN and seat == drawer
    how |= OWN if own else 0
    exposed, unexposed = int(state.exposed[seat]), int(state.unexposed[seat])
    if count(hand, card) != _TRIPLE and not (exposed | unexposed) >> card & 1:
        return complete(rules, sets, laid_of(state, seat), hand, card, how, draws)
    pao = int(not own and (count(hand, card) == _TRIPLE or unexposed >> card & 1 > 0))
    if not pao and source == DRAWN and exposed >> card & 1:
        pao = int(rules.own_pao if own else rules.any_pao)
    return on_card(state, rules, sets, seat, card, how, pao)


@inlined
def begin_window(state: StateRecord, source: int, seat: int, card: int, last: int) -> None:
    """A window without offers."""
    state.source, state.seat, state.card, state.last = source, seat, card, last
    state.pao, state.lead, state.leader, state.asked = NOBODY, WORST, NOBODY, 0
    for at in range(MOST_SEATS):
        state.offer[at], state.best[at], state.answer[at] = 0, WORST, UNANSWERED


@inlined
def offer(state: StateRecord, seat: int, flags: int, best: int) -> None:
    """Ask a seat about the card of the window."""
    state.offer[seat] = flags | MAY_PASS
    state.best[seat] = best
    state.asked |= 1 << seat


@compiled
def open_window(
    state: StateRecord, rules: RulesRecord, sets: SetsRecord, source: int, seat: int, card: int, last: int
) -> None:
    """The question about an open card; nobody is asked if there is no offer (PZ 8.2, 8.5)."""
    begin_window(state, source, seat, card, last)
    drawn = int(source == DRAWN)
    hu_from = 0 if drawn else 1 if rules.discard_wins else _SEATS
    state.pao = _forced_pao(state, rules, seat, card, drawn)
    takes = state.pao < 0 and not last
    at = seat
    for place in range(_SEATS):
        hand = int(state.hand[at])
        flags, best = 0, WORST
        if takes and (place == 1 or (count(hand, card) == _PAIR if place else drawn)):
            flags = _takes(state, rules, sets, at, card, place)
            if flags:
                best = PONG_RANK if flags & MAY_PONG else EAT_RANK + place
        if (
            place >= hu_from
            and may_win(state, rules, sets, at, card)
            and not state.dead >> at & 1
            and score_of(state, rules, sets, at)[0] >= 0
        ):
            flags, best = flags | MAY_HU, place
        if flags:
            offer(state, at, flags, best)
        at = int(state.right[at])


@compiled
def _forced_pao(state: StateRecord, rules: RulesRecord, seat: int, card: int, drawn: int) -> int:
    """The seat that must declare Pao on an open card, or nobody (PZ M7)."""
    at = int(state.right[seat])
    while at != seat:
        triples = int(state.unexposed[at])
        if drawn and rules.any_pao:
            triples |= int(state.exposed[at])
        if count(int(state.hand[at]), card) == _TRIPLE or triples >> card & 1:
            return at
        at = int(state.right[at])
    return seat if drawn and rules.own_pao and int(state.exposed[seat]) >> card & 1 else NOBODY


@compiled
def _takes(state: StateRecord, rules: RulesRecord, sets: SetsRecord, seat: int, card: int, place: int) -> int:
    """Pong and eating, where a discard stays possible or none is due (PZ 3.3, M16)."""
    hand = int(state.hand[seat])
    pong = place > 0 and count(hand, card) == _PAIR and not int(state.no_pong[seat]) >> card & 1
    eats = place < _PAIR and not int(state.no_eat[seat]) >> card & 1
    if not (pong or eats) or state.dead >> seat & 1:
        return 0
    free = int(state.loose[seat])
    due = is_due(rules, int(state.owned[seat]) + 1, int(state.quads[seat]))
    flags = 0
    if pong and not (due and free == _PAIR * unit(card)):
        flags = MAY_PONG
    if eats and has_way(rules, sets, free + unit(card), card, due):
        flags |= MAY_EAT
    return flags


@compiled
def open_shown(state: StateRecord, rules: RulesRecord, sets: SetsRecord) -> None:
    """The question about the dealer's shown card: Hu only (PZ M22, 8.13)."""
    begin_window(state, SHOWN, int(state.dealer), int(state.shown), 0)
    for place in range(min(int(rules.shown_asks), _SEATS)):
        seat = int(state.order[place])
        if score_of(state, rules, sets, seat)[0] >= 0:
            offer(state, seat, MAY_HU, place)


@compiled
def ask_alone(
    state: StateRecord, rules: RulesRecord, sets: SetsRecord, source: int, seat: int, card: int, last: int
) -> bool:
    """Ask a seat whose forced set completes its hand; false if it does not (PZ 3.1)."""
    if state.dead >> seat & 1 or not may_win(state, rules, sets, seat, card):
        return False
    begin_window(state, source, seat, card, last)
    if score_of(state, rules, sets, seat)[0] < 0:
        return False
    offer(state, seat, MAY_HU, 0)
    return True


@inlined
def rank(state: StateRecord, seat: int, verb: int) -> int:
    """The rank of a claim; lower is stronger (PZ 8.3)."""
    if verb == PASS:
        return WORST
    if verb == HU:
        return int(state.best[seat])
    if verb == PONG:
        return PONG_RANK
    return EAT_RANK + int(seat != state.seat)


@compiled
def answered(state: StateRecord, seat: int, action: int) -> None:
    """Take an answer down; seats that it outranks are no longer asked (PZ 8.3)."""
    state.answer[seat] = action
    state.asked &= ~(1 << seat)
    place = rank(state, seat, action & VERB)
    if place < state.lead:
        state.lead, state.leader = place, seat
        for at in range(MOST_SEATS):
            if state.best[at] >= place:
                state.asked &= ~(1 << at)


@compiled
def forfeit(state: StateRecord, rules: RulesRecord) -> None:
    """Mark what was refused: claims on offer that outrank the one carried out (PZ M15, 8.6)."""
    lead, bit = int(state.lead), 1 << int(state.card)
    for seat in range(MOST_SEATS):
        offered = int(state.offer[seat])
        if seat == state.leader:
            continue
        if offered & MAY_PONG and lead > PONG_RANK:
            mark(state, seat, bit, 1, rules.pong_stops_eat)
        if rules.eats_smell and offered & MAY_EAT and EAT_RANK + int(seat != state.seat) < lead:
            mark(state, seat, bit, rules.eat_stops_pong, 1)


@inlined
def mark(state: StateRecord, seat: int, bit: int, pong: int, eat: int) -> None:
    """Forbid a seat to Pong or eat a kind from now on (PZ M16)."""
    if pong:
        state.no_pong[seat] |= bit
    if eat:
        state.no_eat[seat] |= bit


@compiled
def actor_of(state: StateRecord) -> int:
    """The lowest seat that must decide; -1 when the deal is over."""
    if state.phase == DISCARD:
        return int(state.turn)
    if state.phase == OVER:
        return NOBODY
    for seat in range(MOST_SEATS):
        if int(state.asked) >> seat & 1:
            return seat
    return NOBODY


@compiled
def list_legal(state: StateRecord, rules: RulesRecord, sets: SetsRecord, seat: int, out: Ints) -> int:
    """Write the legal actions of a seat into `out` in the order of the rules; how many there are."""
    if state.phase == CLAIM:
        if not int(state.asked) >> seat & 1:
            return 0
        return list_offers(state, rules, sets, seat, out)
    if state.phase != DISCARD or seat != state.turn:
        return 0
    free, many = int(state.loose[seat]), 0
    for kind in range(KINDS):  # without a branch: a place that is not taken is written over
        out[many] = THROW + kind
        many += int(count(free, kind) > 0)
    return many


@compiled
def list_offers(state: StateRecord, rules: RulesRecord, sets: SetsRecord, seat: int, out: Ints) -> int:
    """The answers that a seat has in a window, fixed since it opened (PZ 8.2)."""
    offered, card = int(state.offer[seat]), int(state.card)
    if not offered:
        return 0
    out[0] = PASS
    many = 1
    if offered & MAY_HU:
        out[many] = HU
        many += 1
    if offered & MAY_PONG:
        out[many] = PONG
        many += 1
    if offered & MAY_EAT:
        due = is_due(rules, int(state.owned[seat]) + 1, int(state.quads[seat]))
        many = list_ways(rules, sets, int(state.loose[seat]) + unit(card), card, due, out, many)
    return many
