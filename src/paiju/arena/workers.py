"""Work shared out over processes, its results in order."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Generator, Sequence
from typing import TypeVar

from paiju.core.errors import UsageError

Task = TypeVar("Task")
Result = TypeVar("Result")


def _leave_signals() -> None:
    """Ctrl-C is answered once, by the process that shared the work out."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def spread(work: Callable[[Task], Result], tasks: Sequence[Task], jobs: int) -> Generator[Result, None, None]:
    """`work` of each task, in the order of `tasks`; with one job in this process.

    Raises:
        UsageError: usage.jobs, if `jobs` is below 1.
    """
    if jobs < 1:
        raise UsageError("usage.jobs", f"{jobs} jobs cannot work", {"value": jobs})
    if jobs == 1 or len(tasks) <= 1:
        yield from map(work, tasks)
        return
    with multiprocessing.get_context("spawn").Pool(min(jobs, len(tasks)), _leave_signals) as pool:
        yield from pool.imap(work, tasks)
