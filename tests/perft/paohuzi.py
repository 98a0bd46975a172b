"""Counts of legal actions of Paohuzi, frozen: `python -m tests.perft.paohuzi` writes them again.

As `make.py`; in a claim window every seat that is prompted is followed, so that answers come in every order.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from paiju.core.rng import seed_of
from paiju.games.paohuzi import GAME
from tests.perft.make import spread

HERE = Path(__file__).parent
DEALS, LIMIT, DEPTH = 3, 60, 8


def counts(state: Any) -> Iterator[str]:
    """One line for each depth."""
    level = [state]
    for depth in range(1, DEPTH + 1):
        offers = [(s, seat, GAME.legal_actions(s, seat)) for s in level for seat in GAME.actors(s)]
        texts = [f"{seat} " + "; ".join(GAME.action_text(s, a) for a in legal) for s, seat, legal in offers]
        total = sum(len(legal) for _, _, legal in offers)
        digest = hashlib.sha256("\n".join(texts).encode()).hexdigest()
        yield f"depth {depth}: questions {len(offers)}, actions {total}, digest {digest[:12]}"
        branches = [(s, seat, action) for s, seat, legal in offers for action in legal]
        level = [GAME.apply(*branches[i])[0] for i in spread(len(branches), LIMIT)]


def table(preset: str) -> str:
    """The frozen text of a preset."""
    options = GAME.options({"preset": preset})
    lines = [f"preset {preset}", f"options {options.digest()}"]
    for number in range(DEALS):
        seed = seed_of(f"perft {preset} {number}".encode(), ())
        lines += ["", f"deal {number}", *counts(GAME.deal(options, seed))]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    for name in GAME.presets():
        (HERE / f"paohuzi-{name}.txt").write_text(table(name), "utf-8")
