"""A process that writes actions of several tables until it is killed, and prints each one once it is stored."""

from __future__ import annotations

import asyncio
import sys

from paiju.server.store.store import Store
from tests.server.store.samples import action, deal, signal, table


async def act(store: Store, name: str) -> None:
    stored = await store.load(name)
    if stored is None:
        await store.write((table(name), deal(name)))
        stored = await store.load(name)
    index = len(stored.deals[0].actions)
    while True:
        await store.write((action(index, name), signal(index, name)))
        sys.stdout.write(f"{name} {index}\n")
        sys.stdout.flush()
        index += 1


async def main() -> None:
    store = Store(sys.argv[1])
    await store.open()
    await asyncio.gather(*(act(store, f"t{number}") for number in range(4)))


asyncio.run(main())
