"""The server process: the signals that end it, and when it collects garbage."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import signal
from collections.abc import Iterator

YOUNG_OBJECTS, YOUNG_TIMES, OLD_TIMES = 500, 3, 2000
"""A full collection stops all tables of a big server, so it is rare; one of the young objects takes a millisecond.

The number counts how many objects there are more than at the last look. As others go meanwhile, many more are young by then, so it is small.
"""


@contextlib.contextmanager
def signals(stop: asyncio.Event) -> Iterator[None]:
    """The first signal asks for an orderly end, the second ends at once: whatever was sent is stored already."""
    loop = asyncio.get_running_loop()

    def requested() -> None:
        if stop.is_set():
            os._exit(1)
        stop.set()

    names = [signal.SIGINT, signal.SIGTERM]
    before = {name: signal.getsignal(name) for name in names}
    for name in names:
        try:
            loop.add_signal_handler(name, requested)
        except NotImplementedError:  # pragma: no cover - Windows
            signal.signal(name, lambda *_: loop.call_soon_threadsafe(requested))
    try:
        yield
    finally:
        for name in names:
            with contextlib.suppress(NotImplementedError):
                loop.remove_signal_handler(name)
            signal.signal(name, before[name])


@contextlib.contextmanager
def collecting() -> Iterator[None]:
    """Collect cyclic garbage rarely among old objects, and never among those that exist at the start."""
    before = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG_OBJECTS, YOUNG_TIMES, OLD_TIMES)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
