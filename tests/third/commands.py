"""What the third game adds to the command line."""

from __future__ import annotations

import typer

from paiju.cli.pack import Pack
from tests.third.highcard import CARDS


def register(app: typer.Typer) -> None:
    app.command("deck")(deck)


def deck() -> None:
    """Say how many cards there are."""
    typer.echo(f"{CARDS} cards")


PACK = Pack(register)
