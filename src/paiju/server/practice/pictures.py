"""Positions as pictures, for those who show links to them: what a view holds, laid out by the pack of its game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from paiju.games.registry import available
from paiju.server.errors import ServerError
from paiju.server.http.assets import Asset, make_asset
from paiju.server.pack import pack_of
from paiju.server.pictures import drawn


def has_pictures(game: str) -> bool:
    """Whether positions of a game can be drawn."""
    return game in available() and pack_of(game).picture is not None


def pictured(game: str, view: Mapping[str, Any], lang: str) -> Asset:
    """The picture of a view.

    Raises:
        ServerError: page.none, in a game without pictures.
    """
    picture = pack_of(game).picture
    if picture is None:
        raise ServerError("page.none", "positions of this game have no picture")
    return make_asset(drawn(picture(view, lang)), ".png")
