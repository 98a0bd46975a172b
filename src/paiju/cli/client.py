"""A program at a live table: the address, the seat, and the line to the server."""

from __future__ import annotations

import contextlib
import json
import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from getpass import getpass
from typing import Any, Protocol
from urllib.parse import SplitResult, urlsplit

import paiju
from paiju.bots.base import make_bot
from paiju.core.errors import PaijuError, UsageError
from paiju.core.files import from_json, lines_of
from paiju.games.registry import load
from paiju.wire.lines import MOST_LINE, VERSION, Message, UnusableError, check_version, parse, refusal_json

VARIABLE = "PAIJU_TOKEN"
_SOCKETS = {"http": "ws", "https": "wss", "ws": "ws", "wss": "wss"}
_LONGEST = 2000


def socket_address(url: str) -> str:
    """The socket of a table whose page has this address, such as http://HOST/table/ID.

    Raises:
        UsageError: usage.url.
    """
    parts = _parts(url) if len(url) <= _LONGEST and url.isprintable() else None
    place = parts.path.strip("/").split("/") if parts else []
    if (
        parts is None
        or parts.scheme not in _SOCKETS
        or not parts.hostname
        or parts.query
        or len(place) != 2  # noqa: PLR2004 - `table`, and which
        or place[0] not in ("table", "ws")
        or not place[1]
    ):
        raise UsageError("usage.url", "not the address of a table: http://HOST/table/ID", {"text": url[:200]})
    return f"{_SOCKETS[parts.scheme]}://{parts.netloc}/ws/{place[1]}"


def _parts(url: str) -> SplitResult | None:
    """An address in its parts; None where its host or port cannot be."""
    try:
        parts = urlsplit(url)
        _ = parts.port, (parts.hostname or "").encode("idna")
    except ValueError:
        return None
    return parts


def on_node(address: str, node: str) -> str:
    """The same socket on the node on which its table lives."""
    parts = urlsplit(address)
    return parts._replace(path=f"/n/{node}{parts.path}").geturl()


def token_from(environment: Mapping[str, str] = os.environ) -> str:
    """The token: from the environment, or typed where nobody sees it; an argument could be read by others on the machine.

    Raises:
        UsageError: usage.token.
    """
    token = environment.get(VARIABLE, "")
    if not token and sys.stdin.isatty():
        token = getpass("token: ")
    if not (token := token.strip()) or not (token.isascii() and token.isprintable()) or len(token) > _LONGEST:
        raise UsageError("usage.token", f"put the seat's token into {VARIABLE}", {"known": VARIABLE})
    return token


# --- what a live table tells a seat, as the lines that `paiju bot --stdio` would write, and what is to be answered at once

TABLES = 2
"""The version of the protocol of tables (docs/protocol.md) that is spoken here."""
_QUIET = frozenset({"prompt.stale", "message.unexpected"})
"""Refusals of an answer that came too late: there is no question any more that a program could answer otherwise."""


@dataclass(slots=True)
class Heard:
    """What follows from a message: lines for the program, messages for the table, whether an open question is shown `again`, whether the match is over."""

    lines: list[Message] = field(default_factory=list)
    replies: list[Message] = field(default_factory=list)
    again: bool = False
    done: bool = False


class Seat:
    """One seat of a table: room and view as they are now, the last `seq`, and the question that was asked last."""

    def __init__(self) -> None:
        self.seq: int | None = None
        self._room: Message | None = None
        self._view: Message | None = None
        self._asked = ""
        self._answer: Message | None = None

    @property
    def hello(self) -> Message:
        """What opens a socket, for the first time or again."""
        return {"type": "hello", "version": TABLES, "resume": self.seq}

    def hear(self, message: Message) -> Heard:
        """Take a message of the table."""
        heard = Heard()
        if "seq" in message:
            self.seq = message["seq"]
        match message["type"]:
            case "welcome":
                self._view = message["view"]
                self._enter(message["room"], heard)
            case "room":
                self._enter(message["room"], heard)
            case "events":
                self._view = merged(self._view, message)
                if message["list"]:
                    heard.lines.append({"type": "events", "list": message["list"]})
            case "prompt":
                self._ask(message, heard)
            case "error" if message["about"] == "act" and message["code"] not in _QUIET:
                heard.lines.append({**message, "detail": message["code"]})
            case "position":
                heard.lines.append(message)
        return heard

    def _enter(self, room: Message, heard: Heard) -> None:
        before, self._room = self._room, room
        if before is None:
            heard.lines.append(_welcome(room))
        elif _ended(room) > _ended(before):
            heard.lines.append({"type": "over", "returns": _returns(before, room), "view": self._view})
        seat = room["you"]["seat"]
        if seat is not None and room["seats"][seat]["auto"]:  # a bot plays on, for nobody was here in time
            heard.replies.append({"type": "auto", "on": False})
        heard.done = room["state"] == "over"
        if heard.done:
            heard.lines.append({"type": "bye", "code": "done"})

    def _ask(self, prompt: Message, heard: Heard) -> None:
        """A question, once; one that is shown again after the connection was lost gets the answer it had."""
        if not prompt["id"] or prompt.get("auto_ms") is not None:
            return
        if prompt["id"] == self._asked:
            heard.replies += [self._answer] if self._answer else []
            heard.again = self._answer is None
            return
        self._asked, self._answer = prompt["id"], None
        kept = ("id", "actions", "pick", "default", "details", "deadline_ms")
        asked = {name: prompt[name] for name in kept if name in prompt}
        seat = self._room["you"]["seat"] if self._room else None
        heard.lines.append({"type": "prompt", "seat": seat, "view": self._view, **asked})

    def say(self, message: Message) -> Message | None:
        """What a program says, as the table takes it; None for what only the program's side is meant by.

        Raises:
            UsageError: usage.message, usage.version.
        """
        if message["type"] == "hello":
            check_version(message)
            return None
        action, prompt = message.get("action"), message.get("prompt", self._asked)
        if message["type"] != "act" or not isinstance(action, str) or not isinstance(prompt, str):
            raise UnusableError("a bot acts, in notation")
        answer: Message = {"type": "act", "prompt": prompt, "action": action}
        if prompt == self._asked:
            self._answer = answer
        return answer


