"""Codes that people type: the six digits of a room, and the one-time code that moves a seat.

They are made here; the store keeps them, each with its end, so that they outlive the process.
"""

from __future__ import annotations

import secrets

from paiju.server.store.base import Store

ROOM_DIGITS = 6
MOVE_LENGTH = 8
MOVE_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""Without what looks alike. Eight of them for a minute, under the limit of tries, cannot be guessed."""


async def new_room_code(store: Store) -> str:
    """A code that no room has, reserved long enough for one to be kept with it.

    Raises:
        StoreError: if the store fails.
    """
    while not await store.reserve_code(code := f"{secrets.randbelow(10**ROOM_DIGITS):0{ROOM_DIGITS}d}"):
        pass
    return code


def new_move_code() -> str:
    """A code that moves a seat."""
    return "".join(secrets.choice(MOVE_LETTERS) for _ in range(MOVE_LENGTH))


def typed(code: str) -> str:
    """A move code as it was made; people may type it large, with spaces."""
    return "".join(code.split()).lower()
