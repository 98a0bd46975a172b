"""`paiju bot GAME --stdio`: a program in any language plays a seat, over lines of JSON."""

from __future__ import annotations

import itertools
import json
import sys
from importlib.util import find_spec
from typing import Annotated

import typer

from paiju.cli.common import GameArgument, OptionOption, PresetOption, game_and_options
from paiju.core.errors import UsageError
from paiju.core.files import lines_of

StdioOption = Annotated[bool, typer.Option("--stdio", help="Talk over standard input and output.")]


def register(app: typer.Typer) -> None:
    """Add the command to `app`."""
    app.command("bot")(bot)


def bot(
    game: GameArgument,
    preset: PresetOption = None,
    option: OptionOption = None,
    stdio: StdioOption = False,
    seat: Annotated[int, typer.Option("--seat", help="The seat the program plays.")] = 0,
    bots: Annotated[str, typer.Option("--bots", help="One bot for the other seats, or one each.")] = "greedy",
    deals: Annotated[int, typer.Option("--deals", min=1, help="How many deals.")] = 1,
    first: Annotated[int, typer.Option("--first", min=0, help="The number of the first deal.")] = 0,
) -> None:
    """Let a program play a seat over lines of JSON.

    See docs/environments.md.
    """
    numbers = itertools.islice(itertools.count(first), deals)
    session = open_session(game, preset, option, stdio=stdio)
    from paiju.envs import protocol  # noqa: PLC0415 - NumPy is loaded when it is needed

    protocol.play_seat(session, seat, [name.strip() for name in bots.split(",")], numbers)


def open_session(game: str, preset: str | None, changes: list[str] | None, *, stdio: bool):  # type: ignore[no-untyped-def]  # noqa: ANN201 - its module is loaded inside
    """A session over standard input and output.

    Raises:
        UsageError: usage.stdio without the flag; usage.numpy without NumPy; what names and options may cause.
    """
    if not stdio:
        raise UsageError("usage.stdio", "this command talks to programs: add --stdio")
    if find_spec("numpy") is None:
        known = "pip install 'paiju[fast]'"
        raise UsageError(
            "usage.numpy", f"this command needs numpy: {known}", {"text": "numpy", "known": known}
        )
    _, options = game_and_options(game, preset, changes)
    from paiju.envs.protocol import MOST_LINE, Session  # noqa: PLC0415
    from paiju.envs.table import Config  # noqa: PLC0415

    return Session(Config(game, {**options.differences()}), lines_of(sys.stdin, MOST_LINE), _send)


def _send(message: dict[str, object]) -> None:
    sys.stdout.write(json.dumps(message, ensure_ascii=False, separators=(",", ":")) + "\n")
    sys.stdout.flush()
