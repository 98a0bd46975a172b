"""The command line. Each command is a thin layer over the library; errors become one line and a status."""

from __future__ import annotations

import os
import sys

import typer

from paiju import __version__
from paiju.cli import arena, backup, bench, bot, check, env, hand, play, rules, serve, simulate, train, warmup
from paiju.core.errors import PaijuError
from paiju.locales import FALLBACK, default_language
from paiju.server.texts import sentence

# The root of typer's usage errors; where it lives differs between versions.
_UsageTrouble: type[Exception] = typer.BadParameter.__mro__[2]

DONE, FAILED, WRONG_USAGE, INTERRUPTED = 0, 1, 2, 130

app = typer.Typer(
    name="paiju",
    help="Bao Huang 保皇 and Paohuzi 跑胡子: play in the terminal, check deals, simulate, read the rules of your table.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
for module in (play, serve, backup, rules, hand, simulate, check, arena, train, bench, warmup, bot, env):
    module.register(app)


def _show_version(value: bool) -> None:
    if value:
        typer.echo(f"paiju {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: bool = typer.Option(
        False, "--version", callback=_show_version, is_eager=True, help="Show the version."
    ),
) -> None:
    """Bao Huang 保皇 and Paohuzi 跑胡子: play in the terminal, check deals, simulate, read the rules of your table."""


def run(arguments: list[str]) -> int:
    """Run a command line; returns the exit status (0 done, 1 a check failed, 2 wrong usage or input)."""
    try:
        status = app(arguments, standalone_mode=False)
    except typer.Exit as done:
        status = done.exit_code
    except PaijuError as error:
        status = _refuse(_told(error))
    except _UsageTrouble as error:
        text = error.format_message() if hasattr(error, "format_message") else str(error)
        status = _refuse(f"{text} [usage.command]")
    except (typer.Abort, KeyboardInterrupt):
        status = INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = DONE
    if status == INTERRUPTED:
        return _refuse("stopped", INTERRUPTED)
    return status if isinstance(status, int) else DONE


def _told(error: PaijuError) -> str:
    """An error in the language of the locale; beside a translation stands the English detail with the place."""
    lang = default_language(os.environ)
    told = sentence(error, lang)
    return str(error) if lang == FALLBACK or told == error.detail else f"{told} ({error})"


def _refuse(message: str, status: int = WRONG_USAGE) -> int:
    line = " ".join(message.split())
    sys.stderr.write(f"paiju: {line}\n")
    return status
