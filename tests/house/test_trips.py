"""How many files of the project a reader opens to follow one thing from its beginning to its end, counted as they are executed."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import pytest

import paiju
from paiju.server import options_form

SOURCE = Path(paiju.__file__).parent


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


@pytest.mark.parametrize(("name", "most"), [("baohuang", 12), ("paohuzi", 10)])
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
