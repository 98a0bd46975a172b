"""The contents of a record, how it is written down, and how its deals are chained.

Version 1 is a list of deals, each with a seed of its own making. In version 2 the deals form a chain: each link is a hash of the
link before, of the shuffle and of what was played, the first one of the head; a server signs the last one.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from paiju.core import rng
from paiju.core.errors import RecordError, check_type
from paiju.core.game import html_of
from paiju.core.rng import commitment, seed_of
from paiju.core.signals import Signal

PLAIN, CHAINED = 1, 2
"""The versions of the format."""
MOST_BYTES = 16 << 20
MOST_ACTIONS = 20_000
MOST_NAME = 80
MOST_NONCE_BYTES = 64
MOST_POSITION = 20_000
MOST_FAILED = 16
TRAIL_DIGITS = 4
NUMBER_BYTES = 16
STRUCK = "–"
"""The name in a record of a player who was redacted."""
_NO_DEALS = '"deals":[]'
REFUSED, DROPPED = "refused", "dropped"
"""Why a shuffle came to nothing: a seat did not reveal its nonce; the deal was broken off."""


@dataclass(slots=True)
class Failed:
    """A shuffle that came to nothing. All is hexadecimal; `shares` and `nonces` are by seat, empty where none came."""

    why: str
    commitment: str
    shares: list[str]
    nonces: list[str]
    secret: str

    @property
    def refused(self) -> list[int]:
        """The seats that had taken part and did not reveal their nonce."""
        return [seat for seat, share in enumerate(self.shares) if share and not self.nonces[seat]]

    def link(self, previous: bytes) -> bytes:
        """Its link in the chain."""
        call = rng.call_of(rng.opening_of(previous, _bytes(self.commitment)), _all_bytes(self.shares))
        return rng.failed_link(previous, call, _bytes(self.secret), _all_bytes(self.nonces), self.why)

    def is_sound(self, previous: bytes) -> bool:
        """Whether the secret is the one committed to, the nonces are those that were promised, and the reason is true."""
        if commitment(_bytes(self.secret)).hex() != self.commitment:
            return False
        promised = rng.shares_of(rng.opening_of(previous, _bytes(self.commitment)), _all_bytes(self.nonces))
        promises = all(
            share.hex() == self.shares[seat] for seat, share in enumerate(promised) if self.nonces[seat]
        )
        return promises and bool(self.refused) is (self.why == REFUSED)


@dataclass(slots=True)
class DealRecord:
    """One deal. `secret` is None while it is sealed; `result` is None while the deal lasts.

    A deal of a plain record may start from a `position` instead of a seed: then it has no commitment, nonces and secret.
    In a chained record `previous` is the link before this deal's shuffle, and `failed` are the shuffles before it that came to nothing.
    `stood` are the actions, from 0, that a bot or the clock took for the person of the seat. No link depends on it, and nobody signs it.
    """

    commitment: str
    nonces: list[str]
    secret: str | None
    carry: dict[str, Any] | None
    actions: list[tuple[int, str]] = field(default_factory=list)
    trail: str = ""
    events: str | None = None
    result: dict[str, Any] | None = None
    previous: str | None = None
    failed: list[Failed] = field(default_factory=list)
    position: str | None = None
    signals: list[Signal] = field(default_factory=list)
    stood: list[int] = field(default_factory=list)

    @property
    def seed(self) -> bytes:
        """The seed of the deal; its secret must be public."""
        secret, nonces = self._opened()
        if self.previous is None:
            return seed_of(secret, nonces)
        return rng.shared_seed(self.call, secret, nonces)

    @property
    def shares(self) -> list[bytes]:
        """The shares of a chained deal by seat, sent before the nonces were requested."""
        return rng.shares_of(self._opening, _all_bytes(self.nonces))

    @property
    def call(self) -> bytes:
        """The hash that was fixed when the nonces of a chained deal were requested."""
        return rng.call_of(self._opening, self.shares)

    @property
    def _opening(self) -> bytes:
        assert self.previous is not None, "a chained deal"
        return rng.opening_of(_bytes(self.previous), _bytes(self.commitment))

    @property
    def play(self) -> str:
        """SHA-256 of what was played, hexadecimal."""
        played = {
            "carry": self.carry, "actions": self.actions, "trail": self.trail,
            "events": self.events, "result": self.result, **_signals_json(self),
        }  # fmt: skip
        return hashlib.sha256(_sorted(played).encode()).hexdigest()

    @property
    def link(self) -> bytes:
        """The link of a chained deal; its secret must be public."""
        secret, nonces = self._opened()
        assert self.previous is not None
        return rng.deal_link(_bytes(self.previous), self.call, secret, nonces, _bytes(self.play))

    def _opened(self) -> tuple[bytes, list[bytes]]:
        assert self.secret is not None
        return _bytes(self.secret), _all_bytes(self.nonces)


@dataclass(frozen=True, slots=True)
class Origin:
    """What identifies a chained record, hexadecimal: a random number, and the key that signs it.

    `after` is the last link of an earlier record that it continues. The first link binds a hash of each of the `names` with
    a salt, so that a name can be struck, with its salt, where its owner wants to be forgotten.
    """

    number: str
    key: str | None
    after: str | None
    names: tuple[str, ...]
    salts: tuple[str | None, ...]

    @classmethod
    def of(
        cls, seats: Sequence[str], draw: Callable[[int], str], *,
        key: str | None = None, after: str | None = None, number: str | None = None,
    ) -> Origin:  # fmt: skip
        """The origin of a record with these names; `draw` gives a number of random bytes, hexadecimal."""
        salts = tuple(draw(NUMBER_BYTES) for _ in seats)
        hashes = tuple(name_hash(salt, name) for salt, name in zip(salts, seats, strict=True))
        return cls(number or draw(NUMBER_BYTES), key, after, hashes, salts)


@dataclass(slots=True)
class Record:
    """A match, or a single deal, of `game` under `options` (differences to the default).

    A chained record has a `match`; `failed` are shuffles that came to nothing after its last deal, `over` says that
    the match is over, and the `signature` of the server stands for all of it.
    """

    game: str
    law: int
    options: dict[str, Any]
    digest: str
    seats: list[str]
    deals: list[DealRecord] = field(default_factory=list)
    match: Origin | None = None
    failed: list[Failed] = field(default_factory=list)
    over: bool = False
    signature: str | None = None
    _repr_html_ = html_of

    def __repr__(self) -> str:
        return f"<Record of {self.game}, {len(self.deals)} deals, {', '.join(self.seats)}>"

    @property
    def version(self) -> int:
        """The version of the format that the record is written in."""
        return PLAIN if self.match is None else CHAINED

    @property
    def head(self) -> str:
        """The head of a chained record, one line of JSON, whose hash is the first link."""
        assert self.match is not None
        head = _head(self)
        del head["seats"], head["salts"]
        return _sorted(head)

    @property
    def genesis(self) -> bytes:
        """The first link of a chained record."""
        return rng.digest("match", self.head.encode())

    @property
    def last_link(self) -> bytes:
        """The last link of a chained record; a running deal has none yet."""
        *_, last = links(self.finished())
        return last

    @property
    def statement(self) -> bytes:
        """The statement that the server of a chained record signs once all deals are over."""
        return rng.statement_of(self.last_link, len(self.deals), over=self.over)

    def redact(self, seat: int) -> None:
        """Take the name of a seat out, for good; the chain and its signature stay what they are."""
        self.seats[seat] = STRUCK
        if self.match is not None:
            salts = (None if at == seat else salt for at, salt in enumerate(self.match.salts))
            self.match = replace(self.match, salts=tuple(salts))

    def finished(self) -> Record:
        """The record of the deals that are over, unsigned; a running deal's secret stays sealed."""
        running = self.deals[-1:] if self.deals and self.deals[-1].result is None else []
        failed = [one for deal in running for one in deal.failed] or list(self.failed)
        return replace(
            self, deals=self.deals[: len(self.deals) - len(running)], failed=failed, signature=None
        )


