"""How long things take, where that must not depend on hidden cards.

A card that lies open for claims lies open for one length, whether or not anybody could claim it. A drawing in which
somebody might crown himself takes one length too. Bots and automatic passes draw their delay before anybody thinks,
from one distribution each, whatever they hold.
"""

from __future__ import annotations

import random

DRAW_CARD_MS = 40
DRAW_THINKING_MS = 6000
HOLD_MS = 10_000
AUTO_PASS_MS = (700, 1600)
SEALED_PASS_MS = (1800, 3200)
BOT_MS = (500, 1000)
SLOW_BOT_MS = (1000, 1800)
CALM_BOT_MS = (900, 1700)
CALM_SLOW_BOT_MS = (1500, 2500)
BOT_IN_WINDOW_MS = (80, 400)
HANDED_OVER_MS = (1800, 2600)
HASTY_BOT_MS = (120, 240)
HASTY_SLOW_BOT_MS = (450, 650)
HASTY_WINDOW_MS = 600


def automatic_pass(chance: random.Random) -> int:
    """When the only action there is will be taken, in ms from the prompt."""
    return chance.randint(*AUTO_PASS_MS)


def bot_delay(
    chance: random.Random, tempo: str, *, window: bool, slow: bool, haste: bool, handed_over: bool
) -> int:
    """When a bot answers: a `slow` one later, whether or not it has anything to think about; in `haste` at once.

    Within a claim window nobody sees when. Who has `handed_over` an open question may think better of it for a moment.
    """
    if window:
        return chance.randint(*BOT_IN_WINDOW_MS)
    if handed_over:
        return chance.randint(*HANDED_OVER_MS)
    if haste or tempo == "instant":
        return chance.randint(*(HASTY_SLOW_BOT_MS if slow else HASTY_BOT_MS))
    if tempo == "calm":
        return chance.randint(*(CALM_SLOW_BOT_MS if slow else CALM_BOT_MS))
    return chance.randint(*(SLOW_BOT_MS if slow else BOT_MS))


def sealed_pass(chance: random.Random) -> int:
    """Before when no person's pass is shown at a sealed table, in ms from the prompt."""
    return chance.randint(*SEALED_PASS_MS)


def veil_ms(cards: int) -> int:
    """How long a drawing of so many cards is hidden from those who are not asked."""
    return DRAW_CARD_MS * cards + DRAW_THINKING_MS
