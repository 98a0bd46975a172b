"""What the tables do when the database is lost, and when it is ours again."""

from __future__ import annotations

import asyncio

from paiju.server.hub import Hub
from paiju.server.logs import log, log_error
from paiju.server.store import Store, StoreError

RETRY_SECONDS = 0.5


async def hold(store: Store, hub: Hub) -> None:
    """Play while the database is ours; without it no table is awake, and it is asked for over and over. For ever.

    Another server may have taken it and written since, so nothing that was in memory counts afterwards.
    """
    while True:
        reason = await store.lost()
        hub.close(reason)
        log_error("database lost", reason, code=reason.code)
        await _retake(store)
        hub.reopen()
        log("database taken again")


async def _retake(store: Store) -> None:
    told = ""
    while True:
        try:
            await store.retake()
        except StoreError as error:
            if error.code != told:  # not every half second
                told = error.code
                log_error("database out of reach", error, code=error.code)
            await asyncio.sleep(RETRY_SECONDS)
        else:
            return
