"""`paiju conform`, `paiju verify` and `paiju replay`: checks of cases and records."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import paiju
from paiju.cli.common import FileArgument, LangOption, language
from paiju.conformance import check_file
from paiju.core.errors import UsageError
from paiju.core.reading import read
from paiju.core.record import replay as replay_steps
from paiju.tui import replay_record


def register(app: typer.Typer) -> None:
    """Add the commands to `app`."""
    app.command("conform")(conform)
    app.command("verify")(verify)
    app.command("replay")(replay)


def conform(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE", help="Files of cases, one JSON object a line.")
    ],
) -> int:
    """Run conformance cases and print each difference.

    The exit status is 1 if there was any.
    """
    passed = failed = 0
    for path in files:
        for case, difference in check_file(path):
            if difference:
                failed += 1
                typer.echo(f"{case}: {difference}")
            else:
                passed += 1
    typer.echo(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


def verify(file: FileArgument) -> int:
    """Check a record: its shuffles, every action, its results."""
    record = read(file)
    game = paiju.load(record.game)
    actions = sum(1 for step in replay_steps(game, record) if step.action)
    deals = len(record.deals)
    typer.echo(
        f"{file}: {record.game} {record.digest}, {deals} deals, {actions} actions: every shuffle and event is as recorded"
    )
    return 0


def replay(
    file: FileArgument,
    viewer: Annotated[
        str,
        typer.Option(
            "--viewer", "-v", metavar="SEAT|all", help="Whose eyes: a seat from 0, or all hands open."
        ),
    ] = "all",
    lang: LangOption = None,
) -> int:
    """Step through a record in the terminal."""
    if viewer != "all" and not (viewer.isascii() and viewer.isdigit() and len(viewer) == 1):
        raise UsageError("usage.seat", f"--viewer {viewer!r} is neither a seat nor all", {"text": viewer})
    return replay_record(file, None if viewer == "all" else int(viewer), language(lang))
