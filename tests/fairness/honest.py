"""A page that takes part in shuffles as docs/protocol.md says, and nothing else."""

from __future__ import annotations

import random
from typing import Any

from tests.fairness.reckoning import hashed


class Honest:
    """What one page says of the shuffles of its table."""

    def __init__(self, chance: random.Random | None = None) -> None:
        self._chance = chance or random.Random(5)
        self._opening: tuple[str, str] | None = None
        self.nonce = b""
        self._said: set[tuple[str, str]] = set()

    def hear(self, room: dict[str, Any], *, again: bool = False) -> list[dict[str, Any]]:
        """The answers to a room; `again` on a new connection, where all is sent once more."""
        fair, seat = room["fairness"], room["you"]["seat"]
        if fair["step"] not in ("shares", "nonces") or seat is None:
            return []
        opening = (fair["previous"], fair["commitment"])
        if opening != self._opening:
            self._opening, self.nonce = opening, self._chance.randbytes(16)
        if again:
            self._said.clear()
        share = hashed(
            "share", hashed("opening", *map(bytes.fromhex, opening)), bytes([seat]), self.nonce
        ).hex()
        if fair["step"] == "shares":
            return self._once("share", opening[1], share)
        return self._once("nonce", opening[1], self.nonce.hex()) if fair["shares"][seat] == share else []

    def _once(self, kind: str, to: str, value: str) -> list[dict[str, Any]]:
        if (kind, to + value) in self._said:
            return []
        self._said.add((kind, to + value))
        return [{"type": kind, "to": to, "value": value}]
