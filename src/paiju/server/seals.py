"""Names under which records are shown on other sites: made from the server's secret, so that nothing is kept for them but how often they were revoked.

Who has such a name sees the moves, and the players' names only if they were shared; it does not lead back to the record's own id.
"""

from __future__ import annotations

import base64
import binascii
from typing import NamedTuple

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESSIV

LONGEST = 160


class Shared(NamedTuple):
    """A record, and whether the names of its players are shown with it; `turn` says how often such a name of it had been revoked."""

    record: str
    names: bool
    turn: int


class Seals:
    """Seals and opens; `key` is 64 bytes. The same record gets the same name, by a cipher that wants no chance."""

    def __init__(self, key: bytes) -> None:
        self._cipher = AESSIV(key)

    def seal(self, shared: Shared) -> str:
        """The name, fit for an address."""
        turn = f" {shared.turn}" if shared.turn else ""
        sealed = self._cipher.encrypt(f"{shared.names:d}{shared.record}{turn}".encode(), None)
        return base64.urlsafe_b64encode(sealed).decode().rstrip("=")

    def open(self, name: str) -> Shared | None:
        """What stands behind a name; None for one that this server has not made."""
        if not name.isascii() or len(name) > LONGEST:
            return None
        try:
            sealed = base64.b64decode(name + "=" * (-len(name) % 4), altchars=b"-_", validate=True)
            plain = self._cipher.decrypt(sealed, None).decode()
        except (binascii.Error, InvalidTag, ValueError):
            return None
        record, _, turn = plain[1:].partition(" ")
        return Shared(record, plain[:1] == "1", int(turn or 0))
