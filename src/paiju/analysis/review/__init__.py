"""Review of played games: what each decision cost, and how much of a result was luck.

A decision is judged by what its seat could know: the action that was taken and the best others are played out in the same
sampled deals, so that luck cancels out, and the loss comes with the standard error of the *difference*. The best action is
chosen in some deals and measured in others.

With open cards, chance and skill are separated by the idea of AIVAT (Burch, Schmid, Moravcik, Morrill and Bowling, 2018): the value of
a state is what it brings when everyone plays on like the reference bot; what the deal itself, each decision and each turn of chance
changed of it adds up to the result.
"""

from __future__ import annotations

from paiju.analysis.review.model import (
    QUICK,
    STANDARD,
    Choice,
    Comparison,
    Decision,
    Depth,
    Marks,
    Parts,
    Review,
    Reviewed,
    Verdict,
    version,
)
from paiju.analysis.review.walk import DealReview, Progress, Sitting, deal_review, review, sittings

__all__ = [
    "QUICK",
    "STANDARD",
    "Choice",
    "Comparison",
    "DealReview",
    "Decision",
    "Depth",
    "Marks",
    "Parts",
    "Progress",
    "Review",
    "Reviewed",
    "Sitting",
    "Verdict",
    "deal_review",
    "review",
    "sittings",
    "version",
]
