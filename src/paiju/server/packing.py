"""Many records as one file, made while it is sent: no more than one record is in memory at a time."""

from __future__ import annotations

import zipfile
from collections.abc import AsyncIterator, Iterable

from starlette.concurrency import run_in_threadpool

from paiju.server.store import Store
from paiju.server.store.kept import RecordLine


class _Outlet:
    """Takes what a writer writes, to be given on; it cannot go back."""

    def __init__(self) -> None:
        self._waiting = bytearray()

    def flush(self) -> None:
        """Nothing is held back."""

    def close(self) -> None:
        """There is nothing to close."""

    def write(self, data: bytes, /) -> int:
        """Take some bytes."""
        self._waiting += data
        return len(data)

    def taken(self) -> bytes:
        """What was written since the last time."""
        taken = bytes(self._waiting)
        self._waiting.clear()
        return taken


async def archive(store: Store, lines: Iterable[RecordLine]) -> AsyncIterator[bytes]:
    """A zip of the records of a list, in pieces; one that was given up meanwhile is left out."""
    outlet = _Outlet()
    with zipfile.ZipFile(outlet, "w", zipfile.ZIP_DEFLATED) as packed:
        for line in lines:
            if (record := await store.record(line.record)) is not None:
                name = f"paiju-{record.game}-{record.record[:8]}.json"
                await run_in_threadpool(packed.writestr, name, record.document)
                yield outlet.taken()
    yield outlet.taken()
