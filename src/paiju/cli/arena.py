"""`paiju arena`: two bots on duplicate deals, sides or seats swapped."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Annotated

import typer

from paiju.arena.duplicate import Duplicate, Tally, play_duplicate
from paiju.arena.figures import Mean
from paiju.arena.walls import Walls, play_walls
from paiju.cli.common import (
    GameArgument,
    OptionOption,
    PresetOption,
    SeedOption,
    console,
    counting,
    game_and_options,
)


def register(app: typer.Typer) -> None:
    """Add the command to `app`."""
    app.command("arena")(run)


def run(
    game: GameArgument,
    a: Annotated[str, typer.Option("--a", metavar="BOT", help="The bot that is measured.")] = "heuristic",
    b: Annotated[str, typer.Option("--b", metavar="BOT", help="The bot it is measured against.")] = "greedy",
    pairs: Annotated[
        int,
        typer.Option(
            "--pairs",
            "-n",
            min=1,
            max=10_000_000,
            help="How many deals, each played with sides (Paohuzi: all seats) swapped.",
        ),
    ] = 300,
    seed: SeedOption = "1",
    preset: PresetOption = None,
    option: OptionOption = None,
    jobs: Annotated[
        int, typer.Option("--jobs", "-j", min=1, max=256, help="Processes; the figures do not depend on it.")
    ] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Measure bot A against bot B on duplicate deals with sides swapped."""
    law, options = game_and_options(game, preset, option)
    out = console()
    with counting("pairs", pairs) as advance:
        result = _PLAYERS[law.name](options, a, b, pairs, seed, jobs=jobs, progress=advance)
    if as_json:
        typer.echo(json.dumps({"a": a, "b": b, **_json(result)}))
        return
    margin = result.margin
    out.print(
        f"{a} against {b}: {margin.value:+.3f} ± {margin.se:.3f} points a deal, {margin.size} pairs, lower 95 % bound {margin.lower95:+.3f}"
    )
    out.print(f"  {_line(result)}")
    out.print(
        f"  a decision takes {a} {result.a_ms_p50:.2f} ms (p95 {result.a_ms_p95:.2f}), {b} {result.b_ms_p50:.2f} ms (p95 {result.b_ms_p95:.2f})",
        style="dim",
    )


_PLAYERS: Mapping[str, Callable[..., Duplicate | Walls]] = {"baohuang": play_duplicate, "paohuzi": play_walls}


def _line(result: Duplicate | Walls) -> str:
    if isinstance(result, Duplicate):
        return (
            f"as emperor's side {_tally(result.crown)}, as the people {_tally(result.people)} (won/tied/lost)"
        )
    return (
        f"walls won {_share(result.won)}, lost {_share(result.lost)}; deals won {_share(result.deals_won)}, "
        f"drawn {_share(result.deals_drawn)}, won of those with a winner {_share(result.share)}"
    )


def _tally(tally: Tally) -> str:
    return f"{tally.wins}/{tally.ties}/{tally.losses}"


def _share(mean: Mean) -> str:
    return f"{mean.value:.1%} ± {mean.se:.1%}"


def _json(result: Duplicate | Walls) -> dict[str, object]:
    if isinstance(result, Duplicate):
        own: dict[str, object] = {"crown": result.crown._asdict(), "people": result.people._asdict()}
    else:
        own = {name: {"value": mean.value, "se": mean.se} for name, mean in result.shares().items()}
        own["a_ms_mean"] = result.a_ms_mean
    return {
        "margin": result.margin.value,
        "se": result.margin.se,
        "lower95": result.margin.lower95,
        "pairs": result.margin.size,
        **own,
        "a_ms_p50": result.a_ms_p50,
        "a_ms_p95": result.a_ms_p95,
        "b_ms_p50": result.b_ms_p50,
        "b_ms_p95": result.b_ms_p95,
    }
