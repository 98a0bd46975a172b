"""Codes that people type: the six digits of a room, and the one-time code that moves a seat.

They are made here; the store keeps them, each with its end, so that they outlive the process.
"""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from paiju.server.store.base import Store

ROOM_DIGITS = 6
MOVE_LENGTH = 8
MOVE_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""Without what looks alike. Eight of them for a minute, under the limit of tries, cannot be guessed."""


class RoomCodes:
    """Makes codes for rooms; one that is being given to a room is not given to another."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._given: set[str] = set()

    @asynccontextmanager
    async def free(self) -> AsyncIterator[str]:
        """A code that no room has, reserved until the room is kept or has failed.

        Raises:
            StoreError: if the store fails.
        """
        while (code := f"{secrets.randbelow(10**ROOM_DIGITS):0{ROOM_DIGITS}d}") in self._given:
            pass
        self._given.add(code)
        try:
            if await self._store.is_free(code):
                yield code
                return
        finally:
            self._given.discard(code)
        async with self.free() as other:
            yield other


def new_move_code() -> str:
    """A code that moves a seat."""
    return "".join(secrets.choice(MOVE_LETTERS) for _ in range(MOVE_LENGTH))


def typed(code: str) -> str:
    """A move code as it was made; people may type it large, with spaces."""
    return "".join(code.split()).lower()
