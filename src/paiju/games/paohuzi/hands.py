"""Whether a hand is won, and for how much: the evaluator, its explanation, and what a hand waits for."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from paiju.games.paohuzi.cards import (
    COPIES,
    KINDS,
    LARGE,
    ONES,
    SMALL_FIELDS,
    UNIT,
    UNKNOWN,
    Hand,
    Kind,
    count,
    size,
)
from paiju.games.paohuzi.options import PaohuziOptions
from paiju.games.paohuzi.partitions import IMPOSSIBLE, best_hu, identical_hu, special_hu
from paiju.games.paohuzi.rules import Rules, compile_rules
from paiju.games.paohuzi.scoring import How, Score, better, facts_of, score
from paiju.games.paohuzi.sets import CATALOGUES, IDENTICAL, Laid, Meld, SetKind, set_hu, tally

SETS = 7
_TRIPLE = 3
_PAIR = 2
_MOST_BY_A_CARD = 6
_TRIPLE_GAIN = 3
_BESIDE = 2  # cards that stand beside another one in a run
_FIRST, _SECOND = UNIT[0] | UNIT[LARGE], UNIT[1] | UNIT[LARGE + 1]  # where 1-5-10 and 2-7-10 begin
_STRAIGHT = sum(UNIT[kind] for kind in range(KINDS) if kind % LARGE < LARGE - 2)
_RUN_GAIN = tuple(max((run.hu for run in CATALOGUES[True].holding[kind]), default=0) for kind in range(KINDS))


class Hidden(NamedTuple):
    """What a hand holds, as claims ask for it.

    `sets` are its secret sets, `quads` of them not yet laid, `hu` what they count; `free` its loose cards, `size` of them,
    `most` a bound on the hu these can become.
    """

    sets: int
    quads: int
    hu: int
    free: Hand
    size: int
    most: int


@lru_cache(maxsize=1 << 14)
def hidden(hand: Hand) -> Hidden:
    """Secret triples, quads not yet laid, and loose cards of a hand (PZ M3)."""
    sets, quads, hu, free, cards, most = half_hidden(hand & SMALL_FIELDS)
    large = half_hidden(hand >> 4 * LARGE)
    hu += 2 * large.hu - 6 * large.quads  # a large triple counts 6 for 3, a large quad 12 for 9
    free += large.free << 4 * LARGE
    return Hidden(sets + large.sets, quads + large.quads, hu, free, cards + large.size, most + 2 * large.most)


@lru_cache(maxsize=1 << 14)
def half_hidden(cards: Hand) -> Hidden:
    """The same of the small cards of a hand, which comes up far more often."""
    fours = cards >> 2 & ONES
    lock = (cards & cards >> 1) & ONES | fours
    free = cards & ~(15 * lock)
    hu = 3 * lock.bit_count() + 6 * fours.bit_count()
    return Hidden(lock.bit_count(), fours.bit_count(), hu, free, size(free), 3 * _runs_at_most(free))


def _runs_at_most(free: Hand) -> int:
    """A bound on disjoint 1-2-3, 2-7-10 and 1-5-10 in the ten lowest fields."""
    ones, fives, tens = free & 15, free >> 16 & 15, free >> 36 & 15
    pairs = min(ones, free >> 8 & 15) + min(free >> 24 & 15, tens)
    return min(free >> 4 & 15, pairs) + min(ones, fives, tens)


@lru_cache(maxsize=1 << 14)
def _stuck(free: Hand) -> int:
    """How many kinds of loose cards are in no sequence or mixed set of them; 1-5-10 counts as one."""
    twice = free >> 1 & ONES
    held = (free | free >> 1) & ONES
    straight = held & held >> 4 & held >> 8 & _STRAIGHT
    red = held & held >> 20 & held >> 32 & _SECOND
    odd = held & held >> 16 & held >> 36 & _FIRST
    mixed = (twice & held >> 4 * LARGE | held & twice >> 4 * LARGE) & SMALL_FIELDS
    used = straight | straight << 4 | straight << 8 | red | red << 20 | red << 32
    used |= odd | odd << 16 | odd << 36 | mixed | mixed << 4 * LARGE
    return (held & ~used).bit_count()


def may_win(rules: Rules, laid: Laid, hand: Hand, card: Kind) -> bool:
    """Whether `card` could win; a cheap test that refuses most hands.

    It adds the hu of a special sequence, three where it makes a triple or a quad of a secret triple, or up to six as
    the fourth of a triple on the table. All other sets stand without it, so that it must take in every stuck kind: two
    beside it at most, and one more is the pair where there are quads.
    """
    held = hidden(hand)
    lacking = rules.min_hu - laid.hu - held.hu - held.most
    if lacking > 0:
        if (laid.exposed | laid.unexposed) >> card & 1:
            gain = _MOST_BY_A_CARD
        else:
            gain = _RUN_GAIN[card] + (_TRIPLE_GAIN if hand >> 4 * card & 15 > 1 else 0)
        if gain < lacking:
            return False
    return _stuck(held.free) <= _BESIDE + (laid.quads + held.quads > 0)


def complete(rules: Rules, laid: Laid, hand: Hand, card: Kind, how: How) -> Score | None:
    """The score of table sets and hand, with `card` among the loose ones (`UNKNOWN`: with no card more).

    None if they are no combination of seven sets (PZ M18) or under the minimum. A pair stands beside quads.
    """
    sets, quads, hu, free, cards, most = hidden(hand)
    hu += laid.hu
    if hu + most + _MOST_BY_A_CARD < rules.min_hu:
        return None
    quads += laid.quads
    if card >= 0:
        free += UNIT[card]
        cards += 1
    left = SETS - laid.sets - sets - (quads > 0)
    if left < 0 or cards != 3 * left + 2 * (quads > 0):
        return None
    best = best_hu(free, quads > 0, rules.one_five_ten)
    if best == IMPOSSIBLE:
        return None
    whole = laid.code + hand + (UNIT[card] if card >= 0 else 0)
    same_hu = IMPOSSIBLE if laid.runs else identical_hu(free, pair=quads > 0)
    result = score(rules, hu + best, facts_of(whole, how, identical=same_hu == best), how)
    if IMPOSSIBLE < same_hu < best:
        alike = score(rules, hu + same_hu, facts_of(whole, how, identical=True), how)
        return better(rules, result, alike)
    return result


def promoted(laid: Laid, card: Kind, old: SetKind | None, new: SetKind) -> Laid:
    """Table sets after three of a kind (`old` on the table, None in hand) became `new`."""
    hu = laid.hu + set_hu(new, card) - (set_hu(old, card) if old else 0)
    gained = UNIT[card] * (IDENTICAL[new] - (IDENTICAL[old] if old else 0))
    quads = laid.quads + (IDENTICAL[new] == COPIES)
    return laid._replace(hu=hu, sets=laid.sets + (old is None), quads=quads, code=laid.code + gained)


def triple_of(laid: Laid, hand: Hand, card: Kind) -> tuple[SetKind | None, Hand] | None:
    """The own triple that `card` could join: its kind (None: secret) and the hand without it."""
    if hand >> 4 * card & 15 == _TRIPLE:
        return None, hand - _TRIPLE * UNIT[card]
    if laid.unexposed >> card & 1:
        return SetKind.UNEXPOSED_3, hand
    if laid.exposed >> card & 1:
        return SetKind.EXPOSED_3, hand
    return None


def has_pao(rules: Rules, laid: Laid, hand: Hand, card: Kind, *, own: bool, drawn: bool = True) -> bool:
    """Whether the seat must declare Pao on a card that lies open (PZ M7)."""
    if not own and (hand >> 4 * card & 15 == _TRIPLE or laid.unexposed >> card & 1):
        return True
    allowed = rules.own_pao if own else rules.any_pao
    return drawn and allowed and bool(laid.exposed >> card & 1)


def on_card(rules: Rules, laid: Laid, hand: Hand, card: Kind, how: How, *, pao: bool) -> Score | None:
    """The best score with an open card: joined to an own triple, or among the loose cards (PZ M19, M20)."""
    result = None
    if not pao or rules.break_pao:
        result = complete(rules, laid, hand, card, how)
    triple = triple_of(laid, hand, card)
    if triple is not None:
        old, rest = triple
        quad = complete(rules, promoted(laid, card, old, SetKind.EXPOSED_4), rest, UNKNOWN, how)
        result = better(rules, result, quad)
    return result


def forced(laid: Laid, hand: Hand, card: Kind) -> SetKind | None:
    """The set that an own draw of `card` forces: U4, U3 (smelled or not), or none (PZ M8, 3.1)."""
    copies = hand >> 4 * card & 15
    if copies == _TRIPLE or laid.unexposed >> card & 1:
        return SetKind.UNEXPOSED_4
    return SetKind.UNEXPOSED_3 if copies == _PAIR else None


def after_forced(laid: Laid, hand: Hand, card: Kind) -> tuple[Laid, Hand]:
    """Table sets and hand once the own draw of `card` has been laid."""
    copies = hand >> 4 * card & 15
    if copies == _PAIR:
        return promoted(laid, card, None, SetKind.UNEXPOSED_3), hand - _PAIR * UNIT[card]
    old = None if copies == _TRIPLE else SetKind.UNEXPOSED_3
    rest = hand - _TRIPLE * UNIT[card] if copies == _TRIPLE else hand
    return promoted(laid, card, old, SetKind.UNEXPOSED_4), rest


def on_draw(rules: Rules, laid: Laid, hand: Hand, card: Kind, how: How) -> Score | None:
    """The score of a win on a card drawn from the stock, forced sets first (PZ M19, M20)."""
    if how.own and forced(laid, hand, card):
        laid, hand = after_forced(laid, hand, card)
        return complete(rules, laid, hand, UNKNOWN, how)
    return on_card(rules, laid, hand, card, how, pao=has_pao(rules, laid, hand, card, own=how.own))


class Wait(NamedTuple):
    """A winning card: the score by own draw, and by another's; None where it does not win that way."""

    own: Score | None
    other: Score | None


