"""Structure: sizes, complete tables, imports, and what the README promises."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
import tomllib
from enum import Enum
from pathlib import Path

import pytest

from paiju import __version__
from paiju.games.baohuang import plays, rules, scoring
from paiju.games.baohuang.options import (
    AbdicationCost,
    CallRestriction,
    FirstDrawer,
    FullCircle,
    Order,
    ReturnThrees,
    Scoring,
    SoloResult,
    TributeMode,
)
from paiju.games.baohuang.phases import crowning, flow, transfers
from paiju.games.baohuang.state import Phase
from tools import picture

ROOT = Path(__file__).parents[2]
HARD_LIMIT = 600


def test_no_file_is_too_large() -> None:
    sizes = sorted(
        (
            (len(path.read_text("utf-8").splitlines()), path.relative_to(ROOT))
            for path in (ROOT / "src").rglob("*.py")
        ),
        reverse=True,
    )
    print("largest files:", *(f"{path} {lines}" for lines, path in sizes[:5]))
    assert sizes[0][0] <= HARD_LIMIT


@pytest.mark.parametrize(
    ("table", "keys"),
    [
        (plays.BEATS, Order),
        (scoring.POINTS, Scoring),
        (scoring.FIRST_DRAWER, FirstDrawer),
        (scoring.SOLO_WINNERS, SoloResult),
        (crowning.FULL_CIRCLE, FullCircle),
        (crowning.COSTS, AbdicationCost),
        (transfers.DUES, TributeMode),
        (rules.LAST_CALLABLE, CallRestriction),
        (rules.RETURNED_LOWS, ReturnThrees),
    ],
)
def test_tables_have_a_row_for_every_value(table: dict[Enum, object], keys: type[Enum]) -> None:
    assert set(table) == set(keys)


def test_every_phase_but_the_end_has_a_stage() -> None:
    assert set(flow.STAGES) == set(Phase) - {Phase.OVER}


def test_importing_the_package_loads_nothing_but_the_standard_library() -> None:
    """Beside it and the package there is what this Python loads at every start."""
    loaded = _modules_after("import paiju; paiju.load('baohuang')")
    assert loaded - _modules_after("") <= {"paiju", *sys.stdlib_module_names}


def _modules_after(code: str) -> set[str]:
    """The packages and modules outside packages that are loaded once some code has run in a Python of its own."""
    code = f"{code}\nimport sys; print(*{{name.partition('.')[0] for name in sys.modules}})"
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def test_importing_paiju_alone_loads_no_game() -> None:
    code = "import sys, paiju; print(*[m for m in sys.modules if m.startswith('paiju')])"
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) == {
        "paiju",
        "paiju.core",
        "paiju.core.errors",
        "paiju.games",
        "paiju.games.registry",
    }


@pytest.mark.parametrize("page", ["README.md", "docs/positions.md"])
def test_the_examples_of_a_page_run(page: str) -> None:
    failed, tried = doctest.testfile(str(ROOT / page), module_relative=False, encoding="utf-8")
    assert tried >= 5
    assert not failed


def test_the_package_docstring_example_runs() -> None:
    import paiju

    assert doctest.testmod(paiju).failed == 0


def test_everything_the_readme_names_exists() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    assert "make play" in text
    assert "make test" in text
    for link in re.findall(r"\]\((?!https?:)([^)#]+)", text):
        assert (ROOT / link).exists(), link


def test_version_is_the_project_version() -> None:
    assert tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"] == __version__


def test_the_readme_picture_is_self_contained() -> None:
    svg = picture.draw()
    assert "Emperor" in svg
    assert "url(http" not in svg
