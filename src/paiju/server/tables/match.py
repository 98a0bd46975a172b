"""From deal to deal: seats that change hands, the start and end of each deal, and a match that ends early."""

from __future__ import annotations

import json
from collections.abc import Sequence

from paiju import wire
from paiju.core.document import dumps_deal, dumps_frame
from paiju.server.errors import ServerError
from paiju.server.store.rows import DealRow, DropDeal, PutRecord
from paiju.server.tables import match_state, questions, shuffle
from paiju.server.tables.chairs import BOT, HUMAN
from paiju.server.tables.match_state import MatchState, outcomes
from paiju.server.tables.room import OVER, PLAYING, SETTLED, STARTING, WAITING, Part, Room

MOST_PARTS = 200
MOST_NAMED = 3
_NEVER = 1 << 62


def ask_for(course: MatchState, guest: str, name: str, seat: int, now: int) -> bool:
    """Give a bot's seat to somebody who has none, now or (False) once its cards are not dealt any more.

    Raises:
        ServerError: seat.none, room.seat_taken, room.started (they have a seat of their own), room.closed, room.full, series.fixed.
    """
    room = course.room
    match_state.check_free(room)
    if seat >= len(room.chairs):
        raise ServerError("seat.none", "no such seat")
    chair = room.chairs[seat]
    if room.seat_of(guest) is not None:
        raise ServerError("room.started", "the match has begun")
    if room.stage == OVER or not (room.settings.substitutes or guest == room.host):
        raise ServerError("room.closed", "seats are not given away here")
    if chair.kind != BOT or chair.heir not in ("", guest):
        raise ServerError("room.seat_taken", "somebody sits there, or waits for it")
    if len(room.parts) >= MOST_PARTS:
        raise ServerError("room.full", "seats have changed hands too often")
    drop_claim(room, guest)
    if room.stage != PLAYING:
        _take_over(course, guest, name, seat, now)
        return True
    chair.promise(guest, name)
    course.room_changed()
    return False


def drop_claim(room: Room, guest: str) -> None:
    """Somebody does not wait for a seat any more."""
    for chair in room.chairs:
        if chair.heir == guest:
            chair.promise("", "")


def may_see(course: MatchState, guest: str) -> bool:
    """Whether somebody may see cards of the running deal: they were here before it was dealt, and have seen none of it."""
    room = course.room
    return guest in room.known and room.seen.keys().isdisjoint(course.context.traces(guest))


def check_moved(room: Room, guest: str, seat: int) -> None:
    """See that a seat may go to a device whose guest has seen no other cards of the deal.

    Raises:
        ServerError: seat.dealt.
    """
    if room.stage == PLAYING and room.seen.get(room.person(guest), seat) != seat:
        raise ServerError("seat.dealt", "they have seen other cards of this deal")


def seat_heirs(course: MatchState, now: int) -> list[tuple[str, int]]:
    """Give their seats to those who have waited long enough; who sits down where."""
    seated = []
    for seat, chair in enumerate(course.room.chairs):
        if course.room.stage == OVER:
            chair.promise("", "")
        granted = chair.admitted
        if chair.heir and (
            course.room.stage in (STARTING, SETTLED) or (granted and may_see(course, chair.heir))
        ):
            guest, name = chair.heir, chair.heir_name
            _take_over(course, guest, name, seat, now)
            if granted:
                chair.admit()
            seated.append((guest, seat))
    return seated


def deal_begins(course: MatchState) -> None:
    """Note who sees the cards that are dealt now."""
    room = course.room
    if not room.began:
        room.begin()
    room.deal_to({})
    for seat, chair in enumerate(room.chairs):
        chair.whole = True
        if chair.guest:
            room.see(course.context.traces(chair.guest), seat)


def deal_ends(course: MatchState) -> None:
    """Whom the people have let in has a voice after a whole deal."""
    for chair in course.room.chairs:
        chair.end_deal()


