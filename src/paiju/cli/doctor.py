"""`paiju doctor`: what is wrong with a deployment, and what helps."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from paiju.cli.common import echo, echo_json
from paiju.cli.serve import DbOption, need_server

if TYPE_CHECKING:
    from paiju.server.ops.serve import Finding

UrlOption = Annotated[
    str | None,
    typer.Option("--url", metavar="URL", help="The address that people open, as https://cards.example.org."),
]
JsonOption = Annotated[bool, typer.Option("--json", help="The findings as one JSON document.")]
_MARKS = {"ok": "ok   ", "note": "note ", "wrong": "WRONG"}
_MARGIN = " " * 28


def register(app: typer.Typer) -> None:
    """Add the command to `app`."""
    app.command("doctor")(doctor)


def doctor(db: DbOption = None, url: UrlOption = None, as_json: JsonOption = False) -> None:
    """Look a deployment over: its database, nodes and address.

    Says in plain words what is wrong and what to do; the status is 1 if anything is.
    """
    need_server()
    from paiju.server.ops import serve

    found = []
    for finding in serve.examine(db, url):
        found.append(finding)
        if not as_json:
            _show(finding)
    wrong = sum(finding.level == "wrong" for finding in found)
    if as_json:
        document = {"ok": not wrong, "findings": [asdict(finding) for finding in found]}
        echo_json(document)
    elif wrong:
        echo(f"{wrong} of {len(found)} are wrong; docs/hosting.md has every name above.")
    if wrong:
        raise typer.Exit(1)


def _show(finding: Finding) -> None:
    echo(f"{_MARKS[finding.level]} {finding.code:<22}{finding.text}")
    if finding.do:
        echo(f"{_MARGIN}→ {finding.do}")
