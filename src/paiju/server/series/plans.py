"""Plans of series: rules and deals, those of a day, of a match that was played, or new ones."""

from __future__ import annotations

import random
import secrets
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import combinations
from statistics import fmean
from typing import Any

import msgspec

import paiju
from paiju.core import rng
from paiju.core.document import MOST_NONCE_BYTES, DealRecord, Record
from paiju.core.errors import SEED_BYTES
from paiju.core.options import Value
from paiju.core.record import options_of
from paiju.core.rng import CUT
from paiju.server.errors import ServerError
from paiju.server.options_form import chosen, preset_of
from paiju.server.store.rows import AttemptRow

Json = dict[str, Any]

DAY_DEALS = 4
MOST_DEALS = 16
_ONE_DEAL = {"match_end": "deals", "match_length": 1, "tie_break": "share"}


class Laid(msgspec.Struct, frozen=True):
    """A deal as it is laid out for everyone: as in `Duplicate`, and what the bots' chance comes from, hexadecimal."""

    secret: str
    bots: str
    nonces: Sequence[str]
    carry: Json | None = None
    cut: str | None = None


class Plan(msgspec.Struct, frozen=True):
    """See the module: the options by preset and differences to the game's default, the deals, the seat of who plays.

    An evening has `rounds` with equally many deals each; the `tables` are settled once it begins, and nobody sits alone
    among bots but by them.
    """

    preset: str
    options: Json
    deals: Sequence[Laid]
    seat: int = 0
    rounds: int = 0
    tables: Tables | None = None

    @classmethod
    def read(cls, data: str) -> Plan:
        """The plan in JSON that `write` wrote."""
        return msgspec.json.decode(data, type=cls)

    def round_of(self, deal: int) -> int:
        """The round, from 0, of a deal, from 1."""
        return (deal - 1) * self.rounds // len(self.deals)

    def table_of(self, deal: int, guest: str) -> Sequence[str | None]:
        """The guests at a guest's table for a deal of an evening, by seat; None are bots.

        Raises:
            ServerError: series.none, for a guest without a seat.
        """
        tables = self.tables[self.round_of(deal)] if self.tables else []
        own = next((table for table in tables if guest in table), None)
        if own is None:
            raise ServerError("series.none", "no seat at this evening")
        return own

    def write(self) -> str:
        """The plan as JSON."""
        return msgspec.json.encode(self).decode()


def of_day(seed: str, game: str) -> Plan:
    """The deals of a day for a game, by its first preset."""
    rules, preset, options = chosen(game, "", {})
    own = _of_one_deal(rules, options)
    seats = rules.seats_of(own)
    deals = [laid_out(seed, game, number, seats) for number in range(1, DAY_DEALS + 1)]
    return Plan(preset, own.differences(), deals)


def laid_out(seed: str, game: str, number: int, seats: int) -> Laid:
    """Deal `number` of a game, from 1, as the seed of a day lays it out."""
    parts = (bytes.fromhex(seed), game.encode(), bytes([number]))
    secret, bots = rng.digest("day deal", *parts), rng.digest("day bots", *parts)
    return Laid(secret.hex(), bots.hex(), [""] * seats)


def of_new(game: str, preset: str, options: Mapping[str, Value], deals: int, rounds: int = 0) -> Plan:
    """New deals by these rules; with `rounds` an evening that has this number of deals in each.

    Raises:
        ServerError: page.none, for a game that does not exist.
        OptionError: for options that are refused.
    """
    rules, name, changed = chosen(game, preset, options)
    own = _of_one_deal(rules, changed)
    nonces = [""] * rules.seats_of(own)
    laid = [
        Laid(secrets.token_hex(SEED_BYTES), secrets.token_hex(SEED_BYTES), nonces)
        for _ in range(deals * (rounds or 1))
    ]
    return Plan(name, own.differences(), laid, rounds=rounds)


def of_record(record: Record, seat: int) -> tuple[Plan, list[int]]:
    """The finished deals of a match as one of its seats held them, and the points that it made in each.

    Raises:
        ServerError: series.none, if there are none that were shuffled, or no such seat.
        RecordError: record.law, record.digest.
    """
    rules: Any = paiju.load(record.game)
    options = options_of(rules, record)
    over = [deal for deal in record.deals if deal.secret is not None][:MOST_DEALS]
    points = [deal.result["returns"][seat] for deal in over if deal.result and seat < len(record.seats)]
    if not over or len(points) < len(over):
        raise ServerError("series.none", "no finished deals to be played again")
    own = _of_one_deal(rules, options)
    plan = Plan(preset_of(options), own.differences(), [_again(deal) for deal in over], seat)
    return plan, points


