"""`paiju backup` and `paiju restore`: everything a server keeps, as one file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from paiju.cli.common import echo
from paiju.cli.serve import DbOption, need_server

FileArgument = Annotated[
    Path, typer.Argument(metavar="FILE", help="The backup, for example tables.jsonl.gz.")
]


def register(app: typer.Typer) -> None:
    """Add the commands to `app`."""
    app.command("backup")(backup)
    app.command("restore")(restore)


def backup(file: FileArgument, db: DbOption = None) -> None:
    """Write everything a server keeps to a new file.

    The server may be running. The file holds secrets.
    """
    need_server()
    from paiju.server.ops import serve

    _report(serve.backup(db, file))


def restore(
    file: FileArgument,
    db: DbOption = None,
    replace: Annotated[bool, typer.Option("--replace", help="Delete what is in the database first.")] = False,
) -> None:
    """Fill an empty database from a backup.

    SQLite or PostgreSQL, whichever the backup came from; no server may be running on it.
    """
    need_server()
    from paiju.server.ops import serve

    _report(serve.restore(db, file, replace=replace))


def _report(counts: dict[str, int]) -> None:
    echo(" ".join(f"{table}={rows}" for table, rows in sorted(counts.items())))
