"""What a law checks of its callers before it looks: seats, types and seeds, each with a code of its own."""

from __future__ import annotations

from collections.abc import Collection
from operator import index
from typing import Any

from paiju.core.errors import UsageError, shown, told

SEED_BYTES = 32


def check_seat(seat: Any, seats: int) -> None:
    """That there is such a seat.

    Raises:
        UsageError: usage.seat.
    """
    if type(seat) is not int or not 0 <= seat < seats:
        raise wrong_seat(seat, seats)


def wrong_seat(seat: Any, seats: int) -> UsageError:
    """The error for a seat that does not exist; where a look must cost nothing, it is taken in place."""
    return UsageError(
        "usage.seat", f"{shown(seat)} is no seat, there are 0 to {seats - 1}", {"text": told(seat)}
    )


def check_type(value: Any, wanted: type | tuple[type, ...]) -> None:
    """That a value is what it is given for.

    Raises:
        UsageError: usage.type, with the names of what was wanted and what came.
    """
    if not isinstance(value, wanted):
        raise wrong_type(value, wanted)


def wrong_type(value: Any, wanted: type | tuple[type, ...]) -> UsageError:
    """The error for a value that is not what it is given for; where a look must cost nothing, it is taken in place."""
    names = " or ".join(kind.__name__ for kind in (wanted if isinstance(wanted, tuple) else (wanted,)))
    came = type(value).__name__
    return UsageError("usage.type", f"{names} wanted, not {came}", {"wanted": names, "text": came})


def whole_number(value: Any, least: int = 0, most: int | None = None) -> int:
    """A whole number of any type, as learners have them (NumPy's, a tensor of one), as an int.

    Raises:
        UsageError: usage.type, for anything else, also for True, 3.0 and "3"; usage.number outside `least` to `most`.
    """
    try:
        number = index(value)
    except (TypeError, ValueError, RuntimeError):  # what arrays and tensors of several numbers raise
        raise wrong_type(value, int) from None
    if isinstance(value, bool):
        raise wrong_type(value, int)
    if number < least or (most is not None and number > most):
        bounds = f"from {least} on" if most is None else f"{least} to {most}"
        raise UsageError("usage.number", f"{shown(number)} is not {bounds}", {"text": told(number)})
    return number


def check_choice(value: Any, known: Collection[str]) -> None:
    """That a value is one of a few words.

    Raises:
        UsageError: usage.choice.
    """
    if not isinstance(value, str) or value not in known:
        names = ", ".join(known)
        raise UsageError(
            "usage.choice", f"{shown(value)} is not one of {names}", {"text": told(value), "known": names}
        )


def check_each(values: Any, wanted: type | tuple[type, ...]) -> None:
    """That a list or tuple has nothing but values of a type.

    Raises:
        UsageError: usage.type.
    """
    check_type(values, (list, tuple))
    for value in values:
        check_type(value, wanted)


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


def check_kinds(cards: Any, kinds: int) -> None:
    """That a tuple or list has numbers of cards that there are, from 0 on.

    Raises:
        UsageError: usage.type | number.
    """
    check_type(cards, (tuple, list))
    for kind in cards:
        if type(kind) is not int or not 0 <= kind < kinds:
            raise UsageError("usage.number", f"{shown(kind)} is no kind of card", {"text": told(kind)})


def check_carry(holds: bool, part: str) -> None:  # noqa: FBT001 - an assertion reads best this way
    """That a part of what a deal passed on can be.

    Raises:
        UsageError: usage.carry.
    """
    if not holds:
        raise UsageError("usage.carry", f"{part} of a carry cannot be", {"text": part})