def _take_over(course: MatchState, guest: str, name: str, seat: int, now: int) -> None:
    """Let somebody sit down on a bot's seat. What is open to the seat is their question from now on."""
    room = course.room
    chair = room.chairs[seat]
    was_alone = course.running is not None and course.running.timing.is_alone
    chair.take_over(guest, name)
    _note(course, seat)
    if room.stage == PLAYING:
        room.see(course.context.traces(guest), seat)
    course.resume_clocks(now)
    if was_alone and course.running is not None:
        course.running.in_company(course.context.paused_clock.time(now))
    course.room_changed()


def give_to_bot(course: MatchState, seat: int) -> None:
    """Let a bot play a seat whose player will not come back."""
    room = course.room
    room.chairs[seat].stand_in(room.settings.bots)
    _note(course, seat)


def forget(course: MatchState, seat: int) -> None:
    """Let a bot play for somebody who is forgotten; what is still to be written of the match does not name them."""
    room = course.room
    own = next((part for part in reversed(room.parts) if part.seat == seat), None)
    names = {room.chairs[seat].name, own.name if own else None}
    room.strike_parts(names)
    if own is None:
        shuffle.redact(course, seat)
    give_to_bot(course, seat)


def players(room: Room, began: Sequence[str]) -> list[str]:
    """Who has played each seat, in order: those who `began`, and the latest who took it over."""
    names = [[name] for name in began]
    for part in room.parts:
        if part.name not in names[part.seat]:
            names[part.seat].append(part.name)
    return [" / ".join(own[-MOST_NAMED:]) for own in names]


def since(room: Room, seat: int, deal: int) -> int:
    """How many actions led to the first events of a deal that the player who sits there now has seen."""
    part = next((part for part in reversed(room.parts) if part.seat == seat), None)
    if part is None or part.deal < deal:
        return 0
    return _NEVER if part.deal > deal else part.at and part.at + 1


def _note(course: MatchState, seat: int) -> None:
    """Remember from which action on somebody else plays. What was promised for the next shuffle goes with who promised it."""
    course.shuffle.shares.pop(seat, None)
    room, running = course.room, course.running
    deal, at = course.deal_number, 0
    if running is not None:
        playing = room.stage == PLAYING
        deal, at = deal + (not playing), running.ledger.actions if playing else 0
    room.parts.append(Part(deal, at, seat, room.chairs[seat].player(seat)))


# --- from deal to deal: the shuffle everybody shares in, the beginning and the end of each, the record

MOMENT_MS = 2500
"""How long pages show the end of a deal on the table before its result."""
NEXT_DEAL_MS = MOMENT_MS + 30_000
BOTS_PAUSE_MS = MOMENT_MS + 3000


def start(course: MatchState, now: int) -> None:
    """Begin the match.

    Raises:
        ServerError: room.empty_seats, room.not_ready, room.rated.
    """
    room, now = course.room, course.context.paused_clock.time(now)
    if not course.room.is_full:
        raise ServerError("room.empty_seats", "a chair is empty")
    match_state.check(room, course.match)
    waiting = [c for c in room.chairs if c.is_remote and not c.ready and c.guest != room.host]
    if waiting:
        raise ServerError(
            "room.not_ready", "somebody is not ready", {"names": tuple(c.name for c in waiting)}
        )
    room.names = [chair.player(seat) for seat, chair in enumerate(room.chairs)]
    if room.duplicate is not None:
        begin(course, match_state.lay_out(course, room.duplicate), now)
        return
    shuffle.first_record(course)
    shuffle.open_next(course)
    _shuffle(course, now)


def _shuffle(course: MatchState, now: int) -> None:
    course.room.stage = STARTING
    course.wait_until(now + shuffle.SHARES_MS)
    course.room_changed()


def go_on(course: MatchState, now: int) -> None:
    """Between deals: begin the next one as soon as everybody is ready, or time is up."""
    room = course.room
    if room.stage == STARTING:
        if (nonces := shuffle.gathered(course, now)) is not None:
            begin(course, nonces, now)
    elif room.stage == SETTLED:
        people = [room.chairs[seat] for seat in course.room.present if not room.chairs[seat].auto]
        if course.is_due(now) or (people and all(chair.ready for chair in people)):
            _shuffle(course, now)
            go_on(course, now)


