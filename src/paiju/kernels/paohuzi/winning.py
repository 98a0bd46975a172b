"""Whether a hand is won, and for how much: the twin of the law's `hands` and `scoring`.

A *score* is `(hu, bottom, multiplier, final)`; `hu` is -1 where there is none.
"""

from __future__ import annotations

from paiju.games.paohuzi.hands import SETS as MOST_SETS
from paiju.kernels.jit import compiled, inlined
from paiju.kernels.paohuzi.compiling import EARTH, HEAVEN, IDENTICAL_AT, OWN
from paiju.kernels.paohuzi.decompose import IMPOSSIBLE, best_hu, identical_hu, special_hu
from paiju.kernels.paohuzi.melds import Laid, laid_of, promoted, secret_hu
from paiju.kernels.paohuzi.packing import FIELD, LARGES, ONES, REDS, SMALL, Packed, count, locked, size, unit
from paiju.kernels.paohuzi.records import (
    EXPOSED_3,
    EXPOSED_4,
    UNEXPOSED_3,
    RulesRecord,
    SetsRecord,
    StateRecord,
)
from paiju.kernels.records import Ints, Records

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


@compiled
def win_all(
    rules: Records[RulesRecord], sets: Records[SetsRecord], hands: Ints, cards: Ints, hu: Ints, final: Ints
) -> None:
    """Score many hands with nothing on the table, each with its own drawn card: `hu` -1 where none is won.

    All four are arrays of one length; about 0.15 µs for a hand of twenty cards that can be cut up.
    """
    for at in range(len(hands)):
        hand, card = int(hands[at]), int(cards[at])
        won = complete(rules[0], sets[0], (0, 0, 0, 0, 0), hand, card, OWN, 0)
        hu[at], final[at] = won[0], won[3]
