"""What `paiju` offers to others: written down here, so that nothing comes or goes unnoticed."""

from __future__ import annotations

import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import paiju


def test_the_names_are_these() -> None:
    assert paiju.__all__ == [
        "LayoutError", "Match", "NotationError", "OptionError", "PaijuError", "Record", "RecordError", "Recorder",
        "RuleError", "Step", "UsageError", "available", "dumps", "load", "read_record", "replay",
    ]  # fmt: skip


@pytest.mark.parametrize("name", paiju.__all__)
def test_each_is_there_and_says_what_it_is(name: str) -> None:
    found = getattr(paiju, name)
    assert inspect.getdoc(found)
    assert found.__module__.startswith("paiju.")


def test_a_recipe_needs_nothing_else(tmp_path: Path) -> None:
    """Deal, play, write, read and replay with these names alone."""
    game = paiju.load("paohuzi")
    options = game.options({"preset": "akagiri"})
    recorder = paiju.Recorder(game, options, ["a", "b", "c"])
    *_, moment = recorder.begin(bytes(32), [b""] * 3, None)
    while actors := game.actors(moment.state):
        action = game.legal_actions(moment.state, actors[0])[0]
        *_, moment = recorder.act(moment.state, actors[0], action)
    match = paiju.Match.start(game, options).after(moment.state)
    (tmp_path / "deal.json").write_text(paiju.dumps(recorder.record), "utf-8")
    *_, last = paiju.replay(game, paiju.read_record(tmp_path / "deal.json"))
    assert isinstance(last, paiju.Step)
    assert last.state == moment.state
    assert match.scores == game.returns(last.state)


def test_all_errors_are_one_kind() -> None:
    errors = [name for name in paiju.__all__ if name.endswith("Error")]
    assert all(issubclass(getattr(paiju, name), paiju.PaijuError) for name in errors)
    with pytest.raises(paiju.UsageError) as caught:
        paiju.load("chess")
    assert caught.value.code == "usage.game"


def test_importing_it_loads_no_game() -> None:
    code = "import sys, paiju; print([name for name in sys.modules if name.startswith('paiju.games.') and 'registry' not in name])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
