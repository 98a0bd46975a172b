"""Random numbers for kernels: a multiply-with-carry generator in one `int64`.

A *stream* is an array of one `int64`, an argument of its own beside the state. The period is about 2**62; draws
below a bound are uniform up to one part in 2**32 divided by the bound, which is enough for playouts and far from
the exact draws with which the law shuffles.
"""

from __future__ import annotations

import hashlib

import numpy as np
import numpy.typing as npt

from paiju.kernels.jit import inlined
from paiju.kernels.records import Ints

# Marsaglia's lag-1 multiplier: a * 2**32 - 1 and a * 2**31 - 1 are prime, and a < 2**31 keeps it in an int64.
_MULTIPLIER = 2131995753
_LOW = 0xFFFFFFFF
_HALF = 32
_STIR = 0x045D9F3B  # odd, and short enough that products of 32 bits stay in an int64
_STATES = _MULTIPLIER * (_LOW + 1) - 1


def stream(seed: object, label: str = "") -> npt.NDArray[np.int64]:
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
def numbered(chance: Ints, number: int) -> None:
    """Make `chance` the stream of a number below 2**62; streams of different numbers have nothing in common."""
    low, high = number & _LOW, number >> _HALF
    one = mixed(mixed(low ^ 0x5BD1E995) ^ high)
    two = mixed(mixed(high ^ 0x2545F491) + low & _LOW)
    chance[0] = ((one * (_MULTIPLIER - 1) >> _HALF) << _HALF | two) + 1


@inlined
def mixed(bits: int) -> int:
    """32 bits stirred: every bit of the result hangs on every bit given."""
    bits = (bits ^ bits >> 16) * _STIR & _LOW
    bits = (bits ^ bits >> 15) * _STIR & _LOW
    return bits ^ bits >> 16


@inlined
def word(chance: Ints) -> int:
    """32 random bits."""
    state = chance[0]
    chance[0] = following(state)
    return (state & _LOW) ^ (state >> _HALF)


@inlined
def below(chance: Ints, bound: int) -> int:
    """A random integer in `range(bound)`; `bound` is less than 2**31."""
    state = chance[0]
    chance[0] = following(state)
    return drawn(state, bound)
