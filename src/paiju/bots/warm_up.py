"""The compilation of the bots, for `paiju warmup` and for servers before their bots search."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from functools import lru_cache, partial
from importlib import import_module
from multiprocessing.connection import Connection

from paiju.bots.base import make_bot, pack_of
from paiju.core.files import loading
from paiju.games.registry import available, load
from paiju.kernels import cache, warm_up
from paiju.kernels.warm_up import Report, Step, require, warm

_BEGINNING = 40
"""Decisions from the deal into play."""


def steps() -> tuple[Step, ...]:
    """A label, and a call that makes numba compile it.

    Raises:
        UsageError: usage.kernels, where numba is not installed.
    """
    require()
    return tuple(step for name in _modules() for step in import_module(name).STEPS)


def groups(more: Sequence[str] = ()) -> tuple[cache.CacheGroup, ...]:
    """The groups of what the bots, and `more` modules with `STEPS`, compile."""
    names = (*_modules(), *more)
    return tuple(cache.group_of(import_module(name.rpartition(".")[0]).__name__) for name in names)


def _modules() -> list[str]:
    return [name for game in available() for name in pack_of(game).compiled]


def warm_all(report: Report) -> None:
    """Compile kernels and bots, or load what is compiled; `report` hears label, steps done and steps in all.

    Raises:
        UsageError: usage.kernels, where numba is not installed.
    """
    with loading() if is_ready() else nullcontext():  # compiling leaves much garbage
        warm(report, steps())
    cache.mark_ready(groups())


def compile_all(report: Report, more: Sequence[str] = ()) -> None:
    """Compile kernels, bots and what `more` modules name for those who load them later; `report` hears label, parts done and parts in all.

    Each part is compiled in a process of its own, one after the other: what a compiler has taken of memory it does not give back. Where a process cannot
    leave anything behind, because no cache can be written, there is nothing to do for others, and all is compiled here.

    Raises:
        UsageError: usage.kernels, where numba is not installed.
    """
    require()
    if is_ready(more):
        report("ready", 1, 1)
        return
    parts = (*warm_up.modules(), *_modules(), *more)
    for done, name in enumerate(parts):
        if not cache.can_store() or not _compiled_apart(name, partial(_report, report, done, len(parts))):
            warm_all(report)
            return
    report("ready", len(parts), len(parts))
    cache.mark_ready()
    cache.mark_ready(groups(more))


def _report(report: Report, done: int, of: int, label: str) -> None:
    report(label, done, of)


def _compiled_apart(name: str, tell: Callable[[str], None]) -> bool:
    """Have another process compile a part; whether it did."""
    spawn = multiprocessing.get_context("spawn")
    here, there = spawn.Pipe(duplex=False)
    child = spawn.Process(target=_compile_part, args=(name, there), daemon=True)
    child.start()
    there.close()
    try:
        while True:
            tell(here.recv())
    except EOFError:
        child.join()
    finally:
        child.kill()
    return child.exitcode == 0


def _compile_part(name: str, out: Connection) -> None:
    threading.Thread(target=_end_with_parent, daemon=True).start()
    for label, compile_it in import_module(name).STEPS:
        out.send(label)
        compile_it()


def _end_with_parent() -> None:
    """Compile for nobody no longer: a server that stops kills its compiler, which cannot end its own processes then."""
    if (parent := multiprocessing.parent_process()) is not None:
        parent.join()
        os._exit(1)


@lru_cache(1)
def load_quick() -> None:
    """Have the heuristic of each game answer the beginning of a deal, so that no table waits for what that loads; nothing is compiled."""
    for name in available():
        game, bot = load(name), make_bot("heuristic", 0)
        state = game.deal(game.options({}), bytes(32))
        for _ in range(_BEGINNING):
            if actors := game.actors(state):
                view, actions = game.view(state, actors[0]), game.legal_actions(state, actors[0])
                state, _ = game.apply(state, actors[0], bot.choose(view, actions))


def is_quick() -> bool:
    """Whether `load_quick` has run in this process."""
    return load_quick.cache_info().currsize > 0


def is_ready(more: Sequence[str] = ()) -> bool:
    """Whether these versions of kernels, bots and `more` have been compiled here before."""
    return cache.is_ready((*cache.groups(), *groups(more)))
