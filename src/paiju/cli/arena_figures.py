"""What `paiju arena` prints of a match: lines for people, and figures by name for JSON and the ladder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from paiju.arena.duplicate import Duplicate
from paiju.arena.figures import Mean, Tally
from paiju.arena.mixed import Ratings
from paiju.arena.walls import Side, Walls

Result = Duplicate | Walls


def lines(a: str, b: str, result: Result) -> Iterator[str]:
    """A match in a few lines; the first one says all."""
    margin = result.margin
    yield (
        f"{a} against {b}: {margin.value:+.3f} ± {margin.se:.3f} points a deal, {margin.size} pairs, "
        f"lower 95 % bound {margin.lower95:+.3f}"
    )
    if isinstance(result, Duplicate):
        yield (
            f"as emperor's side {_tally(result.crown)}, as the people {_tally(result.people)} (won/tied/lost); "
            f"points {_points(result.crown_points)} and {_points(result.people_points)}"
        )
        yield f"place points of {a} as {_roles(result.roles)}; {b} as {_roles(result.b_roles)}"
    else:
        yield from _walls(a, b, result)
    times = _times(result)
    yield (
        f"a decision takes {a} {times['a_ms_p50']:.2f} ms (p95 {times['a_ms_p95']:.2f}), "
        f"{b} {times['b_ms_p50']:.2f} ms (p95 {times['b_ms_p95']:.2f})"
    )


def _walls(a: str, b: str, result: Walls) -> Iterator[str]:
    yield (
        f"cut at the 99th percentile {_points(result.winsorised)}; alone against two {_points(result.alone)}, "
        f"two against one {_points(result.pair)}"
    )
    yield (
        f"alone {_tally(result.alone_tally)}, two against one {_tally(result.pair_tally)} (won/drawn/lost); "
        f"walls won {_share(result.won)}, lost {_share(result.lost)}; deals drawn {_share(result.deals_drawn)}, "
        f"won alone of those with a winner {_share(result.share)}"
    )
    for name, side in ((a, result.a), (b, result.b)):
        yield (
            f"{name} wins {_share(side.hu_rate)} of its deals with {side.hu.value:.1f} ± {side.hu.se:.1f} hu "
            f"after {side.turn.value:.1f} cards; points as {_roles(side.roles)}"
        )


def _tally(tally: Tally) -> str:
    return f"{tally.wins}/{tally.ties}/{tally.losses}"


def _share(mean: Mean) -> str:
    return f"{mean.value:.1%} ± {mean.se:.1%}"


def _points(mean: Mean) -> str:
    return f"{mean.value:+.3f} ± {mean.se:.3f}"


def _roles(roles: Mapping[str, Mean]) -> str:
    return ", ".join(f"{role} {_points(mean)}" for role, mean in roles.items())


def figures(result: Result) -> dict[str, object]:
    """All figures of a match; the first and the last ones are the same for both games."""
    if isinstance(result, Duplicate):
        own: dict[str, object] = {
            "crown": result.crown._asdict(),
            "people": result.people._asdict(),
            "crown_points": _mean(result.crown_points),
            "people_points": _mean(result.people_points),
            "a_roles": _means(result.roles),
            "b_roles": _means(result.b_roles),
            "redealt": result.redealt,
        }
    else:
        own = {
            **_means(result.means()),
            "alone_tally": result.alone_tally._asdict(),
            "pair_tally": result.pair_tally._asdict(),
            **_side("a", result.a),
            **_side("b", result.b),
        }
    return {
        "margin": result.margin.value,
        "se": result.margin.se,
        "lower95": result.margin.lower95,
        "pairs": result.margin.size,
        **own,
        **_times(result),
    }


def _times(result: Result) -> dict[str, float]:
    if isinstance(result, Duplicate):
        return {name: getattr(result, name) for name in _TIMES}
    sides = {"a": result.a, "b": result.b}
    return {name: getattr(sides[name[0]], name[2:]) for name in _TIMES}


_TIMES = tuple(f"{side}_ms_{what}" for side in "ab" for what in ("mean", "p50", "p95"))


def _side(name: str, side: Side) -> dict[str, object]:
    return {
        f"{name}_hu_rate": _mean(side.hu_rate),
        f"{name}_hu": _mean(side.hu),
        f"{name}_turn": _mean(side.turn),
        f"{name}_roles": _means(side.roles),
    }


def _mean(mean: Mean) -> dict[str, float]:
    return {"value": mean.value, "se": mean.se}


def _means(means: Mapping[str, Mean]) -> dict[str, object]:
    return {name: _mean(mean) for name, mean in means.items()}


def rating_lines(ratings: Ratings) -> Iterator[str]:
    """Ratings, strongest first."""
    yield (
        f"{ratings.deals} deals in mixed company, {ratings.void} void; beta {ratings.beta:.2f}, "
        f"log loss of the second half {ratings.log_loss:.3f}"
    )
    for bot in ratings.bots:
        yield (
            f"{bot.name}: {bot.mu:.2f} ± {bot.sigma:.2f}, {_points(bot.points)} points a deal, {bot.deals} deals"
        )


def rating_figures(ratings: Ratings) -> dict[str, object]:
    """Ratings by name."""
    return {
        "deals": ratings.deals,
        "void": ratings.void,
        "beta": ratings.beta,
        "log_loss": ratings.log_loss,
        "bots": [{**bot._asdict(), "points": _mean(bot.points)} for bot in ratings.bots],
    }
