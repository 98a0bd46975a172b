"""Votes: to dissolve the table, and to play another match."""

from __future__ import annotations

from dataclasses import dataclass, field

from paiju.server import protocol as p
from paiju.server.errors import ServerError
from paiju.server.protocol import Sent
from paiju.server.table import ending, succeeding
from paiju.server.table.audience import Stream
from paiju.server.table.chairs import HUMAN, Chair
from paiju.server.table.course import Course
from paiju.server.table.room import OVER

VOTE_MS = 60_000
GRACE_MS = 60_000
"""Who has gone keeps his voice for so long. A vote lasts no less, so that it never fails by those who stay away."""
DISMISS, REMATCH = "dismiss", "rematch"


@dataclass(slots=True)
class Vote:
    """A vote in progress, opened by the guest `by`; it fails at `ends`. `voters` are the guests who count by now: voices belong to people, who may change chairs meanwhile."""

    kind: str
    by: str
    ends: int
    yes: set[str] = field(default_factory=set)
    voters: list[str] = field(default_factory=list)

    @property
    def need(self) -> int:
        """How many must agree: more than half to dissolve, all to play again."""
        return len(self.voters) if self.kind == REMATCH else len(self.voters) // 2 + 1

    @property
    def passes(self) -> bool:
        """Whether enough of those who count have agreed."""
        return bool(self.voters) and len(self.yes & set(self.voters)) >= self.need


class Votes:
    """The vote in progress at a table, if there is one."""

    def __init__(self, course: Course) -> None:
        self._course = course
        self._room = course.room
        self.vote: Vote | None = None

    def shown(self, now: int) -> Sent | None:
        """The vote as everybody sees it."""
        vote = self.vote
        if vote is None:
            return None
        return {
            "kind": vote.kind, "by": self._room.seat_of(vote.by),
            "yes": [seat for seat, chair in enumerate(self._room.chairs) if chair.guest in vote.yes],
            "need": vote.need, "ends_ms": max(0, vote.ends - now),
        }  # fmt: skip

    def answer(self, stream: Stream, message: p.Ask, now: int) -> None:
        """Open a vote, agree, or (`on` false) refuse, which ends it.

        Raises:
            ServerError: message.unexpected, vote.none, seat.none.
        """
        self._course.company.seated(stream)
        kind, room = message.what, self._room
        if (
            (kind == REMATCH) != (room.stage == OVER)
            or room.successor
            or (kind == REMATCH and room.duplicate)
        ):
            raise ServerError("message.unexpected", "not now")
        vote = self.vote
        if vote is None or vote.kind != kind:
            if not message.on:
                raise ServerError("vote.none", "there is nothing to vote on")
            vote = self.vote = Vote(kind, stream.guest, now + VOTE_MS)
            vote.voters = self._voters(vote, now)
        if not message.on:
            self.vote = None
        else:
            vote.yes.add(stream.guest)
        self._course.room_changed()

    def close(self, now: int) -> None:
        """Carry out a vote that has enough voices; drop one whose time is up, or whose opener does not sit here any more."""
        vote = self.vote
        if vote is None:
            return
        voters, vote.voters = vote.voters, self._voters(vote, now)
        if vote.passes and not self._course.is_ending:
            self.vote = None
            ending.dissolve(self._course) if vote.kind == DISMISS else succeeding.rematch(
                self._course.company
            )
        elif (
            now >= vote.ends
            or self._room.seat_of(vote.by) is None
            or (vote.kind == DISMISS and self._room.stage == OVER)
        ):
            self.vote = None
        elif voters == vote.voters:
            return
        self._course.room_changed()

    def move(self, old: str, new: str) -> None:
        """Somebody goes on as another guest, and his voice with him."""
        if (vote := self.vote) is None:
            return
        vote.by = new if vote.by == old else vote.by
        if old in vote.yes:
            vote.yes = vote.yes - {old} | {new}

    @property
    def wake(self) -> int | None:
        """When `close` may have something to do: at the end of the vote, or of somebody's voice."""
        vote = self.vote
        if vote is None:
            return None
        ends = (self._voice_ends(chair) for chair in self._room.chairs if chair.guest in vote.voters)
        return min([vote.ends, *(at for at in ends if at is not None)])

    def _voters(self, vote: Vote, now: int) -> list[str]:
        """Whose voices count. Another match takes nothing from those who are away: they keep their chairs there."""
        chairs = self._room.chairs
        if vote.kind == REMATCH:
            return [chair.guest for chair in chairs if chair.present]
        return [chair.guest for chair in chairs if self._has_voice(chair, now)]

    def _has_voice(self, chair: Chair, now: int) -> bool:
        ends = self._voice_ends(chair)
        return chair.kind == HUMAN and (ends is None or now < ends)

    def _voice_ends(self, chair: Chair) -> int | None:
        """When somebody who has gone is not counted any more; while the table stood still nobody was missed."""
        if chair.away_since is None:
            return None
        return max(chair.away_since, self._course.company.standstill.resumed) + GRACE_MS
