"""The arithmetic of a shuffle that nobody chooses: commitments, seeds and the chain of deals (docs/records.md).

Every value is a hash of a label and of parts with their lengths, so that no two lists of parts give the same bytes and
no value can stand for one of another kind. All are 32 bytes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

LENGTH_BYTES = 4


def digest(label: str, *parts: bytes) -> bytes:
    """SHA-256 of `framed`."""
    return hashlib.sha256(framed(label, *parts)).digest()


def framed(label: str, *parts: bytes) -> bytes:
    """A label and some parts, each behind its length in four bytes, the highest first."""
    every = (f"paiju {label}".encode(), *parts)
    return b"".join(len(part).to_bytes(LENGTH_BYTES, "big") + part for part in every)


def opening_of(previous: bytes, commitment: bytes) -> bytes:
    """What a shuffle begins with: the link before it, and the commitment to the server's secret."""
    return digest("opening", previous, commitment)


def share_of(opening: bytes, seat: int, nonce: bytes) -> bytes:
    """What a seat says before it reveals its nonce."""
    return digest("share", opening, bytes([seat]), nonce)


def shares_of(opening: bytes, nonces: Sequence[bytes]) -> list[bytes]:
    """The share of each seat, empty where it takes no part."""
    return [share_of(opening, seat, nonce) if nonce else b"" for seat, nonce in enumerate(nonces)]


def call_of(opening: bytes, shares: Sequence[bytes]) -> bytes:
    """What is fixed when the nonces are asked for: the opening and the share of each seat, empty where it has none."""
    return digest("call", opening, *shares)


def seed_of(call: bytes, secret: bytes, nonces: Sequence[bytes]) -> bytes:
    """The seed of the deal."""
    return digest("seed", call, secret, *nonces)


def failed_link(previous: bytes, call: bytes, secret: bytes, nonces: Sequence[bytes], why: str) -> bytes:
    """The link of a shuffle that came to nothing."""
    return digest("failed", previous, call, secret, digest("nonces", *nonces), why.encode())


def deal_link(previous: bytes, call: bytes, secret: bytes, nonces: Sequence[bytes], play: bytes) -> bytes:
    """The link of a finished deal; `play` is the hash of what was played."""
    return digest("deal", previous, call, secret, digest("nonces", *nonces), play)


def statement_of(link: bytes, deals: int, *, over: bool) -> bytes:
    """What a server signs: the last link, how many deals there are, and whether the match is over."""
    return digest("record", link, deals.to_bytes(LENGTH_BYTES, "big"), bytes([over]))
