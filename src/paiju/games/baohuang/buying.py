"""Buying threes 买三: who has no lowest card buys one right after drawing (BH A14, A18-28)."""

from __future__ import annotations

from paiju.games.baohuang.cards import SEATS, Kind, kinds_of_rank, play_order, rank_count
from paiju.games.baohuang.dealing import original_holder
from paiju.games.baohuang.state import Events, State
from paiju.games.baohuang.transfers import move, payable, surplus_sellers, two_or_highest

_SPARE = 2


def buy(state: State, events: Events) -> bool:
    """All purchases of a deal; nobody decides anything here."""
    if state.rules.transfers.buys:
        for buyer in play_order(state.start.first_drawer):
            if not rank_count(state.hand(buyer), state.rules.low_rank):
                _buy_one(state, events, buyer)
    return False


def _buy_one(state: State, events: Events, buyer: int) -> None:
    if state.rules.transfers.any_seller:
        offers = [((buyer + i) % SEATS, 1) for i in range(1, SEATS)]
    else:
        offers = list(surplus_sellers(state, buyer, original_holder(state)))
    allowed = payable(state)
    for seller, price in offers:
        spare = _spare(state, seller)
        if spare is None:
            continue
        payment = two_or_highest(state.hand(buyer), price, allowed)
        move(state, events, buyer, seller, payment, why="price", rule="BH A14")
        move(
            state, events, seller, buyer, (spare,), why="bought", rule="BH A14", public=not state.rules.suited
        )
        return


def _spare(state: State, seller: int) -> Kind | None:
    """The lowest card a seller parts with: he keeps one (BH A14), rarest kind first (BH A18-29)."""
    hand = state.hand(seller)
    if rank_count(hand, state.rules.low_rank) < _SPARE:
        return None
    kinds = [k for k in kinds_of_rank(state.rules.low_rank) if hand[k] and k != state.roles.called]
    return min(kinds, key=lambda kind: (hand[kind], kind)) if kinds else None
