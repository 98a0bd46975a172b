"""Signals that ask a process to end."""

from __future__ import annotations

import asyncio
import contextlib
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
