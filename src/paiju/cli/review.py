"""`paiju review`: what each decision of a record cost, and how much of its results was luck."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

import paiju
from paiju.analysis.review import (
    QUICK,
    STANDARD,
    Decision,
    Depth,
    Progress,
    Review,
    Sitting,
    Verdict,
    review,
    sittings,
)
from paiju.cli.common import Counting, FileArgument, LangOption, console, counting, echo_json, language
from paiju.cli.review_page import page
from paiju.cli.review_words import MARK, Words
from paiju.core.document import Record
from paiju.core.errors import RecordError
from paiju.core.files import ready_to_write, write_whole
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
    words = Words(language(lang), record.seats)
    seats, depth = None if seat is None else [seat], QUICK if quick else STANDARD
    if html is not None:
        ready_to_write(html)
    try:
        if html is None and not as_json:
            _told(record, seats, depth, words)
            return
        found = _reviewed(record, seats, depth)
    except RecordError as error:
        raise RecordError(error.code, f"{file}: {error.detail}", error.facts) from None
    if html is not None:
        write_whole(html, page(found, words).encode())
    if as_json:
        echo_json(found.to_json())


def _reviewed(record: Record, seats: Sequence[int] | None, depth: Depth) -> Review:
    with counting("%", _WHOLE) as bar:
        return review(paiju.load(record.game), record, seats, depth, _progress(bar))


def _progress(bar: Counting) -> Progress:
    return lambda done, total: bar(done * _WHOLE // total)


def _told(record: Record, seats: Sequence[int] | None, depth: Depth, words: Words) -> None:
    """Print the deals as each seat played them, each verdict once it is found."""
    out = console()
    with counting("%", _WHOLE) as bar:
        sat = sittings(paiju.load(record.game), record, seats, depth, _progress(bar))
        for line in chain.from_iterable(_lines(one, words) for one in sat):
            with bar.aside():
                out.print(line)
    if not sat:
        out.print(words.t("none"))


def _lines(sitting: Sitting, words: Words) -> Iterator[Text]:
    deal = sitting.reviewed(())
    yield Text("\n" + words.title(deal), style="bold")
    yield Text("  " + words.parts(deal), style="dim")
    decisions = []
    for one in sitting.judged():
        decisions.append(one)
        if one.flagged:
            yield _decision_line(one, words)
    yield Text("  " + words.summary(sitting.reviewed(decisions)), style="dim")


def _decision_line(one: Decision, words: Words) -> Text:
    line = Text(f"  {MARK[one.verdict]:2} ", style=_STYLE[one.verdict])
    return line.append_text(Text(words.decision(one), style="default"))
