"""The games as lines of JSON: `paiju bot --stdio` and `paiju env --stdio`. Described in `docs/environments.md`.

Messages and their content are those of a live table, made by `wire`: `welcome`, `events`, `prompt`, `error`,
`bye` to the program, `hello` and `act` from it; `over` ends a deal, and the environment adds `reset` and `step`. Nothing
that a program sends ends a session but `bye`, or its input's end: a line that cannot be used is answered by an `error`,
and the question stays open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from paiju import wire
from paiju.bots.base import Bot, require_named
from paiju.core.errors import UsageError
from paiju.core.game import Event
from paiju.envs.table import Config, Table, seat_bots
from paiju.wire.lines import Message, Send, UnusableError, answers, greeting


class _Leave(Exception):  # noqa: N818 - no error
    """The program has said goodbye."""


def welcome(config: Config) -> Message:
    """The first message to a program."""
    return {
        **greeting(config.options),
        "steps": config.space.size,
        "observation": {"version": config.layout.version, "size": config.layout.size},
    }


class Session:
    """The common part of both commands: lines in, messages out, one open question."""

    def __init__(self, config: Config, lines: Iterable[str], send: Send) -> None:
        self.config = config
        self._lines = iter(lines)
        self.send = send
        self.table = Table(config)
        self._deal = 0
        self._prompts = 0

    def deal(self, number: int) -> None:
        """Deal the deal of a number.

        Raises:
            UsageError: usage.seed.
        """
        self.table.reset(number)
        self._deal = number

    def events(self, viewer: int | None, events: Sequence[Event]) -> None:
        """Tell what happened, as a viewer may know it."""
        if events:
            told = wire.events_json(self.config.game, self.config.options, events, viewer)
            self.send({"type": "events", "list": told})

    def view(self, viewer: int | None) -> Message:
        """A viewer's knowledge, with the cards that the viewer has not seen: a program can count."""
        return wire.view_json(self.table.view(viewer), counter=True, deal=self._deal)

    def prompt(self, *, numbers: bool) -> str:
        """Put the question of the moment; returns its id."""
        table, seat = self.table, self.table.turn
        self._prompts += 1
        name = f"p{self._prompts}"
        asked: Any = {"actions": [], "pick": None, "default": "", "details": {}}
        if not table.taken:
            asked = wire.prompt_json(self.config.game, table.state, seat, table.actions())
        question: Message = {"type": "prompt", "id": name, "seat": seat, "view": self.view(seat), **asked}
        if numbers:
            question["steps"] = list(table.legal())
            question["taken"] = list(table.taken)
            question["observation"] = table.observe(seat).tolist()
        self.send(question)
        return name

    def ask(self, handle: Callable[[Message], None]) -> None:
        """Read lines until `handle` takes one."""

        def take(message: Message) -> bool:
            if message["type"] == "bye":
                raise _Leave
            handle(message)
            return True

        for taken in answers(self._lines, self.send, take):
            if taken is True:
                return
        raise _Leave

    def act(self, message: Message, prompt: str) -> None:
        """Carry an `act` or a `step` out.

        Raises:
            PaijuError: usage.message, notation.*, action.*; nothing is changed.
        """
        if message.get("prompt", prompt) != prompt:
            raise UnusableError(f"prompt {prompt} is open")
        if message["type"] == "act" and isinstance(message.get("action"), str):
            table = self.table
            action = self.config.game.parse_action(table.state, table.turn, message["action"])
            table.act(action)
        elif message["type"] == "step" and type(message.get("step")) is int:
            self.table.step(message["step"])
        else:
            raise UnusableError("act needs an action in notation, step a number")

    def returns(self, viewer: int | None) -> Message:
        """Send the end of a deal."""
        return {"type": "over", "returns": list(self.table.returns()), "view": self.view(viewer)}


def play_seat(session: Session, seat: int, bots: Sequence[str], deals: Iterable[int]) -> None:
    """Let a program play one seat against bots, deal after deal; then `bye`.

    Raises:
        UsageError: usage.bot, usage.bots, usage.stand_in, usage.kernel_option, usage.seat.
    """
    config, table = session.config, session.table
    if not 0 <= seat < config.seats:
        raise UsageError("usage.seat", f"no seat {seat}", {"text": str(seat)})
    names = list(bots) * (config.seats - 1) if len(bots) == 1 else list(bots)
    if len(names) != config.seats - 1:
        raise UsageError("usage.bots", f"name one bot, or {config.seats - 1}", {"count": config.seats - 1})
    require_named(config.options, names)
    others = [s for s in range(config.seats) if s != seat]
    session.send({**welcome(config), "seat": seat})
    try:
        for number in deals:
            session.deal(number)
            session.events(seat, table.events)
            made = seat_bots(config.game.name, dict(zip(others, names, strict=True)), number)
            _play_deal(session, seat, made)
            session.send(session.returns(seat))
    except _Leave:
        pass
    session.send({"type": "bye", "code": "done"})


def _play_deal(session: Session, seat: int, bots: dict[int, Bot]) -> None:
    table = session.table
    while table.turn >= 0:
        if table.turn == seat:
            _ask_seat(session)
        else:
            table.answer(bots[table.turn])
        session.events(seat, table.events)


def _ask_seat(session: Session) -> None:
    prompt = session.prompt(numbers=False)

    def handle(message: Message) -> None:
        if message["type"] != "act":
            raise UnusableError("a bot answers with an action in notation")
        session.act(message, prompt)

    session.ask(handle)


def serve_env(session: Session) -> None:
    """Let a program deal and decide for all seats, in notation or by numbers, until it leaves."""
    session.send(welcome(session.config))
    try:
        while True:
            _one_request(session)
    except _Leave:
        session.send({"type": "bye", "code": "done"})


def _one_request(session: Session) -> None:
    table = session.table
    prompt = session.prompt(numbers=True) if table.dealt and table.turn >= 0 else ""

    def handle(message: Message) -> None:
        if message["type"] == "reset":
            deal = message.get("deal")
            if type(deal) is not int:
                raise UnusableError("reset needs the number of a deal")
            session.deal(deal)
        elif not prompt:
            raise UnusableError("reset first")
        else:
            session.act(message, prompt)
        session.events(None, table.events)
        if table.turn < 0:
            session.send(session.returns(None))

    session.ask(handle)
