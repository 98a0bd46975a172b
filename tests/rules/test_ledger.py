"""BH A18-1 to 71: one test, or several, for each row of the ledger."""

from __future__ import annotations

import re
from pathlib import Path

NOT_DECIDABLE = {23: "says that nothing is done: a pass with only lowest cards left may be noticed by people"}


def test_every_row_of_the_table_is_tested() -> None:
    texts = [path.read_text("utf-8") for path in Path(__file__).parent.glob("test_ledger_*.py")]
    named = {
        int(number) for text in texts for number in re.findall(r"^def test_row_(\d+)_", text, re.MULTILINE)
    }
    assert named | NOT_DECIDABLE.keys() == set(range(1, 72))
    assert not named & NOT_DECIDABLE.keys()
