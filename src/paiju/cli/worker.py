"""`paiju worker`: think for servers on other machines."""

from __future__ import annotations

from typing import Annotated

import typer

from paiju.cli.common import echo
from paiju.cli.serve import need_server
from paiju.cli.warmup import before_search

DatabaseOption = Annotated[
    str | None,
    typer.Option(
        "--db",
        envvar="PAIJU_DB",
        metavar="URL",
        help="The database of the servers, postgresql://HOST/NAME; one of SQLite is of its server alone.",
    ),
]
PlacesOption = Annotated[
    int | None,
    typer.Option(
        "--processes", min=1, max=256, help="How many think at a time; by default one for each processor."
    ),
]


def register(app: typer.Typer) -> None:
    """Add the command to `app`."""
    app.command("worker")(worker)


def worker(db: DatabaseOption = None, processes: PlacesOption = None) -> None:
    """Think for the servers on a PostgreSQL database.

    It takes the searches of bots and the reviews off them, through rows of that database, from whatever machine reaches
    it; any number may run. A question holds what the seat of a bot may see, and nothing else of its table. Ctrl-C
    stops it, and so may kill -9: what it leaves unanswered, another worker, the server or a quick bot answers in time.
    Servers without workers think for themselves. It has to be of the same version as the servers.
    """
    need_server()
    from paiju.server.ops import serve

    plan = serve.workplace(db, processes)
    before_search()
    serve.work(plan, lambda: echo(f"thinking, {plan.places} at a time; Ctrl-C stops"))
