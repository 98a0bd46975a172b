"""`paiju puzzles`: mine exercises from games of bots, display and check them."""

from __future__ import annotations

from collections import Counter, defaultdict
from pathlib import Path
from typing import Annotated

import typer

from paiju.analysis.puzzles import PLAYERS, Head, Puzzle, check, mine, read_puzzles, spread, write_puzzles
from paiju.cli.common import (
    GameArgument,
    LangOption,
    OptionOption,
    PresetOption,
    SeedOption,
    counting,
    echo,
    game_and_options,
    help_alone,
    language,
    names_of,
)
from paiju.core.errors import UsageError
from paiju.core.files import ready_to_write
from paiju.tui import show_position

FileOfPuzzles = Annotated[Path, typer.Argument(metavar="FILE", help="A file of puzzles.")]


def mine_puzzles(
    game: GameArgument,
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="A new file for the puzzles.")],
    preset: PresetOption = None,
    option: OptionOption = None,
    deals: Annotated[
        int, typer.Option("--deals", "-n", min=1, max=100_000, help="How many deals to look through.")
    ] = 50,
    seed: SeedOption = "1",
    kinds: Annotated[
        str | None,
        typer.Option(
            "--kinds", metavar="A[,B...]", help="Kinds of puzzles; by default all kinds of the game."
        ),
    ] = None,
    most: Annotated[
        int,
        typer.Option("--most", min=1, max=10_000, help="The most puzzles of each kind, from easy to hard."),
    ] = 200,
) -> None:
    """Look for puzzles in games of bots.

    The same seed finds the same ones.
    """
    law, options = game_and_options(game, preset, option)
    if out.exists():
        raise UsageError("file.exists", f"{out} exists already", {"path": str(out)})
    ready_to_write(out)
    names = names_of(kinds) if kinds else None
    found: dict[str, list[Puzzle]] = defaultdict(list)
    with counting("deals", deals) as advance:
        for puzzle in mine(law, options, deals, seed, kinds=names, progress=advance):
            found[puzzle.kind].append(puzzle)
    chosen = [puzzle for kind in sorted(found) for puzzle in spread(found[kind], most)]
    head = Head(law.name, law.law, options.differences(), seed, deals, PLAYERS)
    write_puzzles(out, head, chosen)
    echo(f"{out}: {_counts(chosen)}")


def show(file: FileOfPuzzles, lang: LangOption = None) -> None:
    """Draw the puzzles of a file, each with its answer."""
    _, puzzles = read_puzzles(file)
    for puzzle in puzzles:
        echo(f"{puzzle.id} {puzzle.kind} ({puzzle.rating}): {' | '.join(puzzle.answers)}")
        show_position(puzzle.position, language(lang), seed="0")


def verify(file: FileOfPuzzles) -> None:
    """Solve a file of puzzles again.

    The exit status is 1 if any has other answers.
    """
    _, puzzles = read_puzzles(file)
    results: Counter[str] = Counter()
    with counting("puzzles", len(puzzles)) as advance:
        for number, puzzle in enumerate(puzzles, 1):
            result = check(puzzle)
            results[result] += 1
            if result == "other":
                with advance.aside():
                    echo(f"{file}:{number + 1} {puzzle.id} {puzzle.kind}: other answers")
            advance(number)
    echo(f"{results['same']} the same, {results['told']} given by their deals, {results['other']} different")
    if results["other"]:
        raise typer.Exit(1)


def _counts(puzzles: list[Puzzle]) -> str:
    counts = Counter(puzzle.kind for puzzle in puzzles)
    return ", ".join(f"{count} {kind}" for kind, count in sorted(counts.items())) or "no puzzles"


GROUP = typer.Typer(
    help="Exercises mined from games of bots.", callback=help_alone, invoke_without_command=True
)
GROUP.command("mine")(mine_puzzles)
GROUP.command("show")(show)
GROUP.command("verify")(verify)
