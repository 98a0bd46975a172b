"""Messages as lines of JSON, the programs that read and write them over pipes, and a bot that asks one (docs/environments.md)."""

from __future__ import annotations

import atexit
import contextlib
import json
import random
import shlex
import subprocess
import threading
from collections.abc import Generator, Sequence
from typing import Any

from paiju.core.errors import PaijuError, RuleError, UsageError
from paiju.core.files import from_json, lines_of
from paiju.games.registry import load
from paiju.wire import prompt_json, view_json

VERSION = 2
"""Of the lines: raised whenever a program of the version before could not take part any more. 2: views as at a table."""
MOST_LINE = 1 << 16
Message = dict[str, Any]


class UnusableError(UsageError):
    """A line that is not a message."""

    def __init__(self, detail: str) -> None:
        super().__init__("usage.message", detail, {"text": detail})


def parse(line: str) -> Message:
    """The message of a line.

    Raises:
        UsageError: usage.message, for what is no JSON object with a `type`.
    """
    if len(line) > MOST_LINE:
        raise UnusableError(f"more than {MOST_LINE} characters")
    try:
        data = from_json(line)
    except ValueError as error:
        raise UnusableError(f"not JSON: {error}") from None
    if not isinstance(data, dict) or not isinstance(data.get("type"), str):
        raise UnusableError("not an object with a type")
    return data


def check_version(message: Message) -> None:
    """Refuse a program that says `hello` in another version.

    Raises:
        UsageError: usage.version.
    """
    if (version := message.get("version")) != VERSION:
        facts = {"text": str(version)[:40], "known": str(VERSION)}
        raise UsageError("usage.version", f"this is version {VERSION} of the protocol", facts)


def refusal_json(error: PaijuError, about: str = "") -> dict[str, Any]:
    """An `error` message: code, rule and facts, since the sentence is in the language files; `about` is the type of the message that is refused, "" where it could not be read."""
    rule = error.rule if isinstance(error, RuleError) else None
    return {"type": "error", "code": error.code, "rule": rule, "facts": dict(error.facts), "about": about}


# --- programs in any language, and the bot that asks one

PATIENCE = 5.0
"""Seconds that a program has to end after its input has."""
_MOST_REFUSALS = 20


class Program:
    """A process that reads and writes lines.

    Raises:
        UsageError: program.start.
    """

    def __init__(self, command: Sequence[str]) -> None:
        self.name = command[0] if command else ""
        self._is_read = False
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                errors="replace",
            )
        except (OSError, ValueError, IndexError) as error:
            reason = getattr(error, "strerror", None) or error
            raise UsageError("program.start", f"{self.name}: {reason}", {"text": self.name}) from None

    def send(self, message: Message) -> None:
        """Write a line.

        Raises:
            UsageError: program.ended.
        """
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(message, ensure_ascii=False, separators=(",", ":")) + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise self.ended() from None

    def lines(self) -> Generator[str]:
        """Its lines, up to the end of its output, which is closed then."""
        assert self._process.stdout is not None
        self._is_read = True
        with self._process.stdout as output:
            yield from (line for line in lines_of(output, MOST_LINE) if line.strip())

    def ended(self) -> UsageError:
        """The end of the match and its reason."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(PATIENCE)
        status = self._process.poll()
        facts = {"text": self.name, "value": str(status)}
        return UsageError("program.ended", f"{self.name} has ended (status {status})", facts)

    def close(self) -> None:
        """Give it a moment to end by itself."""
        with contextlib.suppress(OSError, ValueError):
            if self._process.stdin is not None:
                self._process.stdin.close()
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if not self._is_read and self._process.stdout is not None:
            self._process.stdout.close()


class ProgramBot:
    """Asks a program, which gets every question as a `prompt` with the view, and answers by `act`.

    The program of a command is started once in a process and plays all its seats; `welcome` comes before the first question
    of every option set. A wrong answer is refused by an `error`, and it may answer again.
    """

    def __init__(self, command: str, seed: int) -> None:
        """Ignore `seed`: the program has its own chance."""
        self.name = command
        self._talk = _running(command)

    def choose(self, view: Any, actions: Sequence[Any]) -> Any:
        """The answer of the program.

        Raises:
            UsageError: program.start, program.ended.
            PaijuError: the refusal of its answer, where it gives no other.
        """
        return self._talk.choose(view, actions)


_RUNNING: dict[str, _Conversation] = {}


def _running(command: str) -> _Conversation:
    """The running program of a command line."""
    if command not in _RUNNING:
        _RUNNING[command] = _Conversation(command)
        atexit.register(_RUNNING[command].close)
    return _RUNNING[command]


class _Conversation:
    """A program that is running, with one question at a time."""

    def __init__(self, command: str) -> None:
        try:
            words = shlex.split(command)
        except ValueError:
            words = []
        self._command, self._program = command, Program(words)
        self._said = self._program.lines()
        self._lock = threading.Lock()
        self._options: Any = None
        self._prompts = 0

    def close(self) -> None:
        """End the program; the next bot of its command line starts it again."""
        _RUNNING.pop(self._command, None)
        self._program.close()
        self._said.close()

    def choose(self, view: Any, actions: Sequence[Any]) -> Any:
        """Its answer; as `ProgramBot.choose`."""
        with self._lock:
            if view.options != self._options:
                self._options = view.options
                self._program.send(_welcome(view))
            self._prompts += 1
            game, prompt = load(view.options.game), f"p{self._prompts}"
            state = game.determinize(view, random.Random(0), history=False)
            question = prompt_json(game, state, view.viewer, actions)
            self._program.send(
                {
                    "type": "prompt",
                    "id": prompt,
                    "seat": view.viewer,
                    "view": view_json(view, counter=True),
                    **question,
                }
            )
            return self._answer(game, state, view.viewer, actions)

    def _answer(self, game: Any, state: Any, seat: int, actions: Sequence[Any]) -> Any:
        refused: PaijuError = UnusableError("no answer")
        for _ in range(_MOST_REFUSALS):
            line = next(self._said, None)
            if line is None:
                ended = self._program.ended()
                self.close()
                raise ended
            about = ""
            try:
                message = parse(line)
                about = message["type"]
                if about == "hello":
                    check_version(message)
                    continue
                if about != "act" or not isinstance(message.get("action"), str):
                    raise UnusableError("a bot acts, in notation")
                action = game.parse_action(state, seat, message["action"])
                if action in actions:
                    return action
                raise RuleError(
                    "action.illegal",
                    "not offered",
                    "",
                    {"why": "not_offered", "action": message["action"][:80]},
                )
            except PaijuError as error:
                refused = error
                self._program.send({**refusal_json(error, about), "detail": error.detail})
        raise refused


def _welcome(view: Any) -> Message:
    game, options = load(view.options.game), view.options
    return {
        "type": "welcome", "version": VERSION, "game": game.name, "law": game.law, "options": options.differences(),
        "digest": options.digest(), "seats": game.seats_of(options), "seat": view.viewer,
    }  # fmt: skip
