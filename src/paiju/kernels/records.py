"""Records and arrays as compiled code sees them, with types that a checker knows, and random numbers for kernels."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from typing import Any, Protocol, TypeVar, cast, get_type_hints, overload

import numpy as np
import numpy.typing as npt

from paiju.kernels.jit import INTERPRETED, inlined

N = TypeVar("N", int, float)
R = TypeVar("R")

Several = slice | npt.NDArray[Any] | list[int]


class Row(Protocol[N]):
    """Numbers one after the other."""

    @property
    def size(self) -> int:
        """The number of records."""
        ...

    def __len__(self) -> int: ...

    def __iter__(self) -> Iterator[N]: ...

    @overload
    def __getitem__(self, at: int, /) -> N: ...

    @overload
    def __getitem__(self, at: slice, /) -> Row[N]: ...

    def __setitem__(self, at: int | Several, value: Any, /) -> None: ...


class Grid(Protocol[N]):
    """Rows of numbers, or rows of rows."""

    @property
    def shape(self) -> tuple[int, ...]:
        """How many rows, and how long they are."""
        ...

    def __len__(self) -> int: ...

    @overload
    def __getitem__(self, at: int, /) -> Row[N]: ...

    @overload
    def __getitem__(self, at: tuple[int, ...], /) -> N: ...

    @overload
    def __getitem__(self, at: slice, /) -> Grid[N]: ...

    def __setitem__(self, at: Any, value: Any, /) -> None: ...


_PLAIN = {int: np.int64, float: np.float64}
Ints = Row[int]
Floats = Row[float]


class Records(Protocol[R]):
    """An array of records; that of one record is how Python hands it to compiled code.

    By a name or by truths about each record, only NumPy reads from it, not compiled code.
    """

    def __len__(self) -> int: ...

    @overload
    def __getitem__(self, at: int, /) -> R: ...

    @overload
    def __getitem__(self, at: slice | npt.NDArray[Any], /) -> Records[R]: ...

    @overload
    def __getitem__(self, at: str, /) -> npt.NDArray[Any]: ...

    def __setitem__(self, at: int | str, value: Any, /) -> None: ...

    def copy(self) -> Records[R]:
        """Records of their own."""
        ...


def layout(kind: type) -> np.dtype[Any]:
    """How records of a kind lie in memory: its fields in the order of their declaration, those of its bases first."""
    return _layout(kind)


@cache
def _layout(kind: type) -> np.dtype[Any]:
    hints = get_type_hints(kind, include_extras=True)
    return np.dtype([(name, *_stored(hint)) for name, hint in hints.items()], align=True)


def _stored(hint: Any) -> tuple[Any, ...]:
    """The type that a field is stored in, and its shape."""
    if hint in _PLAIN:
        return (_PLAIN[hint],)
    stored, *shape = getattr(hint, "__metadata__", (hint,))
    return (stored if issubclass(stored, np.generic) else _layout(stored), tuple(shape))


def new(kind: type[R], length: int = 1) -> Records[R]:
    """Records of zeros, shape (length,); interpreted kernels need them to have attributes."""
    made: Any = np.zeros(length, layout(kind))
    return cast("Records[R]", made.view(np.recarray) if INTERPRETED else made)


def fields(records: Records[R]) -> R:
    """The first record of an array, its fields as attributes; what is set there is set in the array."""
    made: Any = records
    return cast("R", made.view(np.recarray)[0])


def filling(records: Records[R]) -> R:
    """The same for Python alone, where many fields are set: NumPy's own attributes take ten times as long."""
    made: Any = records
    return cast("R", _filler(made.dtype)(made[0]))


class _Filler:
    __slots__ = ("record",)

    def __init__(self, record: np.void) -> None:
        self.record = record


@cache
def _filler(dtype: np.dtype[Any]) -> type[_Filler]:
    return type("Filler", (_Filler,), {"__slots__": (), **{name: _field(name) for name in dtype.names or ()}})


def _field(name: str) -> property:
    def read(filler: _Filler) -> object:
        return filler.record[name]

    def write(filler: _Filler, value: npt.ArrayLike) -> None:
        filler.record[name] = value

    return property(read, write)


def raw(records: Records[R]) -> Any:
    """The bytes of records, which a kernel takes in half the time; interpreted, the records themselves."""
    made: Any = records
    return made if INTERPRETED else made.view(np.uint8)


# --- random numbers for kernels: a multiply-with-carry generator in one `int64`

# Marsaglia's lag-1 multiplier: a * 2**32 - 1 and a * 2**31 - 1 are prime, and a < 2**31 keeps it in an int64.
_MULTIPLIER = 2131995753
_LOW = 0xFFFFFFFF
_HALF = 32
_STIR = 0x045D9F3B  # odd, and short enough that products of 32 bits stay in an int64
_STATES = _MULTIPLIER * (_LOW + 1) - 1


def stream(seed: object, label: str = "") -> npt.NDArray[np.int64]:
    """A stream of random numbers.

    Args:
        seed: a number, text or bytes; equal ones name the same stream.
        label: tells streams of one seed apart.

    Returns:
        The state of the stream, shape (1,), `int64`.
    """
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