def begin(course: MatchState, nonces: list[bytes], now: int) -> None:
    """Deal the cards of a shuffle to which each seat has added its nonce, or of a deal that was laid out."""
    room, recorder = course.room, course.recorder
    assert recorder is not None
    number = course.next_number
    opening = course.deal(nonces)
    deal = recorder.record.deals[-1]
    carry = json.dumps(deal.carry)
    course.context.write(
        DealRow(
            room.table,
            number,
            recorder.record.law,
            deal.commitment,
            room.secret.hex(),
            json.dumps(deal.nonces),
            carry,
            shuffle.chained_json(deal),
        ),
        *questions.ends(room.table, number, deal),
    )
    room.stage = PLAYING
    room.forget_shuffle()
    course.wait_until(None)
    room.fill_banks()
    for chair in room.chairs:
        chair.ask_ready()
    course.new_deal()
    deal_begins(course)
    running = course.lay_out(opening[-1], number, wire.dress_of(room.options, deal.seed))
    course.room_changed()
    running.begin(opening, now)
    close_deal(course, now)


def close_deal(course: MatchState, now: int) -> None:
    """Settle a deal that is over and has been shown to its end: points, record, the next commitment."""
    running, room, recorder = course.running, course.room, course.recorder
    if running is None or recorder is None or not running.is_shown or room.game.actors(running.state):
        return
    course.settle()
    deal_ends(course)
    room.stage = OVER if course.match.is_over or room.duplicate else SETTLED
    if room.duplicate is not None:
        match_state.end(course, room.game.returns(running.state))
    keep_record(course, added=True)
    course.context.write(*match_state.of_match(room, course.match))
    prepare(course)
    people = [room.chairs[seat] for seat in course.room.present if not room.chairs[seat].auto]
    course.wait_until(None if room.stage == OVER else _next_at(course, now, alone=not people))
    course.context.gallery.end_deal(now)
    course.room_changed()


def _next_at(course: MatchState, now: int, *, alone: bool) -> int | None:
    """When the next deal begins by itself: soon among bots, never where people asked for no clock."""
    if alone:
        return now + BOTS_PAUSE_MS
    return now + NEXT_DEAL_MS if course.room.settings.turn_seconds else None


def prepare(course: MatchState) -> None:
    """Publish what the next shuffle begins with, unless there is none."""
    recorder = course.recorder
    if recorder is None or course.room.stage == OVER:
        return
    if recorder.record.match is None or recorder.record.law != course.room.game.law:
        shuffle.renew(course, recorder)
    shuffle.open_next(course)


def drop_deal(course: MatchState) -> None:
    """Break the running deal off; it counts for nothing, and its shuffle is opened."""
    recorder = course.recorder
    if recorder is None or course.room.stage != PLAYING:
        return
    course.stop()
    course.context.write(DropDeal(course.room.table, course.next_number - 1))
    recorder.drop()
    course.room.failed = list(recorder.record.failed)


def keep_record(course: MatchState, *, added: bool = False) -> None:
    """Keep the record of all finished deals, if there are any; what it costs does not grow with them.

    The store has them all but the last one, if that was `added` just now.
    """
    room, record = course.room, shuffle.signed(course)
    if not record.deals:
        return
    new = ((len(record.deals), dumps_deal(record.deals[-1])),) if added else ()
    people = tuple((seat, chair.guest) for seat, chair in enumerate(room.chairs) if chair.kind == HUMAN)
    course.context.write(
        PutRecord(
            id=room.record,
            game=record.game,
            names=json.dumps(players(room, record.seats), ensure_ascii=False),
            scores=json.dumps(course.match.scores),
            frame=dumps_frame(record),
            deals=new,
            players=people,
            outcomes=outcomes(course, people) if added else (),
        )
    )


# --- a match that ends before its time: the finished deals count, the one that was broken off does not


def dissolve(course: MatchState) -> None:
    """End the match here, for good."""
    room = course.room
    drop_deal(course)
    waiting = room.stage == WAITING
    room.dissolve()
    if room.duplicate is not None:
        match_state.end(course, None)
    course.wait_until(None)
    if course.recorder is not None:
        keep_record(course)
    course.context.write(*match_state.of_match(room, course.match))
    course.clear_table()
    if waiting:
        for stream in course.context.audience.everybody():
            course.context.farewell(stream.guest, "room.dissolved")
