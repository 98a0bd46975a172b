from __future__ import annotations

import errno
import json
import random
import shutil
from pathlib import Path

import pytest
from rich.cells import cell_len

from paiju.core.errors import PaijuError, RecordError, UsageError
from paiju.core.reading import read
from paiju.core.record import replay
from paiju.tui import saving
from paiju.tui.session import open_save
from tests.tui.driver import GAME, LANGS, Script, picks, play

PRESETS = ("pagat", "pagat-scored", "moegirl", "moegirl-threes", "sixes-last", "weihai", "five-threes")


def record_of(folder):
    (path,) = folder.glob("records/*.json")
    return path


@pytest.mark.parametrize(
    "preset",
    [pytest.param(preset, marks=pytest.mark.long if at % 2 else ()) for at, preset in enumerate(PRESETS)],
)
def test_a_whole_match_through_a_pipe(preset, tmp_path):
    lang = LANGS[PRESETS.index(preset) % 3]
    save = tmp_path / "match.json"
    status, text = play(save, picks(3), preset=preset, deals=2, lang=lang)
    assert status == 0
    assert not save.exists()
    assert max(map(cell_len, text.splitlines())) <= 80
    assert "\x1b" not in text
    assert "BH A16" in text
    record = read(record_of(tmp_path))
    assert [deal.result["void"] for deal in record.deals].count(False) == 2
    assert len([*replay(GAME, record)]) > 100


def test_the_deal_is_fair_and_its_proof_is_printed(tmp_path):
    _, text = play(tmp_path / "m.json", ["my own words", *picks(1)], record=tmp_path / "r.json")
    (deal,) = read(tmp_path / "r.json").deals
    assert deal.commitment[:16] in text
    assert deal.secret in text
    assert bytes.fromhex(deal.nonces[0]) == b"my own words"
    assert text.index(deal.commitment[:16]) < text.index(deal.nonces[0]) < text.index(deal.secret)


@pytest.mark.parametrize(
    ("preset", "interrupt"),
    [
        ("pagat-scored", True), ("moegirl", False), pytest.param("pagat-scored", False, marks=pytest.mark.long),
        pytest.param("moegirl", True, marks=pytest.mark.long),
    ],
)  # fmt: skip
def test_leaving_and_resuming_anywhere_gives_the_same_match(preset, interrupt, tmp_path):
    lines = ["fixed", *(["#1", "#2", "#1"] * 400)]
    whole = tmp_path / "whole"
    play(whole / "m.json", lines, preset=preset, record=whole / "r.json")
    expected = (whole / "r.json").read_text("utf-8")
    for cut in (0, 2, 11):
        path = tmp_path / f"cut{cut}" / "m.json"
        first = Script(lines[:cut], interrupt=interrupt)
        status, text = play(path, first, preset=preset, record=path.with_name("r.json"))
        assert (status, first.read) == (0, cut)
        assert str(path) in text.replace("\n", "")
        assert path.exists()
        status, _ = play(path, lines[cut:], resume=True)
        assert status == 0
        assert path.with_name("r.json").read_text("utf-8") == expected


class Watched(Script):
    """Copies the save at every question, as a kill -9 there would leave it."""

    def __init__(self, lines, path):
        super().__init__(lines)
        self.path, self.actions = path, []

    def readline(self, most=-1):
        save, _ = open_save(GAME, self.path)
        deals = save.record.deals
        self.actions.append(sum(len(deal.actions) for deal in deals))
        if len(self.actions) in (1, 2, 3, 9, 20):
            shutil.copy(self.path, self.path.with_name(f"kill{len(self.actions)}.json"))
        return super().readline()


def test_a_killed_session_loses_at_most_the_move_being_typed(tmp_path):
    path = tmp_path / "m.json"
    watched = Watched(["fixed", *["#1", "#2"] * 30], path)
    play(path, watched)
    assert watched.actions == sorted(watched.actions)
    for copy in tmp_path.glob("kill*.json"):
        at = int(copy.stem[4:])
        again = Script([])
        play(copy, again, resume=True)
        save, _ = open_save(GAME, copy)
        assert sum(len(deal.actions) for deal in save.record.deals) == watched.actions[at - 1]
    assert not [file for file in tmp_path.iterdir() if file.suffix == ".tmp"]


def test_a_committed_secret_is_used(tmp_path):
    path = tmp_path / "m.json"
    play(path, [])
    before = json.loads(path.read_text())
    _, text = play(path, [], resume=True)
    assert before["pending"] == json.loads(path.read_text())["pending"] is not None
    assert "committed to as" in text


def test_a_new_match_never_writes_over_a_saved_one(tmp_path):
    path = tmp_path / "m.json"
    play(path, ["a", "#1"])
    first = path.read_bytes()
    _, text = play(path, ["b"], seed=2)
    assert (tmp_path / "m.1.json").read_bytes() == first
    assert "m.1.json" in "".join(text.split()), "a long path may go over two lines"
    play(path, ["c"], seed=3)
    assert (tmp_path / "m.1.json").read_bytes() == first
    assert (tmp_path / "m.2.json").exists()
    assert play(tmp_path / "m.1.json", [], resume=True)[0] == 0


def test_resuming_without_a_save_is_refused(tmp_path):
    with pytest.raises(UsageError, match=r"save\.none"):
        play(tmp_path / "none.json", [], resume=True)


