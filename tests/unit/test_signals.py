"""站牌 (BH A13, row 71) in play and in records: who may say it, when, how often; that nothing else depends on it."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import paiju
from paiju.core.document import Origin, assembled, dumps_deal, dumps_frame, links, with_stood
from paiju.core.errors import PaijuError, RecordError, RuleError, UsageError
from paiju.core.reading import loads
from paiju.core.record import Record, Recorder, dumps, replay
from paiju.core.signals import Signal, Signals
from paiju.games.baohuang import GAME
from tests.rules.builders import deal, follow, options, table

ROOT = Path(__file__).parents[2]
SCHEMA = json.loads((ROOT / "docs" / "record.schema.json").read_text("utf-8"))
PAGAT = options("pagat")
LONG = "667788"
SAY = "zhan_pai"
NAMES = ["a", "b", "c", "d", "e"]


def refused(do: Callable[[], object]) -> str:
    with pytest.raises(PaijuError) as caught:
        do()
    return caught.value.code


def standing() -> Any:
    """Seat 1 has laid a nine on seat 0's seven, and seat 2 is prompted."""
    return follow(table(PAGAT, "7" + LONG, "9" + LONG, LONG, LONG, LONG), "0 play 7", "1 play 9")


def played(rng: random.Random, preset: str = "pagat", *, chained: bool = False, talks: bool = True) -> Record:
    """A random deal; where it `talks`, who may say something sometimes does, and the record says what."""
    rules, seed = options(preset), rng.randbytes(32)
    origin = Origin.of(NAMES, lambda size: rng.randbytes(size).hex()) if chained else None
    recorder = Recorder(GAME, rules, NAMES, origin)
    state = recorder.begin(seed, [b""] * 5, None)[-1].state
    said: list[tuple[int, int]] = []
    while state.queue:
        actions = GAME.legal_actions(state, state.turn)
        state = recorder.act(state, state.turn, actions[rng.randrange(len(actions))])[-1].state
        open_to = (state.owner, len(state.tricks))
        if state.queue and state.top and open_to not in said and rng.random() < 0.3 and talks:
            said.append(open_to)
            recorder.signal(state, state.owner, SAY)
    assert len(recorder.record.deals[0].signals) == len(said)
    return recorder.record


def test_only_the_owner_of_the_standing_play_may_signal() -> None:
    state = standing()
    GAME.check_signal(state, 1, SAY)
    assert [refused(lambda seat=seat: GAME.check_signal(state, seat, SAY)) for seat in (0, 2, 3, 4)] == [
        "signal.standing"
    ] * 4
    assert refused(lambda: GAME.check_signal(state, 1, "hello")) == "signal.none"
    for seat, text in ((5, SAY), (True, SAY), (1, 7)):
        with pytest.raises(UsageError):
            GAME.check_signal(state, seat, text)


def test_no_signal_is_possible_without_a_standing_play() -> None:
    led = table(PAGAT, "7" + LONG, "9" + LONG, LONG, LONG, LONG)
    closed = follow(standing(), "2 pass", "3 pass", "4 pass", "0 pass")
    assert closed.top is None
    for state in (led, closed, deal(PAGAT, {0: "R"})):
        for seat in range(5):
            assert (
                refused(lambda state=state, seat=seat: GAME.check_signal(state, seat, SAY))
                == "signal.standing"
            )


def test_rules_and_games_without_signals_refuse_them() -> None:
    quiet = options("pagat", zhan_pai=False)
    assert GAME.signals(quiet) == {}
    assert GAME.signals(PAGAT) == {SAY: "BH A13"}
    state = follow(table(quiet, "7" + LONG, "9" + LONG, LONG, LONG, LONG), "0 play 7")
    assert refused(lambda: GAME.check_signal(state, 0, SAY)) == "signal.none"
    game = paiju.load("paohuzi")
    rules = game.options({})
    assert refused(lambda: Signals(game, rules).say(game.deal(rules, bytes(32)), 0, 0, SAY)) == "signal.none"


def test_a_signal_is_allowed_once_a_trick_and_lasts_as_long_as_its_play() -> None:
    said = Signals(GAME, PAGAT)
    state = follow(table(PAGAT, "7T" + LONG, "9" + LONG, LONG, LONG, LONG), "0 play 7")
    assert said.say(state, 1, 0, SAY) == Signal(1, 0, SAY)
    assert refused(lambda: said.say(state, 1, 0, SAY)) == "signal.repeated"
    passed = follow(follow(state, "1 play 9"), "2 pass", "3 pass", "4 pass")
    assert said.standing(passed) == ()
    assert said.say(passed, 5, 1, SAY) == Signal(5, 1, SAY)
    again = follow(passed, "0 play T")
    assert said.standing(again) == (), "a later play without a signal"
    assert refused(lambda: said.say(again, 6, 0, SAY)) == "signal.repeated"
    later = follow(again, "1 pass", "2 pass", "3 pass", "4 pass", "0 play 6")
    assert said.say(later, 11, 0, SAY) == Signal(11, 0, SAY)
    assert said.standing(later) == (Signal(11, 0, SAY),)


