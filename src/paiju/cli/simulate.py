"""`paiju simulate`: long series of deals among bots, as a table, as JSON, or as records."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from paiju.arena import simulate as simulation
from paiju.arena.figures import Mean
from paiju.arena.simulate import BotSummary, OnDeal, Summary, write_record
from paiju.cli.common import (
    DealsOption,
    GameArgument,
    JobsOption,
    JsonOption,
    OptionOption,
    PresetOption,
    SeedOption,
    console,
    counting,
    echo,
    echo_json,
    game_and_options,
    names_of,
)
from paiju.cli.pack import pack_of
from paiju.core.errors import UsageError
from paiju.core.files import ready_folder, unwritable
from paiju.core.game import Game
from paiju.games.registry import available

_PLACES = ("1st", "2nd", "3rd", "4th", "5th")


def simulate(
    game: GameArgument,
    preset: PresetOption = None,
    option: OptionOption = None,
    deals: DealsOption = 100,
    bots: Annotated[
        str,
        typer.Option(
            "--bots",
            "-b",
            metavar="A[,B...]",
            help="Bots, at most one for each seat; they change seats every deal.",
        ),
    ] = "heuristic,greedy",
    seed: SeedOption = "1",
    jobs: JobsOption = 1,
    as_json: JsonOption = False,
    records: Annotated[
        Path | None,
        typer.Option(
            "--records", metavar="DIR", help="Write one record for each deal into this new or empty folder."
        ),
    ] = None,
    dataset: Annotated[
        Path | None,
        typer.Option(
            "--dataset",
            metavar="DIR",
            help="Bao Huang: write a data set for guessing the guard into this new or empty folder instead (rules and bots its own), with fixed splits and a card.",
        ),
    ] = None,
) -> None:
    """Play many deals with bots; the same seed gives the same output."""
    law, options = game_and_options(game, preset, option)
    if dataset is not None:
        card = _dataset_writer(game)(_folder(dataset), deals)
        echo(f"{card}: {deals} deals in three splits")
        return
    keep = _keeper(law, options, records)
    with counting("deals", deals) as advance:
        summary = simulation.simulate(
            law, options, deals, names_of(bots), seed, jobs=jobs, on_deal=keep, progress=advance
        )
    if as_json:
        head = {"game": game, "digest": options.digest(), "options": options.differences(), "seed": seed}
        echo_json({**head, **_json(summary)})
    else:
        _print(summary)


def _dataset_writer(game: str) -> Callable[[Path, int], Path]:
    """The function that writes a game's data set.

    Raises:
        UsageError: usage.game, if the game has none.
    """
    writer = pack_of(game).write_dataset
    if writer is None:
        known = ", ".join(name for name in available() if pack_of(name).write_dataset)
        raise UsageError("usage.game", f"no data set is made of {game}", {"text": game, "known": known})
    return writer


def _keeper(law: Game, options: Any, path: Path | None) -> OnDeal | None:
    """A function that writes records into the folder, if one is given."""
    if path is None:
        return None
    folder = _folder(path)
    return lambda played: write_record(law, options, played, folder)


def _folder(path: Path) -> Path:
    """A new or empty folder."""
    ready_folder(path)
    try:
        taken = any(path.iterdir())
    except OSError as error:
        raise unwritable(path, error) from None
    if taken:
        raise UsageError("file.exists", f"{path}: is not empty", {"path": str(path)})
    return path


def _json(summary: Summary) -> dict[str, Any]:
    data = asdict(summary)
    del data["seconds"]  # nothing else differs between runs
    return data


def _print(summary: Summary) -> None:
    out = console()
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("bot")
    places = len(summary.bots[0].places)
    for heading in ("deals", *_PLACES[:places], "won", "points ± se"):
        table.add_column(heading, justify="right")
    for bot in summary.bots:
        table.add_row(bot.name, str(bot.deals), *_shares(bot), _mean(bot.points))
    out.print(table)
    by_role = Table(box=None, pad_edge=False, header_style="bold")
    by_role.add_column("points as")
    for role in summary.bots[0].points_by_role:
        by_role.add_column(role, justify="right")
    for bot in summary.bots:
        by_role.add_row(bot.name, *(f"{_mean(mean)} ({mean.size})" for mean in bot.points_by_role.values()))
    out.print()
    out.print(by_role)
    counts = (
        f"{summary.deals} deals, {summary.void} void, {summary.drawn} drawn, {summary.decisions} decisions"
    )
    out.print(f"\n{counts}", style="dim")


def _shares(bot: BotSummary) -> list[str]:
    return [f"{count / max(bot.deals, 1):.1%}" for count in (*bot.places, bot.wins)]


def _mean(mean: Mean) -> str:
    return f"{mean.value:+.3f} ± {mean.se:.3f}"
