"""The only door to numba: `@compiled`.

Compiled code is stored in `cache.cache_folder`. numba's setting is changed only while a function of ours is
decorated, so that other numba code in the process keeps its own folder.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba.core import config as numba_config
from numba.core import types
from numba.core.imputils import lower_cast

from paiju.kernels.cache import cache_folder, group_of

F = TypeVar("F", bound=Callable[..., Any])

# numba is typed in part only.
config: Any = numba_config
_types: Any = types
_njit: Any = numba.njit
_lower_cast: Any = lower_cast

INTERPRETED = bool(config.DISABLE_JIT)
"""Whether kernels run as plain Python (`NUMBA_DISABLE_JIT=1`), for debugging and to be compared."""


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
    with _our_folder(function.__module__) as writable:
        made = _njit(cache=writable, **_FLAGS, **flags)(function)
    if not INTERPRETED:
        made.get_call_template = partial(_call_widened, made.get_call_template)
    return cast("F", made)


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


_lower_cast(_types.NestedArray, _types.Array)(_as_array)


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
