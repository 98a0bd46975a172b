"""A new room: its game, options and settings, its host on the first chair."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import paiju
from paiju.core.match import Match
from paiju.server.connections import Guest
from paiju.server.errors import ServerError
from paiju.server.settings import QUICK, Settings
from paiju.server.table import rating
from paiju.server.table.chairs import Chair
from paiju.server.table.room import Room, given, token


def new_room(
    guest: Guest, game: str, *, preset: str | None, options: Mapping[str, Any], settings: Mapping[str, Any], quick: bool
) -> Room:  # fmt: skip
    """A room with `guest` as its host; with `quick` bots sit on all other chairs. It has no code yet.

    Raises:
        ServerError: page.none, for a game that does not exist; room.rated, for a rated match among bots.
        OptionError: for options or settings that are refused.
    """
    if game not in paiju.available():
        raise ServerError("page.none", f"no game {game!r}")
    law: Any = paiju.load(game)
    name = preset or next(iter(law.presets()))
    chosen = law.options({"preset": name, **options})
    room = Room(
        table=token(), game=law, options=chosen, preset=name, settings=(QUICK if quick else Settings()).changed(settings),
        chairs=[Chair() for _ in range(law.seats_of(chosen))], host=guest.id, code=None, key=token(),
        quick=quick, members=[guest.id], given=given(chosen, law.options({"preset": name}), options),
    )  # fmt: skip
    room.chairs[0].seat_person(guest.id, guest.name)
    if quick:
        for chair in room.chairs[1:]:
            chair.seat_bot(room.settings.bots)
        rating.check(room, Match.start(law, chosen))
    return room
