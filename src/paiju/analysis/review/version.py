"""A name for everything that a review comes from, so that an old one is known from what would be found today."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

import paiju
from paiju.analysis.review.model import STANDARD, Depth
from paiju.kernels.folder import version_of

_ROOT = Path(paiju.__file__).parent
_FOLDERS = ("analysis", "bots", "kernels")
_SUFFIXES = (".py", ".json", ".safetensors")
_LENGTH = 16


@cache
def version(game: str, depth: Depth = STANDARD) -> str:
    """The hash of the law's number, the depth, and the sources and weights of reviews, bots and kernels."""
    law = f"{game} {paiju.load(game).law} {depth}"
    return hashlib.sha256(f"{law} {sources()}".encode()).hexdigest()[:_LENGTH]


@cache
def sources() -> str:
    """The hash of the sources and weights alone: they are read once, which takes a while."""
    files = sorted(
        path for folder in _FOLDERS for path in (_ROOT / folder).rglob("*") if path.suffix in _SUFFIXES
    )
    return version_of(
        path.relative_to(_ROOT).as_posix().encode() + b"\0" + path.read_bytes() for path in files
    )
