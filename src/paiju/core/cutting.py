"""Cutting a pack: some of it is lifted, and goes under the rest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from paiju.core.errors import NotationError

CUT = "cut"
"""The verb."""
_MOST_DIGITS = 4
Card = TypeVar("Card")


def numbers(size: int) -> Iterator[int]:
    """How many cards of a pack may be lifted, the middle first."""
    middle = size // 2
    yield middle
    yield from (number for number in range(1, size) if number != middle)


def cut(pack: tuple[Card, ...], number: int) -> tuple[Card, ...]:
    """The pack with so many cards from its top put under the rest; by none it stays as it was."""
    return pack[number:] + pack[:number]


def uncut(pack: tuple[Card, ...], number: int) -> tuple[Card, ...]:
    """The pack that was cut so."""
    return cut(pack, len(pack) - number)


def parse(rest: str, text: str, column: int) -> int:
    """The number of a cut: what stands behind its verb in `text`, from `column` on.

    Raises:
        NotationError: notation.action.
    """
    digits = rest.strip()
    if not (digits.isascii() and digits.isdigit()) or len(digits) > _MOST_DIGITS:
        raise NotationError(
            "notation.action", "a cut needs a number of cards", text, min(column, len(text) + 1)
        )
    return int(digits)
