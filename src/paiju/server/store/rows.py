"""The rows of the database as plain values, and what a table asks the store to write. Times are seconds since 1970.

The columns of a table are the fields of its row (`schema` makes the tables from them): a text with a number has at most
that many characters, an integer with a number that many bits. Fields of other types, as tuples, are no columns.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

Key = Annotated[str, 64]
Game = Annotated[str, 20]
Name = Annotated[str, 80]
Code = Annotated[str, 12]
Day = Annotated[str, 10]
Puzzle = Annotated[str, 16]
Role = Annotated[str, 16]
Version = Annotated[str, 16]
Preset = Annotated[str, 40]
Digits = Annotated[str, 8]
Language = Annotated[str, 8]
Prompt = Annotated[str, 32]
Digest = Annotated[str, 12]
Endpoint = Annotated[str, 1000]
Time = Annotated[int, 64]
Points = Annotated[int, 64]


class Row(msgspec.Struct, frozen=True):
    """Base of the rows."""


class MetaRow(Row, frozen=True):
    """A value of the server's own."""

    name: Preset
    value: str


class GuestRow(Row, frozen=True):
    """A guest: `avatar` is an animal, `profile` the key of the page that others see, if there is one."""

    id: Key
    name: Name
    lang: Language
    created: Time
    seen: Time
    avatar: Code
    profile: Key | None = None


class MoveRow(Row, frozen=True):
    """A one-time code that moves a guest: their seat in `room`, or only what was learned."""

    guest: Key
    room: Key | None
    code: Code
    until: Time


class LearnedRow(Row, frozen=True):
    """A guided deal or lesson, by its path, that a guest has learned."""

    guest: Key
    path: Key
    learned: Time


# --- rooms and their deals. A tuple of writes is one transaction, committed before anyone hears of it


class DealRow(Row, frozen=True):
    """A deal, from 1, void deals included; `carry`, `nonces` and `result` are JSON, `events` is a digest.

    `chained` is JSON of the link before it and the shuffles that came to nothing; None for a deal of a plain record.
    `events` and `result` are None while the deal lasts.
    """

    room: Key
    number: int
    law: int
    commitment: Key
    secret: Key
    nonces: str
    carry: str
    chained: str | None = None
    events: Key | None = None
    result: str | None = None


class ActionRow(Row, frozen=True):
    """An action of a deal; `at` counts from 0 without a gap. `trail` are its digits (docs/records.md).

    `prompt` is the question that a person answered with it; an action is `stood` if a bot took it, or time was up.
    """

    room: Key
    deal: int
    at: int
    seat: int
    text: str
    trail: Digits
    prompt: Prompt | None = None
    stood: bool | None = False


class SignalRow(Row, frozen=True):
    """A signal of a deal, sent `after` that many actions; `at` counts from 0 without a gap."""

    room: Key
    deal: int
    at: int
    after: int
    seat: int
    text: str


class StoredDeal(Row, frozen=True):
    """A deal with its actions and signals, in order."""

    row: DealRow
    actions: tuple[ActionRow, ...] = ()
    signals: tuple[SignalRow, ...] = ()


class StoredRoom(Row, frozen=True):
    """A room: as a write without its `deals`, which are rows of their own.

    `data` is JSON of `tables.room`; `members` are the guests that may come back to it. `code` is the room code while
    the room may be joined by it. Rooms that are `over` may be forgotten; until then `record` remains, though nobody owns it.
    """

    id: Key
    game: Game
    code: Code | None
    key: Key
    data: str
    members: tuple[str, ...]
    over: bool
    record: Key | None = None
    deals: tuple[StoredDeal, ...] = ()


class MemberRow(Row, frozen=True):
    """A guest who may come back to a room."""

    room: Key
    guest: Key


class ReservedRow(Row, frozen=True):
    """A code that was drawn for a room that is perhaps not stored yet."""

    code: Code
    until: Time


class DropRoom(Row, frozen=True):
    """Forget a room and its unfinished deals; records stay."""

    room: str


class EndDeal(Row, frozen=True):
    """A deal that is over: digest of its events, and its result as JSON."""

    room: str
    deal: int
    events: str
    result: str


class DropDeal(Row, frozen=True):
    """Forget an unfinished deal that cannot go on under the present rules."""

    room: str
    deal: int


class RoomLine(Row, frozen=True):
    """A room in a list; `data` is the JSON of its table, `touched` in seconds since 1970."""

    table: str
    game: str
    data: str
    touched: int


class Claim(Row, frozen=True):
    """A table lives in this process, whose writes carry the claim.

    `epoch` counts how often nodes have taken the table; 0 where one process has all.
    """

    table: str
    epoch: int = 0


# --- records, and the deals of guests in them


class PlayedRow(Row, frozen=True):
    """The result of a deal, from 1, for a guest: seat, digest of the options, role, place from 1 (0: there are none), points.

    `stood` are the actions of the seat that others took, from 0, as a JSON list; None where nobody knows.
    """

    record: Key
    deal: int
    seat: int
    guest: Key
    digest: Digest
    role: Role
    place: int
    points: Points
    stood: str | None = "[]"
    ended: Time = 0


class PlayedDeal(PlayedRow, frozen=True, kw_only=True):
    """A deal that a guest has played, with its record as in a list."""

    game: str
    names: str
    scores: str


class PutRecord(Row, frozen=True):
    """The record of a match so far, which replaces the earlier one with the same id.

    `names` and `scores` by seat are JSON, for lists. `frame` is the document without its deals; `deals` are the new ones:
    number, from 1, and line. `players` are (seat, guest) of the people; `outcomes` are theirs, of the new deals.
    """

    id: Key
    game: Game
    names: str
    scores: str
    frame: str
    deals: tuple[tuple[int, str], ...]
    players: tuple[tuple[int, str], ...]
    outcomes: tuple[PlayedRow, ...] = ()


