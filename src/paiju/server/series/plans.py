"""What a series is played with: rules and deals, those of a day, of a match that was played, or new ones."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import paiju
from paiju.core import rng
from paiju.core.document import MOST_NONCE_BYTES, DealRecord, Record
from paiju.core.errors import SEED_BYTES
from paiju.core.options import Value
from paiju.core.record import options_of
from paiju.core.rng import CUT
from paiju.server.errors import ServerError
from paiju.server.series.sheets import Tables

Json = dict[str, Any]

DAY_DEALS = 4
MOST_DEALS = 16
_ONE_DEAL = {"match_end": "deals", "match_length": 1, "tie_break": "share"}


@dataclass(frozen=True, slots=True)
class Laid:
    """A deal as it is laid out for everybody: as in `Duplicate`, and what the bots' chance comes from, hexadecimal."""

    secret: str
    bots: str
    nonces: Sequence[str]
    carry: Json | None = None
    cut: str | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """See the module: the options by preset and differences to the game's default, the deals, the seat of who plays.

    Of an evening there are so many `rounds` with as many deals each; the `tables` are settled once it begins, and nobody
    sits alone among bots but by them.
    """

    preset: str
    options: Json
    deals: Sequence[Laid]
    seat: int = 0
    rounds: int = 0
    tables: Tables | None = None

    @classmethod
    def read(cls, data: str) -> Plan:
        """What `write` wrote."""
        kept = json.loads(data)
        return cls(**{**kept, "deals": [Laid(**deal) for deal in kept["deals"]]})

    def round_of(self, deal: int) -> int:
        """The round, from 0, of a deal, from 1."""
        return (deal - 1) * self.rounds // len(self.deals)

    def table_of(self, deal: int, guest: str) -> Sequence[str | None]:
        """Who sits with a guest at a deal of an evening, by seat; None are bots.

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
        return json.dumps(asdict(self))


def of_day(seed: str, game: str) -> Plan:
    """The deals of a day for a game, by its first preset."""
    law: Any = paiju.load(game)
    preset = next(iter(law.presets()))
    options = _of_one_deal(law, law.options({"preset": preset}))
    seats = law.seats_of(options)
    deals = [laid_out(seed, game, number, seats) for number in range(1, DAY_DEALS + 1)]
    return Plan(preset, options.differences(), deals)


def laid_out(seed: str, game: str, number: int, seats: int) -> Laid:
    """Deal `number` of a game, from 1, as the seed of a day lays it out."""
    parts = (bytes.fromhex(seed), game.encode(), bytes([number]))
    secret, bots = rng.digest("day deal", *parts), rng.digest("day bots", *parts)
    return Laid(secret.hex(), bots.hex(), [""] * seats)


def of_new(game: str, preset: str, options: Mapping[str, Value], deals: int) -> Plan:
    """So many new deals by these rules.

    Raises:
        ServerError: page.none, for a game that does not exist.
        OptionError: for options that are refused.
    """
    if game not in paiju.available():
        raise ServerError("page.none", f"no game {game!r}")
    law: Any = paiju.load(game)
    name = preset or next(iter(law.presets()))
    chosen = _of_one_deal(law, law.options({"preset": name, **options}))
    nonces = [""] * law.seats_of(chosen)
    laid = [Laid(_random(), _random(), nonces) for _ in range(deals)]
    return Plan(name, chosen.differences(), laid)


def of_record(record: Record, seat: int) -> tuple[Plan, list[int]]:
    """The finished deals of a match as one of its seats held them, and the points that it made in each.

    Raises:
        ServerError: series.none, if there are none that were shuffled, or no such seat.
        RecordError: record.law, record.digest.
    """
    law: Any = paiju.load(record.game)
    options = options_of(law, record)
    over = [deal for deal in record.deals if deal.secret is not None][:MOST_DEALS]
    points = [deal.result["returns"][seat] for deal in over if deal.result and seat < len(record.seats)]
    if not over or len(points) < len(over):
        raise ServerError("series.none", "no finished deals to be played again")
    own = _of_one_deal(law, options)
    plan = Plan(preset_of(law, options), own.differences(), [_again(deal) for deal in over], seat)
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
    return Laid(hashed[:SEED_BYTES].hex(), _random(), parts, deal.carry, cut)


def _of_one_deal(law: Any, options: Any) -> Any:
    """The same rules for a match of one deal, as far as the game knows of matches."""
    own = {name: value for name, value in _ONE_DEAL.items() if hasattr(options, name)}
    return law.options({**options.differences(), **own})


def preset_of(law: Any, options: Any) -> str:
    """The preset whose rules these are; the first one where there is none."""
    names: list[str] = list(law.presets())
    named = (name for name in names if law.options({"preset": name}).digest() == options.digest())
    return next(named, names[0])


def _random() -> str:
    return secrets.token_bytes(SEED_BYTES).hex()
