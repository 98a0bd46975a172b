"""The only door to numba: `@compiled`.

Where numba is not installed the functions stay as they are. Compiled code is stored in `cache.cache_folder`. numba's
setting is changed only while a function of ours is decorated, so that other numba code in the process keeps its own folder.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache, partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType, SimpleNamespace
from typing import Any, TypeGuard, TypeVar, cast

import numpy as np
import numpy.typing as npt

from paiju.kernels.cache import cache_folder, group_of

F = TypeVar("F", bound=Callable[..., Any])


def _numba(name: str) -> Any:
    """A module of numba, which is typed in part only; None where it is not installed."""
    return import_module(name) if find_spec("numba") else None


_library, config, _types = map(_numba, ("numba", "numba.core.config", "numba.core.types"))

INTERPRETED = config is None or bool(config.DISABLE_JIT)
"""Whether kernels run as plain Python: without numba, or (`NUMBA_DISABLE_JIT=1`) for debugging and to be compared."""


# Kernels allocate nothing, so arrays need not be counted; and numbers never divide by zero or leave an array.
_FLAGS = {"nogil": True, "error_model": "numpy", "boundscheck": False, "_nrt": False}


def compiled(function: F) -> F:
    """`function` compiled once, for numbers of 64 bits, and stored on disk.

    It holds no lock while it runs, and may not make arrays: whatever it writes to is an argument.
    """
    return _made(function)


def inlined(function: F) -> F:
    """`compiled`, for the short functions of an inner loop: LLVM has to put them into their callers."""
    return _made(function, forceinline=True)


def _made(function: F, **flags: bool) -> F:
    if INTERPRETED:
        return function
    with _our_folder(function.__module__) as writable:
        made = _library.njit(cache=writable, **_FLAGS, **flags)(function)
    made.get_call_template = partial(_call_widened, made.get_call_template)
    return cast("F", made)


def interpreted(function: F) -> F:
    """A compiled function, and all that it calls, as plain Python: for questions that come before it is compiled.

    Its arguments are the same. Of an array of records it reads and writes the first one, as an object that Python is
    quicker with; arrays in a record stay where they are.
    """
    plain = _plain(function)

    def call(*arguments: Any) -> Any:
        opened = [(_open(one),) if _is_records(one) else one for one in arguments]
        found = plain(*opened)
        for records, given in zip(arguments, opened, strict=True):
            if given is not records:
                _close(given[0], records)
        return found

    return cast("F", call)


def _is_records(argument: object) -> TypeGuard[npt.NDArray[np.void]]:
    return isinstance(argument, np.ndarray) and argument.dtype.names is not None


def _open(records: npt.NDArray[np.void]) -> SimpleNamespace:
    numbers, arrays = _names_in(records.dtype)
    fields = {name: records[name][0] for name in arrays}
    return SimpleNamespace(**fields, **{name: records[name][0].item() for name in numbers})


def _close(fields: SimpleNamespace, records: npt.NDArray[np.void]) -> None:
    for name in _names_in(records.dtype)[0]:
        records[name][0] = getattr(fields, name)


@lru_cache
def _names_in(kind: np.dtype[np.void]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The fields that are numbers, and those that are arrays."""
    names = kind.names or ()
    arrays = tuple(name for name in names if kind[name].shape)
    return tuple(name for name in names if name not in arrays), arrays


_PLAIN: dict[str, dict[str, Any]] = {}
"""The globals of modules, every compiled function among them as plain Python."""


def _plain(function: object) -> Any:
    source = getattr(function, "py_func", None)
    if source is None:
        return function
    names = _PLAIN.get(source.__module__)
    if names is None:
        names = _PLAIN[source.__module__] = dict(source.__globals__)
        names.update({name: _plain(value) for name, value in source.__globals__.items()})
    return FunctionType(source.__code__, names, source.__name__)


def _call_widened(resolve: Callable[..., Any], args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
    """A call inside compiled code, its whole numbers taken as `int64` and its rows of records as any arrays.

    numba would compile a function again for every constant, every width of integer, and every length of an array in a
    record that it is called with.
    """
    return resolve(tuple(map(_wide, args)), {name: _wide(kind) for name, kind in kws.items()})


def _wide(kind: Any) -> Any:
    plain = _types.unliteral(kind)
    if isinstance(plain, _types.NestedArray):
        return _types.Array(plain.dtype, plain.ndim, "C")
    return _types.int64 if isinstance(plain, _types.Integer) else plain


def _as_array(_context: Any, _builder: Any, _from: Any, _to: Any, value: Any) -> Any:
    """An array in a record is handed on as it is: numba keeps both in the same form."""
    return value


if not INTERPRETED:
    _numba("numba.core.imputils").lower_cast(_types.NestedArray, _types.Array)(_as_array)


@contextmanager
def _our_folder(module: str) -> Iterator[bool]:
    """The cache setting of numba pointed at a module's folder; yields whether anything can be stored there."""
    folder = cache_folder(group_of(module))
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    try:
        yield _is_writable(folder)
    finally:
        config.CACHE_DIR = before


def _is_writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)
