"""The only door to numba: `@compiled`.

Compiled code is kept in `folder.cache_folder`. numba's setting is changed only while a function of ours is
decorated, so that other numba code in the process keeps its own folder.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba.core import config as numba_config

from paiju.kernels.folder import cache_folder, family_of

F = TypeVar("F", bound=Callable[..., Any])

config: Any = numba_config  # its settings are made when it is loaded, so no checker can know them

INTERPRETED = bool(config.DISABLE_JIT)
"""Whether kernels run as plain Python (`NUMBA_DISABLE_JIT=1`), for debugging and to be compared."""


def compiled(function: F) -> F:
    """`function` compiled for each type it is called with, and kept on disk; it holds no lock while it runs."""
    with _our_folder(function.__module__) as writable:
        made = numba.njit(cache=writable, nogil=True, error_model="numpy", boundscheck=False)(function)
    return cast("F", made)


def inlined(function: F) -> F:
    """`compiled`, for the short functions of an inner loop: LLVM is told to put them into their callers."""
    with _our_folder(function.__module__) as writable:
        made = numba.njit(
            cache=writable, nogil=True, error_model="numpy", boundscheck=False, forceinline=True
        )(function)
    return cast("F", made)


@contextmanager
def _our_folder(module: str) -> Iterator[bool]:
    """The cache setting of numba pointed at a module's folder; yields whether anything can be kept there."""
    folder = cache_folder(family_of(module))
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
