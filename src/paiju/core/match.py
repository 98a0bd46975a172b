"""A match: a series of deals with running scores (BH A17).

A `Match` is an immutable value; `after` gives the match with one more finished deal. Void deals pass their
carry on and count for nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from paiju.core.game import Game, MatchRules, Seat


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
        """Who won a match that is over; several share the win. () while it lasts."""
        return self.leaders if self.is_over else ()
