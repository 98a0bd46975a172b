"""`paiju warmup`: compile the fast kernels now, so that nothing waits for them later."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import typer

from paiju.bots import warm_up as bots
from paiju.cli.common import console, echo
from paiju.core.errors import UsageError
from paiju.kernels import cache, warm_up


def register(app: typer.Typer) -> None:
    """Add the command to `app`."""
    app.command("warmup")(warmup)


def warmup() -> None:
    """Compile the fast kernels and the bots that play in them.

    Later runs find them on disk.
    """
    warm_up.require()
    _compile(bots.compile_all, lines=True)
    kept = (*cache.families(), *bots.families())
    echo("compiled: " + " ".join(str(cache.cache_folder(family)) for family in kept))


def before_use() -> None:
    """Compile on first use, with a progress line; without numba there is nothing to do."""
    if not cache.is_ready():
        with suppress(UsageError):
            _compile(warm_up.warm)


def before_search() -> None:
    """Compile the bots that search, unless they are on disk already.

    Raises:
        UsageError: usage.kernels, where numba is not installed.
    """
    warm_up.require()
    if not bots.is_ready():
        _compile(bots.compile_all)


def _compile(warm: Callable[[warm_up.Report], None], *, lines: bool = False) -> None:
    """Compile, with a word on how far it is; `lines` are for a log, where there is no terminal to draw on."""
    status = console(stderr=True)
    if lines and not status.is_terminal:
        warm(lambda label, done, total: echo(f"compiling, {done} of {total}: {label}", err=True))
        return
    with status.status("compiling …") as spinner:
        warm(lambda label, done, total: spinner.update(f"compiling, {done} of {total}: {label} …"))
