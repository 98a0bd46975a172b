"""From hu to points: bottom number, multiplier, final score, and who pays it (PZ M21, 3.7, 3.8)."""

from __future__ import annotations

from typing import NamedTuple

from paiju.games.paohuzi.cards import LARGE, REDS, SMALL_FIELDS, Hand, size
from paiju.games.paohuzi.rules import Earned, Facts, Rules, earned, points


class How(NamedTuple):
    """How a hand is won: own draw, the face-up last card, on heavenly terms, after how many draw games.

    `heaven` is a win by heavenly sets or of the dealer on the shown card, `earth` another's on that card.
    """

    own: bool = False
    last: bool = False
    heaven: bool = False
    earth: bool = False
    draws: int = 0


class Score(NamedTuple):
    """The worth of a winning combination. `items` are parts of the multiplier, `extra` of the bottom number."""

    hu: int
    bottom: int
    multiplier: int
    final: int
    items: Earned
    extra: Earned


def facts_of(cards: Hand, how: How, *, identical: bool) -> Facts:
    """What items may ask about a combination of `cards`."""
    return Facts(
        size(cards & REDS),
        size(cards >> 4 * LARGE),
        size(cards & SMALL_FIELDS),
        identical,
        how.last,
        how.heaven,
        how.earth,
    )


def needed(rules: Rules, items: Earned) -> int:
    """The fewest hu that a combination with these items must have (PZ M21, §4)."""
    return rules.min_hu if items else max(rules.min_hu, rules.table.plain_min_hu)


def score(rules: Rules, hu: int, facts: Facts, how: How, *, minimum: bool = True) -> Score | None:
    """The score of a combination with `hu`, None under the minimum (PZ M21, M22, 3.7, 8.13-15)."""
    if minimum and hu < rules.min_hu:
        return None
    table = rules.table
    items = earned(table, facts, highest=rules.highest_counts)
    extra = points(table, facts)
    if minimum and hu < table.plain_min_hu and not items:
        return None
    heavenly = how.heaven or how.earth
    bottom = max(0, rules.base(2 * hu if heavenly and table.doubles else hu))
    if how.own and not heavenly:
        bottom = rules.self_bottom(bottom)
    bottom += sum(value for _, value in extra)
    multiplier = sum(value for _, value in items) or 1
    final = bottom * multiplier
    if rules.draw_doubles:
        final *= 1 + how.draws
    if rules.cap:
        final = min(final, rules.cap)
    return Score(hu, bottom, multiplier, final, items, extra)


def better(rules: Rules, one: Score | None, other: Score | None) -> Score | None:
    """Which of two scores of the same cards counts (PZ 3.6)."""
    if one is None or other is None:
        return other if one is None else one
    if rules.by_hu:
        return max(one, other, key=lambda s: (s.hu, s.final))
    return max(one, other, key=lambda s: (s.final, s.hu))


def payments(
    rules: Rules, seats: tuple[int, ...], winner: int, final: int, discarder: int | None
) -> tuple[int, ...]:
    """Points by seat: every other playing seat pays `final`, or the discarder alone (PZ case 56, §4)."""
    result = [0] * rules.seats
    shares = rules.discarder_shares
    payers = {seat: 1 for seat in seats if seat != winner}
    if discarder is not None and shares:
        payers = {discarder: shares}
    for seat, share in payers.items():
        result[seat] -= share * final
        result[winner] += share * final
    return tuple(result)
