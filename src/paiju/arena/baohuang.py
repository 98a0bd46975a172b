"""Bao Huang in the arena: duplicate pairs. Every deal is played twice with sides swapped, so that cards cancel out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from paiju.arena.figures import Figure, Mean, by_role, mean_of, ratio_of, sum_of, tally_of
from paiju.arena.match import Apart, Match, Play, Unit, points_apart
from paiju.arena.pack import Outcome, Pack
from paiju.arena.seeds import Seed, deal_seed
from paiju.core.errors import UsageError
from paiju.core.game import Game
from paiju.games.baohuang.cards import SEATS
from paiju.games.baohuang.game import GAME
from paiju.games.baohuang.options import BaohuangOptions
from paiju.games.baohuang.state import Phase, Role, State

SOLO = "solo"
ROLES = (*(str(role) for role in Role), SOLO)


def outcome(state: State, returns: Sequence[int]) -> Outcome:
    """A solo emperor counts as `solo`, not as emperor; a win is a deal with points above 0."""
    result, roles = state.result, state.roles
    assert result is not None
    names = tuple(
        SOLO if roles.solo and seat == roles.emperor else str(roles.of(seat)) for seat in range(SEATS)
    )
    return Outcome(names, result.places, tuple(points > 0 for points in returns))


PLACE_POINTS = {1: 4, 2: 2, 3: 0, 4: -2, 5: -4}
_MOST_TRIES = 1000

Points = list[tuple[str, int]]
"""Place points of one side's seats, each with its role."""


def first_lead(options: BaohuangOptions, seed: Seed, index: int) -> tuple[State, int]:
    """The first deal of an index that has one guard, at its first lead; and the number of attempts before it."""
    for tries in range(_MOST_TRIES):
        state = GAME.deal(options, deal_seed(seed, index, tries))
        while state.queue and state.phase is not Phase.PLAY:
            seat = state.queue[0]
            state, _ = GAME.apply(state, seat, GAME.legal_actions(state, seat)[0])
        if state.phase is Phase.PLAY and len(state.roles.guards) == 1:
            return state, tries
    raise UsageError("usage.pairs", f"no deal with one guard in {_MOST_TRIES} tries", {"value": _MOST_TRIES})


def sides(_options: BaohuangOptions, start: State) -> Sequence[Apart]:
    """The emperor's side is measured."""
    return [(start.roles.emperor, *start.roles.guards)]


def partners(half: int, apart: Apart, seats: int) -> Sequence[int]:
    """Numbers of bots by which partners share nothing: 0 and 2 are A's bots, 1 and 3 are B's."""
    return [2 * half + ((seat in apart) == bool(half)) for seat in range(seats)]


def read(_game: Game, end: State, apart: Apart) -> Play:
    """Place points of the emperor's side, and those of each seat of it and of the people with its role."""
    result, roles = end.result, end.roles
    assert result is not None
    points: tuple[Points, Points] = ([], [])
    for seat in range(SEATS):
        points[seat not in apart].append((str(roles.of(seat)), PLACE_POINTS[result.places[seat]]))
    return Play(sum(worth for _, worth in points[0]), points)


def _figures(units: Sequence[Unit]) -> dict[str, Figure]:
    """A's deals on each side by the sign of its points and its mean points there; mean place points in each role, A's and B's."""
    crown = [points_apart(unit.a_apart) for unit in units]
    people = [-points_apart(unit.b_apart) for unit in units]
    plays = [(unit.a_apart[0].facts, unit.b_apart[0].facts) for unit in units]
    return {
        "crown": tally_of(crown),
        "people": tally_of(people),
        "crown_points": mean_of(crown),
        "people_points": mean_of(people),
        "a_roles": _by_role([own[0] + other[1] for own, other in plays]),
        "b_roles": _by_role([other[0] + own[1] for own, other in plays]),
        "redealt": sum(unit.redealt for unit in units),
    }


def _lines(figures: Mapping[str, Any]) -> Sequence[str]:
    return (
        (
            f"as emperor's side {figures['crown']}, as the people {figures['people']} (won/tied/lost); "
            f"points {figures['crown_points'].points} and {figures['people_points'].points}"
        ),
        f"place points of {{a}} as {by_role(figures['a_roles'])}; {{b}} as {by_role(figures['b_roles'])}",
    )


def _by_role(points: Sequence[Points]) -> dict[str, Mean]:
    """Mean place points of each role; the pairs are the clusters."""
    return {
        role: ratio_of([sum_of([worth for name, worth in pair if name == role]) for pair in points])
        for role in map(str, Role)
    }


play_duplicate = Match(sides, read, _figures, _lines, first_lead, partners)
"""Duplicate pairs of two bots."""


PACK = Pack(
    title="Bao Huang 保皇",
    roles=ROLES,
    places=SEATS,
    outcome=outcome,
    play=play_duplicate,
    rungs=("random", "greedy", "easy", "normal", "heuristic", "search", "net", "hard", "master"),
    slow={"easy": 300, "normal": 300, "search": 400, "hard": 300, "master": 200},
)
