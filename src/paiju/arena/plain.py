"""Plain rounds, for any game: bot A in each seat against B in all others, then B in each against A.

Every round is one deal without a carry, played by `2 * seats` companies. The margin of a round is (points per deal of A
alone - points per deal of B alone) / 2; two equal players have margin 0. The deals of a round are correlated, so the
standard error is taken over rounds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from paiju.arena.figures import Figure, mean_of
from paiju.arena.match import Apart, Match, Play, Unit, each_seat, points_apart
from paiju.arena.pack import Outcome, Pack
from paiju.core.game import Game

PLAYER = "player"


def _read(game: Game, end: Any, apart: Apart) -> Play:
    return Play(game.returns(end)[apart[0]])


def _figures(rounds: Sequence[Unit]) -> dict[str, Figure]:
    """Points per deal of A alone, and what a lone B loses to the others."""
    return {
        "alone": mean_of([points_apart(one.a_apart) for one in rounds]),
        "against": mean_of([-points_apart(one.b_apart) for one in rounds]),
    }


def _lines(figures: Mapping[str, Any]) -> Sequence[str]:
    return (f"{{a}} alone {figures['alone'].points}, together against {{b}} {figures['against'].points}",)


def _outcome(_state: Any, returns: Sequence[int]) -> Outcome:
    return Outcome((PLAYER,) * len(returns), (), tuple(points > 0 for points in returns))


play_plain = Match(each_seat, _read, _figures, _lines)
"""Plain rounds of two bots."""

PACK = Pack(title="", roles=(PLAYER,), places=0, outcome=_outcome, play=play_plain)
