"""Position texts that are broken at random, and what reading them says."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

from paiju.core.errors import PaijuError


def read(game: Any, text: str, rng: random.Random) -> tuple[Any, PaijuError | None]:
    """What a text says, or why it says nothing."""
    try:
        return game.parse_position(text, rng), None
    except PaijuError as error:
        return None, error


def read_broken(game: Any, lines: Sequence[str], rng: random.Random) -> Iterator[Any]:
    """What broken lines still say; the others are refused with a code."""
    parted = [line.replace(";", " ; ").replace("/", " / ").split() for line in lines]
    words = [word for parts in parted for word in parts if len(word) < 40]
    for parts in map(list, parted):
        for _ in range(rng.randint(1, 3)):
            at = rng.randrange(1, len(parts))
            parts[at : at + rng.randint(0, 1)] = rng.choice(
                ([], [rng.choice(words)], ["?"], [rng.choice(parts)])
            )
        broken = " ".join(parts)
        found, refusal = read(game, broken, rng)
        if refusal is None:
            yield found.state
        else:
            assert refusal.code.startswith(("position.", "option.", "notation.")), broken
