"""A program at a live table: `play` holds a seat over the network until the match is over.

    from paiju.client import play

    play("https://HOST/table/ID", token, lambda prompt: prompt["actions"][-1])

A function gets a prompt and returns an action; `Level` is a bot of this library, `Program` another process, and a `Player` of your own gets
every line that `paiju bot --stdio` would write (docs/environments.md). docs/programs.md says who gives out the token.
"""

from __future__ import annotations

import contextlib
import json
import random
import threading
import time
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import Any
from urllib.parse import urlsplit

import paiju
from paiju.bots.base import make_bot
from paiju.core.errors import PaijuError, UsageError
from paiju.core.files import from_json
from paiju.games.registry import load
from paiju.wire import lines
from paiju.wire.lines import VERSION, Message, UnusableError, check_version, parse, refusal_json

TABLES = 2
"""The version of the table protocol (docs/protocol.md) that this client speaks."""
SILENCE = 20.0
"""Seconds of silence after which the client sends a ping; the same time again ends the connection."""
PAUSES = (0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0)
"""Seconds between attempts to reconnect; the last one repeats."""
MOST_MESSAGE = 1 << 22
_RESTED = 0.3
"""Seconds before a question is repeated that the table refused with `rate.limited`."""
_COMES_BACK = frozenset(
    {"server.restart", "server.error", "store.lost", "store.full", "rate.flood", "rate.limited"}
)
_QUIET = frozenset({"prompt.stale", "message.unexpected"})
"""Refusals of an answer that came too late: the program has no open question that it could answer differently."""
_SOCKETS = {"http": "ws", "https": "wss", "ws": "ws", "wss": "wss"}
_PROMPT = ("id", "actions", "pick", "default", "details", "deadline_ms")
_LONGEST = 2000

Choose = Callable[[Message], str]
"""Answers a question, a `prompt` of docs/environments.md, with one of its actions."""


def play(
    url: str, token: str, player: Choose | Player, log: Callable[[str], None] = lambda word: None
) -> None:
    """Play the seat that `token` opens at the table of a page, such as https://HOST/table/ID, until the match is over or the player has left.

    A lost connection is opened again, and `log` gets a line about it.

    Raises:
        PaijuError: usage.url | numpy (websockets is missing) | connect, if the table was never reached; program.start | ended; the refusal of the table.
    """
    if find_spec("websockets") is None:
        known = "pip install 'paiju[server]'"
        raise UsageError(
            "usage.numpy", f"a live table needs websockets: {known}", {"text": "websockets", "known": known}
        )
    decides = player if isinstance(player, Player) else _Function(player)
    seat = Seat(socket_address(url), token, decides, log)
    try:
        decides.join(seat)
        over = seat.keep()
        if not over:
            decides.check()
    finally:
        decides.end()


def socket_address(url: str) -> str:
    """The socket of a table whose page has this address.

    Raises:
        UsageError: usage.url.
    """
    try:
        parts = urlsplit(url if len(url) <= _LONGEST and url.isprintable() else "")
        place = parts.path.strip("/").split("/")
        _ = parts.port, (parts.hostname or "").encode("idna")
        found = (
            parts.scheme in _SOCKETS and parts.hostname and not parts.query and place[0] in ("table", "ws")
        )
        _, which = place
    except ValueError:
        found, which = False, ""
    if not found or not which:
        raise UsageError("usage.url", "not the address of a table: http://HOST/table/ID", {"text": url[:200]})
    return f"{_SOCKETS[parts.scheme]}://{parts.netloc}/ws/{which}"


class Player:
    """Decides for a seat. It receives lines, and answers with `seat.say` at once or later, from any thread."""

    seat: Seat

    def join(self, seat: Seat) -> None:
        """Start with a seat.

        Raises:
            UsageError: program.start.
        """
        self.seat = seat

    def tell(self, line: Message) -> None:
        """Receive a line.

        Raises:
            UsageError: program.ended.
        """

    def again(self) -> None:
        """Called after a reconnection, if the last prompt is still open."""

    def check(self) -> None:
        """Called if the player has left before the match was over.

        Raises:
            UsageError: program.ended, if it was not allowed to.
        """

    def end(self) -> None:
        """Called when the match is over or the seat is lost."""


class _Function(Player):
    """A player that calls a function."""

    def __init__(self, choose: Choose) -> None:
        self._choose = choose

    def tell(self, line: Message) -> None:
        """As `Player.tell`."""
        if line["type"] == "prompt":
            self.seat.say({"type": "act", "prompt": line["id"], "action": self._choose(line)})


