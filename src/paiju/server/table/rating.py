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
    """What is to be rated now: the whole match once it is over, for those who began it, whoever plays their seats by then.

    One that was ended before its time counts as far as its deals are finished.
    """
    least = 1 if room.dissolved else LEAST_DEALS
    if not room.settings.rated or room.stage != OVER or len(match.returns) < least:
        return ()
    results = tuple(
        (guest, score, chair.himself)
        for guest, score, chair in zip(room.began, match.scores, room.chairs, strict=True)
    )
    return (RateMatch(room.game.name, room.preset, results),)
