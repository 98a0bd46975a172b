"""What a live table tells a seat, as the lines that `paiju bot --stdio` would write, and what is to be answered at once."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from paiju.core.errors import UsageError
from paiju.games.registry import load
from paiju.wire.lines import VERSION, Message, UnusableError, check_version

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
