from __future__ import annotations

import io
import json
from types import SimpleNamespace

import pytest
from rich.cells import cell_len

from paiju.core.errors import RecordError, UsageError
from paiju.core.game import Event
from paiju.locales import Texts
from paiju.tui import replay_record
from paiju.tui.plain import face_of
from paiju.tui.replay import open_event
from paiju.tui.screen import Screen
from tests.tui.driver import GAME, LANGS, Script, picks, play

NOBODY = SimpleNamespace(emperor=-1)


@pytest.fixture(scope="module")
def record(tmp_path_factory):
    folder = tmp_path_factory.mktemp("replay")
    play(
        folder / "m.json", picks(2), preset="moegirl", deals=2, record=folder / "r.json", name="[red]N\x1b[2J"
    )
    return folder / "r.json"


def narrating():
    return face_of(GAME, GAME.options({}), "ABCDE", Screen("en", io.StringIO()))


def show(path, *keys, viewer=None, lang="en"):
    out = io.StringIO()
    assert replay_record(path, viewer, lang, stdin=Script(keys), stdout=out) == 0
    return out.getvalue()


def piped(path, monkeypatch, viewer=None, lang="en"):
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    out = io.StringIO()
    assert replay_record(path, viewer, lang, stdout=out) == 0
    return out.getvalue()


@pytest.mark.parametrize(
    ("viewer", "lang"),
    [
        pytest.param(viewer, lang, marks=() if at == number else pytest.mark.long)
        for at, viewer in enumerate((None, 0, 3))
        for number, lang in enumerate(LANGS)
    ],
)
def test_a_pipe_gets_every_move(record, monkeypatch, viewer, lang):
    text = piped(record, monkeypatch, viewer, lang)
    deals = json.loads(record.read_text("utf-8"))["deals"]
    steps = sum(len(deal["actions"]) + 1 for deal in deals)
    assert Texts(lang).number(steps) in text
    assert max(map(cell_len, text.splitlines())) <= 80
    assert "\x1b" not in text


def test_a_replay_can_be_stepped_through(record):
    text = show(
        record, "n", "", "b", "g 40", "v 2", "v all", "g 99999", "n", "zz", "g x", "v 9", "v", "g 0", "b", "q"
    )
    steps = [int(line.split()[1]) for line in text.splitlines() if line.startswith("Step ")]
    last = max(steps)
    assert steps == [1, 2, 3, 2, 40, 40, 40, last, 1]
    assert text.count("There are no more steps") == 2
    assert text.count("go to step N") == 5


def test_one_seat_sees_less_than_the_open_view(record):
    everything, own = show(record, "g 3"), show(record, "g 3", viewer=0)
    assert "Your hand" in own
    assert "Your hand" not in everything
    assert len(everything.split("Step 3")[1].splitlines()) >= 12


def test_a_missing_seat_is_refused(record):
    with pytest.raises(UsageError, match=r"usage\.seat"):
        show(record, viewer=5)


def test_an_edited_record_is_displayed_up_to_the_edit(record, monkeypatch, tmp_path):
    data = json.loads(record.read_text("utf-8"))
    number, deal = next((n, deal) for n, deal in enumerate(data["deals"], 1) if len(deal["actions"]) > 21)
    deal["trail"] = deal["trail"][:80] + "0000" + deal["trail"][84:]
    broken = tmp_path / "broken.json"
    broken.write_text(json.dumps(data))
    with pytest.raises(RecordError, match=rf"broken\.json: deal {number}, action 21.*record\.diverged"):
        piped(broken, monkeypatch)
    with pytest.raises(RecordError, match=r"file\.unreadable"):
        show(tmp_path / "none.json")


def test_only_those_who_know_see_the_hidden_parts_of_events():
    facts = {"from": 1, "to": 2, "count": 1, "why": "cost", "rule": "BH A6"}
    event = Event("moved", facts, {1: {"cards": (48,)}, 2: {"cards": (48,)}})
    narrator = narrating()

    def tell(reported: Event) -> str:
        return "".join(line.plain for line in narrator.tell([reported], NOBODY))

    assert tell(event.seen_by(0)) == "  Paid for abdicating: B to C, 1 card"
    assert tell(event.seen_by(2)) == tell(open_event(event)) == "  Paid for abdicating: B to C, 2"


def test_passes_in_a_row_are_one_line():
    narrator = narrating()
    events = [Event("passed", {"seat": seat}) for seat in (1, 2, 3)]
    assert narrator.tell(events, NOBODY) == []
    assert [line.plain for line in narrator.flush()] == ["  Pass: B, C, D"]
    assert narrator.flush() == []


@pytest.mark.parametrize(("lang", "words"), [("en", "Zhan pai!"), ("zh", "站牌！"), ("fa", "جان پای!")])
def test_a_signal_is_narrated_with_its_play(record, monkeypatch, tmp_path, lang, words):
    document = json.loads(record.read_text("utf-8"))
    last = document["deals"][-1]  # further links depend on none
    plays = (
        [at, seat, "zhan_pai"]
        for at, (seat, text) in enumerate(last["actions"], 1)
        if text.startswith("play ")
    )
    last["signals"] = [next(plays)]
    path = tmp_path / "said.json"
    path.write_text(json.dumps(document), "utf-8")
    assert words not in piped(record, monkeypatch, lang=lang)
    assert piped(path, monkeypatch, lang=lang).count(words) == 1
