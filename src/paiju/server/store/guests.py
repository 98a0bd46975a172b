"""What is stored of guests: codes, lessons learned, ratings, and puzzles answered."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, and_, delete, exists, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from paiju.analysis.puzzles import START, Rated, after
from paiju.server.people.ratings import Outcome, Rating, rerated
from paiju.server.store.base import MOVE_CODE_SECONDS, RESERVED_SECONDS, ROOM_CODE_SECONDS
from paiju.server.store.kept import KeptSolver, PutTry
from paiju.server.store.schema import (
    GUESTS,
    LEARNED,
    MOVES,
    PUZZLES,
    RATINGS,
    RESERVED,
    ROOMS,
    SOLVERS,
    TRIES,
)
from paiju.server.store.writes import RateMatch


def opens(code: str, now: int) -> ColumnElement[bool]:
    """The room that a code opens."""
    return and_(ROOMS.c.code == code, ROOMS.c.code_until > now)


def reserve(connection: Connection, code: str, now: int) -> bool:
    """Keep a code for a room; False if it is kept for another, or a room has it.

    The rooms are asked second, so that one which was kept meanwhile under its own reservation is seen.
    """
    make = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
    until = now + RESERVED_SECONDS
    over = ~_reserved(now)
    row = make(RESERVED).values(code=code, until=until)
    taken = row.on_conflict_do_update(index_elements=["code"], set_={"until": until}, where=over)
    if connection.execute(taken.execution_options(preserve_rowcount=True)).rowcount != 1:
        return False
    return connection.execute(select(ROOMS.c.id).where(ROOMS.c.code == code)).one_or_none() is None


def _reserved(now: int) -> ColumnElement[bool]:
    """Codes whose reservation lasts; another node's clock may be ahead of ours, but not for ever."""
    return RESERVED.c.until.between(now + 1, now + 2 * RESERVED_SECONDS)


