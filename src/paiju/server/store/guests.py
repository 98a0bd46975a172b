"""What is stored of guests: codes that move them to another device, lessons learned, ratings, and puzzles answered."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from msgspec.structs import replace
from sqlalchemy import Connection, Select, delete, exists, select, update

from paiju.analysis.puzzles import START, Rated, after
from paiju.server.store.base import MOVE_CODE_SECONDS
from paiju.server.store.database import Database, is_key, transaction
from paiju.server.store.rows import (
    FirstAnswer,
    GuestRow,
    LearnedRow,
    MoveRow,
    PuzzleRow,
    RatingRow,
    SolverRow,
    TryRow,
)
from paiju.server.store.schema import GUESTS, LEARNED, MOVES, PUZZLES, RATINGS, SOLVERS, TRIES, add, keep


class Guests(Database):
    """See the module."""

    @transaction
    def put_move(self, connection: Connection, now: int, code: str, table: str | None, guest: str) -> None:
        """Keep a code that moves a guest's seat, or (None) only what was learned; an earlier one of the same guest ends."""
        keep(connection, MoveRow(guest, table, code, now + MOVE_CODE_SECONDS))

    async def find_move(self, code: str) -> tuple[str | None, str] | None:
        """Room, if there is one, and guest of a code, which stays good; None if it is wrong or too old."""
        return await self.one(lambda *found: found, _move(code, self.now()), code)

    @transaction
    def take_move(self, connection: Connection, now: int, code: str) -> tuple[str | None, str] | None:
        """Room, if there is one, and guest of a code, which is used up by that; None if it is wrong or too old."""
        if not is_key(code):
            return None
        row = connection.execute(_move(code, now)).one_or_none()
        connection.execute(delete(MOVES).where(MOVES.c.code == code))
        return None if row is None else (row.room, row.guest)

    async def guest(self, guest: str) -> GuestRow | None:
        """A guest, or None."""
        return await self.one(GuestRow, select(GUESTS).where(GUESTS.c.id == guest), guest)

    async def put_guest(self, guest: str, name: str, lang: str, avatar: str = "") -> None:
        """Keep or change a guest, who has now been seen."""
        now = self.now()
        await self._owned.writer.write((GuestRow(guest, name, lang, now, now, avatar),))

    @transaction
    def show_guest(self, connection: Connection, _now: int, guest: str, profile: str | None) -> None:
        """Show a guest under another key from now on, or (None) to nobody any more."""
        connection.execute(update(GUESTS).where(GUESTS.c.id == guest).values(profile=profile))

    async def shown_guest(self, profile: str) -> GuestRow | None:
        """The guest whom a key shows, or None."""
        return await self.one(GuestRow, select(GUESTS).where(GUESTS.c.profile == profile), profile)

    async def ratings_of(self, guest: str) -> list[RatingRow]:
        """A guest's ratings, the last one first."""
        own = _of(RATINGS, guest).order_by(RATINGS.c.rated.desc(), RATINGS.c.family)
        return await self.listed(RatingRow, own)

    async def solver(self, guest: str) -> SolverRow:
        """A guest's figures at puzzles."""
        return _solver(guest, await self.rows(_of(SOLVERS, guest)))

    async def tried_by(self, guest: str) -> set[str]:
        """The puzzles that a guest has answered."""
        return {row.puzzle for row in await self.rows(_of(TRIES, guest))}

    async def puzzle_ratings(self) -> dict[str, float]:
        """The ratings of puzzles by their first answers."""
        return {row.puzzle: row.rating for row in await self.rows(select(PUZZLES))}

    @transaction
    def put_try(self, connection: Connection, now: int, one: FirstAnswer) -> SolverRow:
        """Count an answer, unless that guest has answered before or is forgotten; the guest's figures then.

        It changes the ratings of guest and puzzle in one transaction.
        """
        before = _solver(one.guest, connection.execute(_of(SOLVERS, one.guest)).all())
        same = exists().where(TRIES.c.guest == one.guest, TRIES.c.puzzle == one.puzzle)
        if not _is_here(connection, one.guest) or connection.execute(select(same)).scalar_one():
            return before
        row = connection.execute(select(PUZZLES).where(PUZZLES.c.puzzle == one.puzzle)).one_or_none()
        puzzle = Rated(one.first, 0) if row is None else Rated(row.rating, row.results)
        own, its = after(
            Rated(before.rating, before.results), puzzle, one.score, one.first, solved=one.solved
        )
        streak = before.streak + 1 if one.solved else 0
        new = replace(
            before, rating=own.rating, results=own.results, streak=streak, best=max(streak, before.best)
        )
        if one.day and one.solved:
            new = replace(new, day=one.day, days=before.days + 1 if before.day == one.day - 1 else 1)
        add(connection, TryRow(one.guest, one.puzzle, one.score, now))
        keep(connection, PuzzleRow(one.puzzle, its.rating, its.results))
        keep(connection, new)
        return new

    async def learned(self, guest: str) -> list[str]:
        """The paths of guided deals and lessons that a guest has learned, in their order."""
        return [row.path for row in await self.rows(_of(LEARNED, guest).order_by(LEARNED.c.path))]

    @transaction
    def learn(self, connection: Connection, now: int, guest: str, paths: Collection[str]) -> None:
        """Note what a guest has learned, unless the guest is forgotten."""
        _learn(connection, now, guest, paths)

    @transaction
    def carry_learning(self, connection: Connection, now: int, old: str, new: str) -> None:
        """Let a guest know on another device what they know on this one; of puzzles the further one of the two counts."""
        _learn(connection, now, new, [row.path for row in connection.execute(_of(LEARNED, old))])
        add(connection, *(replace(TryRow(*row), guest=new) for row in connection.execute(_of(TRIES, old))))
        before = _solver(old, connection.execute(_of(SOLVERS, old)).all())
        if before.results > _solver(new, connection.execute(_of(SOLVERS, new)).all()).results:
            keep(connection, replace(before, guest=new))


def _move(code: str, now: int) -> Select[Any]:
    return select(MOVES.c.room, MOVES.c.guest).where(MOVES.c.code == code, MOVES.c.until > now)


def _of(table: Any, guest: str) -> Select[Any]:
    return select(table).where(table.c.guest == guest)


def _solver(guest: str, rows: Sequence[Any]) -> SolverRow:
    """The figures of a row; the first ones for a guest who has tried nothing."""
    return SolverRow(*rows[0]) if rows else SolverRow(guest, START, 0, 0, 0, 0, 0)


def _is_here(connection: Connection, guest: str) -> bool:
    return bool(connection.execute(select(exists().where(GUESTS.c.id == guest))).scalar_one())


def _learn(connection: Connection, now: int, guest: str, paths: Collection[str]) -> None:
    if _is_here(connection, guest):
        add(connection, *(LearnedRow(guest, path, now) for path in sorted(set(paths))))
