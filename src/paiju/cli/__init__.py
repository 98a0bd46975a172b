"""The command line. Each command is a thin layer over the library; errors become one line and a status."""

from __future__ import annotations

import os
import sys

import click
import typer

from paiju import __version__
from paiju.cli import arena, bench, check, play, rules, simulate
from paiju.core.errors import PaijuError

DONE, FAILED, WRONG_USAGE, INTERRUPTED = 0, 1, 2, 130

app = typer.Typer(
    name="paiju",
    help="Bao Huang 保皇: play in the terminal, check deals, simulate, read the rules of your table.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
for module in (play, rules, simulate, check, arena, bench):
    module.register(app)


def _show_version(value: bool) -> None:  # noqa: FBT001 - the signature of an option callback
    if value:
        typer.echo(f"paiju {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: bool = typer.Option(False, "--version", callback=_show_version, is_eager=True, help="Show the version."),  # noqa: FBT001, FBT003
) -> None:
    """Bao Huang 保皇: play in the terminal, check deals, simulate, read the rules of your table."""


def run(arguments: list[str]) -> int:
    """Run a command line; returns the exit status (0 done, 1 a check failed, 2 wrong usage or input)."""
    try:
        status = app(arguments, standalone_mode=False)
    except PaijuError as error:
        return _refuse(str(error))
    except click.exceptions.Abort:
        return _refuse("stopped", INTERRUPTED)
    except click.ClickException as error:
        return _refuse(f"{error.format_message()} [usage.command]")
    except KeyboardInterrupt:
        return _refuse("stopped", INTERRUPTED)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    return status if isinstance(status, int) else DONE


def _refuse(message: str, status: int = WRONG_USAGE) -> int:
    line = " ".join(message.split())
    sys.stderr.write(f"paiju: {line}\n")
    return status
