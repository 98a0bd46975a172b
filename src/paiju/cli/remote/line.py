"""The socket of a seat that is far away: opened again when it is lost, for as long as the token opens it."""

from __future__ import annotations

import contextlib
import json
import threading
import time
from collections.abc import Callable
from typing import Any

from paiju.cli.remote.address import on_node
from paiju.cli.remote.players import Player
from paiju.cli.remote.seat import Seat
from paiju.core.errors import PaijuError, UsageError
from paiju.core.files import from_json
from paiju.wire.lines import Message

SILENCE = 20.0
"""Seconds without a word after which the table is asked whether it is still there; as many again end a connection."""
PAUSES = (0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0)
"""Between tries to come back, in seconds; the last one goes on."""
_COMES_BACK = frozenset(
    {"server.restart", "server.error", "store.lost", "store.full", "rate.flood", "rate.limited"}
)
MOST_MESSAGE = 1 << 22
_RESTED = 0.3
"""Seconds after which a question is put again that the table was asked too often for."""

Connect = Callable[..., Any]


class Line:
    """A seat, its socket and its player. `told` gets a word for people about what becomes of the connection."""

    def __init__(self, address: str, token: str, told: Callable[[str], None], connect: Connect) -> None:
        self._address, self._token, self._told, self._connect = address, token, told, connect
        self._at = address
        self._seat = Seat()
        self._socket: Any = None
        self._lock = threading.Lock()
        self._left = threading.Event()

    def say(self, message: Message) -> None:
        """What the player says.

        Raises:
            UsageError: usage.message, usage.version.
        """
        with self._lock:
            answer = self._seat.say(message)
        if answer is not None:
            self.send(answer)

    def send(self, message: Message) -> None:
        """Send a message, if there is a connection; what a lost one did not carry is said again on the next."""
        with contextlib.suppress(Exception):
            if self._socket is not None:
                self._socket.send(json.dumps(message))

    def gone(self) -> None:
        """The player says no more."""
        self._left.set()
        with contextlib.suppress(Exception):
            if self._socket is not None:
                self._socket.close()

    def play(self, player: Player) -> bool:
        """Keep the seat until the match is over, or the player has gone (False).

        Raises:
            PaijuError: usage.connect, if the table was never reached; the refusal of the table; program.ended.
        """
        tries = 0
        while not self._left.is_set():
            began = time.monotonic()
            try:
                if self._connected(player):
                    return True
            except (OSError, EOFError, _trouble()) as error:
                if self._seat.seq is None and not self._left.is_set():
                    where = self._address
                    raise UsageError("usage.connect", f"{where}: {error}", {"text": where}) from None
                self._at = self._address
            finally:
                self._socket = None
            tries = 1 if time.monotonic() - began > PAUSES[-1] else tries + 1
            pause = PAUSES[min(tries, len(PAUSES)) - 1]
            if not self._left.is_set():
                self._told(f"the connection is lost; trying again in {pause:g} s")
                self._left.wait(pause)
        return False

    def _connected(self, player: Player) -> bool:
        """One connection; whether all is over.

        Raises:
            PaijuError: as `play`; whatever breaks a socket.
        """
        shown = {"Authorization": f"Bearer {self._token}"}
        with self._connect(self._at, additional_headers=shown, max_size=MOST_MESSAGE) as socket:
            self._socket = socket
            self.send(self._seat.hello)
            return self._listen(socket, player)

    def _listen(self, socket: Any, player: Player) -> bool:
        """Hear the table out; whether all is over.

        Raises:
            PaijuError: the refusal of the table; program.ended.
        """
        asked = False
        while True:
            try:
                message = from_json(socket.recv(timeout=SILENCE))
            except TimeoutError:
                if asked:
                    return False
                asked = True
                socket.send('{"type": "ping"}')
                continue
            asked = False
            if message["type"] == "error" and message["code"] == "table.elsewhere":
                self._at = on_node(self._address, message["facts"]["node"])
                return False
            if message["type"] == "bye":
                if message["code"] in _COMES_BACK:
                    return False
                raise PaijuError(message["code"], "the table has closed the seat")
            if self._hear(message, player):
                return True

    def _hear(self, message: Message, player: Player) -> bool:
        if message["type"] == "error" and message["about"] == "ask" and message["code"] == "rate.limited":
            time.sleep(_RESTED)
            player.again()
        with self._lock:
            heard = self._seat.hear(message)
        for reply in heard.replies:
            self.send(reply)
        for line in heard.lines:
            player.tell(line)
        if heard.again:
            player.again()
        return heard.done


def _trouble() -> type[Exception]:
    from websockets.exceptions import WebSocketException

    return WebSocketException
