"""One question to the player: the table, the choices, and lines typed until one of them is an answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rich.text import Text

from paiju.core.errors import NotationError, PaijuError
from paiju.core.game import Game
from paiju.games.baohuang.actions import Action
from paiju.games.baohuang.state import Phase
from paiju.games.baohuang.viewing import View
from paiju.tui import info
from paiju.tui.answers import plain, read_answer
from paiju.tui.faces import card_line
from paiju.tui.screen import Lines, Screen, clean

Hint = Callable[[View, Sequence[Action]], Action]
Show = Callable[[], list[Text]]

PAGE = 24
_SHOWN_AT_ONCE = 12
_MOST_CELL = 38


class Asker:
    """Asks one player. `sheet` gives the score sheet; `names` are the seats' names."""

    def __init__(
        self, screen: Screen, lines: Lines, game: Game, *, names: Sequence[str], hint: Hint, sheet: Show
    ) -> None:
        self._screen = screen
        self._lines = lines
        self._game = game
        self._names = names
        self._hint = hint
        self._sheet = sheet

    def ask(self, state: Any, view: View, actions: Sequence[Action]) -> Action | None:
        """The player's action, which is one the rules allow; None if he leaves."""
        self._put(view, actions)
        question = _Question(self._screen, view, actions)
        while (line := self._lines.read()) is not None:
            text = plain(line)
            if text == "q":
                return None
            if not text:
                question.repeat()
            elif text == "?":
                question.show_page()
            elif not self._look_up(text, view, actions) and (action := self._answer(text, state, question)):
                return action
        return None

    def between(self, view: View | None) -> str | None:
        """A line typed between deals (to mix into the shuffle); None if the player leaves."""
        while (line := self._lines.read()) is not None:
            text = plain(line)
            if text == "q":
                return None
            if text not in ("s", "r", "c", "u", "help", "?"):
                return line.strip()
            if text == "s":
                self._print(self._sheet())
            elif view is None:
                self._screen.say("ui.keys", "dim")
            else:
                self._look_up("help" if text == "?" else text, view, ())
        return None

    def _put(self, view: View, actions: Sequence[Action]) -> None:
        """Say the question, what it means, and its default."""
        texts, suited = self._screen.texts, view.options.suited
        self._screen.line(texts.t(f"ask.{view.phase}"), "bold green")
        if view.phase is Phase.PLAY:
            key = "ui.lead" if view.top is None else "ui.follow"
            self._screen.say(key, "dim", default=texts.ltr(_notation(actions[0], suited=suited)))
            return
        if texts.has(f"help.ask.{view.phase}"):
            self._screen.say(f"help.ask.{view.phase}", "dim")
        self._screen.say("ui.default", "dim", default=texts.ltr(_notation(actions[0], suited=suited)))

    def _look_up(self, text: str, view: View, actions: Sequence[Action]) -> bool:
        """Show what a one-letter command asks for; False if `text` is none."""
        texts, names = self._screen.texts, self._names
        if text == "h" and actions:
            action = self._hint(view, actions)
            shown = texts.ltr(_notation(action, suited=view.options.suited))
            self._screen.say("ui.hint", "cyan", action=shown)
            return True
        shows: dict[str, Show] = {
            "u": lambda: info.last_trick(view, names, texts),
            "c": lambda: info.counter(view, texts),
            "r": lambda: info.rules_lines(view, texts),
            "s": self._sheet,
            "help": lambda: info.help_lines(texts, suited=view.options.suited),
        }
        if text not in shows:
            return False
        self._print(shows[text]())
        return True

    def _answer(self, text: str, state: Any, question: _Question) -> Action | None:
        view, seat = question.view, question.view.viewer
        assert seat is not None
        try:
            action = read_answer(
                text, view.phase, question.actions, lambda t: self._game.parse_action(state, seat, t),
                self._screen.texts, numbered=question.numbered,
            )  # fmt: skip
            self._game.apply(state, seat, action)
        except PaijuError as error:
            self._refuse(error)
            return None
        return action

    def _refuse(self, error: PaijuError) -> None:
        """One line: what is wrong, the rule, the code."""
        if isinstance(error, NotationError):
            error.facts["text"] = clean(error.text, 30)
        text = f"{self._screen.texts.error(error)} [{error.code}]"
        self._screen.line(clean(text, 400), "red")

    def _print(self, lines: Sequence[Text]) -> None:
        for line in lines:
            self._screen.line(line)


class _Question:
    """A question that stands: its choices, and how far their list has been shown."""

    def __init__(self, screen: Screen, view: View, actions: Sequence[Action]) -> None:
        self.view = view
        self.actions = actions
        self.numbered = False
        self._screen = screen
        self._page = 0
        if view.phase not in (Phase.PLAY, Phase.CUT) and len(actions) <= _SHOWN_AT_ONCE:
            self.show_page()

    def repeat(self) -> None:
        self._screen.say(f"ask.{self.view.phase}", "bold green")

    def show_page(self) -> None:
        """Show the next page of the choices; after the last one the first again."""
        total = len(self.actions)
        pages = -(-total // PAGE)
        first = self._page % pages * PAGE
        self._page += 1
        self.numbered = True
        cells = [self._choice(at) for at in range(first, min(total, first + PAGE))]
        for line in _in_columns(cells, self._screen.width):
            self._screen.line(line)
        if pages > 1:
            last = min(total, first + PAGE)
            self._screen.say("ui.page", "dim", first=first + 1, last=last, total=total)

    def _choice(self, at: int) -> Text:
        action, texts = self.actions[at], self._screen.texts
        cell = Text().append(texts.cell(f"{at + 1:>4} "), "bold cyan")
        if action.cards:
            return cell.append_text(
                card_line(action.cards, suited=self.view.options.suited, room=_MOST_CELL - 5)
            )
        return cell.append(
            texts.t(f"action.{action.verb}") + (f" {action.number}" if action.verb == "cut" else "")
        )


def _in_columns(cells: Sequence[Text], width: int) -> list[Text]:
    """Cells in rows of equal columns, as many as fit."""
    widest = max(cell.cell_len for cell in cells) + 2
    per_row = max(1, width // widest)
    lines = []
    for start in range(0, len(cells), per_row):
        line = Text()
        for cell in cells[start : start + per_row]:
            cell.pad_right(widest - cell.cell_len)
            line.append_text(cell)
        line.rstrip()
        lines.append(line)
    return lines


def _notation(action: Action, *, suited: bool) -> str:
    """An action as it is typed."""
    if action.cards:
        return f"{action.verb} {card_line(action.cards, suited=suited).plain}"
    return f"{action.verb} {action.number}" if action.verb == "cut" else action.verb
