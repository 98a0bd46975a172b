"""After a deal of Bao Huang: places, roles, open hands, the reason of every point."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich.text import Text

from paiju.core.game import Event
from paiju.games.baohuang.cards import SEATS
from paiju.games.baohuang.option_values import Scoring
from paiju.games.baohuang.scoring import TEAM2_VALUES, TEAM4_VALUES
from paiju.games.baohuang.state import Role
from paiju.games.baohuang.viewing import View
from paiju.locales import Texts
from paiju.tui.baohuang.drawing import ROLE_STYLES, open_hands, role_text
from paiju.tui.face import Setting
from paiju.tui.screen import indented, pad
from paiju.tui.sheet import result_name

_VALUES = {
    Scoring.TEAM2: TEAM2_VALUES,
    Scoring.SOLO16: TEAM2_VALUES,
    Scoring.QINGDAO: TEAM2_VALUES,
    Scoring.TEAM4: TEAM4_VALUES,
}
_NAME, _ROLE, _PLACE, _POINTS = 12, 14, 10, 8


def settle_lines(
    view: View, events: Iterable[Event], setting: Setting, texts: Texts, width: int
) -> list[Text]:
    """The result of a finished deal; `setting.scores` already counts it."""
    if view.result is None or view.result.void:
        return [Text(texts.t("ui.void"), "bold")]
    places = view.result.places
    lines = [
        Text(texts.t("ui.settle", deal=setting.deal), "bold"),
        Text(texts.t(f"ui.won.{view.result.winner}")),
    ]
    scores = {e.number("seat"): e for e in events if e.kind == "score"}
    for seat in sorted(range(SEATS), key=places.__getitem__):
        lines.append(_seat_line(view, seat, scores[seat], setting, texts))
        lines += _reasons(view, scores[seat], texts, width)
    if any(map(any, view.hands)):
        lines.append(Text(texts.t("ui.open_hands"), "bold"))
        lines += open_hands(view.hands, setting.names, texts, suited=view.options.suited, width=width)
    return lines


def _seat_line(view: View, seat: int, score: Event, setting: Setting, texts: Texts) -> Text:
    assert view.result is not None
    place = texts.t(f"place.{view.result.places[seat]}")
    line = Text().append("  " + texts.cell(pad(place, _PLACE)) + " ", "magenta")
    line.append(texts.cell(pad(setting.names[seat], _NAME)) + " ")
    line.append(texts.cell(pad(role_text(view, seat, texts), _ROLE)) + " ", ROLE_STYLES[view.roles[seat]])
    amount = score.number("amount")
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
        return texts.t(f"score.{result_name(amount)}")
    elif view.alone:
        text = texts.t("score.solo", places=places)
    else:
        values = _VALUES[view.options.scoring]
        text = texts.t(f"score.{why}", places=places, sum=sum(values[place] for place in crown))
    if view.result.multiplier > 1:
        text += texts.t("ui.comma") + texts.t("score.multiplier", multiplier=view.result.multiplier)
    return text
