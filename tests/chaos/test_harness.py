"""The harness finds what it is there for: faults that are planted into what a database holds, or into what people were sent."""

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
from tests.chaos.people import Received, Sent
from tests.chaos.truth import compare, understood

SEAT = 1


class Dealt:
    """A deal that is played: its rows as a database holds them, and what seat 1 was sent and has answered."""

    def __init__(self, game: str, secret: bytes) -> None:
        self.law = paiju.load(game)
        self.options, self.secret = self.law.options({}), secret
        self.seats = self.law.seats_of(self.options)
        self.recorder = Recorder(self.law, self.options, ["greedy"] * self.seats)
        self.events, self.sent, self.prompts = [], [], []
        opening = self.recorder.begin(secret, [b""] * self.seats, None)
        self.suits = wire.suit_faces(self.options, self.recorder.record.deals[0].seed)
        self.show(opening)

    def show(self, moments):
        for moment in moments:
            self.suits, displayed_events = wire.with_suit_faces(self.suits, moment.state, moment.events)
            self.events.extend(wire.events_json(self.law, self.options, displayed_events, SEAT))
        self.state = moments[-1].state

    def act(self, seat, action, *, prompt=True):
        """A person answers a question, or (without) the table answers for them."""
        self.prompts.append(f"p{len(self.prompts)}" if prompt else None)
        text = self.law.action_text(self.state, action)
        if seat == SEAT and prompt:
            self.sent.append(
                Sent(1, text, "", self.prompts[-1], heard=len(self.events), at=0.0, confirmed=True)
            )
        self.show(self.recorder.act(self.state, seat, action))

    def play(self, rng):
        """To its end, by bots."""
        bots = [make_bot("greedy", rng.getrandbits(32)) for _ in range(self.seats)]
        while actors := self.law.actors(self.state):
            seat = rng.choice(actors)
            legal = self.law.legal_actions(self.state, seat)
            self.act(seat, bots[seat].choose(self.law.view(self.state, seat), legal))
        return self

    def again(self, most):
        """The same deal, up to that many actions."""
        other = Dealt(self.law.name, self.secret)
        for (seat, text), prompt in zip(self.actions[:most], self.prompts, strict=False):
            other.act(seat, self.law.parse_action(other.state, seat, text), prompt=prompt is not None)
        return other

    @property
    def actions(self):
        return self.recorder.record.deals[0].actions

    def rows(self):
        deal = self.recorder.record.deals[0]
        row = {
            "number": 1, "law": self.law.law, "commitment": deal.commitment, "secret": deal.secret, "nonces": json.dumps(deal.nonces),
            "carry": json.dumps(deal.carry), "chained": None, "events": deal.events,
            "result": None if deal.result is None else json.dumps(deal.result),
        }  # fmt: skip
        return {
            "room": {"game": self.law.name, "data": json.dumps({"options": {}, "stage": "settled"}), "record": "r"},
            "members": ["one", "two"],
            "deals": [row],
            "actions": [
                {"deal": 1, "at": at, "seat": seat, "text": text, "trail": deal.trail[4 * at : 4 * at + 4], "prompt": self.prompts[at]}
                for at, (seat, text) in enumerate(deal.actions)
            ],
            "signals": [],
            "lines": [dumps_deal(deal)] if deal.result is not None else [],
        }  # fmt: skip

    def received(self):
        received = Received(SEAT)
        received.hear(1, json.loads(json.dumps(self.events)))
        received.sent = list(self.sent)
        return received


@pytest.fixture(params=["paohuzi", "baohuang"])
def played(request, rng):
    """A deal between bots in which seat 1 was prompted: its rows as a database holds them, and what that seat was sent."""
    dealt = next(dealt for dealt in deals(rng, request.param) if dealt.sent)
    return dealt.rows(), dealt.received()


def deals(rng, game="paohuzi"):
    """Deals, one after the other."""
    while True:
        yield Dealt(game, rng.randbytes(32)).play(rng)


def wrong(rows, received):
    stored = understood(rows, {})
    return stored.wrong + compare(received, stored)


def unfinished(rows):
    """As if the deal were still on: it has no result, and no record."""
    rows = copy.deepcopy(rows)
    rows["deals"][0] |= {"events": None, "result": None}
    return rows | {"lines": []}


def test_nothing_is_found_where_nothing_is_wrong(played):
    assert wrong(*played) == []


def test_a_dropped_doubled_or_changed_event_is_detected(played, rng):
    rows, received = played
    log = received.deals[1]
    at = rng.randrange(len(log) - 1)
    for log_told in (
        log[:at] + log[at + 1 :],
        log[: at + 1] + log[at:],
        [*log[:at], {"event": "other"}, *log[at + 1 :]],
    ):
        if log_told != log[: len(log_told)]:  # two alike may follow each other
            assert wrong(rows, Received(SEAT, {1: log_told}))


