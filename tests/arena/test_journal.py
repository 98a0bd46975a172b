"""An interrupted match resumes after its last unit and gives the same result."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

import pytest

import paiju
from paiju.arena import match as matches
from paiju.arena.baohuang import play_duplicate
from paiju.arena.match import play_unit, seconds_in
from paiju.arena.paohuzi import play_walls
from paiju.arena.plain import play_plain

UNITS = 7
MATCHES = [("baohuang", play_duplicate), ("paohuzi", play_walls), ("paohuzi", play_plain)]


@pytest.fixture(params=MATCHES, ids=["pairs", "walls", "rounds"])
def playing(request, rng, tell, tmp_path, monkeypatch):
    """Plays `UNITS` of a match, `stop` of them at most; the result, or None if it was interrupted, and how many it played itself."""
    game, match = request.param
    options, seed = paiju.load(game).options({}), rng.randbytes(6).hex()
    tell(seed)
    path = tmp_path / "store" / "match.part"
    monkeypatch.setattr(matches, "monotonic", count().__next__)

    def play(stop=UNITS + 1, *, journal=path, **how):
        own = []

        def unit(*given):
            own.append(given[-1])
            return play_unit(*given)

        def progress(count):
            if count == stop:
                raise KeyboardInterrupt

        try:
            counted = replace(match, play=unit) if "jobs" not in how else match
            return counted(
                options, "greedy", "random", UNITS, seed, journal=journal, progress=progress, **how
            ), own
        except KeyboardInterrupt:
            return None, own

    play.path = path
    return play


def test_an_interrupted_match_resumes_after_its_last_unit(playing):
    whole, _ = playing(journal=None)
    assert playing(3) == (None, [0, 1, 2])
    assert playing(5) == (None, [3, 4])
    spent = seconds_in(playing.path)
    assert spent > 0
    assert playing() == (whole, [5, 6])
    assert seconds_in(playing.path) > spent
    assert playing() == (whole, [])


def test_several_processes_resume_an_interrupted_match(playing):
    whole, _ = playing(journal=None)
    playing(4)
    assert playing(jobs=2)[0] == whole


def test_a_damaged_line_is_dropped_with_everything_after_it(playing):
    whole, _ = playing(journal=None)
    playing(5)
    lines = playing.path.read_text().splitlines(keepends=True)
    for torn in ("[3.5,[1", "[3.5,[1,2]]\n", "null\n", "[]\n", '[0,{"a":1}]\n', "\x00\n"):
        playing.path.write_text("".join([*lines[:2], torn, *lines[3:]]))
        assert playing() == (whole, [2, 3, 4, 5, 6]), torn


def test_an_incomplete_last_line_is_dropped(playing):
    whole, _ = playing(journal=None)
    playing(3)
    playing.path.write_text(playing.path.read_text().rstrip())
    assert playing() == (whole, [2, 3, 4, 5, 6])


def test_a_decided_match_is_not_continued(playing):
    result, own = playing(until=1000.0)
    assert len(own) == UNITS
    again, own = playing(until=1000.0)
    assert (again, own) == (result, [])
