"""Positions where they are used: as the start of records, in files, drawn in the terminal, of games from elsewhere."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import paiju
from paiju.core import reading
from paiju.core.document import Origin
from paiju.core.errors import PaijuError, RecordError, UsageError
from paiju.core.record import Record, Recorder, dumps, replay
from tests.house.bare import ROOT
from tests.third.highcard import GAME as HIGHCARD

SCHEMA = json.loads((ROOT / "docs" / "record.schema.json").read_text("utf-8"))
PUZZLE = "paohuzi akagiri; turn 0 discard; dealer 0; hands s1 s1 s2 s3 s4 s7 s9 s9 b2 b7 b10 b10 b5 ? / ? / ?; table U3 b6 / - / -"


def played(recorder: Recorder, state: Any, rng: random.Random) -> Any:
    """How a deal ends that goes on by chance."""
    game = paiju.load("paohuzi")
    while actors := game.actors(state):
        seat = rng.choice(actors)
        state = recorder.act(state, seat, rng.choice(game.legal_actions(state, seat)))[-1].state
    return state


def recorded(rng: random.Random) -> Record:
    """A deal from a puzzle, played to its end, and one after it from a seed."""
    game = paiju.load("paohuzi")
    recorder = Recorder(game, game.options({}), ["a", "b", "c"])
    state = played(recorder, recorder.begin_at(PUZZLE, rng)[-1].state, rng)
    played(recorder, recorder.begin(bytes(32), [b""] * 3, game.carry(state))[-1].state, rng)
    return recorder.record


def test_a_record_starts_from_a_position(rng: random.Random) -> None:
    record = recorded(rng)
    text = dumps(record)
    jsonschema.validate(json.loads(text), SCHEMA)
    again = reading.loads(text.encode())
    assert dumps(again) == text
    steps = list(replay(paiju.load("paohuzi"), again))
    assert steps[0].state == paiju.position(str(record.deals[0].position)).state
    assert "?" not in str(record.deals[0].position)
    assert [step.deal for step in steps if step.index == 0] == [0, 1]


def test_a_changed_position_is_found(rng: random.Random) -> None:
    record = recorded(rng)
    data = json.loads(dumps(record))
    parts = data["deals"][0]["position"].split("; ")
    at = next(i for i, part in enumerate(parts) if part.startswith("stock"))
    stock = parts[at].split()
    stock[-2], stock[-3] = stock[-3], stock[-2]
    if stock[-2] == stock[-3]:
        parts.insert(at, "streak 2")
    parts[at] = parts[at] if "streak 2" in parts else " ".join(stock)
    data["deals"][0]["position"] = "; ".join(parts)
    with pytest.raises(RecordError) as caught:
        list(replay(paiju.load("paohuzi"), reading.loads(json.dumps(data).encode())))
    assert caught.value.code == "record.diverged"


@pytest.mark.parametrize("position", ["", "paohuzi; turn 0 discard", "chess", PUZZLE, 7, None, "x" * 20_001])
def test_an_invalid_start_position_is_refused(position: object, rng: random.Random) -> None:
    data = json.loads(dumps(recorded(rng)))
    data["deals"][0]["position"] = position
    with pytest.raises(RecordError) as caught:
        list(replay(paiju.load("paohuzi"), reading.loads(json.dumps(data).encode())))
    assert caught.value.code in ("record.position", "record.field")


def test_a_chained_record_cannot_start_from_a_position(rng: random.Random) -> None:
    game = paiju.load("paohuzi")
    names = ["a", "b", "c"]
    recorder = Recorder(game, game.options({}), names, Origin.of(names, lambda n: rng.randbytes(n).hex()))
    with pytest.raises(RecordError) as caught:
        recorder.begin_at(PUZZLE, rng)
    assert caught.value.code == "record.position"
    assert not recorder.record.deals


def test_a_file_of_positions(tmp_path: Path, rng: random.Random) -> None:
    path = tmp_path / "puzzles.txt"
    path.write_text(f"# three puzzles\n\n{PUZZLE} # What to throw?\n{PUZZLE}\n", "utf-8")
    found = list(paiju.read_positions(path, rng))
    assert [(entry.line, entry.comment) for entry, _ in found] == [(3, "What to throw?"), (4, "")]
    assert all(position.game.actors(position.state) == (0,) for _, position in found)


@pytest.mark.parametrize(
    ("text", "where"),
    [
        (f"{PUZZLE}\npaohuzi; turn 9 discard", "2:15"),
        ("\n\nchess; turn 0", "3:1"),
        ("paohuzi; turn 0 discard; turn 1 discard", "1:26"),
        ("paohuzi nowhere; turn 0 discard", "1:1"),
        ("x" * 100_000, "1:20001"),
    ],
)
def test_an_error_in_a_file_has_its_line_and_column(
    text: str, where: str, tmp_path: Path, rng: random.Random
) -> None:
    path = tmp_path / "puzzles.txt"
    path.write_text(text, "utf-8")
    with pytest.raises(UsageError) as caught:
        list(paiju.read_positions(path, rng))
    assert caught.value.code == "file.syntax"
    assert caught.value.facts["where"] == f"{path}:{where}"


def test_an_endless_file_is_not_read_to_its_end(tmp_path: Path) -> None:
    for name, code in (("/dev/zero", "file.syntax"), (str(tmp_path / "none"), "file.unreadable")):
        with pytest.raises(UsageError) as caught:
            list(paiju.read_positions(Path(name)))
        assert caught.value.code == code
    (tmp_path / "latin").write_bytes(b"paohuzi \xff")
    with pytest.raises(UsageError) as caught:
        list(paiju.read_positions(tmp_path / "latin"))
    assert caught.value.facts["where"] == f"{tmp_path / 'latin'}:1:9"


@pytest.mark.parametrize(
    "text", ["", "   ", ";", "paohuzi;;", "go; turn 0", "paohuzi; turn 0 discard\n", 7, None, b"paohuzi"]
)
def test_text_that_is_no_position_is_refused_with_a_code(text: object) -> None:
    with pytest.raises(PaijuError) as caught:
        paiju.position(text)
    assert caught.value.code in ("position.syntax", "usage.game", "usage.type")


def test_a_foreign_game_may_have_no_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paiju.games.positions.load", lambda name: HIGHCARD)
    with pytest.raises(UsageError) as caught:
        paiju.position("highcard; turn 0")
    assert caught.value.code == "usage.game"


def test_show_draws_a_position_and_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from paiju.cli import run

    assert run(["show", PUZZLE, "--lang", "en"]) == 0
    drawn = capsys.readouterr().out
    assert "dealt at random" in drawn
    assert "discard s1 · discard s2" in drawn
    assert run(["show", f"{PUZZLE}; view 0", "--lang", "en"]) == 0
    own = capsys.readouterr().out
    assert "discard s1" in own
    assert "dealt at random" not in own
    path = tmp_path / "puzzles.txt"
    path.write_text(f"{PUZZLE} # What to throw?\n", "utf-8")
    assert run(["show", "--file", str(path), "--lang", "zh"]) == 0
    assert "What to throw?" in capsys.readouterr().out
    assert run(["show"]) == 2
    assert run(["show", PUZZLE.replace("s1 s1", "s1 s1 s1 s1 s1")]) == 2
    assert "column 50" in capsys.readouterr().err
