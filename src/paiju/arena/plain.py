"""Plain rounds, for any game: bot A in each seat against B in all others, then B in each against A.

Every round is one deal without a carry, played by `2 * seats` companies. The margin of a round is (points per deal of A
alone - points per deal of B alone) / 2; two equal players have margin 0. The deals of a round hang together, so the
standard error is taken over rounds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from paiju.arena.figures import Mean, Times, mean_of, milliseconds
from paiju.arena.match import Match, Player, Seating, play_deal
from paiju.arena.pack import Outcome, Pack
from paiju.arena.seeds import Seed, deal_seed
from paiju.core.options import Options
from paiju.games.registry import load

PLAYER = "player"


@dataclass(frozen=True, slots=True)
class Rounds:
    """What plain rounds showed: points per deal of A alone, and what a lone B loses to the others."""

    margin: Mean
    alone: Mean
    against: Mean
    a_ms: Times = field(compare=False)
    b_ms: Times = field(compare=False)

    def lines(self, a: str, b: str) -> Iterator[str]:
        """What the match shows beyond its margin, for people."""
        yield f"{a} alone {self.alone.points}, together against {b} {self.against.points}"

    def figures(self) -> dict[str, Any]:
        """The same by name."""
        return {"alone": self.alone.to_json(), "against": self.against.to_json()}


class Round(NamedTuple):
    """Points per deal of a lone A and of a lone B, seconds per decision of A and of B."""

    alone: float
    other: float
    a_seconds: Sequence[float]
    b_seconds: Sequence[float]

    @property
    def margin(self) -> float:
        """A's points per deal."""
        return (self.alone - self.other) / 2


def play_round(options: Options, a: Player, b: Player, seed: Seed, index: int) -> Round:
    """One deal with A alone in each seat, then with B."""
    game = load(options.game)
    seats = range(game.seats_of(options))
    start = game.deal(options, deal_seed(seed, index))
    seconds: tuple[list[float], list[float]] = ([], [])
    points = [0, 0]
    for half, (lone, rest) in enumerate(((a, b), (b, a))):
        for own in seats:
            players = [lone if seat == own else rest for seat in seats]
            numbers, times = [own + half * len(seats)] * len(seats), (seconds[half], seconds[1 - half])
            end = play_deal(
                game, options, start, Seating(players, numbers, (own,)), seed=seed, index=index, seconds=times
            )
            points[half] += game.returns(end)[own]
    return Round(points[0] / len(seats), points[1] / len(seats), *seconds)


def _result(rounds: list[Round]) -> Rounds:
    return Rounds(
        mean_of([one.margin for one in rounds]),
        mean_of([one.alone for one in rounds]),
        mean_of([-one.other for one in rounds]),
        milliseconds(second for one in rounds for second in one.a_seconds),
        milliseconds(second for one in rounds for second in one.b_seconds),
    )


def _outcome(_state: Any, returns: Sequence[int]) -> Outcome:
    return Outcome((PLAYER,) * len(returns), (), tuple(points > 0 for points in returns))


play_plain = Match(play_round, lambda fields: Round(*fields), _result)
"""Plain rounds of two bots (`matches.Match`)."""

PACK = Pack(title="", roles=(PLAYER,), places=0, outcome=_outcome, play=play_plain)
