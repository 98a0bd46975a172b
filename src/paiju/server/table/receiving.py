"""What guests say at a table: which part of it carries that out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from paiju.server import protocol as p
from paiju.server.errors import ServerError
from paiju.server.table import commands, shuffling
from paiju.server.table.audience import Stream
from paiju.server.table.course import Course
from paiju.server.table.lobby import Lobby
from paiju.server.table.room import PLAYING
from paiju.server.table.talk import Talk
from paiju.server.table.votes import Votes

Handler = Callable[[Stream, Any, int], None]
"""Carries out a message of somebody at a time, in ms; raises `PaijuError` if it is refused, and nothing has changed then."""


def handlers(course: Course, *, lobby: Lobby, talk: Talk, votes: Votes) -> Mapping[type[p.Message], Handler]:
    """Who carries out which message."""
    asked: dict[str, Handler] = {
        "hint": talk.hint,
        "check": talk.check,
        "waits": talk.waits,
        "position": talk.position,
        "hold": talk.hold,
        "undo": lobby.undo,
        "skip": partial(_skip, course),
        "dismiss": votes.answer,
        "rematch": votes.answer,
        "admit": votes.answer,
        "mute": votes.answer,
    }
    return {
        p.Hello: _to_nobody,
        p.Ping: _to_nobody,
        p.Act: partial(_act, course),
        p.Say: talk.say,
        p.Sit: lobby.sit,
        p.Stand: lobby.stand,
        p.Ready: lobby.ready,
        p.Auto: lobby.auto,
        p.Ask: partial(_ask, asked),
        p.Share: partial(shuffling.share, course),
        p.Nonce: partial(shuffling.nonce, course),
        p.Host: partial(commands.host, course),
    }


def _to_nobody(stream: Stream, message: p.Message, now: int) -> None:
    raise ServerError("message.unexpected", "that is said to the socket, not to the table")


def _act(course: Course, stream: Stream, message: p.Act, now: int) -> None:
    seat, _ = course.company.seated(stream)
    if course.room.paused:
        raise ServerError("room.paused", "the host has paused the table")
    if course.running is None or course.room.stage != PLAYING:
        if course.answers.has(seat, message.prompt, message.action):
            return
        raise ServerError("prompt.stale", "no deal is on")
    course.running.act(seat, message.prompt, message.action, course.company.standstill.time(now))


def _ask(asked: Mapping[str, Handler], stream: Stream, message: p.Ask, now: int) -> None:
    asked[message.what](stream, message, now)


def _skip(course: Course, stream: Stream, message: p.Ask, now: int) -> None:
    """Ask to hurry through the rest of the deal, or (`on` false) not any more."""
    seat, _ = course.company.seated(stream)
    course.haste.ask(seat, on=message.on)
