"""Every row of the tables C.1 to C.7 has a test: as a pytest id or in the name of a function."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent
TABLES = {
    "test_c1_beats.py": ("B", 74),
    "test_c2_low_last.py": ("L", 20),
    "test_c3_abdication.py": ("A", 20),
    "test_c4_results.py": ("R", 15),
    "test_c5_declarations.py": ("D", 13),
    "test_c6_tribute.py": ("T", 21),
    "test_c7_turns.py": ("W", 24),
}


@pytest.mark.parametrize("file", TABLES)
def test_every_row_has_a_test(file: str) -> None:
    letter, rows = TABLES[file]
    text = (HERE / file).read_text("utf-8")
    ids = re.findall(rf'^    "{letter}(\d+)(?:-[\w-]+)?": ', text, re.MULTILINE)
    names = re.findall(rf"^def test_(?:\w+_)?{letter.lower()}(\d+)_", text, re.MULTILINE)
    assert {int(row) for row in (*ids, *names)} == set(range(1, rows + 1))
