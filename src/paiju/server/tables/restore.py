"""A table as it was before the process ended: from its room, its deals and their actions."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import msgspec

import paiju
from paiju import wire
from paiju.core.document import Failed
from paiju.core.errors import PaijuError
from paiju.core.game import Event, Moment, Pause
from paiju.core.record import DealRecord, Recorder, replay_deal
from paiju.core.signals import Signal
from paiju.server.store.rows import StoredDeal, StoredRoom
from paiju.server.tables import match
from paiju.server.tables.deal import MatchState
from paiju.server.tables.room import (
    PLAYING,
    SETTLED,
    STARTING,
    STORED,
    Chair,
    Room,
)
from paiju.server.tables.settings import QUICK, Settings
from paiju.server.tables.table import Table
from paiju.signatures import Key


def restore(
    stored: StoredRoom, now: int, *, first_seq: int, chance: random.Random | None = None,
    mark: Callable[[int], str] | None = None, key: Key | None = None, node: str | None = None,
) -> Table:  # fmt: skip
    """The table that a store has. A deal that these rules play otherwise is dropped; the finished ones count.

    Raises:
        PaijuError: if the room itself cannot be read any more.
    """
    room = restored_room(stored, now)
    table = Table(room, now, first_seq=first_seq, chance=chance, mark=mark, key=key, node=node)
    if not stored.deals and room.stage not in (STARTING, SETTLED, PLAYING):
        return table
    recorder, before = _recorder(room, stored.deals)
    displayed = stored.deals[:-1] if room.stage == PLAYING else stored.deals
    results = [json.loads(deal.row.result) for deal in displayed if deal.row.result is not None]
    counted = tuple(tuple(result["returns"]) for result in results if not result["void"])
    voids = sum(bool(result["void"]) for result in results)
    so_far = replace(table.match, carry=room.carry, returns=counted, voids=voids)
    table.write_into(recorder, so_far, before=before)
    if room.stage in (SETTLED, STARTING):
        table.next_at = now + match.NEXT_DEAL_MS
    if stored.deals and room.stage != STARTING and not room.dissolved:
        _restore_deal(table, recorder, stored.deals[-1], now)
    record = recorder.record
    if room.stage in (SETTLED, STARTING) and (record.match is None or record.law != room.game.law):
        match.prepare(table)
        table.room_changed()
    return table


def restored_room(row: StoredRoom, now: int) -> Room:
    """The room that `Room.write` described.

    Raises:
        PaijuError: if its game or options are not known any more.
    """
    game = paiju.load(row.game)
    stored: Mapping[str, Any] = json.loads(row.data)
    room = Room(
        table=row.id,
        game=game,
        key=row.key,
        members=list(row.members),
        options=game.options(stored["options"]),
        settings=_settings(stored["settings"], QUICK if stored["quick"] else Settings()),
        chairs=[Chair.restored(chair, now) for chair in stored["chairs"]],
        carry=None if stored["carry"] is None else game.parse_carry(stored["carry"]),
        secret=bytes.fromhex(stored["secret"]),
        bot_seed=bytes.fromhex(stored["bot_seed"]),
        marks=bytes.fromhex(stored.get("marks", stored["bot_seed"])),
        **{
            name: msgspec.convert(stored[name], kind)
            for name, kind in STORED.items()
            if stored.get(name) is not None
        },
    )
    room.fit_chairs()
    return room


def _settings(stored: Mapping[str, Any], settings: Settings) -> Settings:
    """Settings as far as this version still has them, on top of what holds for those it has since."""
    for name, value in stored.items():
        try:
            settings = settings.changed({name: value})
        except PaijuError:
            continue
    return settings


def _recorder(room: Room, deals: Sequence[StoredDeal]) -> tuple[Recorder, int]:
    """The recorder that continues the record of a match, and how many deals are in earlier ones."""
    chain = room.chain
    names = room.names or [chair.player(seat) for seat, chair in enumerate(room.chairs)]
    recorder = Recorder(room.game, room.options, names, chain.origin if chain else None)
    if chain is not None:
        law, older = chain.law, chain.first - 1
    else:
        law = deals[-1].row.law if deals else room.game.law
        older = sum(deal.row.law != law for deal in deals)
    record = recorder.record
    record.law, record.failed = law, list(room.failed)
    record.deals = [_deal(deal) for deal in deals[older:]]
    recorder.find_end()
    return recorder, older


def _deal(stored: StoredDeal) -> DealRecord:
    row = stored.row
    chained = json.loads(row.chained) if row.chained is not None else None
    return DealRecord(
        commitment=row.commitment,
        nonces=json.loads(row.nonces),
        secret=row.secret,
        carry=json.loads(row.carry),
        actions=[(action.seat, action.text) for action in stored.actions],
        trail="".join(action.trail for action in stored.actions),
        events=row.events,
        result=json.loads(row.result) if row.result is not None else None,
        previous=chained["previous"] if chained else None,
        failed=[Failed(**failed) for failed in chained["failed"]] if chained else [],
        signals=[Signal(signal.after, signal.seat, signal.text) for signal in stored.signals],
    )


def _restore_deal(table: MatchState, recorder: Recorder, last: StoredDeal, now: int) -> None:
    """Show the last deal: go on where it stopped, or before it if the rules have changed since, or show its end."""
    room = table.room
    displayed = bool(recorder.record.deals) and last.row.law == room.game.law
    replayed = _replayed(table, recorder) if displayed else None
    if replayed is None:
        _restore_without(table, now)
        return
    moment, past, suits = replayed
    resumed = Recorder.resume(room.game, room.options, recorder.record)
    table.write_into(resumed, before=table.deals_before)
    running = table.lay_out(moment, last.row.number, suits)
    running.ledger.auto_played.extend(action.at for action in last.actions if action.stood)
    for action in last.actions:
        if action.prompt is not None:
            table.answers[action.seat] = (action.prompt, action.text)
    for waits in filter(None, map(running.ledger.postponed, range(len(room.chairs)))):
        table.answers[waits.seat] = (waits.prompt, waits.text)
    room.fill_banks()
    for seat, chair in enumerate(room.chairs):
        if chair.guest:
            stream = table.audience.open(chair.guest, seat)
            since = match.since(room, seat, last.row.number)
            known = [event for at, event in past if at >= since and moment.pause is not Pause.VEILED]
            stream.log = running.events_for(known)(seat)
    running.resume(moment._replace(events=tuple(event for _, event in past)), now)
    if room.stage == PLAYING:
        match.close_deal(table, now)


def _restore_without(table: MatchState, now: int) -> None:
    """The last deal cannot be replayed by these rules; one that was running is dropped."""
    if table.room.stage != PLAYING:
        return
    if table.room.duplicate is not None:
        match.dissolve(table)
    else:
        match.drop_deal(table)
        match.keep_record(table)
        table.room.stage = SETTLED
        table.next_at = now + match.NEXT_DEAL_MS


def _replayed(
    table: MatchState, recorder: Recorder
) -> tuple[Moment, list[tuple[int, Event]], wire.SuitFaces | None] | None:
    """Last moment, events and suit faces of the last deal; None if these rules play it otherwise. Each event comes behind how many actions led to it."""
    log: list[tuple[int, Event]] = []
    options, deals = table.room.options, recorder.record.deals
    suits = wire.suit_faces(options, deals[-1].seed)
    try:
        for step in replay_deal(table.room.game, options, recorder.record, len(deals) - 1):
            suits, events = wire.with_suit_faces(suits, step.state, step.events)
            log += [(step.index, event) for event in events]
    except PaijuError:
        return None
    return step.moment, log, suits
