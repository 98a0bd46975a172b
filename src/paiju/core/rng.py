"""Fair chance: seeds, commitments, the chain of deals, the cut, and a documented shuffle that any language can repeat."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterator, Sequence
from operator import mod
from typing import TypeVar

from paiju.core.errors import NotationError, UsageError, check_type, excerpt, quote

CUT = "cut"
"""The verb."""
_MOST_DIGITS = 4
Card = TypeVar("Card")


def numbers(size: int) -> Iterator[int]:
    """The possible cuts of a pack as numbers of cards, the middle first."""
    middle = size // 2
    yield middle
    yield from (number for number in range(1, size) if number != middle)


def cut(pack: tuple[Card, ...], number: int) -> tuple[Card, ...]:
    """The pack with a number of cards from its top put under the rest; by none it stays as it was."""
    return pack[number:] + pack[:number]


def uncut(pack: tuple[Card, ...], number: int) -> tuple[Card, ...]:
    """The pack that was cut so."""
    return cut(pack, len(pack) - number)


def parse(rest: str, text: str, column: int) -> int:
    """The number of a cut, which follows its verb in `text` at `column`.

    Raises:
        NotationError: notation.action.
    """
    digits = rest.strip()
    if not (digits.isascii() and digits.isdigit()) or len(digits) > _MOST_DIGITS:
        raise NotationError(
            "notation.action", "a cut needs a number of cards", text, min(column, len(text) + 1)
        )
    return int(digits)


# --- the arithmetic of a shuffle that nobody chooses: commitments, seeds and the chain of deals (docs/records.md)

LENGTH_BYTES = 4


def digest(label: str, *parts: bytes) -> bytes:
    """SHA-256 of `framed`."""
    return hashlib.sha256(framed(label, *parts)).digest()


def framed(label: str, *parts: bytes) -> bytes:
    """A label and some parts, each behind its length in four bytes, the highest first."""
    every = (f"paiju {label}".encode(), *parts)
    return b"".join(len(part).to_bytes(LENGTH_BYTES, "big") + part for part in every)


def opening_of(previous: bytes, commitment: bytes) -> bytes:
    """The opening of a shuffle: the link before it, and the commitment to the server's secret."""
    return digest("opening", previous, commitment)


def share_of(opening: bytes, seat: int, nonce: bytes) -> bytes:
    """The share that a seat sends before it reveals its nonce."""
    return digest("share", opening, bytes([seat]), nonce)


def shares_of(opening: bytes, nonces: Sequence[bytes]) -> list[bytes]:
    """The share of each seat, empty where it takes no part."""
    return [share_of(opening, seat, nonce) if nonce else b"" for seat, nonce in enumerate(nonces)]


def call_of(opening: bytes, shares: Sequence[bytes]) -> bytes:
    """The hash that is fixed when the nonces are requested: the opening and the share of each seat, empty where it has none."""
    return digest("call", opening, *shares)


def shared_seed(call: bytes, secret: bytes, nonces: Sequence[bytes]) -> bytes:
    """The seed of the deal."""
    return digest("seed", call, secret, *nonces)


def failed_link(previous: bytes, call: bytes, secret: bytes, nonces: Sequence[bytes], why: str) -> bytes:
    """The link of a shuffle that came to nothing."""
    return digest("failed", previous, call, secret, digest("nonces", *nonces), why.encode())


def deal_link(previous: bytes, call: bytes, secret: bytes, nonces: Sequence[bytes], play: bytes) -> bytes:
    """The link of a finished deal; `play` is the hash of what was played."""
    return digest("deal", previous, call, secret, digest("nonces", *nonces), play)


def statement_of(link: bytes, deals: int, *, over: bool) -> bytes:
    """The statement that a server signs: the last link, how many deals there are, and whether the match is over."""
    return digest("record", link, deals.to_bytes(LENGTH_BYTES, "big"), bytes([over]))


# --- fair chance: seeds, commitments and a documented shuffle that any language can repeat

T = TypeVar("T")

_WORD_BYTES = 4
_WORD_RANGE = 1 << 32
_BLOCK_WORDS = 64


def commitment(secret: bytes) -> bytes:
    """The commitment published before a deal: SHA-256 of `paiju commitment` and the secret, 32 bytes."""
    return hashlib.sha256(b"paiju commitment" + secret).digest()


def seed_of(secret: bytes, nonces: Sequence[bytes]) -> bytes:
    """The seed of a deal, 32 bytes, from the secret and one nonce per seat (empty where none came)."""
    return hashlib.sha256(secret + b"".join(nonces)).digest()


def bytes_of(text: str) -> bytes:
    """A word as bytes for chance: UTF-8, and something of its own for each text that cannot be UTF-8, as a shell may pass one."""
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
            raise UsageError("usage.number", f"no word is below {quote(bound)}", {"text": excerpt(bound)})
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
