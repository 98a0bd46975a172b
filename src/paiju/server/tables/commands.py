"""The host's commands, the choice of the host, and votes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from paiju.bots.base import NAMES
from paiju.server import protocol as p
from paiju.server.errors import ServerError
from paiju.server.protocol import Sent
from paiju.server.tables import match
from paiju.server.tables.audience import Stream
from paiju.server.tables.context import TableContext
from paiju.server.tables.deal import MatchState
from paiju.server.tables.room import (
    BOT,
    HUMAN,
    OVER,
    PLAYING,
    PROGRAM,
    WAITING,
    Chair,
    Room,
    is_program,
    token,
)
from paiju.server.tables.settings import ANY_TIME


def host(table: MatchState, stream: Stream, message: p.Host, now: int) -> None:
    """Carry out a command of the room's host.

    Raises:
        ServerError: host.only, series.fixed, room.started (but who may come, and how fast bots are, is settled at any time), and those of the single commands.
        OptionError: for options and settings that are refused.
    """
    if stream.guest != table.room.host:
        raise ServerError("host.only", "only the host may do that")
    anytime = message.what in _ANY_TIME or (
        message.what == "settings" and ANY_TIME.issuperset(message.settings)
    )
    if not anytime and table.room.stage != WAITING:
        raise ServerError("room.started", "the match has begun")
    if message.what not in _CALM and not (
        message.what == "settings" and match.FREE.issuperset(message.settings)
    ):
        match.check_free(table.room)
    _COMMANDS[message.what](table, stream, message, now)
    table.room_changed()


def _preset(table: MatchState, stream: Stream, message: p.Host, now: int) -> None:
    _reseat(table, table.room.take_preset(message.preset))


def _options(table: MatchState, stream: Stream, message: p.Host, now: int) -> None:
    """Options by name on top of the present ones; None goes back to the preset's value."""
    seat = stream.seat if stream.seat is not None else -1
    _reseat(table, table.room.change_options(message.options, seat))


def _reseat(table: MatchState, leaving: Sequence[str]) -> None:
    """Let guests watch whose chairs are gone; programs go."""
    for guest in leaving:
        if is_program(guest):
            table.farewell(guest, "program.revoked")
        elif guest and table.audience.get(guest):
            table.audience.open(guest, None)


def _settings(table: MatchState, stream: Stream, message: p.Host, now: int) -> None:
    room, before = table.room, table.room.settings
    room.change_settings(message.settings)
    if (before.spectators, before.delay_seconds) != (room.settings.spectators, room.settings.delay_seconds):
        _open_gallery(table, now)


def _open_gallery(table: MatchState, now: int) -> None:
    """Those who watch see the table as is settled now, or go."""
    room, context = table.room, table
    context.gallery.change(room.settings.spectators, 1000 * room.settings.delay_seconds)
    if room.stage == WAITING:
        return
    if not table.gallery.is_open:
        heirs = {chair.heir for chair in room.chairs}
        for stream in table.audience.watching():
            if stream.guest in heirs:
                continue
            table.farewell(stream.guest, "room.closed")
    elif table.running is not None:
        table.running.show_gallery(now, [])


def _bot(table: MatchState, stream: Stream, message: p.Host, now: int) -> None:
    """Put a bot on a chair without a person, or one whose person has yet to come, or take it away (`level` null)."""
    chair = _chair(table.room, message.seat)
    if chair.kind == HUMAN and not chair.awaited:
        raise ServerError("room.seat_taken", "the seat is taken")
    known = (*NAMES, *table.own_bots)
    if message.level is not None and message.level not in known:
        raise ServerError("room.no_bot", "no such bot", {"known": ", ".join(known)})
    match.dismiss(table, chair)
    if message.level is None:
        chair.clear()
    else:
        chair.seat_bot(message.level)


def _kick(table: MatchState, stream: Stream, message: p.Host, now: int) -> None:
    """Remove a guest or a program for good; during a match a bot takes the chair.

    Not while the match is rated: it would be a way out of it.
    """
    room, chair = table.room, _chair(table.room, message.seat)
    if room.settings.rated and room.stage not in (WAITING, OVER):
        raise ServerError("room.rated", "nobody can be removed from a rated match")
    if chair.kind == PROGRAM:
        match.dismiss(table, chair) if room.stage == WAITING else match.replace_program(table, message.seat)
        return
    if chair.kind != HUMAN or chair.guest == room.host:
        raise ServerError("seat.none", "nobody to remove")
    guest = chair.guest
    room.ban(guest)
    if room.stage == WAITING:
        chair.clear()
    else:
        match.give_to_bot(table, message.seat)
    table.farewell(guest, "room.kicked")


