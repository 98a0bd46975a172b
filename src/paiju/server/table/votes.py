"""Votes: to dissolve the table, and to play another match."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from paiju.server import protocol as p
from paiju.server.errors import ServerError
from paiju.server.table import ending, matching, succeeding
from paiju.server.table.audience import Stream
from paiju.server.table.chairs import HUMAN, Chair
from paiju.server.table.room import OVER

if TYPE_CHECKING:
    from paiju.server.table.table import Table

VOTE_MS = 60_000
GRACE_MS = 60_000
"""Who has gone keeps his voice for so long. A vote lasts no less, so that it never fails by those who stay away."""
DISMISS, REMATCH = "dismiss", "rematch"


@dataclass(slots=True)
class Vote:
    """A vote in progress, opened by the seat `by`; it fails at `ends`. `voters` are the seats that count by now."""

    kind: str
    by: int
    ends: int
    yes: set[int] = field(default_factory=set)
    voters: list[int] = field(default_factory=list)

    @property
    def need(self) -> int:
        """How many must agree: more than half to dissolve, all to play again."""
        return len(self.voters) if self.kind == REMATCH else len(self.voters) // 2 + 1

    @property
    def passes(self) -> bool:
        """Whether enough of those who count have agreed."""
        return bool(self.voters) and len(self.yes & set(self.voters)) >= self.need


def shown(table: Table, now: int) -> dict[str, Any] | None:
    """The vote as everybody sees it."""
    vote = table.vote
    if vote is None:
        return None
    return {
        "kind": vote.kind, "by": vote.by, "yes": sorted(vote.yes), "need": vote.need,
        "ends_ms": max(0, vote.ends - now),
    }  # fmt: skip


def answer(table: Table, stream: Stream, message: p.Ask, now: int) -> None:
    """Open a vote, agree, or (`on` false) refuse, which ends it.

    Raises:
        ServerError: message.unexpected, vote.none, seat.none.
    """
    seat, _ = table.seated(stream)
    kind, room = message.what, table.room
    if (kind == REMATCH) != (room.stage == OVER) or room.successor:
        raise ServerError("message.unexpected", "not now")
    vote = table.vote
    if vote is None or vote.kind != kind:
        if not message.on:
            raise ServerError("vote.none", "there is nothing to vote on")
        vote = table.vote = Vote(kind, seat, now + VOTE_MS)
        vote.voters = _voters(table, vote, now)
    if not message.on:
        table.vote = None
    else:
        vote.yes.add(seat)
    table.room_changed()


def close(table: Table, now: int) -> None:
    """Carry out a vote that has enough voices; drop one whose time is up."""
    vote = table.vote
    if vote is None:
        return
    voters, vote.voters = vote.voters, _voters(table, vote, now)
    if vote.passes and not matching.is_ending(table):
        table.vote = None
        ending.dissolve(table) if vote.kind == DISMISS else succeeding.rematch(table)
    elif now >= vote.ends or (vote.kind == DISMISS and table.is_over()):
        table.vote = None
    elif voters == vote.voters:
        return
    table.room_changed()


def wake(table: Table) -> int | None:
    """When `close` may have something to do: at the end of the vote, or of somebody's voice."""
    vote = table.vote
    if vote is None:
        return None
    ends = (_voice_ends(table, table.room.chairs[seat]) for seat in vote.voters)
    return min([vote.ends, *(at for at in ends if at is not None)])


def _voters(table: Table, vote: Vote, now: int) -> list[int]:
    """Whose voices count. Another match takes nothing from those who are away: they keep their chairs there."""
    if vote.kind == REMATCH:
        return table.present
    return [seat for seat, chair in enumerate(table.room.chairs) if _has_voice(table, chair, now)]


def _has_voice(table: Table, chair: Chair, now: int) -> bool:
    ends = _voice_ends(table, chair)
    return chair.kind == HUMAN and (ends is None or now < ends)


def _voice_ends(table: Table, chair: Chair) -> int | None:
    """When somebody who has gone is not counted any more; while the table stood still nobody was missed."""
    if chair.away_since is None:
        return None
    return max(chair.away_since, table.resumed) + GRACE_MS
