"""How the next shuffle is made, so that nobody chooses it: shares first, then nonces (docs/records.md).

The server has bound itself to its secret before any share comes, and all shares are fixed and kept before any nonce
comes. Who promises a nonce and does not send it is named to all, and the shuffle begins again without that seat.
"""

from __future__ import annotations

import json
from dataclasses import replace

from paiju.core import rng
from paiju.core.document import NUMBER_BYTES, REFUSED, Failed, Origin, failed_json
from paiju.core.errors import SEED_BYTES
from paiju.core.record import DealRecord, Record, Recorder
from paiju.server import protocol as p
from paiju.server.errors import ServerError
from paiju.server.protocol import Sent
from paiju.server.tables.audience import Stream
from paiju.server.tables.match_state import MatchState
from paiju.server.tables.room import OVER, PLAYING, SETTLED, STARTING, WAITING, Chain

SHARES_MS = 1500
"""How long a shuffle waits for the shares of those who are there."""
NONCES_MS = 1500
"""How long it waits for the nonces that were promised."""


def first_record(course: MatchState) -> None:
    """Begin the record of a match; its first link binds names, options and law."""
    _new_record(course, Origin.of(course.room.names, course.context.randomness.token, key=_key_of(course)), 0)


def renew(course: MatchState, old: Recorder) -> None:
    """Begin another record of a match that cannot go on in its own: that was a plain one, or of another law.

    The old one stays as it is, under its own id.
    """
    origin, record = old.record.match, old.record
    after = old.link.hex() if origin else None
    number = origin.number if origin else None
    course.room.begin_record(course.context.randomness.token(NUMBER_BYTES))
    course.room.names = list(record.seats)
    _new_record(
        course,
        Origin.of(
            record.seats, course.context.randomness.token, key=_key_of(course), after=after, number=number
        ),
        course.deals_before + len(record.deals),
    )


def _new_record(course: MatchState, origin: Origin, before: int) -> None:
    room = course.room
    room.chain = Chain(origin, room.game.law, before + 1)
    course.write_into(Recorder(room.game, room.options, room.names, origin), before=before)


def redact(course: MatchState, seat: int) -> None:
    """Forget the name of a seat in what is still to be written of the record."""
    recorder, chain = course.recorder, course.room.chain
    if recorder is None or seat >= len(recorder.record.seats):
        return
    recorder.record.strike(seat)
    course.room.names = list(recorder.record.seats)
    if chain is not None and recorder.record.match is not None:
        course.room.chain = replace(chain, origin=recorder.record.match)


def _key_of(course: MatchState) -> str | None:
    return course.key.public if course.key else None


def open_next(course: MatchState) -> None:
    """Bind the server to a new secret for the next deal; what was said of another shuffle is gone."""
    course.room.open_shuffle(bytes.fromhex(course.context.randomness.token(SEED_BYTES)))
    course.shuffle.clear()


def share(course: MatchState, stream: Stream, message: p.Share, now: int) -> None:
    """Take part in the next shuffle.

    Raises:
        ServerError: seat.none; message.unexpected, for a seat that takes no part, or too late.
    """
    seat, _ = course.context.seated(stream)
    if not _is_meant(course, message.to):
        return
    if course.room.called or seat in _barred(course):
        raise ServerError("message.unexpected", "too late for this shuffle")
    course.shuffle.shares[seat] = bytes.fromhex(message.value)


def nonce(course: MatchState, stream: Stream, message: p.Nonce, now: int) -> None:
    """Keep one's promise.

    Raises:
        ServerError: seat.none; message.unexpected, for what was not promised.
    """
    seat, _ = course.context.seated(stream)
    if not _is_meant(course, message.to):
        return
    value = bytes.fromhex(message.value)
    if (
        not course.room.called
        or rng.share_of(_opening(course), seat, value).hex() != course.room.called[seat]
    ):
        raise ServerError("message.unexpected", "that is not what was promised")
    course.shuffle.nonces[seat] = value


def _is_meant(course: MatchState, commitment: str) -> bool:
    """Whether the next shuffle is the one that a page speaks of."""
    return course.room.stage in (STARTING, SETTLED) and commitment == course.room.commitment


def _opening(course: MatchState) -> bytes:
    assert course.recorder is not None
    return rng.opening_of(course.recorder.link, bytes.fromhex(course.room.commitment))


def _barred(course: MatchState) -> set[int]:
    """The seats that did not keep a promise for this deal."""
    return {seat for failed in course.room.failed for seat in failed.refused}


