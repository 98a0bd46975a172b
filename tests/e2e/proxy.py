"""A network that fails without a word: a TCP proxy on loopback that takes bytes and passes them on, keeps them, or loses them."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable
from typing import Literal

Mode = Literal["pass", "drop", "hold"]
_CHUNK = 65_536


class Proxy:
    """Listens on a port of its own for a server. `up` is from the browser to the server, `down` the other way.

    A direction that drops loses everything, and a connection that has lost something never gets well again: as where a
    router has forgotten it. One that holds delivers later, in order: as where a train comes out of a tunnel.
    """

    def __init__(self, target: int) -> None:
        self.port = 0
        self._target = target
        self._modes: dict[str, Mode] = {"up": "pass", "down": "pass"}
        self._mended = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._server: asyncio.Server | None = None

    @property
    def url(self) -> str:
        """Where a browser finds the server through the proxy."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Begin to listen."""
        self._thread.start()
        self._do(self._listen)

    def fail(self, how: Mode, *directions: str) -> None:
        """From now on traffic fails, in both directions if none is named."""

        async def change() -> None:
            self._mended.clear()
            for direction in directions or ("up", "down"):
                self._modes[direction] = how

        self._do(change)

    def mend(self) -> None:
        """What comes from now on is passed on, and what was held."""

        async def change() -> None:
            self._modes = {"up": "pass", "down": "pass"}
            self._mended.set()

        self._do(change)

    def stop(self) -> None:
        """End everything."""
        self._do(self._close)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _do(self, work: Callable[[], object]) -> None:
        asyncio.run_coroutine_threadsafe(work(), self._loop).result(30)

    async def _listen(self) -> None:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def _close(self) -> None:
        assert self._server is not None
        self._server.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            with contextlib.suppress(OSError):
                far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._target)
                ways = (self._carry("up", reader, far_writer), self._carry("down", far_reader, writer))
                with contextlib.closing(far_writer):
                    await asyncio.gather(*ways)
        except asyncio.CancelledError:
            pass
        finally:
            writer.close()
            self._tasks.discard(task)

    async def _carry(self, direction: str, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        lost = False
        while chunk := await source.read(_CHUNK):
            while self._modes[direction] == "hold":
                await self._mended.wait()
            lost = lost or self._modes[direction] == "drop"
            if not lost:
                sink.write(chunk)
                await sink.drain()
        if not lost:  # else the other end does not hear of the end either
            sink.close()
