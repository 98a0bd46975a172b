"""The system's chance, fetched a page at a time.

Every call to the system lets another thread go first, and a busy server draws thousands of times a second. Secrets of
deals and guests are not drawn here: they go straight to `secrets`.
"""

from __future__ import annotations

import os
import random

_PAGE = 4096


class Chance(random.SystemRandom):
    """As `random.SystemRandom`, for one thread: no two calls may ever get the same bytes."""

    def __init__(self) -> None:
        super().__init__()
        self._page, self._at = b"", 0

    def randbytes(self, n: int) -> bytes:
        """So many random bytes."""
        if self._at + n > len(self._page):
            self._page, self._at = os.urandom(max(n, _PAGE)), 0
        taken = self._page[self._at : self._at + n]
        self._at += n
        return taken

    def getrandbits(self, k: int) -> int:
        """So many random bits as a number."""
        if k < 0:
            raise ValueError("number of bits must be non-negative")
        size = (k + 7) // 8
        return int.from_bytes(self.randbytes(size), "big") >> (8 * size - k)

    def random(self) -> float:
        """A number from 0 to below 1."""
        return float(self.getrandbits(53)) * 2.0**-53

    def token(self, n: int) -> str:
        """So many random bytes in hexadecimal."""
        return self.randbytes(n).hex()
