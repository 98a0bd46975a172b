"""The course of a match: seats that change hands, the start and end of each deal, and an early end."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

from paiju import wire
from paiju.arena.pack import OUT, pack_of
from paiju.core.document import STRUCK, dumps_deal, dumps_frame
from paiju.core.match import Match
from paiju.core.record import Recorder
from paiju.server.errors import ServerError
from paiju.server.people.ratings import LEAST_DEALS
from paiju.server.store.rows import DealRow, DropDeal, EndAttempt, PlayedRow, PutRecord, RateMatch
from paiju.server.tables import questions, shuffle
from paiju.server.tables.deal import MatchState
from paiju.server.tables.room import (
    BOT,
    HUMAN,
    OVER,
    PLAYING,
    PROGRAM,
    SETTLED,
    STARTING,
    WAITING,
    Chair,
    Duplicate,
    Part,
    Room,
)

MOST_PARTS = 200
MOST_NAMED = 3
_NEVER = 1 << 62


def ask_for(table: MatchState, guest: str, name: str, seat: int, now: int) -> bool:
    """Give a bot's seat to a guest without one, now or (False) after the deal.

    Raises:
        ServerError: seat.none, room.seat_taken, room.started (they have a seat of their own), room.closed, room.full, series.fixed.
    """
    room = table.room
    check_free(room)
    if seat >= len(room.chairs):
        raise ServerError("seat.none", "no such seat")
    chair = room.chairs[seat]
    if room.seat_of(guest) is not None:
        raise ServerError("room.started", "the match has begun")
    if room.stage == OVER or not (room.settings.substitutes or guest == room.host):
        raise ServerError("room.closed", "seats are not given away here")
    if chair.kind != BOT or chair.heir not in ("", guest):
        raise ServerError("room.seat_taken", "the seat is taken or reserved")
    if len(room.parts) >= MOST_PARTS:
        raise ServerError("room.full", "seats have changed hands too often")
    drop_claim(room, guest)
    if room.stage != PLAYING:
        _take_over(table, guest, name, seat, now)
        return True
    chair.promise(guest, name)
    table.room_changed()
    return False


def drop_claim(room: Room, guest: str) -> None:
    """Someone does not wait for a seat any more."""
    for chair in room.chairs:
        if chair.heir == guest:
            chair.promise("", "")


def may_see(table: MatchState, guest: str) -> bool:
    """Whether someone may see cards of the running deal: they were here before it was dealt, and have seen none of it."""
    room = table.room
    return guest in room.known and room.seen.keys().isdisjoint(table.traces(guest))


def check_moved(room: Room, guest: str, seat: int) -> None:
    """Check that a seat may go to a device whose guest has seen no other cards of the deal.

    Raises:
        ServerError: seat.dealt.
    """
    if room.stage == PLAYING and room.seen.get(room.person(guest), seat) != seat:
        raise ServerError("seat.dealt", "they have seen other cards of this deal")


def seat_heirs(table: MatchState, now: int) -> list[tuple[str, int]]:
    """Give their seats to those who have waited long enough; who sits down where."""
    seated = []
    for seat, chair in enumerate(table.room.chairs):
        if table.room.stage == OVER:
            chair.promise("", "")
        granted = chair.admitted
        if chair.heir and (
            table.room.stage in (STARTING, SETTLED) or (granted and may_see(table, chair.heir))
        ):
            guest, name = chair.heir, chair.heir_name
            _take_over(table, guest, name, seat, now)
            if granted:
                chair.admit()
            seated.append((guest, seat))
    return seated


def deal_begins(table: MatchState) -> None:
    """Note who sees the cards that are dealt now."""
    room = table.room
    if not room.began:
        room.begin()
    room.known, room.seen = list(room.members), {}
    for seat, chair in enumerate(room.chairs):
        chair.whole = True
        if chair.guest:
            room.see(table.traces(chair.guest), seat)


def _take_over(table: MatchState, guest: str, name: str, seat: int, now: int) -> None:
    """Seat someone in place of a bot. The seat's open question is theirs from now on."""
    room = table.room
    chair = room.chairs[seat]
    was_alone = table.running is not None and table.running.timing.is_alone
    chair.take_over(guest, name)
    _note(table, seat)
    if room.stage == PLAYING:
        room.see(table.traces(guest), seat)
    table.resume_clocks(now)
    if was_alone and table.running is not None:
        table.running.in_company(table.paused_clock.time(now))
    table.room_changed()


