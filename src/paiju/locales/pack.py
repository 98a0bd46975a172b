"""The part of a game for the texts: its leaflet, and the words that another package brings for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import cast

from paiju.games import registry


@dataclass(frozen=True, slots=True)
class Pack:
    """The words of one game.

    `openings` are the paragraphs (`rules.GAME.NAME`) that open the section of each option group, in the order of the
    sections; other groups follow. `words` are texts by key, by language, beside those of the files here, for a game
    that brings its own; what they lack is told by its plain name.
    """

    openings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    words: Mapping[str, Mapping[str, str]] | None = None


@cache
def pack_of(game: str) -> Pack:
    """The pack of a game; one that brings none is told of by plain names.

    Raises:
        UsageError: usage.game.
    """
    return cast("Pack", registry.pack("locales", game))
