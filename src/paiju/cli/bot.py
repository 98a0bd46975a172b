"""`paiju bot` and `paiju env`: a program in any language plays a seat or all of them over lines of JSON, or a seat far away at a live table."""

from __future__ import annotations

import io
import itertools
import json
import os
import sys
from collections.abc import Mapping
from getpass import getpass
from typing import TYPE_CHECKING, Annotated

import typer

from paiju.bots.base import FAST, is_bot, stand_ins
from paiju.cli.common import (
    DealsOption,
    GameArgument,
    OptionOption,
    PresetOption,
    echo,
    game_and_options,
    names_of,
    need,
)
from paiju.core.errors import UsageError
from paiju.core.files import lines_of
from paiju.games.registry import available
from paiju.wire.lines import MOST_LINE

if TYPE_CHECKING:
    from paiju.envs.protocol import Session

StdioOption = Annotated[bool, typer.Option("--stdio", help="Talk over standard input and output.")]
VARIABLE = "PAIJU_TOKEN"
_LONGEST = 2000


def bot(
    what: Annotated[
        list[str],
        typer.Argument(
            metavar="WHAT",
            help="With --stdio a game; with --connect a bot, or a program behind --.",
        ),
    ],
    preset: PresetOption = None,
    option: OptionOption = None,
    stdio: StdioOption = False,
    connect: Annotated[
        str | None,
        typer.Option(
            "--connect", metavar="URL", help=f"The address of a live table; {VARIABLE} holds the token."
        ),
    ] = None,
    seat: Annotated[int, typer.Option("--seat", help="The seat the program plays.")] = 0,
    bots: Annotated[str, typer.Option("--bots", help="One bot for the other seats, or one each.")] = "greedy",
    deals: DealsOption = 1,
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
    session = _open_session(what[0], preset, option, stdio=stdio)
    from paiju.envs import protocol

    protocol.play_seat(session, seat, names_of(bots), numbers)


def env(
    game: GameArgument,
    preset: PresetOption = None,
    option: OptionOption = None,
    stdio: StdioOption = False,
) -> None:
    """Let a program deal and play all seats over lines of JSON.

    See docs/environments.md.
    """
    session = _open_session(game, preset, option, stdio=stdio)
    from paiju.envs import protocol

    protocol.serve_env(session)


def play_far(url: str, what: list[str]) -> None:
    """Take the seat of a token at a live table, for a bot of this machine or a program.

    Raises:
        PaijuError: usage.token; as `client.play`.
    """
    from paiju import client

    client.socket_address(url)
    token = token_from()
    player: client.Player
    if len(what) == 1 and is_bot(what[0]):
        if any(stand_ins(game, what) for game in available()):
            echo(f"paiju: a weaker bot plays as {what[0]} without the fast kernels: {FAST}", err=True)
        player = client.Level(what[0])
    else:
        player = client.Program(what)
    client.play(url, token, player, lambda word: echo(f"paiju: {word}", err=True))


def token_from(environment: Mapping[str, str] = os.environ) -> str:
    """The token: from the environment, or typed without echo; others on the machine could read an argument.

    Raises:
        UsageError: usage.token.
    """
    token = environment.get(VARIABLE, "")
    if not token and sys.stdin.isatty():
        token = getpass("token: ")
    if not (token := token.strip()) or not (token.isascii() and token.isprintable()) or len(token) > _LONGEST:
        raise UsageError("usage.token", f"put the seat's token into {VARIABLE}", {"known": VARIABLE})
    return token


def _open_session(game: str, preset: str | None, changes: list[str] | None, *, stdio: bool) -> Session:
    """A session over standard input and output.

    Raises:
        UsageError: usage.stdio without the flag; usage.numpy without NumPy; the errors of names and options.
    """
    if not stdio:
        raise UsageError("usage.stdio", "this command talks to programs: add --stdio or --connect")
    need("numpy", extra="fast", what="this command")
    _, options = game_and_options(game, preset, changes)
    from paiju.envs.protocol import Session
    from paiju.envs.table import Config

    # JSON is UTF-8 whatever the terminal uses; anything else is not JSON.
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    return Session(Config(game, {**options.differences()}), lines_of(sys.stdin, MOST_LINE), _send)


def _send(message: dict[str, object]) -> None:
    sys.stdout.write(json.dumps(message, separators=(",", ":")) + "\n")
    sys.stdout.flush()
