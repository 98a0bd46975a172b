"""What is believed of guests who were rated, changed in the transaction that keeps the end of their match."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Select, delete, insert, select

from paiju.server.rating import Outcome, Rating, rerated
from paiju.server.store.schema import GUESTS, RATINGS
from paiju.server.writes import RateMatch


def rate(connection: Connection, match: RateMatch, now: int) -> None:
    """Change the ratings of those who played; who has been forgotten meanwhile is an opponent like another, and forgotten again."""
    table = RATINGS.c
    of_family = (table.game == match.game, table.family == match.family)
    guests = [guest for guest, _, _ in match.results]
    kept = connection.execute(select(RATINGS).where(*of_family, table.guest.in_(guests))).all()
    before = {row.guest: Rating(row.mu, row.sigma, row.matches) for row in kept}
    after = rerated(
        [Outcome(before.get(guest, Rating()), score, himself) for guest, score, himself in match.results]
    )
    here = set(connection.execute(select(GUESTS.c.id).where(GUESTS.c.id.in_(guests))).scalars())
    connection.execute(delete(RATINGS).where(*of_family, table.guest.in_(guests)))
    rows = [
        {
            "guest": guest, "game": match.game, "family": match.family, "mu": rating.mu, "sigma": rating.sigma,
            "matches": rating.matches, "before": before.get(guest, Rating()).mu, "rated": now,
        }
        for guest, rating in zip(guests, after, strict=True)
        if guest in here and rating.matches
    ]  # fmt: skip
    if rows:
        connection.execute(insert(RATINGS), rows)


def forget_guest(connection: Connection, guest: str) -> None:
    """Forget what is believed of a guest."""
    connection.execute(delete(RATINGS).where(RATINGS.c.guest == guest))


def of(guest: str) -> Select[Any]:
    """The ratings of a guest, the last one first."""
    return select(RATINGS).where(RATINGS.c.guest == guest).order_by(RATINGS.c.rated.desc(), RATINGS.c.family)
