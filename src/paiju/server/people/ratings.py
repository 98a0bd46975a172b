"""Ratings of people who agreed to be rated: a belief about how strong someone is, with its doubt.

The model is that of Plackett and Luce as OpenSkill computes it (Weng and Lin, "A Bayesian approximation method for
online ranking", 2011). A match is one observation: who had more points in the end, whatever the teams of its deals
were. Nobody gains by whom a bot played for, and nobody escapes a loss by letting one play.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from openskill.models import PlackettLuce

from paiju.server.store.rows import RatedRow

LEAST_DEALS = 3
"""A match of fewer finished deals rates nobody: cards alone decide it too often."""
SETTLED_MATCHES = 10
"""A rating is provisional before this many matches."""
_MIDDLE, _POINTS = 1500, 40.0
_MODEL = PlackettLuce()


@dataclass(frozen=True, slots=True)
class Rating:
    """A belief about someone at one game and family of rules: mean and standard deviation on OpenSkill's scale."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma
    matches: int = 0

    @property
    def points(self) -> int:
        """The mean as players read it: everyone begins at 1500."""
        return round(_MIDDLE + _POINTS * (self.mu - _MODEL.mu))

    @property
    def margin(self) -> int:
        """The standard deviation in the same points."""
        return round(_POINTS * self.sigma)

    @property
    def provisional(self) -> bool:
        """Whether too little is known by now to compare anyone by it."""
        return self.matches < SETTLED_MATCHES


def curves(rows: Iterable[RatedRow]) -> list[dict[str, Any]]:
    """The course of each rating, match by match: the points as players read them, and their doubt."""
    found: dict[tuple[str, str], list[tuple[int, int]]] = {}
    for row in rows:
        rating = Rating(row.mu, row.sigma, row.matches)
        found.setdefault((row.game, row.family), []).append((rating.points, rating.margin))
    return [{"game": game, "family": family, "points": points} for (game, family), points in found.items()]


@dataclass(frozen=True, slots=True)
class Outcome:
    """Points of a match for someone, and whether they made at least half of their decisions."""

    rating: Rating
    score: int
    decided: bool


def rerated(outcomes: Sequence[Outcome]) -> list[Rating]:
    """The ratings after a match, in the same order.

    Those who decided are compared with each other. A player who let a bot play, or left, is compared with all at the place
    that the seat reaches, and never rises by it.
    """
    players = [at for at, one in enumerate(outcomes) if one.decided]
    scores = [one.score for one in outcomes]
    ratings = [one.rating for one in outcomes]
    among = _compared([ratings[at] for at in players], [scores[at] for at in players])
    for at, rating in zip(players, among, strict=True):
        ratings[at] = rating
    everyone = _compared([one.rating for one in outcomes], scores)
    return [
        ratings[at] if one.decided else replace(after, mu=min(after.mu, one.rating.mu))
        for at, (one, after) in enumerate(zip(outcomes, everyone, strict=True))
    ]


def _compared(ratings: Sequence[Rating], scores: Sequence[int]) -> list[Rating]:
    if len(ratings) < 2:  # noqa: PLR2004 - one alone is compared with nobody
        return list(ratings)
    teams = [[_MODEL.rating(mu=one.mu, sigma=one.sigma)] for one in ratings]
    after = _MODEL.rate(teams, scores=[float(score) for score in scores])
    return [
        Rating(one.mu, one.sigma, before.matches + 1) for before, (one,) in zip(ratings, after, strict=True)
    ]
