"""Every number of chance in the arena comes from the caller's seed and the place where it is used.

A deal's secret is SHA-256 of `SEED/INDEX` (`SEED/INDEX/TRY` where a deal is dealt again) with plain decimal
numbers, its nonces are empty. A bot's own seed is the first 8 bytes, big-endian, of SHA-256 of `SEED/bot/` and
what tells the bot from the others. So nothing depends on how the work is shared out.
"""

from __future__ import annotations

import hashlib

from paiju.core.rng import seed_of

_BOT_BYTES = 8


Seed = int | str


def deal_secret(seed: Seed, *index: int) -> bytes:
    """The secret of a deal, which its record holds."""
    return _digest("/".join(map(str, (seed, *index))))


def deal_seed(seed: Seed, *index: int) -> bytes:
    """The seed of a deal, from its secret and no nonces."""
    return seed_of(deal_secret(seed, *index), ())


def bot_seed(seed: Seed, *index: int) -> int:
    """The seed of a bot; the last numbers of `index` tell it from the others at its deal."""
    return int.from_bytes(_digest(f"{seed}/bot/{'/'.join(map(str, index))}")[:_BOT_BYTES], "big")


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()
