"""Connections that ask for nothing: the head of a request, or of a web socket's handshake, must come in time."""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_SECONDS = 10.0


class PromptHeads(H11Protocol):
    """Closes a connection whose first or next request has begun and is not whole after `HEAD_SECONDS`.

    Between two requests it is the server's keep-alive time that counts.
    """

    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first head."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Stop waiting once a head is whole; wait for a further one that begins."""
        super().data_received(data)
        if self.conn.their_state is h11.IDLE:
            self._wait()
        else:
            self._cancel()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing to wait for any more."""
        self._cancel()
        super().connection_lost(exc)

    def _wait(self) -> None:
        if self._late is None:
            self._late = self.loop.call_later(HEAD_SECONDS, self._give_up)

    def _cancel(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _give_up(self) -> None:
        self._late = None
        if self.conn.their_state is h11.IDLE:
            self.transport.close()
