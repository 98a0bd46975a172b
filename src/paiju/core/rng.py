"""Fair chance: seeds, commitments and a documented shuffle that any language can repeat.

A deal's seed is `SHA-256(secret ‖ nonce of seat 0 ‖ nonce of seat 1 ‖ …)`; its commitment,
`SHA-256("paiju commitment" ‖ secret)`, is public before the nonces are asked. The prefix keeps the two apart
when no nonce comes. Every use of chance reads its own
stream: SHAKE-256 over `seed ‖ label`, cut into big-endian 32-bit words.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Sequence
from operator import mod
from typing import TypeVar

from paiju.core.border import check_type
from paiju.core.errors import UsageError, shown, told

T = TypeVar("T")

_WORD_BYTES = 4
_WORD_RANGE = 1 << 32
_BLOCK_WORDS = 64


def commitment(secret: bytes) -> bytes:
    """What is published before a deal: SHA-256 of `paiju commitment` and the secret, 32 bytes."""
    return hashlib.sha256(b"paiju commitment" + secret).digest()


def seed_of(secret: bytes, nonces: Sequence[bytes]) -> bytes:
    """The seed of a deal, 32 bytes, from the secret and one nonce per seat (empty where none came)."""
    return hashlib.sha256(secret + b"".join(nonces)).digest()


def bytes_of(text: str) -> bytes:
    """What a word is for chance: UTF-8, and something of its own for each text that cannot be UTF-8, as a shell may pass one."""
    return text.encode(errors="surrogatepass")


class Chance:
    """A stream of uniform numbers named by a seed and a label.

    Rejection sampling keeps every number exactly uniform: a word is dropped when it falls into the
    incomplete last multiple of the bound.
    """

    def __init__(self, seed: bytes, label: str) -> None:
        check_type(seed, bytes)
        check_type(label, str)
        self._shake = hashlib.shake_256(seed + label.encode("utf-8", "surrogatepass"))
        self._words: tuple[int, ...] = ()
        self._next = 0

    def below(self, bound: int) -> int:
        """A uniform integer in `range(bound)`.

        Raises:
            UsageError: usage.number, for a bound below 1 or above 2**32, of which no word is a fair draw.
        """
        if type(bound) is not int or not 0 < bound <= _WORD_RANGE:
            raise UsageError("usage.number", f"no word is below {shown(bound)}", {"text": told(bound)})
        limit = _WORD_RANGE - _WORD_RANGE % bound
        while True:
            if self._next == len(self._words):
                self._grow(self._next + 1)
            word = self._words[self._next]
            self._next += 1
            if word < limit:
                return word % bound

    def shuffle(self, cards: Sequence[T]) -> list[T]:
        """A shuffled copy: Fisher–Yates from the last place down, partner drawn by `below(i + 1)`."""
        check_type(cards, Sequence)
        deck = list(cards)
        bounds = range(len(deck), 1, -1)
        words = self._ahead(len(bounds))
        if words and max(words) >= _WORD_RANGE - len(deck):  # one may have to be dropped
            partners = [self.below(bound) for bound in bounds]
        else:
            partners = list(map(mod, words, bounds))
            self._next += len(words)
        for last, partner in zip(range(len(deck) - 1, 0, -1), partners, strict=True):
            deck[last], deck[partner] = deck[partner], deck[last]
        return deck

    def _ahead(self, count: int) -> tuple[int, ...]:
        """The next words of the stream, which stay to be read."""
        end = self._next + count
        if end > len(self._words):
            self._grow(end)
        return self._words[self._next : end]

    def _grow(self, most: int) -> None:
        count = max(most, _BLOCK_WORDS, 2 * len(self._words))
        data = self._shake.digest(count * _WORD_BYTES)
        self._words = struct.unpack(f">{count}I", data)
