"""The terms on which a seat would win on the card of a window, and what it would score (PZ M19, M20, M22)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from paiju.games.paohuzi.cards import UNKNOWN, Hand, Kind
from paiju.games.paohuzi.hands import SETS, complete, has_pao, on_card
from paiju.games.paohuzi.items import Facts, earned, points
from paiju.games.paohuzi.options import PaohuziOptions
from paiju.games.paohuzi.rules import Rules, compile_rules
from paiju.games.paohuzi.scoring import How, Score
from paiju.games.paohuzi.sets import HU, Laid
from paiju.games.paohuzi.state import ALONE, Source

_TRIPLE = 3
_PLAYING = 3
_MOST_HU = SETS * max(map(max, HU.values()))
_MOST_CARDS = 4 * SETS


class Terms(NamedTuple):
    """How a hand would be won, and the card beside it (`UNKNOWN`: all its cards are there).

    `pao` says that the seat must declare Pao on that card, so that no other set may hold it.
    """

    how: How
    card: Kind = UNKNOWN
    pao: bool = False


@lru_cache(maxsize=256)
def how_of(own: bool, last: bool, draws: int) -> How:  # noqa: FBT001 - a key of the cache
    """How a hand is won on a card of the stock, or a thrown one."""
    return How(own, last, draws=draws)


def terms_of(
    rules: Rules, source: Source, laid: Laid, hand: Hand, card: Kind, *, own: bool, last: bool, draws: int
) -> Terms:
    """The terms for a seat; `own` says that it turned, showed or laid the card."""
    if source in ALONE:
        return Terms(How(own=source is Source.OWN, last=last, draws=draws))
    if source is Source.SHOWN:
        if own:
            return Terms(How(heaven=True, draws=draws))
        return Terms(How(earth=True, draws=draws), card, hand >> 4 * card & 15 == _TRIPLE)
    drawn = source is Source.DRAWN
    pao = has_pao(rules, laid, hand, card, own=own, drawn=drawn)
    return Terms(How(own=own and drawn, last=last, draws=draws), card, pao)


def score_on(rules: Rules, laid: Laid, hand: Hand, terms: Terms) -> Score | None:
    """The score of a win on these terms; None if the cards are no combination, or under the minimum."""
    if terms.card < 0:
        return complete(rules, laid, hand, UNKNOWN, terms.how)
    return on_card(rules, laid, hand, terms.card, terms.how, pao=terms.pao)


def most_points(options: PaohuziOptions) -> int:
    """The most points that a seat can win or lose in a deal that follows no draw game."""
    rules = compile_rules(options)
    every = [Facts(reds, _MOST_CARDS, _MOST_CARDS, *[True] * 4) for reds in range(_MOST_CARDS + 1)]
    bottom = max(0, *map(rules.base, range(2 * _MOST_HU + 1)))
    extra = max(sum(value for _, value in points(rules.table, facts)) for facts in every)
    times = max(sum(value for _, value in rules.counted(earned(rules.table, facts))) for facts in every)
    final = (max(bottom, rules.self_bottom(bottom)) + extra) * max(1, times)
    if rules.cap:
        final = min(final, rules.cap)
    return max(final * max(_PLAYING - 1, rules.discarder_shares), abs(rules.draw_points))
