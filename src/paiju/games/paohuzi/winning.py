"""The terms on which a seat would win on the card of a window, and what it would score (PZ M19, M20, M22)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from paiju.games.paohuzi.cards import UNKNOWN, Hand, Kind
from paiju.games.paohuzi.hands import complete, has_pao, on_card
from paiju.games.paohuzi.rules import Rules
from paiju.games.paohuzi.scoring import How, Score
from paiju.games.paohuzi.sets import Laid
from paiju.games.paohuzi.state import ALONE, Source

_TRIPLE = 3


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
