"""Records 牌谱: a deal or a match as one JSON document that replays to the same events, byte for byte.

Each deal holds its commitment, the seats' nonces, the secret once it is public, the actions in text
notation, and what they led to. `events` is the SHA-256 of its options and events; `trail` has four hex digits of
the running digest after each action, so that a record that was edited names the first action that diverges.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from paiju.core.document import (
    DROPPED,
    TRAIL_DIGITS,
    DealRecord,
    Failed,
    Origin,
    Record,
    dumps,
    links,
    placed,
    sealed,
)
from paiju.core.errors import (
    LayoutError,
    NotationError,
    PaijuError,
    RecordError,
    RuleError,
    UsageError,
    check_each,
    check_seed,
    check_type,
)
from paiju.core.game import Event, Game, Moment, html_of, whole
from paiju.core.options import Options
from paiju.core.position import positioned
from paiju.core.rng import commitment
from paiju.core.signals import Signal, Signals

__all__ = ["DealRecord", "Record", "Recorder", "Step", "Trace", "dumps", "replay", "replay_deal"]


_NOT_OVER = "the deal is not over, yet another follows"
_NOT_FOLLOWING = "the deal does not follow from the one before"


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a replay: the deal, the action that led here (None: the deal itself), and all its moments as one."""

    deal: int
    index: int
    action: tuple[int, str] | None
    moment: Moment
    signals: tuple[Signal, ...] = ()
    """Signals about the play on top; those `after` as many actions as `index` came with this step."""

    _repr_html_ = html_of

    @property
    def state(self) -> Any:
        """The state that it led to."""
        return self.moment.state

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of all its moments."""
        return self.moment.events


_line = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode
"""One line of a digest; `json.dumps` would make an encoder for each."""


class Trace:
    """The running digest of a deal: its options, those of the match included, the position it starts from, its events."""

    def __init__(self, game: Game, options: Any, position: str | None = None) -> None:
        self._game = game
        self._options = options
        self._hash = hashlib.sha256()
        self._add_line(options.differences())
        if position is not None:
            self._add_line({"position": position})

    def add(self, events: Sequence[Event]) -> str:
        """Take events in; returns the trail digits that stand for everything so far."""
        for event in events:
            self._add_line(self._game.event_json(self._options, event))
        return self._hash.hexdigest()[:TRAIL_DIGITS]

    def digest(self) -> str:
        """SHA-256 of the options and all events, one JSON line each."""
        return self._hash.hexdigest()

    def _add_line(self, data: Any) -> None:
        self._hash.update(_line(data).encode() + b"\n")


class Recorder:
    """Writes a record while a match is played.

    With a `match` it is a chained one; `link` is its last link, and `played` the hash of what was played last.
    """

    def __init__(self, game: Game, options: Any, seats: Sequence[str], match: Origin | None = None) -> None:
        check_type(options, Options)
        check_each(seats, str)
        self._game = game
        self._options = options
        self.record = Record(game.name, game.law, options.differences(), options.digest(), list(seats))
        self.record.match = match
        self.signals = Signals(game, options)
        self.link = self.record.genesis if match else b""
        self.played = ""
        self._passed_on: list[Any] | None = None
        """What the deal before passes on, in a list; None where nothing was recorded yet, or by another recorder."""

    @classmethod
    def resume(cls, game: Game, options: Any, record: Record) -> Recorder:
        """A recorder that goes on with a record whose last deal is unfinished or over."""
        recorder = cls(game, options, record.seats)
        recorder.record = record
        recorder.find_end()
        if record.deals and record.deals[-1].result is None:
            deal = record.deals[-1]
            recorder._trace = Trace(game, options, deal.position)
            for step in replay_deal(game, options, record, len(record.deals) - 1):
                recorder._trace.add(step.events)
                _say_all(recorder.signals, deal, len(record.deals), step.index, step.state)
        return recorder

    def find_end(self) -> None:
        """Learn where the chain of the record stands."""
        if self.record.match is None:
            return
        finished = self.record.finished()
        self.link = finished.last_link
        self.played = finished.deals[-1].play if finished.deals else ""

    def begin(self, secret: bytes, nonces: Sequence[bytes], carry: Any) -> tuple[Moment, ...]:
        """Start a deal; as `Game.opening_moments`.

        Raises:
            UsageError: usage.type | seed.
            RecordError: record.diverged, where the deal before is not over or passes something else on.
        """
        check_seed(secret)
        check_each(nonces, bytes)
        self._check_over()
        if self._passed_on not in (None, [self._game.carry_json(carry)]):
            raise _diverged(len(self.record.deals), 0, _NOT_FOLLOWING)
        deal = DealRecord(
            commitment=commitment(secret).hex(),
            nonces=[nonce.hex() for nonce in nonces],
            secret=secret.hex(),
            carry=self._game.carry_json(carry),
        )
        if self.record.match is not None:
            deal.previous, deal.failed, self.record.failed = self.link.hex(), self.record.failed, []
        return self._open(deal, deal.seed, carry)

    def begin_at(self, position: str, rng: random.Random | None = None) -> tuple[Moment, ...]:
        """Start a deal of a plain record from a position of its options; as `Game.opening_moments`.

        What the position leaves open is dealt by `rng`, and the record has the whole of it.

        Raises:
            RecordError: record.position, in a chained record, whose deals are all shuffled; record.diverged, where the deal before
                is not over.
            PositionError, NotationError, OptionError: as `parse_position`.
        """
        self._check_over()
        if self.record.match is not None:
            raise placed(len(self.record.deals) + 1, "a chain of shuffled deals has no place for a position")
        says = positioned(self._game)
        state = says.parse_position(position, rng).state
        deal = DealRecord("", [], None, None, position=says.position_text(state))
        return self._open(deal, state, None)

    def _check_over(self) -> None:
        deals = self.record.deals
        if deals and deals[-1].result is None:
            raise _diverged(len(deals) - 1, len(deals[-1].actions), _NOT_OVER)

    def _open(self, deal: DealRecord, seed: Any, carry: Any) -> tuple[Moment, ...]:
        moments = self._game.opening_moments(self._options, seed, carry)
        self.record.deals.append(deal)
        self._trace = Trace(self._game, self._options, deal.position)
        self.signals = Signals(self._game, self._options)
        after, events, *_ = whole(moments)
        self._trace.add(events)
        self._close(after)
        return moments

    def act(self, state: Any, seat: int, action: Any) -> tuple[Moment, ...]:
        """Apply an action and write it down; as `Game.moments`.

        Raises:
            RuleError: the refusal of the rules; nothing has changed.
        """
        moments = self._game.moments(state, seat, action)
        after, events, *_ = whole(moments)
        deal = self.record.deals[-1]
        deal.actions.append((seat, self._game.action_text(state, action)))
        deal.trail += self._trace.add(events)
        self._close(after)
        return moments

    def signal(self, state: Any, seat: int, text: str) -> Signal:
        """Write down what a seat says in the state of the running deal.

        Raises:
            RuleError: as `Signals.say`; nothing has changed.
        """
        deal = self.record.deals[-1]
        said = self.signals.say(state, len(deal.actions), seat, text)
        deal.signals.append(said)
        return said

    def fail(self, failed: Failed) -> None:
        """Write down that the shuffle of the next deal came to nothing."""
        self.link = failed.link(self.link)
        self.record.failed.append(failed)

    def drop(self) -> DealRecord:
        """Take the running deal out; of a chained record its shuffle stays, opened."""
        deal = self.record.deals.pop()
        self._passed_on = None if deal.result is not None else self._passed_on
        if deal.previous is not None:
            self.link = bytes.fromhex(deal.previous)
            self.record.failed = deal.failed
            shares = [share.hex() for share in deal.shares]
            self.fail(Failed(DROPPED, deal.commitment, shares, deal.nonces, str(deal.secret)))
        return deal

    def _close(self, state: Any) -> None:
        if not self._game.actors(state):
            deal = self.record.deals[-1]
            deal.events = self._trace.digest()
            deal.result = result_of(self._game, state)
            self._passed_on = [self._game.carry_json(self._game.carry(state))]
            if deal.previous is not None:
                self.link, self.played = deal.link, deal.play


def result_of(game: Game, state: Any) -> dict[str, Any]:
    """The result of a deal, in the form of records."""
    return {"void": game.is_void(state), "returns": list(game.returns(state))}


def replay_deal(game: Game, options: Any, record: Record, at: int) -> Iterator[Step]:
    """The steps of one deal, checked as they go.

    Raises:
        RecordError: record.sealed, record.commitment, record.position, record.field, record.signal or record.diverged.
    """
    deal = record.deals[at]
    moment = whole(_opened(game, options, deal, at + 1))
    trace = Trace(game, options, deal.position)
    trace.add(moment.events)
    signals = Signals(game, options)
    _say_all(signals, deal, at + 1, 0, moment.state)
    yield Step(at, 0, None, moment, signals.standing(moment.state))
    for index, (seat, text) in enumerate(deal.actions):
        try:
            action = game.parse_action(moment.state, seat, text)
            moment = whole(game.moments(moment.state, seat, action))
        except (RuleError, NotationError) as error:
            raise _diverged(at, index, f"{seat} {text}: {error.detail}") from None
        digits = trace.add(moment.events)
        if deal.trail[index * TRAIL_DIGITS : (index + 1) * TRAIL_DIGITS] != digits:
            raise _diverged(at, index, f"{seat} {text} leads to other events")
        _say_all(signals, deal, at + 1, index + 1, moment.state)
        yield Step(at, index + 1, (seat, text), moment, signals.standing(moment.state))
    _check_end(game, deal, at, moment.state, trace)


def _say_all(signals: Signals, deal: DealRecord, number: int, after: int, state: Any) -> None:
    """Checks the signals of a deal after a number of actions, as when they were sent."""
    for signal in deal.signals:
        if signal.after == after:
            try:
                signals.say(state, *signal)
            except RuleError as error:
                raise RecordError(
                    "record.signal", f"deal {number}, signal after action {after}: {error.detail}",
                    {"deal": number, "index": after, "reason": error.detail},
                ) from None  # fmt: skip


def _opened(game: Game, options: Any, deal: DealRecord, number: int) -> tuple[Moment, ...]:
    if deal.position is not None:
        try:
            state = positioned(game).parse_position(deal.position).state
            return game.opening_moments(options, state)
        except PaijuError as error:
            raise placed(number, error.detail) from None
    if deal.secret is None:
        raise sealed(number)
    if commitment(bytes.fromhex(deal.secret)).hex() != deal.commitment:
        raise RecordError(
            "record.commitment", f"deal {number}: the secret is not the one committed to", {"deal": number}
        )
    carry = game.parse_carry(deal.carry)
    try:
        return game.opening_moments(options, deal.seed, carry)
    except (UsageError, LayoutError) as error:  # no deal of these options passes it on
        where = f"deal {number}, carry"
        raise RecordError("record.field", f"{where}: {error.detail}", {"where": where}) from None


def _check_end(game: Game, deal: DealRecord, at: int, state: Any, trace: Trace) -> None:
    if bool(game.actors(state)) != (deal.result is None):
        raise _diverged(at, len(deal.actions), "the deal ends elsewhere")
    if deal.result is None:
        return
    if deal.result != result_of(game, state) or deal.events != trace.digest():
        raise _diverged(at, len(deal.actions), "the result is another one")


def _diverged(at: int, index: int, reason: str) -> RecordError:
    where = f"deal {at + 1}, action {index + 1}"
    return RecordError("record.diverged", f"{where}: {reason}", {"index": index + 1, "where": where})


def replay(game: Game, record: Record) -> Iterator[Step]:
    """All steps of a record; every check of `replay_deal`, and that each deal follows from the one before.

    Raises:
        RecordError: record.law, record.digest, record.chain, and those of `replay_deal`.
        OptionError: for options that this version does not know.
    """
    check_type(record, Record)
    options = options_of(game, record)
    chain: Iterator[bytes] = iter(()) if record.match is None else links(record)
    next(chain, None)
    for at, deal in enumerate(record.deals):
        state = None
        for step in replay_deal(game, options, record, at):
            state = step.state
            yield step
        next(chain, None)
        follows = at + 1 < len(record.deals)
        if follows and deal.result is None:
            raise _diverged(at, len(deal.actions), _NOT_OVER)
        placed_next = follows and record.deals[at + 1].position is not None
        if follows and not placed_next and game.carry_json(game.carry(state)) != record.deals[at + 1].carry:
            raise _diverged(at + 1, 0, _NOT_FOLLOWING)
    list(chain)


def options_of(game: Game, record: Record) -> Any:
    """The options of a record, if they are the ones its digest names and it replays under today's rules.

    A game may have a table `earlier`: numbers of earlier rules, and the options that no change since has touched.
    """
    earlier: Mapping[int, Callable[[Any], bool]] = getattr(game, "earlier", {})
    options = game.options(record.options) if record.law in (game.law, *earlier) else None
    if options is None or not (record.law == game.law or earlier[record.law](options)):
        raise RecordError(
            "record.law", f"played under law {record.law}, this is law {game.law}", {"law": record.law}
        )
    if options.digest() != record.digest:
        raise RecordError("record.field", "digest: does not name these options", {"where": "digest"})
    return options