def _out(table: MatchState, stream: Stream, message: p.Host, now: int) -> None:
    """Send one of those who watch out, for good."""
    watching = table.audience.watching()
    guest = next((one.guest for one in watching if table.room.alias(one.guest) == message.watcher), None)
    if guest is None or guest == table.room.host:
        raise ServerError("seat.none", "nobody to remove")
    match.drop_claim(table.room, guest)
    table.room.ban(guest)
    table.farewell(guest, "room.kicked")


def _give(table: MatchState, stream: Stream, message: p.Host, now: int) -> None:
    chair = _chair(table.room, message.seat)
    if chair.kind != HUMAN or chair.left:
        raise ServerError("seat.none", "nobody sits there")
    table.room.host = chair.guest


def _lock(table: MatchState, stream: Stream, message: p.Host, now: int) -> None:
    table.room.locked = message.on


def _pause(table: MatchState, stream: Stream, message: p.Host, now: int) -> None:
    if table.room.stage == OVER:
        raise ServerError("message.unexpected", "the match is over")
    if message.on != table.room.paused:
        table.pause(now, on=message.on)


def _swap(table: MatchState, stream: Stream, message: p.Host, now: int) -> None:
    """Swap two chairs."""
    a, b = message.seat, message.other
    _chair(table.room, a), _chair(table.room, b)
    chairs = table.room.chairs
    chairs[a], chairs[b] = chairs[b], chairs[a]
    for seat in (a, b):
        if chairs[seat].is_remote:
            table.audience.open(chairs[seat].guest, seat)


def _start(table: MatchState, stream: Stream, message: p.Host, now: int) -> None:
    match.start(table, now)


def _chair(room: Room, seat: int) -> Chair:
    if seat >= len(room.chairs):
        raise ServerError("seat.none", "no such seat")
    return room.chairs[seat]


_ANY_TIME = frozenset({"kick", "out", "give", "lock", "pause"})
_CALM = frozenset({"pause", "start"})
_COMMANDS: Mapping[str, Callable[[MatchState, Stream, p.Host, int], None]] = {
    "preset": _preset,
    "options": _options,
    "settings": _settings,
    "bot": _bot,
    "kick": _kick,
    "out": _out,
    "give": _give,
    "lock": _lock,
    "pause": _pause,
    "swap": _swap,
    "start": _start,
}


# --- who is the host: the guest who opened the room, until they have been gone for long while others are there

PATIENCE_MS = 120_000
_NEVER = 1 << 62


class Presence:
    """Since when each guest of a context has been here without leaving, and since when its host has not; in ms."""

    def __init__(self, context: TableContext) -> None:
        self._context = context
        self._room = context.room
        self._here: dict[str, int] = {}
        self._host_gone: int | None = None

    def _look(self, now: int) -> None:
        """Note who is here."""
        online = {stream.guest for stream in self._context.audience.everybody() if stream.online}
        self._here = {guest: self._here.get(guest, now) for guest in online}
        if self._room.host in online:
            self._host_gone = None
        elif self._host_gone is None:
            self._host_gone = now

    def _next_host(self, leaving: str) -> str | None:
        """The next host: of those who sit here, the one who has been here longest."""
        seated = [
            chair.guest
            for chair in self._room.chairs
            if chair.kind == HUMAN and not chair.left and chair.guest != leaving
        ]
        return min(seated, key=lambda guest: self._here.get(guest, _NEVER), default=None)

    def hand_over(self, leaving: str) -> None:
        """Make someone else host, if `leaving` is and anyone else sits here."""
        if self._room.host == leaving and (heir := self._next_host(leaving)) is not None:
            self._room.host = heir
            self._host_gone = None
            self._context.room_changed()

    def keep(self, now: int) -> None:
        """Hand over for a host who stays away."""
        self._look(now)
        at = self.wake
        if at is not None and now >= at:
            self.hand_over(self._room.host)
            self._look(now)

    @property
    def wake(self) -> int | None:
        """When `keep` hands over; None while the host is here, or nobody else is.

        While nobody was there nobody was missed; during a pause someone else has to have been there for as long.
        """
        gone, paused_clock = self._host_gone, self._context.paused_clock
        heir = None if gone is None else self._next_host(self._room.host)
        if gone is None or heir is None or not self._context.is_here(heir):
            return None
        since = self._here.get(heir, _NEVER) if paused_clock.stands else paused_clock.resumed
        return max(gone, since) + (PATIENCE_MS if self._room.host else 0)


