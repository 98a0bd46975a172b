"""How long things take, where that must not depend on hidden cards.

A card that lies open for claims lies open for one length, whether or not anybody could claim it. A drawing in which
somebody might crown himself takes one length too. Automatic passes draw their delay from one distribution, whatever they hold; so do bots,
from one that depends on what lies open, before anybody thinks.
"""

from __future__ import annotations

import random

DRAW_CARD_MS = 40
DRAW_THINKING_MS = 6000
HOLD_MS = 10_000
AUTO_PASS_MS = (700, 1600)
SEALED_PASS_MS = (1800, 3200)
BOT_MS = (400, 1500)
SLOW_BOT_MS = (1000, 1800)
CALM_BOT_MS = (700, 2600)
CALM_SLOW_BOT_MS = (1500, 3000)
BOT_IN_WINDOW_MS = (80, 400)
HANDED_OVER_MS = (1800, 2600)
HASTY_BOT_MS = (120, 240)
HASTY_SLOW_BOT_MS = (450, 650)
HASTY_WINDOW_MS = 600
_SHORTEST, _LONGEST = 0.1, 0.7
_SPREAD = 4


def automatic_pass(chance: random.Random) -> int:
    """When the only action there is will be taken, in ms from the prompt."""
    return chance.randint(*AUTO_PASS_MS)


def bot_delay(
    chance: random.Random,
    tempo: str,
    pondering: float,
    *,
    window: bool,
    slow: bool,
    haste: bool,
    handed_over: bool,
) -> int:
    """When a bot answers: a `slow` one later, whether or not it has anything to think about; in `haste` at once.

    `pondering` is how much there is to think about, as far as all see, from 0 to 1.
    Within a claim window nobody sees when. Who has `handed_over` an open question may think better of it for a moment.
    """
    if window:
        return chance.randint(*BOT_IN_WINDOW_MS)
    if handed_over:
        return chance.randint(*HANDED_OVER_MS)
    if haste or tempo == "instant":
        return chance.randint(*(HASTY_SLOW_BOT_MS if slow else HASTY_BOT_MS))
    if tempo == "calm":
        return _thoughtful(chance, CALM_SLOW_BOT_MS if slow else CALM_BOT_MS, pondering)
    return _thoughtful(chance, SLOW_BOT_MS if slow else BOT_MS, pondering)


def _thoughtful(chance: random.Random, bounds: tuple[int, int], pondering: float) -> int:
    """A time between two bounds: mostly short, now and then long, longer in the mean the more there is to think about."""
    low, high = bounds
    mean = _SHORTEST + (_LONGEST - _SHORTEST) * min(1.0, pondering)
    return low + round((high - low) * chance.betavariate(_SPREAD * mean, _SPREAD * (1 - mean)))


def sealed_pass(chance: random.Random) -> int:
    """Before when no person's pass is shown at a sealed table, in ms from the prompt."""
    return chance.randint(*SEALED_PASS_MS)


def veil_ms(cards: int) -> int:
    """How long a drawing of so many cards is hidden from those who are not asked."""
    return DRAW_CARD_MS * cards + DRAW_THINKING_MS
