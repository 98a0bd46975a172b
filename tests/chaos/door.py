"""One address for several nodes, as a reverse proxy gives it: `python -m tests.chaos.door PORT NAME=PORT/ADMIN_PORT …`.

`/n/NAME/…` goes to that node, everything else to any that says it is well. A name may be empty: a server that is no node.
"""

from __future__ import annotations

import asyncio
import itertools
import re
import sys
from contextlib import suppress
from typing import NamedTuple

from tests.chaos.forwarder import join

BEAT_SECONDS = 0.3
ANSWER_SECONDS = 1.0
_NODE = re.compile(rb"\S+ /n/([a-z0-9-]+)/")
_HEALTH = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
_NOBODY = b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class Behind(NamedTuple):
    """A node behind the door."""

    name: str
    port: int
    admin: int


class Proxy:
    """Knows who is well, and sends everybody on."""

    def __init__(self, nodes: list[Behind]) -> None:
        self._nodes = {node.name: node for node in nodes}
        self._well: set[str] = set()
        self._turn = itertools.count()

    async def watch(self) -> None:
        """Ask every node over and over how it is."""
        while True:
            states = await asyncio.gather(*(self._is_well(node) for node in self._nodes.values()))
            self._well = {name for name, well in zip(self._nodes, states, strict=True) if well}
            await asyncio.sleep(BEAT_SECONDS)

    async def _is_well(self, node: Behind) -> bool:
        with suppress(OSError, TimeoutError, EOFError):
            async with asyncio.timeout(ANSWER_SECONDS):
                reader, writer = await asyncio.open_connection("127.0.0.1", node.admin)
                writer.write(_HEALTH)
                first = await reader.readline()
                writer.close()
            return b" 200 " in first
        return False

    def _whom(self, head: bytes) -> list[Behind]:
        """Who may answer, the first choice first."""
        if named := _NODE.match(head):
            node = self._nodes.get(named[1].decode())
            return [node] if node else []
        well = [node for node in self._nodes.values() if node.name in self._well]
        at = next(self._turn) % len(well) if well else 0
        return well[at:] + well[:at]

    async def accepted(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, EOFError, asyncio.LimitOverrunError):
            head = await reader.readuntil(b"\r\n\r\n")
            if b"\r\nupgrade:" not in head.lower():  # each request finds its node again
                head = re.sub(rb"(?i)\r\nconnection:[^\r]*", b"", head)
                head = head.replace(b"\r\n", b"\r\nConnection: close\r\n", 1)
            for node in self._whom(head):
                with suppress(OSError):
                    far = await asyncio.open_connection("127.0.0.1", node.port)
                    far[1].write(head)
                    await join((reader, writer), far)
                    return
            writer.write(_NOBODY)
            await writer.drain()
        writer.close()


async def main(port: int, nodes: list[Behind]) -> None:
    door = Proxy(nodes)
    server = await asyncio.start_server(door.accepted, "127.0.0.1", port, backlog=256)
    print("ready", flush=True)
    async with server:
        await door.watch()


if __name__ == "__main__":
    _, _port, *_nodes_given = sys.argv
    _nodes = (re.fullmatch(r"([a-z0-9-]*)=(\d+)/(\d+)", one) for one in _nodes_given)
    asyncio.run(main(int(_port), [Behind(m[1], int(m[2]), int(m[3])) for m in _nodes if m]))
