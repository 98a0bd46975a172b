"""Where compiled kernels are kept: for each game one folder per version of its sources.

numba notices an edit in the module of a function, but not in the modules whose functions it calls or whose tables
it froze. So a folder's name holds a hash of everything that the compiled code may have come from.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import time
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import paiju

_ROOT = Path(paiju.__file__).parent
_KERNELS = _ROOT / "kernels"
_HASH_LENGTH = 16
_SHARED = "shared"
_OTHERS = "others"
_BOTS = "-bots"
_BOTS_MODULE = "paiju.bots.compiled."
# The bots that the compiled ones are twins of: their numbers and tables are frozen into the code.
_TWINS = {"baohuang": "heuristic", "paohuzi": "paohuzi"}
# The network of Bao Huang asks the compiled bots, and its self-play asks the network.
_NET = "baohuang-net"
_NET_PARTS = ("features", "guards", "lockstep")
_NET_MODULES = (*(f"paiju.bots.net.{part}." for part in _NET_PARTS), "paiju.train.lockstep")
_KEPT_S = 14 * 86400
_NOTE = "compiled"


def family_of(module: str) -> str:
    """The game whose kernel a module belongs to, `shared` for what all use; bots have families of their own.

    `GAME-bots` are its compiled bots, `GAME-net` what builds on them for a network. Code outside this package is of
    the family `others`, which may call all of it.
    """
    if module.partition(".")[0] != paiju.__name__:
        return _OTHERS
    if module.startswith(_NET_MODULES):
        return _NET
    if module.startswith(_BOTS_MODULE):
        return module.removeprefix(_BOTS_MODULE).partition(".")[0] + _BOTS
    name = module.removeprefix("paiju.kernels.").partition(".")[0]
    return name if (_KERNELS / name).is_dir() else _SHARED


def families() -> tuple[str, ...]:
    """The games that have a kernel here."""
    return tuple(sorted(path.parent.name for path in _KERNELS.glob("*/__init__.py")))


def bot_families() -> tuple[str, ...]:
    """The families of the compiled bots."""
    return (*(game + _BOTS for game in families()), _NET)


@cache
def source_hash(family: str) -> str:
    """A name for this version of the sources that a family's compiled code can come from."""
    digest = hashlib.sha256()
    for path in _sources(family):
        digest.update(path.relative_to(_ROOT).as_posix().encode() + b"\0")
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:_HASH_LENGTH]


def _sources(family: str) -> Iterator[Path]:
    if family == _OTHERS:
        yield from sorted(_ROOT.rglob("*.py"))
        return
    yield from sorted(_KERNELS.glob("*.py"))
    if family == _SHARED:
        return
    game = family.partition("-")[0]
    yield from sorted((_KERNELS / game).rglob("*.py"))
    yield from sorted((_ROOT / "games" / game).rglob("*.py"))
    if family != game:
        yield from sorted((_ROOT / "bots" / "compiled" / game).rglob("*.py"))
        yield from sorted((_ROOT / "bots" / _TWINS[game]).glob("*.py"))
    if family == _NET:
        for part in _NET_PARTS:
            yield from sorted((_ROOT / "bots" / "net" / part).rglob("*.py"))
        yield _ROOT / "train" / "lockstep.py"


def cache_folder(family: str) -> Path:
    """The folder of a family's version, where `NUMBA_CACHE_DIR` says or in the user's cache folder."""
    return _base() / f"{family}-{source_hash(family)}"


def _base() -> Path:
    own = os.environ.get("NUMBA_CACHE_DIR")
    if own:
        return Path(own) / "paiju"
    user = os.environ.get("XDG_CACHE_HOME")
    return (Path(user) if user and Path(user).is_absolute() else Path.home() / ".cache") / "paiju"


def is_ready(kept: Iterable[str] | None = None) -> bool:
    """Whether these versions of some families, by default of all kernels, have been compiled here before."""
    return all((cache_folder(family) / _NOTE).is_file() for family in kept or families())


def mark_ready(kept: Iterable[str] | None = None) -> None:
    """Note that some families (all kernels) are compiled, and drop versions that nobody needed for two weeks.

    Where nothing can be written nothing is noted.
    """
    try:
        for family in kept or families():
            folder = cache_folder(family)
            folder.mkdir(parents=True, exist_ok=True)
            (folder / _NOTE).touch()
            for old in _base().glob(f"{family}-*"):
                if old != folder and time.time() - old.stat().st_mtime > _KEPT_S:
                    shutil.rmtree(old, ignore_errors=True)
    except OSError:
        return
