"""Records 牌谱: a deal or a match as one JSON document that replays to the same events, byte for byte.

Each deal holds its commitment, the seats' nonces, the secret once it is public, the actions in text
notation, and what they led to. `events` is the SHA-256 of its options and events; `trail` has four hex digits of
the running digest after each action, so that a record that was edited names the first action that diverges.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from paiju.core.errors import NotationError, RecordError, RuleError
from paiju.core.game import Event, Game
from paiju.core.rng import commitment, seed_of

VERSION = 1
MOST_BYTES = 16 << 20
MOST_ACTIONS = 20_000
MOST_NAME = 80
MOST_NONCE_BYTES = 64
TRAIL_DIGITS = 4


@dataclass(slots=True)
class DealRecord:
    """One deal. `secret` is None while it is sealed; `result` is None while the deal lasts."""

    commitment: str
    nonces: list[str]
    secret: str | None
    carry: dict[str, Any] | None
    actions: list[tuple[int, str]] = field(default_factory=list)
    trail: str = ""
    events: str | None = None
    result: dict[str, Any] | None = None

    @property
    def seed(self) -> bytes:
        """The seed of the deal; its secret must be public."""
        assert self.secret is not None
        return seed_of(bytes.fromhex(self.secret), [bytes.fromhex(nonce) for nonce in self.nonces])


@dataclass(slots=True)
class Record:
    """A match, or a single deal, of `game` under `options` (differences to the default)."""

    game: str
    law: int
    options: dict[str, Any]
    digest: str
    seats: list[str]
    deals: list[DealRecord] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Step:
    """One moment of a replay: the deal, the action that led here (None: the deal itself), and what happened."""

    deal: int
    index: int
    action: tuple[int, str] | None
    state: Any
    events: tuple[Event, ...]


class Trace:
    """The running digest of a deal: its options, those of the match included, then all its events."""

    def __init__(self, game: Game, options: Any) -> None:
        self._game = game
        self._options = options
        self._hash = hashlib.sha256()
        self._add_line(options.differences())

    def add(self, events: Sequence[Event]) -> str:
        """Take events in; returns the trail digits that stand for everything so far."""
        for event in events:
            self._add_line(self._game.event_json(self._options, event))
        return self._hash.hexdigest()[:TRAIL_DIGITS]

    def digest(self) -> str:
        """SHA-256 of the options and all events, one JSON line each."""
        return self._hash.hexdigest()

    def _add_line(self, data: Any) -> None:
        line = json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        self._hash.update(line.encode() + b"\n")


class Recorder:
    """Writes a record while a match is played."""

    def __init__(self, game: Game, options: Any, seats: Sequence[str]) -> None:
        self._game = game
        self._options = options
        self.record = Record(game.name, game.law, options.differences(), options.digest(), list(seats))

    @classmethod
    def resume(cls, game: Game, options: Any, record: Record) -> Recorder:
        """A recorder that goes on with a record whose last deal is unfinished or over."""
        recorder = cls(game, options, record.seats)
        recorder.record = record
        if record.deals and record.deals[-1].result is None:
            recorder._trace = Trace(game, options)
            for step in replay_deal(game, options, record, len(record.deals) - 1):
                recorder._trace.add(step.events)
        return recorder

    def begin(self, secret: bytes, nonces: Sequence[bytes], carry: Any) -> Any:
        """Start a deal; returns its state."""
        deal = DealRecord(
            commitment=commitment(secret).hex(),
            nonces=[nonce.hex() for nonce in nonces],
            secret=secret.hex(),
            carry=self._game.carry_json(carry),
        )
        self.record.deals.append(deal)
        self._trace = Trace(self._game, self._options)
        state = self._game.deal(self._options, deal.seed, carry)
        self._trace.add(self._game.opening(state))
        self._close(state)
        return state

    def act(self, state: Any, seat: int, action: Any) -> tuple[Any, tuple[Event, ...]]:
        """Apply an action and write it down; as `Game.apply`."""
        after, events = self._game.apply(state, seat, action)
        deal = self.record.deals[-1]
        deal.actions.append((seat, self._game.action_text(state, action)))
        deal.trail += self._trace.add(events)
        self._close(after)
        return after, events

    def _close(self, state: Any) -> None:
        if not self._game.actors(state):
            self.record.deals[-1].events = self._trace.digest()
            self.record.deals[-1].result = result_of(self._game, state)


def result_of(game: Game, state: Any) -> dict[str, Any]:
    """How a deal ended, as a record states it."""
    return {"void": game.is_void(state), "returns": list(game.returns(state))}


def replay_deal(game: Game, options: Any, record: Record, at: int) -> Iterator[Step]:
    """The moments of one deal, checked as they go.

    Raises:
        RecordError: record.sealed, record.commitment, record.field or record.diverged.
    """
    deal = record.deals[at]
    if deal.secret is None:
        raise RecordError("record.sealed", f"deal {at + 1}: the secret is not public yet", {"deal": at + 1})
    if commitment(bytes.fromhex(deal.secret)).hex() != deal.commitment:
        raise RecordError(
            "record.commitment", f"deal {at + 1}: the secret is not the one committed to", {"deal": at + 1}
        )
    state = game.deal(options, deal.seed, game.parse_carry(deal.carry))
    trace = Trace(game, options)
    trace.add(game.opening(state))
    yield Step(at, 0, None, state, game.opening(state))
    for index, (seat, text) in enumerate(deal.actions):
        try:
            state, events = game.apply(state, seat, game.parse_action(state, seat, text))
        except (RuleError, NotationError) as error:
            raise _diverged(at, index, f"{seat} {text}: {error.detail}") from None
        digits = trace.add(events)
        if deal.trail[index * TRAIL_DIGITS : (index + 1) * TRAIL_DIGITS] != digits:
            raise _diverged(at, index, f"{seat} {text} leads to other events")
        yield Step(at, index + 1, (seat, text), state, events)
    _check_end(game, deal, at, state, trace)


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
    """All moments of a record; every check of `replay_deal`, and that each carry follows from the deal before.

    Raises:
        RecordError: record.law, record.digest, and those of `replay_deal`.
        OptionError: for options that this version does not know.
    """
    options = options_of(game, record)
    for at, deal in enumerate(record.deals):
        state = None
        for step in replay_deal(game, options, record, at):
            state = step.state
            yield step
        follows = at + 1 < len(record.deals)
        if follows and deal.result is None:
            raise _diverged(at, len(deal.actions), "the deal is not over, yet another follows")
        if follows and game.carry_json(game.carry(state)) != record.deals[at + 1].carry:
            raise _diverged(at + 1, 0, "the deal does not follow from the one before")


def options_of(game: Game, record: Record) -> Any:
    """The options of a record, if they are the ones its digest names and the law is this one."""
    if record.law != game.law:
        raise RecordError(
            "record.law", f"played under law {record.law}, this is law {game.law}", {"law": record.law}
        )
    options = game.options(record.options)
    if options.digest() != record.digest:
        raise RecordError("record.field", "digest: does not name these options", {"where": "digest"})
    return options


def dumps(record: Record) -> str:
    """The document: one line for the head, one for each deal, so that it can be read and compared."""
    head = {
        "format": "paiju-record",
        "version": VERSION,
        "game": record.game,
        "law": record.law,
        "options": dict(sorted(record.options.items())),
        "digest": record.digest,
        "seats": record.seats,
    }
    lines = [_compact(_deal_json(deal)) for deal in record.deals]
    body = ",\n  ".join(lines)
    return (
        f'{_compact(head)[:-1]},"deals":[\n  {body}\n]}}\n'
        if lines
        else f'{_compact(head)[:-1]},"deals":[]}}\n'
    )


def _deal_json(deal: DealRecord) -> dict[str, Any]:
    return {
        "commitment": deal.commitment,
        "nonces": deal.nonces,
        "secret": deal.secret,
        "carry": deal.carry,
        "actions": [[seat, text] for seat, text in deal.actions],
        "trail": deal.trail,
        "events": deal.events,
        "result": deal.result,
    }


def _compact(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
