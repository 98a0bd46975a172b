"""The chairs of a table: who sits where, and who plays for whom."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

EMPTY, HUMAN, BOT = "empty", "human", "bot"


@dataclass(slots=True)
class Chair:
    """One seat. `left` is a person who stood up during a match and may come back; a bot plays on for him.

    `online`, `away_since`, `misses` and `bank_ms` are of the moment and not kept.
    """

    kind: str = EMPTY
    guest: str = ""
    name: str = ""
    level: str = ""
    ready: bool = False
    auto: bool = False
    left: bool = False
    online: bool = False
    away_since: int | None = None
    misses: int = 0
    bank_ms: int = 0

    @property
    def present(self) -> bool:
        """Whether a person sits here who has not left and is not away."""
        return self.kind == HUMAN and not self.left and self.online

    def player(self, seat: int) -> str:
        """Whoever plays here, as a record calls him."""
        return self.name or f"{self.level} {seat + 1}"

    def seat_person(self, guest: str, name: str) -> None:
        """Let a person sit down."""
        self.clear()
        self.kind, self.guest, self.name = HUMAN, guest, name

    def seat_bot(self, level: str) -> None:
        """Put a bot here."""
        self.clear()
        self.kind, self.level, self.ready = BOT, level, True

    def clear(self) -> None:
        """Make the chair empty."""
        self.kind, self.guest, self.name, self.level = EMPTY, "", "", ""
        self.ready = self.auto = self.left = self.online = False
        self.away_since, self.misses, self.bank_ms = None, 0, 0

    def is_away(self, now: int, takeover_ms: int) -> bool:
        """Whether a person has been gone for so long that a bot plays on."""
        return self.kind == HUMAN and self.away_since is not None and now - self.away_since >= takeover_ms

    def is_driven(self, now: int, takeover_ms: int) -> bool:
        """Whether a bot decides for this chair."""
        return self.kind == BOT or self.auto or self.left or self.is_away(now, takeover_ms)

    def shown(self, seat: int, now: int) -> dict[str, Any]:
        """The chair as everybody sees it."""
        return {
            "seat": seat,
            "kind": self.kind,
            "name": self.name,
            "level": self.level or None,
            "ready": self.ready,
            "online": self.kind == BOT or self.online,
            "auto": self.auto or self.left,
            "away_ms": None if self.away_since is None else now - self.away_since,
        }

    def kept(self) -> dict[str, Any]:
        """The chair as the store keeps it."""
        return {
            "kind": self.kind, "guest": self.guest, "name": self.name, "level": self.level,
            "ready": self.ready, "auto": self.auto, "left": self.left,
        }  # fmt: skip

    @classmethod
    def restored(cls, data: Mapping[str, Any], now: int) -> Chair:
        """The chair that `kept` described; a person is away until his page comes back."""
        chair = cls(**data)
        chair.away_since = now if chair.kind == HUMAN else None
        return chair
