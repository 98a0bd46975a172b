"""`paiju play`: a match in the terminal."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Annotated

import typer

import paiju
from paiju.cli.common import LangOption, OptionOption, PresetOption, game_and_options, language
from paiju.core.errors import UsageError
from paiju.tui import choose_game, play_match, saved_game


def register(app: typer.Typer) -> None:
    """Add the command to `app`."""
    app.command("play")(play)


def play(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help=f"{' or '.join(paiju.available())}; without it you are asked.",
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
            help="random, greedy or heuristic; one for all or one for each other seat.",
        ),
    ] = "heuristic",
    lang: LangOption = None,
    name: Annotated[str, typer.Option("--name", help="Your name at the table.")] = "",
    seed: Annotated[
        str | None,
        typer.Option(
            "--seed",
            "-s",
            help="Any text: the same text gives the same deals. Without it they are drawn fairly.",
        ),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the saved match.")] = False,
    record: Annotated[
        Path | None, typer.Option("--record", help="Write the record to this new file.")
    ] = None,
    save: Annotated[
        Path | None, typer.Option("--save", help="Save to this file instead of the usual place.")
    ] = None,
    no_auto_pass: Annotated[
        bool, typer.Option("--no-auto-pass", help="Be asked even when you can only pass.")
    ] = False,
) -> int:
    """Play a match against bots; Ctrl-C saves it, --resume goes on."""
    changed = any(given is not None for given in (preset, option, seed))
    if resume and changed:
        raise UsageError(
            "usage.resume",
            "--resume goes on with the saved rules and deals: drop --preset, --option and --seed",
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
        bots=[bot.strip() for bot in bots.split(",")],
        lang=None if resume and lang is None else language(lang),
        seed=None if seed is None else hashlib.sha256(seed.encode()).digest(),
        resume=resume,
        record=record,
        name=name,
        save=save,
        auto_pass=not no_auto_pass,
    )
