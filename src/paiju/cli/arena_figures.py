"""What `paiju arena` prints of a match: lines for people, and figures by name for JSON and the ladder."""

from __future__ import annotations

from collections.abc import Iterator

from paiju.arena.mixed import Ratings
from paiju.arena.pack import Result


def lines(a: str, b: str, result: Result) -> Iterator[str]:
    """A match in a few lines; the first one says all."""
    margin = result.margin
    yield (
        f"{a} against {b}: {margin.points} points a deal, {margin.size} pairs, "
        f"lower 95 % bound {margin.lower95:+.3f}"
    )
    yield from result.lines(a, b)
    yield (
        f"a decision takes {a} {result.a_ms.p50:.2f} ms (p95 {result.a_ms.p95:.2f}), "
        f"{b} {result.b_ms.p50:.2f} ms (p95 {result.b_ms.p95:.2f})"
    )


def figures(result: Result) -> dict[str, object]:
    """All figures of a match; the first and the last ones are the same for all games."""
    times = {"a": result.a_ms, "b": result.b_ms}
    return {
        "margin": result.margin.value,
        "se": result.margin.se,
        "lower95": result.margin.lower95,
        "pairs": result.margin.size,
        **result.figures(),
        **{f"{side}_ms_{what}": value for side, ms in times.items() for what, value in ms._asdict().items()},
    }


def rating_lines(ratings: Ratings) -> Iterator[str]:
    """Ratings, strongest first."""
    yield (
        f"{ratings.deals} deals in mixed company, {ratings.void} void; beta {ratings.beta:.2f}, "
        f"log loss of the second half {ratings.log_loss:.3f}"
    )
    for bot in ratings.bots:
        yield (
            f"{bot.name}: {bot.mu:.2f} ± {bot.sigma:.2f}, {bot.points.points} points a deal, {bot.deals} deals"
        )


def rating_figures(ratings: Ratings) -> dict[str, object]:
    """Ratings by name."""
    return {
        "deals": ratings.deals,
        "void": ratings.void,
        "beta": ratings.beta,
        "log_loss": ratings.log_loss,
        "bots": [{**bot._asdict(), "points": bot.points.to_json()} for bot in ratings.bots],
    }
