"""The game in a terminal: `play_match` and `replay_record`, which the command line calls."""

from __future__ import annotations

import os
import secrets
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, TextIO

import paiju
from paiju.core.errors import RecordError, UsageError
from paiju.core.files import ready_to_write
from paiju.core.game import Game
from paiju.locales import default_language
from paiju.tui import saving
from paiju.tui.face import face_of
from paiju.tui.replay import replay_record
from paiju.tui.saving import Save
from paiju.tui.screen import Lines, Screen, clean
from paiju.tui.session import MakeBot, Session, new_save, open_save

__all__ = ["Session", "choose_game", "default_save", "play_match", "replay_record", "saved_game"]

_MOST_NAME = 12


def default_save() -> Path:
    """Where a match is saved unless somebody says otherwise."""
    return saving.state_folder(os.environ) / "match.json"


def saved_game(save: Path | None = None) -> str:
    """The game of the saved match.

    Raises:
        UsageError: save.none.
        RecordError: save.broken, file.unreadable.
    """
    path = save or default_save()
    name = saving.read_save(path).record.game
    if name not in paiju.available():
        raise saving.broken(path, f"a match of {name[:20]}")
    return name


def choose_game(games: Sequence[str], lang: str) -> str:
    """The game that a person at a terminal picks; the first one where nobody can be asked."""
    screen = Screen(lang)
    lines = Lines(screen)
    if not lines.interactive:
        return games[0]
    for number, name in enumerate(games, start=1):
        screen.line(f"{screen.texts.number(number)}  {screen.texts.t(f'rules.{name}.title')}")
    while (answer := lines.read()) is not None:
        word = clean(answer).strip().lower() or "1"
        for number, name in enumerate(games, start=1):
            if word in (str(number), screen.texts.number(number), name):
                return name
    return games[0]


def play_match(
    game: Game,
    options: Any = None,
    *,
    bots: Sequence[str] = ("heuristic",),
    lang: str | None = None,
    seed: bytes | None = None,
    resume: bool = False,
    record: Path | None = None,
    name: str = "",
    save: Path | None = None,
    auto_pass: bool = True,
    stdin: TextIO | None = None,
    stdout: TextIO | None = None,
    make_bot: MakeBot | None = None,
) -> int:
    """Play a match at seat 0 against bots until it is over or the player leaves; returns 0.

    `bots` is one name, or one for each other seat. `record` is the new file for the finished deals. With `resume`
    the saved match goes on under its own options, bots and record file; else a saved match is moved aside.

    Raises:
        UsageError: save.none | busy, file.exists | package | unwritable, usage.bots | lang | bot.
        RecordError: save.broken, record.*, file.unreadable; the file stays as it is.
    """
    path = save or default_save()
    make = make_bot or _load_bots()
    lock = saving.hold(path)
    try:
        if resume:
            kept, options = open_save(game, path)
            screen = Screen(lang or _language(kept.lang), stdout)
            if kept.target is None or (record is not None and str(record.absolute()) != kept.target):
                kept.target = str(_target(record, path))
        else:
            screen = Screen(lang or default_language(os.environ), stdout)
            options = options or game.options({})
            names = _names(screen, name, game.seats_of(options))
            kept = new_save(game, options, names=names, bots=bots, lang=screen.texts.lang, seed=seed)
            _make_room(kept, make, record, path, screen)
        lines = Lines(screen, stdin)
        session = _session(game, options, kept, path, screen, lines=lines, make_bot=make, auto_pass=auto_pass)
        _say_stand_ins(game, kept, screen)
        screen.say(face_of(game).keys, "dim")
        session.run()
    finally:
        if lock is not None:
            lock.close()
    return 0


def _session(game: Game, options: Any, kept: Save, path: Path, screen: Screen, **more: Any) -> Session:
    """The session of a save; an error in its record names the file."""
    try:
        return Session(game, options, save=kept, path=path, screen=screen, **more)
    except RecordError as error:
        raise RecordError(error.code, f"{path}: {error.detail}", error.facts) from None


def _make_room(kept: Save, make: MakeBot, record: Path | None, path: Path, screen: Screen) -> None:
    """Everything that may fail before a new match begins, then the old save aside."""
    for bot in dict.fromkeys(kept.bots):
        make(bot, 0)
    kept.target = str(_target(record, path))
    if moved := saving.set_aside(path):
        screen.say("ui.set_aside", path=screen.texts.ltr(str(moved)))


def _say_stand_ins(game: Game, kept: Save, screen: Screen) -> None:
    """Say which bots are not what they are named here."""
    from paiju.bots.base import FAST, stand_ins  # noqa: PLC0415 - bots may be slow to import

    if weak := stand_ins(game.name, kept.bots):
        screen.say(
            "ui.stand_in", "yellow", bots=screen.texts.ltr(", ".join(weak)), known=screen.texts.ltr(FAST)
        )


def _load_bots() -> MakeBot:
    from paiju.bots.base import make_bot  # noqa: PLC0415 - bots may be slow to import

    return make_bot


def _language(lang: str) -> str:
    return default_language({"LANG": lang})


def _names(screen: Screen, name: str, seats: int) -> list[str]:
    own = clean(name, _MOST_NAME).strip() or screen.texts.t("ui.you")
    return [own, *(screen.texts.t(f"ui.bot.{seat}") for seat in range(1, seats))]


def _target(record: Path | None, save: Path) -> Path:
    """The file for the record: the one asked for if it is new, else a free name beside the save."""
    if record is not None:
        if record.exists():
            raise UsageError("file.exists", f"{record}: exists already", {"path": str(record)})
        ready_to_write(record)
        return record.absolute()
    folder = save.absolute().parent / "records"
    return folder / f"{datetime.now().astimezone():%Y%m%d-%H%M%S}-{secrets.token_hex(2)}.json"
