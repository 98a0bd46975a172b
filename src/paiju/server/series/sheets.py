"""Score sheets of a series, and who sits where in each round of a club evening."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from statistics import fmean
from typing import Any

from paiju.server.store.rows import AttemptRow

Tables = list[list[list[str | None]]]
"""By round, table and seat: a guest, or None for a bot."""

MOST_ROUNDS = 8
LEAST_PLAYERS = 2
_TRIES = 200


def movement(guests: Sequence[str], seats: int, rounds: int, chance: random.Random) -> Tables:
    """The tables of each round. There are two at least, for one alone compares with nobody; bots take what seats are left.

    Everybody sits once a round, and the tables have as many people as any other or one less. Of some random seatings the
    one is taken in which the fewest meet again, at a table or on the same cards.
    """
    tables = max(LEAST_PLAYERS, -(-len(guests) // seats))
    met: Counter[frozenset[str]] = Counter()
    found: Tables = []
    for _ in range(rounds):
        drawn = [_drawn(guests, seats, tables, chance) for _ in range(_TRIES)]
        best = min(drawn, key=lambda round_: sum(met[pair] for pair in _meetings(round_)))
        met.update(_meetings(best))
        found.append(best)
    return found


def _drawn(guests: Sequence[str], seats: int, tables: int, chance: random.Random) -> list[list[str | None]]:
    """A random seating. People fill the same seats of all tables first, so that most have somebody to be compared with."""
    order = chance.sample(list(guests), len(guests))
    places = chance.sample(range(seats), seats)
    round_: list[list[str | None]] = [[None] * seats for _ in range(tables)]
    for at, guest in enumerate(order):
        round_[at % tables][places[at // tables]] = guest
    return round_


def _meetings(round_: list[list[str | None]]) -> list[frozenset[str]]:
    """Who meets whom: at a table, and on the same seat of different ones."""
    groups = [*round_, *(list(seat) for seat in zip(*round_, strict=True))]
    people = ([guest for guest in group if guest is not None] for group in groups)
    return [frozenset(pair) for group in people for pair in combinations(group, 2)]


# --- score sheets of a series: each attempt beside all others that held the same cards, as in duplicate bridge

Json = dict[str, Any]
Place = tuple[int, int]
"""A deal, from 1, and a seat: who was there held the same cards."""

MOST_ROWS = 100


def sheet(
    attempts: Sequence[AttemptRow], deals: int, guest: str, *, closed: bool, losses: Mapping[tuple[str, int], float]
) -> Json:  # fmt: skip
    """The deals with their averages, and a row for everybody who has finished one, the best first.

    Of a deal that the guest may still play he learns no more than how many have: points would tell him what the cards
    are worth. `losses` are what reviews found, by record and seat. Guests who did not agree to be named have no name.
    """
    done = [one for one in attempts if one.points is not None]
    open_to = set(range(1, deals + 1)) - {one.deal for one in attempts if one.guest == guest and one.ended}
    hidden = set() if closed else open_to
    shown = [one for one in done if one.deal not in hidden]
    averages = {place: fmean(points) for place, points in _by_place(shown).items()}
    rows = [_row(own, deals, averages, losses, is_own=own[0].guest == guest) for own in _by_guest(shown)]
    rows.sort(key=lambda row: (-row["played"], -row["over"]))
    for place, row in enumerate(rows, 1):
        row["place"] = 1 + sum(_score(other) > _score(row) for other in rows[:place])
    told = [
        {
            "deal": number,
            "played": sum(one.deal == number for one in done),
            "left": sum(one.deal == number and one.ended is not None and one.points is None for one in attempts),
            "averages": {str(seat): round(mean, 2) for (deal, seat), mean in averages.items() if deal == number},
        }
        for number in range(1, deals + 1)
    ]  # fmt: skip
    kept = rows[:MOST_ROWS] + [row for row in rows[MOST_ROWS:] if row["you"]]
    return {"deals": told, "rows": kept, "players": len(rows)}


def _score(row: Json) -> tuple[int, float]:
    """Whole rounds first, then by points over the average."""
    return row["played"], row["over"]


def _by_place(attempts: Iterable[AttemptRow]) -> dict[Place, list[int]]:
    found: dict[Place, list[int]] = defaultdict(list)
    for one in attempts:
        if one.points is not None:
            found[one.deal, one.seat].append(one.points)
    return found


def _by_guest(attempts: Iterable[AttemptRow]) -> list[list[AttemptRow]]:
    found: dict[str, list[AttemptRow]] = defaultdict(list)
    for one in attempts:
        found[one.guest].append(one)
    return list(found.values())


def _row(
    own: Sequence[AttemptRow], deals: int, averages: Mapping[Place, float],
    losses: Mapping[tuple[str, int], float], *, is_own: bool,
) -> Json:  # fmt: skip
    by_deal = {one.deal: one for one in own}
    cells = [_cell(by_deal.get(number), averages, losses) for number in range(1, deals + 1)]
    found = [cell["loss"] for cell in cells if cell and cell["loss"] is not None]
    played = [cell for cell in cells if cell]
    return {
        "name": next((one.name for one in own if one.name), None),
        "you": is_own,
        "played": len(played),
        "points": sum(cell["points"] for cell in played),
        "over": round(sum(cell["over"] for cell in played), 2),
        "loss": round(fmean(found), 2) if len(found) == len(played) else None,
        "cells": cells,
    }


def _cell(
    one: AttemptRow | None, averages: Mapping[Place, float], losses: Mapping[tuple[str, int], float]
) -> Json | None:
    if one is None or one.points is None:
        return None
    over = round(one.points - averages[one.deal, one.seat], 2)
    loss = losses.get((one.record, one.seat))
    return {"points": one.points, "over": over, "seat": one.seat, "loss": loss, "before": not one.room}
