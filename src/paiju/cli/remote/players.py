"""Who decides for a seat that is far away: a program over pipes, or a bot of this library."""

from __future__ import annotations

import contextlib
import json
import random
import subprocess
import threading
from collections.abc import Callable, Sequence
from typing import Protocol

import paiju
from paiju.bots.base import make_bot
from paiju.core.errors import PaijuError, UsageError
from paiju.core.files import lines_of
from paiju.wire.lines import MOST_LINE, Message, UnusableError, parse
from paiju.wire.refusals import refusal_json

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