def _again(deal: DealRecord) -> Laid:
    """A deal with the cards of another: what the other's seed is a hash of is cut into a secret and nonces, as in a plain record."""
    assert deal.secret is not None
    nonces = [bytes.fromhex(nonce) for nonce in deal.nonces]
    hashed = bytes.fromhex(deal.secret) + b"".join(nonces)
    if deal.previous is not None:
        hashed = rng.framed("seed", deal.call, bytes.fromhex(deal.secret), *nonces)
    rest = hashed[SEED_BYTES:]
    if len(rest) > MOST_NONCE_BYTES * len(nonces):  # no server of ours has dealt that
        raise ServerError("series.none", "a deal that cannot be laid out again")
    parts = [rest[at * MOST_NONCE_BYTES : (at + 1) * MOST_NONCE_BYTES].hex() for at in range(len(nonces))]
    cut = next((text for _, text in deal.actions if text.startswith(f"{CUT} ")), None)
    return Laid(hashed[:SEED_BYTES].hex(), secrets.token_hex(SEED_BYTES), parts, deal.carry, cut)


def _of_one_deal(rules: Any, options: Any) -> Any:
    """The same rules for a match of one deal, as far as the game knows of matches."""
    own = {name: value for name, value in _ONE_DEAL.items() if hasattr(options, name)}
    return rules.options({**options.differences(), **own})


# --- score sheets of a series, and who sits where in each round of a club evening

Tables = list[list[list[str | None]]]
"""By round, table and seat: a guest, or None for a bot."""

MOST_ROUNDS = 8
LEAST_PLAYERS = 2
_TRIES = 200


def movement(guests: Sequence[str], seats: int, rounds: int, chance: random.Random) -> Tables:
    """The tables of each round. There are at least two, because one alone has no comparison; bots take the other seats.

    Everyone sits once a round, and the tables have as many people as any other or one less. Of some random seatings the
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
    """A random seating. People fill the same seats of all tables first, so that most have someone to be compared with."""
    order = chance.sample(list(guests), len(guests))
    places = chance.sample(range(seats), seats)
    round_: list[list[str | None]] = [[None] * seats for _ in range(tables)]
    for at, guest in enumerate(order):
        round_[at % tables][places[at // tables]] = guest
    return round_


def _meetings(round_: list[list[str | None]]) -> list[frozenset[str]]:
    """The meetings of guests: at a table, and on the same seat of different ones."""
    groups = [*round_, *(list(seat) for seat in zip(*round_, strict=True))]
    people = ([guest for guest in group if guest is not None] for group in groups)
    return [frozenset(pair) for group in people for pair in combinations(group, 2)]


# --- score sheets of a series: each attempt beside all others that held the same cards, as in duplicate bridge

Place = tuple[int, int]
"""A deal, from 1, and a seat: who was there held the same cards."""

MOST_ROWS = 100


def sheet(
    attempts: Sequence[AttemptRow], deals: int, guest: str, *, closed: bool, losses: Mapping[tuple[str, int], float]
) -> Json:  # fmt: skip
    """The deals with their averages, and a row for everyone who has finished one, the best first.

    Of a deal that the guest may still play, the sheet has only how many have: points would show what the cards are worth. `losses` are what reviews found, by record and seat. Guests who did not agree to be named have no name.
    """
    done = [one for one in attempts if one.points is not None]
    open_to = set(range(1, deals + 1)) - {one.deal for one in attempts if one.guest == guest and one.ended}
    hidden = set() if closed else open_to
    open_ = [one for one in done if one.deal not in hidden]
    by_place: dict[Place, list[int]] = defaultdict(list)
    by_guest: dict[str, list[AttemptRow]] = defaultdict(list)
    for one in open_:
        by_place[one.deal, one.seat].append(one.points or 0)
        by_guest[one.guest].append(one)
    averages = {place: fmean(points) for place, points in by_place.items()}
    rows = [_row(own, deals, averages, losses, is_own=name == guest) for name, own in by_guest.items()]
    rows.sort(key=lambda row: (-row["played"], -row["over"]))
    for place, row in enumerate(rows, 1):
        row["place"] = 1 + sum(_score(other) > _score(row) for other in rows[:place])
    by_deal = [
        {
            "deal": number,
            "played": sum(one.deal == number for one in done),
            "left": sum(one.deal == number and one.ended is not None and one.points is None for one in attempts),
            "averages": {str(seat): round(mean, 2) for (deal, seat), mean in averages.items() if deal == number},
        }
        for number in range(1, deals + 1)
    ]  # fmt: skip
    listed = rows[:MOST_ROWS] + [row for row in rows[MOST_ROWS:] if row["you"]]
    return {"deals": by_deal, "rows": listed, "players": len(rows)}


def _score(row: Json) -> tuple[int, float]:
    """Whole rounds first, then by points over the average."""
    return row["played"], row["over"]


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
