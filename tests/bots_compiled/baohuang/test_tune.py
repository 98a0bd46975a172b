"""Tuning: a run can be resumed, stays within its bounds, and finds better parameters."""

import json
from dataclasses import replace

import pytest
from typer.testing import CliRunner

from paiju.arena.figures import mean_of
from paiju.bots.baohuang.parameters import DEFAULT, fingerprint
from paiju.envs.seeds import TRAINING
from paiju.games.baohuang import GAME
from paiju.train.baohuang import tune

SMALL = tune.Plan(children=4, screening=20, confirming=20, confirm_every=2)


def silent(progress, gain):
    pass


def test_a_stopped_run_resumes_as_if_never_stopped(tmp_path, seed):
    plan = replace(SMALL, seed=seed)
    whole = tune.tune(tmp_path / "whole", plan, 5, silent)
    tune.tune(tmp_path / "parts", plan, 2, silent)
    (tmp_path / "parts" / "tuning.part").write_text("{")  # a write that a kill cut short
    parts = tune.tune(tmp_path / "parts", replace(plan, seed=seed + 1), 5, silent)
    assert parts == whole == tune.load(tmp_path / "whole")


def test_a_run_writes_its_best_parameters(tmp_path, seed):
    progress = tune.tune(tmp_path, replace(SMALL, seed=seed), 2, silent)
    written = json.loads((tmp_path / "parameters.json").read_text())
    parameters = tune.incumbent_of(progress)
    assert written["fingerprint"] == fingerprint(parameters)
    assert written["parameters"]["turn"] == list(parameters.turn)
    assert progress.accepted or parameters == DEFAULT


def test_generations_play_different_deals_of_the_training_range(rng):
    progress = tune.begin(replace(SMALL, seed=rng.randrange(10**6)))
    seen = set()
    for generation in range(50):
        assert progress.generation == generation
        numbers = {*tune._numbers(progress, 0, 20), *tune._numbers(progress, 20, 20)}
        assert len(numbers) == 40
        assert not numbers & seen
        assert all(number in TRAINING for number in numbers)
        seen |= numbers
        progress.losses.append([])


def test_values_stay_within_their_bounds():
    low, high = tune.BOUNDS
    for sign in (-1, 1):
        values = tune.vector(tune._parameters([sign * 1000.0] * len(low)))
        assert (values >= low).all()
        assert (values <= high).all()


@pytest.mark.long
def test_evolution_gains_on_the_default(tmp_path, monkeypatch, seed):
    """From spoiled parameters the way back is found in a few generations."""
    spoiled = replace(DEFAULT, small=2.5, big=0.0, doubt=0.3, lead_control=2.0)
    monkeypatch.setattr(tune, "DEFAULT", spoiled)
    plan = tune.Plan(children=10, width=0.3, screening=60, confirming=300, confirm_every=2, seed=seed)
    progress = tune.tune(tmp_path, plan, 16, silent)
    played = tune.Matches(GAME.options({})).play(
        tune.incumbent_of(progress), spoiled, range(seed, seed + 500)
    )
    margin = mean_of(tune.margins(played).tolist())
    assert progress.accepted
    assert margin.value > 2 * margin.se


def test_the_command_prints_its_result(tmp_path, monkeypatch, seed):
    typer = pytest.importorskip("typer")
    from paiju.cli import baohuang as train_tune

    monkeypatch.setattr(train_tune, "before_use", lambda: None)  # the other kernels need not be compiled
    app = typer.Typer()
    app.command()(train_tune.tune)
    arguments = ["demo", "--generations", "1", "--children", "4", "--pairs", "10", "--confirm", "10"]
    result = CliRunner().invoke(app, [*arguments, "--seed", str(seed), "--runs", str(tmp_path)])
    assert result.exit_code == 0
    assert fingerprint(DEFAULT) in result.stdout
    assert tune.load(tmp_path / "demo").plan.seed == seed
