"""`paiju show`: a position drawn in the terminal."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Annotated

import typer

from paiju.cli.common import LangOption, SeedOption, echo, language
from paiju.core.errors import UsageError
from paiju.core.rng import bytes_of
from paiju.games.positions import read_positions
from paiju.tui import show_position


def register(app: typer.Typer) -> None:
    """Add the command to `app`."""
    app.command("show")(show)


def show(
    position: Annotated[
        str | None,
        typer.Argument(metavar="POSITION", help="A position as one line of text; see docs/positions.md."),
    ] = None,
    file: Annotated[
        Path | None, typer.Option("--file", "-f", metavar="FILE", help="Positions to show, one a line.")
    ] = None,
    seed: SeedOption = "0",
    lang: LangOption = None,
) -> None:
    """Draw a position, and who may do what in it."""
    if (position is None) is (file is None):
        raise UsageError("usage.position", "name a position, or a file of them")
    if position is not None:
        show_position(position, language(lang), seed=seed)
        return
    assert file is not None
    for entry, _ in read_positions(file, random.Random(bytes_of(seed))):
        echo(f"{file}:{entry.line} {entry.comment}".rstrip())
        show_position(entry.text, language(lang), seed=seed)
