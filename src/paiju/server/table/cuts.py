"""How the pack of a deal is cut that others play too: alike for all of them, or their cards would differ."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from paiju.core.cutting import CUT
from paiju.server.table.prompts import Prompt
from paiju.server.table.room import Room


def cut_of(room: Room, prompt: Prompt) -> Any:
    """How the pack is cut, whoever is asked; None where that is not the question, or where nobody else plays the deal."""
    if room.duplicate is None or not room.game.action_text(prompt.state, prompt.actions[0]).startswith(CUT):
        return None
    if room.duplicate.cut is not None:
        return room.game.parse_action(prompt.state, prompt.seat, room.duplicate.cut)
    chance = sha256(bytes.fromhex(room.duplicate.secret)).digest()
    return prompt.actions[int.from_bytes(chance) % len(prompt.actions)]
