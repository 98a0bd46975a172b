"""Threads for bots that take their time. Their playouts hold no lock, so that tables and sockets go on beside them."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

logger = logging.getLogger(__name__)

QUEUE_PER_THREAD = 8


class Thinkers:
    """A pool; what does not fit into its queue is left to the table's quick bot."""

    def __init__(self, threads: int | None = None) -> None:
        """One thread for each core but one, which is for the tables."""
        self._threads = threads or max(1, (os.cpu_count() or 1) - 1)
        self._pool = ThreadPoolExecutor(self._threads, thread_name_prefix="bot")
        self._waiting = 0

    def ask(self, think: Callable[[], Any], answer: Callable[[Any], None]) -> bool:
        """Have a thread think; `answer` is called there with what was found. False where too many wait already.

        A bot that fails answers nothing: its table goes on with the quick one.
        """
        if self._waiting >= self._threads * QUEUE_PER_THREAD:
            return False
        self._waiting += 1
        future = self._pool.submit(think)
        future.add_done_callback(lambda done: self._done(done, answer))
        return True

    def _done(self, future: Future[Any], answer: Callable[[Any], None]) -> None:
        self._waiting -= 1
        if future.cancelled():
            return
        if error := future.exception():
            logger.error("bot failed", exc_info=error)
            return
        answer(future.result())

    def stop(self) -> None:
        """Think no more; what is under way ends by itself."""
        self._pool.shutdown(wait=False, cancel_futures=True)
