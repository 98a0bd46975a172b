"""The frozen counts of legal actions; `python -m tests.perft.paohuzi` writes them again."""

from __future__ import annotations

import pytest

from paiju.games.paohuzi import GAME
from tests.perft.paohuzi import HERE, table


@pytest.mark.parametrize("preset", sorted(GAME.presets()))
def test_counts(preset: str) -> None:
    frozen = (HERE / f"paohuzi-{preset}.txt").read_text("utf-8")
    assert table(preset) == frozen, "if this is meant: python -m tests.perft.paohuzi"
