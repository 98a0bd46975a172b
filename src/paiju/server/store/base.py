"""What the server keeps, whichever database keeps it.

StoreError
  store.url     an address that no store understands, or whose driver is not installed
  store.open    a database that cannot be reached
  store.locked  another server is using it
  store.newer   made by a newer version of paiju
  store.older   made by an older version; a server has to open it first
  store.write   a write that could not be kept; nothing of it has been
  store.full    the same, because the disk is full
  store.damaged a database whose file is not what was written to it
  store.lost    the database is not this process's any more: another has taken it, or it is out of reach
  store.moved   a table is not this process's any more
  store.node    another node of that name runs
  store.running nodes of a version run that do not go on with the database as it would be
  store.alone   a database that only one process can use
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Protocol

from paiju.core.errors import Fact, PaijuError
from paiju.server.store.kept import (
    Claim,
    KeptAttempt,
    KeptDay,
    KeptGuest,
    KeptRating,
    KeptRecord,
    KeptReview,
    KeptSeries,
    KeptSolver,
    KeptTry,
    PlayedDeal,
    PutTry,
    RecordLine,
    RoomLine,
    TriedPlace,
)
from paiju.server.store.writes import KeptTable, Write

TOLD = ("store.full", "store.lost")
"""The troubles that players hear of by name, since they last and then pass; others are mistakes of ours."""

HOUR = 3600
DAY = 24 * HOUR

GUEST_DAYS = 180
"""A guest who has not come back for so long is forgotten, with all that is kept about them."""
EMPTY_GUEST_DAYS = 14
"""The same for a guest who sits in no room and has no record."""
ROOM_DAYS = 14
"""A room in which nothing has happened for so long is forgotten: its seats, chat and unfinished deals."""
OVER_DAYS = 2
"""The same for a room whose match is over."""
ROOM_CODE_SECONDS = 2 * HOUR
"""A room code opens nothing so long after anything last happened in its room, unless somebody is there."""
RESERVED_SECONDS = 600
"""A code that was drawn for a room is not drawn for another so long, in which the room has been kept with it or never will be."""
MOVE_CODE_SECONDS = 60
"""A code that moves a seat."""
DESERTED_HOURS = 2
"""The same for a room to which nobody belongs any more."""
RECORD_DAYS = 730
"""A record that nobody has added to for so long is deleted."""
MOST_RECORDS = 500
"""A guest keeps this many records; older ones are let go."""

GRACE_SECONDS = HOUR
"""Who has begun a deal of a series in time may play it to its end so long after the series is over."""
SERIES_DAYS = 60
"""So long after its end a series is forgotten; the records of its deals stay with who played them."""
MOST_PLAYERS = 200
"""So many may play a series, but for those of a day."""

MOST_REVIEWS = 2000
"""So many reviews are kept in all; one that has gone is computed again."""


class StoreError(PaijuError):
    """A database that cannot be used, or a write that could not be kept."""

    def __init__(self, code: str, detail: str, facts: dict[str, Fact] | None = None) -> None:
        super().__init__(code, detail, facts)


class SeriesKeeper(Protocol):
    """What a store keeps of series; see `store.series`."""

    async def days(self) -> list[KeptDay]:
        """The last days, the newest first: tomorrow, today, and those before."""

    async def get(self, series: str) -> KeptSeries | None:
        """A series, or None."""

    async def put(self, series: KeptSeries, most: int = 0, in_all: int = 0) -> bool:
        """Keep a series, unless there is one with its id; False if its maker has `most` open ones, or guests have `in_all` of which none can go."""

    async def begin(self, attempt: KeptAttempt) -> KeptAttempt | None:
        """The guest's attempt at a deal, which begins now unless there is one; None once the series is over, or too many play it."""

    async def change(self, series: str, before: str, data: str) -> bool:
        """Give a series other data; False if it has not those from `before` any more."""

    async def attempts(self, series: Collection[str]) -> list[KeptAttempt]:
        """All attempts at some series, in the order they began."""

    async def seats(self, record: str, guest: str) -> list[int]:
        """The seats of a record that are a guest's."""

    async def name(self, series: Collection[str], guest: str, name: str | None) -> None:
        """Show a guest's attempts under a name, or (None) under none."""

    async def reviews(
        self, attempts: Collection[KeptAttempt], version: str
    ) -> dict[tuple[str, int], tuple[str, list[int]]]:
        """What reviews of this version found of such attempts, and the actions that somebody else took, by record and seat."""


