"""What all games share in reading a typed line: plain text, and numbers from a list."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Any

from paiju.core.errors import UsageError

_MOST_DIGITS = 9
_SIGNS = str.maketrans({"♠": "s", "♥": "h", "♣": "c", "♦": "d", ",": " ", "，": " ", "、": " ", "،": " "})


def plain(text: str) -> str:
    """Typed text with full-width letters and the digits of other scripts made plain.

    >>> plain("？ ９9 ۳")
    '? 99 3'
    """
    text = unicodedata.normalize("NFKC", text).translate(_SIGNS)
    return "".join(str(unicodedata.decimal(c)) if c.isdecimal() else c for c in text).strip()


def is_number(text: str) -> bool:
    """Whether a text is a number that may pick from a list."""
    return text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS


def pick(number: str, actions: Sequence[Any]) -> Any:
    """The action with this number in the list.

    Raises:
        UsageError: usage.number.
    """
    if not 1 <= int(number) <= len(actions):
        raise UsageError("usage.number", f"{number} is not in 1..{len(actions)}", {"text": number})
    return actions[int(number) - 1]
