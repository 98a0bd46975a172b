"""`paiju bot`: a program in any language plays a seat, here over lines of JSON or far away at a live table."""

from __future__ import annotations

import io
import itertools
import json
import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING, Annotated

import typer

from paiju.bots.base import FAST, bot_names, stand_ins
from paiju.cli.common import OptionOption, PresetOption, echo, game_and_options
from paiju.core.errors import UsageError
from paiju.core.files import lines_of
from paiju.games.registry import available
from paiju.wire.lines import MOST_LINE

if TYPE_CHECKING:
    from paiju.envs.protocol import Session

StdioOption = Annotated[bool, typer.Option("--stdio", help="Talk over standard input and output.")]


def register(app: typer.Typer) -> None:
    """Add the command to `app`."""
    app.command("bot")(bot)


def bot(
    what: Annotated[
        list[str],
        typer.Argument(
            metavar="WHAT",
            help="With --stdio a game; with --connect a level, or a program behind --.",
        ),
    ],
    preset: PresetOption = None,
    option: OptionOption = None,
    stdio: StdioOption = False,
    connect: Annotated[
        str | None,
        typer.Option(
            "--connect", metavar="URL", help="The address of a live table; the token stands in PAIJU_TOKEN."
        ),
    ] = None,
    seat: Annotated[int, typer.Option("--seat", help="The seat the program plays.")] = 0,
    bots: Annotated[str, typer.Option("--bots", help="One bot for the other seats, or one each.")] = "greedy",
    deals: Annotated[int, typer.Option("--deals", min=1, max=10_000_000, help="How many deals.")] = 1,
    first: Annotated[int, typer.Option("--first", min=0, help="The number of the first deal.")] = 0,
) -> None:
    """Let a program play a seat, here or at a live table.

    See docs/environments.md and docs/programs.md.
    """
    if connect is not None:
        play_far(connect, what)
        return
    if len(what) > 1:
        raise UsageError("usage.stdio", f"one game, not {' '.join(what)[:80]}")
    numbers = itertools.islice(itertools.count(first), deals)
    session = open_session(what[0], preset, option, stdio=stdio)
    from paiju.envs import protocol

    protocol.play_seat(session, seat, [name.strip() for name in bots.split(",")], numbers)


def play_far(url: str, what: list[str]) -> None:
    """Take the seat of a token at a live table, for a bot of a name or a program.

    Raises:
        PaijuError: usage.url | token | websockets | connect; program.start | ended; the refusal of the table.
    """
    if find_spec("websockets") is None:
        known = "pip install 'paiju[server]'"
        raise UsageError(
            "usage.numpy", f"--connect needs websockets: {known}", {"text": "websockets", "known": known}
        )
    from websockets.sync.client import connect

    from paiju.cli.client import Level, Line, Player, Program, socket_address, token_from

    line = Line(socket_address(url), token_from(), lambda told: echo(f"paiju: {told}", err=True), connect)
    player: Player
    if len(what) == 1 and what[0] in bot_names():
        if any(stand_ins(game, what) for game in available()):
            echo(f"paiju: a weaker bot plays as {what[0]} without the fast kernels: {FAST}", err=True)
        player = Level(what[0], line.say, line.send)
    else:
        player = Program(what, line.say, line.gone)
    try:
        if not line.play(player) and isinstance(player, Program) and not player.has_left:
            raise player.ended
    finally:
        player.end()


def open_session(game: str, preset: str | None, changes: list[str] | None, *, stdio: bool) -> Session:
    """A session over standard input and output.

    Raises:
        UsageError: usage.stdio without the flag; usage.numpy without NumPy; what names and options may cause.
    """
    if not stdio:
        raise UsageError("usage.stdio", "this command talks to programs: add --stdio or --connect")
    if find_spec("numpy") is None:
        known = "pip install 'paiju[fast]'"
        raise UsageError(
            "usage.numpy", f"this command needs numpy: {known}", {"text": "numpy", "known": known}
        )
    _, options = game_and_options(game, preset, changes)
    from paiju.envs.protocol import Session
    from paiju.envs.table import Config

    # JSON is UTF-8, whatever a terminal has; what is not is no JSON.
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    return Session(Config(game, {**options.differences()}), lines_of(sys.stdin, MOST_LINE), _send)


def _send(message: dict[str, object]) -> None:
    sys.stdout.write(json.dumps(message, separators=(",", ":")) + "\n")
    sys.stdout.flush()
