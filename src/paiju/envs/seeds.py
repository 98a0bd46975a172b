"""Deals by number, which numbers are for what, and the checks of numbers and seeds that all environments share.

Results can be compared where they were measured on the same deals that nobody trained on. So numbers are split
once and for all: learn on `TRAINING`, choose models and settings on `VALIDATION`, report on `TEST`, once.

>>> [len(numbers) for numbers in (TRAINING, VALIDATION, TEST)]
[1000000000, 1000000, 1000000]
>>> deal_seed(0).hex()[:16]
'02f3fb8f2e27dd3e'
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Mapping
from typing import Any

from paiju.core.errors import check_choice, check_type, whole_number

TRAINING = range(1_000_000_000)
VALIDATION = range(1_000_000_000, 1_001_000_000)
TEST = range(2_000_000_000, 2_001_000_000)
RANGES = {"training": TRAINING, "validation": VALIDATION, "test": TEST}

MOST = 1 << 62


def deal_seed(number: int) -> bytes:
    """The 32 bytes that shuffle deal `number` of an environment that plays whole deals.

    Raises:
        UsageError: usage.number, for a number below 0 or of more than 62 bits; usage.type.
    """
    return hashlib.sha256(b"paiju deal %d" % whole_number(number, 0, MOST - 1)).digest()


def chance(seed: Any) -> random.Random:
    """The chance that a `seed` of `reset` starts: any whole number from 0 on.

    Raises:
        UsageError: usage.number, usage.type.
    """
    return random.Random(whole_number(seed))


def deal_asked(options: Any, *, idle: tuple[str, ...] = ()) -> int | None:
    """The number of the deal that the `options` of `reset` ask for, None if they ask for none.

    Keys that are `idle` say nothing: a checker of another library gives them.

    Raises:
        UsageError: usage.choice, for any other key than `deal`; usage.number, usage.type.
    """
    if options is None:
        return None
    check_type(options, Mapping)
    for key in options:
        check_choice(key, ("deal", *idle))
    number = options.get("deal")
    return None if number is None else whole_number(number, 0, MOST - 1)