class LearningKeeper(Protocol):
    """What a store keeps of what guests have learned; see `store.learning`."""

    async def learned(self, guest: str) -> list[str]:
        """The paths of guided deals and lessons that a guest has learned."""

    async def learn(self, guest: str, paths: Collection[str]) -> None:
        """Note what a guest has learned."""

    async def carry(self, old: str, new: str) -> None:
        """Let another guest know what one knows, of puzzles what the further one of the two does."""


class LimitKeeper(Protocol):
    """What holds for all nodes together; see `store.limiting`."""

    async def take(self, asked: Mapping[str, float]) -> float:
        """Count one request by whatever it counts for, and how many a minute that may have; 0, or the seconds until it may."""

    async def begin_try(self, places: Sequence[TriedPlace], kind: str) -> KeptTry:
        """A code is tried from places, wrong as far as is known, unless there is to wait."""

    async def right_try(self, one: KeptTry, kind: str) -> None:
        """What was tried was no guess."""

    async def turn(self, mark: str) -> str | None:
        """Let one at a time go on; what ends that, or None while another does."""

    async def end_turn(self, mark: str, till: str) -> None:
        """Let the next one go on."""

    async def hosted(self, guest: str) -> int:
        """How many tables of a guest's are awake on other nodes and not over."""


class NeighbourKeeper(Protocol):
    """What a node learns of the others; see `store.neighbours`."""

    @property
    def limits(self) -> LimitKeeper:
        """What holds for all nodes together."""

    async def news(self, known: Collection[str], others: Collection[str]) -> Mapping[str, KeptGuest | None]:
        """What is kept now of guests who have changed: of those `known` lately, of `others` ever; None of who is forgotten."""

    async def show(self, tables: Sequence[Mapping[str, Any]]) -> None:
        """Show tables to the guests of all nodes for some seconds."""

    async def shown(self) -> list[dict[str, Any]]:
        """The tables that the other nodes show."""

    async def hide(self) -> None:
        """Show nothing any more."""


