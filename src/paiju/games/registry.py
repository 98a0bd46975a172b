"""The games, and where each layer finds what it must know of one.

A `Home` describes a game: the place of its rules, and by layer the place of its *pack*, the one object with all that
the layer must know of it. The games here have a folder of their name in each layer. Another package brings a game by
an entry point of the group `paiju.games`, called as the game is and naming its `Home`:

    [project.entry-points."paiju.games"]
    coins = "coins:HOME"

A layer for which a home names no pack makes do with a plain one, which knows nothing but the seven verbs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, overload

from paiju.core.errors import UsageError, check_type, excerpt, quote

if TYPE_CHECKING:
    from importlib.metadata import EntryPoints

    from paiju.core.game import Game
    from paiju.games.baohuang.game import Baohuang
    from paiju.games.paohuzi.game import Paohuzi

GROUP = "paiju.games"
LAYERS = (
    "analysis",
    "arena",
    "bench",
    "bots",
    "cli",
    "conformance",
    "envs",
    "locales",
    "server",
    "tui",
    "wire",
)
"""The layers that know a game by its pack alone: `PACK` in `paiju.LAYER.GAME`."""
_PLAIN = frozenset({"arena", "bench", "bots", "cli", "locales", "server", "tui", "wire"})
"""The layers with a `PACK` in `paiju.LAYER.plain` for games that bring none."""


@dataclass(frozen=True, slots=True)
class Home:
    """The places of a game's rules and of its packs by layer, each as `module:name`."""

    law: str
    packs: Mapping[str, str] = field(default_factory=dict)


AT_HOME = ("baohuang", "paohuzi")
"""The games of this package; entry points add others."""
_OWN = {
    name: Home(f"paiju.games.{name}:GAME", {layer: f"paiju.{layer}.{name}:PACK" for layer in LAYERS})
    for name in AT_HOME
}


def available() -> tuple[str, ...]:
    """The names of all games: those here first, then what other packages bring, by name."""
    return (*_OWN, *sorted(_brought().names - set(_OWN)))


@overload
def load(name: Literal["baohuang"]) -> Baohuang: ...
@overload
def load(name: Literal["paohuzi"]) -> Paohuzi: ...
@overload
def load(name: str) -> Game: ...
def load(name: str) -> Any:
    """The game called `name`.

    Raises:
        UsageError: usage.type; usage.game, if there is none, or if the package that brings it does not work.
    """
    check_type(name, str)
    return _at(name, _home(name).law)


def pack(layer: str, game: str) -> Any:
    """The pack of a game for a layer: the one that its home names, or the layer's plain one.

    Raises:
        UsageError: usage.game, as for `load`, and where a layer has no plain one.
    """
    place = _home(game).packs.get(layer)
    if place is None and layer not in _PLAIN:
        raise _broken(game, f"it brings nothing for {layer}")
    return _at(game, place or f"paiju.{layer}.plain:PACK")


def _at(game: str, place: str) -> Any:
    """The object at a place that the home of a game names; a fault of another package is reported as its own."""
    try:
        return _found(place)
    except Exception as error:
        if game in _OWN:
            raise
        raise _broken(game, repr(error)) from error


@cache
def _home(name: str) -> Home:
    if name in _OWN:
        return _OWN[name]
    for point in _brought().select(name=name):
        try:
            home = point.load()
        except Exception as error:
            raise _broken(name, repr(error)) from error
        if not isinstance(home, Home):
            raise _broken(name, f"{point.value} is not a Home")
        return home
    known = ", ".join(available())
    raise UsageError(
        "usage.game",
        f"{quote(name)} is not a game; choose one of {known}",
        {"text": excerpt(name), "known": known},
    )


def _broken(name: str, reason: str) -> UsageError:
    return UsageError(
        "usage.game", f"the package of {name!r} does not work: {reason}", {"text": name, "known": reason}
    )


@cache
def _brought() -> EntryPoints:
    from importlib.metadata import entry_points  # noqa: PLC0415 - takes longer than all the rest of a start

    return entry_points(group=GROUP)


@cache
def _found(place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)
