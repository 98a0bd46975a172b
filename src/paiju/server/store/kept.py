"""What a store hands out and takes in: rows as the rest of the server reads them. Times are seconds since 1970."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Claim:
    """That a table lives in this process, whose writes carry it. `epoch` counts how often nodes have taken the table; 0 where one process has all."""

    table: str
    epoch: int = 0


@dataclass(frozen=True, slots=True)
class TriedPlace:
    """An address or network that codes are tried from, by a hash: so many wrong ones are `free`, then each doubles the wait up to `longest` seconds."""

    mark: str
    free: int
    longest: float


@dataclass(frozen=True, slots=True)
class KeptTry:
    """A try of a code: seconds to `wait` before it, or, without any, when it has `begun` and when its places had been wrong last."""

    wait: float
    begun: str
    before: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class KeptGuest:
    """A guest; times are seconds since 1970. `avatar` is the animal he chose, `profile` the key of the page he shows of himself, if he does."""

    id: str
    name: str
    lang: str
    created: int
    seen: int
    avatar: str
    profile: str | None


@dataclass(frozen=True, slots=True)
class RoomLine:
    """A room as a list shows it; `data` is the JSON that the table wrote, `touched` in seconds since 1970."""

    table: str
    game: str
    data: str
    touched: int


@dataclass(frozen=True, slots=True)
class RecordLine:
    """A record as a list shows it; `names` and `scores` are JSON lists by seat, `when` seconds since 1970."""

    record: str
    game: str
    names: str
    scores: str
    when: int


@dataclass(frozen=True, slots=True)
class KeptRecord:
    """A record document; `turns` say how often its addresses for other sites have been revoked, those without names and those with."""

    record: str
    game: str
    document: str
    turns: tuple[int, int]


@dataclass(frozen=True, slots=True)
class KeptRating:
    """What is believed of a guest at a game and family of rules; `before` is the mean before the last match."""

    game: str
    family: str
    mu: float
    sigma: float
    matches: int
    before: float


@dataclass(frozen=True, slots=True)
class KeptReview:
    """What a review found of a deal, from 1, as a seat played it; JSON. `version` is what it came from."""

    record: str
    deal: int
    seat: int
    version: str
    found: str


@dataclass(frozen=True, slots=True)
class KeptDay:
    """A day, as `2026-11-24` in UTC; `seed` is hexadecimal, and secret until it was `opened`. Times are seconds since 1970."""

    day: str
    seed: str
    made: int
    opened: int | None


@dataclass(frozen=True, slots=True)
class KeptSeries:
    """Deals that many play; `data` is JSON of `server.series`. Who has not begun `until` then is too late; once `closed` nothing counts."""

    id: str
    game: str
    day: str | None
    maker: str | None
    data: str
    made: int
    until: int
    closed: int | None = None


@dataclass(frozen=True, slots=True)
class KeptAttempt:
    """How a guest plays deal `deal`, from 1, of a series; once `ended`, with points, or without if it was left.

    `name` is None where the guest does not want to be named. Without a `room` it was played before the series was made.
    """

    series: str
    deal: int
    guest: str
    seat: int
    room: str
    record: str
    name: str | None
    began: int = 0
    ended: int | None = None
    points: int | None = None


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """A deal that a guest has played: as in `writes.Outcome`, with its record as a list shows it; `ended` in seconds since 1970; `stood` is None where nobody knows."""

    record: str
    deal: int
    seat: int
    digest: str
    role: str
    place: int
    points: int
    ended: int
    stood: str | None
    game: str
    names: str
    scores: str


@dataclass(frozen=True, slots=True)
class KeptSolver:
    """How a guest stands at puzzles: `streak` solved in a row, `best` the longest; `day` is the last day's puzzle solved, of `days` in a row."""

    rating: float
    results: int
    streak: int
    best: int
    day: int
    days: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PutTry:
    """Count a first answer to a puzzle: its score from 0 to 1, the rating it came with, the day whose puzzle it is (0: none)."""

    guest: str
    puzzle: str
    score: float
    solved: bool
    first: int
    day: int
