"""The numbers the heuristic of Paohuzi plays by."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameters:
    """Chances are taken as logarithms, so that what must all come true adds up; other weights are in that unit."""

    # Which share of the cards still to be drawn can complete two cards of the hand.
    eat_reach: float = 0.75  # a sequence or mixed set: own draws, the left neighbour's cards
    pong_reach: float = 1.3  # a pair: every draw, and most discards
    barred_reach: float = 0.35  # a smelled kind: own draws for a pair, otherwise only the last card of all
    win_reach: float = 1.0  # the card that ends the deal may come from everybody's draw

    # What a plan is worth.
    least_chance: float = 0.02  # a set for which the hand has no two cards, or no card is left
    own_share: float = 0.33  # how often the third copy of a pair is an own draw, with more hu
    shortfall: float = 0.4  # each hu below the minimum
    excess: float = 0.02  # each hu above it
    quad_hope: float = 0.5  # how much of the hu of a fourth copy that is still to come counts
    plans: int = 10  # how many ways of cutting the hand up are looked at
    spread: float = 0.2  # how much the second-best plan adds: 0.1 little, 1 all

    # What others gain.
    tempo_pong: float = 0.04  # a discard that another seat may Pong
    tempo_eat: float = 0.04  # a discard that the right neighbour may eat
    refusal: float = 0.03  # letting a card pass that may never be claimed again


DEFAULT = Parameters()
