"""How consoles and notebooks display values of the rules: as text that makes them again, and as pictures."""

from __future__ import annotations

from importlib import import_module
from typing import Any, ClassVar, cast

from paiju.core.errors import PositionError


class Named:
    """A game, printed as the call that loads it."""

    name: ClassVar[str]

    def __repr__(self) -> str:
        return f"paiju.load({self.name!r})"


def repr_of(value: Any) -> str:
    """The expression that makes a view or a state again, without its past; its name alone where no text can say it."""
    viewed = hasattr(value, "viewer")
    options = value.options if viewed else value.rules.options
    game: Any = import_module("paiju.games.registry").load(options.game)
    try:
        line = game.position_text(value, past=False)
    except PositionError:
        return f"<{type(value).__name__} of {game.name}>"
    return f"paiju.position({line!r}{', random.Random(0)).view' if viewed else ').state'}"


def html_of(value: Any) -> str | None:
    """The picture of a view, a state, a position or a record, as a notebook displays it; None where there is none."""
    return cast("str | None", import_module("paiju.wire.notebooks").html(value))
