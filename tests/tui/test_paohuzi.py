"""Matches of Paohuzi in the terminal: presets, leaving and coming back, garbage, claim windows, replay."""

from __future__ import annotations

import io
import random
import shutil

import pytest
from rich.cells import cell_len

import paiju.tui
from paiju.core.errors import RecordError
from paiju.core.game import Event
from paiju.core.match import Match
from paiju.core.reading import read
from paiju.core.record import replay
from paiju.games.paohuzi.melds import Meld, SetKind
from paiju.locales import Texts
from paiju.tui import replay_record, saved_game
from paiju.tui.plain import face_of
from paiju.tui.screen import Screen
from paiju.tui.session import open_save
from tests.playing import ByBots
from tests.tui.driver import LANGS, PAOHUZI, Script, Taker, paohuzi, picks

TABLES = (
    ("akagiri", {"cut": True}),
    ("chenzhou", {}),
    ("shaoyang-bopi", {}),
    ("akagiri", {"seats": 4, "cut": True}),
)


def face(lang):
    return face_of(PAOHUZI, PAOHUZI.options({}), "ABC", Screen(lang, io.StringIO()))


def widest(text):
    return max(map(cell_len, text.splitlines()))


@pytest.mark.parametrize(
    ("preset", "options", "lang"),
    [
        pytest.param(*table, lang, marks=() if at % len(LANGS) == number else pytest.mark.long)
        for at, table in enumerate(TABLES)
        for number, lang in enumerate(LANGS)
    ],
)
def test_a_whole_match_through_a_pipe(preset, options, lang, tmp_path):
    save = tmp_path / "match.json"
    more = {"preset": preset, "deals": 2, "lang": lang, "options": options}
    status, text = paohuzi(save, picks(3), **more)
    assert status == 0
    assert not save.exists()
    assert widest(text) <= 80
    assert "\x1b" not in text
    assert "[PZ" in text.replace("\u2066", "")
    (path,) = (tmp_path / "records").glob("*.json")
    record = read(path)
    assert len(record.deals) == 2
    assert len(record.seats) == options.get("seats", 3)
    assert len([*replay(PAOHUZI, record)]) > 10 * len(record.deals)


def test_hands_are_won_and_the_score_sheet_explains_them(tmp_path):
    texts = Texts("zh")
    won = drawn = 0
    for seed in range(1, 3):
        _, text = paohuzi(
            tmp_path / f"{seed}.json", picks(1), preset="shaoyang-bopi", deals=4, lang="zh", seed=seed
        )
        won += text.count("每份")
        drawn += text.count(texts.t("ui.pz.drawn_game"))
    assert won
    assert drawn
    assert won + drawn == 8


@pytest.mark.parametrize("interrupt", [False, True])
@pytest.mark.parametrize(("preset", "options"), [("chenzhou", {}), ("akagiri", {"seats": 4})])
def test_leaving_and_resuming_anywhere_gives_the_same_match(preset, options, interrupt, tmp_path):
    lines = ["fixed", *(["#1", "#2", "#1"] * 100)]
    whole = tmp_path / "whole"
    more = {"preset": preset, "options": options}
    paohuzi(whole / "m.json", lines, record=whole / "r.json", **more)
    expected = (whole / "r.json").read_text("utf-8")
    for cut in (0, 4) if interrupt else (1, 9):
        path = tmp_path / f"cut{cut}" / "m.json"
        first = Script(lines[:cut], interrupt=interrupt)
        status, text = paohuzi(path, first, record=path.with_name("r.json"), **more)
        if path.exists():
            assert (status, first.read) == (0, cut)
            assert str(path) in text.replace("\n", "")
            assert saved_game(path) == "paohuzi"
            assert paohuzi(path, lines[cut:], resume=True)[0] == 0
        assert path.with_name("r.json").read_text("utf-8") == expected


class Copying(Script):
    """Copies the save at some questions, as a kill -9 there would leave it."""

    def __init__(self, lines, path):
        super().__init__(lines)
        self.path = path

    def readline(self, most=-1):
        if self.read in (0, 1, 2, 3, 6, 10):
            shutil.copy(self.path, self.path.with_name(f"kill{self.read}.json"))
        return super().readline()


def test_a_killed_session_loses_at_most_the_answer_being_typed(tmp_path):
    lines = ["fixed", *["#2", "#1"] * 200]
    path = tmp_path / "m.json"
    paohuzi(path, Copying(lines, path), record=tmp_path / "r.json")
    expected = (tmp_path / "r.json").read_text("utf-8")
    copies = sorted(tmp_path.glob("kill*.json"))
    assert len(copies) > 3
    for copy in copies:
        assert paohuzi(copy, lines[int(copy.stem[4:]) :], resume=True)[0] == 0
        assert (tmp_path / "r.json").read_text("utf-8") == expected


def test_cards_keep_their_colours_in_dimmed_lines():
    text = face("en").meld(Meld(SetKind.SEQUENCE, (1, 6, 9)))
    styles = {text.plain[span.start : span.end]: str(span.style) for span in text.spans}
    assert styles == {"run": "dim", "二": "red", "七": "red", "十": "red"}


def test_a_save_of_the_other_game_is_refused(tmp_path):
    paohuzi(tmp_path / "m.json", [])
    with pytest.raises(RecordError, match=r"save\.broken"):
        paiju.tui.play_match(paiju.load("baohuang"), resume=True, save=tmp_path / "m.json", stdin=Script([]))


