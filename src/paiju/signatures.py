"""Signatures (Ed25519) under records: made by servers, checked by anyone with the `cryptography` package."""

from __future__ import annotations

import json
import re
import secrets
from dataclasses import dataclass
from pathlib import Path

from paiju.core.document import Record, links
from paiju.core.errors import RecordError, UsageError
from paiju.core.files import from_json, read_text

_HEX_KEY = re.compile(r"[0-9a-f]{64}")
_HEX_LINK = re.compile(r"[0-9a-f]{16,64}")
_MOST_KEY_FILE = 4096

SIGNED, UNSIGNED, UNCHECKED = "signed", "unsigned", "unchecked"
"""The state of a record's signature; `unchecked`: the `cryptography` package is not installed."""


@dataclass(frozen=True, slots=True)
class Key:
    """A server's key, both halves hexadecimal; only the `public` one leaves the server."""

    private: str
    public: str

    @classmethod
    def new(cls) -> Key:
        """A random key."""
        return cls.of(secrets.token_hex(32))

    @classmethod
    def of(cls, private: str) -> Key:
        """The key whose private half this is."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        own = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(private))
        return cls(private, own.public_key().public_bytes_raw().hex())

    def sign(self, statement: bytes) -> str:
        """The signature under a statement, hexadecimal."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(self.private)).sign(statement).hex()


def is_signed_by(public: str, statement: bytes, signature: str) -> bool:
    """Whether a signature under a statement was made with a key.

    Raises:
        ImportError: without the `cryptography` package.
    """
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(public)).verify(bytes.fromhex(signature), statement)
    except (InvalidSignature, ValueError):
        return False
    return True


def read_key(path: Path) -> str:
    """The public key in a file: 64 hexadecimal digits, or the answer of a server's `/api/key`.

    Raises:
        UsageError: file.unreadable, file.too_large, usage.key.
    """
    text = read_text(path, _MOST_KEY_FILE).strip()
    if text.startswith("{"):
        try:
            text = str(from_json(text).get("key"))
        except (json.JSONDecodeError, ValueError):
            text = ""
    if not _HEX_KEY.fullmatch(text):
        raise UsageError("usage.key", f"{path}: no key of a server", {"path": str(path)})
    return text


def check_signature(record: Record, key: str | None = None) -> str:
    """The state of a record's signature; with a `key`, the record must be signed by that key.

    Raises:
        RecordError: record.signature, if it is wrong, or missing but required; record.key.
        UsageError: usage.cryptography, if it is required and cannot be checked.
    """
    if record.match is None or record.match.key is None:
        if key is not None or record.signature is not None:
            raise RecordError("record.signature", "the record is not signed")
        return UNSIGNED
    if key is not None and record.match.key != key:
        raise RecordError(
            "record.key", f"signed by {record.match.key}, not by {key}", {"key": record.match.key}
        )
    if record.signature is None:
        raise RecordError("record.signature", "the signature is missing")
    try:
        genuine = is_signed_by(record.match.key, record.statement, record.signature)
    except ImportError:
        if key is not None:
            raise UsageError("usage.cryptography", "the package cryptography is not installed") from None
        return UNCHECKED
    if not genuine:
        raise RecordError("record.signature", "the signature is not that of its server")
    return SIGNED


def find_link(record: Record, head: str) -> int:
    """The number of deals after which the chain of a record was at a link, given by at least its first 16 digits.

    Raises:
        UsageError: usage.head, if the text is not a link.
        RecordError: record.head, if the chain does not contain it.
    """
    if not _HEX_LINK.fullmatch(head):
        raise UsageError("usage.head", f"{head[:80]!r} is not a link of a chain", {"text": head[:80]})
    chain = list(links(record)) if record.match is not None else []
    at = next((place for place, link in enumerate(chain) if link.hex().startswith(head)), None)
    if at is None:
        raise RecordError("record.head", f"the chain does not have the link {head}", {"head": head})
    return min(at, len(record.deals))
