"""Deals by number, and which numbers are for what.

Results can be compared where they were measured on the same deals that nobody trained on. So numbers are split
once and for all: learn on `TRAINING`, choose models and settings on `VALIDATION`, report on `TEST`, once.

>>> [len(numbers) for numbers in (TRAINING, VALIDATION, TEST)]
[1000000000, 1000000, 1000000]
>>> deal_seed(0).hex()[:16]
'02f3fb8f2e27dd3e'
"""

from __future__ import annotations

import hashlib
from numbers import Integral

from paiju.core.border import check_type
from paiju.core.errors import UsageError

TRAINING = range(1_000_000_000)
VALIDATION = range(1_000_000_000, 1_001_000_000)
TEST = range(2_000_000_000, 2_001_000_000)
RANGES = {"training": TRAINING, "validation": VALIDATION, "test": TEST}

MOST = 1 << 62


def deal_seed(number: int) -> bytes:
    """The 32 bytes that shuffle deal `number` of the law's environments.

    Raises:
        UsageError: usage.number, for a number below 0 or of more than 62 bits; usage.type.
    """
    check_type(number, Integral)
    if not 0 <= number < MOST:
        raise UsageError(
            "usage.number", f"deals are numbered from 0 to {MOST - 1}, not {number}", {"text": str(number)}
        )
    return hashlib.sha256(b"paiju deal %d" % number).digest()
