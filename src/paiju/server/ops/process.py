"""The server process: the signals that end it, and when it collects garbage."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import signal
from collections.abc import Iterator


@contextlib.contextmanager
def signals(stop: asyncio.Event) -> Iterator[None]:
    """The first signal asks for an orderly end, the second ends at once: whatever was told is kept already."""
    loop = asyncio.get_running_loop()

    def asked() -> None:
        if stop.is_set():
            os._exit(1)
        stop.set()

    names = [signal.SIGINT, signal.SIGTERM]
    before = {name: signal.getsignal(name) for name in names}
    for name in names:
        try:
            loop.add_signal_handler(name, asked)
        except NotImplementedError:  # pragma: no cover - Windows
            signal.signal(name, lambda *_: loop.call_soon_threadsafe(asked))
    try:
        yield
    finally:
        for name in names:
            with contextlib.suppress(NotImplementedError):
                loop.remove_signal_handler(name)
            signal.signal(name, before[name])


# --- when the collector of cyclic garbage looks at what: a look at everything would stop all tables of a big server

SECONDS = 0.2
_COUNT_EVERY = 300
_FEW_OBJECTS = 200_000


async def collect() -> None:
    """Collect until cancelled, and leave the collector as it was."""
    try:
        while True:
            most = 2 * look_at_all() + _FEW_OBJECTS
            while gc.get_freeze_count() <= most:
                for _ in range(_COUNT_EVERY):
                    await asyncio.sleep(SECONDS)
                    look_at_young()
    finally:
        gc.unfreeze()


def look_at_young() -> None:
    """Collect what has come since the last look, and set the rest aside."""
    gc.collect()
    gc.freeze()


def look_at_all() -> int:
    """Collect everything; returns how many objects are left."""
    gc.unfreeze()
    look_at_young()
    return gc.get_freeze_count()
