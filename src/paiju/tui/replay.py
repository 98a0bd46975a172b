"""Replays in the terminal."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

from rich.text import Text

import paiju
from paiju.core.errors import PositionError, RecordError, UsageError
from paiju.core.game import Event, Game, Position, Signal
from paiju.core.match import Match
from paiju.core.reading import read
from paiju.core.record import Record, Step, options_of
from paiju.core.record import replay as replay_steps
from paiju.core.rng import bytes_of
from paiju.games.positions import position
from paiju.tui import face as sheet
from paiju.tui.face import Setting, face_of, plain
from paiju.tui.screen import Lines, Screen, clean, pad

_NUMBER = 5


class Replay:
    """A place in a record. Steps are replayed, and checked, as far as they are looked at."""

    def __init__(self, record: Record, viewer: int | None, screen: Screen) -> None:
        self._game: Game = paiju.load(record.game)
        self._face = face_of(self._game)
        self._options = options_of(self._game, record)
        self._steps: Iterator[Step] = replay_steps(self._game, record)
        self._seen: list[Step] = []
        self._matches: list[Match] = [Match.start(self._game, self._options)]
        self._screen = screen
        self._names = [clean(name, 12) for name in record.seats]
        self.viewer = viewer
        self.at = -1

    def go(self, to: int) -> bool:
        """Go to a step, counted from 0, or as far as there are any; False if that is where we are."""
        to = max(0, to)
        while len(self._seen) <= to and (step := next(self._steps, None)) is not None:
            if step.deal == len(self._matches):
                self._matches.append(self._matches[-1].after(self._seen[-1].state))
            self._seen.append(step)
        before, self.at = self.at, min(to, len(self._seen) - 1)
        return self.at != before

    def show(self) -> None:
        """Print what happened in this step, and the table after it."""
        step, screen = self._seen[self.at], self._screen
        screen.say("ui.step", "dim", step=self.at + 1, deal=step.deal + 1, index=step.index)
        for line in (*self._told(step), *self._table(step)):
            screen.line(line)

    def tell(self) -> None:
        """Print what happened in this step after its number; the table too where a deal begins or ends."""
        step = self._seen[self.at]
        if not step.index or not self._game.actors(step.state):
            self.show()
            return
        head = pad(self._screen.texts.number(self.at + 1), _NUMBER, right=True)
        for line in self._told(step):
            self._screen.line(Text().append(head, "dim").append_text(line))
            head = " " * _NUMBER

    def is_seat(self, seat: int) -> bool:
        """Whether the record has a seat of this number, counted from 0."""
        return 0 <= seat < len(self._names)

    def _told(self, step: Step) -> list[Text]:
        narrator = self._face.narrator(self._screen, self._names, self._options)
        lines = [*narrator.tell(self._events(step), self._view(step.state)), *narrator.flush()]
        if not lines and step.action is not None and self.viewer in (None, step.action[0]):
            who, typed = self._names[step.action[0]], self._screen.texts.ltr(step.action[1])
            lines.append(Text("  " + self._screen.texts.t("ui.answered", who=who, action=typed), "dim"))
        return [*lines, *(self._said(signal) for signal in step.signals if signal.after == step.index)]

    def _said(self, signal: Signal) -> Text:
        texts = self._screen.texts
        what = texts.t(f"signal.{self._game.name}.{signal.text}")
        return Text("  " + texts.t("ui.signalled", who=self._names[signal.seat], what=what))

    def _events(self, step: Step) -> list[Event]:
        if self.viewer is None:
            return [open_event(event) for event in step.events]
        return [event.seen_by(self.viewer) for event in step.events]

    def _table(self, step: Step) -> list[Text]:
        face, screen = self._face, self._screen
        view = self._view(step.state)
        match = self._matches[step.deal]
        if not self._game.actors(step.state):
            after = match.after(step.state)
            lines = face.settle(view, step.events, self._setting(match, after), screen)
            points = face.has_points(self._options)
            return [*lines, *sheet.score_lines(after, self._names, screen.texts, points=points)]
        lines = face.table(view, self._setting(match, match), screen)
        return lines if self.viewer is not None else lines + face.open_hands(step.state, self._names, screen)

    def _view(self, state: Any) -> Any:
        """The view of the seat that is looked from, or of an open table."""
        if self.viewer is None:
            return self._face.open_view(self._game, state)
        return self._game.view(state, self.viewer)

    def _setting(self, match: Match, scored: Match) -> Setting:
        deals = match.rules.length if match.rules.end == "deals" else None
        scores = sheet.totals(scored, len(self._names))
        return Setting(self._names, len(match.returns) + 1, deals, scores)


def open_event(event: Event) -> Event:
    """The event with everything that single seats saw of it, for a table where all hands lie open."""
    if not event.private or event.kind == "dealt":
        return event
    merged: dict[str, Any] = {}
    for facts in event.private.values():
        merged |= facts
    return Event(event.kind, {**event.public, **merged})


def replay_record(
    path: Path, viewer: int | None = None, lang: str = "en", *,
    stdin: TextIO | None = None, stdout: TextIO | None = None,
) -> int:  # fmt: skip
    """Step through a record; typed at a terminal it waits for keys, else it prints everything. Returns 0.

    `viewer` is a seat counted from 0, or None for all hands open.

    Raises:
        RecordError: the file cannot be read, or diverges: the steps before that have been shown.
        UsageError: usage.seat, usage.game, usage.lang.
    """
    record = read(path)
    screen = Screen(lang, stdout)
    lines = Lines(screen, stdin)
    try:
        shown = Replay(record, viewer, screen)
        if viewer is not None and not shown.is_seat(viewer):
            raise UsageError("usage.seat", f"there is no seat {viewer}", {"text": str(viewer)})
        if lines.interactive or stdin is not None:
            _step_through(shown, lines, screen)
        else:
            _print_all(shown)
    except RecordError as error:
        raise RecordError(error.code, f"{path}: {error.detail}", error.facts) from None
    except KeyboardInterrupt:
        screen.line()
    return 0


def _print_all(shown: Replay) -> None:
    while shown.go(shown.at + 1):
        shown.tell()


def _step_through(shown: Replay, lines: Lines, screen: Screen) -> None:
    screen.say("ui.replay.keys", "dim")
    if shown.go(0):
        shown.show()
    while (line := lines.read()) is not None:
        word, _, rest = plain(line).partition(" ")
        if word == "q":
            return
        moved = _move(shown, word, rest.strip())
        if moved is None:
            screen.say("ui.replay.keys", "yellow")
        elif moved:
            shown.show()
        else:
            screen.say("ui.replay.end", "yellow")


def _move(shown: Replay, word: str, rest: str) -> bool | None:
    """Carry a key out: whether anything changed, None for what is no key."""
    number = int(rest) if rest.isascii() and rest.isdigit() and len(rest) < 8 else None  # noqa: PLR2004 - longer ones are no step
    if word in ("", "n") and not rest:
        return shown.go(shown.at + 1)
    if word == "b" and not rest:
        return shown.go(shown.at - 1)
    if word == "g" and number is not None:
        return shown.go(number - 1)
    if word == "v":
        return _look_from(shown, rest, number)
    return None


def _look_from(shown: Replay, rest: str, number: int | None) -> bool | None:
    seat: Any = None if rest == "all" else number - 1 if number is not None else -1
    if seat is not None and not shown.is_seat(seat):
        return None
    shown.viewer = seat
    return True


# --- a position drawn in the terminal: the table, the hands where they lie open, and who may do what

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
