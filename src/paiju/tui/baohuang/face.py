"""Bao Huang in the terminal: its table, its narrator, its questions and its score sheet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rich.text import Text

from paiju.core.game import Event, Game
from paiju.games.baohuang.actions import Action
from paiju.games.baohuang.cards import SEATS
from paiju.games.baohuang.options import Scoring
from paiju.games.baohuang.scoring import TEAM2_VALUES, TEAM4_VALUES
from paiju.games.baohuang.state import Phase, Role
from paiju.games.baohuang.views import View
from paiju.locales import Texts
from paiju.tui.baohuang import table as info
from paiju.tui.baohuang.answers import read_answer
from paiju.tui.baohuang.narrator import Narrator
from paiju.tui.baohuang.table import ROLE_STYLES, card_line, open_hands, role_text, table_lines
from paiju.tui.face import Parse, Setting, Show, result_name
from paiju.tui.screen import Screen, indented, pad

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


# --- bao Huang, seen from the shared part of the terminal

_SHOWN_AT_ONCE = 12
_MOST_CELL = 38


class BaohuangFace:
    """See `Face`."""

    keys = "ui.keys"

    def has_points(self, options: Any) -> bool:
        """Not under free scoring."""
        points: bool = options.points
        return points

    def table(self, view: View, setting: Setting, screen: Screen) -> list[Text]:
        """The table, the viewer's hand below."""
        return table_lines(view, setting, screen.texts, screen.width)

    def open_view(self, game: Game, state: Any) -> View:
        """The view of a spectator who is told every role, once there are roles."""
        view: View = game.view(state, None)
        if view.emperor < 0 or view.phase in (Phase.CALL, Phase.DRAW):
            return view
        return replace(view, roles=tuple(map(state.roles.of, range(SEATS))), alone=state.roles.solo)

    def open_hands(self, state: Any, names: Sequence[str], screen: Screen) -> list[Text]:
        """The hands of all seats."""
        suited = state.rules.options.suited
        return open_hands(state.hands, names, screen.texts, suited=suited, width=screen.width)

    def settle(self, view: View, events: Iterable[Event], setting: Setting, screen: Screen) -> list[Text]:
        """The result of a finished deal."""
        return settle_lines(view, events, setting, screen.texts, screen.width)

    def narrator(self, screen: Screen, names: Sequence[str], options: Any) -> Narrator:
        """Somebody who tells what happens."""
        return Narrator(screen.texts, names, suited=options.suited)

    def title(self, view: View, screen: Screen) -> str:
        """The question of the phase."""
        return screen.texts.t(f"ask.{view.phase}")

    def notes(self, view: View, actions: Sequence[Action], screen: Screen) -> list[str]:
        """What the question means, and its default."""
        texts = screen.texts
        default = texts.ltr(self.typed(view, actions[0]))
        if view.phase is Phase.PLAY:
            return [texts.t("ui.lead" if view.top is None else "ui.follow", default=default)]
        meaning = f"help.ask.{view.phase}"
        notes = [texts.t(meaning)] if texts.has(meaning) else []
        return [*notes, texts.t("ui.default", default=default)]

    def lists_at_once(self, view: View, actions: Sequence[Action]) -> bool:
        """Not plays and cuts."""
        return view.phase not in (Phase.PLAY, Phase.CUT) and len(actions) <= _SHOWN_AT_ONCE

    def choice(self, view: View, action: Action, screen: Screen) -> Text:
        """Cards, or the word for an action without."""
        if action.cards:
            return card_line(action.cards, suited=view.options.suited, room=_MOST_CELL - 5)
        number = f" {action.number}" if action.verb == "cut" else ""
        return Text(screen.texts.t(f"action.{action.verb}") + number)

    def typed(self, view: View, action: Action) -> str:
        """An action as it is typed."""
        if action.cards:
            return f"{action.verb} {card_line(action.cards, suited=view.options.suited).plain}"
        return f"{action.verb} {action.number}" if action.verb == "cut" else action.verb

    def forced(self, view: View, action: Action, screen: Screen) -> str:
        """A pass, or another action without a choice."""
        key = "ui.auto_pass" if action.verb == "pass" else "ui.forced"
        return screen.texts.t(key, action=screen.texts.t(f"action.{action.verb}"))

    def read(
        self,
        text: str,
        view: View,
        actions: Sequence[Action],
        parse: Parse,
        screen: Screen,
        *,
        numbered: bool,
    ) -> Action:
        """The action that `text` means."""
        return read_answer(text, view.phase, actions, parse, screen.texts, numbered=numbered)

    def looks(self, view: View, names: Sequence[str], screen: Screen) -> Mapping[str, Show]:
        """The last trick, the cards, the rules, help."""
        texts = screen.texts
        return {
            "u": lambda: info.last_trick(view, names, texts),
            "c": lambda: info.counter(view, texts),
            "r": lambda: info.rules_lines(view, texts),
            "help": lambda: info.help_lines(texts, suited=view.options.suited),
        }
