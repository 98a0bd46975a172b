"""Paohuzi in the arena: duplicate walls. The same eighty cards are played six times, every bot in every seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from paiju.arena.figures import (
    Mean,
    Tally,
    Times,
    by_role,
    mean_of,
    means_json,
    milliseconds,
    percentile,
    ratio_of,
    tally_of,
)
from paiju.arena.match import Match, Player, Seating, play_deal
from paiju.arena.pack import OUT, Outcome, Pack
from paiju.arena.seeds import Seed, deal_seed
from paiju.core.game import Game, Seat
from paiju.games.paohuzi.cards import STOCK_SIZE
from paiju.games.paohuzi.game import GAME
from paiju.games.paohuzi.options import PaohuziOptions
from paiju.games.paohuzi.state import NOBODY, State

DEALER, OTHER = "dealer", "other"


def outcome(state: State, returns: Sequence[int]) -> Outcome:
    """There are no places, and at most one winner."""
    result, start = state.result, state.start
    assert result is not None
    seats = range(len(returns))
    roles = tuple(
        OUT if seat not in start.order else DEALER if seat == start.dealer else OTHER for seat in seats
    )
    return Outcome(roles, (), tuple(seat == result.winner for seat in seats))


_CUT = 0.99


@dataclass(frozen=True, slots=True)
class Side:
    """One bot in all deals of its match: `hu_rate` is the share of its seats that won.

    `hu` and `turn` are its mean hu and the mean number of cards drawn when it wins, `roles` its points per deal as the dealer
    and as another.
    """

    hu_rate: Mean
    hu: Mean
    turn: Mean
    roles: dict[str, Mean]

    def line(self, name: str) -> str:
        """The bot's figures, for people."""
        return (
            f"{name} wins {self.hu_rate.share} of its deals with {self.hu.value:.1f} ± {self.hu.se:.1f} hu "
            f"after {self.turn.value:.1f} cards; points as {by_role(self.roles)}"
        )

    def figures(self, name: str) -> dict[str, Any]:
        """The same by name."""
        return {
            f"{name}_hu_rate": self.hu_rate.to_json(),
            f"{name}_hu": self.hu.to_json(),
            f"{name}_turn": self.turn.to_json(),
            f"{name}_roles": means_json(self.roles),
        }


@dataclass(frozen=True, slots=True)
class Walls:
    """What duplicate walls showed, for bot A.

    `margin` and the same `winsorised`; `alone` and `pair` are its parts: A's points per deal alone against two, and
    what a lone B loses per deal to two of A. The tallies count these deals as won by A, by nobody, by B.
    `won` and `lost` are the shares of walls with a margin above and below 0, `deals_drawn` that of deals nobody won.
    Of the deals with A alone, `deals_won` are those it won, and `share` is that of those with a winner.
    Milliseconds are the only figures that differ from run to run.
    """

    margin: Mean
    winsorised: Mean
    alone: Mean
    pair: Mean
    alone_tally: Tally
    pair_tally: Tally
    won: Mean
    lost: Mean
    deals_won: Mean
    deals_drawn: Mean
    share: Mean
    a: Side
    b: Side
    a_ms: Times = field(compare=False)
    b_ms: Times = field(compare=False)

    def lines(self, a: str, b: str) -> Iterator[str]:
        """What the match shows beyond its margin, for people."""
        yield (
            f"cut at the 99th percentile {self.winsorised.points}; alone against two {self.alone.points}, "
            f"two against one {self.pair.points}"
        )
        yield (
            f"alone {self.alone_tally}, two against one {self.pair_tally} (won/drawn/lost); "
            f"walls won {self.won.share}, lost {self.lost.share}; deals drawn {self.deals_drawn.share}, "
            f"won alone of those with a winner {self.share.share}"
        )
        yield self.a.line(a)
        yield self.b.line(b)

    def figures(self) -> dict[str, Any]:
        """The same by name."""
        names = ("winsorised", "alone", "pair", "won", "lost", "deals_won", "deals_drawn", "share")
        return {
            **means_json({name: getattr(self, name) for name in names}),
            "alone_tally": self.alone_tally._asdict(),
            "pair_tally": self.pair_tally._asdict(),
            **self.a.figures("a"),
            **self.b.figures("b"),
        }


class Deal(NamedTuple):
    """One play of a wall; places are counted from the dealer.

    `lone` is the place of the bot that is alone, `points` are by place, `winner` is a place or -1, `drawn` the cards
    that were drawn.
    """

    lone: int
    points: tuple[int, ...]
    winner: int
    hu: int
    drawn: int


class Wall(NamedTuple):
    """One wall: the deals with A alone, those with B alone, seconds per decision of A and of B."""

    alone: tuple[Deal, ...]
    other: tuple[Deal, ...]
    a_seconds: Sequence[float]
    b_seconds: Sequence[float]

    @property
    def margin(self) -> float:
        """A's points per deal."""
        return self.margin_within(float("inf"))

    def margin_within(self, limit: float) -> float:
        """The margin with the points of each deal cut at `limit` to either side."""
        return (_lone_points(self.alone, limit) - _lone_points(self.other, limit)) / 2


def _lone_points(deals: Sequence[Deal], limit: float = float("inf")) -> float:
    """Points per deal of the bot that is alone."""
    return sum(min(limit, max(-limit, deal.points[deal.lone])) for deal in deals) / len(deals)


