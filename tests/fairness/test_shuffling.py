"""How an honest server makes shuffles, and what it keeps and writes down of them."""

from __future__ import annotations

import json

import pytest
from msgspec.structs import replace

import paiju
from paiju.core import reading
from paiju.core.record import replay
from paiju.server import protocol as p
from paiju.server.tables.restore import restore
from paiju.server.tables.room import OVER, PLAYING, SETTLED, STARTING
from paiju.signatures import SIGNED, check_signature
from tests.server.table.simulation import Simulation

SHORT = {"preset": "pagat-scored", "match_end": "deals", "match_length": 2}


def sim(people: int = 2, game: str = "baohuang", **options) -> Simulation:
    made = Simulation(game, people, options=options or SHORT)
    for seat in range(people):
        made.open(f"g{seat}")
    return made


def silent(made: Simulation, guest: str, *kinds: str) -> None:
    """Let a page not say what is of these kinds."""
    hear = made.pages[guest].honest.hear

    def hear_less(room, *, again=False):
        return [said for said in hear(room, again=again) if said["type"] not in kinds]

    made.pages[guest].honest.hear = hear_less


def fairness(made: Simulation, guest: str = "g0"):
    return made.pages[guest].room["fairness"]


def records(made: Simulation):
    return [reading.loads(made.store.document(name).encode()) for name in made.store.records]


def seen(made: Simulation, guest: str, step: str):
    """The shuffles of a kind that a page received, in order, each once."""
    rooms = [message["room"]["fairness"] for message in made.pages[guest].got if "room" in message]
    found = []
    for one in rooms:
        if one["step"] == step and one not in found:
            found.append(one)
    return found


def test_a_deal_begins_as_soon_as_all_have_sent() -> None:
    made = sim(1)
    before = made.now
    made.start()
    assert (made.table.room.stage, made.now) == (PLAYING, before)
    assert [bool(nonce) for nonce in fairness(made)["nonces"]] == [True] + [False] * 4


def test_commitments_precede_nonces_and_never_change() -> None:
    made = sim(3)
    made.start()
    made.until(SETTLED)
    for guest in made.pages:
        openings = {(one["previous"], one["commitment"]) for one in seen(made, guest, "shares")}
        called = seen(made, guest, "nonces")
        dealt = seen(made, guest, "dealt")
        assert len(called) == len(dealt) == 1
        assert (called[0]["previous"], called[0]["commitment"]) in openings
        assert [bool(one) for one in called[0]["shares"]] == [bool(one) for one in dealt[0]["nonces"]]


@pytest.mark.parametrize("kinds", [("share", "nonce"), ("share",)])
def test_a_seat_that_sends_nothing_is_left_out(kinds) -> None:
    made = sim(3)
    silent(made, "g1", *kinds)
    made.start()
    assert made.table.room.stage == STARTING
    made.wait(1600)
    assert made.table.room.stage == PLAYING
    assert [bool(nonce) for nonce in fairness(made)["nonces"]] == [True, False, True, False, False]


def test_a_seat_that_promises_and_does_not_send_is_named_and_left_out() -> None:
    made = sim(3)
    silent(made, "g1", "nonce")
    made.start()
    first = fairness(made)
    made.wait(1600)
    assert made.table.room.stage == PLAYING
    (again, *_), failed = seen(made, "g2", "nonces")[1:], seen(made, "g2", "nonces")[-1]["failed"]
    assert again["commitment"] != first["commitment"]
    assert failed["why"] == "refused"
    assert [seat for seat, share in enumerate(failed["shares"]) if share and not failed["nonces"][seat]] == [
        1
    ]
    assert not again["shares"][1]
    made.until(SETTLED)
    (record,) = records(made)
    assert record.deals[0].failed[0].refused == [1]
    assert list(replay(made.table.room.game, record))
    assert check_signature(record, made.key.public) == SIGNED
    assert seen(made, "g1", "shares")[-1]["failed"] is None  # the next deal is open to all again


def test_a_nonce_that_was_not_promised_is_refused() -> None:
    made = sim(2)
    silent(made, "g1", "nonce")
    made.start()
    to = fairness(made)["commitment"]
    errors = made.pages["g1"].errors
    made.say("g1", p.Nonce(to=to, value="00"))
    assert errors() == ["message.unexpected"]
    made.say("g1", p.Share(to=to, value="00" * 32))
    assert errors() == ["message.unexpected"] * 2
    made.say("g1", p.Share(to="00" * 32, value="00" * 32))
    assert errors() == ["message.unexpected"] * 2
    assert made.table.room.stage == STARTING