@pytest.mark.parametrize("chained", [False, True])
def test_a_record_may_note_who_acted_without_any_other_effect(rng: random.Random, *, chained: bool) -> None:
    record = played(rng, chained=chained)
    (deal_,) = record.deals
    auto_played = sorted(rng.sample(range(len(deal_.actions)), 3))
    noted = assembled(dumps_frame(record), [with_stood(dumps_deal(deal_), auto_played)])
    jsonschema.validate(json.loads(noted), SCHEMA)
    again = loads(noted.encode())
    assert again.deals[0].stood == auto_played
    assert dumps(again) == noted
    assert again.deals[0].play == deal_.play
    assert [step.events for step in replay(GAME, again)] == [step.events for step in replay(GAME, record)]
    assert not chained or list(links(again)) == list(links(record))
    assert with_stood(dumps_deal(deal_), ()) == dumps_deal(deal_)


@pytest.mark.parametrize("chained", [False, True])
@pytest.mark.parametrize("preset", ["pagat", "moegirl"])
def test_a_record_keeps_signals_in_place_and_replays(
    rng: random.Random, preset: str, *, chained: bool
) -> None:
    record = played(rng, preset, chained=chained)
    text = dumps(record)
    read = loads(text.encode())
    assert dumps(read) == text
    jsonschema.validate(json.loads(text), SCHEMA)
    signals = [s for step in replay(GAME, read) for s in step.signals if s.after == step.index]
    assert signals == record.deals[0].signals


def test_signals_affect_nothing_else_and_silent_deals_are_written_as_before(rng: random.Random) -> None:
    record = played(rng)
    while not record.deals[0].signals:
        record = played(rng)
    document = json.loads(dumps(record))
    [spoken] = document["deals"]
    assert list(spoken) == [
        "commitment",
        "nonces",
        "secret",
        "carry",
        "actions",
        "signals",
        "trail",
        "events",
        "result",
    ]
    del spoken["signals"]
    silent = loads(json.dumps(document).encode())
    assert [step.state for step in replay(GAME, silent)] == [step.state for step in replay(GAME, record)]
    assert "signals" not in dumps(silent)


def test_the_chain_covers_signals(rng: random.Random) -> None:
    record = played(rng, chained=True)
    while not record.deals[0].signals:
        record = played(rng, chained=True)
    *_, whole = links(record)
    record.deals[0].signals.pop()
    *_, shorter = links(record)
    assert whole != shorter


def test_a_resumed_recorder_knows_earlier_signals() -> None:
    recorder = Recorder(GAME, PAGAT, NAMES)
    state = recorder.begin(bytes(32), [b""] * 5, None)[-1].state
    while state.top is None:
        state = recorder.act(state, state.turn, GAME.legal_actions(state, state.turn)[0])[-1].state
    recorder.signal(state, state.owner, SAY)
    resumed = Recorder.resume(GAME, PAGAT, loads(dumps(recorder.record).encode()))
    assert resumed.signals.standing(state) == (
        Signal(len(recorder.record.deals[0].actions), state.owner, SAY),
    )
    assert refused(lambda: resumed.signal(state, state.owner, SAY)) == "signal.repeated"


def test_an_impossible_signal_in_a_record_is_refused(rng: random.Random) -> None:
    record = played(rng, talks=False)
    at, owner, ends = next(
        (step.index, step.state.owner, len(record.deals[0].actions))
        for step in replay(GAME, record)
        if step.state.top
    )

    def code(*signals: tuple[int, int, str]) -> str:
        record.deals[0].signals = [Signal(*one) for one in signals]
        with pytest.raises(RecordError) as caught:
            list(replay(GAME, loads(dumps(record).encode())))
        return caught.value.code

    assert code((at, (owner + 1) % 5, SAY)) == "record.signal"
    assert code((at - 1, owner, SAY)) == "record.signal"
    assert code((ends, owner, SAY)) == "record.signal"
    assert code((at, owner, SAY), (at, owner, SAY)) == "record.signal"
    assert code((at, owner, "hello")) == "record.signal"
    assert code((ends + 1, owner, SAY)) == "record.field"
    assert code((at, owner, SAY), (at - 1, owner, SAY)) == "record.field"


@pytest.mark.parametrize(
    "signals", [[], {}, None, [[0, 0]], [[True, 0, SAY]], [[0, 9, SAY]], [[0, 0, 3]], [[-1, 0, SAY]], ["x"]]
)
def test_malformed_signals_are_named(rng: random.Random, signals: object) -> None:
    document = json.loads(dumps(played(rng, talks=False)))
    document["deals"][0]["signals"] = signals
    with pytest.raises(RecordError, match=r"deals\[0\]\.signals") as caught:
        loads(json.dumps(document).encode())
    assert caught.value.code == "record.field"
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(document, SCHEMA)


def test_a_refusal_cites_its_rule() -> None:
    with pytest.raises(RuleError) as caught:
        GAME.check_signal(standing(), 0, SAY)
    assert (caught.value.rule, caught.value.facts) == ("BH A13", {"seat": 0})
