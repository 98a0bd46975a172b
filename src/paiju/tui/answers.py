"""What all games share in reading a typed line: plain text, and numbers from a list."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from paiju.core.cutting import CUT
from paiju.core.errors import NotationError, UsageError
from paiju.locales import Texts

Action = TypeVar("Action")
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


def as_typed(parse: Callable[[str], Action], notation: str, typed: str, shift: int) -> Action:
    """`parse`, its errors told in terms of what was typed.

    Raises:
        NotationError: as `parse`, with the column in `typed`.
    """
    try:
        return parse(notation)
    except NotationError as error:
        column = min(max(1, error.column - shift), len(typed) + 1)
        raise NotationError(error.code, error.code, typed, column) from None


def read_cut(text: str, parse: Callable[[str], Action], texts: Texts) -> Action:
    """A cut by its number, with or without a word before it; errors as in `as_typed`."""
    words = (CUT, texts.t(f"action.{CUT}").lower())
    number = text[max(len(word) * text.lower().startswith(word) for word in words) :]
    return as_typed(parse, f"{CUT} {number}", text, len(CUT) + 1 + len(number) - len(text))
