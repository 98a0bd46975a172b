"""What a table asks the store to keep, before anybody is told. A tuple of writes is one transaction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class PutTable:
    """A room as it is now. `data` is JSON of `table.room`; `members` are the guests that may come back to it.

    `code` is the six-digit room code while it may be joined by it, else None. `over` tables may be forgotten; until then
    `record` is kept, whoever gives it up.
    """

    table: str
    game: str
    code: str | None
    key: str
    data: str
    members: tuple[str, ...]
    over: bool
    record: str | None = None


@dataclass(frozen=True, slots=True)
class DropTable:
    """Forget a room and its unfinished deals; records stay."""

    table: str


@dataclass(frozen=True, slots=True)
class PutDeal:
    """A deal that begins; `carry` and `nonces` are JSON. `number` counts from 1, void deals included.

    `chained` is JSON of the link before it and the shuffles that came to nothing; None for a deal of a plain record.
    """

    table: str
    number: int
    law: int
    commitment: str
    secret: str
    nonces: str
    carry: str
    chained: str | None = None


@dataclass(frozen=True, slots=True)
class PutAction:
    """An action of a deal; `index` counts from 0 without a gap. `trail` are its digits (docs/records.md).

    `prompt` is the question that a person answered with it; one that `stood` in was taken by a bot, or since time was up.
    """

    table: str
    deal: int
    index: int
    seat: int
    text: str
    trail: str
    prompt: str | None = None
    stood: bool = False


@dataclass(frozen=True, slots=True)
class PutSignal:
    """A signal of a deal, said after so many actions; `index` counts from 0 without a gap."""

    table: str
    deal: int
    index: int
    after: int
    seat: int
    text: str


@dataclass(frozen=True, slots=True)
class EndDeal:
    """A deal that is over: digest of its events, and its result as JSON."""

    table: str
    deal: int
    events: str
    result: str


@dataclass(frozen=True, slots=True)
class DropDeal:
    """Forget an unfinished deal that cannot go on under the present law."""

    table: str
    deal: int


class Outcome(NamedTuple):
    """What a deal, from 1, under rules of some digest came to for a guest: his seat, role, place from 1 (0: there are none), points.

    `stood` are the actions of his seat that he did not take himself, from 0; a JSON list.
    """

    deal: int
    seat: int
    guest: str
    digest: str
    role: str
    place: int
    points: int
    stood: str = "[]"


@dataclass(frozen=True, slots=True)
class PutRecord:
    """The record of a match so far, as one with the same id goes on.

    `players` are (seat, guest) of the people in it; `names` and `scores` by seat are JSON, for lists. `frame` is the document
    without its deals, and replaces the earlier one; `deals` are those that are new: number, from 1, and line. `outcomes` is
    what these came to for people.
    """

    record: str
    game: str
    names: str
    scores: str
    frame: str
    deals: tuple[tuple[int, str], ...]
    players: tuple[tuple[int, str], ...]
    outcomes: tuple[Outcome, ...] = ()


@dataclass(frozen=True, slots=True)
class RateMatch:
    """A match that rates those who played it, at a game and family of rules, by `results`: guest, points, and whether he made at least half of his decisions himself."""

    game: str
    family: str
    results: tuple[tuple[str, int, bool], ...]


@dataclass(frozen=True, slots=True)
class EndAttempt:
    """The attempt of a seat at a deal of a series, which is played at `table`, is over; None: it was left before its end."""

    table: str
    seat: int
    points: int | None


Write = (
    PutTable | DropTable | PutDeal | PutAction | PutSignal | EndDeal | DropDeal | PutRecord | RateMatch | EndAttempt
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class KeptDeal:
    """A deal as the store gives it back; `events` and `result` are None while it lasts. `signals` are (after, seat, text).

    `answers` are the last answers of persons, one a seat: (seat, prompt, text); `stood` are the actions that no person took.
    """

    number: int
    law: int
    commitment: str
    secret: str
    nonces: str
    carry: str
    actions: tuple[tuple[int, str], ...]
    trail: str
    events: str | None
    result: str | None
    chained: str | None = None
    signals: tuple[tuple[int, int, str], ...] = ()
    answers: tuple[tuple[int, str, str], ...] = ()
    stood: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class KeptTable:
    """A room as the store gives it back, its deals in order."""

    table: str
    game: str
    code: str | None
    key: str
    data: str
    members: tuple[str, ...]
    over: bool
    deals: tuple[KeptDeal, ...]
