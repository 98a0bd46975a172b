"""Duplicate walls for Paohuzi: the same eighty cards are played with bot A in each of the three seats against B, B.

Every wall starts a match: no carry, the dealer is drawn by lot and is the same in all three plays. At a table of four
the seats that play are meant; the one that sits out stays empty.

The margin is A's points per deal. A wall is won if A's points of its three deals add up to more than 0. The three
deals hang together, so every standard error is taken over walls.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from paiju.arena.figures import Mean, mean_of, percentile, ratio_of
from paiju.arena.playing import play_out, timed
from paiju.arena.seeds import Seed, bot_seed, deal_seed
from paiju.arena.workers import spread
from paiju.bots.base import Bot, Maker, maker
from paiju.core.errors import UsageError
from paiju.core.game import Seat
from paiju.games.paohuzi.law import GAME
from paiju.games.paohuzi.options import PaohuziOptions
from paiju.games.paohuzi.state import Result, State

Progress = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Walls:
    """What duplicate walls showed, for bot A.

    `won` and `lost` are the shares of walls with points above and below 0; `deals_won` and `deals_drawn` shares of
    all deals, `share` that of the deals somebody won. Milliseconds are per decision with a choice; they are the
    only figures that differ from run to run.
    """

    margin: Mean
    won: Mean
    lost: Mean
    deals_won: Mean
    deals_drawn: Mean
    share: Mean
    a_ms_mean: float = field(compare=False)
    a_ms_p50: float = field(compare=False)
    a_ms_p95: float = field(compare=False)
    b_ms_p50: float = field(compare=False)
    b_ms_p95: float = field(compare=False)

    def shares(self) -> dict[str, Mean]:
        """All shares by name."""
        return {
            "won": self.won,
            "lost": self.lost,
            "deals_won": self.deals_won,
            "deals_drawn": self.deals_drawn,
            "share": self.share,
        }


class Wall(NamedTuple):
    """One wall: A's points, and deals won by A and by nobody, of how many; seconds per decision."""

    points: int
    won: int
    drawn: int
    deals: int
    a_seconds: list[float]
    b_seconds: list[float]


def play_walls(
    options: PaohuziOptions,
    a: str | Maker,
    b: str | Maker,
    walls: int,
    seed: Seed,
    *,
    jobs: int = 1,
    progress: Progress | None = None,
) -> Walls:
    """Play `walls` duplicate walls of `a` against `b`; the result does not depend on `jobs`.

    A bot is a name, or anything that makes one from a seed (for more than one job it must be picklable).
    `progress` is told the number of walls played.

    Raises:
        UsageError: usage.bot, usage.pairs or usage.jobs.
    """
    if walls < 1:
        raise UsageError("usage.pairs", f"{walls} walls cannot be played", {"value": walls})
    makers = tuple(maker(bot) if isinstance(bot, str) else bot for bot in (a, b))
    played: list[Wall] = []
    for wall in spread(partial(play_wall, options, makers[0], makers[1], seed), range(walls), jobs):
        played.append(wall)
        if progress:
            progress(len(played))
    return _result(played)


def play_wall(options: PaohuziOptions, a: Maker, b: Maker, seed: Seed, index: int) -> Wall:
    """One wall, with A in each seat that plays."""
    start = GAME.deal(options, deal_seed(seed, index))
    a_seconds: list[float] = []
    b_seconds: list[float] = []
    points = won = drawn = 0
    for own in start.start.order:
        bots = [(a if seat == own else b)(bot_seed(seed, index, own, seat)) for seat in range(options.seats)]
        result = _play(start, own, bots, a_seconds, b_seconds)
        points += result.returns[own]
        won += result.winner == own
        drawn += result.drawn_game
    return Wall(points, won, drawn, len(start.start.order), a_seconds, b_seconds)


def _play(state: State, own: Seat, bots: list[Bot], a_seconds: list[float], b_seconds: list[float]) -> Result:
    """How a wall ends with A on the seat `own`."""
    choose = timed(bots, lambda seat: a_seconds if seat == own else b_seconds)
    result: Result | None = play_out(GAME, state, choose).result
    assert result is not None
    return result


def _result(walls: list[Wall]) -> Walls:
    a_ms = [1000 * second for wall in walls for second in wall.a_seconds]
    b_ms = [1000 * second for wall in walls for second in wall.b_seconds]
    return Walls(
        margin=mean_of([wall.points / wall.deals for wall in walls]),
        won=mean_of([wall.points > 0 for wall in walls]),
        lost=mean_of([wall.points < 0 for wall in walls]),
        deals_won=mean_of([wall.won / wall.deals for wall in walls]),
        deals_drawn=mean_of([wall.drawn / wall.deals for wall in walls]),
        share=ratio_of([(wall.won, wall.deals - wall.drawn) for wall in walls]),
        a_ms_mean=mean_of(a_ms).value,
        a_ms_p50=percentile(a_ms, 0.5),
        a_ms_p95=percentile(a_ms, 0.95),
        b_ms_p50=percentile(b_ms, 0.5),
        b_ms_p95=percentile(b_ms, 0.95),
    )
