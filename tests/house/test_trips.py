"""How many files of the project a reader opens to follow one thing from its beginning to its end, counted as they are executed."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import paiju
from paiju.bots.base import make_bot
from paiju.kernels import missing
from paiju.kernels.jit import INTERPRETED
from paiju.server import options_form

SOURCE = Path(paiju.__file__).parent
DRAW = ("core/sampling/", "determinize/")
"""The folders of the draw itself; the other files are the rules that deal and play again what was drawn."""


def files_of(trip: Callable[[], object]) -> set[str]:
    """The files of which a function runs once all that it caches is there."""
    found = set()

    def look(frame: FrameType, event: str, _: object) -> None:
        path = Path(frame.f_code.co_filename)
        if event == "call" and frame.f_code.co_name != "<module>" and path.is_relative_to(SOURCE):
            found.add(path.relative_to(SOURCE).as_posix())

    trip()
    before = sys.getprofile()
    sys.setprofile(look)
    try:
        trip()
    finally:
        sys.setprofile(before)
    return found


@pytest.mark.parametrize(("name", "most"), [("baohuang", 11), ("paohuzi", 9)])
def test_a_seed_leads_to_a_hand_through_few_files(name: str, most: int) -> None:
    game = paiju.load(name)
    options = game.options({})
    files = files_of(lambda: game.view(game.deal(options, bytes(range(32))), 0))
    assert f"games/{name}/views.py" in files
    assert len(files) <= most, sorted(files)


@pytest.mark.parametrize("name", ["baohuang", "paohuzi"])
def test_an_option_leads_to_its_form_through_few_files(name: str) -> None:
    make = options_form.form.__wrapped__  # the form is made once for each language
    files = files_of(lambda: make(name, "en"))
    assert "core/options.py" in files
    assert len(files) <= 13, sorted(files)


@pytest.mark.parametrize("name", ["baohuang", "paohuzi"])
def test_loading_a_game_touches_few_modules(name: str) -> None:
    code = (
        f"import sys, paiju; paiju.load('{name}'); print(*[m for m in sys.modules if m.startswith('paiju')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert len(done.stdout.split()) <= 25, done.stdout


def view_of(game: Any) -> Any:
    """What the seat to act sees after a few decisions of a deal."""
    state, rng = game.deal(game.options({}), bytes(32)), random.Random(1)
    for _ in range(12):
        seat = game.actors(state)[0]
        state, _ = game.apply(state, seat, rng.choice(game.legal_actions(state, seat)))
    return game.view(state, game.actors(state)[0])


@pytest.mark.parametrize(
    ("name", "history", "most"),
    [("baohuang", True, 20), ("baohuang", False, 11), ("paohuzi", True, 15), ("paohuzi", False, 13)],
)
def test_a_hidden_deal_is_drawn_in_few_files(name: str, history: bool, most: int) -> None:
    game = paiju.load(name)
    view = view_of(game)
    found = files_of(lambda: game.determinize(view, random.Random(2), history=history))
    own = {path for path in found if any(folder in path for folder in DRAW)}
    assert 3 < len(own) <= 8, sorted(own)
    assert len(found) <= most, sorted(found)


@pytest.mark.skipif(bool(missing()) or INTERPRETED, reason="searches need numba")
@pytest.mark.parametrize(("name", "most"), [("baohuang", 12), ("paohuzi", 12)])
def test_a_decision_of_hard_runs_through_few_files(name: str, most: int) -> None:
    game, rng = paiju.load(name), random.Random(1)
    state = game.deal(game.options({}), bytes(32))
    while len(actions := game.legal_actions(state, game.actors(state)[0])) < 5 or not actions[-1].cards:
        state, _ = game.apply(state, game.actors(state)[0], rng.choice(actions))
    view, bot = game.view(state, game.actors(state)[0]), make_bot("hard", 0)
    files = files_of(lambda: bot.choose(view, actions))
    assert "bots/anchored.py" in files
    assert len(files) <= most, sorted(files)
