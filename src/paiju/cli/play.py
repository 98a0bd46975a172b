"""`paiju play`, `paiju replay` and `paiju show`: matches, records and positions in the terminal."""

from __future__ import annotations

import hashlib
import random
from pathlib import Path
from typing import Annotated

import typer

import paiju
from paiju.cli.common import (
    FileArgument,
    LangOption,
    OptionOption,
    PresetOption,
    SeedOption,
    echo,
    game_and_options,
    language,
    names_of,
)
from paiju.core.errors import UsageError
from paiju.core.rng import bytes_of
from paiju.games.positions import read_positions
from paiju.locales import Texts
from paiju.tui import choose_game, play_match, replay_record, saved_game, show_position

_MOST_SEATS = 5


def play(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME", help=f"{' or '.join(paiju.available())}; without it, you choose from a list."
        ),
    ] = None,
    preset: PresetOption = None,
    option: OptionOption = None,
    bots: Annotated[
        str,
        typer.Option(
            "--bots",
            "-b",
            metavar="LEVEL[,LEVEL...]",
            help="easy, normal, hard, master, or any other bot; one for all other seats or one for each.",
        ),
    ] = "heuristic",
    lang: LangOption = None,
    name: Annotated[str, typer.Option("--name", help="Your name at the table.")] = "",
    seed: Annotated[
        str | None,
        typer.Option(
            "--seed",
            "-s",
            help="Any text: the same text gives the same deals. Without it, the deals are random.",
        ),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Continue the saved match.")] = False,
    record: Annotated[
        Path | None, typer.Option("--record", help="Write the record to this new file.")
    ] = None,
    save: Annotated[
        Path | None, typer.Option("--save", help="Save to this file instead of the usual place.")
    ] = None,
    no_auto_pass: Annotated[
        bool, typer.Option("--no-auto-pass", help="Ask even when you can only pass.")
    ] = False,
) -> int:
    """Play a match against bots; Ctrl-C saves it, --resume continues."""
    if resume and any(given is not None for given in (preset, option, seed)):
        raise UsageError(
            "usage.resume",
            "--resume continues with the saved rules and deals: drop --preset, --option and --seed",
        )
    if resume:
        law, options = paiju.load(game or saved_game(save)), None
    else:
        law, options = game_and_options(
            game or choose_game(paiju.available(), language(lang)), preset, option
        )
    return play_match(
        law,
        options,
        bots=names_of(bots),
        lang=None if resume and lang is None else language(lang),
        seed=None if seed is None else hashlib.sha256(bytes_of(seed)).digest(),
        resume=resume,
        record=record,
        name=name,
        save=save,
        auto_pass=not no_auto_pass,
    )


def replay(
    file: FileArgument,
    viewer: Annotated[
        str,
        typer.Option(
            "--viewer", "-v", metavar="SEAT|all", help="The point of view: a seat from 0, or all hands open."
        ),
    ] = "all",
    lang: LangOption = None,
) -> int:
    """Step through a record in the terminal."""
    if viewer != "all" and not (viewer.isascii() and viewer.isdigit() and len(viewer) == 1):
        raise UsageError("usage.seat", f"--viewer {viewer!r} is neither a seat nor all", {"text": viewer})
    return replay_record(file, None if viewer == "all" else int(viewer), language(lang))


def show(
    position: Annotated[
        str | None,
        typer.Argument(metavar="POSITION", help="A position as one line of text; see docs/positions.md."),
    ] = None,
    file: Annotated[
        Path | None, typer.Option("--file", "-f", metavar="FILE", help="Positions to show, one a line.")
    ] = None,
    best: Annotated[
        bool, typer.Option("--best", help="Also show the best action and its expected points.")
    ] = False,
    seed: SeedOption = "0",
    lang: LangOption = None,
) -> None:
    """Draw a position and the legal actions in it."""
    if (position is None) is (file is None):
        raise UsageError("usage.position", "name a position, or a file of them")
    if position is not None:
        show_position(position, language(lang), seed=seed)
        if best:
            show_best(position, language(lang))
    elif file is not None:
        for entry, _ in read_positions(file, random.Random(bytes_of(seed))):
            echo(f"{file}:{entry.line} {entry.comment}".rstrip())
            show_position(entry.text, language(lang), seed=seed)
            if best:
                show_best(entry.text, language(lang))


def show_best(position: str, lang: str) -> None:
    """Print the best actions of a position, a line each: the action, the points to expect, and why."""
    from paiju import analysis
    from paiju.cli.review import Words

    texts = Texts(lang)
    words = Words(lang, [texts.t("ui.show.seat", seat=seat) for seat in range(_MOST_SEATS)])
    for one in analysis.best(position):
        points = ""
        if one.points is not None and one.error is not None:
            points = f"{words.points(one.points)} ± {words.points(one.error, signed=False)}"
        echo("  ".join(filter(None, (texts.ltr(one.action), points, words.reasons(one.reasons)))))
