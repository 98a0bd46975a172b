"""A process in which garbage becomes old, and is looked at again when there is much of it."""

from __future__ import annotations

import asyncio
import gc
import weakref

from paiju.server.ops import process


class Knot:
    """An object that only the collector can free."""

    def __init__(self) -> None:
        self.own = self


async def grow() -> None:
    """Drop something old, and make twice as much as there was before.

    Raises:
        AssertionError: it was freed too early or never, or something stays set aside.
    """
    process.SECONDS = process._FEW_OBJECTS = 0
    gc.disable()
    collector = asyncio.create_task(process.collect())
    await asyncio.sleep(0)
    young, before = Knot(), gc.get_freeze_count()
    watched = weakref.ref(young)
    await _looks(3)
    del young  # it has been set aside
    await _looks(200)
    assert watched() is not None
    heap = [[] for _ in range(2 * before)]  # type: ignore[var-annotated]  # they stay empty
    await _looks(200)
    assert watched() is None
    assert gc.get_freeze_count() > len(heap)
    collector.cancel()
    await asyncio.wait([collector])
    assert gc.get_freeze_count() == 0


async def _looks(count: int) -> None:
    for _ in range(count):
        await asyncio.sleep(0)