def links(record: Record) -> Iterator[bytes]:
    """The links of a chained record, the first one before its first deal; checked as they go.

    Raises:
        RecordError: record.name; record.chain, for a deal that does not follow; record.commitment, for a failed shuffle
            that is not what was promised; record.sealed.
    """
    _check_names(record)
    link = record.genesis
    yield link
    for number, deal in enumerate(record.deals, 1):
        for failed in deal.failed:
            link = _after_failed(failed, link, number)
        if deal.previous != link.hex():
            raise RecordError(
                "record.chain", f"deal {number}: does not follow from what comes before", {"deal": number}
            )
        if deal.secret is None:
            raise sealed(number)
        if set(_refused(deal.failed)) & {seat for seat, nonce in enumerate(deal.nonces) if nonce}:
            raise RecordError(
                "record.chain", f"deal {number}: a seat that refused takes part", {"deal": number}
            )
        link = deal.link
        yield link
    for failed in record.failed:
        link = _after_failed(failed, link, len(record.deals) + 1)
        yield link


def name_hash(salt: str, name: str) -> str:
    """The hash of a name that a chain binds."""
    return rng.digest("name", _bytes(salt), name.encode()).hex()


def _check_names(record: Record) -> None:
    assert record.match is not None
    bound = zip(record.seats, record.match.salts, record.match.names, strict=True)
    for seat, (name, salt, known) in enumerate(bound):
        if (name != STRUCK) if salt is None else (name_hash(salt, name) != known):
            raise RecordError(
                "record.name", f"seat {seat}: the name is not the one that was bound", {"seat": seat}
            )


