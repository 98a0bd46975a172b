"""Bao Huang in the arena: duplicate pairs. Every deal is played twice with sides swapped, so that cards cancel out."""

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
    ratio_of,
    tally_of,
)
from paiju.arena.match import Match, Player, Seating, play_deal
from paiju.arena.pack import Outcome, Pack, Teams
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


def teams(roles: Sequence[str]) -> Teams:
    """The emperor's side and the people."""
    people = tuple(seat for seat, role in enumerate(roles) if role == Role.COMMONER)
    return tuple(seat for seat in range(len(roles)) if seat not in people), people


PLACE_POINTS = {1: 4, 2: 2, 3: 0, 4: -2, 5: -4}
_MOST_TRIES = 1000

Points = tuple[tuple[str, int], ...]
"""Place points of one side's seats, each with its role."""


@dataclass(frozen=True, slots=True)
class Duplicate:
    """What a match of duplicate pairs showed, for bot A.

    `crown` and `people` count A's deals on each side by the sign of S; `crown_points` and `people_points` are its
    mean points there. `roles` are A's mean place points in each role, over both plays, and `b_roles` B's.
    `redealt` counts deals that could not be used. Milliseconds are per decision with
    a choice; they are the only figures that differ from run to run.
    """

    margin: Mean
    crown: Tally
    people: Tally
    crown_points: Mean
    people_points: Mean
    roles: dict[str, Mean]
    b_roles: dict[str, Mean]
    redealt: int
    a_ms: Times = field(compare=False)
    b_ms: Times = field(compare=False)

    def lines(self, a: str, b: str) -> Iterator[str]:
        """What the match shows beyond its margin, for people."""
        yield (
            f"as emperor's side {self.crown}, as the people {self.people} (won/tied/lost); "
            f"points {self.crown_points.points} and {self.people_points.points}"
        )
        yield f"place points of {a} as {by_role(self.roles)}; {b} as {by_role(self.b_roles)}"

    def figures(self) -> dict[str, Any]:
        """The same by name."""
        return {
            "crown": self.crown._asdict(),
            "people": self.people._asdict(),
            "crown_points": self.crown_points.to_json(),
            "people_points": self.people_points.to_json(),
            "a_roles": means_json(self.roles),
            "b_roles": means_json(self.b_roles),
            "redealt": self.redealt,
        }


class Pair(NamedTuple):
    """One deal played twice: S with A and with B as the crown, tries thrown away, points, seconds per decision."""

    a_crown: int
    b_crown: int
    redealt: int
    a_points: Points
    b_points: Points
    a_seconds: Sequence[float]
    b_seconds: Sequence[float]

    @property
    def margin(self) -> float:
        """A's points per deal."""
        return (self.a_crown - self.b_crown) / 2


def play_pair(
    options: BaohuangOptions, a: Player, b: Player, seed: Seed, index: int, *, game: Game = GAME
) -> Pair:
    """One deal, twice; `game` is what the bots are shown their views by."""
    start, tries = _start(options, seed, index)
    crown = {start.roles.emperor, *start.roles.guards}
    seconds: tuple[list[float], list[float]] = ([], [])
    points: list[Points] = []
    for play, own in enumerate((crown, set(range(SEATS)) - crown)):
        players = [a if seat in own else b for seat in range(SEATS)]
        # Partners are two bots that share nothing: 0 and 2 number A's bots, 1 and 3 those of B.
        numbers = [2 * play + (seat not in own) for seat in range(SEATS)]
        end = play_deal(
            game, options, start, Seating(players, numbers, own), seed=seed, index=index, seconds=seconds
        )
        points += [_points(end, crown), _points(end, set(range(SEATS)) - crown)]
    a_crown, b_people, b_crown, a_people = points
    return Pair(
        sum(worth for _, worth in a_crown), sum(worth for _, worth in b_crown), tries,
        a_crown + a_people, b_crown + b_people, *seconds,
    )  # fmt: skip


def _points(state: State, side: set[int]) -> Points:
    """Roles and place points of some seats at the end of a deal."""
    result, roles = state.result, state.roles
    assert result is not None
    return tuple((str(roles.of(seat)), PLACE_POINTS[result.places[seat]]) for seat in sorted(side))


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


def _result(pairs: list[Pair]) -> Duplicate:
    crown = [pair.a_crown for pair in pairs]
    people = [-pair.b_crown for pair in pairs]
    return Duplicate(
        mean_of([pair.margin for pair in pairs]),
        tally_of(crown),
        tally_of(people),
        mean_of(crown),
        mean_of(people),
        _by_role([pair.a_points for pair in pairs]),
        _by_role([pair.b_points for pair in pairs]),
        sum(pair.redealt for pair in pairs),
        milliseconds(second for pair in pairs for second in pair.a_seconds),
        milliseconds(second for pair in pairs for second in pair.b_seconds),
    )


def _by_role(points: list[Points]) -> dict[str, Mean]:
    """Mean place points of each role; the pairs are the clusters."""
    return {
        role: ratio_of([_sum_of([worth for name, worth in pair if name == role]) for pair in points])
        for role in map(str, Role)
    }


def _sum_of(values: Sequence[int]) -> tuple[float, float]:
    return float(sum(values)), float(len(values))


play_duplicate = Match(play_pair, lambda fields: Pair(*fields), _result)
"""Duplicate pairs of two bots (`matches.Match`)."""


PACK = Pack(
    title="Bao Huang 保皇",
    roles=ROLES,
    places=SEATS,
    outcome=outcome,
    teams=teams,
    play=play_duplicate,
    rungs=("random", "greedy", "easy", "normal", "heuristic", "search", "net", "hard", "master"),
    slow={"easy": 300, "normal": 300, "search": 400, "hard": 300, "master": 200},
)
