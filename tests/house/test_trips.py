"""Trips through the house: how many files of the project run for one thing asked of it. The limits may only fall."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import paiju

ROOT = Path(paiju.__file__).parent
DRAW = ("core/sampling/", "determinize/")
"""The folders of the draw itself; the other files are the rules that deal and play again what was drawn."""


def files_of(call: Callable[[], object]) -> set[str]:
    """The files of the package in which a function runs during a call."""
    found: set[str] = set()

    def note(frame: FrameType, event: str, arg: object) -> None:
        path = Path(frame.f_code.co_filename)
        if path.is_relative_to(ROOT):
            found.add(path.relative_to(ROOT).as_posix())

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        call()
    finally:
        sys.setprofile(before)
    return found


def view_of(game: Any) -> Any:
    """What the seat to act sees after a few decisions of a deal."""
    state, rng = game.deal(game.options({}), bytes(32)), random.Random(1)
    for _ in range(12):
        seat = game.actors(state)[0]
        state, _ = game.apply(state, seat, rng.choice(game.legal_actions(state, seat)))
    return game.view(state, game.actors(state)[0])


@pytest.mark.parametrize(
    ("name", "history", "most"),
    [("baohuang", True, 24), ("baohuang", False, 15), ("paohuzi", True, 16), ("paohuzi", False, 13)],
)
def test_a_hidden_deal_is_drawn_in_few_files(name: str, history: bool, most: int) -> None:
    game = paiju.load(name)
    view = view_of(game)
    found = files_of(lambda: game.determinize(view, random.Random(2), history=history))
    own = {path for path in found if any(folder in path for folder in DRAW)}
    assert 3 < len(own) <= 8, sorted(own)
    assert len(found) <= most, sorted(found)
