"""Records and positions in the terminal: a match step by step, and one moment of a deal."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

from rich.text import Text

import paiju
from paiju.core.errors import PositionError, RecordError, UsageError
from paiju.core.game import Event, Game
from paiju.core.match import Match
from paiju.core.reading import read
from paiju.core.record import Record, Step, options_of
from paiju.core.record import replay as replay_steps
from paiju.core.rng import bytes_of
from paiju.games.positions import position
from paiju.tui.plain import Drawn, face_of, plain
from paiju.tui.screen import Lines, Screen, clean

_NUMBER = 5
_MOST_DIGITS = 7
_MOST_NAME = 12
_MOST_ACTIONS = 30


class Replay:
    """A place in a record. Steps are replayed, and checked, as far as they are looked at."""

    def __init__(self, record: Record, viewer: int | None, screen: Screen) -> None:
        self._game: Game = paiju.load(record.game)
        options = options_of(self._game, record)
        self._names = [clean(name, _MOST_NAME) for name in record.seats]
        self._face = face_of(self._game, options, self._names, screen)
        self._steps: Iterator[Step] = replay_steps(self._game, record)
        self._seen: list[Step] = []
        self._matches: list[Match] = [Match.start(self._game, options)]
        self._screen = screen
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

    def look_from(self, seat: int | None) -> bool | None:
        """Look from another seat, counted from 0, or at all hands; None if there is no such seat."""
        if seat is not None and not 0 <= seat < len(self._names):
            return None
        self.viewer = seat
        return True

    def show(self) -> None:
        """Print what happened in this step, and the table after it."""
        step, screen = self._seen[self.at], self._screen
        screen.say("ui.step", "dim", step=self.at + 1, deal=step.deal + 1, index=step.index)
        screen.show([*self._lines(step), *self._table(step)])

    def tell(self) -> None:
        """Print what happened in this step after its number; the table too where a deal begins or ends."""
        step = self._seen[self.at]
        if not step.index or not self._game.actors(step.state):
            self.show()
            return
        head = self._screen.texts.number(self.at + 1).rjust(_NUMBER)
        for line in self._lines(step):
            self._screen.line(Text().append(head, "dim").append_text(line))
            head = " " * _NUMBER

    def _lines(self, step: Step) -> list[Text]:
        events = [open_event(e) if self.viewer is None else e.seen_by(self.viewer) for e in step.events]
        lines = [*self._face.tell(events, self._view(step.state)), *self._face.flush()]
        texts = self._screen.texts
        if not lines and step.action is not None and self.viewer in (None, step.action[0]):
            who, typed = self._names[step.action[0]], texts.ltr(step.action[1])
            lines.append(Text("  " + texts.t("ui.answered", who=who, action=typed), "dim"))
        for signal in step.signals:
            if signal.after == step.index:
                what = texts.t(f"signal.{self._game.name}.{signal.text}")
                lines.append(Text("  " + texts.t("ui.signalled", who=self._names[signal.seat], what=what)))
        return lines

    def _table(self, step: Step) -> Drawn:
        face, view, match = self._face, self._view(step.state), self._matches[step.deal]
        if not self._game.actors(step.state):
            after = match.after(step.state)
            return [*face.settle(view, step.events, after), *face.sheet(after)]
        return face.table(view, match) + (face.open_hands(step.state) if self.viewer is None else [])

    def _view(self, state: Any) -> Any:
        """The view of the seat that is looked from, or of an open table."""
        return self._face.open_view(state) if self.viewer is None else self._game.view(state, self.viewer)


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
        RecordError: the file cannot be read, or diverges: the steps before that have been printed.
        UsageError: usage.seat, usage.game, usage.lang.
    """
    record = read(path)
    screen = Screen(lang, stdout)
    lines = Lines(screen, stdin)
    try:
        replay = Replay(record, viewer, screen)
        if replay.look_from(viewer) is None:
            raise UsageError("usage.seat", f"there is no seat {viewer}", {"text": str(viewer)})
        if lines.interactive or stdin is not None:
            _step_through(replay, lines, screen)
        else:
            while replay.go(replay.at + 1):
                replay.tell()
    except RecordError as error:
        raise RecordError(error.code, f"{path}: {error.detail}", error.facts) from None
    except KeyboardInterrupt:
        screen.line()
    return 0


def _step_through(replay: Replay, lines: Lines, screen: Screen) -> None:
    screen.say("ui.replay.keys", "dim")
    if replay.go(0):
        replay.show()
    while (line := lines.read()) is not None and (keys := plain(line).split(maxsplit=1)) != ["q"]:
        if moved := _move(replay, *keys):
            replay.show()
        else:
            screen.say("ui.replay.keys" if moved is None else "ui.replay.end", "yellow")


def _move(replay: Replay, key: str = "n", to: str = "") -> bool | None:
    """Carry a key out: whether anything changed, None for what is no key."""
    number = (
        int(to) if to.isascii() and to.isdigit() and len(to) <= _MOST_DIGITS else None
    )  # more are no step
    if key in ("n", "b") and not to:
        return replay.go(replay.at + (-1 if key == "b" else 1))
    if key == "g" and number is not None:
        return replay.go(number - 1)
    if key == "v" and (number is not None or to == "all"):
        return replay.look_from(None if number is None else number - 1)
    return None


def show_position(text: str, lang: str, *, seed: str = "0", stdout: TextIO | None = None) -> None:
    """Print what a position says, and who may do what; cards that it leaves open are dealt by `seed`, and that is said.

    A position that is a view is drawn as its seat sees it, every other with all hands open.

    Raises:
        UsageError: usage.type | game | lang.
        NotationError, PositionError, OptionError: as `paiju.position`.
    """
    screen = Screen(lang, stdout)
    filled = False
    try:
        game, state, view = position(text)
    except PositionError as error:
        if error.code != "position.open":
            raise
        game, state, view = position(text, random.Random(bytes_of(seed)))
        filled = view is None
    options = state.rules.options
    names = [screen.texts.t("ui.show.seat", seat=seat) for seat in range(game.seats_of(options))]
    face = face_of(game, options, names, screen)
    if filled:
        screen.say("ui.show.filled", "yellow")
    screen.show(face.table(view or face.open_view(state), Match.start(game, options)))
    screen.show(face.open_hands(state) if view is None else [])
    seats = [seat for seat in game.actors(state) if view is None or seat == view.viewer]
    for seat in seats:
        legal = game.legal_actions(state, seat)
        texts = [game.action_text(state, action) for action in legal[:_MOST_ACTIONS]]
        more = ["…"] if len(legal) > _MOST_ACTIONS else []
        screen.say("ui.show.asked", who=names[seat], actions=screen.texts.ltr(" · ".join(texts + more)))
    if not seats and view is None:
        screen.say("ui.show.nobody", "dim")
