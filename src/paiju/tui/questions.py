"""One question to the player: the table, the choices, and lines typed until one of them is an answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rich.text import Text

from paiju.core.errors import NotationError, PaijuError
from paiju.core.game import Game, Moment
from paiju.tui.face import Face, Show, face_of, plain
from paiju.tui.screen import Lines, Screen, clean

Hint = Callable[[Any, Sequence[Any]], Any]
Act = Callable[[int, Any], tuple[Moment, ...]]
"""Does an action for a seat; raises RuleError where the rules refuse it."""

PAGE = 24


class Asker:
    """Asks one player. `sheet` gives the score sheet; `names` are the seats' names."""

    def __init__(
        self, screen: Screen, lines: Lines, game: Game, *, names: Sequence[str], hint: Hint, sheet: Show
    ) -> None:
        self._screen = screen
        self._lines = lines
        self._game = game
        self._face = face_of(game)
        self._names = names
        self._hint = hint
        self._sheet = sheet

    def ask(self, state: Any, view: Any, actions: Sequence[Any], act: Act) -> tuple[Moment, ...] | None:
        """Let the player `act`, once the rules allow what he says; what it leads to, None if he leaves."""
        self._put(view, actions)
        question = _Question(self._screen, self._face, view, actions)
        while (line := self._lines.read()) is not None:
            text = plain(line)
            if text == "q":
                return None
            if not text:
                question.repeat()
            elif text == "?":
                question.show_page()
            elif not self._look_up(text, view, actions) and (led := self._answer(text, state, question, act)):
                return led
        return None

    def between(self, view: Any) -> str | None:
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
                self._screen.say(self._face.keys, "dim")
            else:
                self._look_up("help" if text == "?" else text, view, ())
        return None

    def _put(self, view: Any, actions: Sequence[Any]) -> None:
        """Say the question, what it means, and its default."""
        self._screen.line(self._face.title(view, self._screen), "bold green")
        for note in self._face.notes(view, actions, self._screen):
            self._screen.line(note, "dim")

    def _look_up(self, text: str, view: Any, actions: Sequence[Any]) -> bool:
        """Show what a one-letter command asks for; False if `text` is none."""
        if text == "h" and actions:
            action = self._hint(view, actions)
            shown = self._screen.texts.ltr(self._face.typed(view, action))
            self._screen.say("ui.hint", "cyan", action=shown)
            return True
        shows = {**self._face.looks(view, self._names, self._screen), "s": self._sheet}
        if text not in shows:
            return False
        self._print(shows[text]())
        return True

    def _answer(self, text: str, state: Any, question: _Question, act: Act) -> tuple[Moment, ...] | None:
        view, seat = question.view, question.view.viewer
        assert seat is not None
        try:
            action = self._face.read(
                text, view, question.actions, lambda t: self._game.parse_action(state, seat, t),
                self._screen, numbered=question.numbered,
            )  # fmt: skip
            return act(seat, action)
        except PaijuError as error:
            self._refuse(error)
            return None

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

    def __init__(self, screen: Screen, face: Face, view: Any, actions: Sequence[Any]) -> None:
        self.view = view
        self.actions = actions
        self.numbered = False
        self._screen = screen
        self._face = face
        self._page = 0
        if face.lists_at_once(view, actions):
            self.show_page()

    def repeat(self) -> None:
        self._screen.line(self._face.title(self.view, self._screen), "bold green")

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
        cell = Text().append(self._screen.texts.cell(f"{at + 1:>4} "), "bold cyan")
        return cell.append_text(self._face.choice(self.view, self.actions[at], self._screen))


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
