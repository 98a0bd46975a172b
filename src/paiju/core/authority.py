"""Who deals a match, lets its seats act and writes all of it down: the same at a live table and in a terminal.

It commits to nothing and asks nobody: the secret and the seats' numbers come from whoever holds the match. The order is
always deal, act until nobody is asked, settle.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from paiju.core.game import Game, Moment
from paiju.core.match import Match
from paiju.core.record import Record, Recorder, replay
from paiju.core.signals import Signal


class Authority:
    """See the module. `recorder` writes, `match` counts the deals that have been settled."""

    def __init__(self, recorder: Recorder, match: Match) -> None:
        self.recorder = recorder
        self.match = match

    @classmethod
    def resume(cls, game: Game, options: Any, record: Record) -> tuple[Authority, Any]:
        """One that goes on where a record stops, and the state of its running deal; None between deals.

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
        """What has been written."""
        return self.recorder.record

    def deal(self, secret: bytes, nonces: Sequence[bytes]) -> tuple[Moment, ...]:
        """Begin the next deal; as `Game.opening_moments`."""
        return self.recorder.begin(secret, nonces, self.match.carry)

    def act(self, state: Any, seat: int, action: Any) -> tuple[Moment, ...]:
        """Carry an action out; as `Game.moments`.

        Raises:
            RuleError: the law's refusal; nothing has changed.
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
    """How often a seat has decided in the last deal of a record."""
    return sum(actor == seat for actor, _ in record.deals[-1].actions)


def seed_of(secret: bytes, place: str) -> int:
    """A seed of 64 bits for a bot's decision at some place, so that a match which is resumed goes the same way."""
    return int.from_bytes(hashlib.sha256(secret + place.encode()).digest()[:8], "big")
