"""Matrices of a network are multiplied by one thread.

They are small enough that a second thread hardly helps, and several bots think at a time, in processes of their own: threads that wait
for one another while others have the processors made a decision of `master` take nine times as long.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from functools import cache

from threadpoolctl import ThreadpoolController


def one_thread() -> AbstractContextManager[object]:
    """NumPy uses one thread as long as this is entered, which costs 30 µs; others get as many as they had."""
    limited: AbstractContextManager[object] = _found().limit(limits=1, user_api="blas")
    return limited


@cache
def _found() -> ThreadpoolController:
    """What multiplies in this process; looking for it takes milliseconds."""
    return ThreadpoolController()