def prolong(connection: Connection, rooms: Collection[str], now: int) -> None:
    """Let the codes of rooms go on, those whose end is near."""
    late = and_(ROOMS.c.id.in_(rooms), ROOMS.c.code_until < now + ROOM_CODE_SECONDS // 2)
    connection.execute(update(ROOMS).where(late).values(code_until=now + ROOM_CODE_SECONDS))


def put_move(connection: Connection, code: str, room: str | None, guest: str, now: int) -> None:
    """Keep a code that moves a guest's seat, or without a room what he has learned; an earlier one of the same guest ends."""
    connection.execute(delete(MOVES).where(MOVES.c.guest == guest))
    row = {"guest": guest, "room": room, "code": code, "until": now + MOVE_CODE_SECONDS}
    connection.execute(insert(MOVES).values(row))


def find_move(code: str, now: int) -> Select[tuple[str | None, str]]:
    """Finds room, if any, and guest of a code that is not too old."""
    return select(MOVES.c.room, MOVES.c.guest).where(MOVES.c.code == code, MOVES.c.until > now)


def take_move(connection: Connection, code: str, now: int) -> tuple[str | None, str] | None:
    """Room, if any, and guest of a code, which is used up by that; None if it is wrong or too old."""
    row = connection.execute(find_move(code, now)).one_or_none()
    connection.execute(delete(MOVES).where(MOVES.c.code == code))
    return None if row is None else (row.room, row.guest)


def sweep(connection: Connection, now: int) -> None:
    """Delete the codes that are too old; those of rooms stay with their rooms. No clock lets any live longer."""
    in_time = MOVES.c.until.between(now + 1, now + MOVE_CODE_SECONDS)
    connection.execute(delete(MOVES).where(~in_time))
    connection.execute(delete(RESERVED).where(~_reserved(now)))
    latest = now + ROOM_CODE_SECONDS
    connection.execute(update(ROOMS).where(ROOMS.c.code_until > latest).values(code_until=latest))


def forget_codes(connection: Connection, guest: str) -> None:
    """Delete a guest's code."""
    connection.execute(delete(MOVES).where(MOVES.c.guest == guest))


# --- what guests did with puzzles: first answers count, and change what is believed of guest and puzzle in one transaction


def solver(guest: str) -> Select[Any]:
    """What is kept about a guest."""
    return select(SOLVERS).where(SOLVERS.c.guest == guest)


def solver_from(rows: Sequence[Any]) -> KeptSolver:
    """How a guest stands by what was found; the start for one who has tried nothing."""
    if not rows:
        return KeptSolver(START, 0, 0, 0, 0, 0)
    (row,) = rows
    return KeptSolver(row.rating, row.results, row.streak, row.best, row.day, row.days)


def put_try(connection: Connection, one: PutTry, now: int) -> KeptSolver:
    """Count an answer, unless that guest has answered before or is forgotten; what is kept then."""
    before = solver_from(connection.execute(solver(one.guest)).all())
    here = connection.execute(select(exists().where(GUESTS.c.id == one.guest))).scalar_one()
    same = exists().where(TRIES.c.guest == one.guest, TRIES.c.puzzle == one.puzzle)
    if not here or connection.execute(select(same)).scalar_one():
        return before
    row = connection.execute(select(PUZZLES).where(PUZZLES.c.puzzle == one.puzzle)).one_or_none()
    puzzle = Rated(one.first, 0) if row is None else Rated(row.rating, row.results)
    own, its = after(Rated(before.rating, before.results), puzzle, one.score, one.first, solved=one.solved)
    streak = before.streak + 1 if one.solved else 0
    days = before.days
    if one.day and one.solved:
        days = before.days + 1 if before.day == one.day - 1 else 1
    last = one.day if one.day and one.solved else before.day
    kept = KeptSolver(own.rating, own.results, streak, max(streak, before.best), last, days)
    connection.execute(insert(TRIES).values(guest=one.guest, puzzle=one.puzzle, score=one.score, tried=now))
    connection.execute(delete(PUZZLES).where(PUZZLES.c.puzzle == one.puzzle))
    connection.execute(insert(PUZZLES).values(puzzle=one.puzzle, rating=its.rating, results=its.results))
    connection.execute(delete(SOLVERS).where(SOLVERS.c.guest == one.guest))
    connection.execute(
        insert(SOLVERS).values(
            guest=one.guest, rating=kept.rating, results=kept.results, streak=kept.streak, best=kept.best,
            day=kept.day, days=kept.days,
        )
    )  # fmt: skip
    return kept


def carry(connection: Connection, old: str, new: str) -> None:
    """Let another guest have answered what one has; how the further one of the two stands is how he stands then."""
    known = set(connection.execute(tried_by(new)).scalars())
    for row in connection.execute(select(TRIES).where(TRIES.c.guest == old)).mappings().all():
        if row["puzzle"] not in known:
            connection.execute(insert(TRIES).values({**row, "guest": new}))
    before = connection.execute(solver(old)).mappings().one_or_none()
    if before is None or before["results"] <= solver_from(connection.execute(solver(new)).all()).results:
        return
    connection.execute(delete(SOLVERS).where(SOLVERS.c.guest == new))
    connection.execute(insert(SOLVERS).values({**before, "guest": new}))


def forget_puzzles(connection: Connection, guest: str) -> None:
    """Forget what a guest did with puzzles; what it taught about the puzzles stays."""
    connection.execute(delete(TRIES).where(TRIES.c.guest == guest))
    connection.execute(delete(SOLVERS).where(SOLVERS.c.guest == guest))


def tried_by(guest: str) -> Select[Any]:
    """The puzzles that a guest has answered."""
    return select(TRIES.c.puzzle).where(TRIES.c.guest == guest)


def ratings() -> Select[Any]:
    """What results have taught about puzzles."""
    return select(PUZZLES.c.puzzle, PUZZLES.c.rating)


# --- what guests have learned: guided deals and lessons, by their paths, and how they stand at puzzles; it goes with them to another device


class LearningStore:
    """See the module. `rows` reads, `at_now` has something done with the writing connection and the time."""

    def __init__(
        self, rows: Callable[[Any], Awaitable[list[Any]]], at_now: Callable[..., Awaitable[Any]]
    ) -> None:
        self._rows = rows
        self._at_now = at_now

    async def learned(self, guest: str) -> list[str]:
        """The paths that a guest has learned, in their order."""
        return [row.path for row in await self._rows(_of(guest))]

    async def learn(self, guest: str, paths: Collection[str]) -> None:
        """Note what a guest has learned, unless he is forgotten.

        Raises:
            StoreError: as `Store.write`.
        """
        await self._at_now(_learn, guest, paths)

    async def carry(self, old: str, new: str) -> None:
        """Let a guest know on another device what he knows on this one; of puzzles the further one of the two counts.

        Raises:
            StoreError: as `Store.write`.
        """
        await self._at_now(_carry, old, new)


def _of(guest: str) -> Select[Any]:
    return select(LEARNED.c.path).where(LEARNED.c.guest == guest).order_by(LEARNED.c.path)


def _learn(connection: Connection, guest: str, paths: Collection[str], now: int) -> None:
    if not connection.execute(select(exists().where(GUESTS.c.id == guest))).scalar_one():
        return
    known = set(connection.execute(_of(guest)).scalars())
    for path in sorted(set(paths) - known):
        connection.execute(insert(LEARNED).values(guest=guest, path=path, learned=now))


def _carry(connection: Connection, old: str, new: str, now: int) -> None:
    _learn(connection, new, connection.execute(_of(old)).scalars().all(), now)
    carry(connection, old, new)


def forget_lessons(connection: Connection, guest: str) -> None:
    """Forget what a guest has learned."""
    connection.execute(delete(LEARNED).where(LEARNED.c.guest == guest))


# --- what is believed of guests who were rated, changed in the transaction that keeps the end of their match


def rate(connection: Connection, match: RateMatch, now: int) -> None:
    """Change the ratings of those who played; who has been forgotten meanwhile is an opponent like another, and forgotten again."""
    table = RATINGS.c
    of_family = (table.game == match.game, table.family == match.family)
    guests = [guest for guest, _, _ in match.results]
    kept = connection.execute(select(RATINGS).where(*of_family, table.guest.in_(guests))).all()
    before = {row.guest: Rating(row.mu, row.sigma, row.matches) for row in kept}
    after = rerated(
        [Outcome(before.get(guest, Rating()), score, himself) for guest, score, himself in match.results]
    )
    here = set(connection.execute(select(GUESTS.c.id).where(GUESTS.c.id.in_(guests))).scalars())
    connection.execute(delete(RATINGS).where(*of_family, table.guest.in_(guests)))
    rows = [
        {
            "guest": guest, "game": match.game, "family": match.family, "mu": rating.mu, "sigma": rating.sigma,
            "matches": rating.matches, "before": before.get(guest, Rating()).mu, "rated": now,
        }
        for guest, rating in zip(guests, after, strict=True)
        if guest in here and rating.matches
    ]  # fmt: skip
    if rows:
        connection.execute(insert(RATINGS), rows)


def forget_ratings(connection: Connection, guest: str) -> None:
    """Forget what is believed of a guest."""
    connection.execute(delete(RATINGS).where(RATINGS.c.guest == guest))


def of(guest: str) -> Select[Any]:
    """The ratings of a guest, the last one first."""
    return select(RATINGS).where(RATINGS.c.guest == guest).order_by(RATINGS.c.rated.desc(), RATINGS.c.family)
