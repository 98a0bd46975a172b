"""`paiju arena`: two bots on duplicate deals, sides swapped."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from paiju.arena.duplicate import Duplicate, Tally, play_duplicate
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
        int, typer.Option("--pairs", "-n", min=1, max=10_000_000, help="How many deals, each played twice.")
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
    _, options = game_and_options(game, preset, option)
    with counting("pairs", pairs) as advance:
        result = play_duplicate(options, a, b, pairs, seed, jobs=jobs, progress=advance)
    if as_json:
        typer.echo(json.dumps(_json(result, a, b)))
        return
    out = console()
    margin = result.margin
    out.print(
        f"{a} against {b}: {margin.value:+.3f} ± {margin.se:.3f} points a deal, {margin.size} pairs, lower 95 % bound {margin.lower95:+.3f}"
    )
    out.print(
        f"  as emperor's side {_tally(result.crown)}, as the people {_tally(result.people)} (won/tied/lost)"
    )
    out.print(
        f"  a decision takes {a} {result.a_ms_p50:.2f} ms (p95 {result.a_ms_p95:.2f}), {b} {result.b_ms_p50:.2f} ms (p95 {result.b_ms_p95:.2f})",
        style="dim",
    )


def _tally(tally: Tally) -> str:
    return f"{tally.wins}/{tally.ties}/{tally.losses}"


def _json(result: Duplicate, a: str, b: str) -> dict[str, object]:
    return {
        "a": a,
        "b": b,
        "margin": result.margin.value,
        "se": result.margin.se,
        "lower95": result.margin.lower95,
        "pairs": result.margin.size,
        "crown": result.crown._asdict(),
        "people": result.people._asdict(),
        "a_ms_p50": result.a_ms_p50,
        "a_ms_p95": result.a_ms_p95,
        "b_ms_p50": result.b_ms_p50,
        "b_ms_p95": result.b_ms_p95,
    }
