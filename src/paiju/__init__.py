"""paiju 牌局: the rules of Bao Huang and Paohuzi as a library.

>>> import paiju
>>> paiju.available()
('baohuang', 'paohuzi')
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, cast

from paiju.core.errors import UsageError

if TYPE_CHECKING:
    from paiju.core.game import Game

__version__ = "0.2.0"

_GAMES = ("baohuang", "paohuzi")


def available() -> tuple[str, ...]:
    """The names of all games."""
    return _GAMES


def load(name: str) -> Game:
    """The game called `name`.

    Raises:
        UsageError: usage.game, if there is none.
    """
    if name not in _GAMES:
        known = ", ".join(_GAMES)
        raise UsageError(
            "usage.game", f"{name!r} is no game, there is {known}", {"text": name, "known": known}
        )
    return cast("Game", import_module(f"paiju.games.{name}").GAME)
