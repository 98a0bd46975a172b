"""The running score sheet of a match, and its end."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from paiju.core.match import Match
from paiju.locales import Texts
from paiju.tui.screen import pad

_MOST_DEALS = 15


def totals(match: Match, seats: int) -> tuple[int, ...]:
    """Running totals of all seats at the table."""
    return tuple(sum(deal[seat] for deal in match.returns) for seat in range(seats))


def score_lines(match: Match, names: Sequence[str], texts: Texts, *, points: bool) -> list[Text]:
    """The score sheet: a line for each deal, then totals, or wins, losses and ties where there are no points."""
    lines = [
        Text(texts.t("ui.sheet"), "bold"),
        _sheet_row("", [pad(name, 11, right=True) for name in names], texts),
    ]
    first = max(0, len(match.returns) - _MOST_DEALS)
    for at, deal in enumerate(match.returns[first:], start=first + 1):
        cells = [texts.number(v, signed=True) if points else _outcome(v, texts) for v in deal]
        lines.append(_sheet_row(texts.number(at), cells, texts))
    if points:
        sums = [texts.number(score, signed=True) for score in totals(match, len(names))]
        return [*lines, _sheet_row(texts.t("ui.sum"), sums, texts, "bold")]
    for sign, key in ((1, "ui.wins"), (-1, "ui.losses"), (0, "ui.ties")):
        counts = [sum(_sign(deal[seat]) == sign for deal in match.returns) for seat in range(len(names))]
        lines.append(_sheet_row(texts.t(key), [texts.number(n) for n in counts], texts, "bold"))
    return lines


def end_lines(match: Match, names: Sequence[str], texts: Texts) -> list[Text]:
    """Who won the match."""
    sums = totals(match, len(names))
    winners = [name for name, score in zip(names, sums, strict=True) if score == max(sums)]
    key = "ui.winner" if len(winners) == 1 else "ui.winners"
    return [Text(texts.t(key, names=texts.t("ui.comma").join(winners)), "bold green")]


def result_name(value: int) -> str:
    """Whether points mean a win, a loss or a tie."""
    return {1: "win", -1: "lose", 0: "tie"}[_sign(value)]


def _outcome(value: int, texts: Texts) -> str:
    return texts.t({"win": "ui.win", "lose": "ui.loss", "tie": "ui.tie"}[result_name(value)])


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)


def _sheet_row(head: str, cells: Sequence[str], texts: Texts, style: str = "") -> Text:
    row = "".join(" " + texts.cell(pad(cell, 11, right=True)) for cell in cells)
    return Text("  " + texts.cell(pad(head, 8)) + row, style)
