"""Codes that people type: the six digits of a room, and the one-time code that moves a seat."""

from __future__ import annotations

import secrets

ROOM_DIGITS = 6
ROOM_MS = 2 * 60 * 60 * 1000
MOVE_MS = 60_000
MOVE_LENGTH = 8
MOVE_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""Without what looks alike. Eight of them for a minute, under the limit of tries, cannot be guessed."""


class RoomCodes:
    """Which room a six-digit code opens; a code lives for two hours, and only while its room waits."""

    def __init__(self) -> None:
        self._rooms: dict[str, tuple[str, int]] = {}

    def new(self, table: str, now: int) -> str:
        """A free code for a room."""
        self._rooms = {code: kept for code, kept in self._rooms.items() if kept[1] > now}
        while (code := f"{secrets.randbelow(10**ROOM_DIGITS):0{ROOM_DIGITS}d}") in self._rooms:
            pass
        self._rooms[code] = (table, now + ROOM_MS)
        return code

    def find(self, code: str, now: int) -> str | None:
        """The room of a code."""
        table, until = self._rooms.get(code, (None, 0))
        return table if until > now else None


class MoveCodes:
    """Which seat a one-time code moves: the table and the guest who gives it up."""

    def __init__(self) -> None:
        self._seats: dict[str, tuple[str, str, int]] = {}

    def new(self, table: str, guest: str, now: int) -> str:
        """A code for a seat; an earlier one of the same guest ends."""
        self._seats = {code: kept for code, kept in self._seats.items() if kept[2] > now and kept[1] != guest}
        code = "".join(secrets.choice(MOVE_LETTERS) for _ in range(MOVE_LENGTH))
        self._seats[code] = (table, guest, now + MOVE_MS)
        return code

    def take(self, code: str, now: int) -> tuple[str, str] | None:
        """Table and guest of a code, which is used up by that; letters may be typed large, with spaces."""
        plain = "".join(code.split()).lower()
        table, guest, until = self._seats.pop(plain, ("", "", 0))
        return (table, guest) if until > now else None