def test_contradicting_messages_are_detected(played, rng):
    _, received = played
    log = received.deals[1]
    received.hear(1, log[: rng.randrange(1, len(log))])
    assert received.wrong


def test_an_announced_action_that_was_lost_is_detected(played):
    rows, received = played
    rows = unfinished(rows)
    del rows["actions"][-1]
    assert any("sent" in text for text in wrong(rows, received))


def test_a_confirmed_answer_that_is_missing_is_detected(played, rng):
    rows, received = played
    rows = unfinished(rows)
    at = rng.choice([at for at, action in enumerate(rows["actions"]) if action["seat"] == SEAT])
    del rows["actions"][at:]
    silent = Received(SEAT, {1: received.deals[1][:1]}, received.sent)
    assert any("was confirmed" in text for text in wrong(rows, silent))


def test_an_answer_stored_for_the_wrong_question_is_detected(played, rng):
    rows, received = played
    own = [action for action in rows["actions"] if action["seat"] == SEAT]
    rng.choice(own)["prompt"] = "another"
    assert any("was confirmed" in text for text in wrong(rows, received))


def test_a_confirmed_claim_that_was_lost_is_detected(rng):
    """The table went on without it: it passed for the seat, prompted it again, or still waits."""
    dealt, at = next(
        (dealt, at)
        for dealt in deals(rng)
        for at, (seat, text) in enumerate(dealt.actions)
        if seat == SEAT and text != "pass" and "pass" in choices(dealt.again(at))
    )
    sent = next(sent for sent in dealt.sent if sent.prompt == dealt.prompts[at])
    waits, passed, question = dealt.again(at), dealt.again(at), dealt.again(at)
    passed.act(SEAT, passed.law.parse_action(passed.state, SEAT, "pass"), prompt=False)
    question.act(SEAT, question.law.parse_action(question.state, SEAT, "pass"))
    question.prompts[-1] = "once more"
    for table in (waits, passed, question):
        received = dealt.again(at).received()
        assert wrong(table.rows(), received) == []
        received.sent.append(sent)
        (found,) = wrong(table.rows(), received)
        assert "was confirmed" in found


def test_a_delayed_pass_is_stored_with_the_room(played):
    """Until it is done; then it has to be among the actions."""
    rows, received = played
    rows, last = unfinished(rows), received.sent[-1]
    at = next(action["at"] for action in rows["actions"] if action["prompt"] == last.prompt)
    earlier = sum(action["seat"] == SEAT for action in rows["actions"][:at])
    del rows["actions"][at:]
    silent = Received(SEAT, {1: received.deals[1][:1]}, received.sent)
    waits = {"seat": SEAT, "nth": earlier, "prompt": last.prompt, "text": last.action}
    room = json.loads(rows["room"]["data"])
    for postponed, found in (([], 1), ([waits], 0), ([waits | {"nth": earlier - 1}], 1)):
        rows["room"]["data"] = json.dumps(room | {"postponed": postponed})
        assert len(wrong(rows, silent)) == found


def test_an_outranked_claim_may_have_no_effect(rng):
    """Another seat has claimed what is worth more, and nobody is informed before the others have answered."""
    dealt, at, claim = next(
        (dealt, at, claim)
        for dealt in deals(rng)
        for at, (seat, _) in enumerate(dealt.actions)
        if seat != SEAT and SEAT not in dealt.law.actors(dealt.again(at + 1).state)
        for claim in choices(dealt.again(at))[1:]
    )
    table, received = dealt.again(at + 1), dealt.again(at).received()
    received.sent.append(Sent(1, claim, "", "lost", heard=len(received.deals[1]), at=0.0, confirmed=True))
    assert wrong(table.rows(), received) == []
    (found,) = wrong(dealt.again(at).rows(), received)
    assert "was confirmed" in found, "nobody had outranked it yet"


def choices(dealt) -> list[str]:
    """What seat 1 may do, if it is prompted."""
    if SEAT not in dealt.law.actors(dealt.state):
        return []
    return [
        dealt.law.action_text(dealt.state, action) for action in dealt.law.legal_actions(dealt.state, SEAT)
    ]


def test_a_doubled_or_changed_action_in_the_database_is_detected(played, rng):
    rows, received = played
    at = rng.randrange(len(rows["actions"]))
    doubled, gap = copy.deepcopy(rows), copy.deepcopy(rows)
    doubled["actions"].insert(at, doubled["actions"][at])
    gap["actions"][at]["at"] += 1000
    assert wrong(doubled, received)
    assert wrong(gap, received)


def test_a_record_that_differs_from_the_deal_is_detected(played):
    rows, received = played
    line = json.loads(rows["lines"][0])
    del line["actions"][-1]
    assert wrong({**rows, "lines": [json.dumps(line)]}, received)
    assert wrong({**rows, "lines": []}, received)


def test_a_lost_seat_is_detected():
    received = Received()
    received.sits(2)
    received.sits(2)
    assert received.wrong == []
    received.sits(None)
    assert received.wrong


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
