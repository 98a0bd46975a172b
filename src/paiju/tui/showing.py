"""A position drawn in the terminal: the table, the hands where they lie open, and who may do what."""

from __future__ import annotations

import random
from typing import TextIO

from paiju.core.errors import PositionError
from paiju.core.match import Match
from paiju.core.position import Position
from paiju.core.rng import bytes_of
from paiju.games.positions import position
from paiju.tui import sheet
from paiju.tui.face import Setting, face_of
from paiju.tui.screen import Screen

_MOST_ACTIONS = 30
_OPEN = "position.open"


def show_position(text: str, lang: str, *, seed: str = "0", stdout: TextIO | None = None) -> None:
    """Print what a position says; cards that it leaves open are dealt by `seed`, and that is said.

    A position that is a view is shown as its seat sees it, every other with all hands open.

    Raises:
        UsageError: usage.type | game | lang.
        NotationError, PositionError, OptionError: as `paiju.position`.
    """
    screen = Screen(lang, stdout)
    shown, filled = _read(text, seed)
    game, state, view = shown
    names = [screen.texts.t("ui.show.seat", seat=seat) for seat in range(game.seats_of(state.rules.options))]
    face = face_of(game)
    match = Match.start(game, state.rules.options)
    setting = Setting(names, 1, None, sheet.totals(match, len(names)))
    if filled and view is None:
        screen.say("ui.show.filled", "yellow")
    for line in face.table(view or face.open_view(game, state), setting, screen):
        screen.line(line)
    if view is None:
        for line in face.open_hands(state, names, screen):
            screen.line(line)
    _tell_asked(shown, names, screen)


def _read(text: str, seed: str) -> tuple[Position, bool]:
    try:
        return position(text), False
    except PositionError as error:
        if error.code != _OPEN:
            raise
    return position(text, random.Random(bytes_of(seed))), True


def _tell_asked(shown: Position, names: list[str], screen: Screen) -> None:
    """The choices of those who are asked; of a view, only the viewer's own."""
    game, state, view = shown
    asked = [seat for seat in game.actors(state) if view is None or seat == view.viewer]
    for seat in asked:
        legal = game.legal_actions(state, seat)
        texts = [game.action_text(state, action) for action in legal[:_MOST_ACTIONS]]
        more = ["…"] if len(legal) > _MOST_ACTIONS else []
        screen.say("ui.show.asked", who=names[seat], actions=screen.texts.ltr(" · ".join(texts + more)))
    if not asked and view is None:
        screen.say("ui.show.nobody", "dim")
