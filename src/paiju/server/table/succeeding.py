"""Another match at a new table: the same people, bots, options and settings."""

from __future__ import annotations

from paiju.server.table.chairs import BOT, HUMAN, PROGRAM, Chair
from paiju.server.table.company import Company
from paiju.server.table.room import Room, token


def rematch(company: Company) -> None:
    """Lay out the next table, kept in one with the end of this one; it wakes when the first page comes there."""
    old = company.room
    room = Room(
        table=token(),
        game=old.game,
        options=old.options,
        preset=old.preset,
        given=dict(old.given),
        settings=old.settings,
        chairs=[_kept(chair, old.settings.bots) for chair in old.chairs],
        host=old.host,
        code=None,
        key=token(),
        quick=old.quick,
        members=list(old.members),
        banned=list(old.banned),
        marks=old.marks,
    )
    old.lead_to(room)
    company.write(room.write())


def _kept(old: Chair, bots: str) -> Chair:
    chair = Chair()
    if old.kind == BOT:
        chair.seat_bot(old.level)
    elif old.kind == PROGRAM:  # its token opens a seat of this room alone
        chair.seat_bot(bots)
    elif old.kind == HUMAN and not old.left:
        chair.seat_person(old.guest, old.name)
        chair.wear(old.avatar)
    return chair