def _refused(failed: Sequence[Failed]) -> list[int]:
    return [seat for one in failed for seat in one.refused]


def _after_failed(failed: Failed, link: bytes, number: int) -> bytes:
    if not failed.is_sound(link):
        raise RecordError(
            "record.commitment",
            f"deal {number}: a shuffle before it is not the one promised",
            {"deal": number},
        )
    return failed.link(link)


def sealed(number: int) -> RecordError:
    """The error for a deal whose secret is needed before it is public."""
    return RecordError("record.sealed", f"deal {number}: the secret is not public yet", {"deal": number})


def placed(number: int, reason: str) -> RecordError:
    """The error for a deal whose position cannot be its start."""
    return RecordError("record.position", f"deal {number}: {reason}", {"deal": number, "reason": reason})


def dumps(record: Record) -> str:
    """The document: one line for the head, one for each deal, so that it can be read and compared.

    Raises:
        UsageError: usage.type.
    """
    check_type(record, Record)
    return assembled(dumps_frame(record), [dumps_deal(deal) for deal in record.deals])


def dumps_frame(record: Record) -> str:
    """The document without its deals, itself a valid document."""
    head = {"format": "paiju-record", "version": record.version, **_head(record)}
    end = "" if record.match is None else f",{_compact(_end(record))[1:-1]}"
    return f"{_compact(head)[:-1]},{_NO_DEALS}{end}}}\n"


def dumps_deal(deal: DealRecord) -> str:
    """The line of one deal."""
    return _compact(_deal_json(deal))


def assembled(frame: str, deals: Sequence[str]) -> str:
    """The document that a frame and the lines of its deals make."""
    lines = ",\n  ".join(deals)
    return frame.replace(_NO_DEALS, f'"deals":[\n  {lines}\n]', 1) if deals else frame


def failed_json(failed: Failed) -> dict[str, Any]:
    """A failed shuffle as a record has it."""
    return asdict(failed)


def _head(record: Record) -> dict[str, Any]:
    head = {
        "game": record.game,
        "law": record.law,
        "options": dict(sorted(record.options.items())),
        "digest": record.digest,
        "seats": record.seats,
    }
    if (match := record.match) is None:
        return head
    origin = {"match": match.number, "key": match.key, "after": match.after}
    return {**head, "names": list(match.names), "salts": list(match.salts), **origin}


def _end(record: Record) -> dict[str, Any]:
    failed = [failed_json(one) for one in record.failed]
    return {"failed": failed, "over": record.over, "signature": record.signature}


def _deal_json(deal: DealRecord) -> dict[str, Any]:
    chained = {"failed": [failed_json(one) for one in deal.failed], "previous": deal.previous}
    shuffled = {
        **({} if deal.previous is None else chained),
        "commitment": deal.commitment,
        "nonces": deal.nonces,
        "secret": deal.secret,
        "carry": deal.carry,
    }
    return {
        **(shuffled if deal.position is None else {"position": deal.position}),
        "actions": [[seat, text] for seat, text in deal.actions],
        **_signals_json(deal),
        "trail": deal.trail,
        "events": deal.events,
        "result": deal.result,
        **({"stood": deal.stood} if deal.stood else {}),
    }


def with_stood(line: str, stood: Sequence[int]) -> str:
    """The line of a deal, with the actions that a bot or the clock took added to it."""
    return f"{line[:-1]},{_compact({'stood': list(stood)})[1:]}" if stood else line


def _signals_json(deal: DealRecord) -> dict[str, Any]:
    """Nothing where nothing was said: deals without signals are written as before there were any."""
    return {"signals": [list(signal) for signal in deal.signals]} if deal.signals else {}


def _bytes(digits: str) -> bytes:
    return bytes.fromhex(digits)


def _all_bytes(digits: Sequence[str]) -> list[bytes]:
    return [bytes.fromhex(one) for one in digits]


def _compact(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _sorted(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
