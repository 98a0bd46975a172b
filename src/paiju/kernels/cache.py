"""Where compiled code is kept: for each family of it one folder per version of its sources.

numba notices an edit in the module of a function, but not in the modules whose functions it calls or whose tables
it froze. So a folder's name holds a hash of everything that the compiled code may have come from. A package says by a
`FAMILY` what that is for its own functions.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import time
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

_ROOT = Path(__file__).parents[1]
_HASH_LENGTH = 16
_KEPT_S = 14 * 86400
_NOTE = "compiled"


class Family(NamedTuple):
    """Compiled code that is kept together.

    `sources` are the files and folders of the package that it can come from, beside the modules that all kernels
    share; "" is the whole package.
    """

    name: str
    sources: tuple[str, ...] = ()


_OTHERS = Family("others", ("",))
"""Code outside this package: nobody knows which part of it that calls."""


def family_of(module: str) -> Family:
    """The family of a module that is loaded: the `FAMILY` in it, or in the next package above that has one."""
    while module:
        found = getattr(sys.modules.get(module), "FAMILY", None)
        if isinstance(found, Family):
            return found
        module = module.rpartition(".")[0]
    return _OTHERS


def games() -> tuple[str, ...]:
    """The games that have a kernel here."""
    return tuple(sorted(path.parent.name for path in (_ROOT / "kernels").glob("*/__init__.py")))


def families() -> tuple[Family, ...]:
    """The families of the kernels of all games."""
    return tuple(family_of(import_module(f"paiju.kernels.{game}").__name__) for game in games())


@cache
def source_hash(family: Family) -> str:
    """A name for this version of the sources that a family's compiled code can come from."""
    files = _sources(family)
    return version_of(
        path.relative_to(_ROOT).as_posix().encode() + b"\0" + path.read_bytes() for path in files
    )[:_HASH_LENGTH]


def version_of(texts: Iterable[bytes]) -> str:
    """A name for some texts in their order: the hash of their hashes, in hexadecimal."""
    return hashlib.sha256(b"".join(hashlib.sha256(text).digest() for text in texts)).hexdigest()


def _sources(family: Family) -> Iterator[Path]:
    yield from sorted((_ROOT / "kernels").glob("*.py"))
    for place in family.sources:
        path = _ROOT / place
        yield from sorted(path.rglob("*.py")) if path.is_dir() else (path,)


def cache_folder(family: Family) -> Path:
    """The folder of a family's version, where `NUMBA_CACHE_DIR` says or in the user's cache folder."""
    return base() / f"{family.name}-{source_hash(family)}"


def base() -> Path:
    """Where all versions of all families lie; below a file, where nothing can be kept, for a user without a home folder."""
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


def can_keep() -> bool:
    """Whether anything that is compiled can be kept where `cache_folder` says."""
    place = base()
    while not place.exists() and place != place.parent:
        place = place.parent
    return place.is_dir() and os.access(place, os.W_OK | os.X_OK)


def is_ready(kept: Iterable[Family] | None = None) -> bool:
    """Whether these versions of some families, by default of all kernels, have been compiled here before."""
    return all((cache_folder(family) / _NOTE).is_file() for family in kept or families())


def mark_ready(kept: Iterable[Family] | None = None) -> None:
    """Note that some families (all kernels) are compiled, and drop versions that nobody needed for two weeks.

    Where nothing can be written nothing is noted.
    """
    try:
        for family in kept or families():
            folder = cache_folder(family)
            folder.mkdir(parents=True, exist_ok=True)
            (folder / _NOTE).touch()
            for old in base().glob(f"{family.name}-*"):
                if old != folder and time.time() - old.stat().st_mtime > _KEPT_S:
                    shutil.rmtree(old, ignore_errors=True)
    except OSError:
        return