def test_every_invalid_input_gets_one_line(tmp_path):
    chance = random.Random(1)
    rubbish = [
        "x" * 9_000,
        "\x00\x1b[2J\x07",
        "eat " + "s1-s2-s3 " * 900,
        "discard",
        "eat",
        "吃",
        "打",
        "-",
        "s0",
    ]
    rubbish += [
        "四" * 300,
        "s1s1s1s1",
        "[bold]s4",
        "{0}",
        "%s",
        "\udcff",
        "#0",
        "#999999999999",
        "b11",
        "hu hu",
    ]
    rubbish += ["".join(chr(chance.choice((chance.randrange(32, 127), 0x4E00 + chance.randrange(900)))) for _ in range(12)) for _ in range(50)]  # fmt: skip
    rubbish = [line.replace("q", "").replace("\n", "") for line in rubbish]
    for lang in LANGS:
        _, text = paohuzi(tmp_path / f"{lang}.json", ["fixed", *rubbish], lang=lang)
        assert widest(text) <= 80
        assert not [c for c in text if ord(c) < 32 and c != "\n"]
        assert len(text) < 80_000


@pytest.mark.parametrize("lang", LANGS)
def test_a_quad_is_narrated_with_the_source_of_its_triple(lang):
    """Four b7: a secret triple is laid, one on the table is joined (PZ M7)."""
    narrator = face(lang)
    facts = {"seat": 1, "set": "E4", "cards": (16,) * 4, "rule": "PZ M7"}
    hand, table = (
        narrator.tell([Event("pao", {**facts, "triple": triple})], None)[0].plain
        for triple in ("hand", "table")
    )
    words = {"en": ("hand", "table"), "zh": ("手里", "桌上"), "fa": ("دست", "میز")}[lang]
    assert (words[0] in hand, words[1] in hand) == (True, False)
    assert (words[0] in table, words[1] in table) == (False, True)


def windows(seeds, **options):
    """States in which somebody is prompted, from random deals."""
    for seed in seeds:
        bot = Taker("", seed)
        state = Match.start(PAOHUZI, PAOHUZI.options(options)).deal(random.Random(seed).randbytes(32))
        for question in ByBots(PAOHUZI, state, [bot] * 4):
            yield question.state, PAOHUZI.actors(question.state)


def test_the_player_is_asked_at_every_possible_claim_before_the_bots(tmp_path, monkeypatch):
    requests = []
    act = paiju.tui.session.Recorder.act

    def watched(self, state, seat, action):
        requests.append((id(state.window), PAOHUZI.actors(state), seat))
        return act(self, state, seat, action)

    monkeypatch.setattr(paiju.tui.session.Recorder, "act", watched)
    paohuzi(tmp_path / "m.json", picks(4), deals=3)
    both = [(actors, seat) for _, actors, seat in requests if 0 in actors and len(actors) > 1]
    assert both
    assert {seat for _, seat in both} == {0}
    assert any(0 not in actors for _, actors, _ in requests)


def test_the_rules_process_every_action_once(tmp_path, monkeypatch):
    calls = {"law": 0, "record": 0}

    def counted(of, name, key):
        real = getattr(of, name)

        def call(*args, **given):
            calls[key] += 1
            return real(*args, **given)

        monkeypatch.setattr(of, name, call)

    counted(type(PAOHUZI), "moments", "law")
    counted(paiju.tui.session.Recorder, "act", "record")
    paohuzi(tmp_path / "m.json", picks(4), deals=2)
    assert calls["law"] == calls["record"] > 0


def test_the_player_is_asked_before_any_other_answer_is_known(tmp_path):
    path = tmp_path / "m.json"
    lines = ["fixed", *["#2", "#1"] * 60]

    class Watched(Script):
        def readline(self, most=-1):
            line = super().readline()
            save, _ = open_save(PAOHUZI, path)
            if save.record.deals and save.record.deals[-1].result is None:
                *_, last = replay(PAOHUZI, save.record)
                seen.append(PAOHUZI.actors(last.state))
            return line

    seen: list[tuple[int, ...]] = []
    _, text = paohuzi(path, Watched(lines))
    assert any(len(actors) > 1 for actors in seen)
    assert all(0 in actors for actors in seen)
    assert "answer" not in text


def test_every_step_of_a_replay_fits(tmp_path, monkeypatch):
    paohuzi(tmp_path / "m.json", picks(2), deals=2, options={"seats": 4}, record=tmp_path / "r.json")
    for lang, viewer in zip(LANGS, (None, 0, 3), strict=True):
        monkeypatch.setattr("sys.stdin", io.StringIO(""))
        out = io.StringIO()
        assert replay_record(tmp_path / "r.json", viewer, lang, stdout=out) == 0
        assert widest(out.getvalue()) <= 80
        assert ("▒" in out.getvalue()) == (viewer is not None)


def test_stepping_through_a_replay(tmp_path):
    paohuzi(tmp_path / "m.json", picks(2), record=tmp_path / "r.json")
    out = io.StringIO()
    keys = Script(["n", "n", "b", "g 9", "v 1", "v all", "v 7", "g 9999", "q"])
    assert replay_record(tmp_path / "r.json", None, "en", stdin=keys, stdout=out) == 0
    steps = [int(line.split()[1]) for line in out.getvalue().splitlines() if line.startswith("Step ")]
    assert steps[:7] == [1, 2, 3, 2, 9, 9, 9]


def test_a_terminal_without_characters_gets_notation(tmp_path):
    raw = io.BytesIO()
    out = io.TextIOWrapper(raw, encoding="ascii")
    options = PAOHUZI.options({"match_length": 1})
    lines = Script(["x", *["h", "#2", "c", "u", "help", "#1"] * 20])
    paiju.tui.play_match(
        PAOHUZI, options, lang="zh", seed=bytes(32), save=tmp_path / "m.json", stdin=lines, stdout=out,
        make_bot=Taker,
    )  # fmt: skip
    out.flush()
    text = raw.getvalue().decode("ascii")
    assert "+----+" in text
    assert "b10" in text
    assert "??" not in text
