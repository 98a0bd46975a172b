"""Requests come whole and in time, or their connection is closed; whoever has been answered is left alone."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from paiju.server.doors import Doors

HEAD_SECONDS = 10.0
BODY_SECONDS = 10.0


class PromptRequests(H11Protocol):
    """Closes a connection whose first or next request has begun, and whose head or body is not whole in time.

    Between two requests it is the server's keep-alive time that counts.
    """

    def __init__(self, *given: Any, doors: Doors, **named: Any) -> None:
        super().__init__(*given, **named)
        self._doors = doors
        self._late: asyncio.TimerHandle | None = None
        self._awaited: object = None
        self._upgraded = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # a stream's transport, never another
        """Wait for the first head."""
        super().connection_made(transport)
        self._doors.enter(transport)
        self._wait(h11.IDLE, HEAD_SECONDS)

    def handle_events(self) -> None:
        """Wait for what is missing of the request that comes in."""
        super().handle_events()
        state = self.conn.their_state
        if self._upgraded:
            self._wait(None, None)
        elif state is h11.IDLE:
            begun = bool(self.conn.trailing_data[0])
            self._wait(state, HEAD_SECONDS if begun or self._awaited is state else None)
        else:
            self._wait(state, BODY_SECONDS if state is h11.SEND_BODY else None)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """From here on it is a web socket, and a request no more."""
        self._upgraded = True
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing to wait for any more."""
        self._wait(None, None)
        self._doors.leave(self.transport)
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no request; if an answer is under way or has been given, there can be no other."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        if self.cycle is not None:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        self.transport.close()

    def shutdown(self) -> None:
        """End the connection once its answer is out."""
        with contextlib.suppress(h11.LocalProtocolError):
            super().shutdown()
            return
        self.transport.close()

    def timeout_keep_alive_handler(self) -> None:
        """Nobody has asked for anything further."""
        with contextlib.suppress(h11.LocalProtocolError):
            super().timeout_keep_alive_handler()
            return
        self.transport.close()

    def _wait(self, state: object, seconds: float | None) -> None:
        """Wait so long for the other end to leave `state`, from when it came into it; None: as long as it likes."""
        if state is self._awaited and self._late is not None and seconds is not None:
            return
        if self._late is not None:
            self._late.cancel()
        self._awaited = state
        self._late = None if seconds is None else self.loop.call_later(seconds, self._give_up)

    def _give_up(self) -> None:
        self._late = None
        if self.conn.their_state is self._awaited:
            self.transport.close()