# --- votes: to dissolve the table, to play another match, to let someone in, to mute someone

VOTE_MS = 60_000
GRACE_MS = 60_000
"""Milliseconds that an absent player keeps their vote. A vote lasts at least as long, so that absent players cannot make it fail."""
DISMISS, REMATCH, ADMIT, MUTE = "dismiss", "rematch", "admit", "mute"


@dataclass(slots=True)
class Vote:
    """A vote in progress, opened by the guest `by`; it fails at `ends`. `voters` are the guests who count by now: voices belong to people, who may change chairs meanwhile.

    `seat` is that of someone whom it is about, `about` who that is.
    """

    kind: str
    by: str
    ends: int
    seat: int | None = None
    about: str = ""
    yes: set[str] = field(default_factory=set)
    voters: list[str] = field(default_factory=list)

    @property
    def need(self) -> int:
        """The votes needed: more than half to dissolve, all for anything else."""
        return len(self.voters) // 2 + 1 if self.kind == DISMISS else len(self.voters)

    @property
    def passes(self) -> bool:
        """Whether enough of those who count have agreed."""
        return bool(self.voters) and len(self.yes & set(self.voters)) >= self.need


class Votes:
    """The vote in progress at a table, if there is one."""

    def __init__(self, table: MatchState) -> None:
        self._table = table
        self._room = table.room
        self.vote: Vote | None = None

    def displayed(self, now: int) -> Sent | None:
        """The vote as everyone sees it."""
        vote = self.vote
        if vote is None:
            return None
        return {
            "kind": vote.kind, "by": self._room.seat_of(vote.by), "seat": vote.seat,
            "yes": [seat for seat, chair in enumerate(self._room.chairs) if chair.guest in vote.yes],
            "need": vote.need, "ends_ms": max(0, vote.ends - now),
        }  # fmt: skip

    def answer(self, stream: Stream, message: p.Ask, now: int) -> None:
        """Open a vote, agree, or (`on` false) refuse, which ends it.

        Raises:
            ServerError: message.unexpected, vote.none, vote.voice, seat.none, seat.dealt.
        """
        self._table.seated(stream)
        kind, room, vote = message.what, self._room, self.vote
        if (
            (kind == REMATCH) != (room.stage == OVER)
            or room.successor
            or (kind == REMATCH and room.duplicate)
            or (kind in (ADMIT, MUTE) and room.stage == WAITING)
        ):
            raise ServerError("message.unexpected", "not now")
        if not self._may_vote(stream.guest):
            raise ServerError(
                "vote.voice", "only players who began the match, or were let in by them, may vote"
            )
        if vote is None or vote.kind != kind or message.seat not in (None, vote.seat):
            if not message.on:
                raise ServerError("vote.none", "there is nothing to vote on")
            about = "" if kind in (DISMISS, REMATCH) else self._about(kind, message.seat)
            seat = message.seat if about else None
            vote = self.vote = Vote(kind, stream.guest, now + VOTE_MS, seat, about)
            vote.voters = self._voters(vote, now)
        if not message.on:
            self.vote = None
        else:
            vote.yes.add(stream.guest)
        self._table.room_changed()

    def _about(self, kind: str, seat: int | None) -> str:
        """Whom a vote about a seat concerns.

        Raises:
            ServerError: seat.none; seat.dealt, for a guest who must wait for the next deal.
        """
        chair = self._room.chairs[seat] if seat is not None and seat < len(self._room.chairs) else None
        if chair is not None and kind == ADMIT and chair.heir:
            if self._room.stage == PLAYING and not match.may_see(self._table, chair.heir):
                raise ServerError("seat.dealt", "they came later, or have seen cards of this deal")
            return chair.heir
        if chair is None or chair.kind != HUMAN or (kind == ADMIT and (chair.voice or chair.granted)):
            raise ServerError("seat.none", "nobody to vote about")
        return chair.guest

    def close(self, now: int) -> None:
        """Carry out a vote that has enough voices; drop one whose time is up, or whose opener does not sit here any more."""
        vote = self.vote
        if vote is None:
            return
        voters, vote.voters = vote.voters, self._voters(vote, now)
        if vote.passes and not self._table.is_ending:
            self.vote = None
            self._carry_out(vote)
        elif (
            now >= vote.ends
            or self._room.seat_of(vote.by) is None
            or (vote.kind != REMATCH and self._room.stage == OVER)
            or (vote.seat is not None and vote.about not in self._at(vote.seat))
        ):
            self.vote = None
        elif voters == vote.voters:
            return
        self._table.room_changed()

    def _carry_out(self, vote: Vote) -> None:
        if vote.kind == DISMISS:
            match.dissolve(self._table)
        elif vote.kind == REMATCH:
            rematch(self._table)
        elif vote.seat is not None and vote.about in self._at(vote.seat):
            chair = self._room.chairs[vote.seat]
            if vote.kind == ADMIT:
                chair.admit()
            else:
                chair.muted = True

    def _at(self, seat: int) -> tuple[str, str]:
        """The guest on a chair, and the one who waits for it."""
        return self._room.chairs[seat].guest, self._room.chairs[seat].heir

    def move(self, old: str, new: str) -> None:
        """Someone goes on as another guest, and their voice with them."""
        if (vote := self.vote) is None:
            return
        vote.by = new if vote.by == old else vote.by
        vote.about = new if vote.about == old else vote.about
        if old in vote.yes:
            vote.yes = vote.yes - {old} | {new}

    @property
    def wake(self) -> int | None:
        """When `close` may have something to do: at the end of the vote, or of someone's voice."""
        vote = self.vote
        if vote is None:
            return None
        if vote.kind in (REMATCH, ADMIT):  # no voice ends by itself
            return vote.ends
        ends = (self._voice_ends(chair) for chair in self._room.chairs if chair.guest in vote.voters)
        return min([vote.ends, *(at for at in ends if at is not None)])

    def _voters(self, vote: Vote, now: int) -> list[str]:
        """Whose voices count. Another match takes nothing from those who are away: they keep their chairs there."""
        chairs = [chair for chair in self._room.chairs if self._may_vote(chair.guest)]
        if vote.kind == REMATCH:
            return [chair.guest for chair in chairs if chair.present]
        if vote.kind == ADMIT:  # nobody sees cards against the will of someone who is away
            return [chair.guest for chair in chairs if chair.guest != vote.about]
        return [chair.guest for chair in chairs if chair.guest != vote.about and self._has_voice(chair, now)]

    def _may_vote(self, guest: str) -> bool:
        """Whether someone has a voice: before a match, and where nobody of those who began it is left, everyone has who sits here."""
        people = [chair for chair in self._room.chairs if chair.kind == HUMAN]
        voiced = [chair for chair in people if chair.voice] or people
        return any(chair.guest == guest for chair in voiced)

    def _has_voice(self, chair: Chair, now: int) -> bool:
        ends = self._voice_ends(chair)
        return ends is None or now < ends

    def _voice_ends(self, chair: Chair) -> int | None:
        """When the vote of an absent guest stops counting; while the clocks were paused nobody was missed."""
        if chair.away_since is None:
            return None
        return max(chair.away_since, self._table.paused_clock.resumed) + GRACE_MS


# --- another match at a new table: the same people, bots, options and settings


def rematch(context: TableContext) -> None:
    """Lay out the next table, stored in one with the end of this one; it wakes when the first page comes there."""
    old = context.room
    room = Room(
        table=token(),
        game=old.game,
        options=old.options,
        preset=old.preset,
        given=dict(old.given),
        settings=old.settings,
        chairs=[_copied(chair, old.settings.bots) for chair in old.chairs],
        host=old.host,
        key=token(),
        quick=old.quick,
        members=list(old.members),
        banned=list(old.banned),
        marks=old.marks,
    )
    old.successor = room.table
    context.write(room.write())


def _copied(old: Chair, bots: str) -> Chair:
    chair = Chair()
    if old.kind == BOT:
        chair.seat_bot(old.level)
    elif old.kind == PROGRAM:  # its token opens a seat of this room alone
        chair.seat_bot(bots)
    elif old.kind == HUMAN and not old.left:
        chair.seat_person(old.guest, old.name)
        chair.avatar = old.avatar
    return chair