class Store(Protocol):
    """Everything that outlives the process."""

    @property
    def series(self) -> SeriesKeeper:
        """The series."""

    @property
    def learning(self) -> LearningKeeper:
        """What guests have learned."""

    @property
    def neighbours(self) -> NeighbourKeeper | None:
        """The other nodes; None for a process that owns the database alone."""

    async def open(self) -> None:
        """Bring the database up to date and take it for this process.

        Raises:
            StoreError: store.open, store.locked, store.newer, store.full, store.damaged.
        """

    async def lost(self) -> StoreError:
        """Wait until the database is not ours any more; why. From then on everything raises store.lost."""

    async def retake(self) -> None:
        """Take a database that was lost again; what others have written meanwhile is in it.

        Raises:
            StoreError: as `open`.
        """

    async def close(self) -> None:
        """Finish what was promised and let go of the database."""

    @property
    def node(self) -> str | None:
        """What this process is called, where it is one of many nodes."""

    async def claim(self, table: str, *, new: bool = False) -> Claim | None:
        """Take a table for this process, whoever had it before; None if there is none, unless it is to be made.

        Everything that was written before can be read afterwards, and what an earlier owner still writes never lands.

        Raises:
            ServerError: table.elsewhere, if it lives on another node, which the fact `node` names.
            StoreError: store.lost, store.open.
        """

    async def release(self, claim: Claim) -> None:
        """Let any node take a table from now on; it is kept as far as it has to be."""

    async def orphans(self, most: int) -> list[str]:
        """Some of the tables that were played of late on nodes that have died since: at most so many, no matter which."""

    async def lightest(self, *, alike: bool = False) -> str | None:
        """The node on which a new table should be made, or to which one of this should go once it leaves; None for this one.

        With `alike` it is one that plays by the same laws, so that a deal can go on.
        """

    async def leave(self) -> None:
        """Be given no tables by other nodes any more."""

    async def write(self, writes: tuple[Write, ...], claim: Claim | None = None) -> None:
        """Keep all of `writes` of a table or nothing; returns once they survive a power cut.

        Raises:
            StoreError: store.write, store.full, store.damaged, store.lost, store.moved.
        """

    async def tables(self) -> list[str]:
        """The rooms that are not over, longest untouched first."""

    async def load(self, table: str) -> KeptTable | None:
        """A room with its deals, or None."""

    async def find(self, *, code: str = "", key: str = "") -> str | None:
        """The room that a key, or a code whose end has not come, opens; or None."""

    async def reserve_code(self, code: str) -> bool:
        """Keep a code for a room that is about to be kept; False if another is, or a room has it, even past its end: it may be prolonged.

        Raises:
            StoreError: as `write`.
        """

    async def prolong_codes(self, tables: Collection[str]) -> None:
        """Somebody is in these rooms: their codes go on.

        Raises:
            StoreError: as `write`.
        """

    async def put_move(self, code: str, table: str | None, guest: str) -> None:
        """Keep a code that moves a guest's seat, or (None) only what he has learned; an earlier one of the same guest ends.

        Raises:
            StoreError: as `write`.
        """

    async def find_move(self, code: str) -> tuple[str | None, str] | None:
        """Room, if there is one, and guest of a code, which stays good; None if it is wrong or too old."""

    async def take_move(self, code: str) -> tuple[str | None, str] | None:
        """Room, if there is one, and guest of a code, which is used up by that; None if it is wrong or too old.

        Raises:
            StoreError: as `write`.
        """

    async def tables_of(self, guest: str) -> list[RoomLine]:
        """The rooms a guest may come back to, last touched first, at most 20."""

    async def guest(self, guest: str) -> KeptGuest | None:
        """A guest, or None."""

    async def put_guest(self, guest: str, name: str, lang: str, avatar: str = "") -> None:
        """Keep or change a guest, who has now been seen."""

    async def show_guest(self, guest: str, profile: str | None) -> None:
        """Show a guest under another key from now on, or (None) to nobody any more.

        Raises:
            StoreError: as `write`.
        """

    async def shown_guest(self, profile: str) -> KeptGuest | None:
        """The guest whom a key shows, or None."""

    async def forget_guest(self, guest: str) -> None:
        """Delete all that is kept about a guest; records that others keep lose the name."""

    async def strike(self, record: str, guest: str) -> None:
        """Take a record, and his name out of it, from a guest who was forgotten while it was written.

        Raises:
            StoreError: as `write`.
        """

    async def records_of(self, guest: str) -> list[RecordLine]:
        """A guest's records, newest first, at most 100."""

    async def ratings_of(self, guest: str) -> list[KeptRating]:
        """A guest's ratings, the last one first."""

    async def record(self, record: str) -> KeptRecord | None:
        """A record, or None."""

    async def players_of(self, record: str) -> list[tuple[int, str]]:
        """Seat and guest of those who keep a record, by seat."""

    async def revoke(self, record: str, guest: str, *, names: bool) -> bool:
        """Let the address under which other sites show a guest's record, with names or without, be good no more; False if it was not theirs.

        Raises:
            StoreError: as `write`.
        """

    async def forget_record(self, record: str, guest: str) -> bool:
        """Take a record from a guest, and delete it with its last owner; False if it was not theirs."""

    async def forget_records(self, guest: str) -> None:
        """Take all records from a guest, and delete those of which he was the last owner."""

    async def review(self, record: str, deal: int, seat: int, version: str) -> str | None:
        """What a review of this version found, or None."""

    async def put_review(self, review: KeptReview) -> None:
        """Keep a review for as long as its record, and as long as it is among the last `MOST_REVIEWS`.

        Raises:
            StoreError: as `write`.
        """

    async def played_by(self, guest: str) -> list[PlayedDeal]:
        """The deals of a guest's records, the last one first."""

    async def own_reviews(self, guest: str, versions: Collection[str]) -> list[tuple[str, int, str | None]]:
        """Record, deal and what was found, of the last reviews there are of a guest's own deals; None for one that is of none of these versions."""

    async def stood(self, record: str, deal: int, seat: int) -> list[int]:
        """The actions of a seat in a deal, from 1, that its person did not take himself; none where nobody knows."""

    async def solver(self, guest: str) -> KeptSolver:
        """How a guest stands at puzzles."""

    async def tried_by(self, guest: str) -> set[str]:
        """The puzzles that a guest has answered."""

    async def puzzle_ratings(self) -> dict[str, float]:
        """What first answers have taught about puzzles."""

    async def put_try(self, one: PutTry) -> KeptSolver:
        """Count an answer, unless that guest has answered it before; how he stands then.

        Raises:
            StoreError: as `write`.
        """

    async def meta(self, name: str) -> str | None:
        """A value of the server's own, or None."""

    async def first_meta(self, name: str, value: str) -> str:
        """Keep a value unless there is one; the one that is kept, the same for everybody who asks."""

    async def put_meta(self, name: str, value: str) -> None:
        """Keep a value of the server's own."""

    def now(self) -> int:
        """The time that everything is kept by, in seconds since 1970; a wall clock that jumps does not change it."""

    async def sweep(self, now: float | None = None) -> int:
        """Delete what has outlived its time, unless the clock is in doubt; returns how many guests, rooms and records went."""

    async def ping(self) -> None:
        """See that the database takes a write.

        Raises:
            StoreError: store.lost, store.full, store.damaged, store.write, store.open.
        """
