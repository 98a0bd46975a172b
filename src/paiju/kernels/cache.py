"""Where compiled code is stored: for each group of it one folder per version of its sources.

numba notices an edit in the module of a function, but not in the modules whose functions it calls or whose tables
it froze. So a folder's name holds a hash of everything that the compiled code may have come from. A package says by a
`CACHE_GROUP` what that is for its own functions.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import NamedTuple

_ROOT = Path(__file__).parents[1]
_HASH_LENGTH = 16
_EXPIRES_S = 14 * 86400
_NOTE = "compiled"


class CacheGroup(NamedTuple):
    """Compiled code that is stored together.

    `sources` are the files and folders of the package that it can come from, beside the modules that all kernels
    share; "" is the whole package.
    """

    name: str
    sources: tuple[str, ...] = ()


_OTHERS = CacheGroup("others", ("",))
"""Code outside this package: nobody knows which part of it that calls."""


def group_of(module: str) -> CacheGroup:
    """The group of a module that is loaded: the `CACHE_GROUP` in it, or in the next package above that has one."""
    while module:
        found = getattr(sys.modules.get(module), "CACHE_GROUP", None)
        if isinstance(found, CacheGroup):
            return found
        module = module.rpartition(".")[0]
    return _OTHERS


def games() -> tuple[str, ...]:
    """The games that have a kernel here."""
    return tuple(sorted(path.parent.name for path in (_ROOT / "kernels").glob("*/__init__.py")))


def groups() -> tuple[CacheGroup, ...]:
    """The groups of the kernels of all games."""
    return tuple(group_of(import_module(f"paiju.kernels.{game}").__name__) for game in games())


@cache
def source_hash(group: CacheGroup) -> str:
    """A name for this version of the sources that a group's compiled code can come from, and of the compiler."""
    files = (
        path.relative_to(_ROOT).as_posix().encode() + b"\0" + path.read_bytes() for path in _sources(group)
    )
    return version_of((_compiler().encode(), *files))[:_HASH_LENGTH]


def _compiler() -> str:
    """Which numba compiles for which Python: neither uses what another one has stored."""
    with suppress(PackageNotFoundError):
        return f"{version('numba')} {sys.implementation.cache_tag}"
    return ""


def version_of(texts: Iterable[bytes]) -> str:
    """A name for some texts in their order: the hash of their hashes, in hexadecimal."""
    return hashlib.sha256(b"".join(hashlib.sha256(text).digest() for text in texts)).hexdigest()


def _sources(group: CacheGroup) -> Iterator[Path]:
    yield from sorted((_ROOT / "kernels").glob("*.py"))
    for place in group.sources:
        path = _ROOT / place
        yield from sorted(path.rglob("*.py")) if path.is_dir() else (path,)


def cache_folder(group: CacheGroup) -> Path:
    """The folder of a group's version, where `NUMBA_CACHE_DIR` says or in the user's cache folder."""
    return base() / f"{group.name}-{source_hash(group)}"


def base() -> Path:
    """Where all versions of all groups lie; below a file, where nothing can be stored, for a user without a home folder."""
    own = os.environ.get("NUMBA_CACHE_DIR")
    if own:
        return Path(own) / "paiju"
    user = os.environ.get("XDG_CACHE_HOME")
    if user and Path(user).is_absolute():
        return Path(user) / "paiju"
    try:
        return Path.home() / ".cache" / "paiju"
    except RuntimeError:
        return Path(os.devnull) / "paiju"


def can_store() -> bool:
    """Whether anything that is compiled can be stored where `cache_folder` says."""
    place = base()
    while not place.exists() and place != place.parent:
        place = place.parent
    return place.is_dir() and os.access(place, os.W_OK | os.X_OK)


def is_ready(wanted: Iterable[CacheGroup] | None = None) -> bool:
    """Whether these versions of some groups, by default of all kernels, have been compiled here before."""
    return all((cache_folder(group) / _NOTE).is_file() for group in wanted or groups())


def mark_ready(wanted: Iterable[CacheGroup] | None = None) -> None:
    """Note that some groups (all kernels) are compiled, and drop versions that nobody needed for two weeks.

    Where nothing can be written nothing is noted.
    """
    try:
        for group in wanted or groups():
            folder = cache_folder(group)
            folder.mkdir(parents=True, exist_ok=True)
            (folder / _NOTE).touch()
            for old in base().glob(f"{group.name}-*"):
                if old != folder and time.time() - old.stat().st_mtime > _EXPIRES_S:
                    shutil.rmtree(old, ignore_errors=True)
    except OSError:
        return
