"""Paohuzi, seen from the shared part of the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rich.text import Text

from paiju.core.game import Event, Game
from paiju.games.paohuzi.actions import Action
from paiju.games.paohuzi.cards import counts_of
from paiju.games.paohuzi.notation import action_text
from paiju.games.paohuzi.state import Phase
from paiju.games.paohuzi.viewing import View
from paiju.tui.face import Parse, Setting, Show
from paiju.tui.paohuzi import answers, asking, info
from paiju.tui.paohuzi.cards import Brush
from paiju.tui.paohuzi.drawing import table_lines
from paiju.tui.paohuzi.narrator import Narrator
from paiju.tui.paohuzi.sheet import open_hands, settle_lines
from paiju.tui.screen import Screen


class PaohuziFace:
    """See `Face`."""

    keys = "ui.pz.keys"

    def has_points(self, options: Any) -> bool:
        """Always."""
        return True

    def table(self, view: View, setting: Setting, screen: Screen) -> list[Text]:
        """The table, the viewer's hand below."""
        return table_lines(view, setting, screen)

    def open_view(self, game: Game, state: Any) -> View:
        """The view of a spectator who sees every set."""
        view: View = game.view(state, None)
        return replace(view, melds=state.melds)

    def open_hands(self, state: Any, names: Sequence[str], screen: Screen) -> list[Text]:
        """The hands of all who play."""
        hands = tuple(map(counts_of, state.hands))
        return open_hands(hands, state.start.order, names, screen, Brush(hanzi=screen.hanzi))

    def settle(self, view: View, events: Iterable[Event], setting: Setting, screen: Screen) -> list[Text]:
        """The result of a finished deal."""
        return settle_lines(view, events, setting, screen)

    def narrator(self, screen: Screen, names: Sequence[str], options: Any) -> Narrator:
        """Somebody who tells what happens."""
        return Narrator(screen, names)

    def title(self, view: View, screen: Screen) -> str:
        """Take the open card, or discard one."""
        return asking.title(view, screen)

    def notes(self, view: View, actions: Sequence[Action], screen: Screen) -> list[str]:
        """What to type."""
        return asking.notes(view, actions, screen)

    def lists_at_once(self, view: View, actions: Sequence[Action]) -> bool:
        """Claims; a discard is chosen from the hand."""
        return view.phase is Phase.CLAIM

    def choice(self, view: View, action: Action, screen: Screen) -> Text:
        """An action with its cards drawn."""
        return asking.choice(view, action, screen)

    def typed(self, view: View, action: Action) -> str:
        """An action as it is typed."""
        return action_text(action)

    def forced(self, view: View, action: Action, screen: Screen) -> str:
        """The last loose card."""
        return asking.forced(action, screen)

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
        return answers.read_answer(text, view, actions, parse, screen.texts, numbered=numbered)

    def looks(self, view: View, names: Sequence[str], screen: Screen) -> Mapping[str, Show]:
        """The discards, the cards not seen, the rules, help."""
        return {
            "u": lambda: info.last_discards(view, names, screen),
            "c": lambda: info.counter(view, screen),
            "r": lambda: info.rules_lines(view, screen.texts),
            "help": lambda: info.help_lines(screen),
        }
