"""Which matches rate those who played them."""

from __future__ import annotations

from paiju.core.match import Match
from paiju.server.errors import ServerError
from paiju.server.rating import LEAST_DEALS
from paiju.server.table.chairs import HUMAN
from paiju.server.table.room import OVER, Room
from paiju.server.writes import RateMatch


def check(room: Room, match: Match) -> None:
    """That a match which is to rate its players can.

    Raises:
        ServerError: room.rated, for bots at the table, and for rules by which it never ends or too soon.
    """
    rules = match.rules
    ends = rules.end == "target" or (rules.end == "deals" and rules.length >= LEAST_DEALS)
    if room.settings.rated and not (ends and _only_people(room)):
        raise ServerError(
            "room.rated", "a rated match is played by people to an agreed end", {"least": LEAST_DEALS}
        )


def _only_people(room: Room) -> bool:
    return all(chair.kind == HUMAN for chair in room.chairs)


def of_match(room: Room, match: Match) -> tuple[RateMatch, ...]:
    """What is to be rated now that a deal is over: the whole match, once it has come to its end with those who began it."""
    rated = room.settings.rated and room.stage == OVER and _only_people(room) and not room.parts
    if not rated or len(match.returns) < LEAST_DEALS:
        return ()
    results = tuple(
        (chair.guest, score, chair.himself) for chair, score in zip(room.chairs, match.scores, strict=True)
    )
    return (RateMatch(room.game.name, room.preset, results),)
