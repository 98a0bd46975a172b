"""A record walked through: every decision of a deal judged and every moment valued."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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
    Reviewer,
    Verdict,
    pack_of,
    seed_of,
)
from paiju.core.document import Record
from paiju.core.errors import RecordError, UsageError
from paiju.core.game import Game, Seat
from paiju.core.record import Step, options_of, replay, replay_deal


class Taken(NamedTuple):
    """One action of a deal: the state it was taken in, the seat, the action, and the state it led to."""

    at: int
    before: Any
    seat: Seat
    action: Any
    after: Any


@dataclass(slots=True)
class DealTrace:
    """A deal as it was played: the state after the deal itself, then each action; `stood` are those taken for their seats' persons."""

    number: int
    first: Any
    stood: frozenset[int]
    taken: list[Taken] = field(default_factory=list)

    @classmethod
    def of(cls, record: Record, opening: Step) -> DealTrace:
        """The deal of a record that a replay opens with this step."""
        return cls(opening.deal, opening.state, frozenset(record.deals[opening.deal].stood))

    @property
    def last(self) -> Any:
        """The state at the end."""
        return self.taken[-1].after if self.taken else self.first

    def add(self, game: Game, step: Step) -> None:
        """The effect of a step of the replay."""
        assert step.action is not None
        seat, text = step.action
        before = self.last
        action = game.parse_action(before, seat, text)
        self.taken.append(Taken(step.index - 1, before, seat, action, step.state))


class DealReview:
    """One deal under review. Values are computed once."""

    def __init__(self, game: Game, reviewer: Reviewer, marks: Marks, trace: DealTrace, seed: int) -> None:
        self.game, self._reviewer, self._marks = game, reviewer, marks
        self._trace, self._seed = trace, seed
        self._values = [reviewer.open_value(trace.first, seed)]
        self._chosen: list[tuple[float, ...]] = []

    @property
    def seats(self) -> int:
        """The number of seats that the deal has."""
        return len(self._values[0])

    @property
    def actions(self) -> int:
        """The number of actions that the deal has."""
        return len(self._trace.taken)

    def choices(self, seats: Iterable[Seat]) -> list[Taken]:
        """The decisions of some seats in which there was a choice."""
        wanted = frozenset(seats)
        legal = self.game.legal_actions
        return [
            one for one in self._trace.taken if one.seat in wanted and len(legal(one.before, one.seat)) > 1
        ]

    def taken(self, at: int) -> Taken:
        """Action `at`, from 0.

        Raises:
            UsageError: usage.number, if there is none.
        """
        if not 0 <= at < self.actions:
            raise UsageError("usage.number", f"there is no action {at}", {"text": str(at)})
        return self._trace.taken[at]

    def instead(self, at: int, text: str) -> Taken:
        """Another action in place of action `at`.

        Raises:
            UsageError: usage.number; NotationError, RuleError: for an unknown action.
        """
        one = self.taken(at)
        action = self.game.parse_action(one.before, one.seat, text)
        return one._replace(action=action, after=self.game.apply(one.before, one.seat, action)[0])

    def judge(self, one: Taken) -> Decision:
        """A decision beside the others that there were."""
        view = self.game.view(one.before, one.seat)
        actions = self.game.legal_actions(one.before, one.seat)
        compared = self._reviewer.judge(view, actions, one.action, seed_of(self._seed, one.at))
        phase, played = str(view.phase), self.game.action_text(one.before, one.action)
        details = self._reviewer.tell(one.before, one.seat, one.action, one.after)
        why = self._reviewer.why(view, one.action)
        stood = one.at in self._trace.stood
        if compared is None:
            return Decision(
                one.at, one.seat, phase, played, played, Verdict.UNTOLD, why=why, details=details, stood=stood
            )
        best, loss, error = _best(compared)
        same = best is None
        return Decision(
            one.at, one.seat, phase, played,
            played if best is None else self.game.action_text(one.before, best),
            self._marks.verdict(loss, error), loss, error,
            0.0 if compared.policy is None else compared.policy.gain, compared.points, why,
            () if same else self._reviewer.why(view, best), details, stood,
        )  # fmt: skip

    def value(self, at: int) -> None:
        """Value the first `at` actions if that has not been done."""
        worth, seed = self._reviewer, self._seed
        for one in self._trace.taken[len(self._chosen) : at]:
            self._chosen.append(worth.open_value_after(one.before, one.seat, one.action, seed))
            self._values.append(worth.open_value(one.after, seed))

    def reviewed(self, seat: Seat, decisions: Sequence[Decision]) -> Reviewed:
        """The deal as a seat played it, with its decisions, which have been judged."""
        self.value(self.actions)
        last = self._trace.last
        return Reviewed(
            self._trace.number, seat, self.game.returns(last)[seat], self.game.is_void(last), self._parts(seat),
            tuple(decisions), tuple(value[seat] for value in self._values),
        )  # fmt: skip

    def details(self) -> Mapping[str, Any]:
        """The game's additions to the whole deal."""
        return self._reviewer.tell_table([self._trace.first, *(one.after for one in self._trace.taken)])

    def _parts(self, seat: Seat) -> Parts:
        values, chosen = self._values, self._chosen
        own = others = chance = 0.0
        for at, one in enumerate(self._trace.taken):
            change = chosen[at][seat] - values[at][seat]
            if one.seat == seat:
                own += change
            else:
                others += change
            chance += values[at + 1][seat] - chosen[at][seat]
        return Parts(values[0][seat], own, others, chance)


