"""`paiju conform` and `paiju verify`: check cases and records."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import paiju
from paiju.cli.common import FileArgument, echo
from paiju.conformance import check_file
from paiju.conformance.foreign import check_foreign
from paiju.core.document import Record, links
from paiju.core.reading import read
from paiju.core.record import replay as replay_steps
from paiju.signatures import SIGNED, UNCHECKED, UNSIGNED, check_signature, find_link, read_key


def conform(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE", help="Files of cases, one JSON object a line.")
    ],
    other: Annotated[
        str | None,
        typer.Option(
            "--with", metavar="COMMAND", help="Check this program instead; see docs/conformance.md."
        ),
    ] = None,
) -> int:
    """Run conformance cases and print each difference.

    The exit status is 1 if there was any.
    """
    passed = failed = skipped = 0
    for path in files:
        for outcome in check_file(path) if other is None else check_foreign(path, other):
            if outcome is None:
                skipped += 1
            elif outcome.difference:
                failed += 1
                echo(f"{outcome.case}: {outcome.difference}")
            else:
                passed += 1
    left_out = f", {skipped} left out" if skipped else ""
    echo(f"{passed} passed, {failed} failed{left_out}")
    return 1 if failed else 0


def verify(
    file: FileArgument,
    key: Annotated[
        Path | None,
        typer.Option(
            "--key",
            metavar="KEYFILE",
            help="The server's key, from its /api/key: it must have signed the record.",
        ),
    ] = None,
    head: Annotated[
        str | None,
        typer.Option("--head", metavar="HEX", help="A link of the chain, as the table's page displayed it."),
    ] = None,
) -> int:
    """Check a record: its shuffles, actions, results and signature."""
    wanted = None if key is None else read_key(key)
    record = read(file)
    game = paiju.load(record.game)
    actions = sum(1 for step in replay_steps(game, record) if step.action)
    deals = len(record.deals)
    echo(
        f"{file}: {record.game} {record.digest}, {deals} deals, {actions} actions: every shuffle and event is as recorded"
    )
    for line in _origin(record, check_signature(record, wanted), named=wanted is not None):
        echo(line)
    if head is not None:
        at = find_link(record, head)
        echo(f"the chain contains that link, after {at} of {deals} deals")
    return 0


def _origin(record: Record, signature: str, *, named: bool) -> list[str]:
    """What the signature proves about a record's origin, in a line."""
    if record.match is None:
        return [
            "record version 1: names, missing deals and who sent which nonce cannot be checked; nobody signed it"
        ]
    *_, last = links(record)
    state = "the match is over" if record.over else "the match was going on"
    failed = sum(len(deal.failed) for deal in record.deals) + len(record.failed)
    lines = [f"chain {last.hex()}: {state}" + (f", {failed} shuffles came to nothing" if failed else "")]
    said = {
        SIGNED: f"signed by {record.match.key}, "
        + (
            "the key that was given"
            if named
            else "the holder of that key: see the server's /api/key, or give --key"
        ),
        UNSIGNED: "it is not signed: its writer may have changed names and left deals out",
        UNCHECKED: "THE SIGNATURE WAS NOT CHECKED: install cryptography, as pip install 'paiju[server]' does",
    }
    return [*lines, said[signature]]
