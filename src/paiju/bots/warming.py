"""What there is to compile of the bots: `paiju warmup`, and a server before its bots search."""

from __future__ import annotations

from contextlib import nullcontext
from importlib import import_module

from paiju.bots.base import pack_of
from paiju.core.loading import loading
from paiju.games.registry import available
from paiju.kernels import folder
from paiju.kernels.warming import Report, Step, require, warm


def steps() -> tuple[Step, ...]:
    """A label, and a call that makes numba compile it.

    Raises:
        UsageError: usage.kernels, where numba is not installed.
    """
    require()
    return tuple(step for name in _modules() for step in import_module(name).STEPS)


def families() -> tuple[folder.Family, ...]:
    """The families of what the bots compile."""
    return tuple(folder.family_of(import_module(name.rpartition(".")[0]).__name__) for name in _modules())


def _modules() -> list[str]:
    return [name for game in available() for name in pack_of(game).compiled]


def warm_all(report: Report) -> None:
    """Compile kernels and bots, or load what is compiled; `report` hears label, steps done and steps in all.

    Raises:
        UsageError: usage.kernels, where numba is not installed.
    """
    with loading() if is_ready() else nullcontext():  # compiling leaves much garbage
        warm(report, steps())
    folder.mark_ready(families())


def is_ready() -> bool:
    """Whether these versions of kernels and bots have been compiled here before."""
    return folder.is_ready((*folder.families(), *families()))
