"""One question to the player: the table, the choices, and lines typed until one of them is an answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rich.text import Text

from paiju.core.errors import NotationError, PaijuError
from paiju.core.game import Moment
from paiju.tui.plain import Drawn, Face, plain
from paiju.tui.screen import Lines, clean

Hint = Callable[[Any, Sequence[Any]], Any]
Act = Callable[[int, Any], tuple[Moment, ...]]
"""Does an action for a seat; raises RuleError where the rules refuse it."""

PAGE = 24
_LOOKS = ("s", "r", "c", "u", "help", "?")
_MOST_REFUSAL, _MOST_TYPED = 400, 30


class Asker:
    """Asks one player. `sheet` gives the score sheet."""

    def __init__(self, face: Face, lines: Lines, *, hint: Hint, sheet: Callable[[], Drawn]) -> None:
        self._face, self._screen, self._lines = face, face.screen, lines
        self._hint, self._sheet = hint, sheet

    def ask(self, state: Any, view: Any, actions: Sequence[Any], act: Act) -> tuple[Moment, ...] | None:
        """Let the player `act`, once the rules allow what they say; what it leads to, None if they leave."""
        face, screen, pages = self._face, self._screen, 0
        screen.line(face.title(view), "bold green")
        for note in face.notes(view, actions):
            screen.line(note, "dim")
        if face.lists_at_once(view, actions):
            pages = self._show_page(view, actions, pages)
        while (line := self._lines.read()) is not None and (text := plain(line)) != "q":
            if not text:
                screen.line(face.title(view), "bold green")
            elif text == "?":
                pages = self._show_page(view, actions, pages)
            elif text == "h":
                action = screen.texts.ltr(face.typed(view, self._hint(view, actions)))
                screen.say("ui.hint", "cyan", action=action)
            elif not self._look_up(text, view):
                try:
                    parse = lambda notation: face.game.parse_action(state, view.viewer, notation)  # noqa: E731 - nothing to name
                    action = face.answer(text, view, actions, parse, numbered=pages > 0)
                    return act(view.viewer, action)
                except PaijuError as error:
                    self._refuse(error)
        return None

    def between(self, view: Any) -> str | None:
        """A line typed between deals (to mix into the shuffle); None if the player leaves. `view` is of the deal before."""
        while (line := self._lines.read()) is not None and (text := plain(line)) != "q":
            if text not in _LOOKS:
                return line.strip()
            if text == "s" or view is not None:
                self._look_up("help" if text == "?" else text, view)
            else:
                self._screen.say(self._face.keys, "dim")
        return None

    def _look_up(self, text: str, view: Any) -> bool:
        """Show what a one-letter command asks for; False if `text` is none."""
        show = self._sheet if text == "s" else self._face.looks(view).get(text)
        if show is not None:
            self._screen.show(show())
        return show is not None

    def _show_page(self, view: Any, actions: Sequence[Any], page: int) -> int:
        """Show the next page of the choices, after the last one the first again; the number of the page after it."""
        total, screen = len(actions), self._screen
        first = page * PAGE % (-(-total // PAGE) * PAGE)
        last = min(total, first + PAGE)
        numbers = (Text(f"{at + 1:>4} ", "bold cyan") for at in range(first, last))
        choices = (self._face.choice(view, action) for action in actions[first:last])
        screen.line(screen.flow(map(Text.append_text, numbers, choices)))
        if total > PAGE:
            screen.say("ui.page", "dim", first=first + 1, last=last, total=total)
        return page + 1

    def _refuse(self, error: PaijuError) -> None:
        """One line: what is wrong, the rule, the code."""
        if isinstance(error, NotationError):
            error.facts["text"] = clean(error.text, _MOST_TYPED)
        text = f"{self._screen.texts.error(error)} [{error.code}]"
        self._screen.line(clean(text, _MOST_REFUSAL), "red")
