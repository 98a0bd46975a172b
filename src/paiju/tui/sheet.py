"""After a deal: places, roles, open hands, the reason of every point, and the running score sheet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rich.text import Text

from paiju.core.game import Event
from paiju.core.match import Match
from paiju.games.baohuang.cards import SEATS
from paiju.games.baohuang.options import Scoring
from paiju.games.baohuang.scoring import TEAM2_VALUES, TEAM4_VALUES
from paiju.games.baohuang.state import Role
from paiju.games.baohuang.viewing import View
from paiju.locales import Texts
from paiju.tui.screen import indented, pad
from paiju.tui.table import ROLE_STYLES, Setting, open_hands, role_text

_VALUES = {Scoring.TEAM2: TEAM2_VALUES, Scoring.QINGDAO: TEAM2_VALUES, Scoring.TEAM4: TEAM4_VALUES}
_MOST_DEALS = 15
_NAME, _ROLE, _PLACE, _POINTS = 12, 14, 10, 8


def settle_lines(
    view: View, events: Iterable[Event], setting: Setting, texts: Texts, width: int
) -> list[Text]:
    """The result of a finished deal; `setting.scores` already counts it."""
    if view.result is None or view.result.void:
        return [Text(texts.t("ui.void"), "bold")]
    lines = [
        Text(texts.t("ui.settle", deal=setting.deal), "bold"),
        Text(texts.t(f"ui.won.{view.result.winner}")),
    ]
    scores = {int(e.public["seat"]): e for e in events if e.kind == "score"}  # type: ignore[arg-type]
    for seat in sorted(range(SEATS), key=lambda seat: view.result.places[seat]):  # type: ignore[union-attr]
        lines.append(_seat_line(view, seat, scores[seat], setting, texts))
        lines += _reasons(view, scores[seat], texts, width)
    if any(map(any, view.hands)):
        lines.append(Text(texts.t("ui.open_hands"), "bold"))
        lines += open_hands(view.hands, setting.names, texts, suited=view.options.suited, width=width)
    return lines


def score_lines(match: Match, names: Sequence[str], texts: Texts) -> list[Text]:
    """The score sheet: a line for each deal, then totals, or wins, losses and ties where there are no points."""
    points = match.options.points
    lines = [
        Text(texts.t("ui.sheet"), "bold"),
        _sheet_row("", [pad(name, 11, right=True) for name in names], texts),
    ]
    first = max(0, len(match.returns) - _MOST_DEALS)
    for at, deal in enumerate(match.returns[first:], start=first + 1):
        cells = [texts.number(v, signed=True) if points else _outcome(v, texts) for v in deal]
        lines.append(_sheet_row(texts.number(at), cells, texts))
    if points:
        totals = [texts.number(score, signed=True) for score in match.scores]
        return [*lines, _sheet_row(texts.t("ui.sum"), totals, texts, "bold")]
    for sign, key in ((1, "ui.wins"), (-1, "ui.losses"), (0, "ui.ties")):
        counts = [sum(_sign(deal[seat]) == sign for deal in match.returns) for seat in range(SEATS)]
        lines.append(_sheet_row(texts.t(key), [texts.number(n) for n in counts], texts, "bold"))
    return lines


def end_lines(match: Match, names: Sequence[str], texts: Texts) -> list[Text]:
    """Who won the match."""
    winners = texts.t("ui.comma").join(names[seat] for seat in match.winners)
    key = "ui.winner" if len(match.winners) == 1 else "ui.winners"
    return [Text(texts.t(key, names=winners), "bold green")]


def _seat_line(view: View, seat: int, score: Event, setting: Setting, texts: Texts) -> Text:
    assert view.result is not None
    place = texts.t(f"place.{view.result.places[seat]}")
    line = Text().append("  " + texts.cell(pad(place, _PLACE)) + " ", "magenta")
    line.append(texts.cell(pad(setting.names[seat], _NAME)) + " ")
    line.append(texts.cell(pad(role_text(view, seat, texts), _ROLE)) + " ", ROLE_STYLES[view.roles[seat]])
    amount = int(score.public["amount"])  # type: ignore[arg-type]
    if view.options.points:
        style = "green" if amount > 0 else "red" if amount < 0 else ""
        line.append(texts.cell(pad(texts.number(amount, signed=True), _POINTS, right=True)), style)
        total = texts.number(setting.scores[seat], signed=True)
        line.append("  " + texts.cell(texts.t("ui.total", total=texts.ltr(total))), "dim")
    line.rstrip()
    return line


def _reasons(view: View, score: Event, texts: Texts, width: int) -> list[Text]:
    items: Any = score.public["items"]
    lines = []
    for item in items:
        text = _reason(view, str(item["why"]), int(item["amount"]), texts)
        amount = (
            texts.ltr(texts.number(int(item["amount"]), signed=True)) + " " if view.options.points else ""
        )
        lines += indented(f"{amount}{text} [{texts.ltr(_rules(view, item))}]", 6, width, "dim")
    return lines


def _rules(view: View, item: dict[str, Any]) -> str:
    """The rules that an amount rests on: the item's own, and those of the multiplier."""
    assert view.result is not None
    rules = [str(item["rule"])]
    if view.result.multiplier > 1:
        rules.append("BH A18-45" if view.usurped else "BH A18-48")
        rules += ["BH A18-49"] if view.stakes.countered else []
    return ", ".join(rules)


def _reason(view: View, why: str, amount: int, texts: Texts) -> str:
    assert view.result is not None
    crown = [view.result.places[seat] for seat in range(SEATS) if view.roles[seat] is not Role.COMMONER]
    places = texts.t("ui.comma").join(texts.number(place) for place in sorted(crown))
    if why == "stuck":
        text = texts.t("score.stuck")
    elif not view.options.points:
        return texts.t(f"score.{_result_name(amount)}")
    elif view.alone:
        text = texts.t("score.solo", places=places)
    else:
        values = _VALUES[view.options.scoring]
        text = texts.t(f"score.{why}", places=places, sum=sum(values[place] for place in crown))
    if view.result.multiplier > 1:
        text += texts.t("ui.comma") + texts.t("score.multiplier", multiplier=view.result.multiplier)
    return text


def _outcome(value: int, texts: Texts) -> str:
    return texts.t({"win": "ui.win", "lose": "ui.loss", "tie": "ui.tie"}[_result_name(value)])


def _result_name(value: int) -> str:
    return {1: "win", -1: "lose", 0: "tie"}[_sign(value)]


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)


def _sheet_row(head: str, cells: Sequence[str], texts: Texts, style: str = "") -> Text:
    row = "".join(" " + texts.cell(pad(cell, 11, right=True)) for cell in cells)
    return Text("  " + texts.cell(pad(head, 8)) + row, style)
