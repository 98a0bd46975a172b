"""Paohuzi in the arena: duplicate walls. The same eighty cards are played six times, every bot in every seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from paiju.arena.figures import Figure, by_role, mean_of, percentile, ratio_of, sum_of, tally_of
from paiju.arena.match import Apart, Match, Play, Unit, points_apart
from paiju.arena.pack import OUT, Outcome, Pack
from paiju.core.game import Game
from paiju.games.paohuzi.cards import STOCK_SIZE
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


class Deal(NamedTuple):
    """One play of a wall; places are counted from the dealer.

    `lone` is the place of the lone bot, `points` are by place, `winner` is a place or -1, `drawn` the cards
    that were drawn.
    """

    lone: int
    points: tuple[int, ...]
    winner: int
    hu: int
    drawn: int


def lone(_options: PaohuziOptions, start: State) -> Sequence[Apart]:
    """Each seat of the deal as the lone one."""
    return [(seat,) for seat in start.start.order]


def read(_game: Game, end: State, apart: Apart) -> Play:
    """The points of the lone bot, and the deal."""
    result, order = end.result, end.start.order
    assert result is not None
    deal = Deal(
        order.index(apart[0]),
        tuple(result.returns[seat] for seat in order),
        NOBODY if result.drawn_game else order.index(result.winner),
        result.hu,
        STOCK_SIZE - len(end.stock),
    )
    return Play(deal.points[deal.lone], deal)


Halves = tuple[Sequence[Deal], Sequence[Deal]]
"""The deals of a wall in which a bot is alone, and those in which its two others are."""


def _figures(walls: Sequence[Unit]) -> dict[str, Figure]:
    """Points per deal of A alone against two (`alone`), and what a lone B loses to two of A (`pair`); the tallies count these deals.

    `won` and `lost` are the shares of walls with a margin above and below 0, `deals_drawn` that of deals nobody won.
    Of the deals with A alone, `deals_won` are those it won, and `share` is their share of those with a winner. `a_` and `b_` mark
    figures of one bot in all deals.
    """
    margins = [wall.margin for wall in walls]
    limit = percentile([abs(play.points) for wall in walls for play in (*wall.a_apart, *wall.b_apart)], _CUT)
    halves = [(_deals(wall.a_apart), _deals(wall.b_apart)) for wall in walls]
    return {
        "winsorised": mean_of([wall.margin_within(limit) for wall in walls]),
        "alone": mean_of([points_apart(wall.a_apart) for wall in walls]),
        "pair": mean_of([-points_apart(wall.b_apart) for wall in walls]),
        "won": mean_of([margin > 0 for margin in margins]),
        "lost": mean_of([margin < 0 for margin in margins]),
        "deals_won": mean_of([_won_alone(own)[0] / len(own) for own, _ in halves]),
        "deals_drawn": mean_of([_drawn((*own, *other)) for own, other in halves]),
        "share": ratio_of([_won_alone(own) for own, _ in halves]),
        "alone_tally": tally_of(_sign(deal) for own, _ in halves for deal in own),
        "pair_tally": tally_of(-_sign(deal) for _, other in halves for deal in other),
        **_side("a", halves),
        **_side("b", [(other, own) for own, other in halves]),
    }


def _lines(figures: Mapping[str, Any]) -> Sequence[str]:
    return (
        (
            f"cut at the 99th percentile {figures['winsorised'].points}; alone against two {figures['alone'].points}, "
            f"two against one {figures['pair'].points}"
        ),
        (
            f"alone {figures['alone_tally']}, two against one {figures['pair_tally']} (won/drawn/lost); "
            f"walls won {figures['won'].share}, lost {figures['lost'].share}; deals drawn {figures['deals_drawn'].share}, "
            f"won alone of those with a winner {figures['share'].share}"
        ),
        *(_side_line(name, figures) for name in "ab"),
    )


def _side_line(name: str, figures: Mapping[str, Any]) -> str:
    hu = figures[f"{name}_hu"]
    return (
        f"{{{name}}} wins {figures[f'{name}_hu_rate'].share} of its deals with {hu.value:.1f} ± {hu.se:.1f} hu "
        f"after {figures[f'{name}_turn'].value:.1f} cards; points as {by_role(figures[f'{name}_roles'])}"
    )


def _deals(plays: Sequence[Play]) -> list[Deal]:
    return [Deal(*play.facts) for play in plays]


def _sign(deal: Deal) -> int:
    """1 if the lone bot won, -1 if another did, 0 if nobody."""
    return 0 if deal.winner == NOBODY else 1 if deal.winner == deal.lone else -1


def _drawn(deals: Sequence[Deal]) -> float:
    return sum(deal.winner == NOBODY for deal in deals) / len(deals)


def _won_alone(deals: Sequence[Deal]) -> tuple[float, float]:
    """Deals won by the lone bot, and by any bot."""
    signs = [_sign(deal) for deal in deals]
    return float(signs.count(1)), float(len(signs) - signs.count(0))


def _side(name: str, walls: Sequence[Halves]) -> dict[str, Figure]:
    """The share of its seats that a bot won, its mean hu and cards drawn when it wins, its points per deal as dealer and as another."""
    wins = [[deal for deal, place in _seats(wall) if deal.winner == place] for wall in walls]
    return {
        f"{name}_hu_rate": ratio_of([(len(won), len(_seats(wall))) for won, wall in zip(wins, walls, strict=True)]),
        f"{name}_hu": ratio_of([(sum(deal.hu for deal in won), len(won)) for won in wins]),
        f"{name}_turn": ratio_of([(sum(deal.drawn for deal in won), len(won)) for won in wins]),
        f"{name}_roles": {
            role: ratio_of([sum_of([deal.points[at] for deal, at in _seats(wall) if (at == 0) == first]) for wall in walls])
            for role, first in ((DEALER, True), (OTHER, False))
        },
    }  # fmt: skip


def _seats(wall: Halves) -> list[tuple[Deal, int]]:
    """Every deal with each place at which the bot sat."""
    own, others = wall
    alone = [(deal, deal.lone) for deal in own]
    return alone + [(deal, at) for deal in others for at in range(len(deal.points)) if at != deal.lone]


play_walls = Match(lone, read, _figures, _lines)
"""Duplicate walls of two bots."""


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
