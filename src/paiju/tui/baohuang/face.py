"""Bao Huang, seen from the shared part of the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rich.text import Text

from paiju.core.game import Event, Game
from paiju.games.baohuang.actions import Action
from paiju.games.baohuang.cards import SEATS
from paiju.games.baohuang.state import Phase
from paiju.games.baohuang.viewing import View
from paiju.tui.baohuang import info
from paiju.tui.baohuang.answers import read_answer
from paiju.tui.baohuang.drawing import open_hands, table_lines
from paiju.tui.baohuang.faces import card_line
from paiju.tui.baohuang.narrator import Narrator
from paiju.tui.baohuang.sheet import settle_lines
from paiju.tui.face import Parse, Setting, Show
from paiju.tui.screen import Screen

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
