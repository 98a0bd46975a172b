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
    run("simulate", game, "--deals", "11", "--bots", "random", "--records", str(tmp_path / "records"))
    files = sorted((tmp_path / "records").iterdir())
    assert len(files) == 11
    for file in files[::5]:
        run("verify", str(file))


@pytest.mark.parametrize("game", GAMES)
def test_arena_has_the_same_keys_for_both_games(game):
    words = ("arena", game, "--a", "greedy", "--b", "random", "--pairs", "3")
    figures = json.loads(run(*words, "--json"))
    both = {"a", "b", "margin", "se", "lower95", "pairs", "a_ms_p50", "a_ms_p95", "b_ms_p50", "b_ms_p95"}
    assert both <= set(figures)
    assert figures["pairs"] == 3
    assert "greedy against random" in run(*words)
