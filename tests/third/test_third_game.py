"""A game from another package works everywhere, without a line about it in this package."""

from __future__ import annotations

import json

import pytest

import paiju
from paiju.bench.rows import plan
from paiju.core.document import dumps
from paiju.core.errors import UsageError
from paiju.core.match import Match
from paiju.core.reading import loads
from paiju.core.record import Recorder, replay
from paiju.games import registry


def test_the_game_is_available_while_its_package_is_installed(highcard):
    assert paiju.available() == ("baohuang", "paohuzi", "highcard")
    assert paiju.load("highcard") is highcard


def test_the_game_is_gone_when_its_package_is_removed():
    assert "highcard" not in paiju.available()
    with pytest.raises(UsageError):
        paiju.load("highcard")


@pytest.mark.parametrize("value", ["tests.third.nowhere:HOME", "tests.third.highcard:GAME"])
def test_a_broken_package_is_reported(value, highcard, package, paiju_command):
    points = package / "highcard-1.0.dist-info" / "entry_points.txt"
    before = points.read_text()
    points.write_text(f"[paiju.games]\nbroken = {value}\n")
    registry._brought.cache_clear()
    try:
        with pytest.raises(UsageError, match="does not work") as error:
            paiju.load("broken")
        assert error.value.code == "usage.game"
        assert paiju.load("paohuzi").name == "paohuzi"
        assert "akagiri" in paiju_command("rules", "paohuzi", "--list")
        assert "does not work" in paiju_command("rules", "broken", fails=True)
    finally:
        points.write_text(before)


@pytest.mark.parametrize("preset", ["usual", "duel"])
def test_a_match_its_record_and_back(highcard, rng, preset):
    options = highcard.options({"preset": preset})
    names = [f"seat {seat}" for seat in range(highcard.seats_of(options))]
    recorder, match = Recorder(highcard, options, names), Match.start(highcard, options)
    while not match.is_over:
        state = recorder.begin(rng.randbytes(32), [rng.randbytes(16) for _ in names], match.carry)[-1].state
        while actors := highcard.actors(state):
            legal = highcard.legal_actions(state, actors[0])
            sampled = highcard.determinize(highcard.view(state, actors[0]), rng)
            assert highcard.view(sampled, actors[0]) == highcard.view(state, actors[0])
            state = recorder.act(state, actors[0], rng.choice(legal))[-1].state
        match = match.after(state)
    assert sum(match.scores) == 0
    assert len(match.scores) == len(names)
    record = loads(dumps(recorder.record).encode())
    assert [step.deal for step in replay(highcard, record)][-1] == len(recorder.record.deals) - 1


def test_series_records_and_verification(paiju_command, tmp_path):
    answer = json.loads(
        paiju_command(
            "simulate", "highcard", "--deals", "40", "--bots", "random", "--seed", "7", "--json",
            "--records", "games",
        )
    )  # fmt: skip
    assert answer["deals"] == 40
    records = sorted((tmp_path / "games").iterdir())
    assert len(records) == 40
    paiju_command("verify", str(records[7]))
    text = records[7].read_text()
    records[7].write_text(
        text.replace("lay 1", "lay 2") if "lay 1" in text else text.replace("lay 2", "lay 3")
    )
    paiju_command("verify", str(records[7]), fails=True)


def test_the_arena_finds_equal_bots_equal(paiju_command):
    answer = json.loads(
        paiju_command("arena", "highcard", "--a", "random", "--b", "random", "--pairs", "200", "--json")
    )
    assert abs(answer["margin"]) < 5 * answer["se"]
    assert set(answer) >= {"a", "b", "margin", "se", "pairs", "alone", "against", "a_ms_p50"}


def test_the_game_has_its_own_command(paiju_command):
    assert paiju_command("deck") == "12 cards\n"
    assert "deck" in paiju_command("--help")


def test_its_rules_have_a_benchmark_row(highcard):
    row = next(row for row in plan(peers=False) if row.name == "highcard.law.step")
    done = row.make()()
    assert 0 < done.choices < done.decisions


def test_a_match_runs_in_the_terminal_with_the_plain_display(paiju_command, tmp_path):
    question = paiju_command(
        "play", "highcard", "--preset", "duel", "--seed", "7", "--lang", "en", "--record", "match.json",
        given="\nr\nhelp\nh\nlay 77\n" + "1\n" * 200,
    )  # fmt: skip
    assert "HC 1" in question
    assert "[action.illegal]" in question
    assert "took" in question
    record = json.loads((tmp_path / "match.json").read_text())
    assert len([deal for deal in record["deals"] if not deal["result"]["void"]]) == 4
    paiju_command("verify", "match.json")
    output = paiju_command("replay", "match.json", "--viewer", "1", "--lang", "en")
    assert output.count("took") == question.count("took")


def test_its_bots_and_environment_speak_the_text_protocol(paiju_command):
    lines = paiju_command(
        "env", "highcard", "--stdio", given='{"type":"reset","deal":1}\n{"type":"close"}\n'
    ).splitlines()
    assert json.loads(lines[0])["game"] == "highcard"
    assert any(json.loads(line)["type"] == "prompt" for line in lines)


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_the_game_passes_pettingzoos_tests(highcard, seed):
    pettingzoo_env = pytest.importorskip("paiju.envs.pettingzoo_env")
    test = pytest.importorskip("pettingzoo.test")
    env = pettingzoo_env.PaijuEnv("highcard")
    test.api_test(env, num_cycles=200)
    env.reset(seed=seed % 1000)
    assert env.possible_agents == ["seat_0", "seat_1", "seat_2"]
