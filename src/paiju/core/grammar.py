"""What a game brings to have its positions said, and the verbs it has from it."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Generic, NamedTuple

from paiju.core.border import check_type
from paiju.core.errors import PaijuError, PositionError
from paiju.core.game import Game, State, View
from paiju.core.position import Fields, Position, argued, options_of, read_options, split, wrong_syntax


class Grammar(NamedTuple):
    """What a game brings for its positions: its fields, and how they are read and written."""

    fields: tuple[str, ...]
    read: Callable[[Game, Any, Fields, random.Random | None], Position]
    state_text: Callable[..., str]
    view_text: Callable[..., str]
    said_of: Callable[..., Any]
    """What a text says of a state."""

    def parse(self, game: Game, text: str, rng: random.Random | None) -> Position:
        """The position that a text says.

        Raises:
            NotationError: position.syntax.
            PositionError: position.field | value | conflict | cards | open | rare.
            OptionError: for options that there are not.
        """
        check_type(rng, (random.Random, type(None)))
        head = split(text)
        if head.game != game.name:
            raise wrong_syntax(f"no position of {game.name}", text, 1)
        return self.read(game, read_options(game, head.words), Fields(head.fields, self.fields), rng)

    def build(
        self, game: Game, options: Any, rng: random.Random | None, arguments: Mapping[str, Any]
    ) -> Position:
        """The position that named arguments say; errors as in `parse`."""
        check_type(rng, (random.Random, type(None)))
        chosen = options_of(game, options)
        check_type(chosen, type(game.options({})))
        return self.read(game, chosen, Fields(argued(arguments, game.seats_of(chosen)), self.fields), rng)

    def write(self, game: Game, state: Any, *, past: bool) -> str:
        """A state as text, with what has been played trick by trick if `past`.

        Raises:
            PositionError: position.beyond, for a state that its text does not lead back to.
        """
        text = self.state_text(game, state, past=past)
        try:
            again = self.parse(game, text, None).state
        except PaijuError as error:
            raise _beyond(error.detail) from error
        if again != self.said_of(state, past=past):
            raise _beyond("another state would come of its text")
        return text


def _beyond(reason: str) -> PositionError:
    return PositionError("position.beyond", "turn", f"no text says this state: {reason}", 0)


class SaysPositions(Generic[State, View]):
    """The verbs about positions of a game that has a grammar for them; what is a `Game` too has them from here."""

    grammar: ClassVar[Grammar]
    state_type: ClassVar[type]
    view_type: ClassVar[type]

    def position(self: Any, options: Any = None, rng: random.Random | None = None, **fields: Any) -> State:
        """The state that named fields say, as in the text of a position (docs/positions.md); `rng` deals what is unknown.

        `options` are options, a preset's name with changes as text, or names and values.

        Raises:
            PositionError: position.field | value | conflict | cards | open | rare, with the argument.
            OptionError: as `options`.
        """
        found: State = self.grammar.build(self, options, rng, fields).state
        return found

    def position_text(self: Any, shown: State | View, *, past: bool = True) -> str:
        """A state or a view as one line of text; without `past` what has happened is left out of it, as far as it is said at all.

        A seed that chance has no use for any more is not written.

        Raises:
            UsageError: usage.type.
            PositionError: position.beyond.
        """
        check_type(shown, (self.state_type, self.view_type))
        write = self.grammar.view_text if isinstance(shown, self.view_type) else self.grammar.write
        text: str = write(self, shown, past=past)
        return text

    def parse_position(self: Any, text: str, rng: random.Random | None = None) -> Position:
        """The position that a text says; `rng` deals what is unknown.

        Raises:
            NotationError: position.syntax.
            PositionError: as `position`.
            OptionError: as `options`.
        """
        found: Position = self.grammar.parse(self, text, rng)
        return found