def deal_review(game: Game, record: Record, number: int, depth: Depth = STANDARD) -> DealReview:
    """One finished deal of a record, `number` from 0, ready to be reviewed piece by piece.

    Raises:
        RecordError, OptionError: for a deal that does not replay; record.sealed, for one that is not over.
        UsageError: usage.number, if there is no such deal; usage.game or usage.kernels, where nobody can play the deal out.
    """
    options = options_of(game, record)
    if not 0 <= number < len(record.deals):
        raise UsageError("usage.number", f"there is no deal {number}", {"text": str(number)})
    if record.deals[number].result is None:
        raise RecordError("record.sealed", f"deal {number + 1}: not over yet", {"deal": number + 1})
    pack = pack_of(options)
    reviewer = pack.reviewer(options, depth)
    return DealReview(
        game, reviewer, pack.marks, _trace(game, options, record, number), seed_of_deal(record, number)
    )


def _trace(game: Game, options: Any, record: Record, number: int) -> DealTrace:
    steps = replay_deal(game, options, record, number)
    trace = DealTrace.of(record, next(steps))
    for step in steps:
        trace.add(game, step)
    return trace


def seed_of_deal(record: Record, number: int) -> int:
    """The seed of a deal's review."""
    return seed_of(record.digest, record.deals[number].play)


def _best(compared: Comparison) -> tuple[Any, float, float]:
    """The better action if there is one (None: there is none), what it gains, and the standard error of that."""
    best = compared.best
    if best is None:
        return None, 0.0, 0.0
    return (None, 0.0, best.error) if best.gain <= 0 else (best.action, best.gain, best.error)


# --- a record walked through: every decision judged, every step valued

Progress = Callable[[int, int], None]
"""Called with the number of decisions judged, and the total."""


def traces(game: Game, record: Record) -> Iterator[DealTrace]:
    """The finished deals of a record, all checks of `replay` included.

    Raises:
        RecordError, OptionError: as `replay`.
    """
    trace: DealTrace | None = None
    for step in replay(game, record):
        if step.action is None:
            if trace is not None:
                yield trace
            trace = DealTrace.of(record, step)
        else:
            assert trace is not None, "a deal begins without an action"
            trace.add(game, step)
    if trace is not None and not game.actors(trace.last):
        yield trace


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
        """The review of the sitting from its judged decisions."""
        return self.deal.reviewed(self.seat, decisions)


def sittings(
    game: Game, record: Record, seats: Sequence[Seat] | None = None, depth: Depth = STANDARD, progress: Progress | None = None
) -> list[Sitting]:  # fmt: skip
    """All finished deals of a record as some seats (None: all) played them, deal by deal; nothing is judged before it is asked for.

    Raises:
        RecordError, OptionError: for a record that does not replay.
        UsageError: usage.seat; usage.game or usage.kernels, where nobody can play the deals out.
    """
    options = options_of(game, record)
    wanted = _seats(game, options, seats)
    pack = pack_of(options)
    reviewer = pack.reviewer(options, depth)
    deals = [
        DealReview(game, reviewer, pack.marks, trace, seed_of_deal(record, trace.number))
        for trace in traces(game, record)
    ]
    count = _Count(progress, sum(len(deal.choices(wanted)) for deal in deals))
    return [Sitting(deal, seat, count.one) for deal in deals for seat in wanted]


def review(
    game: Game, record: Record, seats: Sequence[Seat] | None = None, depth: Depth = STANDARD, progress: Progress | None = None
) -> Review:  # fmt: skip
    """Judge each decision of some seats (None: all) in all finished deals of a record, and say where their points came from.

    The same record, seats and depth give the same review. The verdict on a decision depends only on what its seat could know.

    Raises:
        RecordError, OptionError, UsageError: as `sittings`.
    """
    sat = sittings(game, record, seats, depth, progress)
    found = tuple(one.reviewed(tuple(one.judged())) for one in sat)
    details = [deal.details() for deal in dict.fromkeys(one.deal for one in sat)]
    return Review(game.name, record.digest, pack_of(options_of(game, record)).marks, found, details)


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
