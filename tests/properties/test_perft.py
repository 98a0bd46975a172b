"""Counts of legal actions against those in `tests/perft`; a change there is a change of the rules."""

from __future__ import annotations

import pytest

from paiju.games import baohuang, paohuzi
from tests.perft import make
from tests.perft import paohuzi as cards

TABLES = {
    **{preset: (make.table, preset, "make") for preset in baohuang.GAME.presets()},
    **{f"paohuzi-{preset}": (cards.table, preset, "paohuzi") for preset in paohuzi.GAME.presets()},
}


@pytest.mark.parametrize("name", TABLES)
def test_the_counts_are_the_frozen_ones(name: str) -> None:
    table, preset, module = TABLES[name]
    frozen = (make.HERE / f"{name}.txt").read_text("utf-8")
    assert table(preset) == frozen, f"if this is meant: python -m tests.perft.{module}"


def test_every_preset_has_one_perft_table() -> None:
    assert {path.stem for path in make.HERE.glob("*.txt")} == TABLES.keys()
