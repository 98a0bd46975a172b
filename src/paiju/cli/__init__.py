"""The command line. Each command is a thin layer over the library; errors become one line and a status.

| module | holds |
|---|---|
| `arena`, `bench`, `bot`, `check`, `play`, `puzzles`, `review`, `rules`, `serve`, `simulate` | the commands, those of one subject together |
| `common` | arguments and options of several commands, languages, consoles, missing packages |
| `pack` | what a game adds to the command line |
| `baohuang`, `paohuzi`, `plain` | the commands that a game adds: `train`, `hand` |
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import TextIO, cast

import typer

from paiju import __version__
from paiju.cli import arena, bench, bot, check, play, puzzles, review, rules, serve, simulate
from paiju.cli.common import echo, help_alone
from paiju.cli.pack import pack_of
from paiju.core.errors import PaijuError, UsageError, visible
from paiju.games.registry import available
from paiju.locales import FALLBACK, default_language
from paiju.locales.pages import sentence

# The root of typer's usage errors; where it lives differs between versions.
_UsageTrouble: type[Exception] = typer.BadParameter.__mro__[2]

_COMPLETING = "_PAIJU_COMPLETE"
"""Set by a shell that requests completions."""

DONE, FAILED, WRONG_USAGE, INTERRUPTED, HUNG_UP = 0, 1, 2, 130, 141
"""Exit statuses. The last two are what a shell reports for a program ended by Ctrl-C or by a closed pipe."""

app = typer.Typer(
    name="paiju",
    help="Bao Huang 保皇 and Paohuzi 跑胡子: play in the terminal, check deals, simulate, read the rules of your table.",
    invoke_without_command=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
COMMANDS: dict[str, Callable[..., int | None]] = {
    "play": play.play, "serve": serve.serve, "worker": serve.worker, "backup": serve.backup, "restore": serve.restore,
    "doctor": serve.doctor, "rules": rules.rules, "show": play.show, "simulate": simulate.simulate,
    "conform": check.conform, "verify": check.verify, "replay": play.replay, "review": review.review_record,
    "arena": arena.arena, "bench": bench.bench, "warmup": bench.warmup, "bot": bot.bot, "env": bot.env,
}  # fmt: skip
for name, command in COMMANDS.items():
    app.command(name)(command)
app.add_typer(puzzles.GROUP, name="puzzles")
for game in available():
    with suppress(UsageError):  # its package does not work: commands for that game report it
        pack_of(game).register(app)


def _show_version(value: bool) -> None:
    if value:
        echo(f"paiju {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    context: typer.Context,
    version: bool = typer.Option(
        False, "--version", callback=_show_version, is_eager=True, help="Show the version."
    ),
) -> None:
    """Bao Huang 保皇 and Paohuzi 跑胡子: play in the terminal, check deals, simulate, read the rules of your table."""
    help_alone(context)


def run(arguments: list[str]) -> int:
    """Run a command line; returns the exit status (0 done, 1 a check failed, 2 wrong usage or input)."""
    if _COMPLETING in os.environ:
        app(prog_name="paiju")  # answers the shell and exits
    try:
        status = _status_of(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        return _hung_up()
    except OSError as error:
        reason = ": ".join(str(part) for part in (error.filename, error.strerror or error) if part)
        return _refuse(_message(UsageError("file.system", reason, {"reason": reason})))
    return status


@cache
def _command() -> typer.core.TyperGroup:
    """The tree of all commands, which takes longer to build than most commands take."""
    return cast("typer.core.TyperGroup", typer.main.get_command(app))


def _status_of(arguments: list[str]) -> int:
    """The exit status of a command, called directly because `app()` would turn a closed pipe into status 1."""
    try:
        with _command().make_context("paiju", arguments) as context:
            status = context.command.invoke(context)
    except typer.Exit as done:
        status = done.exit_code
    except PaijuError as error:
        return _refuse(_message(error))
    except ImportError as error:
        if (error.name or "").startswith("paiju"):
            raise
        text, reason = error.name or "", str(error)
        facts = {"text": text, "reason": reason}
        return _refuse(_message(UsageError("usage.library", f"{text} cannot be loaded: {reason}", facts)))
    except _UsageTrouble as error:
        text = error.format_message() if hasattr(error, "format_message") else str(error)
        return _refuse(f"{text} [usage.command]")
    except (typer.Abort, KeyboardInterrupt, EOFError):
        return _refuse("stopped", INTERRUPTED)
    return status if isinstance(status, int) else DONE


def _hung_up() -> int:
    """The exit status after a closed pipe; nothing more is written."""
    _silence(sys.stdout)
    return HUNG_UP


def _silence(stream: TextIO) -> None:
    """Discard further output of a stream, including at exit."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _message(error: PaijuError) -> str:
    """An error in the language of the locale; a translation is followed by the English detail, which names the place."""
    lang = default_language(os.environ)
    text = sentence(error, lang)
    return str(error) if lang == FALLBACK or text == error.detail else f"{text} ({error})"


def _refuse(message: str, status: int = WRONG_USAGE) -> int:
    line = visible(" ".join(message.split()))
    try:
        sys.stderr.write(f"paiju: {line}\n")
        sys.stderr.flush()
    except OSError:  # only the status can report it
        _silence(sys.stderr)
    return status
