"""What a database holds of tables, read by SQL of its own and replayed by the rules; and what people were sent, compared with it."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

import paiju
from paiju import wire
from paiju.core.document import DealRecord, Failed, Record
from paiju.core.errors import PaijuError
from paiju.core.record import replay_deal
from paiju.core.signals import Signal
from tests.chaos.people import Received, Sent
from tests.server.postgres import Postgres

_TABLE = """
SELECT jsonb_build_object(
  'room', to_jsonb(r),
  'members', (SELECT jsonb_agg(guest) FROM members WHERE room = r.id),
  'deals', (SELECT jsonb_agg(to_jsonb(d) ORDER BY number) FROM deals d WHERE room = r.id),
  'actions', (SELECT jsonb_agg(to_jsonb(a) ORDER BY deal, at) FROM actions a WHERE room = r.id),
  'signals', (SELECT jsonb_agg(to_jsonb(s) ORDER BY deal, at) FROM signals s WHERE room = r.id),
  'lines', (SELECT jsonb_agg(line ORDER BY number) FROM record_deals WHERE record = r.record)
)::text FROM rooms r WHERE id = :room"""
"""One statement sees one moment."""


@dataclass
class Deal:
    """A deal as it is stored: its actions, and what each seat may have been sent of it; `whole` once it is over.

    `outranked` says by seat after how many events it was prompted, and no longer was once others had answered; `answers` are
    the actions that people answered questions with, by question.
    """

    actions: list[tuple[int, str]]
    events: list[list[dict[str, Any]]]
    whole: bool
    outranked: list[set[int]]
    answers: dict[str, tuple[int, str]] = field(default_factory=dict)


@dataclass
class Stored:
    """A table as it is stored; `wrong` is what the rules engine says about it."""

    game: str
    members: set[str]
    deals: dict[int, Deal] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)


def fetch(database: Postgres, room: str) -> dict[str, Any] | None:
    """The rows of a table, all of one moment; None if there is no such table."""
    rows = database.ask(_TABLE, room=room)
    return {name: found or [] for name, found in json.loads(rows[0]).items()} if rows else None


def understood(rows: dict[str, Any], known: dict[int, Deal]) -> Stored:
    """A table, replayed by the rules; deals that are `known` to be whole are not replayed again."""
    room, deals = rows["room"], rows["deals"]
    stored = Stored(room["game"], set(rows["members"]))
    law = paiju.load(room["game"])
    options = law.options(json.loads(room["data"])["options"])
    record = Record(law.name, law.law, options.differences(), options.digest(), [])
    record.deals = [_deal(deal, rows["actions"], rows["signals"]) for deal in deals]
    for at, deal in enumerate(deals):
        number = deal["number"]
        places = [action["at"] for action in rows["actions"] if action["deal"] == number]
        if places != list(range(len(places))):
            stored.wrong.append(f"deal {number}: actions at {places}")
        if number in known and known[number].whole:
            if known[number].actions != record.deals[at].actions:
                stored.wrong.append(f"deal {number}: it was over, and has changed")
            stored.deals[number] = known[number]
            continue
        try:
            stored.deals[number] = _replayed(law, options, record, at)
        except PaijuError as error:
            stored.wrong.append(f"deal {number}: {error}")
            continue
        stored.deals[number].answers = {
            action["prompt"]: (action["seat"], action["text"])
            for action in rows["actions"]
            if action["deal"] == number and action["prompt"] is not None
        }
    if deals and number in stored.deals:
        stored.deals[number].answers.update(_waiting(json.loads(room["data"]), stored.deals[number]))
    stored.wrong += _recorded(rows["lines"], record, json.loads(room["data"])["stage"])
    return stored


def _waiting(room: dict[str, Any], deal: Deal) -> dict[str, tuple[int, str]]:
    """The passes of the last deal that are stored with the room, since nobody is to see them before their time."""
    decided = [seat for seat, _ in deal.actions]
    return {
        one["prompt"]: (one["seat"], one["text"])
        for one in room.get("postponed", [])
        if one["nth"] == decided.count(one["seat"])
    }


def _deal(deal: dict[str, Any], actions: list[dict[str, Any]], signals: list[dict[str, Any]]) -> DealRecord:
    chained = json.loads(deal["chained"]) if deal["chained"] is not None else None
    own = [action for action in actions if action["deal"] == deal["number"]]
    return DealRecord(
        commitment=deal["commitment"],
        nonces=json.loads(deal["nonces"]),
        secret=deal["secret"],
        carry=json.loads(deal["carry"]),
        actions=[(action["seat"], action["text"]) for action in own],
        trail="".join(action["trail"] for action in own),
        events=deal["events"],
        result=json.loads(deal["result"]) if deal["result"] is not None else None,
        previous=chained["previous"] if chained else None,
        failed=[Failed(**failed) for failed in chained["failed"]] if chained else [],
        signals=[
            Signal(signal["after"], signal["seat"], signal["text"])
            for signal in signals
            if signal["deal"] == deal["number"]
        ],
    )


def _replayed(law: Any, options: Any, record: Record, at: int) -> Deal:
    deal = record.deals[at]
    suits = wire.suit_faces(options, deal.seed)
    events: list[list[dict[str, Any]]] = [[] for _ in deal.nonces]
    outranked: list[set[int]] = [set() for _ in deal.nonces]
    question: tuple[int, ...] = ()
    for step in replay_deal(law, options, record, at):
        still = law.actors(step.state)
        for seat in question:
            if seat not in still and step.action is not None and seat != step.action[0]:
                outranked[seat].add(len(events[seat]))
        question = still
        suits, displayed_events = wire.with_suit_faces(suits, step.state, step.events)
        for seat, displayed in enumerate(events):
            displayed.extend(wire.events_json(law, options, displayed_events, seat))
    return Deal(deal.actions, json.loads(json.dumps(events)), deal.result is not None, outranked)


def _recorded(lines: list[str], played: Record, stage: str) -> list[str]:
    """The record of a table has the deals that are over there; the last one as soon as everybody has seen its end."""
    over = [deal for deal in played.deals if deal.result is not None]
    recorded = [json.loads(line) for line in lines]
    displayed = len(over) - (stage == "playing" and bool(over) and over[-1] is played.deals[-1])
    if not displayed <= len(recorded) <= len(over):
        return [f"{len(recorded)} deals recorded of {len(over)} that are over"]
    return [
        f"deal {number}: recorded otherwise than played"
        for number, (line, deal) in enumerate(zip(recorded, over, strict=False), 1)
        if [tuple(action) for action in line["actions"]] != deal.actions or line["result"] != deal.result
    ]


def compare(received: Received, stored: Stored) -> list[str]:
    """What somebody was sent that is not stored like that, or twice, or was promised to be stored and is not."""
    wrong = list(received.wrong)
    for number, log in received.deals.items():
        if number not in stored.deals:
            wrong.append(f"deal {number}: sent {len(log)} events of a deal that is not stored")
            continue
        deal = stored.deals[number]
        held = deal.events[received.seat] if received.seat is not None else []
        if log != held[: len(log)]:
            at = next((i for i, (a, b) in enumerate(zip(log, held, strict=False)) if a != b), len(held))
            wrong.append(f"deal {number}, event {at}: sent {log[at : at + 1]}, stored {held[at : at + 1]}")
        wrong += [
            f"deal {number}: {sent.action} of seat {received.seat} was confirmed, but stored is {deal.answers.get(sent.prompt)}"
            for sent in received.sent
            if sent.deal == number and sent.confirmed and not _stands(sent, received.seat, deal)
        ]
    return wrong


def _stands(sent: Sent, seat: int | None, deal: Deal) -> bool:
    """Whether an answer is stored as one to its question; or could come to nothing without a word, since others outranked it."""
    if sent.prompt in deal.answers:
        return deal.answers[sent.prompt] == (seat, sent.action)
    return seat is not None and sent.heard in deal.outranked[seat]
