"""When the collector of cyclic garbage looks at what: a look at everything would stop all tables of a big server.

What a table does leaves no cycles behind. So whatever is a moment old is set aside, and the collector looks only at
what is younger, often, since each look takes as long as there is something new; everything is looked at again when twice as much has been set aside as was left the last time, which
bounds what closed sockets and forgotten tables can leave.
"""

from __future__ import annotations

import asyncio
import gc

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