def merged(view: Message | None, message: Message) -> Message:
    """The view after `events`, as docs/protocol.md has it."""
    told: Message = message["view"]
    new = told if "game" in told else {**(view or {}), **told}
    return {**new, **{name: new[name] + added for name, added in message.get("more", {}).items()}}


def _welcome(room: Message) -> Message:
    try:
        law: Any = load(room["game"]).law
    except UsageError:  # a game that is not installed on this side: its program may know it
        law = None
    return {
        "type": "welcome", "version": VERSION, "game": room["game"], "law": law, "options": room["options"],
        "digest": room["digest"], "seats": len(room["seats"]), "seat": room["you"]["seat"],
    }  # fmt: skip


def _ended(room: Message) -> int:
    return len(room["match"]["returns"]) + int(room["match"]["voids"])


def _returns(before: Message, room: Message) -> list[int]:
    """The points of the deal that has ended; a void one gives none."""
    match = room["match"]
    void = match["voids"] > before["match"]["voids"]
    return [0] * len(room["seats"]) if void else list(match["returns"][-1])


# --- who decides for a seat that is far away: a program over pipes, or a bot of this library

Say = Callable[[Message], None]
"""Says something for the seat; raises UsageError for what cannot be said."""
PATIENCE = 5.0
"""Seconds that a program has to end after `bye`."""


class Player(Protocol):
    """Whoever decides. It is told lines, and says its answers when it has them."""

    def tell(self, line: Message) -> None:
        """Hear a line.

        Raises:
            UsageError: program.ended.
        """

    def again(self) -> None:
        """The question it thinks about is still open, after the connection was lost for a while."""

    def end(self) -> None:
        """The match is over, or the seat is lost."""


class Program:
    """A program of any language that speaks the lines of `paiju bot --stdio` (docs/environments.md); `has_left` once it said `bye`."""

    def __init__(self, command: Sequence[str], say: Say, gone: Callable[[], None]) -> None:
        """Start it. `gone` is called, in some thread, when it says no more.

        Raises:
            UsageError: program.start.
        """
        self._command, self._say, self._gone = command, say, gone
        self.has_left = False
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8", errors="replace"
            )  # fmt: skip
        except OSError as error:
            reason = f"{command[0]}: {error.strerror}"
            raise UsageError("program.start", reason, {"text": command[0]}) from None
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def tell(self, line: Message) -> None:
        """As `Player.tell`."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise self.ended from None

    def again(self) -> None:
        """As `Player.again`: it goes on thinking."""

    @property
    def ended(self) -> UsageError:
        """That the program has ended, and how."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(PATIENCE)
        status, name = self._process.poll(), self._command[0]
        facts = {"text": name, "value": str(status)}
        return UsageError("program.ended", f"{name} has ended (status {status})", facts)

    def _listen(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as said:
            for line in lines_of(said, MOST_LINE):
                if line.strip() and self._hear(line):
                    self.has_left = True
                    break
        self._gone()

    def _hear(self, line: str) -> bool:
        """Say what a line says; whether it is the last one."""
        about = ""
        try:
            message = parse(line)
            about = message["type"]
            if about == "bye":
                return True
            self._say(message)
        except PaijuError as error:
            with contextlib.suppress(PaijuError):
                self.tell({**refusal_json(error, about), "detail": error.detail})
        return False

    def end(self) -> None:
        """Let it end by itself, for a moment."""
        with contextlib.suppress(OSError, ValueError):
            if self._process.stdin is not None:
                self._process.stdin.close()
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._listener.join(PATIENCE)


class Level:
    """A bot of the library: it asks the table for what the seat knows, as a position, and decides from that."""

    def __init__(self, name: str, say: Say, ask: Say) -> None:
        """Make the bot.

        Raises:
            UsageError: usage.bot.
        """
        self._bot = make_bot(name, random.SystemRandom().getrandbits(31))
        self._say, self._ask = say, ask
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
        """As `Player.again`: the answer to its own question may be lost."""
        self._ask({"type": "ask", "what": "position", "prompt": self._prompt["id"]})

    def _chosen(self, text: str) -> str:
        """What the bot chooses, or the default where the line cannot be read on this side."""
        try:
            game, state, view = paiju.position(text, random.Random(text))
            actions = game.legal_actions(state, self._prompt["seat"])
            return game.action_text(state, self._bot.choose(view, actions))
        except PaijuError:
            return str(self._prompt["default"])

    def _act(self, action: str) -> None:
        with contextlib.suppress(UnusableError):
            self._say({"type": "act", "prompt": self._prompt["id"], "action": action})

    def end(self) -> None:
        """Nothing is left to do."""


# --- the socket of a seat that is far away: opened again when it is lost, for as long as the token opens it

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
