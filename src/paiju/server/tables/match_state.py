"""The state of a match: its deals, what the next shuffle has, duplicate deals, outcomes, and which matches are rated."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

from paiju import wire
from paiju.arena.pack import OUT, pack_of
from paiju.core.game import Moment
from paiju.core.match import Authority, Match
from paiju.core.record import Recorder
from paiju.server.errors import ServerError
from paiju.server.people.ratings import LEAST_DEALS
from paiju.server.store.rows import EndAttempt, PlayedRow, RateMatch
from paiju.server.tables.chairs import HUMAN
from paiju.server.tables.clock import FastForward
from paiju.server.tables.context import TableContext
from paiju.server.tables.deal import Running
from paiju.server.tables.prompts import Answers, Passes
from paiju.server.tables.room import OVER, PLAYING, Duplicate, Room
from paiju.signatures import Key


def check(room: Room, match: Match) -> None:
    """That a match which is to rate its players can.

    Raises:
        ServerError: room.rated, for bots at the table, and for rules by which it never ends or too soon.
    """
    rules = match.rules
    ends = rules.end == "target" or (rules.end == "deals" and rules.length >= LEAST_DEALS)
    if room.settings.rated and not (ends and _only_people(room)):
        raise ServerError(
            "room.rated", "a rated match is played by people to an agreed end", {"least": LEAST_DEALS}
        )


def _only_people(room: Room) -> bool:
    return all(chair.kind == HUMAN for chair in room.chairs)


def of_match(room: Room, match: Match) -> tuple[RateMatch, ...]:
    """What is to be rated now: the whole match once it is over, for those who began it, even if others play their seats by then.

    One that was ended before its time counts as far as its deals are finished.
    """
    least = 1 if room.dissolved else LEAST_DEALS
    if not room.settings.rated or room.stage != OVER or len(match.returns) < least:
        return ()
    results = tuple(
        (guest, score, chair.in_person)
        for guest, score, chair in zip(room.began, match.scores, room.chairs, strict=True)
    )
    return (RateMatch(room.game.name, room.preset, results),)


# --- the course of a match: the deals before, the one that is played, and what has come for the next shuffle

PAUSE_MS = 10 * 60_000
"""So long the host may halt a deal in all."""


class Shuffle:
    """What has come for the next shuffle, by seat; of the moment, and not kept."""

    def __init__(self) -> None:
        self.shares: dict[int, bytes] = {}
        self.nonces: dict[int, bytes] = {}

    def clear(self) -> None:
        """Forget all of it."""
        self.shares.clear()
        self.nonces.clear()


class MatchState:
    """The match of a context; `key` signs its record."""

    def __init__(self, context: TableContext, key: Key | None) -> None:
        self.context = context
        self.room = context.room
        self.key = key
        self._authority: Authority | None = None
        self.running: Running | None = None
        """The deal that is played; it remains after its end, to be seen, until the next one begins."""
        self.deals_before = 0
        """The number of deals in earlier records."""
        self.next_at: int | None = None
        self._pause_ends = 0
        self._pause_left = PAUSE_MS
        self.shuffle = Shuffle()
        self.fast_forward = FastForward(self.room)
        self.answers = Answers()
        self._passes = Passes()

    def room_changed(self) -> None:
        """As that of the context."""
        self.context.room_changed()

    @property
    def match(self) -> Match:
        """The match as far as its deals have been settled."""
        if self._authority is None:
            return Match.start(self.room.game, self.room.options)
        return self._authority.match

    @property
    def recorder(self) -> Recorder | None:
        """What writes the record, once the match has begun."""
        return None if self._authority is None else self._authority.recorder

    def write_into(self, recorder: Recorder, match: Match | None = None, *, before: int = 0) -> None:
        """Write what is dealt from now on into another record; `match` is how far it is, `before` the deals of earlier records."""
        self._authority = Authority(recorder, match or self.match)
        self.deals_before = before

    def deal(self, nonces: Sequence[bytes]) -> tuple[Moment, ...]:
        """Deal the cards of the shuffle to which the seats have added these; the moments of the opening."""
        assert self._authority is not None
        return self._authority.deal(self.room.secret, nonces)

    def settle(self) -> None:
        """Count the running deal, which is over."""
        assert self._authority is not None
        assert self.running is not None
        self._authority.settle(self.running.state)
        self.room.carry = self._authority.match.carry

    def new_deal(self) -> None:
        """Forget what was said of the deal before. Who sits at the table and has no page yet will hear of this one from its beginning."""
        self.shuffle.clear()
        self.answers.clear()
        self._pause_left = PAUSE_MS
        self.room.postponed = []
        self.fast_forward.new_deal()
        self.context.audience.new_deal()
        for seat, chair in enumerate(self.room.chairs):
            if chair.guest:
                self.context.audience.open(chair.guest, seat)

    def lay_out(self, moment: Moment, number: int, dress: wire.Dress | None) -> Running:
        """A deal on the table, as far as `moment`; nothing of it is shown yet."""
        assert self._authority is not None
        self.running = Running(
            self.context, self._authority, moment, number, dress,
            fast_forward=self.fast_forward, passes=self._passes, answers=self.answers,
        )  # fmt: skip
        return self.running

    def wait_until(self, at: int | None) -> None:
        """Let that be then, or (None) not before somebody does something."""
        self.next_at = at

    def is_due(self, now: int) -> bool:
        """Whether that time has come."""
        return self.next_at is not None and now >= self.next_at

    @property
    def next_number(self) -> int:
        """The number of the deal that comes next."""
        return self.deals_before + (len(self.recorder.record.deals) if self.recorder else 0) + 1

    @property
    def deal_number(self) -> int:
        """The number of the running deal, or of the one that comes next."""
        return self.next_number - (self.running is not None)

    @property
    def is_ending(self) -> bool:
        """Whether the last card of a deal has been played, which only remains to be shown."""
        running = self.running
        return running is not None and self.room.stage == PLAYING and not self.room.game.actors(running.state)

    def stop(self) -> None:
        """End the running deal, if there is one: nothing is asked any more."""
        if self.running is not None:
            self.running.stop()
        self.running = None

    def clear_table(self) -> None:
        """Take away all that is seen of a deal."""
        self.stop()
        self.context.audience.new_deal()
        self.context.gallery.clear()

    def pause(self, now: int, *, on: bool) -> None:
        """Halt the table for what is left to this deal, or let it go on.

        Raises:
            ServerError: pause.spent.
        """
        if on and not self._pause_left:
            raise ServerError("pause.spent", "this deal has been halted for long enough")
        if self.room.paused and not on:
            self._pause_left = max(0, self._pause_ends - now)
        elif on:
            self._pause_ends = now + self._pause_left
        self.room.paused = on

    @property
    def pause_ends(self) -> int | None:
        """When the pause ends by itself; None if there is none."""
        return self._pause_ends if self.room.paused else None

    def end_pause(self, now: int) -> None:
        """Go on if the pause has lasted long enough."""
        if self.pause_ends is not None and now >= self.pause_ends:
            self.pause(now, on=False)
            self.room_changed()

    def resume_clocks(self, now: int) -> bool:
        """Let time go on, if it stood still and there is no reason any more; whether it goes on now."""
        if not self.context.paused_clock.stands or self.context.must_stand:
            return False
        by = self.context.paused_clock.end(now)
        if self.next_at is not None:
            self.next_at += by
        if self.running is not None:
            self.running.shift(by)
            self.running.tell_time(now)
        return True

    def stop_clocks(self, now: int) -> None:
        """Let time stand still, if there is a reason."""
        if self.context.paused_clock.stands or not self.context.must_stand:
            return
        self.context.paused_clock.begin(now)
        if self.running is not None:
            self.running.tell_time(now)

    def meet_drivers(self, now: int) -> None:
        """Put the open questions to those who decide now, while the clocks stand too."""
        if self.running is not None and self.room.stage == PLAYING:
            self.running.drivers_changed(self.context.paused_clock.time(now))


# --- a deal that others play too, each at a table of their own: its cards are laid out and not shuffled (docs/records.md)

FREE = frozenset({"tempo"})
"""The settings that change nothing of how such a deal is played."""


def lay_out(course: MatchState, duplicate: Duplicate) -> list[bytes]:
    """Begin a plain record for the deal, whose seed must owe nothing to who plays it; the nonces it is dealt with."""
    room = course.room
    carry = None if duplicate.carry is None else room.game.parse_carry(duplicate.carry)
    course.write_into(Recorder(room.game, room.options, room.names), replace(course.match, carry=carry))
    room.open_shuffle(bytes.fromhex(duplicate.secret))
    return [bytes.fromhex(nonce) for nonce in duplicate.nonces]


def all_are_here(room: Room) -> bool:
    """Whether everybody has come who was called to play a deal together; who stays away is not waited for once the host begins."""
    people = [chair for chair in room.chairs if chair.kind == HUMAN]
    return room.duplicate is not None and bool(people) and all(chair.online for chair in people)


def leave_empty(room: Room, seat: int) -> None:
    """Nobody sits on a chair any more before the match; where the deal is compared nobody else may sit down, and a bot does."""
    if room.duplicate is None:
        room.chairs[seat].clear()
    else:
        room.chairs[seat].seat_bot(room.settings.bots)


def end(course: MatchState, returns: Sequence[int] | None) -> None:
    """Keep how everybody's attempt ended: with these points by seat, or (None) before its time.

    A player for whom others decided most while the deal went on has left.
    """
    room = course.room
    for seat, chair in enumerate(room.chairs):
        if chair.kind == HUMAN:
            points = None if returns is None or not chair.in_person else returns[seat]
            course.context.write(EndAttempt(room.table, seat, points))


def check_free(room: Room) -> None:
    """See that a seat may be left or handed to a bot here.

    Raises:
        ServerError: series.fixed, where the deal is compared with how others play it.
    """
    if room.duplicate is not None:
        raise ServerError("series.fixed", "a deal that is compared is played by oneself, as it was laid out")


# --- what a deal came to for the people in it, for their own lists

People = tuple[tuple[int, str | None], ...]


def outcomes(course: MatchState, people: People) -> tuple[PlayedRow, ...]:
    """Role, place and points of the people, by the deal that has just ended; nothing of a void one."""
    room, running, recorder = course.room, course.running, course.recorder
    if running is None or recorder is None or room.game.is_void(running.state):
        return ()
    returns = room.game.returns(running.state)
    roles, places, _ = pack_of(room.game.name).outcome(running.state, returns)
    number, digest = len(recorder.record.deals), room.options.digest()
    return tuple(
        PlayedRow(
            room.record, number, seat, guest, digest, roles[seat], places[seat] if places else 0, returns[seat],
            json.dumps(running.ledger.stood_for(seat)),
        )
        for seat, guest in people
        if guest and roles[seat] != OUT
    )  # fmt: skip
