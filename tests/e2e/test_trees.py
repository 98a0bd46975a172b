"""What draws the pages puts everything where it belongs, also where parts come and go by themselves."""

from __future__ import annotations

import random
from pathlib import Path

from tests.e2e.gallery.browser import Pages

TREES = 400
"""The number of trees; the Preact that ships with htm 3.1.1 misplaces parts of some nine of them."""
_CHANGED = (Path(__file__).parent / "trees.js").read_text("utf-8")


def test_an_updated_tree_equals_a_freshly_drawn_one(pages: Pages, gallery: str, rng: random.Random) -> None:
    page = pages.open()
    page.goto(f"{gallery}/gallery")
    for _ in range(TREES):
        seed = rng.getrandbits(32)
        assert page.evaluate(_CHANGED, seed) is None, seed