def gathered(course: MatchState, now: int) -> list[bytes] | None:
    """The nonces by seat as soon as the deal can begin, until then None; called again and again, it brings that about."""
    late = course.is_due(now)
    if not course.room.called:
        taking_part = [seat for seat in course.room.present if seat not in _barred(course)]
        if not late and any(seat not in course.shuffle.shares for seat in taking_part):
            return None
        if not _call(course, taking_part, now):
            return [b"" for _ in course.room.chairs]
        return None
    missing = [
        seat for seat, value in enumerate(course.room.called) if value and seat not in course.shuffle.nonces
    ]
    if not missing:
        return [course.shuffle.nonces.get(seat, b"") for seat in range(len(course.room.chairs))]
    if late:
        _begin_anew(course, now)
    return None


def _call(course: MatchState, taking_part: list[int], now: int) -> bool:
    """Fix who takes part, and ask for the nonces; False if nobody does."""
    shares = course.shuffle.shares
    called = [
        shares.get(seat, b"") if seat in taking_part else b"" for seat in range(len(course.room.chairs))
    ]
    if not any(called):
        return False
    course.room.called = [one.hex() for one in called]
    course.wait_until(now + NONCES_MS)
    course.room_changed()
    return True


def _begin_anew(course: MatchState, now: int) -> None:
    """Somebody has not kept a promise: write that down, and begin without that seat."""
    room, recorder = course.room, course.recorder
    assert recorder is not None
    sent = [course.shuffle.nonces.get(seat, b"").hex() for seat in range(len(room.chairs))]
    recorder.fail(Failed(REFUSED, room.commitment, list(room.called), sent, room.secret.hex()))
    room.failed = list(recorder.record.failed)
    open_next(course)
    course.wait_until(now + SHARES_MS)
    course.room_changed()


def chained_json(deal: DealRecord) -> str | None:
    """What the store keeps of a chained deal beside its shuffle."""
    if deal.previous is None:
        return None
    return json.dumps({"previous": deal.previous, "failed": [failed_json(one) for one in deal.failed]})


def shown(course: MatchState) -> Sent:
    """The present shuffle as everybody sees it, and what was opened of the last one."""
    recorder, room = course.recorder, course.room
    state = {"deal": course.deal_number, "step": "none", "previous": None, "commitment": None, "shares": None,
             "nonces": None, "opened": None, "failed": None, "signature": None}  # fmt: skip
    if room.stage == WAITING or recorder is None or recorder.record.match is None:
        return state
    if room.stage == PLAYING:
        deal = recorder.record.deals[-1]
        return {
            **state,
            "step": "dealt",
            "previous": deal.previous,
            "commitment": deal.commitment,
            "nonces": deal.nonces,
        }
    failed = recorder.record.failed[-1:]
    state |= {"previous": recorder.link.hex(), "failed": failed_json(failed[0]) if failed else None}
    state["deal"] = course.deals_before + len(recorder.record.deals) + (room.stage != OVER or bool(failed))
    if room.stage != OVER:
        state |= {"step": "shares", "commitment": room.commitment}
        if room.called:
            call = rng.call_of(_opening(course), [bytes.fromhex(one) for one in room.called])
            signature = course.key.sign(call) if course.key else None
            return {**state, "step": "nonces", "shares": room.called, "signature": signature}
    if recorder.record.deals:
        state["opened"] = {"secret": recorder.record.deals[-1].secret, "play": recorder.played}
    return state


def signed(course: MatchState) -> Record:
    """The record of all finished deals, under the server's signature if it is a chained one of this server."""
    assert course.recorder is not None
    record = course.recorder.record.finished()
    if record.match is None:
        return record
    over, signature = course.room.stage == OVER, None
    if course.key is not None and record.match.key == course.key.public:
        signature = course.key.sign(rng.statement_of(course.recorder.link, len(record.deals), over=over))
    return replace(record, over=over, signature=signature)


def links(course: MatchState) -> Sent:
    """The chain of a match: what each link is a hash of, as far as the deals are over."""
    recorder, chain = course.recorder, course.room.chain
    if recorder is None or recorder.record.match is None or chain is None:
        return {"head": None, "first": 1, "deals": [], "failed": [], "over": False, "signature": None}
    return chain_json(signed(course), chain.first)


def chain_json(record: Record, first: int) -> Sent:
    """What the links of a record are hashes of; `first` is the number of its first deal."""
    deals = [
        {
            "failed": [failed_json(one) for one in deal.failed], "commitment": deal.commitment,
            "nonces": deal.nonces, "secret": deal.secret, "play": deal.play,
        }
        for deal in record.deals
    ]  # fmt: skip
    failed = [failed_json(one) for one in record.failed]
    end = {"failed": failed, "over": record.over, "signature": record.signature}
    return {"head": record.head, "first": first, "deals": deals, **end}
