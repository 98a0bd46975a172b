"""`paiju review`: what each decision of a record cost, and how much of its results was luck."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

import paiju
from paiju.analysis.review import QUICK, STANDARD, Decision, Review, Reviewed, Verdict, review
from paiju.cli.common import FileArgument, LangOption, console, counting, language
from paiju.cli.review_page import page
from paiju.cli.review_words import MARK, Words
from paiju.core.document import Record
from paiju.core.errors import RecordError
from paiju.core.reading import read

_WHOLE = 100
_STYLE = {Verdict.INACCURACY: "yellow", Verdict.MISTAKE: "dark_orange", Verdict.BLUNDER: "bold red"}


def register(app: typer.Typer) -> None:
    """Add the command to `app`."""
    app.command("review")(review_record)


def review_record(
    file: FileArgument,
    seat: Annotated[
        int | None, typer.Option("--seat", metavar="N", help="A seat from 0; all seats if none is given.")
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Fewer deals for each decision: only what is plainly bad shows.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the review as JSON.")] = False,
    html: Annotated[
        Path | None,
        typer.Option("--html", metavar="OUT", help="Write the review as one page that stands alone."),
    ] = None,
    lang: LangOption = None,
) -> None:
    """Say what each decision cost, and how much was luck.

    Decisions are judged by what their seat could know; curves and parts of a result with open cards.
    """
    record = read(file)
    chosen = language(lang)
    try:
        found = _reviewed(record, seat, quick=quick)
    except RecordError as error:
        raise RecordError(error.code, f"{file}: {error.detail}", error.facts) from None
    if html is not None:
        html.write_text(page(found, Words(chosen, record.seats)), "utf-8")
    if as_json:
        typer.echo(json.dumps(found.to_json(), ensure_ascii=False))
    elif html is None:
        _print(found, Words(chosen, record.seats))


def _reviewed(record: Record, seat: int | None, *, quick: bool) -> Review:
    game = paiju.load(record.game)
    seats, depth = None if seat is None else [seat], QUICK if quick else STANDARD
    with counting("%", _WHOLE) as heard:
        return review(game, record, seats, depth, lambda done, total: heard(done * _WHOLE // total))


def _print(found: Review, words: Words) -> None:
    out = console()
    for deal in found.deals:
        out.print()
        out.print(Text(words.title(deal), style="bold"))
        for line in _deal_lines(deal, words):
            out.print(line)
    if not found.deals:
        sys.stdout.write(words.t("none") + "\n")


def _deal_lines(deal: Reviewed, words: Words) -> Iterator[Text]:
    yield Text("  " + words.parts(deal), style="dim")
    for one in deal.decisions:
        if one.flagged:
            yield _decision_line(one, words)
    yield Text("  " + words.summary(deal), style="dim")


def _decision_line(one: Decision, words: Words) -> Text:
    line = Text(f"  {MARK[one.verdict]:2} ", style=_STYLE[one.verdict])
    return line.append_text(Text(words.decision(one), style="default"))
