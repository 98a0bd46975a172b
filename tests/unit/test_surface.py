"""The public names of `paiju`, listed here so that no change goes unnoticed."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest

import paiju


def test_the_public_names_are_listed() -> None:
    assert paiju.__all__ == [
        "Bot", "Game", "LayoutError", "Match", "NotationError", "OptionError", "PaijuError", "Position", "PositionError",
        "Record", "RecordError", "Recorder", "RuleError", "Step", "UsageError", "available", "columns", "dumps", "evaluate_hand", "load", "parquet", "picture", "position",
        "read_positions", "read_record", "replay", "rule_text", "table",
    ]  # fmt: skip


@pytest.mark.parametrize("name", paiju.__all__)
def test_every_public_name_exists_and_has_a_docstring(name: str) -> None:
    found = getattr(paiju, name)
    assert inspect.getdoc(found)
    assert found.__module__.startswith("paiju.")


def test_the_public_names_are_enough_for_a_whole_program(tmp_path: Path) -> None:
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


def test_all_errors_share_a_base_class() -> None:
    errors = [name for name in paiju.__all__ if name.endswith("Error")]
    assert all(issubclass(getattr(paiju, name), paiju.PaijuError) for name in errors)
    with pytest.raises(paiju.UsageError) as caught:
        paiju.load("chess")
    assert caught.value.code == "usage.game"


def test_an_unknown_name_is_refused() -> None:
    assert set(paiju.__all__) <= set(dir(paiju))
    with pytest.raises(AttributeError, match="no attribute 'chess'"):
        _ = paiju.chess


def test_the_package_counts_hands_and_explains_rules() -> None:
    """Worked case 1 of PZ 3.7: 21 hu, of which six are over the minimum."""
    verdict = paiju.evaluate_hand("U3 b6, E3 b9, s1-s2-s3 | s2 s7 s10 b3 b4", "b2", "akagiri min_hu=0")
    assert verdict.plain is not None
    assert verdict.score == verdict.plain
    game = paiju.load("paohuzi")
    options = game.options({"min_hu": 21})
    for lang in ("zh", "en", "fa"):
        text = paiju.rule_text(options, lang)
        assert "[PZ M21]" in text
    assert "21" in paiju.rule_text(options, "en")
    for wrong in (
        lambda: paiju.evaluate_hand("s1 s1", 7),
        lambda: paiju.rule_text(options, "xx"),
        lambda: paiju.rule_text("akagiri"),
    ):
        with pytest.raises(paiju.UsageError):
            wrong()
