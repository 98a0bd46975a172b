"""Bots that search are compiled once on a machine, in a process of their own, while the tables go on."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
from collections.abc import Awaitable, Callable, Sequence

from paiju.bots import warming
from paiju.kernels import missing

logger = logging.getLogger(__name__)

COMMAND = (sys.executable, "-m", "paiju", "warmup")
_NICE = 10
_FAILED = "compiling the bots failed, they play without searching"


class Compiling:
    """Whether bots may search yet.

    The first question to one of them begins it, so that a server without such bots never compiles. Until it is done, and
    where it fails, the heuristic answers for them. `load` has those who think load what has been compiled.
    """

    def __init__(
        self, load: Callable[[], Awaitable[None]], command: Sequence[str] = COMMAND, *,
        look: Callable[[], Awaitable[bool]] | None = None,
    ) -> None:  # fmt: skip
        """`look` finds whether all is compiled; without it a thread of this process does, which loads numba for that."""
        self._load, self._command, self._look = load, command, look or _look
        self._task: asyncio.Task[None] | None = None
        self.ready = bool(missing())  # the bots themselves do without

    @property
    def failed(self) -> bool:
        """Whether there will be no machine code."""
        return self._task is not None and self._task.done() and not self.ready

    async def settled(self, seconds: float) -> None:
        """Wait for what is under way, so long at most."""
        if self._task is not None:
            await asyncio.wait({self._task}, timeout=seconds)

    def begin(self) -> None:
        """Compile what is not compiled yet, then load it; in the background, once."""
        if not self.ready and self._task is None:
            self._task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        try:
            if await self._look() or await self._compile():
                await self._load()
                self.ready = True
        except Exception:  # whatever a compiler or a full disk may raise: tables play on
            logger.exception(_FAILED)

    async def _compile(self) -> bool:
        logger.info("compiling the bots that search")
        child = await asyncio.create_subprocess_exec(
            *self._command, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
        )  # fmt: skip
        with contextlib.suppress(OSError, AttributeError):  # gone already; no such thing on this system
            os.setpriority(os.PRIO_PROCESS, child.pid, _NICE)
        try:
            code = await child.wait()
        finally:
            with contextlib.suppress(ProcessLookupError):
                child.kill()
        if code:
            logger.error(_FAILED, extra={"exit_code": code})
        return not code

    async def stop(self) -> None:
        """Compile no more; what is on disk already stays."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task


async def _look() -> bool:
    return await asyncio.to_thread(warming.is_ready)
