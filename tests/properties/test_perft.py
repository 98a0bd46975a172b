"""Counts of legal actions against those in `tests/perft`; a change there is a change of the law."""

from __future__ import annotations

import pytest

from paiju.games import paohuzi
from paiju.games.baohuang import GAME
from tests.perft import make


@pytest.mark.parametrize("preset", GAME.presets())
def test_counts(preset: str) -> None:
    frozen = make.path(preset).read_text(encoding="utf-8")
    assert make.table(preset) == frozen, "if this is meant: python -m tests.perft.make"


def test_every_preset_has_one_perft_table() -> None:
    others = {f"paohuzi-{preset}" for preset in paohuzi.GAME.presets()}
    assert {path.stem for path in make.HERE.glob("*.txt")} == set(GAME.presets()) | others