def test_a_restart_does_not_change_the_call() -> None:
    made = sim(2)
    silent(made, "g1", "nonce")
    made.start()
    called = fairness(made)
    assert called["step"] == "nonces"
    made.table = restore(made.store.stored(), made.now, first_seq=10**6, key=made.key)
    del made.pages["g1"].honest.hear
    for guest in ("g0", "g1"):
        made.pages[guest].seq = 0
        made.open(guest)
    again = seen(made, "g0", "nonces")
    assert again == [called]
    assert made.table.room.stage == PLAYING


def test_every_record_is_signed_and_says_whether_the_match_is_over() -> None:
    made = sim(2)
    made.start()
    states = []
    while made.table.room.stage != OVER:
        made.until(SETTLED, OVER)
        (record,) = records(made)
        assert check_signature(record, made.key.public) == SIGNED
        states.append((len(record.deals), record.over))
        assert fairness(made)["previous"] == record.last_link.hex()
        for page in made.pages.values():
            made.say(page.guest, p.Ready(on=True))
        if made.table.room.stage == SETTLED:
            made.wait(40_000)
    assert states == [(1, False), (2, True)]
    assert fairness(made)["step"] == "none"
    assert fairness(made)["deal"] == 2


def test_a_dissolved_match_is_over_and_its_deal_is_opened() -> None:
    made = sim(2)
    made.start()
    made.until(SETTLED)
    made.wait(40_000)
    for guest in ("g0", "g1"):
        made.say(guest, p.Ask(what="dismiss"))
    assert made.table.room.dissolved
    (record,) = records(made)
    assert (len(record.deals), record.over, [one.why for one in record.failed]) == (1, True, ["dropped"])
    assert check_signature(record, made.key.public) == SIGNED
    assert fairness(made)["previous"] == record.last_link.hex()


def test_room_data_and_messages_do_not_grow_with_the_match() -> None:
    made = Simulation("paohuzi", 2, options={"match_end": "endless"}, settings={"chat": False})
    for guest in ("g0", "g1"):
        made.open(guest)
    made.start()
    sizes = []
    for _ in range(8):
        made.until(SETTLED)
        sizes.append((len(p.encode(fairness(made))), len(made.store.table.data)))
        for guest in ("g0", "g1"):
            made.say(guest, p.Ready(on=True))
        made.wait(40_000)
    assert max(one for one, _ in sizes) < 600
    assert max(two for _, two in sizes) - min(two for _, two in sizes) < 60
    steps = [
        one for message in made.pages["g0"].got if "room" in message for one in [message["room"]["fairness"]]
    ]
    assert max(len(p.encode(one)) for one in steps) < 800


def test_new_rules_begin_another_record_that_continues_the_first(monkeypatch) -> None:
    made = sim(2)
    made.start()
    made.until(SETTLED)
    old, law = made.table.recorder.link, made.table.room.game.law
    monkeypatch.setattr(type(made.table.room.game), "law", 99)
    made.table = restore(made.store.stored(), made.now, first_seq=10**6, key=made.key)
    made.flush()
    for guest in ("g0", "g1"):
        made.pages[guest].seq = 0
        made.open(guest)
    assert made.table.room.chain.origin.after == old.hex()
    made.wait(40_000)
    made.until(OVER)
    first, second = records(made)
    assert (first.law, second.law) == (law, 99)
    assert second.match.after == first.last_link.hex()
    assert second.match.number == first.match.number
    assert made.table.match.voids + len(made.table.match.returns) == 2


def test_a_match_from_before_chains_continues_in_its_own_record() -> None:
    """Its first deal stays what it was; the store of such a server knew neither chain nor shares."""
    made = sim(2)
    made.start()
    made.until(SETTLED)
    stored = made.store.stored()
    data = json.loads(stored.data)
    for name in ("chain", "called", "failed"):
        del data[name]
    stored = replace(
        stored,
        data=json.dumps(data | {"past": []}),
        deals=tuple(replace(d, row=replace(d.row, chained=None)) for d in stored.deals),
    )
    plain = made.table.room.record
    made.table = restore(stored, made.now, first_seq=10**6, key=made.key)
    made.flush()
    assert made.table.room.record != plain
    for guest in ("g0", "g1"):
        made.pages[guest].seq = 0
        made.open(guest)
    made.wait(40_000)
    made.until(OVER)
    last = records(made)[-1]
    assert (last.version, len(last.deals), last.match.after) == (2, 1, None)
    assert list(replay(paiju.load("baohuang"), last))
    assert made.table.match.voids + len(made.table.match.returns) == 2
