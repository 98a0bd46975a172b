"""What nobody does who knows how the game goes, however badly he judges."""

from __future__ import annotations

from collections.abc import Sequence

from paiju.bots.baohuang.heuristic.holding import Piece, piece_of
from paiju.bots.baohuang.heuristic.playing import stand_chance
from paiju.bots.baohuang.heuristic.seeing import Sight, top_of
from paiju.games.baohuang.actions import PASS, Action
from paiju.games.baohuang.cards import ACE, RANKS

YOUNG = 15
"""With so many cards in hand nobody is about to run out."""
NEAR = 4
"""Whoever has so few may be out with his next set."""
_QUAD = 4
_LOW, _MIDDLE = RANKS.index("T"), RANKS.index("Q")
_SURE = 0.9
_CALM = 0.5


def sensible(sight: Sight, actions: Sequence[Action]) -> Sequence[Action]:
    """Those of `actions` that nobody would wonder at; all, where one would wonder at each of them."""
    size = sum(sight.hand)
    odd = _odd_lead if sight.leads else _odd_answer
    kept = [action for action in actions if len(action.cards) == size or not odd(sight, action)]
    return kept or actions


def _odd_lead(sight: Sight, action: Action) -> bool:
    piece, size = piece_of(action.cards), len(action.cards)
    if _lets_out(sight, piece, size):
        return True
    ranks = sight.holding.ranks
    if _is_part(sight, piece):
        return not any(rival.size == ranks[piece.rank] for rival in sight.rivals if rival.friendship <= -1)
    high = piece.small or piece.big or piece.rank >= ACE
    return bool(high) and _is_young(sight) and any(ranks[:_LOW])


def _lets_out(sight: Sight, piece: Piece, size: int) -> bool:
    """Whether a lead has just the size that ends a known foe's hand, and he may well beat it."""
    foe = any(rival.size == size and rival.friendship <= -1 for rival in sight.rivals)
    return foe and stand_chance(sight, piece, size) < _SURE


def _odd_answer(sight: Sight, action: Action) -> bool:
    owner = sight.view.owner
    friend = sight.friendship[owner]
    if not action.cards:
        return action == PASS and friend <= -1 and 0 < sight.size_of(owner) < NEAR
    piece = piece_of(action.cards)
    if friend >= 1 and not _is_last_but_one(sight, piece) and _is_rude(sight, piece, owner):
        return True
    if sight.danger >= _CALM or not _is_young(sight):
        return False
    return _wastes_jokers(sight, piece) or (
        piece.naturals == 1 and _is_part(sight, piece) and sight.holding.ranks[piece.rank] >= _QUAD
    )


def _is_rude(sight: Sight, piece: Piece, owner: int) -> bool:
    """Beating a friend is more than getting rid of low cards: it costs high ones, or him the lead that he needs."""
    costly = piece.small or piece.big or piece.rank >= _MIDDLE
    return bool(costly) or _is_part(sight, piece) or sight.size_of(owner) <= NEAR


def _wastes_jokers(sight: Sight, piece: Piece) -> bool:
    """Two jokers at once, or one on what is low."""
    jokers = piece.small + piece.big
    assert sight.view.top is not None
    return jokers > 1 or (jokers == 1 and -1 < top_of(sight.view.top).rank <= _LOW)


def _is_part(sight: Sight, piece: Piece) -> bool:
    """Whether a play tears a rank apart."""
    return piece.rank >= 0 and piece.naturals < sight.holding.ranks[piece.rank]


def _is_last_but_one(sight: Sight, piece: Piece) -> bool:
    """Whether one more set would end the hand."""
    holding = sight.holding
    left = holding.groups - (piece.rank >= 0 and not _is_part(sight, piece)) - (piece.fillers > 0)
    return left + holding.small + holding.big - piece.small - piece.big <= 1


def _is_young(sight: Sight) -> bool:
    return sum(sight.hand) >= YOUNG
