"""What guests did with puzzles: first answers count, and change what is believed of guest and puzzle in one transaction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Select, delete, exists, insert, select

from paiju.analysis.puzzles.rating import START, Rated, after
from paiju.server.store.kept import KeptSolver, PutTry
from paiju.server.store.schema import GUESTS, PUZZLES, SOLVERS, TRIES


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


def forget_guest(connection: Connection, guest: str) -> None:
    """Forget what a guest did with puzzles; what it taught about the puzzles stays."""
    connection.execute(delete(TRIES).where(TRIES.c.guest == guest))
    connection.execute(delete(SOLVERS).where(SOLVERS.c.guest == guest))


def tried_by(guest: str) -> Select[Any]:
    """The puzzles that a guest has answered."""
    return select(TRIES.c.puzzle).where(TRIES.c.guest == guest)


def ratings() -> Select[Any]:
    """What results have taught about puzzles."""
    return select(PUZZLES.c.puzzle, PUZZLES.c.rating)
