"""What the terminal needs to know of a game: how it looks, how it is told, and what may be typed.

The session, the asking, the saving and the replay are the same for all games; each game has a package here
with a `PACK`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, cast

from rich.text import Text

from paiju.core.game import Event, Game
from paiju.games import registry
from paiju.tui.screen import Screen

Show = Callable[[], list[Text]]
Parse = Callable[[str], Any]


@dataclass(frozen=True, slots=True)
class Setting:
    """What a table shows beside the view: names by seat, the deal's number, the deals of the match, totals."""

    names: Sequence[str]
    deal: int
    deals: int | None
    scores: Sequence[int]


class Narrator(Protocol):
    """Tells events as short lines; it may keep some back until `flush`."""

    def tell(self, events: Iterable[Event], view: Any) -> list[Text]:
        """Lines for events as the viewer knows them (`seen_by`); `view` is his view after them."""
        ...

    def flush(self) -> list[Text]:
        """What was kept back."""
        ...


class Face(Protocol):
    """A game in the terminal. Views and actions are the game's own."""

    keys: str
    """The key of the line that names the one-letter commands."""

    def has_points(self, options: Any) -> bool:
        """Whether deals are counted in points, or only as won and lost."""
        ...

    def table(self, view: Any, setting: Setting, screen: Screen) -> list[Text]:
        """The table, the viewer's hand below."""
        ...

    def open_view(self, game: Game, state: Any) -> Any:
        """The view of a table where everything lies open."""
        ...

    def open_hands(self, state: Any, names: Sequence[str], screen: Screen) -> list[Text]:
        """The hands of all seats."""
        ...

    def settle(self, view: Any, events: Iterable[Event], setting: Setting, screen: Screen) -> list[Text]:
        """The result of a finished deal; `setting.scores` already counts it."""
        ...

    def narrator(self, screen: Screen, names: Sequence[str], options: Any) -> Narrator:
        """Somebody who tells what happens."""
        ...

    def title(self, view: Any, screen: Screen) -> str:
        """The question, in one line."""
        ...

    def notes(self, view: Any, actions: Sequence[Any], screen: Screen) -> list[str]:
        """What the question means, and its default."""
        ...

    def lists_at_once(self, view: Any, actions: Sequence[Any]) -> bool:
        """Whether the choices are listed together with the question."""
        ...

    def choice(self, view: Any, action: Any, screen: Screen) -> Text:
        """An action as an entry of that list."""
        ...

    def typed(self, view: Any, action: Any) -> str:
        """An action as it is typed."""
        ...

    def forced(self, view: Any, action: Any, screen: Screen) -> str:
        """The line that says that the only action there was has been carried out."""
        ...

    def read(
        self, text: str, view: Any, actions: Sequence[Any], parse: Parse, screen: Screen, *, numbered: bool
    ) -> Any:
        """The action that `text` (made `plain`) means; `numbered` says that the list of choices is shown.

        Raises:
            NotationError: notation.*, with the column in `text`.
            UsageError: usage.number.
        """
        ...

    def looks(self, view: Any, names: Sequence[str], screen: Screen) -> Mapping[str, Show]:
        """What may be looked up, by what is typed for it."""
        ...


def face_of(game: Game) -> Face:
    """The face of a game; one that brings none has a plain one."""
    return cast("Face", registry.pack("tui", game.name))
