"""Records and arrays as compiled code sees them, with types that a checker knows.

A kind of record is a class of annotated fields that nobody makes an object of: `layout` reads off it how a record lies in
memory, `new` makes records of zeros. A field `int` or `float` is a number of 64 bits; a row or grid of numbers says
beside its type what it is kept in and how long it is, as `Annotated[Ints, np.int8, SEATS]`.

Whatever an array is kept in, what compiled code reads from it is a whole number of 64 bits (`int`) or a `float`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, Protocol, TypeVar, cast, get_type_hints, overload

import numpy as np
import numpy.typing as npt

from paiju.kernels.jit import INTERPRETED

N = TypeVar("N", int, float)
R = TypeVar("R")

Several = slice | npt.NDArray[Any] | list[int]


class Row(Protocol[N]):
    """Numbers one after the other."""

    @property
    def size(self) -> int:
        """How many there are."""
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
    return np.dtype([(name, *_kept(hint)) for name, hint in hints.items()], align=True)


def _kept(hint: Any) -> tuple[Any, ...]:
    """What a field is kept in, and its shape."""
    if hint in _PLAIN:
        return (_PLAIN[hint],)
    kept, *shape = getattr(hint, "__metadata__", (hint,))
    return (kept if issubclass(kept, np.generic) else _layout(kept), tuple(shape))


def new(kind: type[R], length: int = 1) -> Records[R]:
    """Records of zeros, shape (length,); interpreted kernels need them to have attributes."""
    made: Any = np.zeros(length, layout(kind))
    return cast("Records[R]", made.view(np.recarray) if INTERPRETED else made)


def fields(records: Records[R]) -> R:
    """The first record of an array, its fields as attributes; what is set there is set in the array."""
    made: Any = records
    return cast("R", made.view(np.recarray)[0])


def raw(records: Records[R]) -> Any:
    """The bytes of records, which a kernel takes in half the time; interpreted, the records themselves."""
    made: Any = records
    return made if INTERPRETED else made.view(np.uint8)
