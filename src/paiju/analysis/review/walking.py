"""A record walked through: every decision judged, every step valued."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from paiju.analysis.review.deal import Course, DealReview, seed_of_deal
from paiju.analysis.review.model import STANDARD, Decision, Depth, Review, Reviewed
from paiju.analysis.review.pack import pack_of
from paiju.core.document import Record
from paiju.core.errors import UsageError
from paiju.core.game import Game, Seat
from paiju.core.record import options_of, replay

Progress = Callable[[int, int], None]
"""Hears how many decisions have been judged, and how many there are."""


def courses(game: Game, record: Record) -> Iterator[Course]:
    """The finished deals of a record, all checks of `replay` included.

    Raises:
        RecordError, OptionError: as `replay`.
    """
    course: Course | None = None
    for step in replay(game, record):
        if step.action is None:
            if course is not None:
                yield course
            course = Course.of(record, step)
        else:
            assert course is not None, "a deal begins without an action"
            course.add(game, step)
    if course is not None and not game.actors(course.last):
        yield course


def review(
    game: Game, record: Record, seats: Sequence[Seat] | None = None, depth: Depth = STANDARD, progress: Progress | None = None
) -> Review:  # fmt: skip
    """Judge each decision of some seats (None: all) in all finished deals of a record, and say where their points came from.

    The same record, seats and depth give the same review. What a seat is told about a decision hangs on what it could know.

    Raises:
        RecordError, OptionError: for a record that does not replay.
        UsageError: usage.seat; usage.game, usage.kernels or usage.kernel_option, where nobody can play the deals out.
    """
    options = options_of(game, record)
    wanted = _seats(game, options, seats)
    pack = pack_of(options)
    reviewer = pack.reviewer(options, depth)
    deals = [
        DealReview(game, reviewer, pack.marks, course, seed_of_deal(record, course.number))
        for course in courses(game, record)
    ]
    count = _Count(progress, sum(len(deal.choices(wanted)) for deal in deals))
    found = [one for deal in deals for one in _reviewed(deal, wanted, count)]
    return Review(game.name, record.digest, pack.marks, tuple(found), [deal.told() for deal in deals])


def _reviewed(deal: DealReview, seats: Sequence[Seat], count: _Count) -> Iterator[Reviewed]:
    decisions: dict[Seat, list[Decision]] = {seat: [] for seat in seats}
    for one in deal.choices(seats):
        decisions[one.seat].append(deal.judge(one))
        count.one()
    for seat in seats:
        yield deal.reviewed(seat, decisions[seat])


def _seats(game: Game, options: Any, seats: Sequence[Seat] | None) -> tuple[Seat, ...]:
    there = range(game.seats_of(options))
    for seat in seats or ():
        if seat not in there:
            raise UsageError("usage.seat", f"there is no seat {seat}", {"value": seat})
    return tuple(there) if seats is None else tuple(seats)


class _Count:
    """Counts decisions, and says so."""

    def __init__(self, progress: Progress | None, total: int) -> None:
        self._progress, self._total, self._done = progress, total, 0

    def one(self) -> None:
        """One more."""
        self._done += 1
        if self._progress is not None:
            self._progress(self._done, self._total)
