"""From deal to deal: the shuffle everybody shares in, the beginning and the end of each, the record."""

from __future__ import annotations

import json

from paiju import wire
from paiju.core.document import dumps_deal, dumps_frame
from paiju.server.errors import ServerError
from paiju.server.table import duplicates, ledger, rating, seating, shuffling
from paiju.server.table.chairs import HUMAN
from paiju.server.table.course import Course
from paiju.server.table.outcomes import outcomes
from paiju.server.table.room import OVER, PLAYING, SETTLED, STARTING
from paiju.server.writes import DropDeal, PutDeal, PutRecord

MOMENT_MS = 2500
"""How long pages show the end of a deal on the table before its result."""
NEXT_DEAL_MS = MOMENT_MS + 30_000
BOTS_PAUSE_MS = MOMENT_MS + 3000


def start(course: Course, now: int) -> None:
    """Begin the match.

    Raises:
        ServerError: room.empty_seats, room.not_ready, room.rated.
    """
    room, now = course.room, course.company.standstill.time(now)
    if not course.room.is_full:
        raise ServerError("room.empty_seats", "a chair is empty")
    rating.check(room, course.match)
    waiting = [c for c in room.chairs if c.is_remote and not c.ready and c.guest != room.host]
    if waiting:
        raise ServerError(
            "room.not_ready", "somebody is not ready", {"names": tuple(c.name for c in waiting)}
        )
    room.call_players([chair.player(seat) for seat, chair in enumerate(room.chairs)])
    if room.duplicate is not None:
        begin(course, duplicates.lay_out(course, room.duplicate), now)
        return
    shuffling.first_record(course)
    shuffling.open_next(course)
    _shuffle(course, now)


def _shuffle(course: Course, now: int) -> None:
    course.room.enter(STARTING)
    course.wait_until(now + shuffling.SHARES_MS)
    course.room_changed()


def go_on(course: Course, now: int) -> None:
    """Between deals: begin the next one as soon as everybody is ready, or time is up."""
    room = course.room
    if room.stage == STARTING:
        if (nonces := shuffling.gathered(course, now)) is not None:
            begin(course, nonces, now)
    elif room.stage == SETTLED:
        people = [room.chairs[seat] for seat in course.room.present if not room.chairs[seat].auto]
        if course.is_due(now) or (people and all(chair.ready for chair in people)):
            _shuffle(course, now)
            go_on(course, now)


def begin(course: Course, nonces: list[bytes], now: int) -> None:
    """Deal the cards of a shuffle to which each seat has added its nonce, or of a deal that was laid out."""
    room, recorder = course.room, course.recorder
    assert recorder is not None
    number = course.next_number
    opening = course.deal(nonces)
    deal = recorder.record.deals[-1]
    carry = json.dumps(deal.carry)
    course.company.write(
        PutDeal(
            room.table,
            number,
            recorder.record.law,
            deal.commitment,
            room.secret.hex(),
            json.dumps(deal.nonces),
            carry,
            shuffling.chained_json(deal),
        ),
        *ledger.ends(room.table, number, deal),
    )
    room.enter(PLAYING)
    room.forget_shuffle()
    course.wait_until(None)
    room.fill_banks()
    for chair in room.chairs:
        chair.ask_ready()
    course.new_deal()
    seating.deal_begins(course)
    running = course.lay_out(opening[-1], number, wire.dress_of(room.options, deal.seed))
    course.room_changed()
    running.begin(opening, now)
    close_deal(course, now)


def close_deal(course: Course, now: int) -> None:
    """Settle a deal that is over and has been shown to its end: points, record, the next commitment."""
    running, room, recorder = course.running, course.room, course.recorder
    if running is None or recorder is None or not running.is_shown or room.game.actors(running.state):
        return
    course.settle()
    seating.deal_ends(course)
    room.enter(OVER if course.match.is_over or room.duplicate else SETTLED)
    if room.duplicate is not None:
        duplicates.end(course, room.game.returns(running.state))
    keep_record(course, added=True)
    course.company.write(*rating.of_match(room, course.match))
    prepare(course)
    people = [room.chairs[seat] for seat in course.room.present if not room.chairs[seat].auto]
    course.wait_until(None if room.stage == OVER else _next_at(course, now, alone=not people))
    course.company.gallery.end_deal(now)
    course.room_changed()


def _next_at(course: Course, now: int, *, alone: bool) -> int | None:
    """When the next deal begins by itself: soon among bots, never where people asked for no clock."""
    if alone:
        return now + BOTS_PAUSE_MS
    return now + NEXT_DEAL_MS if course.room.settings.turn_seconds else None


def prepare(course: Course) -> None:
    """Publish what the next shuffle begins with, unless there is none."""
    recorder = course.recorder
    if recorder is None or course.room.stage == OVER:
        return
    if recorder.record.match is None or recorder.record.law != course.room.game.law:
        shuffling.renew(course, recorder)
    shuffling.open_next(course)


def drop_deal(course: Course) -> None:
    """Break the running deal off; it counts for nothing, and its shuffle is opened."""
    recorder = course.recorder
    if recorder is None or course.room.stage != PLAYING:
        return
    course.stop()
    course.company.write(DropDeal(course.room.table, course.next_number - 1))
    recorder.drop()
    course.room.note_failed(recorder.record.failed)


def keep_record(course: Course, *, added: bool = False) -> None:
    """Keep the record of all finished deals, if there are any; what it costs does not grow with them.

    The store has them all but the last one, if that was `added` just now.
    """
    room, record = course.room, shuffling.signed(course)
    if not record.deals:
        return
    new = ((len(record.deals), dumps_deal(record.deals[-1])),) if added else ()
    people = tuple((seat, chair.guest) for seat, chair in enumerate(room.chairs) if chair.kind == HUMAN)
    course.company.write(
        PutRecord(
            record=room.record,
            game=record.game,
            names=json.dumps(seating.players(room, record.seats), ensure_ascii=False),
            scores=json.dumps(course.match.scores),
            frame=dumps_frame(record),
            deals=new,
            players=people,
            outcomes=outcomes(course, people) if added else (),
        )
    )
