"""A record walked through: every decision judged, every step valued."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class Sitting:
    """A deal as one seat of it played, under review."""

    deal: DealReview
    seat: Seat
    heard: Callable[[], None]

    def judged(self) -> Iterator[Decision]:
        """The decisions of the seat in which it had a choice, each once it has been judged."""
        for one in self.deal.choices([self.seat]):
            yield self.deal.judge(one)
            self.heard()

    def reviewed(self, decisions: Sequence[Decision]) -> Reviewed:
        """What there is to say of it with these decisions, which have been judged."""
        return self.deal.reviewed(self.seat, decisions)


def sittings(
    game: Game, record: Record, seats: Sequence[Seat] | None = None, depth: Depth = STANDARD, progress: Progress | None = None
) -> list[Sitting]:  # fmt: skip
    """All finished deals of a record as some seats (None: all) played them, deal by deal; nothing is judged before it is asked for.

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
    return [Sitting(deal, seat, count.one) for deal in deals for seat in wanted]


def review(
    game: Game, record: Record, seats: Sequence[Seat] | None = None, depth: Depth = STANDARD, progress: Progress | None = None
) -> Review:  # fmt: skip
    """Judge each decision of some seats (None: all) in all finished deals of a record, and say where their points came from.

    The same record, seats and depth give the same review. What a seat is told about a decision hangs on what it could know.

    Raises:
        RecordError, OptionError, UsageError: as `sittings`.
    """
    sat = sittings(game, record, seats, depth, progress)
    found = tuple(one.reviewed(tuple(one.judged())) for one in sat)
    told = [deal.told() for deal in dict.fromkeys(one.deal for one in sat)]
    return Review(game.name, record.digest, pack_of(options_of(game, record)).marks, found, told)


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