class RecordDealRow(Row, frozen=True):
    """A deal of a record, from 1, as a line of its document."""

    record: Key
    number: int
    line: str


class OwnerRow(Row, frozen=True):
    """A guest who keeps a record, by seat."""

    record: Key
    seat: int
    guest: Key


class StoredRecord(Row, frozen=True):
    """A record document; `turns` count how often its addresses for other sites have been revoked: without names, with names."""

    record: str
    game: str
    document: str
    turns: tuple[int, int]


class RecordLine(Row, frozen=True):
    """A record in a list; `names` and `scores` are JSON lists by seat, `when` seconds since 1970."""

    record: str
    game: str
    names: str
    scores: str
    when: int


class ReviewRow(Row, frozen=True):
    """The review of a deal, from 1, as a seat played it: `found` is JSON, `version` says what made it."""

    record: Key
    deal: int
    seat: int
    version: Version
    found: str
    made: Time = 0


# --- ratings and puzzles


class RatingRow(Row, frozen=True):
    """The rating of a guest at a game and family of rules; `before` is the mean before the last match."""

    guest: Key
    game: Game
    family: Preset
    mu: float
    sigma: float
    matches: int
    before: float
    rated: Time


class RatedRow(Row, frozen=True):
    """A guest's rating after a number of matches."""

    guest: Key
    game: Game
    family: Preset
    matches: int
    mu: float
    sigma: float


class RateMatch(Row, frozen=True):
    """A match that rates its players, at a game and family of rules, by `results`.

    A result is guest, points, and whether the guest made at least half of their decisions.
    """

    game: str
    family: str
    results: tuple[tuple[str, int, bool], ...]


class SolverRow(Row, frozen=True):
    """A guest's figures at puzzles: `streak` solved in a row, `best` the longest; `day` is the last day's puzzle solved, of `days` in a row."""

    guest: Key
    rating: float
    results: int
    streak: int
    best: int
    day: int
    days: int


class TryRow(Row, frozen=True):
    """A guest's first answer to a puzzle."""

    guest: Key
    puzzle: Puzzle
    score: float
    tried: Time


class PuzzleRow(Row, frozen=True):
    """The rating of a puzzle by its first answers."""

    puzzle: Puzzle
    rating: float
    results: int


class FirstAnswer(Row, frozen=True, kw_only=True):
    """A first answer to a puzzle: its score from 0 to 1, the puzzle's initial rating, and its day (0: no daily puzzle)."""

    guest: str
    puzzle: str
    score: float
    solved: bool
    first: int
    day: int


# --- series: deals that many play


class DayRow(Row, frozen=True):
    """A day, as `2026-11-24` in UTC; `seed` is hexadecimal, and secret until the day is `opened`."""

    day: Day
    seed: Key
    made: Time
    opened: Time | None


class SeriesRow(Row, frozen=True):
    """A series, of a `club` where it is one's evening; `data` is JSON of `server.series`. No attempt begins after `until`; once `closed` nothing counts."""

    id: Key
    game: Game
    day: Day | None
    maker: Key | None
    data: str
    made: Time
    until: Time
    closed: Time | None = None
    club: Key | None = None


class ClubRow(Row, frozen=True):
    """A club with the rules that it plays by: `options` are what it changes of its preset, as JSON."""

    id: Key
    name: Name
    game: Game
    preset: Preset
    options: str
    made: Time = 0


class ClubMemberRow(Row, frozen=True):
    """A member of a club."""

    club: Key
    guest: Key
    joined: Time


class SubscriptionRow(Row, frozen=True):
    """A device on which a guest is told of `topics`, in text with spaces, and the `site` that it came from.

    `endpoint`, `public` and `auth` are what its browser gave it to be reached by; `id` is made from the first of them.
    The day's deals are told when they are `due`; None where the guest does not want that.
    """

    id: Key
    guest: Key
    endpoint: Endpoint
    public: Annotated[str, 96]
    auth: Annotated[str, 32]
    site: Annotated[str, 300]
    topics: Preset
    due: Time | None
    made: Time = 0


class AttemptRow(Row, frozen=True):
    """A guest's attempt at deal `deal`, from 1, of a series; once `ended`, with points, or without if it was left.

    `name` is None where the guest does not want to be named. Without a `room` it was played before the series was made.
    """

    series: Key
    deal: int
    guest: Key
    seat: int
    room: Key
    record: Key
    name: Name | None
    began: Time = 0
    ended: Time | None = None
    points: Points | None = None


class EndAttempt(Row, frozen=True):
    """The attempt of a seat at a deal of a series, played in `room`, is over; without points it was left before its end."""

    room: str
    seat: int
    points: int | None


Write = (
    StoredRoom | DropRoom | DealRow | ActionRow | SignalRow | EndDeal | DropDeal | PutRecord | RateMatch | EndAttempt
    | GuestRow | MetaRow
)  # fmt: skip


# --- codes that people try


class TriedPlace(Row, frozen=True):
    """An address or network that codes are tried from, by a hash: after `free` wrong ones each doubles the wait up to `longest` seconds."""

    mark: str
    free: int
    longest: float


class CodeTry(Row, frozen=True):
    """A try of a code: seconds to `wait` before it, or, without any, when it has `begun` and when its places had been wrong last."""

    wait: float
    begun: str
    before: tuple[tuple[str, str], ...]
