"""A record walked through: every decision judged, every step valued."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from paiju.analysis.review.model import (
    STANDARD,
    Comparison,
    Decision,
    Depth,
    Marks,
    Parts,
    Review,
    Reviewed,
    Verdict,
)
from paiju.analysis.review.pack import Reviewer, pack_of
from paiju.core.document import Record
from paiju.core.errors import UsageError
from paiju.core.game import Game, Seat
from paiju.core.record import Step, options_of, replay

Progress = Callable[[int, int], None]
"""Hears how many decisions have been judged, and how many there are."""
_SEED_BITS = 40


class Taken(NamedTuple):
    """One action of a deal: the state it was taken in, the seat, the action, and the state it led to."""

    at: int
    before: Any
    seat: Seat
    action: Any
    after: Any


@dataclass(slots=True)
class Course:
    """A deal as it was played: the state after the deal itself, then each action."""

    number: int
    first: Any
    taken: list[Taken] = field(default_factory=list)

    @property
    def last(self) -> Any:
        """The state at the end."""
        return self.taken[-1].after if self.taken else self.first


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
            course = Course(step.deal, step.state)
        else:
            assert course is not None, "a deal begins without an action"
            course.taken.append(_taken(game, course, step))
    if course is not None and not game.actors(course.last):
        yield course


def _taken(game: Game, course: Course, step: Step) -> Taken:
    assert step.action is not None
    seat, text = step.action
    before = course.last
    return Taken(step.index - 1, before, seat, game.parse_action(before, seat, text), step.state)


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
    played = list(courses(game, record))
    count = _Count(
        progress, sum(1 for course in played for one in _choices(game, course) if one.seat in wanted)
    )
    deals: list[Reviewed] = []
    for course in played:
        seed = seed_of(record.digest, record.deals[course.number].play)
        deals += _Deal(game, reviewer, pack.marks, course, seed).reviewed(wanted, count)
    told = [reviewer.tell_table([course.first, *(one.after for one in course.taken)]) for course in played]
    return Review(game.name, record.digest, pack.marks, tuple(deals), told)


def seed_of(*parts: object) -> int:
    """A seed below 2**40 from anything that prints."""
    digest = hashlib.sha256("/".join(map(str, parts)).encode()).digest()
    return int.from_bytes(digest[:8], "big") & (1 << _SEED_BITS) - 1


def _seats(game: Game, options: Any, seats: Sequence[Seat] | None) -> tuple[Seat, ...]:
    there = range(game.seats_of(options))
    for seat in seats or ():
        if seat not in there:
            raise UsageError("usage.seat", f"there is no seat {seat}", {"value": seat})
    return tuple(there) if seats is None else tuple(seats)


def _choices(game: Game, course: Course) -> Iterator[Taken]:
    """The decisions in which there was a choice."""
    for one in course.taken:
        if len(game.legal_actions(one.before, one.seat)) > 1:
            yield one


class _Count:
    """Counts decisions, and says so."""

    def __init__(self, progress: Progress | None, total: int) -> None:
        self._progress, self._total, self._done = progress, total, 0

    def one(self) -> None:
        """One more."""
        self._done += 1
        if self._progress is not None:
            self._progress(self._done, self._total)


class _Deal:
    """One deal under review."""

    def __init__(self, game: Game, reviewer: Reviewer, marks: Marks, course: Course, seed: int) -> None:
        self._game, self._reviewer, self._marks = game, reviewer, marks
        self._course, self._seed = course, seed

    def reviewed(self, seats: Sequence[Seat], count: _Count) -> Iterator[Reviewed]:
        """The deal for each of `seats`."""
        values, chosen = self._values()
        decisions: dict[Seat, list[Decision]] = {seat: [] for seat in seats}
        for one in _choices(self._game, self._course):
            if one.seat in decisions:
                decisions[one.seat].append(self._decision(one))
                count.one()
        last = self._course.last
        for seat in seats:
            yield Reviewed(
                self._course.number, seat, self._game.returns(last)[seat], self._game.is_void(last),
                self._parts(seat, values, chosen), tuple(decisions[seat]), tuple(value[seat] for value in values),
            )  # fmt: skip

    def _values(self) -> tuple[list[tuple[float, ...]], list[tuple[float, ...]]]:
        """Open values before the first action and after each; and right after each decision, before chance."""
        worth, seed = self._reviewer, self._seed
        values = [worth.open_value(self._course.first, seed)]
        chosen = []
        for one in self._course.taken:
            chosen.append(worth.open_value_after(one.before, one.seat, one.action, seed))
            values.append(worth.open_value(one.after, seed))
        return values, chosen

    def _parts(self, seat: Seat, values: list[tuple[float, ...]], chosen: list[tuple[float, ...]]) -> Parts:
        own = others = chance = 0.0
        for at, one in enumerate(self._course.taken):
            change = chosen[at][seat] - values[at][seat]
            if one.seat == seat:
                own += change
            else:
                others += change
            chance += values[at + 1][seat] - chosen[at][seat]
        return Parts(values[0][seat], own, others, chance)

    def _decision(self, one: Taken) -> Decision:
        view = self._game.view(one.before, one.seat)
        actions = self._game.legal_actions(one.before, one.seat)
        compared = self._reviewer.judge(view, actions, one.action, seed_of(self._seed, one.at))
        phase, played = str(view.phase), self._game.action_text(one.before, one.action)
        told = self._reviewer.tell(one.before, one.seat, one.action, one.after)
        why = self._reviewer.why(view, one.action)
        if compared is None:
            return Decision(one.at, one.seat, phase, played, played, Verdict.UNTOLD, why=why, told=told)
        best, loss, error = _best(compared)
        same = best is None
        return Decision(
            one.at, one.seat, phase, played,
            played if best is None else self._game.action_text(one.before, best),
            self._marks.verdict(loss, error), loss, error,
            0.0 if compared.policy is None else compared.policy.gain, compared.points, why,
            () if same else self._reviewer.why(view, best), told,
        )  # fmt: skip


def _best(compared: Comparison) -> tuple[Any, float, float]:
    """The better action if there is one (None: there is none), what it gains, and the standard error of that."""
    best = compared.best
    if best is None:
        return None, 0.0, 0.0
    return (None, 0.0, best.error) if best.gain <= 0 else (best.action, best.gain, best.error)