def play_wall(
    options: PaohuziOptions, a: Player, b: Player, seed: Seed, index: int, *, game: Game = GAME
) -> Wall:
    """One wall: A in each seat that plays, then B; `game` is what the bots are shown their views by."""
    start = GAME.deal(options, deal_seed(seed, index))
    seconds: tuple[list[float], list[float]] = ([], [])
    halves: tuple[list[Deal], list[Deal]] = ([], [])
    for other, (lone, rest) in enumerate(((a, b), (b, a))):
        for own in start.start.order:
            players = [lone if seat == own else rest for seat in range(options.seats)]
            # The bots of the second half have numbers behind those of the first.
            numbers = [own + other * options.seats] * options.seats
            times = (seconds[other], seconds[1 - other])
            end = play_deal(
                game, options, start, Seating(players, numbers, (own,)), seed=seed, index=index, seconds=times
            )
            halves[other].append(_deal(end, own))
    return Wall(tuple(halves[0]), tuple(halves[1]), *seconds)


def _deal(state: State, own: Seat) -> Deal:
    """A finished deal in which `own` was alone."""
    result, order = state.result, state.start.order
    assert result is not None
    return Deal(
        order.index(own),
        tuple(result.returns[seat] for seat in order),
        NOBODY if result.drawn_game else order.index(result.winner),
        result.hu,
        STOCK_SIZE - len(state.stock),
    )


def _result(walls: list[Wall]) -> Walls:
    margins = [wall.margin for wall in walls]
    lone = [abs(deal.points[deal.lone]) for wall in walls for deal in (*wall.alone, *wall.other)]
    limit = percentile(lone, _CUT)
    return Walls(
        margin=mean_of(margins),
        winsorised=mean_of([wall.margin_within(limit) for wall in walls]),
        alone=mean_of([_lone_points(wall.alone) for wall in walls]),
        pair=mean_of([-_lone_points(wall.other) for wall in walls]),
        alone_tally=tally_of(_sign(deal) for wall in walls for deal in wall.alone),
        pair_tally=tally_of(-_sign(deal) for wall in walls for deal in wall.other),
        won=mean_of([margin > 0 for margin in margins]),
        lost=mean_of([margin < 0 for margin in margins]),
        deals_won=mean_of([_won_alone(wall.alone)[0] / len(wall.alone) for wall in walls]),
        deals_drawn=mean_of([_drawn((*wall.alone, *wall.other)) for wall in walls]),
        share=ratio_of([_won_alone(wall.alone) for wall in walls]),
        a=_side([(wall.alone, wall.other) for wall in walls]),
        b=_side([(wall.other, wall.alone) for wall in walls]),
        a_ms=milliseconds(second for wall in walls for second in wall.a_seconds),
        b_ms=milliseconds(second for wall in walls for second in wall.b_seconds),
    )


def _sign(deal: Deal) -> int:
    """1 if the lone bot won, -1 if another did, 0 if nobody."""
    return 0 if deal.winner == NOBODY else 1 if deal.winner == deal.lone else -1


def _drawn(deals: Sequence[Deal]) -> float:
    return sum(deal.winner == NOBODY for deal in deals) / len(deals)


def _won_alone(deals: Sequence[Deal]) -> tuple[float, float]:
    """Deals won by the lone bot, and by anybody."""
    signs = [_sign(deal) for deal in deals]
    return float(signs.count(1)), float(len(signs) - signs.count(0))


Halves = tuple[Sequence[Deal], Sequence[Deal]]
"""The deals of a wall in which a bot is alone, and those in which its two others are."""


def _side(walls: Sequence[Halves]) -> Side:
    wins = [[deal for deal, place in _seats(wall) if deal.winner == place] for wall in walls]
    return Side(
        ratio_of([(len(won), len(_seats(wall))) for won, wall in zip(wins, walls, strict=True)]),
        ratio_of([(sum(deal.hu for deal in won), len(won)) for won in wins]),
        ratio_of([(sum(deal.drawn for deal in won), len(won)) for won in wins]),
        {
            role: ratio_of([_points_of([deal.points[at] for deal, at in _seats(wall) if (at == 0) == first]) for wall in walls])
            for role, first in ((DEALER, True), (OTHER, False))
        },
    )  # fmt: skip


def _seats(wall: Halves) -> list[tuple[Deal, int]]:
    """Every deal with each place at which the bot sat."""
    own, others = wall
    alone = [(deal, deal.lone) for deal in own]
    return alone + [(deal, at) for deal in others for at in range(len(deal.points)) if at != deal.lone]


def _points_of(points: Sequence[int]) -> tuple[float, float]:
    return float(sum(points)), float(len(points))


def _wall_of(fields: list[Any]) -> Wall:
    alone, other, *seconds = fields
    return Wall(tuple(Deal(*deal) for deal in alone), tuple(Deal(*deal) for deal in other), *seconds)


play_walls = Match(play_wall, _wall_of, _result)
"""Duplicate walls of two bots (`matches.Match`)."""


PACK = Pack(
    title="Paohuzi 跑胡子",
    roles=(DEALER, OTHER),
    places=0,
    outcome=outcome,
    play=play_walls,
    # The `search` of Paohuzi is its `hard` without a clock and without the network.
    rungs=(
        "random",
        "easy",
        "greedy",
        "normal",
        "efficiency",
        "heuristic",
        "expected",
        "net",
        "hard",
        "master",
    ),
    slow={"easy": 600, "normal": 600, "hard": 600, "master": 400},
)
