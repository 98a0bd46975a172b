"""A match: deals in a row with running scores (BH A17), and the authority that deals it and writes it down."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from paiju.core.game import Game, MatchRules, Moment, Seat
from paiju.core.record import Record, Recorder, replay
from paiju.core.signals import Signal


@dataclass(frozen=True, slots=True)
class Match:
    """A match between two deals."""

    game: Game
    options: Any
    rules: MatchRules
    carry: Any = None
    returns: tuple[tuple[int, ...], ...] = ()
    voids: int = 0

    @classmethod
    def start(cls, game: Game, options: Any) -> Match:
        """A match before its first deal."""
        return cls(game, options, game.match_rules(options))

    def deal(self, seed: Any) -> Any:
        """The state of the next deal."""
        return self.game.deal(self.options, seed, self.carry)

    def after(self, state: Any) -> Match:
        """The match once the deal of `state`, which is over, has been added."""
        carry = self.game.carry(state)
        if self.game.is_void(state):
            return replace(self, carry=carry, voids=self.voids + 1)
        return replace(self, carry=carry, returns=(*self.returns, self.game.returns(state)))

    @property
    def scores(self) -> tuple[int, ...]:
        """Running totals by seat."""
        return tuple(
            sum(deal[seat] for deal in self.returns) for seat in range(self.game.seats_of(self.options))
        )

    @property
    def leaders(self) -> tuple[Seat, ...]:
        """The seats with the highest total."""
        scores = self.scores
        return tuple(seat for seat, score in enumerate(scores) if score == max(scores))

    @property
    def is_over(self) -> bool:
        """Whether the agreed end is reached; a tie at the top is played on where the table says so."""
        if self.rules.end == "endless":
            return False
        reached = len(self.returns) if self.rules.end == "deals" else max(self.scores)
        if reached < self.rules.length:
            return False
        return len(self.leaders) == 1 or not self.rules.play_on

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The winners of a match that is over; several share the win. () while it lasts."""
        return self.leaders if self.is_over else ()


# --- who deals a match, lets its seats act and writes all of it down: the same at a live table and in a terminal


class Authority:
    """Deals a match and carries actions out; `recorder` writes them down, `match` counts the settled deals."""

    def __init__(self, recorder: Recorder, match: Match) -> None:
        self.recorder = recorder
        self.match = match

    @classmethod
    def resume(cls, game: Game, options: Any, record: Record) -> tuple[Authority, Any]:
        """An authority that continues a record, and the state of its running deal; None between deals.

        Raises:
            RecordError: as `replay`.
        """
        authority, last = cls(Recorder.resume(game, options, record), Match.start(game, options)), None
        for step in replay(game, record):
            if last is not None and step.deal != last.deal:
                authority.settle(last.state)
            last = step
        if last is None or game.actors(last.state):
            return authority, None if last is None else last.state
        authority.settle(last.state)
        return authority, None

    @property
    def record(self) -> Record:
        """The record so far."""
        return self.recorder.record

    def deal(self, secret: bytes, nonces: Sequence[bytes]) -> tuple[Moment, ...]:
        """Begin the next deal; as `Game.opening_moments`."""
        return self.recorder.begin(secret, nonces, self.match.carry)

    def act(self, state: Any, seat: int, action: Any) -> tuple[Moment, ...]:
        """Carry an action out; as `Game.moments`.

        Raises:
            RuleError: the refusal of the rules; nothing has changed.
        """
        return self.recorder.act(state, seat, action)

    def signal(self, state: Any, seat: int, text: str) -> Signal:
        """Write a signal down.

        Raises:
            RuleError: as `Signals.say`; nothing has changed.
        """
        return self.recorder.signal(state, seat, text)

    def settle(self, state: Any) -> None:
        """Count a deal that is over."""
        self.match = self.match.after(state)


def decisions_of(record: Record, seat: int) -> int:
    """The number of a seat's decisions in the last deal of a record."""
    return [actor for actor, _ in record.deals[-1].actions].count(seat)


def seed_of(secret: bytes, place: str) -> int:
    """A seed of 64 bits for a bot's decision at some place, so that a match which is resumed goes the same way."""
    return int.from_bytes(hashlib.sha256(secret + place.encode()).digest()[:8], "big")
