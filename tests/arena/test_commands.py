"""`paiju simulate` and `paiju arena` serve both games."""

import json

import pytest
from typer.testing import CliRunner

from paiju.cli import app

GAMES = ("baohuang", "paohuzi")


def run(*words):
    done = CliRunner().invoke(app, words, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


@pytest.mark.parametrize("game", GAMES)
def test_simulate_prints_the_same_for_any_number_of_jobs(game):
    words = ("simulate", game, "--deals", "12", "--bots", "greedy,random")
    one = run(*words, "--json")
    assert one == run(*words, "--json", "--jobs", "2")
    assert json.loads(one)["deals"] == 12
    assert "12 deals" in run(*words)


@pytest.mark.parametrize("game", GAMES)
def test_simulated_records_verify(game, tmp_path):
    words = ("simulate", game, "--deals", "11", "--bots", "random", "--records", str(tmp_path / "records"))
    run(*words)
    files = sorted((tmp_path / "records").iterdir())
    assert len(files) == 11
    for file in files[::5]:
        run("verify", str(file))
    again = CliRunner().invoke(app, words)
    assert getattr(again.exception, "code", "") == "file.exists"


@pytest.mark.parametrize("game", GAMES)
def test_arena_has_the_same_keys_for_both_games(game):
    words = ("arena", game, "--a", "greedy", "--b", "random", "--pairs", "3")
    figures = json.loads(run(*words, "--json"))
    both = {"a", "b", "margin", "se", "lower95", "pairs", "a_ms_p50", "a_ms_p95", "b_ms_p50", "b_ms_p95"}
    assert both <= set(figures)
    assert figures["pairs"] == 3
    assert "greedy against random" in run(*words)


@pytest.mark.parametrize("game", ["paohuzi", pytest.param("baohuang", marks=pytest.mark.long)])
def test_a_match_can_stop_once_it_is_decided(game):
    words = (
        "arena",
        game,
        "--a",
        "greedy",
        "--b",
        "greedy",
        "--until",
        "9",
        "--max",
        "60",
        "--seed",
        "test:9",
    )
    figures = json.loads(run(*words, "--json"))
    assert figures["pairs"] == 50  # two equal players are known to be so at the first look


def test_an_arena_beyond_the_public_deals_is_refused():
    done = CliRunner().invoke(app, ("arena", "paohuzi", "--a", "greedy", "--seed", "test:9999999"))
    assert done.exit_code
    assert getattr(done.exception, "code", "") == "usage.number"
