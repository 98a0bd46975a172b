"""A line that can be cut without a word: `python -m tests.chaos.forwarder PORT TO_PORT`, both on 127.0.0.1.

A process of its own: while it is stopped (SIGSTOP), nothing passes and no side is informed, and what was under way arrives late when it goes on.
When it is killed, all its connections break off.
"""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress

PIECE = 1 << 16


async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Pass on whatever comes, until one of the two ends."""
    with suppress(OSError):
        while piece := await reader.read(PIECE):
            writer.write(piece)
            await writer.drain()
    with suppress(OSError):
        writer.close()


async def join(
    near: tuple[asyncio.StreamReader, asyncio.StreamWriter],
    far: tuple[asyncio.StreamReader, asyncio.StreamWriter],
) -> None:
    """Both ways between two connections, until both have ended."""
    await asyncio.gather(pump(near[0], far[1]), pump(far[0], near[1]))


async def forward(port: int, to: int) -> None:
    async def accepted(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            far = await asyncio.open_connection("127.0.0.1", to)
        except OSError:
            writer.close()
            return
        await join((reader, writer), far)

    server = await asyncio.start_server(accepted, "127.0.0.1", port, backlog=256)
    print("ready", flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(forward(int(sys.argv[1]), int(sys.argv[2])))
