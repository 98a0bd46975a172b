"""The ladder: every pair once, finished matches are stored, and the page says what was played."""

import json
import re
import xml.etree.ElementTree as ET
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice, pairwise
from pathlib import Path

import pytest
from typer.testing import CliRunner

from paiju.arena import ladder
from paiju.arena import ladder as ladder_page
from paiju.arena.ladder import FinishedMatch, Match
from paiju.arena.pack import pack_of
from paiju.cli import app
from paiju.cli import arena as command

ROOT = Path(__file__).parents[2]


@pytest.fixture
def rungs(monkeypatch):
    """Sets the rungs of the ladders; games that are not named have none."""

    def give(**bots):
        def other(game):
            return replace(pack_of(game), rungs=bots.get(game, ()))

        for module in (ladder, ladder_page, command):
            monkeypatch.setattr(module, "pack_of", other)

    return give


def run(tmp_path, *more):
    words = (
        "arena",
        "ladder",
        "--pairs",
        "4",
        "--store",
        str(tmp_path / "store"),
        "--page",
        str(tmp_path / "docs/l.md"),
        *more,
    )
    done = CliRunner().invoke(app, words, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


def test_a_finished_match_is_not_played_again(rungs, tmp_path, monkeypatch):
    rungs(paohuzi=("random", "greedy"))
    first = run(tmp_path)
    (stored,) = (tmp_path / "store").iterdir()
    figures = json.loads(stored.read_text())
    assert figures["pairs"] == 4
    stored.write_text(json.dumps({**figures, "margin": 41.25}))
    assert "+41.250" in run(tmp_path)
    page = (tmp_path / "docs/l.md").read_text()
    assert "+41.25 ±" in page
    assert "(4)" in page
    monkeypatch.setattr(ladder, "source_hash", lambda *_: "changed")
    assert run(tmp_path) == first
    (stored,) = (tmp_path / "store").iterdir()
    assert stored.stem.endswith("-changed")


def test_an_interrupted_match_goes_on(rungs, tmp_path, monkeypatch):
    rungs(paohuzi=("random", "greedy"))
    whole = run(tmp_path)
    (finished,) = (tmp_path / "store").iterdir()
    finished.unlink()
    counts = []

    @contextmanager
    def counting(*_):
        def advance(count):
            counts.append(count)
            if counts == [1, 2, 3]:
                raise KeyboardInterrupt

        yield advance

    monkeypatch.setattr(command, "counting", counting)
    with pytest.raises(AssertionError):
        run(tmp_path)
    (part,) = (tmp_path / "store").iterdir()
    assert len(part.read_text().splitlines()) == 3
    assert run(tmp_path) == whole
    assert counts == [1, 2, 3, 1, 2, 3, 4]
    assert [file.suffix for file in (tmp_path / "store").iterdir()] == [".json"]


def test_the_published_page_matches_the_stored_results():
    """Whatever the bots have become since: hashes of what they are made of stand in both."""
    page, finished = (ROOT / "docs/ladder.md").read_text(), {}
    for game in ladder.games():
        for match in ladder.matches(game, 2000):
            for file in (ROOT / "docs/ladder").glob(f"{game}-{match.a}-{match.b}-*.json"):
                found = FinishedMatch(match, json.loads(file.read_text()))
                finished.setdefault(game, []).append(found)
    hashes = re.findall(r"^\| (\w+) \| [\d.]+ \| [\d.]+ \| `(\w+)` \|$", page, re.MULTILINE)
    sources, rest = {}, iter(hashes)
    for game in finished:
        sources[game] = dict(islice(rest, len(pack_of(game).rungs)))
    assert page == ladder_page.page(finished, sources)
    assert (ROOT / "docs/ladder.svg").read_text() == ladder_page.chart(finished)


def test_every_pair_of_rungs_plays_a_match():
    assert ladder.games() == ("baohuang", "paohuzi")
    for game in ladder.games():
        names = pack_of(game).rungs
        found = list(ladder.matches(game, 10))
        assert (
            len({(match.a, match.b) for match in found}) == len(found) == len(names) * (len(names) - 1) // 2
        )
        assert [(match.b, match.a) for match in found[: len(names) - 1]] == list(pairwise(names))


def test_slow_bots_play_fewer_pairs_and_fewest_against_distant_rungs():
    for game in ladder.games():
        names = pack_of(game).rungs
        for match in ladder.matches(game, 2000):
            apart = names.index(match.a) - names.index(match.b)
            slow = pack_of(game).slow
            limits = [slow[name] for name in (match.a, match.b) if name in slow]
            assert match.sequential == bool(limits)
            if limits:
                assert match.pairs <= min(limits) // (1 if apart <= ladder.NEAR else 10)
            else:
                assert match.pairs == (2000 if apart <= ladder.NEAR else 500)


def stored(a, b, margin, se, *, sequential=False):
    times = {f"{side}_ms_{what}": 0.5 for side in "ab" for what in ("p50", "p95")}
    figures = {**times, "margin": margin, "se": se, "pairs": 100, "seconds": 900}
    return FinishedMatch(Match("paohuzi", a, b, 100, sequential), figures)


def test_the_page_names_rungs_that_cannot_be_told_apart(rungs):
    rungs(paohuzi=("w", "x", "y", "z"))
    finished = [
        stored("x", "w", 2.0, 0.1), stored("y", "x", 0.2, 0.1), stored("z", "y", -0.4, 0.1, sequential=True),
        stored("y", "w", 2.2, 0.1), stored("z", "x", 0.0, 0.1), stored("z", "w", 2.0, 0.1),
    ]  # fmt: skip
    page = ladder_page.page({"paohuzi": finished}, {"paohuzi": {"w": "abc"}})
    assert "`x` is 20.0 standard errors above `w`." in page
    assert "`y` is 2.0 standard errors above `x`: not decided." in page
    assert "`z` is 4.0 standard errors below `y`: in the wrong order." in page
    assert "-0.40 ± 0.10 (100*)" in page
    assert "These 6 matches took 1.5 hours." in page
    assert "| w | 0.50 | 0.50 | `abc` |" in page
    root = ET.fromstring(ladder_page.chart({"paohuzi": finished}))
    assert len(root.findall("{*}circle")) == 5


def test_a_match_not_yet_played_leaves_a_gap_on_the_page(rungs):
    rungs(paohuzi=("w", "x", "y"))
    page = ladder_page.page({"paohuzi": [stored("x", "w", 2.0, 0.1)]}, {"paohuzi": {"w": "abc"}})
    assert "| y | – | – |" in page
    assert "`y` is" not in page
    assert (
        len(ET.fromstring(ladder_page.chart({"paohuzi": [stored("x", "w", 2.0, 0.1)]})).findall("{*}circle"))
        == 1
    )


def test_one_game_alone_can_be_played(rungs, tmp_path):
    rungs(paohuzi=("random", "greedy"), baohuang=("random", "greedy"))
    assert "baohuang" not in run(tmp_path, "--only", "paohuzi")
    page = (tmp_path / "docs/l.md").read_text()
    assert "Paohuzi" in page
    assert "## Bao Huang" not in page
