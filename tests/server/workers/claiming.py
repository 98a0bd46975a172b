"""A worker that takes a question and thinks for ever, and says that it has it; for tests that end it."""

from __future__ import annotations

import asyncio
import sys

from paiju.server.cluster.questions import Desk
from paiju.server.store.engines import parse_url


async def main() -> None:
    desk = Desk(parse_url(sys.argv[1]), "worker_that_dies")
    held: list[int] = []
    while True:
        held += [question.id for question in await desk.claim(1 - len(held))]
        await desk.beat(1, held)
        sys.stdout.write(f"{len(held)}\n")
        sys.stdout.flush()
        await asyncio.sleep(0.02)


asyncio.run(main())
