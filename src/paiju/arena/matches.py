"""Pairs played one after another, until there are enough of them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from typing import TypeVar

from paiju.arena.stopping import Sequence
from paiju.arena.workers import spread
from paiju.core.errors import UsageError

Unit = TypeVar("Unit")

Progress = Callable[[int], None]
"""Is told how many pairs have been played."""


def played(
    work: Callable[[int], Unit],
    pairs: int,
    margin: Callable[[Unit], float],
    *,
    until: float | None,
    jobs: int,
    progress: Progress | None,
) -> list[Unit]:
    """The pairs of a match, `work` of each index in order: `pairs` of them, or fewer if `until` is met before.

    `until` is the width that `stopping.Sequence.decided` takes; `margin` is what it looks at. The same pairs count
    for any number of `jobs`: what others have played beyond the end is thrown away.

    Raises:
        UsageError: usage.pairs or usage.jobs.
    """
    if pairs < 1:
        raise UsageError("usage.pairs", f"{pairs} pairs cannot be played", {"value": pairs})
    done: list[Unit] = []
    seen = Sequence()
    with closing(spread(work, range(pairs), jobs)) as units:
        for unit in units:
            done.append(unit)
            seen.add(margin(unit))
            if progress:
                progress(len(done))
            if until is not None and seen.decided(until):
                break
    return done
