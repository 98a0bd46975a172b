"""`paiju play`: a match in the terminal."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Annotated

import typer

import paiju
from paiju.cli.common import LangOption, OptionOption, PresetOption, game_and_options, language
from paiju.core.errors import UsageError
from paiju.core.rng import bytes_of
from paiju.tui import choose_game, play_match, saved_game

GameOption = Annotated[
    str | None,
    typer.Argument(metavar="GAME", help=f"{' or '.join(paiju.available())}; without it you are asked."),
]
BotsOption = Annotated[
    str,
    typer.Option(
        "--bots",
        "-b",
        metavar="LEVEL[,LEVEL...]",
        help="easy, normal, hard, master, or any other bot; one for all or one for each other seat.",
    ),
]
NameOption = Annotated[str, typer.Option("--name", help="Your name at the table.")]
DealsOption = Annotated[
    str | None,
    typer.Option(
        "--seed", "-s", help="Any text: the same text gives the same deals. Without it they are drawn fairly."
    ),
]
ResumeOption = Annotated[bool, typer.Option("--resume", help="Go on with the saved match.")]
RecordOption = Annotated[Path | None, typer.Option("--record", help="Write the record to this new file.")]
SaveOption = Annotated[
    Path | None, typer.Option("--save", help="Save to this file instead of the usual place.")
]
AskOption = Annotated[bool, typer.Option("--no-auto-pass", help="Be asked even when you can only pass.")]


def register(app: typer.Typer) -> None:
    """Add the command to `app`."""
    app.command("play")(play)


def play(
    game: GameOption = None,
    preset: PresetOption = None,
    option: OptionOption = None,
    bots: BotsOption = "heuristic",
    lang: LangOption = None,
    name: NameOption = "",
    seed: DealsOption = None,
    resume: ResumeOption = False,
    record: RecordOption = None,
    save: SaveOption = None,
    no_auto_pass: AskOption = False,
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
        seed=None if seed is None else hashlib.sha256(bytes_of(seed)).digest(),
        resume=resume,
        record=record,
        name=name,
        save=save,
        auto_pass=not no_auto_pass,
    )
