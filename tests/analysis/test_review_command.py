"""`paiju review`: what it prints and when, the page it writes, and what it does with files that are not as they should be."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
from functools import cache

import pytest

import paiju
from paiju.analysis.review import DealReview, review
from paiju.cli import HUNG_UP, INTERRUPTED, run
from paiju.cli import review as command
from paiju.cli.review import Words
from paiju.core.reading import read
from paiju.core.record import Recorder, dumps
from paiju.kernels import missing
from tests.analysis.test_review import LIGHT, record_of

pytestmark = pytest.mark.skipif(bool(missing()), reason="reviews need numba")


@pytest.fixture(autouse=True)
def _light(monkeypatch):
    monkeypatch.setattr(command, "QUICK", LIGHT)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


@cache
def one_deal():
    """A record in which every seat has something to decide: of one deal in some hundreds a seat wins at once."""
    game, rng = paiju.load("paohuzi"), random.Random("a review")
    records = (record_of(game, rng) for _ in range(20))
    return dumps(next(record for record in records if all_decide(game, record)))


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "record.json"
    path.write_text(one_deal(), "utf-8")
    return path


def all_decide(game, record):
    """Whether each seat has a choice in the first deal of a record."""
    state, seats = game.deal(game.options(record.options), record.deals[0].seed, None), set()
    for seat, text in record.deals[0].actions:
        if len(game.legal_actions(state, seat)) > 1:
            seats.add(seat)
        state, _ = game.apply(state, seat, game.parse_action(state, seat, text))
    return len(seats) == len(record.seats)


def test_the_command_prints_json_and_writes_a_self_contained_page(file, capsys):
    page = file.with_suffix(".html")
    assert (
        run(["review", str(file), "--seat", "1", "--quick", "--json", "--html", str(page), "--lang", "fa"])
        == 0
    )
    data = json.loads(capsys.readouterr().out)
    assert {deal["seat"] for deal in data["deals"]} == {1}
    for deal in data["deals"]:
        assert sum(deal["parts"].values()) == deal["result"]
        assert {"index", "played", "best", "loss", "se", "verdict"} <= set(deal["decisions"][0])
    text = page.read_text("utf-8")
    assert 'dir="rtl"' in text
    assert "<script" not in text
    assert "http" not in text


def test_actions_by_a_bot_or_the_clock_are_judged_but_not_blamed_on_the_player(file, capsys):
    """The same verdicts, and nothing left of them in what the seat is said to have lost."""
    line = ["review", str(file), "--seat", "0", "--quick"]
    assert run([*line, "--json"]) == 0
    before = json.loads(capsys.readouterr().out)["deals"][0]["decisions"]
    record = read(file)
    record.deals[0].stood = [one["index"] for one in before]
    file.write_text(dumps(record), "utf-8")
    page = file.with_suffix(".html")
    assert run([*line, "--json", "--html", str(page)]) == 0
    after = json.loads(capsys.readouterr().out)["deals"][0]["decisions"]
    assert after == [{**one, "stood": True} for one in before]
    rows = re.findall(r'<tr class="(\w*)"', page.read_text("utf-8"))
    assert rows == ["quiet"] * len(before)
    assert run([*line, "--lang", "en"]) == 0
    output = capsys.readouterr().out
    assert "0 decisions, 0 could be better; lost in total: 0.0" in output
    assert f"{len(before)} decision" in output


@pytest.mark.parametrize("lang", ["zh", "en", "fa"])
def test_the_command_speaks_three_languages(file, capsys, lang):
    assert run(["review", str(file), "--seat", "0", "--quick", "--lang", lang]) == 0
    assert "{" not in capsys.readouterr().out


@pytest.mark.parametrize(("line", "code"), [("--seat 9", "usage.seat"), ("--lang xx", "usage.lang")])
def test_wrong_usage_of_the_command(file, capsys, line, code):
    assert run(["review", str(file), *line.split()]) == 2
    assert f"[{code}]" in capsys.readouterr().err


def test_a_record_that_does_not_replay_is_refused_by_name(file, capsys):
    file.write_text(file.read_text("utf-8").replace('"trail":"', '"trail":"0', 1), "utf-8")
    assert run(["review", str(file)]) == 2
    output = capsys.readouterr().err
    assert "record." in output
    assert str(file) in output


@pytest.mark.parametrize(("name", "deals"), [("baohuang", 1), ("paohuzi", 2)])
def test_each_verdict_is_printed_before_the_next_is_computed(name, deals, rng, tmp_path, capsys, monkeypatch):
    """What stands there when a decision is judged is all that was found before it; the whole is what the library finds."""
    record = record_of(paiju.load(name), rng, ("random",), deals)
    path = tmp_path / "record.json"
    path.write_text(dumps(record), "utf-8")
    found = review(paiju.load(name), record, depth=LIGHT)
    words = Words("en", record.seats)
    expected = []
    for deal in found.deals:
        expected += ["", words.title(deal), "  " + words.parts(deal)]
        for one in deal.decisions:
            expected.append(one)
        expected.append("  " + words.summary(deal))
    judge = DealReview.judge
    output, at = "", 0

    def heard(self, one):
        nonlocal output, at
        output += capsys.readouterr().out
        while isinstance(expected[at], str):
            assert folded(expected[at]) in folded(output)
            at += 1
        before = expected[at - 1]
        if not isinstance(before, str) and before.flagged:
            assert folded(words.decision(before)) in folded(output)
        assert (expected[at].index, expected[at].seat) == (one.at, one.seat)
        at += 1
        return judge(self, one)

    monkeypatch.setattr(DealReview, "judge", heard)
    assert run(["review", str(path), "--quick", "--lang", "en"]) == 0
    output += capsys.readouterr().out
    assert folded(expected[-1]) in folded(output)
    flagged = sum(one.flagged for deal in found.deals for one in deal.decisions)
    assert folded(output).count("betterby") == flagged


def folded(text):
    """Text without the places where lines were broken."""
    return "".join(text.split())


def test_a_closed_pipe_ends_the_command_silently(file):
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing) as out:
        done = subprocess.run(
            [sys.executable, "-m", "paiju", "review", str(file), "--seat", "0", "--quick"],
            stdout=out, stderr=subprocess.PIPE, check=False,
        )  # fmt: skip
    assert (done.returncode, done.stderr) == (HUNG_UP, b"")


@pytest.mark.parametrize("line", ["", "--json", "--html {page}"])
def test_ctrl_c_prints_one_line_and_leaves_no_partial_file(file, capsys, monkeypatch, line):
    judge, judged = DealReview.judge, []

    def stopped(self, one):
        if judged:
            raise KeyboardInterrupt
        judged.append(one)
        return judge(self, one)

    monkeypatch.setattr(DealReview, "judge", stopped)
    page = file.with_name("page.html")
    assert run(["review", str(file), "--quick", *line.format(page=page).split()]) == INTERRUPTED
    assert capsys.readouterr().err == "paiju: stopped\n"
    assert list(file.parent.iterdir()) == [file]


def test_the_folder_of_a_page_is_created(file):
    page = file.parent / "new" / "and newer" / "page.html"
    assert run(["review", str(file), "--seat", "0", "--quick", "--html", str(page)]) == 0
    assert page.read_text("utf-8").endswith("</html>\n")
    assert list(page.parent.iterdir()) == [page]


@pytest.mark.parametrize("place", [".", "record.json/page.html"])
def test_a_page_that_cannot_be_written_is_refused_before_the_review_starts(file, capsys, monkeypatch, place):
    monkeypatch.setattr(DealReview, "judge", lambda *_: pytest.fail("judged"))
    assert run(["review", str(file), "--quick", "--html", str(file.parent / place)]) == 2
    assert "[file.unwritable]" in capsys.readouterr().err
    assert list(file.parent.iterdir()) == [file]


@pytest.mark.parametrize(("deals", "left"), [(2, {0}), (1, set())])
def test_an_unfinished_deal_is_left_out_and_the_deals_before_it_are_reviewed(file, capsys, rng, deals, left):
    document = json.loads(dumps(record_of(paiju.load("paohuzi"), rng, deals=deals)))
    last = document["deals"][-1]
    stored = len(last["actions"]) // 2
    last["actions"], last["trail"] = last["actions"][:stored], last["trail"][: 4 * stored]
    last["result"] = last["events"] = None
    file.write_text(json.dumps(document), "utf-8")
    assert run(["review", str(file), "--quick", "--json"]) == 0
    assert {deal["deal"] for deal in json.loads(capsys.readouterr().out)["deals"]} == left
    assert run(["review", str(file), "--quick", "--lang", "en"]) == 0
    assert (capsys.readouterr().out == "There is no finished deal.\n") is not bool(left)


def test_a_void_deal_is_reviewed_with_zero_points(file, capsys):
    """Everybody declines the crown, and the deal is void: what was decided before is judged all the same."""
    law = paiju.load("baohuang")
    options = law.options({"preset": "pagat-scored", "abdication_full_circle": "redeal"})
    for number in range(1000):
        recorder = Recorder(law, options, list("ABCDE"))
        state = recorder.begin(number.to_bytes(32), [b""] * 5, None)[-1].state
        while actors := law.actors(state):
            actions = law.legal_actions(state, actors[0])
            chosen = next((one for one in actions if one.verb == "abdicate"), actions[0])
            state = recorder.act(state, actors[0], chosen)[-1].state
            if state.phase == "play":
                break
        if law.is_void(state):
            break
    file.write_text(dumps(recorder.record), "utf-8")
    assert run(["review", str(file), "--quick", "--json"]) == 0
    deals = json.loads(capsys.readouterr().out)["deals"]
    assert len(deals) == 5
    assert all(deal["void"] and deal["result"] == 0 == sum(deal["parts"].values()) for deal in deals)
    assert any(one["phase"] == "crown" for deal in deals for one in deal["decisions"])
    assert run(["review", str(file), "--quick"]) == 0


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"law": 99}, "record.law"),
        ({"game": "whist"}, "usage.game"),
        ({"version": 99}, "record.version"),
        ({"format": "chess"}, "record.field"),
        ({"deals": []}, None),
    ],
)
def test_foreign_records_are_refused_with_a_code(file, capsys, change, code):
    file.write_text(json.dumps({**json.loads(file.read_text("utf-8")), **change}), "utf-8")
    status = run(["review", str(file), "--quick"])
    output = capsys.readouterr()
    if code is None:
        assert (status, output.err) == (0, "")
    else:
        assert (status, output.err.count("\n")) == (2, 1)
        assert f"[{code}]" in output.err
