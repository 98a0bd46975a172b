"""What people write, made fit to be shown to others: nothing invisible, but what their writing needs."""

from __future__ import annotations

import re
import unicodedata

ZWNJ, ZWJ = "\u200c", "\u200d"
"""The first stands within Persian words, the second joins emoji."""
_BLANK = frozenset("\u115f\u1160\u3164\uffa0\u2800")
"""Letters and signs that show nothing."""
_SELECTS = re.compile("[\u034f\u17b4\u17b5\u180b-\u180d\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""Marks that show nothing; two of them choose whether a sign is a picture."""


def visible(text: str) -> str:
    """A line without control characters, overrides and other invisible ones; joiners stay where they join."""
    kept: list[str] = []
    for at, char in enumerate(text):
        if unicodedata.category(char) == "Zs":
            kept.append(" ")
        elif char in _BLANK:
            continue
        elif _SELECTS.match(char):
            if kept and _selects(char, kept[-1]):
                kept.append(char)
        elif char.isprintable() or (kept and _joins(char, kept[-1], text[at + 1 : at + 2])):
            kept.append(char)
    return "".join(kept).strip()


def _selects(char: str, before: str) -> bool:
    return char in "\ufe0e\ufe0f" and (unicodedata.category(before) == "So" or before in "#*0123456789")


def _joins(char: str, before: str, after: str) -> bool:
    if not after:
        return False
    if char == ZWNJ:
        return unicodedata.category(before)[0] in "LM" and unicodedata.category(after)[0] == "L"
    return char == ZWJ and _ends_emoji(before) and unicodedata.category(after) == "So"


def _ends_emoji(char: str) -> bool:
    """Whether an emoji may end so: with a picture, a shade of skin, or the wish for colour."""
    return unicodedata.category(char) in ("So", "Sk") or char == "\ufe0f"
