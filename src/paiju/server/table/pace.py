"""How long things take, where that must not depend on hidden cards.

A card that lies open for claims lies open for one length, whether or not anybody could claim it. A drawing in which
somebody might crown himself takes one length too. Bots and automatic passes draw their delay from one
distribution each, whatever they hold.
"""

from __future__ import annotations

import random
from typing import Any

from paiju.core.game import Game

DRAW_CARD_MS = 40
DRAW_THINKING_MS = 6000
HOLD_MS = 10_000
AUTO_PASS_MS = (700, 1600)
BOT_MS = (500, 1000)
BOT_IN_WINDOW_MS = (80, 400)


def automatic_pass(chance: random.Random) -> int:
    """When the only action there is will be taken, in ms from the prompt."""
    return chance.randint(*AUTO_PASS_MS)


def bot_delay(chance: random.Random, *, window: bool) -> int:
    """When a bot answers; within a claim window nobody sees when."""
    return chance.randint(*(BOT_IN_WINDOW_MS if window else BOT_MS))


def veil_ms(game: Game, options: Any) -> int:
    """How long the drawing is hidden from those who are not asked; 0 where it needs no hiding (BH A18-64)."""
    if not getattr(options, "crown_during_draw", False):
        return 0
    return DRAW_CARD_MS * int(options.deck) + DRAW_THINKING_MS


def is_veiled(state: Any) -> bool:
    """Whether a deal is in the part of the drawing that tells who could crown himself."""
    return str(state.phase) == "draw"


def is_window(public: Any) -> bool:
    """Whether a card lies open for claims, by the view of somebody who is not asked."""
    return str(public.phase) == "claim" and not public.asked
