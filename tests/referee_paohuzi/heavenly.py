"""Tianhu 天胡 (PZ M22): hands that win before play."""

from __future__ import annotations

from collections import Counter

from .cards import Cards, Set, in_order, is_quad, locked, loose, mixed_shapes, points, without
from .hand import readings
from .options import Options
from .scoring import Score, Win, hu_points, identical, score


def has_heavenly_sets(hand: Cards, o: Options) -> bool:
    """Three quads, or five triples (quads may count as triples)."""
    if o["heavenly_sets"] == "off":
        return False
    sets = locked(hand)
    quads = sum(is_quad(one) for one in sets)
    triples = len(sets) if o["heavenly_quads_count_as_triples"] else len(sets) - quads
    return quads >= 3 or triples >= 5


def best_runs(cards: Cards, runs: list[Set], o: Options) -> int:
    """The most hu that disjoint scoring sequences out of these cards give."""
    most, held = 0, Counter(cards)
    for i, run in enumerate(runs):
        if Counter(run.cards) <= held:
            rest = without(cards, run.cards)
            most = max(most, points(run, o["one_five_ten"]) + best_runs(rest, runs[i:], o))
    return most


def heavenly_sets_score(hand: Cards, o: Options) -> Score:
    """Quads, triples and the scoring sequences of the rest; the items look at all dealt cards."""
    scoring_runs = [run for run in mixed_shapes(o["one_five_ten"]) if points(run, o["one_five_ten"])]
    hu = hu_points(locked(hand), o) + best_runs(loose(hand), scoring_runs, o)
    same = any(identical(sets) for sets in readings([], hand, o))
    return score(hu, in_order(hand), same, Win(heavenly="sets"), o)