def give_to_bot(table: MatchState, seat: int) -> None:
    """Let a bot play a seat whose player will not come back."""
    room = table.room
    room.chairs[seat].stand_in(room.settings.bots)
    _note(table, seat)


def dismiss(table: MatchState, chair: Chair) -> None:
    """Send the program of a chair away for good, if there is one; its token opens nothing any more."""
    if chair.kind != PROGRAM:
        return
    table.room.revoke(chair.token)
    guest = chair.guest
    chair.clear()
    table.farewell(guest, "program.revoked")


def replace_program(table: MatchState, seat: int) -> None:
    """Let a bot play on for a program in the middle of a match, for good."""
    dismiss(table, table.room.chairs[seat])
    give_to_bot(table, seat)


def forget(table: MatchState, seat: int) -> None:
    """Let a bot play for a forgotten guest; what is still to be written of the match does not name them."""
    room = table.room
    own = next((part for part in reversed(room.parts) if part.seat == seat), None)
    names = {room.chairs[seat].name, own.name if own else None}
    room.parts = [replace(part, name=STRUCK) if part.name in names else part for part in room.parts]
    if own is None:
        shuffle.redact(table, seat)
    give_to_bot(table, seat)


def players(room: Room, began: Sequence[str]) -> list[str]:
    """The players of each seat, in order: those who `began`, and the latest who took it over."""
    names = [[name] for name in began]
    for part in room.parts:
        if part.name not in names[part.seat]:
            names[part.seat].append(part.name)
    return [" / ".join(own[-MOST_NAMED:]) for own in names]


def since(room: Room, seat: int, deal: int) -> int:
    """The number of actions that led to the first events of a deal that the player who sits there now has seen."""
    part = next((part for part in reversed(room.parts) if part.seat == seat), None)
    if part is None or part.deal < deal:
        return 0
    return _NEVER if part.deal > deal else part.at and part.at + 1


def _note(table: MatchState, seat: int) -> None:
    """Remember from which action on someone else plays. A share for the next shuffle leaves with its guest."""
    table.shuffle.shares.pop(seat, None)
    room, running = table.room, table.running
    deal, at = table.deal_number, 0
    if running is not None:
        playing = room.stage == PLAYING
        deal, at = deal + (not playing), running.ledger.actions if playing else 0
    room.parts.append(Part(deal, at, seat, room.chairs[seat].player(seat)))


# --- from deal to deal: the shuffle everyone shares in, the beginning and the end of each, the record

MOMENT_MS = 2500
"""How long pages show the end of a deal on the table before its result."""
NEXT_DEAL_MS = MOMENT_MS + 30_000
BOTS_PAUSE_MS = MOMENT_MS + 3000


def start(table: MatchState, now: int) -> None:
    """Begin the match.

    Raises:
        ServerError: room.empty_seats, room.not_ready, room.rated.
    """
    room, now = table.room, table.paused_clock.time(now)
    if not table.room.is_full:
        raise ServerError("room.empty_seats", "a seat is empty")
    check_rated(room, table.match)
    waiting = [c for c in room.chairs if c.is_remote and not c.ready and c.guest != room.host]
    if waiting:
        raise ServerError(
            "room.not_ready", "a player is not ready", {"names": tuple(c.name for c in waiting)}
        )
    room.names = [chair.player(seat) for seat, chair in enumerate(room.chairs)]
    if room.duplicate is not None:
        begin(table, lay_out(table, room.duplicate), now)
        return
    shuffle.first_record(table)
    shuffle.open_next(table)
    _shuffle(table, now)


