"""What is made of records, ready to be sent: each is computed once, one after the other, and the last ones are kept.

Computing takes a core for up to some seconds, and anyone who has a record's link may ask. What was computed is found again by
the record's text, so that a record that has grown is a new one.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import TypeVar, cast

from starlette.concurrency import run_in_threadpool

from paiju.server.assets import Asset, make_asset
from paiju.server.limits import limited
from paiju.server.picturing import pictured
from paiju.server.protocol import encode
from paiju.server.replaying import Outline, outline_of, replay_json, view_at
from paiju.server.store.kept import KeptRecord

MOST_BYTES = 32 << 20
MOST_WAITING = 16
_BYTES_OF_A_DEAL = 200
"""What an outline takes in memory, about."""

Made = TypeVar("Made", Asset, Outline)
Wanted = tuple[str, int, int | None, str, bool, int | None]
"""The document, the number of the deal, the viewer or None, the language, whether players have names; for a picture the step."""


class Replays:
    """See the module."""

    def __init__(self) -> None:
        self._kept: OrderedDict[int, Asset | Outline] = OrderedDict()
        self._bytes = 0
        self._under_way: dict[int, asyncio.Task[Asset | Outline]] = {}
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
        return await self._find(hash(wanted), lambda: _replayed(wanted), allow)

    async def outline(self, record: KeptRecord, allow: Callable[[], None]) -> Outline:
        """What a link to the record says of it; `allow` as in `get`.

        Raises:
            ServerError: rate.limited, if too many wait.
        """
        key = hash(("outline", record.document))
        return await self._find(key, lambda: outline_of(record.document), allow)

    async def document(self, record: KeptRecord) -> Asset:
        """The record itself, packed.

        Raises:
            ServerError: rate.limited, if too many wait.
        """
        key = hash(("document", record.document))
        return await self._find(key, lambda: make_asset(record.document.encode(), ".json"), lambda: None)

    async def _find(self, key: int, make: Callable[[], Made], allow: Callable[[], None]) -> Made:
        """What is kept under a key, or what `make` finds beside the event loop."""
        if (kept := self._kept.get(key)) is not None:
            self._kept.move_to_end(key)
            return cast("Made", kept)
        if key not in self._under_way:
            if len(self._under_way) >= MOST_WAITING:
                raise limited(5)
            allow()
            task = self._under_way[key] = asyncio.create_task(self._compute(key, make))
            task.add_done_callback(lambda done: self._ended(key, done))
        found = await asyncio.shield(self._under_way[key])  # who goes away does not stop it for the others
        return cast("Made", found)

    async def _compute(self, key: int, make: Callable[[], Asset | Outline]) -> Asset | Outline:
        async with self._one:
            made = await run_in_threadpool(make)
        self._kept[key] = made
        self._bytes += _size(made)
        while self._bytes > MOST_BYTES:
            self._bytes -= _size(self._kept.popitem(last=False)[1])
        return made

    def _ended(self, key: int, task: asyncio.Task[Asset | Outline]) -> None:
        del self._under_way[key]
        if not task.cancelled():
            task.exception()  # whoever waited has got it; perhaps nobody did


def _replayed(wanted: Wanted) -> Asset:
    """The answer, packed, since it may be megabytes; this runs beside the event loop."""
    document, deal, viewer, lang, named, step = wanted
    if step is not None:
        return pictured(*view_at(document, deal, viewer, step), lang)
    return make_asset(encode(replay_json(document, deal, viewer, lang, named=named)).encode(), ".json")


def _size(made: Asset | Outline) -> int:
    if isinstance(made, Asset):
        return len(made.body) + len(made.packed or b"")
    return _BYTES_OF_A_DEAL * (1 + len(made.returns))
