"""The making of the next shuffle, which nobody can choose: shares first, then nonces (docs/records.md).

The server has bound itself to its secret before any share comes, and all shares are fixed and stored before any nonce
comes. A seat that promises a nonce and does not send it is named to all, and the shuffle begins again without it.
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
from paiju.server.tables.deal import MatchState
from paiju.server.tables.room import OVER, PLAYING, SETTLED, STARTING, WAITING, Chain

SHARES_MS = 1500
"""How long a shuffle waits for the shares of those who are there."""
NONCES_MS = 1500
"""How long it waits for the nonces that were promised."""


def first_record(table: MatchState) -> None:
    """Begin the record of a match; its first link binds names, options and the version of the rules."""
    _new_record(table, Origin.of(table.room.names, table.randomness.token, key=_key_of(table)), 0)


def renew(table: MatchState, old: Recorder) -> None:
    """Begin another record of a match that cannot go on in its own: that was a plain one, or of other rules.

    The old one stays as it is, under its own id.
    """
    origin, record = old.record.match, old.record
    after = old.link.hex() if origin else None
    number = origin.number if origin else None
    table.room.record, table.room.failed = table.randomness.token(NUMBER_BYTES), []
    table.room.names = list(record.seats)
    _new_record(
        table,
        Origin.of(record.seats, table.randomness.token, key=_key_of(table), after=after, number=number),
        table.deals_before + len(record.deals),
    )


def _new_record(table: MatchState, origin: Origin, before: int) -> None:
    room = table.room
    room.chain = Chain(origin, room.game.law, before + 1)
    table.write_into(Recorder(room.game, room.options, room.names, origin), before=before)


def redact(table: MatchState, seat: int) -> None:
    """Forget the name of a seat in what is still to be written of the record."""
    recorder, chain = table.recorder, table.room.chain
    if recorder is None or seat >= len(recorder.record.seats):
        return
    recorder.record.redact(seat)
    table.room.names = list(recorder.record.seats)
    if chain is not None and recorder.record.match is not None:
        table.room.chain = replace(chain, origin=recorder.record.match)


def _key_of(table: MatchState) -> str | None:
    return table.key.public if table.key else None


def open_next(table: MatchState) -> None:
    """Bind the server to a new secret for the next deal; what was said of another shuffle is gone."""
    table.room.open_shuffle(bytes.fromhex(table.randomness.token(SEED_BYTES)))
    table.shuffle.clear()


def share(table: MatchState, stream: Stream, message: p.Share, now: int) -> None:
    """Take part in the next shuffle.

    Raises:
        ServerError: seat.none; message.unexpected, for a seat that takes no part, or too late.
    """
    seat, _ = table.seated(stream)
    if not _is_meant(table, message.to):
        return
    if table.room.called or seat in _barred(table):
        raise ServerError("message.unexpected", "too late for this shuffle")
    table.shuffle.shares[seat] = bytes.fromhex(message.value)


def nonce(table: MatchState, stream: Stream, message: p.Nonce, now: int) -> None:
    """Keep one's promise.

    Raises:
        ServerError: seat.none; message.unexpected, for what was not promised.
    """
    seat, _ = table.seated(stream)
    if not _is_meant(table, message.to):
        return
    value = bytes.fromhex(message.value)
    if not table.room.called or rng.share_of(_opening(table), seat, value).hex() != table.room.called[seat]:
        raise ServerError("message.unexpected", "that is not what was promised")
    table.shuffle.nonces[seat] = value


def _is_meant(table: MatchState, commitment: str) -> bool:
    """Whether the next shuffle is the one that a page speaks of."""
    return table.room.stage in (STARTING, SETTLED) and commitment == table.room.commitment


def _opening(table: MatchState) -> bytes:
    assert table.recorder is not None
    return rng.opening_of(table.recorder.link, bytes.fromhex(table.room.commitment))


def _barred(table: MatchState) -> set[int]:
    """The seats that did not keep a promise for this deal."""
    return {seat for failed in table.room.failed for seat in failed.refused}


def gathered(table: MatchState, now: int) -> list[bytes] | None:
    """The nonces by seat as soon as the deal can begin, until then None; called again and again, it brings that about."""
    late = table.is_due(now)
    if not table.room.called:
        taking_part = [seat for seat in table.room.present if seat not in _barred(table)]
        if not late and any(seat not in table.shuffle.shares for seat in taking_part):
            return None
        if not _call(table, taking_part, now):
            return [b"" for _ in table.room.chairs]
        return None
    missing = [
        seat for seat, value in enumerate(table.room.called) if value and seat not in table.shuffle.nonces
    ]
    if not missing:
        return [table.shuffle.nonces.get(seat, b"") for seat in range(len(table.room.chairs))]
    if late:
        _begin_again(table, now)
    return None


def _call(table: MatchState, taking_part: list[int], now: int) -> bool:
    """Fix who takes part, and ask for the nonces; False if nobody does."""
    shares = table.shuffle.shares
    called = [shares.get(seat, b"") if seat in taking_part else b"" for seat in range(len(table.room.chairs))]
    if not any(called):
        return False
    table.room.called = [one.hex() for one in called]
    table.next_at = now + NONCES_MS
    table.room_changed()
    return True


def _begin_again(table: MatchState, now: int) -> None:
    """Someone has broken a promise: write that down, and begin without that seat."""
    room, recorder = table.room, table.recorder
    assert recorder is not None
    sent = [table.shuffle.nonces.get(seat, b"").hex() for seat in range(len(room.chairs))]
    recorder.fail(Failed(REFUSED, room.commitment, list(room.called), sent, room.secret.hex()))
    room.failed = list(recorder.record.failed)
    open_next(table)
    table.next_at = now + SHARES_MS
    table.room_changed()


def chained_json(deal: DealRecord) -> str | None:
    """What the store keeps of a chained deal beside its shuffle."""
    if deal.previous is None:
        return None
    return json.dumps({"previous": deal.previous, "failed": [failed_json(one) for one in deal.failed]})


def displayed(table: MatchState) -> Sent:
    """The present shuffle as everyone sees it, and what was opened of the last one."""
    recorder, room = table.recorder, table.room
    state = {"deal": table.deal_number, "step": "none", "previous": None, "commitment": None, "shares": None,
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
    state["deal"] = table.deals_before + len(recorder.record.deals) + (room.stage != OVER or bool(failed))
    if room.stage != OVER:
        state |= {"step": "shares", "commitment": room.commitment}
        if room.called:
            call = rng.call_of(_opening(table), [bytes.fromhex(one) for one in room.called])
            signature = table.key.sign(call) if table.key else None
            return {**state, "step": "nonces", "shares": room.called, "signature": signature}
    if recorder.record.deals:
        state["opened"] = {"secret": recorder.record.deals[-1].secret, "play": recorder.played}
    return state


def signed(table: MatchState) -> Record:
    """The record of all finished deals, under the server's signature if it is a chained one of this server."""
    assert table.recorder is not None
    record = table.recorder.record.finished()
    if record.match is None:
        return record
    over, signature = table.room.stage == OVER, None
    if table.key is not None and record.match.key == table.key.public:
        signature = table.key.sign(rng.statement_of(table.recorder.link, len(record.deals), over=over))
    return replace(record, over=over, signature=signature)


def links(table: MatchState) -> Sent:
    """The chain of a match: what each link is a hash of, as far as the deals are over."""
    recorder, chain = table.recorder, table.room.chain
    if recorder is None or recorder.record.match is None or chain is None:
        return {"head": None, "first": 1, "deals": [], "failed": [], "over": False, "signature": None}
    return chain_json(signed(table), chain.first)


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
