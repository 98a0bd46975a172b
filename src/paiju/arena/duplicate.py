"""Duplicate pairs for Bao Huang: every deal is played twice with sides swapped, so that cards cancel out.

Roles must be the same in both plays, so nobody decides anything before play: every phase up to the first lead
takes the safe default, the first legal action (the holder of the claim crowns himself, the lowest kind is
called, nobody declares, revolts, usurps or counters), without carry and so without tribute. Then one bot sits on
the emperor's and the guard's seats and the other on the people's, and the other way round. Deals that are
void, or have no or two guards, are dealt again.

The utility S of a play is the place points (+4, +2, 0, -2, -4) of emperor and guard, whatever the scoring of the
options; the margin of a pair is (S with A as the crown - S with B as the crown) / 2, in points per deal.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from paiju.arena.figures import Mean, mean_of, percentile
from paiju.arena.playing import play_out, timed
from paiju.arena.seeds import Seed, bot_seed, deal_seed
from paiju.arena.workers import spread
from paiju.bots.base import Bot, Maker, maker
from paiju.core.errors import UsageError
from paiju.games.baohuang.cards import SEATS
from paiju.games.baohuang.law import GAME
from paiju.games.baohuang.options import BaohuangOptions
from paiju.games.baohuang.state import Phase, State

PLACE_POINTS = {1: 4, 2: 2, 3: 0, 4: -2, 5: -4}
_MOST_TRIES = 1000

Progress = Callable[[int], None]


class Tally(NamedTuple):
    """Deals won, tied and lost by one side."""

    wins: int
    ties: int
    losses: int


@dataclass(frozen=True, slots=True)
class Duplicate:
    """What a match of duplicate pairs showed, for bot A.

    `crown` and `people` count A's deals on each side by the sign of S; `crown_points` and `people_points` are its
    mean points there. `redealt` counts deals that could not be used. Milliseconds are per decision with
    a choice; they are the only figures that differ from run to run.
    """

    margin: Mean
    crown: Tally
    people: Tally
    crown_points: Mean
    people_points: Mean
    redealt: int
    a_ms_p50: float = field(compare=False)
    a_ms_p95: float = field(compare=False)
    b_ms_p50: float = field(compare=False)
    b_ms_p95: float = field(compare=False)


class Pair(NamedTuple):
    """One deal played twice: S with A and with B as the crown, tries thrown away, and seconds per decision."""

    a_crown: int
    b_crown: int
    redealt: int
    a_seconds: list[float]
    b_seconds: list[float]


def play_duplicate(
    options: BaohuangOptions,
    a: str | Maker,
    b: str | Maker,
    pairs: int,
    seed: Seed,
    *,
    jobs: int = 1,
    progress: Progress | None = None,
) -> Duplicate:
    """Play `pairs` duplicate pairs of `a` against `b`; the result does not depend on `jobs`.

    A bot is a name, or anything that makes one from a seed (for more than one job it must be picklable).
    `progress` is told the number of pairs played.

    Raises:
        UsageError: usage.bot, usage.pairs or usage.jobs.
    """
    if pairs < 1:
        raise UsageError("usage.pairs", f"{pairs} pairs cannot be played", {"value": pairs})
    makers = tuple(maker(bot) if isinstance(bot, str) else bot for bot in (a, b))
    work = partial(play_pair, options, makers[0], makers[1], seed)
    played: list[Pair] = []
    for pair in spread(work, range(pairs), jobs):
        played.append(pair)
        if progress:
            progress(len(played))
    return _result(played)


def play_pair(options: BaohuangOptions, a: Maker, b: Maker, seed: Seed, index: int) -> Pair:
    """One deal, twice."""
    start, tries = _start(options, seed, index)
    a_seconds: list[float] = []
    b_seconds: list[float] = []
    a_bots, b_bots = _seated(a, seed, index, 0), _seated(b, seed, index, 1)
    first = _play(start, a_bots, b_bots, a_seconds, b_seconds)
    a_bots, b_bots = _seated(a, seed, index, 2), _seated(b, seed, index, 3)
    second = _play(start, b_bots, a_bots, b_seconds, a_seconds)
    return Pair(first, second, tries, a_seconds, b_seconds)


def _seated(make: Maker, seed: Seed, index: int, role: int) -> list[Bot]:
    """A bot for each seat: partners are two bots that share nothing."""
    return [make(bot_seed(seed, index, role, seat)) for seat in range(SEATS)]


def _start(options: BaohuangOptions, seed: Seed, index: int) -> tuple[State, int]:
    """The first deal of an index that has one guard, at its first lead; and the tries before it."""
    for tries in range(_MOST_TRIES):
        state = GAME.deal(options, deal_seed(seed, index, tries))
        while state.queue and state.phase is not Phase.PLAY:
            seat = state.queue[0]
            state, _ = GAME.apply(state, seat, GAME.legal_actions(state, seat)[0])
        if state.phase is Phase.PLAY and len(state.roles.guards) == 1:
            return state, tries
    raise UsageError("usage.pairs", f"no deal with one guard in {_MOST_TRIES} tries", {"value": _MOST_TRIES})


def _play(
    state: State, crown: list[Bot], people: list[Bot], crown_seconds: list[float], people_seconds: list[float]
) -> int:
    """S of a deal played out with one kind of bot on each side."""
    side = {state.roles.emperor, *state.roles.guards}
    bots = [(crown if seat in side else people)[seat] for seat in range(SEATS)]
    choose = timed(bots, lambda seat: crown_seconds if seat in side else people_seconds)
    state = play_out(GAME, state, choose)
    assert state.result is not None
    return sum(PLACE_POINTS[state.result.places[seat]] for seat in side)


def _result(pairs: list[Pair]) -> Duplicate:
    crown = [pair.a_crown for pair in pairs]
    people = [-pair.b_crown for pair in pairs]
    a_ms = [1000 * second for pair in pairs for second in pair.a_seconds]
    b_ms = [1000 * second for pair in pairs for second in pair.b_seconds]
    return Duplicate(
        margin=mean_of([(pair.a_crown - pair.b_crown) / 2 for pair in pairs]),
        crown=_tally(crown),
        people=_tally(people),
        crown_points=mean_of(crown),
        people_points=mean_of(people),
        redealt=sum(pair.redealt for pair in pairs),
        a_ms_p50=percentile(a_ms, 0.5),
        a_ms_p95=percentile(a_ms, 0.95),
        b_ms_p50=percentile(b_ms, 0.5),
        b_ms_p95=percentile(b_ms, 0.95),
    )


def _tally(points: list[int]) -> Tally:
    return Tally(sum(p > 0 for p in points), points.count(0), sum(p < 0 for p in points))
