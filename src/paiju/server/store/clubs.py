"""Clubs in the database: their members, their evenings, and the points of those."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace
from sqlalchemy import Connection, delete, exists, func, select

from paiju.server.store.database import Database, counted, is_there, transaction
from paiju.server.store.rows import ClubMemberRow, ClubRow, SeriesRow
from paiju.server.store.schema import ATTEMPTS, CLUB_MEMBERS, CLUBS, GUESTS, SERIES
from paiju.server.store.writer import add

MOST_MEMBERS = 60
"""Members of a club."""
MOST_CLUBS = 10
"""Clubs of a guest."""


class EveningPoints(NamedTuple):
    """A guest's finished deals on an evening; the `name` is None where the guest does not want to be named."""

    series: str
    guest: str
    name: str | None
    deals: int
    points: int


class Clubs(Database):
    """Clubs, their members and evenings."""

    async def club(self, club: str) -> ClubRow | None:
        """A club, or None."""
        return await self.one(ClubRow, select(CLUBS).where(CLUBS.c.id == club), club)

    async def clubs_of(self, guest: str) -> list[ClubRow]:
        """A guest's clubs, the one joined last first."""
        own = select(CLUBS).join(CLUB_MEMBERS, CLUB_MEMBERS.c.club == CLUBS.c.id)
        own = own.where(CLUB_MEMBERS.c.guest == guest).order_by(CLUB_MEMBERS.c.joined.desc(), CLUBS.c.id)
        return await self.listed(ClubRow, own)

    async def club_members(self, club: str) -> list[tuple[str, str]]:
        """Guest and present name of each member, the longest there first."""
        found = select(GUESTS.c.id, GUESTS.c.name).join(CLUB_MEMBERS, CLUB_MEMBERS.c.guest == GUESTS.c.id)
        of = found.where(CLUB_MEMBERS.c.club == club).order_by(CLUB_MEMBERS.c.joined, GUESTS.c.id)
        return await self.listed(lambda guest, name: (guest, name), of)

    @transaction
    def put_club(self, connection: Connection, now: int, club: ClubRow, guest: str, in_all: int) -> bool:
        """Found a club with its first member; False where there are `in_all`, or that guest is in too many."""
        if connection.execute(select(func.count()).select_from(CLUBS)).scalar_one() >= in_all:
            return False
        if not _may_join(connection, guest):
            return False
        add(connection, replace(club, made=now))
        add(connection, ClubMemberRow(club.id, guest, now))
        return True

    @transaction
    def join_club(self, connection: Connection, now: int, club: str, guest: str) -> bool:
        """Make a guest a member, if not one already; False where the club is full or the guest in too many."""
        of = CLUB_MEMBERS.c.club == club
        if is_there(connection, of, CLUB_MEMBERS.c.guest == guest):
            return True
        if counted(connection, of) >= MOST_MEMBERS or not _may_join(connection, guest):
            return False
        add(connection, ClubMemberRow(club, guest, now))
        return True

    @transaction
    def leave_club(self, connection: Connection, _now: int, club: str, guest: str) -> None:
        """Let a member go; with the last one goes the club."""
        own = (CLUB_MEMBERS.c.club == club, CLUB_MEMBERS.c.guest == guest)
        connection.execute(delete(CLUB_MEMBERS).where(*own))
        drop_empty_clubs(connection)

    async def evenings_of(self, club: str) -> list[SeriesRow]:
        """The evenings of a club that are still stored, the last one first."""
        of = select(SERIES).where(SERIES.c.club == club)
        return await self.listed(SeriesRow, of.order_by(SERIES.c.made.desc(), SERIES.c.id))

    async def club_points(self, club: str) -> list[EveningPoints]:
        """Everyone's points on each evening of a club, from the deals that they finished."""
        a = ATTEMPTS.c
        sums = (func.max(a.name), func.count(), func.sum(a.points))
        of = select(a.series, a.guest, *sums).join(SERIES, SERIES.c.id == a.series)
        of = of.where(SERIES.c.club == club, a.points.is_not(None)).group_by(a.series, a.guest)
        return await self.listed(EveningPoints, of)


def _may_join(connection: Connection, guest: str) -> bool:
    return counted(connection, CLUB_MEMBERS.c.guest == guest) < MOST_CLUBS


def drop_empty_clubs(connection: Connection) -> None:
    """Delete the clubs that nobody belongs to any more."""
    belongs = exists().where(CLUB_MEMBERS.c.club == CLUBS.c.id)
    connection.execute(delete(CLUBS).where(~belongs))
