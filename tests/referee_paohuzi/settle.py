"""Payments and the next dealer (PZ 3.5, case 56)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .deal import Referee


def returns(deal: Referee) -> list[int]:
    paid = [0] * deal.o["seats"]
    if deal.winner is None or deal.score is None:
        if deal.o["draw_game"] == "dealer_minus_10":
            paid[deal.dealer] = -10
        return paid
    for seat in deal.playing:
        share = deal.score.final
        if deal.payers != "all":  # a win on a hand discard, paid by the one who threw it
            factor = 3 if deal.payers == "discarder_3x" else 1
            share = share * factor if seat == deal.thrower else 0
        if seat != deal.winner:
            paid[seat] -= share
            paid[deal.winner] += share
    return paid


def next_dealer(deal: Referee) -> int:
    if deal.winner is not None and deal.winner != deal.dealer:
        return deal.winner
    moves = deal.streak >= 3 or (deal.winner is None and deal.o["draw_moves_deal"])
    return deal.right(deal.dealer) if moves else deal.dealer