def test_a_record_file_that_exists_is_not_overwritten(tmp_path):
    (tmp_path / "r.json").write_text("precious")
    with pytest.raises(UsageError, match=r"file\.exists"):
        play(tmp_path / "m.json", [], record=tmp_path / "r.json")
    assert (tmp_path / "r.json").read_text() == "precious"
    assert not (tmp_path / "m.json").exists()


def test_two_sessions_cannot_play_one_save(tmp_path):
    with saving.held(tmp_path / "m.json"), pytest.raises(UsageError, match=r"save\.busy"):
        play(tmp_path / "m.json", [])
    assert play(tmp_path / "m.json", [])[0] == 0


def test_a_wrong_number_of_bots_is_refused(tmp_path):
    with pytest.raises(UsageError, match=r"usage\.bots"):
        play(tmp_path / "m.json", [], bots=["a", "b"])


def test_broken_saves_are_refused_in_one_line_and_left_alone(tmp_path):
    path = tmp_path / "m.json"
    play(path, ["a", *["#1"] * 8])
    good = path.read_bytes()
    chance = random.Random(5)
    damaged = [b"", b"{}", b"[]", b"null", b"\xff\xfe", b"[" * 100_000, good.replace(b'"you":0', b'"you":9')]
    damaged += [good.replace(b'"law":1', b'"law":2'), good.replace(b'"version":1', b'"version":7')]
    damaged += [good[: chance.randrange(len(good))] for _ in range(20)]
    for _ in range(150):
        at = chance.randrange(len(good))
        damaged.append(good[:at] + bytes([chance.randrange(256)]) + good[at + 1 :])
    refusals = []
    for data in damaged:
        path.write_bytes(data)
        try:
            play(path, [], resume=True)
        except PaijuError as error:
            refusals.append((error, path.read_bytes() == data))
    assert len(refusals) > 140
    for error, untouched in refusals:
        assert untouched
        assert "\n" not in str(error)
        assert str(path) in error.detail


def test_an_edited_save_is_refused(tmp_path):
    path = tmp_path / "m.json"
    play(path, ["a", *["#1"] * 8])
    text = path.read_text("utf-8")
    data = json.loads(text)
    data["record"]["deals"][0]["trail"] = "0000" + data["record"]["deals"][0]["trail"][4:]
    path.write_text(json.dumps(data))
    with pytest.raises(RecordError, match=r"record\.diverged"):
        play(path, [], resume=True)


def test_an_unwritable_folder_is_refused(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match=r"file\.unwritable"):
        play(tmp_path / "file" / "m.json", [])


def test_every_invalid_input_gets_one_line(tmp_path):
    chance = random.Random(1)
    rubbish = [
        "x" * 10_000,
        "\x00\x1b[2J\x07",
        "play " + "9 " * 4_000,
        "#99999999999",
        "\u202eabc",
        "[bold]9[/bold]",
    ]
    rubbish += [
        "9" * 10_000,
        "1" * 5_000,
        "\udcff\udcfe",
        "٣٣",
        "𝟗𝟗",
        "b" * 399,
        "play\t9",
        "cut -1",
        "{0}",
        "%s",
    ]
    rubbish += [
        "".join(chr(chance.choice((chance.randrange(32, 127), chance.randrange(0xD7FF)))) for _ in range(20))
        for _ in range(60)
    ]
    rubbish = [line.replace("\n", " ").replace("q", "") for line in rubbish]
    for lang in LANGS:
        _, text = play(tmp_path / f"{lang}.json", ["fixed", *rubbish], lang=lang, preset="moegirl")
        assert max(map(cell_len, text.splitlines())) <= 80
        assert not [c for c in text if ord(c) < 32 and c != "\n"]
        assert len(text) < 80_000


def default_save(monkeypatch, folder: str) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", folder)
    return saving.default_save()


def test_the_default_save_is_in_the_state_folder(monkeypatch, tmp_path):
    own = tmp_path / ".local" / "state" / "paiju" / "match.json"
    assert default_save(monkeypatch, str(tmp_path)) == tmp_path / "paiju" / "match.json"
    monkeypatch.setenv("HOME", str(tmp_path))
    assert default_save(monkeypatch, "") == own
    assert default_save(monkeypatch, "relative") == own


def no_home(*_):
    raise RuntimeError("Could not determine home directory.")


def test_a_user_without_a_home_folder_must_name_a_file(monkeypatch, tmp_path):
    monkeypatch.setattr(Path, "home", no_home)
    with pytest.raises(UsageError, match=r"save\.home"):
        default_save(monkeypatch, "")
    assert default_save(monkeypatch, str(tmp_path)) == tmp_path / "paiju" / "match.json"


def test_a_save_is_played_where_files_cannot_be_locked(monkeypatch, tmp_path):
    def refuse(*_):
        raise OSError(errno.ENOLCK, "no locks available")

    monkeypatch.setattr(saving.fcntl, "flock", refuse)
    assert play(tmp_path / "m.json", [])[0] == 0


def test_forced_answers_can_be_displayed_as_questions(tmp_path):
    _, quick = play(tmp_path / "a.json", ["x", *["#1"] * 40])
    _, slow = play(tmp_path / "b.json", ["x", *["#1"] * 40], auto_pass=False)
    assert "passed for you" in quick
    assert "passed for you" not in slow
