"""Every random number in the arena comes from the caller's seed and the place where it is used.

A deal's secret is SHA-256 of `SEED/INDEX` (`SEED/INDEX/TRY` where a deal is dealt again) with plain decimal
numbers, its nonces are empty. A bot's own seed is the first 8 bytes, big-endian, of SHA-256 of `SEED/bot/` and
what distinguishes the bot. So nothing depends on how the work is divided.

The seeds `training`, `validation` and `test`, and `test:5000` and the like, name the public deals of
`paiju.envs.seeds` from their first one or the given one on: deal INDEX is then the environments' deal of that
number, and its secret `paiju deal NUMBER` (`paiju deal NUMBER/TRY` where it is dealt again). Every report on public
deals says which ones it used, and the next one goes on behind them, so that nobody picks their deals.
"""

from __future__ import annotations

import hashlib
import re

from paiju.core.errors import UsageError
from paiju.core.rng import bytes_of, seed_of
from paiju.envs.seeds import RANGES

_BOT_BYTES = 8
_PUBLIC = re.compile(f"({'|'.join(RANGES)})(?::([0-9]{{1,18}}))?")


Seed = int | str


def public_deals(seed: Seed) -> range | None:
    """The numbers of the public deals that a seed names, in order; None if it names none.

    Raises:
        UsageError: usage.number, if the range does not reach that far.
    """
    named = _PUBLIC.fullmatch(str(seed))
    if named is None:
        return None
    numbers = RANGES[named[1]][int(named[2] or 0) :]
    if not numbers:
        raise _beyond(seed)
    return numbers


def deal_secret(seed: Seed, *index: int) -> bytes:
    """The secret of a deal, which its record holds.

    Raises:
        UsageError: usage.number, for a deal beyond the range of public deals.
    """
    numbers = public_deals(seed)
    if numbers is None:
        return _digest("/".join(map(str, (seed, *index))))
    first, *tries = index
    if first >= len(numbers):
        raise _beyond(seed)
    again = "".join(f"/{many}" for many in tries if many)
    return f"paiju deal {numbers[first]}{again}".encode()


def deal_seed(seed: Seed, *index: int) -> bytes:
    """The seed of a deal, from its secret and no nonces."""
    return seed_of(deal_secret(seed, *index), ())


def bot_seed(seed: Seed, *index: int) -> int:
    """The seed of a bot; the last numbers of `index` distinguish it from the others at its deal."""
    return int.from_bytes(_digest(f"{seed}/bot/{'/'.join(map(str, index))}")[:_BOT_BYTES], "big")


def _digest(text: str) -> bytes:
    return hashlib.sha256(bytes_of(text)).digest()


def _beyond(seed: Seed) -> UsageError:
    return UsageError("usage.number", f"{seed!r} leaves the public deals", {"text": str(seed)})