def waits(
    hand: Hand, table: Iterable[Meld], options: PaohuziOptions, *, last: bool = False
) -> dict[Kind, Wait]:
    """What a hand waits for: each card that wins, in order (PZ case 8).

    Cards of which the player has all four are no answer. `last` asks for the face-up last card. A hand or
    table with too few or too many cards waits for nothing.
    """
    rules = compile_rules(options)
    laid = tally(table)
    found = {}
    for card in range(KINDS):
        if count(laid.code + hand, card) >= COPIES:
            continue
        own = on_draw(rules, laid, hand, card, How(own=True, last=last))
        other = on_draw(rules, laid, hand, card, How(last=last))
        if own or other:
            found[card] = Wait(own, other)
    return found


def dealt_sets(rules: Rules, hand: Hand, draws: int) -> Score | None:
    """The score of heavenly sets in a dealt hand: three quads or five triples (PZ M22, 8.14).

    `draws` are the draw games just before, which may raise it as any other win (PZ 3.5).
    """
    sets, quads, hu, free, cards, _ = hidden(hand)
    triples = sets if rules.quads_are_triples else sets - quads
    if quads < 3 and triples < 5:  # noqa: PLR2004 - the numbers of PZ M22
        return None
    pair = quads > 0
    identical = sets + pair == SETS and cards == _PAIR * pair and identical_hu(free, pair=pair) == 0
    how = How(heaven=True, draws=draws)
    hu += special_hu(free, rules.one_five_ten)
    return score(rules, hu, facts_of(hand, how, identical=identical), how, minimum=False)
