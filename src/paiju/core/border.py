"""What a law checks of its callers before it looks: seats, types and seeds, each with a code of its own."""

from __future__ import annotations

from typing import Any

from paiju.core.errors import UsageError
from paiju.core.rng import SEED_BYTES


def check_seat(seat: Any, seats: int) -> None:
    """That there is such a seat.

    Raises:
        UsageError: usage.seat.
    """
    if type(seat) is not int or not 0 <= seat < seats:
        raise UsageError(
            "usage.seat", f"{seat!r} is no seat, there are 0 to {seats - 1}", {"text": str(seat)}
        )


def check_type(value: Any, wanted: type | tuple[type, ...]) -> None:
    """That a value is what it is given for.

    Raises:
        UsageError: usage.type, with the names of what was wanted and what came.
    """
    if not isinstance(value, wanted):
        names = " or ".join(kind.__name__ for kind in (wanted if isinstance(wanted, tuple) else (wanted,)))
        came = type(value).__name__
        raise UsageError("usage.type", f"{names} wanted, not {came}", {"wanted": names, "text": came})


def check_seed(seed: Any) -> None:
    """That a seed is 32 bytes.

    Raises:
        UsageError: usage.type, usage.seed.
    """
    check_type(seed, bytes)
    if len(seed) != SEED_BYTES:
        raise UsageError(
            "usage.seed",
            f"a seed has {SEED_BYTES} bytes, not {len(seed)}",
            {"wanted": SEED_BYTES, "value": len(seed)},
        )