class Level(Player):
    """A bot of the library: it requests a position of what the seat knows from the table, and decides from that."""

    def __init__(self, name: str) -> None:
        """Make the bot.

        Raises:
            UsageError: usage.bot.
        """
        self._bot = make_bot(name, random.SystemRandom().getrandbits(31))
        self._prompt: Message = {}

    def tell(self, line: Message) -> None:
        """As `Player.tell`."""
        if line["type"] == "prompt":
            self._prompt = line
            if len(line["actions"]) == 1:
                self._act(line["actions"][0])
            else:
                self.again()
        elif line["type"] == "position" and line["prompt"] == self._prompt.get("id"):
            self._act(self._chosen(line["text"]))

    def again(self) -> None:
        """As `Player.again`: its own request may have got lost."""
        self.seat.send({"type": "ask", "what": "position", "prompt": self._prompt["id"]})

    def _chosen(self, text: str) -> str:
        """The bot's action, or the default action if the line cannot be read here."""
        try:
            game, state, view = paiju.position(text, random.Random(text))
            actions = game.legal_actions(state, self._prompt["seat"])
            return game.action_text(state, self._bot.choose(view, actions))
        except PaijuError:
            return str(self._prompt["default"])

    def _act(self, action: str) -> None:
        self.seat.say({"type": "act", "prompt": self._prompt["id"], "action": action})


