"""`paiju review`: verdicts in the terminal, as JSON, or as a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
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
    Reviewed,
    Sitting,
    Verdict,
    review,
    sittings,
)
from paiju.bots.base import Reason
from paiju.cli.common import (
    Counting,
    FileArgument,
    JsonOption,
    LangOption,
    console,
    counting,
    echo_json,
    language,
)
from paiju.core.document import Record
from paiju.core.errors import RecordError
from paiju.core.files import ready_to_write, write_whole
from paiju.core.reading import read
from paiju.locales import Texts
from paiju.locales.pages import browser_texts

MARK = {
    Verdict.GOOD: "",
    Verdict.INACCURACY: "?!",
    Verdict.MISTAKE: "?",
    Verdict.BLUNDER: "??",
    Verdict.UNTOLD: "–",
}
_BETWEEN = {"zh": "；", "fa": "؛ "}


class Words:
    """Words a review in one language; `names` are those of the record's seats."""

    def __init__(self, lang: str, names: Sequence[str]) -> None:
        self.texts = Texts(lang)
        self._between = _BETWEEN.get(lang, "; ")
        self.names = names

    def t(self, key: str, /, **facts: object) -> str:
        """A text of the reviews."""
        return self.texts.t(f"review.{key}", **facts)

    def points(self, value: float, *, signed: bool = True) -> str:
        """Points with one decimal, in the digits of the language."""
        text = f"{value:+.1f}" if signed else f"{value:.1f}"
        text = "0.0" if float(text) == 0 else text
        whole, _, part = text.partition(".")
        sign = whole[:1] if whole[:1] in "+-" else ""
        digits = self.texts.number(int(whole.lstrip("+-")))
        return self.texts.ltr(f"{sign}{digits}.{self.texts.number(int(part))}")

    def title(self, deal: Reviewed) -> str:
        """The heading of a deal: its number, the player and the result."""
        result = self.texts.ltr(self.texts.number(int(deal.result), signed=True))
        return self.t("title", deal=deal.deal + 1, who=self.names[deal.seat], points=result)

    def parts(self, deal: Reviewed) -> str:
        """The parts of the points."""
        return self.t("parts", **{name: self.points(value) for name, value in deal.parts.to_json().items()})

    def summary(self, deal: Reviewed) -> str:
        """The number of decisions and their total cost."""
        own = [one for one in deal.decisions if not one.stood]
        lost = self.points(sum(one.loss for one in own), signed=False)
        said = self.t("summary", count=len(own), flagged=sum(one.flagged for one in own), lost=lost)
        auto_played = len(deal.decisions) - len(own)
        return f"{said}{self._between}{self.t('stood', count=auto_played)}" if auto_played else said

    def decision(self, one: Decision) -> str:
        """The text of a decision that could have been better."""
        said = self.t(
            "decision", index=one.index + 1, verdict=self.t(f"verdict.{one.verdict}"), played=self.texts.ltr(one.played),
            best=self.texts.ltr(one.best), loss=self.points(one.loss, signed=False),
            error=self.points(one.error, signed=False),
        )  # fmt: skip
        why = self.reasons(one.why_best)
        return f"{said} ({why})" if why else said

    def reasons(self, reasons: Sequence[Reason]) -> str:
        """The reasons for an action; an empty text if there are none."""
        said = [self._reason(one) for one in reasons]
        return self._between.join(said)

    def _reason(self, reason: Reason) -> str:
        facts: dict[str, object] = dict(reason.facts)
        if "seat" in reason.facts:
            facts["name"] = self.names[reason.facts["seat"]]
        return self.texts.filled(browser_texts(self.texts.lang)[f"web.hint.{reason.key}"], facts)


# --- a review as one self-contained HTML page: no script, nothing loaded

_WIDTH, _HEIGHT, _PAD = 720, 150, 8
_PAGE_STYLE = """
:root { color-scheme: light dark; --ink: #26221c; --paper: #faf6ee; --line: #cfc6b4; --red: #a8321f; --green: #2c6e49; --amber: #8a5a00; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #ece5d8; --paper: #1d1a16; --line: #4a4338; --red: #f08a76; --green: #7cc79c; --amber: #e0b050; }
}
body { margin: 0 auto; padding: 1rem; max-width: 48rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, "Noto Sans", "Noto Sans SC", sans-serif; }
h1, h2 { font-family: "Noto Serif SC", "Songti SC", "Noto Naskh Arabic", serif; line-height: 1.25; }
h2 { margin: 2rem 0 0.25rem; border-top: 1px solid var(--line); padding-top: 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: 0.35rem 0.5rem; text-align: start; vertical-align: top; border-bottom: 1px solid var(--line); }
td.n { white-space: nowrap; }
.parts { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; margin: 0.5rem 0; }
.parts b { font-variant-numeric: tabular-nums; }
.inaccuracy .mark, .inaccuracy .loss { color: var(--amber); }
.mistake .mark, .mistake .loss, .blunder .mark, .blunder .loss { color: var(--red); font-weight: 600; }
.quiet { opacity: 0.75; }
svg { box-sizing: border-box; width: 100%; height: auto; display: block; border: 1px solid var(--line); }
svg .zero { stroke: var(--line); } svg .curve { fill: none; stroke: var(--green); stroke-width: 2; }
svg circle { fill: var(--red); }
.scroll { overflow-x: auto; }
"""


