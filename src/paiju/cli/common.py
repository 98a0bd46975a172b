"""Shared by the commands: arguments and options, each declared once; languages, consoles, missing packages."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from math import isnan
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

import paiju
from paiju.core.errors import UsageError, visible
from paiju.core.game import Game
from paiju.core.options import Options
from paiju.locales import LANGUAGES, default_language
from paiju.tui.screen import PlainConsole

GameArgument = Annotated[
    str, typer.Argument(metavar="GAME", help="The game: " + ", ".join(paiju.available()) + ".")
]
PresetOption = Annotated[
    str | None, typer.Option("--preset", "-p", help="A named set of rules; see `paiju rules GAME --list`.")
]
OptionOption = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="Change one rule; may be repeated."),
]
LangOption = Annotated[
    str | None, typer.Option("--lang", help="zh, en or fa; by default the language of the locale.")
]
SeedOption = Annotated[
    str, typer.Option("--seed", "-s", help="Any text; the same text gives the same deals.")
]
FileArgument = Annotated[Path, typer.Argument(metavar="FILE", help="A record.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]
JobsOption = Annotated[
    int, typer.Option("--jobs", "-j", min=1, max=256, help="Processes; the output does not depend on it.")
]
PairsOption = Annotated[
    int,
    typer.Option("--pairs", "-n", min=1, max=10_000_000, help="How many deals, each played on both sides."),
]
DealsOption = Annotated[int, typer.Option("--deals", "-n", min=1, max=10_000_000, help="How many deals.")]


def names_of(text: str) -> list[str]:
    """The names in a list separated by commas."""
    return [name.strip() for name in text.split(",")]


def need(*packages: str, extra: str, what: str, code: str = "usage.numpy") -> None:
    """Require the packages of an extra.

    Raises:
        UsageError: `code`.
    """
    if missing := " and ".join(name for name in packages if find_spec(name) is None):
        known = f"pip install 'paiju[{extra}]'"
        raise UsageError(code, f"{what} needs {missing}: {known}", {"text": missing, "known": known})


def game_and_options(name: str, preset: str | None, changes: list[str] | None) -> tuple[Game, Any]:
    """The game and the option set of a command line.

    Raises:
        UsageError: usage.game, usage.option.
        OptionError: for an unknown option or value.
    """
    game = paiju.load(name)
    given: dict[str, str] = {"preset": preset} if preset is not None else {}
    for change in changes or []:
        option, equals, value = change.partition("=")
        if not equals:
            raise UsageError("usage.option", f"--option {change!r} is not NAME=VALUE", {"text": change})
        given[option.strip()] = value.strip()
    return game, game.options(given)


def language(given: str | None) -> str:
    """The requested language, or that of the locale.

    Raises:
        UsageError: usage.lang.
    """
    if given is None:
        return default_language(os.environ)
    if given not in LANGUAGES:
        known = ", ".join(LANGUAGES)
        raise UsageError("usage.lang", f"{given!r} is not one of {known}", {"text": given, "known": known})
    return given


def console(*, stderr: bool = False) -> Console:
    """A console that never reads data as markup."""
    return PlainConsole(stderr=stderr)


def echo_json(data: object) -> None:
    """Print JSON; characters that stdout lacks, or that would control the terminal, are escaped."""
    text = json.dumps(data, ensure_ascii=False)
    try:
        text.encode(sys.stdout.encoding)
        readable = visible(text, "") == text
    except UnicodeEncodeError:
        readable = False
    echo(text if readable else json.dumps(data))


def echo(text: str, *, err: bool = False) -> None:
    """Print text of any origin, with control characters made harmless."""
    typer.echo(visible(text), err=err)


def a_number(value: float | None) -> float | None:
    """Check that a number is not NaN, which the bounds of an option let through."""
    if value is not None and isnan(value):
        raise typer.BadParameter("nan is not a number")
    return value


def help_alone(context: typer.Context) -> None:
    """Print the help of a group that is called without a command."""
    if context.invoked_subcommand is None:
        echo(context.get_help())


def differences(options: Options) -> str:
    """Options as `name=value` pairs, as the command line takes them."""
    return " ".join(
        f"{name}={str(value).lower() if isinstance(value, bool) else value}"
        for name, value in options.differences().items()
    )


class Counting:
    """A progress bar on stderr, drawn on a terminal only."""

    def __init__(self, unit: str, total: int) -> None:
        status = console(stderr=True)
        columns = (TextColumn(unit), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        self._progress = Progress(
            *columns, console=status, transient=True, disable=not status.is_interactive, redirect_stdout=False
        )
        self._task = self._progress.add_task(unit, total=total)

    def __call__(self, done: int) -> None:
        """Advance the bar to a count."""
        self._progress.update(self._task, completed=done)

    @contextmanager
    def running(self) -> Iterator[None]:
        """Keep the bar displayed inside the block."""
        with self._progress:
            yield

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Remove the bar inside the block, so that it does not mix with lines on stdout."""
        self._progress.stop()
        yield
        self._progress.start()


@contextmanager
def counting(unit: str, total: int) -> Iterator[Counting]:
    """A progress bar for the time of the block."""
    bar = Counting(unit, total)
    with bar.running():
        yield bar