class Program(Player):
    """A program in any language that speaks the protocol of `paiju bot --stdio`."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = command
        self._program: lines.Program | None = None
        self._has_left = False

    def join(self, seat: Seat) -> None:
        """As `Player.join`: start the program."""
        super().join(seat)
        self._program = lines.Program(self._command)
        self._listener = threading.Thread(target=self._listen, args=(self._program,), daemon=True)
        self._listener.start()

    def tell(self, line: Message) -> None:
        """As `Player.tell`."""
        assert self._program is not None
        self._program.send(line)

    def check(self) -> None:
        """As `Player.check`: one that has said `bye` may go."""
        if self._program is not None and not self._has_left:
            raise self._program.ended()

    def end(self) -> None:
        """Give it a moment to end by itself."""
        if self._program is not None:
            self._program.close()
            self._listener.join(lines.PATIENCE)

    def _listen(self, program: lines.Program) -> None:
        for line in program.lines():
            if self._hear(line):
                self._has_left = True
                break
        self.seat.leave()

    def _hear(self, line: str) -> bool:
        """Send what a line of the program says; returns whether it is the last one."""
        about = ""
        try:
            message = parse(line)
            about = message["type"]
            if about != "bye":
                self.seat.say(message)
        except PaijuError as error:
            with contextlib.suppress(PaijuError):
                self.tell({**refusal_json(error, about), "detail": error.detail})
        return about == "bye"


class Seat:
    """A seat at a table and its player: the current room, view and question, and a socket that is opened again when it is lost."""

    def __init__(self, address: str, token: str, player: Player, log: Callable[[str], None]) -> None:
        self._address, self._token, self._player, self._log = address, token, player, log
        self._at = address
        self._socket: Any = None
        self._left = threading.Event()
        self._seq: int | None = None
        self._room: Message | None = None
        self._view: Message | None = None
        self._prompt_id = ""
        self._answer: Message = {}

    def say(self, message: Message) -> None:
        """Send the player's message; it is sent again on the next connection if it may have got lost.

        Raises:
            UsageError: usage.message, usage.version.
        """
        if message["type"] == "hello":
            check_version(message)
            return
        action, prompt = message.get("action"), message.get("prompt", self._prompt_id)
        if message["type"] != "act" or not isinstance(action, str) or not isinstance(prompt, str):
            raise UnusableError("a bot answers with an action in notation")
        answer: Message = {"type": "act", "prompt": prompt, "action": action}
        if prompt == self._prompt_id:
            self._answer = answer
        self.send(answer)

    def send(self, message: Message) -> None:
        """Send a message if there is a connection."""
        with contextlib.suppress(Exception):
            if self._socket is not None:
                self._socket.send(json.dumps(message))

    def leave(self) -> None:
        """The player sends nothing more."""
        self._left.set()
        with contextlib.suppress(Exception):
            if self._socket is not None:
                self._socket.close()

    def keep(self) -> bool:
        """Play until the match is over (True) or the player has left (False).

        Raises:
            PaijuError: usage.connect, if the table was never reached; the refusal of the table; program.ended.
        """
        from websockets.exceptions import WebSocketException
        from websockets.sync.client import connect

        headers, tries = {"Authorization": f"Bearer {self._token}"}, 0
        while not self._left.is_set():
            began = time.monotonic()
            try:
                with connect(self._at, additional_headers=headers, max_size=MOST_MESSAGE) as self._socket:
                    self.send({"type": "hello", "version": TABLES, "resume": self._seq})
                    if self._listen():
                        return True
            except (OSError, EOFError, WebSocketException) as error:
                if self._seq is None and not self._left.is_set():
                    where = self._address
                    raise UsageError("usage.connect", f"{where}: {error}", {"text": where}) from None
                self._at = self._address
            finally:
                self._socket = None
            tries = 1 if time.monotonic() - began > PAUSES[-1] else tries + 1
            pause = PAUSES[min(tries, len(PAUSES)) - 1]
            if not self._left.is_set():
                self._log(f"the connection is lost; trying again in {pause:g} s")
                self._left.wait(pause)
        return False

    def _listen(self) -> bool:
        """Read messages until the connection ends; returns whether the match is over.

        Raises:
            PaijuError: the refusal of the table; program.ended.
        """
        pinged = False
        while True:
            try:
                message = from_json(self._socket.recv(timeout=SILENCE))
            except TimeoutError:
                if pinged:
                    return False
                pinged = True
                self._socket.send('{"type": "ping"}')
                continue
            pinged = False
            if message["type"] == "error" and message["code"] == "table.elsewhere":
                parts = urlsplit(self._address)  # the node on which the table lives
                self._at = parts._replace(path=f"/n/{message['facts']['node']}{parts.path}").geturl()
                return False
            if message["type"] == "bye":
                if message["code"] in _COMES_BACK:
                    return False
                raise PaijuError(message["code"], "the table has closed the seat")
            if self._hear(message):
                return True

    def _hear(self, message: Message) -> bool:
        """Handle a message from the table; returns whether the match is over."""
        self._seq = message.get("seq", self._seq)
        match message["type"]:
            case "welcome":
                self._view = message["view"]
                return self._enter(message["room"])
            case "room":
                return self._enter(message["room"])
            case "events":
                self._view = merged(self._view, message)
                if message["list"]:
                    self._player.tell({"type": "events", "list": message["list"]})
            case "prompt":
                self._ask(message)
            case "error" if message["about"] == "ask" and message["code"] == "rate.limited":
                time.sleep(_RESTED)
                self._player.again()
            case "error" if message["about"] == "act" and message["code"] not in _QUIET:
                self._player.tell({**message, "detail": message["code"]})
            case "position":
                self._player.tell(message)
        return False

    def _enter(self, room: Message) -> bool:
        """Store the current room; returns whether the match is over."""
        before, self._room = self._room, room
        if before is None:
            self._player.tell(_welcome(room))
        elif _ended(room) > _ended(before):
            match = room["match"]
            void = match["voids"] > before["match"]["voids"]
            points = [0] * len(room["seats"]) if void else list(match["returns"][-1])
            self._player.tell({"type": "over", "returns": points, "view": self._view})
        seat, over = room["you"]["seat"], bool(room["state"] == "over")
        if seat is not None and room["seats"][seat]["auto"]:  # a bot took over because this client was late
            self.send({"type": "auto", "on": False})
        if over:
            self._player.tell({"type": "bye", "code": "done"})
        return over

    def _ask(self, prompt: Message) -> None:
        """Pass a prompt on once; if it comes again after a reconnection, send the same answer."""
        if not prompt["id"] or prompt.get("auto_ms") is not None:
            return
        if prompt["id"] != self._prompt_id:
            self._prompt_id = prompt["id"]
            seat = self._room["you"]["seat"] if self._room else None
            fields = {name: prompt[name] for name in _PROMPT if name in prompt}
            self._player.tell({"type": "prompt", "seat": seat, "view": self._view, **fields})
        elif self._answer.get("prompt") == self._prompt_id:
            self.send(self._answer)
        else:
            self._player.again()


def merged(view: Message | None, message: Message) -> Message:
    """The view after an `events` message, as docs/protocol.md describes."""
    sent: Message = message["view"]
    new = sent if "game" in sent else {**(view or {}), **sent}
    return {**new, **{name: new[name] + added for name, added in message.get("more", {}).items()}}


def _welcome(room: Message) -> Message:
    try:
        law: Any = load(room["game"]).law
    except UsageError:  # the game is not installed here, but the program may know it
        law = None
    return {
        "type": "welcome", "version": VERSION, "game": room["game"], "law": law, "options": room["options"],
        "digest": room["digest"], "seats": len(room["seats"]), "seat": room["you"]["seat"],
    }  # fmt: skip


def _ended(room: Message) -> int:
    return len(room["match"]["returns"]) + int(room["match"]["voids"])
