"""Compiling everything once, with a word on how far it is: `paiju warmup`, and the first use of a kernel."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module

from paiju.core.errors import UsageError
from paiju.kernels import cache, missing

Step = tuple[str, Callable[[], object]]
Report = Callable[[str, int, int], None]


def steps() -> tuple[Step, ...]:
    """The steps of the compilation: a label, and a call that makes numba compile it.

    Raises:
        UsageError: usage.kernels, where numba is not installed.
    """
    require()
    return tuple(step for name in modules() for step in import_module(name).STEPS)


def modules() -> list[str]:
    """The modules whose `STEPS` compile the kernels."""
    return [f"paiju.kernels.{game}.playouts" for game in cache.games()]


def warm(report: Report, more: Sequence[Step] = ()) -> None:
    """Compile all that is not compiled yet, and `more`; `report` hears label, steps done and steps in all.

    Raises:
        UsageError: usage.kernels, where numba is not installed.
    """
    todo = (*steps(), *more)
    for done, (label, compile_it) in enumerate(todo):
        report(label, done, len(todo))
        compile_it()
    report("ready", len(todo), len(todo))
    cache.mark_ready()


def require() -> None:
    """Refuse to go on without numba.

    Raises:
        UsageError: usage.kernels.
    """
    names = missing()
    if names:
        text = " and ".join(names)
        raise UsageError(
            "usage.kernels",
            f"the kernels need {text}: pip install 'paiju[fast]'",
            {"text": text, "known": "pip install 'paiju[fast]'"},
        )
