"""Replays that are ready to be sent: each is computed once, one after the other, and the last ones are kept.

Computing one takes a core for a good part of a second, and whoever has a record's link may ask.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable

from starlette.concurrency import run_in_threadpool

from paiju.server.assets import Asset, make_asset
from paiju.server.limits import limited
from paiju.server.picturing import pictured
from paiju.server.protocol import encode
from paiju.server.replaying import replay_json, view_at
from paiju.server.store.kept import KeptRecord

MOST_BYTES = 32 << 20
MOST_WAITING = 16

Wanted = tuple[str, int, int | None, str, bool, int | None]
"""The document, the number of the deal, the viewer or None, the language, whether players have names; for a picture the step."""


class Replays:
    """See the module."""

    def __init__(self) -> None:
        self._kept: OrderedDict[int, Asset] = OrderedDict()
        self._bytes = 0
        self._under_way: dict[int, asyncio.Task[Asset]] = {}
        self._one = asyncio.Semaphore(1)

    async def get(
        self, record: KeptRecord, deal: int, viewer: int | None, lang: str, allow: Callable[[], None],
        *, named: bool = True, step: int | None = None,
    ) -> Asset:  # fmt: skip
        """The steps of a deal, or the position at one `step` as a picture; `allow` is asked, and may raise, before anything is computed.

        Raises:
            ServerError: page.none; rate.limited, if too many wait.
            RecordError: if the record cannot be replayed.
        """
        wanted: Wanted = (record.document, deal, viewer, lang, named, step)
        key = hash(wanted)
        if (asset := self._kept.get(key)) is not None:
            self._kept.move_to_end(key)
            return asset
        if key not in self._under_way:
            if len(self._under_way) >= MOST_WAITING:
                raise limited(5)
            allow()
            task = self._under_way[key] = asyncio.create_task(self._compute(key, wanted))
            task.add_done_callback(lambda done: self._ended(key, done))
        return await asyncio.shield(self._under_way[key])  # who goes away does not stop it for the others

    async def _compute(self, key: int, wanted: Wanted) -> Asset:
        async with self._one:
            asset = await run_in_threadpool(_replayed, wanted)
        self._kept[key] = asset
        self._bytes += _size(asset)
        while self._bytes > MOST_BYTES:
            self._bytes -= _size(self._kept.popitem(last=False)[1])
        return asset

    def _ended(self, key: int, task: asyncio.Task[Asset]) -> None:
        del self._under_way[key]
        if not task.cancelled():
            task.exception()  # whoever waited has got it; perhaps nobody did


def _replayed(wanted: Wanted) -> Asset:
    """The answer, packed, since it may be megabytes; this runs beside the event loop."""
    document, deal, viewer, lang, named, step = wanted
    if step is not None:
        return pictured(*view_at(document, deal, viewer, step), lang)
    return make_asset(encode(replay_json(document, deal, viewer, lang, named=named)).encode(), ".json")


def _size(asset: Asset) -> int:
    return len(asset.body) + len(asset.packed or b"")