def _shuffle(table: MatchState, now: int) -> None:
    table.room.stage = STARTING
    table.next_at = now + shuffle.SHARES_MS
    table.room_changed()


def go_on(table: MatchState, now: int) -> None:
    """Between deals: begin the next one as soon as everyone is ready, or time is up."""
    room = table.room
    if room.stage == STARTING:
        if (nonces := shuffle.gathered(table, now)) is not None:
            begin(table, nonces, now)
    elif room.stage == SETTLED:
        people = [room.chairs[seat] for seat in table.room.present if not room.chairs[seat].auto]
        if table.is_due(now) or (people and all(chair.ready for chair in people)):
            _shuffle(table, now)
            go_on(table, now)


def begin(table: MatchState, nonces: list[bytes], now: int) -> None:
    """Deal the cards of a shuffle to which each seat has added its nonce, or of a deal that was laid out."""
    room, recorder = table.room, table.recorder
    assert recorder is not None
    number = table.next_number
    opening = table.deal(nonces)
    deal = recorder.record.deals[-1]
    carry = json.dumps(deal.carry)
    table.write(
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
    room.called, room.failed = [], []
    table.next_at = None
    room.fill_banks()
    for chair in room.chairs:
        chair.ask_ready()
    table.new_deal()
    deal_begins(table)
    running = table.lay_out(opening[-1], number, wire.suit_faces(room.options, deal.seed))
    table.room_changed()
    running.begin(opening, now)
    close_deal(table, now)


def close_deal(table: MatchState, now: int) -> None:
    """Settle a deal that is over and has appeared to its end: points, record, the next commitment."""
    running, room, recorder = table.running, table.room, table.recorder
    if running is None or recorder is None or not running.is_shown or room.game.actors(running.state):
        return
    table.settle_deal()
    for chair in room.chairs:
        chair.end_deal()
    room.stage = OVER if table.match.is_over or room.duplicate else SETTLED
    if room.duplicate is not None:
        end_attempts(table, room.game.returns(running.state))
    keep_record(table, added=True)
    table.write(*ratings_of(room, table.match))
    prepare(table)
    people = [room.chairs[seat] for seat in table.room.present if not room.chairs[seat].auto]
    table.next_at = None if room.stage == OVER else _next_at(table, now, alone=not people)
    table.gallery.end_deal(now)
    table.room_changed()


def _next_at(table: MatchState, now: int, *, alone: bool) -> int | None:
    """When the next deal begins by itself: soon among bots, never where people wanted no clock."""
    if alone:
        return now + BOTS_PAUSE_MS
    return now + NEXT_DEAL_MS if table.room.settings.turn_seconds else None


def prepare(table: MatchState) -> None:
    """Publish what the next shuffle begins with, unless there is none."""
    recorder = table.recorder
    if recorder is None or table.room.stage == OVER:
        return
    if recorder.record.match is None or recorder.record.law != table.room.game.law:
        shuffle.renew(table, recorder)
    shuffle.open_next(table)


def drop_deal(table: MatchState) -> None:
    """Break the running deal off; it counts for nothing, and its shuffle is opened."""
    recorder = table.recorder
    if recorder is None or table.room.stage != PLAYING:
        return
    table.stop()
    table.write(DropDeal(table.room.table, table.next_number - 1))
    recorder.drop()
    table.room.failed = list(recorder.record.failed)


def keep_record(table: MatchState, *, added: bool = False) -> None:
    """Keep the record of all finished deals, if there are any; what it costs does not grow with them.

    The store has them all but the last one, if that was `added` just now.
    """
    room, record = table.room, shuffle.signed(table)
    if not record.deals:
        return
    new = ((len(record.deals), dumps_deal(record.deals[-1])),) if added else ()
    people = tuple((seat, chair.guest) for seat, chair in enumerate(room.chairs) if chair.kind == HUMAN)
    table.write(
        PutRecord(
            id=room.record,
            game=record.game,
            names=json.dumps(players(room, record.seats), ensure_ascii=False),
            scores=json.dumps(table.match.scores),
            frame=dumps_frame(record),
            deals=new,
            players=people,
            outcomes=outcomes(table, people) if added else (),
        )
    )


# --- a match that ends before its time: the finished deals count, the one that was broken off does not


def dissolve(table: MatchState) -> None:
    """End the match here, for good."""
    room = table.room
    drop_deal(table)
    waiting = room.stage == WAITING
    room.dissolve()
    if room.duplicate is not None:
        end_attempts(table, None)
    table.next_at = None
    if table.recorder is not None:
        keep_record(table)
    table.write(*ratings_of(room, table.match))
    table.clear_table()
    if waiting:
        for stream in table.audience.everybody():
            table.farewell(stream.guest, "room.dissolved")


# --- matches that rate their players


def check_rated(room: Room, match: Match) -> None:
    """Check that a rated match can rate its players.

    Raises:
        ServerError: room.rated, for bots at the table, and for rules by which it never ends or too soon.
    """
    rules = match.rules
    ends = rules.end == "target" or (rules.end == "deals" and rules.length >= LEAST_DEALS)
    if room.settings.rated and not (ends and all(chair.kind == HUMAN for chair in room.chairs)):
        raise ServerError(
            "room.rated", "a rated match is played by people to an agreed end", {"least": LEAST_DEALS}
        )


def ratings_of(room: Room, match: Match) -> tuple[RateMatch, ...]:
    """The ratings to update now: the whole match once it is over, for those who began it, even if others play their seats by then.

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


# --- a deal that others play too, each at a table of their own: its cards are laid out and not shuffled (docs/records.md)

FREE = frozenset({"tempo"})
"""The settings that change nothing of how such a deal is played."""


def lay_out(table: MatchState, duplicate: Duplicate) -> list[bytes]:
    """Begin a plain record for the deal, whose seed must owe nothing to who plays it; the nonces it is dealt with."""
    room = table.room
    carry = None if duplicate.carry is None else room.game.parse_carry(duplicate.carry)
    table.write_into(Recorder(room.game, room.options, room.names), replace(table.match, carry=carry))
    room.open_shuffle(bytes.fromhex(duplicate.secret))
    return [bytes.fromhex(nonce) for nonce in duplicate.nonces]


def all_are_here(room: Room) -> bool:
    """Whether everyone has come who was called to play a deal together; who stays away is not waited for once the host begins."""
    people = [chair for chair in room.chairs if chair.kind == HUMAN]
    return room.duplicate is not None and bool(people) and all(chair.online for chair in people)


def leave_empty(room: Room, seat: int) -> None:
    """Nobody sits on a chair any more before the match; where the deal is compared nobody else may sit down, and a bot does."""
    if room.duplicate is None:
        room.chairs[seat].clear()
    else:
        room.chairs[seat].seat_bot(room.settings.bots)


def end_attempts(table: MatchState, returns: Sequence[int] | None) -> None:
    """Keep how everyone's attempt ended: with these points by seat, or (None) before its time.

    A player for whom others decided most while the deal went on has left.
    """
    room = table.room
    for seat, chair in enumerate(room.chairs):
        if chair.kind == HUMAN:
            points = None if returns is None or not chair.in_person else returns[seat]
            table.write(EndAttempt(room.table, seat, points))


def check_free(room: Room) -> None:
    """Check that a seat may be left or handed to a bot here.

    Raises:
        ServerError: series.fixed, where the deal is compared with how others play it.
    """
    if room.duplicate is not None:
        raise ServerError("series.fixed", "a compared deal is played alone, with its fixed cards")


# --- what a deal came to for the people in it, for their own lists

People = tuple[tuple[int, str | None], ...]


def outcomes(table: MatchState, people: People) -> tuple[PlayedRow, ...]:
    """Role, place and points of the people, by the deal that has just ended; nothing of a void one."""
    room, running, recorder = table.room, table.running, table.recorder
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
