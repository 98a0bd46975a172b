"""Random numbers for kernels: a multiply-with-carry generator in one `int64`.

A *stream* is an array of one `int64`, an argument of its own beside the state. The period is about 2**62; draws
below a bound are uniform up to one part in 2**32 divided by the bound, which is enough for playouts and far from
the exact draws with which the law shuffles.
"""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

from paiju.kernels.jit import inlined

# Marsaglia's lag-1 multiplier: a * 2**32 - 1 and a * 2**31 - 1 are prime, and a < 2**31 keeps it in an int64.
_MULTIPLIER = 2131995753
_LOW = 0xFFFFFFFF
_HALF = 32
_STATES = _MULTIPLIER * (_LOW + 1) - 1


def stream(seed: object, label: str = "") -> Any:
    """A stream named by a seed (a number, text, bytes) and a label; shape (1,), `int64`."""
    digest = hashlib.sha256(f"{seed!r}/{label}".encode()).digest()
    return np.array([int.from_bytes(digest[:16], "big") % (_STATES - 1) + 1], np.int64)


@inlined
def following(state: int) -> int:
    """The state of a stream after one draw; with `drawn`, for loops that keep it in a register."""
    return _MULTIPLIER * (state & _LOW) + (state >> _HALF)


@inlined
def drawn(state: int, bound: int) -> int:
    """The integer in `range(bound)` that a stream in this state draws next."""
    return (((state & _LOW) ^ (state >> _HALF)) * bound) >> _HALF


@inlined
def word(chance: Any) -> int:
    """32 random bits."""
    state = chance[0]
    chance[0] = following(state)
    return (state & _LOW) ^ (state >> _HALF)


@inlined
def below(chance: Any, bound: int) -> int:
    """A random integer in `range(bound)`; `bound` is less than 2**31."""
    state = chance[0]
    chance[0] = following(state)
    return drawn(state, bound)
