"""The hashes of docs/records.md, written once more."""

from __future__ import annotations

import hashlib


def hashed(label: str, *parts: bytes) -> bytes:
    """H(label, parts …)."""
    whole = b""
    for part in (b"paiju " + label.encode(), *parts):
        whole += bytes(divmod(len(part) >> 16, 256)) + bytes(divmod(len(part) & 0xFFFF, 256)) + part
    return hashlib.sha256(whole).digest()
