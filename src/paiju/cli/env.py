"""`paiju env GAME --stdio`: a program in any language deals and decides for all seats, over lines of JSON."""

from __future__ import annotations

import typer

from paiju.cli.bot import StdioOption, open_session
from paiju.cli.common import GameArgument, OptionOption, PresetOption


def register(app: typer.Typer) -> None:
    """Add the command to `app`."""
    app.command("env")(env)


def env(
    game: GameArgument,
    preset: PresetOption = None,
    option: OptionOption = None,
    stdio: StdioOption = False,
) -> None:
    """Let a program deal and play all seats over lines of JSON.

    See docs/environments.md.
    """
    session = open_session(game, preset, option, stdio=stdio)
    from paiju.envs import protocol

    protocol.serve_env(session)