def page(found: Review, words: Words) -> str:
    """The whole page."""
    title = escape(words.t("heading"))
    direction = "rtl" if words.texts.right_to_left else "ltr"
    body = "".join(_deal(deal, words) for deal in found.deals) or f"<p>{escape(words.t('none'))}</p>"
    return (
        f'<!doctype html>\n<html lang="{words.texts.lang}" dir="{direction}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}</title><style>{_PAGE_STYLE}</style></head><body><h1>{title}</h1>"
        f"<p>{escape(words.t('about'))}</p>{body}</body></html>\n"
    )


def _deal(deal: Reviewed, words: Words) -> str:
    parts = "".join(
        f"<span>{escape(words.t(f'part.{name}'))} <b>{escape(words.points(value))}</b></span>"
        for name, value in deal.parts.to_json().items()
    )
    rows = "".join(_row(one, words) for one in deal.decisions)
    heads = "".join(
        f"<th>{escape(words.t(f'head.{name}'))}</th>" for name in ("at", "played", "best", "loss", "why")
    )
    return (
        f'<h2>{escape(words.title(deal))}</h2><div class="parts">{parts}</div>{_curve(deal, words)}'
        f"<p>{escape(words.summary(deal))}</p>"
        f'<div class="scroll"><table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>'
    )


def _row(one: Decision, words: Words) -> str:
    flagged = one.flagged
    loss = (
        f"{words.points(one.loss, signed=False)} ± {words.points(one.error, signed=False)}" if flagged else ""
    )
    verdict = escape(words.t(f"verdict.{one.verdict}"), quote=True)
    mark = "" if one.stood else f'<span class="mark" title="{verdict}">{MARK[one.verdict]}</span>'
    why = words.t("by_other") if one.stood else words.reasons(one.why_best if flagged else one.why)
    cells = (
        f'<td class="n">{escape(words.texts.number(one.index + 1))} {mark}</td>',
        f"<td>{_cards(one.played)}</td>",
        f"<td>{_cards(one.best) if flagged else ''}</td>",
        f'<td class="n loss">{escape(loss)}</td>',
        f"<td>{escape(why)}</td>",
    )
    return f'<tr class="{one.verdict if flagged else "quiet"}">{"".join(cells)}</tr>'


def _cards(text: str) -> str:
    return f'<bdi dir="ltr">{escape(text)}</bdi>'


def _curve(deal: Reviewed, words: Words) -> str:
    """A chart of the points expected with open cards, action by action, with the flagged decisions marked."""
    values = deal.curve
    most = max(1.0, *(abs(value) for value in values))
    line = " ".join(f"{_x(at, values):.1f},{_y(value, most):.1f}" for at, value in enumerate(values))
    dots = "".join(
        f'<circle cx="{_x(one.index, values):.1f}" cy="{_y(values[one.index], most):.1f}" r="4"/>'
        for one in deal.decisions
        if one.flagged
    )
    label = escape(words.t("curve", most=words.points(most, signed=False)), quote=True)
    return (
        f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{label}"><title>{label}</title>'
        f'<line class="zero" x1="0" x2="{_WIDTH}" y1="{_HEIGHT / 2}" y2="{_HEIGHT / 2}"/>'
        f'<polyline class="curve" points="{line}"/>{dots}</svg>'
    )


def _x(at: int, values: Sequence[float]) -> float:
    return _PAD + (_WIDTH - 2 * _PAD) * at / max(1, len(values) - 1)


def _y(value: float, most: float) -> float:
    return _HEIGHT / 2 - (_HEIGHT / 2 - _PAD) * value / most


# --- `paiju review`: the cost of each decision in a record, and the share of luck in its results

_WHOLE = 100
_STYLE = {Verdict.INACCURACY: "yellow", Verdict.MISTAKE: "dark_orange", Verdict.BLUNDER: "bold red"}


def review_record(
    file: FileArgument,
    seat: Annotated[
        int | None, typer.Option("--seat", metavar="N", help="A seat from 0; all seats if none is given.")
    ] = None,
    quick: Annotated[
        bool,
        typer.Option("--quick", help="Sample fewer deals for each decision: only clear mistakes are found."),
    ] = False,
    as_json: JsonOption = False,
    html: Annotated[
        Path | None,
        typer.Option("--html", metavar="OUT", help="Write the review as one self-contained HTML page."),
    ] = None,
    lang: LangOption = None,
) -> None:
    """Work out the cost of each decision and the share of luck.

    Decisions are judged by what their seat could know; curves and the parts of a result use open cards.
    """
    record = read(file)
    words = Words(language(lang), record.seats)
    seats, depth = None if seat is None else [seat], QUICK if quick else STANDARD
    if html is not None:
        ready_to_write(html)
    try:
        if html is None and not as_json:
            _print_review(record, seats, depth, words)
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


def _print_review(record: Record, seats: Sequence[int] | None, depth: Depth, words: Words) -> None:
    """Print the deals by seat, each verdict as soon as it is found."""
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
