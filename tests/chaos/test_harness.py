"""The harness finds what it is there for: faults that are planted into what a database holds, or into what people were told."""

from __future__ import annotations

import copy
import json

import pytest

import paiju
from paiju import wire
from paiju.bots.base import make_bot
from paiju.core.document import dumps_deal
from paiju.core.record import Recorder
from tests.chaos.audit import Entry, check
from tests.chaos.people import Sent, Told
from tests.chaos.truth import compare, understood

SEAT = 1


@pytest.fixture(params=["paohuzi", "baohuang"])
def played(request, rng):
    """A deal between bots: its rows as a database holds them, and what seat 1 was told."""
    law = paiju.load(request.param)
    options = law.options({})
    bots = [
        make_bot("greedy", rng.getrandbits(32)) for _ in range({"paohuzi": 3, "baohuang": 5}[request.param])
    ]
    recorder, events = Recorder(law, options, ["greedy"] * len(bots)), []
    secret = rng.randbytes(32)

    def show(moments):
        nonlocal dress
        for moment in moments:
            dress, dressed = wire.dressed(dress, moment.state, moment.events)
            events.extend(wire.events_json(law, options, dressed, SEAT))

    opening = recorder.begin(secret, [b""] * len(bots), None)
    dress = wire.dress_of(options, recorder.record.deals[0].seed)
    show(opening)
    state = opening[-1].state
    while actors := law.actors(state):
        seat = actors[0]
        action = bots[seat].choose(law.view(state, seat), law.legal_actions(state, seat))
        moments = recorder.act(state, seat, action)
        show(moments)
        state = moments[-1].state
    deal = recorder.record.deals[0]
    trail = [deal.trail[at : at + 4] for at in range(0, len(deal.trail), 4)]
    row = {
        "number": 1, "law": law.law, "commitment": deal.commitment, "secret": secret.hex(), "nonces": json.dumps(deal.nonces),
        "carry": json.dumps(deal.carry), "chained": None, "events": deal.events, "result": json.dumps(deal.result),
    }  # fmt: skip
    rows = {
        "room": {"game": law.name, "data": json.dumps({"options": {}, "stage": "settled"}), "record": "r"},
        "members": ["one", "two"],
        "deals": [row],
        "actions": [
            {"deal": 1, "at": at, "seat": seat, "text": text, "trail": trail[at]}
            for at, (seat, text) in enumerate(deal.actions)
        ],
        "signals": [],
        "lines": [dumps_deal(deal)],
    }
    told = Told(SEAT)
    told.hear(1, json.loads(json.dumps(events)))
    own = [text for seat, text in deal.actions if seat == SEAT]
    told.sent = [Sent(1, text, "", "", claim=False, at=0.0, kept=True) for text in own]
    return rows, told


def wrong(rows, told):
    kept = understood(rows, {})
    return kept.wrong + compare(told, kept)


def unfinished(rows):
    """As if the deal were still on: it has no result, and no record."""
    rows = copy.deepcopy(rows)
    rows["deals"][0] |= {"events": None, "result": None}
    return rows | {"lines": []}


def test_nothing_is_found_where_nothing_is_wrong(played):
    assert wrong(*played) == []


def test_an_event_that_was_dropped_doubled_or_changed(played, rng):
    rows, told = played
    log = told.deals[1]
    at = rng.randrange(len(log) - 1)
    for log_told in (
        log[:at] + log[at + 1 :],
        log[: at + 1] + log[at:],
        [*log[:at], {"event": "other"}, *log[at + 1 :]],
    ):
        if log_told != log[: len(log_told)]:  # two alike may follow each other
            assert wrong(rows, Told(SEAT, {1: log_told}))


def test_what_is_told_later_contradicts_what_was_told_before(played, rng):
    _, told = played
    log = told.deals[1]
    told.hear(1, log[: rng.randrange(1, len(log))])
    assert told.wrong


def test_an_action_that_was_told_and_lost(played):
    rows, told = played
    rows = unfinished(rows)
    del rows["actions"][-1]
    assert any("told" in text for text in wrong(rows, told))


def test_an_answer_that_was_kept_and_is_not_there(played, rng):
    rows, told = played
    rows = unfinished(rows)
    own = [
        at for at, action in enumerate(rows["actions"]) if action["seat"] == SEAT and action["text"] != "pass"
    ]
    last = own[-1]
    del rows["actions"][last:]
    silent = Told(SEAT, {1: told.deals[1][:1]}, told.sent)
    assert any("was kept" in text for text in wrong(rows, silent))
    for sent in silent.sent:
        sent.claim = True
    assert not any("was kept" in text for text in wrong(rows, silent)), "a claim that was outranked"


def test_an_action_that_was_doubled_or_changed_in_the_database(played, rng):
    rows, told = played
    at = rng.randrange(len(rows["actions"]))
    doubled, gap = copy.deepcopy(rows), copy.deepcopy(rows)
    doubled["actions"].insert(at, doubled["actions"][at])
    gap["actions"][at]["at"] += 1000
    assert wrong(doubled, told)
    assert wrong(gap, told)


def test_a_record_that_is_not_what_was_played(played):
    rows, told = played
    line = json.loads(rows["lines"][0])
    del line["actions"][-1]
    assert wrong({**rows, "lines": [json.dumps(line)]}, told)
    assert wrong({**rows, "lines": []}, told)


def test_a_seat_that_somebody_lost():
    told = Told()
    told.sits(2)
    told.sits(2)
    assert told.wrong == []
    told.sits(None)
    assert told.wrong


TAKEN = [
    Entry("take", "room", "a.1", 1, freed=True),
    Entry("write", "room", "a.1"),
    Entry("take", "room", "b.1", 2, freed=True),
    Entry("write", "room", "b.1"),
]


def test_two_owners_of_a_table():
    assert check(TAKEN, alone=False) == []
    assert check([*TAKEN, Entry("write", "room", "a.1")], alone=False), "a zombie"
    assert check([*TAKEN, Entry("take", "room", "a.1", 3, freed=False)], alone=False), "from somebody alive"
    assert check([*TAKEN, Entry("take", "room", "a.1", 2, freed=True)], alone=False), "the same epoch twice"
    assert check([*TAKEN, Entry("free", "room", "b.1"), Entry("write", "room", "b.1")], alone=False)
    alone = [entry for entry in TAKEN if entry.what == "write"]
    assert check([Entry("write", "room", "s.1"), Entry("write", "room", "s.2")], alone=True) == []
    assert check([Entry("write", "room", "s.2"), Entry("write", "room", "s.1")], alone=True)
    assert check(alone, alone=True) == []
