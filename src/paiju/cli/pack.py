"""The part of a game in the command line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import cast

import typer

from paiju.games import registry


def _no_commands(_app: typer.Typer) -> None:
    """Add no commands."""


@dataclass(frozen=True, slots=True)
class Pack:
    """A game's part of the command line.

    `register(app)` adds the game's own commands. `write_dataset(folder, deals)` writes a data set for learners and returns its
    card; None where there is none.
    """

    register: Callable[[typer.Typer], None] = _no_commands
    write_dataset: Callable[[Path, int], Path] | None = None


@cache
def pack_of(game: str) -> Pack:
    """The pack of a game; a game without one adds no commands.

    Raises:
        UsageError: usage.game.
    """
    return cast("Pack", registry.pack("cli", game))
